// Package utility has the functions that say what a release has lost.
package utility
