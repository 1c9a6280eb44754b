package gnf

import "skyline/tests/internal/sqltest"

// What the tests of this folder share with others.
var (
	openDB = sqltest.Open
	exec   = sqltest.Exec
	scan   = sqltest.Scan
	answer = sqltest.Answer
)
