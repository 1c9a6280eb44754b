// Package oldtext makes pieces of SQL as texts.
package oldtext
