// Package report tests what is put before whoever signs for a release, through SQL: the
// evidence on random releases against the definitions of its measures.
package report
