// Package sql holds the SQL that makes Skyline known to DuckDB: the macros behind
// the public functions, their reference, and what a loaded extension attaches.
package sql

import (
	_ "embed" // for the statements
	"strings"
)

// Macros creates every public function as a macro in the current schema.
//
//go:embed macros.sql
var Macros string

// TempMacros creates them as temporary macros: on one connection, where their
// names need no qualification.
var TempMacros = strings.ReplaceAll(Macros, "CREATE OR REPLACE MACRO", "CREATE OR REPLACE TEMP MACRO")

// Attach makes a catalog for Macros in a database that is the user's, and makes
// it the current one of the connection.
//
//go:embed attach.sql
var Attach string
