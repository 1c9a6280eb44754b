// Package host is what Go code offers to DuckDB, without naming it: columns of values,
// scalar and aggregate functions, jobs that run beside a query, values that private
// functions hand each other by handles, and the limits of all of them.
package host
