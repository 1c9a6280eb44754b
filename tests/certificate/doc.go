// Package certificate tests certificates of releases, through SQL: fingerprints of random
// tables, against the definition in the reference, and every change of small tables.
package certificate
