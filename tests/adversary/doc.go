// Package adversary tests what can be inferred of tables that are published side
// by side, by enumerating the tables they may come from, and Guardian Normal
// Form, which says which tables may be.
package adversary
