package cubes

import _ "embed" // for the rules

// RulesForCells says on the family's page what makes a cell unsafe.
//
//go:embed check_rules.md
var RulesForCells string
