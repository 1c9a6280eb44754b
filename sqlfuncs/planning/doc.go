// Package planning proposes what to do with each column of a table before it is released: it
// reads the values that a column has, and how many people have each, and says what the column
// is, what is wrong with it, and what only its owner can answer.
//
// Nothing that it writes is a value of the table, but for codes for missing values that it
// knows by itself and that enough people have.
package planning
