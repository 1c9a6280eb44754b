// Package warehouse runs the statements that Skyline writes for other engines in the one
// that is at hand, DuckDB, on tables with every awkward type and value: what they count and
// release must be what Skyline's own functions count and release.
package warehouse
