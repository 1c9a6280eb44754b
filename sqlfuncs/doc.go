// Package sqlfuncs is the registry of Skyline's SQL functions. One entry per
// function holds its signature, documentation and example, the planner that
// writes the SQL for a call, and the kernels that this SQL calls.
//
// A public function is a macro over query(planner): DuckDB calls the planner
// while binding, with the arguments as JSON, and binds the SELECT that it
// returns inside the caller's own query and transaction. So DuckDB scans and
// groups, and the kernels do mathematics on what it has counted.
package sqlfuncs

//go:generate go run ./gen
