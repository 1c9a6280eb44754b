// Package definitions tests functions through SQL, against their definitions: whole tables of
// results are computed by code that enumerates, and shares nothing with what it checks. A
// family's files begin with its name:
//
//   - attackers: what adversaries learn who believe rates, or know how a release was made,
//     against all ways to hand out values to people, and all tables that could have been there
//   - certificate: fingerprints of random tables, and every change of small ones
//   - check: worst-case background knowledge against all worlds of small tables and every set
//     of implications there; breach probabilities and knowledge skylines against the vectors
//   - evidence: profiles of random tables, against an enumeration of people and of pairs of people
//   - gnf: what can be inferred of tables that are published side by side, by enumerating the
//     tables they may come from; Guardian Normal Form, which says which tables may be; and both
//     tables of Anatomy together
//   - jump: publicly known algorithms, with all tables of the same people and values at once
//   - presence: existence probabilities and releases of distributions
//   - releases: several releases of the same people, against all worlds that agree with them
//   - report: what is put before those who sign for a release, against its measures' definitions
//   - warehouse: statements for other engines, run in DuckDB on tables with every awkward type
//     and value, against Skyline's own functions
//
// They are one package since each that has DuckDB in it takes four seconds to link.
package definitions
