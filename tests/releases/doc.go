// Package releases tests functions on several releases of the same people through SQL: all
// worlds that agree with the releases are listed, by code that shares nothing with what it
// checks.
package releases
