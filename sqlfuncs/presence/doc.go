// Package presence has the functions about who is in a table at all, and about
// distributions in the place of values.
package presence
