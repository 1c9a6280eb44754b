package definitions

import (
	"skyline/tests/internal/implications"
	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// What the tests of this folder share with others.
var (
	openDB           = sqltest.Open
	exec             = sqltest.Exec
	data             = sqltest.Data
	scan             = sqltest.Scan
	answer           = sqltest.Answer
	differences      = sqltest.Differences
	boolInt          = sqltest.BoolInt
	division         = sqltest.Division
	fewer            = trials.Number
	seeds            = trials.Seeds
	near             = sqltest.Near
	rounds           = sqltest.Rounds
	texts            = sqltest.Texts
	sensitiveLiteral = sqltest.Literal
	sum64            = sqltest.Sum
	byFormula        = implications.ByFormula
	leastNone        = implications.LeastNone
	mostOf           = implications.Most
)
