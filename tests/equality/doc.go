// Package equality tests that two values are the same exactly if their texts are, in
// every column of every function: whatever the collation of a column or the session
// says, and whatever DuckDB holds for equal inside of nested values.
package equality
