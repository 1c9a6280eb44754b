// Package presence tests, through SQL, existence probabilities and releases of
// distributions.
package presence
