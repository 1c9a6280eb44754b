// Package matching counts, for the people of a table, how many people have a row that may be
// theirs, where a value that is missing may be any: two rows match if they agree in every
// column in which both have a value. That is the frequency fk of the R package sdcMicro, and
// with sampling weights Fk.
//
// Words: a row is a combination of values that some people have. Its pattern is the set of
// columns in which it has none.
//
// Matching is no equivalence: (20, F) matches (20, NULL), and this (20, M), which does not match
// the first. So there are no QI groups, and nothing that is said of groups can be said of
// matches. Where nothing is missing, the matches of somebody are their QI group.
//
// The adversary of this count knows the values of one person, in all columns, takes each row
// that matches for as likely as any other, and knows nothing of anybody else. Who knows that
// no other person has the values of a row that is shown in full is certain whose it is,
// however many match.
//
// Source: Templ, Kowarik, Meindl, "Statistical Disclosure Control for Micro-Data Using the R
// Package sdcMicro", J. Statistical Software 67(4), 2015, Sect. 3.2 (frequencies with missing values).
package matching
