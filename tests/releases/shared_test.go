package releases

import (
	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// What the tests of this folder share with others.
var (
	openDB      = sqltest.Open
	exec        = sqltest.Exec
	scan        = sqltest.Scan
	differences = sqltest.Differences
	fewer       = trials.Number
	seeds       = trials.Seeds
	rounds      = sqltest.Rounds
)
