// Package evidence tests what is said of columns, through SQL: profiles of random tables,
// against an enumeration of people and of pairs of people.
package evidence
