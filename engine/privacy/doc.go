// Package privacy says what a release candidate must satisfy: k-anonymity,
// diversity, closeness, bounded adversary knowledge, each a small implementation
// of one interface, Requirement.
//
// A requirement is put to a table in two ways. Check measures a whole release
// candidate. Watch returns a Guard, which follows an algorithm that splits QI
// groups one by one and answers, for a candidate split, whether all would still
// be well, in time proportional to the parts.
//
// Most requirements look at each QI group by itself (Local); a skyline compares
// groups with each other and keeps five statistics for each of its points
// (breach.Running), and worst-case knowledge is about people of several groups at
// once (disclosure.Running). Averages and shares are of the whole release, and of the
// population that it comes from (AverageRisk, JournalistAverageRisk, PopulationUniqueness,
// EstimatedUniqueness). A requirement whose statistic does not come from the
// parts alone gets the group that is split as well, and may keep what it likes.
//
// Thresholds are compared exactly: counts are integers, bounds are fractions, and
// what float64 arithmetic cannot tell apart is decided by whole numbers. A probability
// that somebody reaches of a sensitive value must be below its limit (Chen et al. 2009,
// Definition 3; Martin et al. 2007), also where another source allows the limit itself;
// everything else is compared as its source has it.
package privacy
