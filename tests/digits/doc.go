// Package digits makes sure that the same numbers come out on every processor.
package digits
