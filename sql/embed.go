// Package sql holds the SQL that users see: the macros behind the public
// functions and their reference.
package sql

import _ "embed" // for the macros

// Macros creates every public function as a temporary macro.
//
//go:embed macros.sql
var Macros string
