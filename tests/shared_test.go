package tests

import "skyline/tests/internal/sqltest"

// What the tests of this folder share with others.
var (
	openDB = sqltest.Open
	scan   = sqltest.Scan
)
