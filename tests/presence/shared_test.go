package presence

import "skyline/tests/internal/sqltest"

// What the tests of this folder share with others.
var (
	openDB   = sqltest.Open
	exec     = sqltest.Exec
	scan     = sqltest.Scan
	near     = sqltest.Near
	boolInt  = sqltest.BoolInt
	division = sqltest.Division
)
