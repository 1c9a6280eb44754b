// Package check tests what a table gives away, through SQL: worst-case background
// knowledge against all worlds of small tables and every set of implications there;
// breach probabilities and knowledge skylines against the test vectors.
package check
