// Package sql holds the SQL that makes Skyline known to DuckDB: the macros behind
// the public functions.
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
