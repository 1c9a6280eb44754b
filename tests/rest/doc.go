// Package rest runs the second half of the scripts of package tests, so that each half is
// done in time on a slow machine, too.
package rest
