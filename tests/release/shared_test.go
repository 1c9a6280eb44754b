package release

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
	near             = sqltest.Near
	rounds           = sqltest.Rounds
	differences      = sqltest.Differences
	boolInt          = sqltest.BoolInt
	fewer            = trials.Number
	seeds            = trials.Seeds
	texts            = sqltest.Texts
	answer           = sqltest.Answer
	sensitiveLiteral = sqltest.Literal
	sum64            = sqltest.Sum
	byFormula        = implications.ByFormula
	mostOf           = implications.Most
)
