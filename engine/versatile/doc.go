// Package versatile decomposes a table about people into tables that can be
// published together under many privacy rules, and measures what they keep of it
// (versatile publishing).
//
// The schema comes from package guardian, the groups within which values are
// shuffled from package anatomy, and the estimate of the whole table that the
// published ones allow from package loglinear.
//
// Source: Jin, Zhang, Zhang, Das, "Versatile publishing for privacy preservation",
// KDD 2010 and technical report, Sect. 5 and 6, App. B.
package versatile
