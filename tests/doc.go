// Package tests holds what is tested through SQL: the files below sql, in the
// language that README.md specifies, and the runner for them, together with tests of
// the registry. The folders below hold Go tests that need a host program, each a
// package of its own.
//
// The words: a script is a file of the language; it consists of records; a
// record is a statement or a query with what must come of it, or a directive.
//
// The runner knows nothing of Skyline but how to open a connection, so that
// other hosts can have runners of their own for the same files.
package tests
