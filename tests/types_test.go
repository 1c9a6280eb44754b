package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs/sqltext"
	"skyline/tests/internal/sqltest"
)

// typeNames are what typeof writes, and what looks like it.
var typeNames = []string{
	"BOOLEAN", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "BIGNUM", "VARINT",
	"FLOAT", "DOUBLE", "DECIMAL(18,3)", "DECIMAL(1,0)", "DATE", "TIME", "TIME_NS", "TIME WITH TIME ZONE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS",
	"TIMESTAMP_NS", "TIMESTAMP WITH TIME ZONE", "INTERVAL", "VARCHAR", "JSON", "BLOB", "BIT", "UUID", `"NULL"`, "ENUM('a')", "ENUM('a[]', 'b)')", "ENUM('a\nb')",
	"STRUCT(a INTEGER)", `STRUCT(low VARCHAR, high VARCHAR, has_null BOOLEAN, "label" VARCHAR)`, `STRUCT("low" DATE, "high" DATE, "has_null" BOOLEAN, "label" VARCHAR)`,
	"STRUCT(low INTEGER, high INTEGER, has_null BOOLEAN, label VARCHAR, more INTEGER)", "MAP(VARCHAR, DOUBLE)", "MAP(VARCHAR, VARCHAR)", "UNION(n INTEGER)", "INTEGER[3]",
	"GEOMETRY", "VARIANT", " ", "INT", "integer", "XINTEGER", "INTEGERX", "ENUM('é')", "STRUCT(e ENUM('INTEGER[]'))",
}

// TestTypes compares __skyline_has_type with DuckDB's regexp_full_match, for all types that
// plans ask for.
func TestTypes(t *testing.T) {
	t.Parallel()
	db := sqltest.Open(t, "")
	plans := sqltest.Texts(t, db, `SELECT __skyline_plan('skyline_check', '{"tbl": "t", "qi": ["a"], "sensitive": "s", "l": 0, "k": 0, "m": 0, "c": 0.5, "values_per_person": "one", "absent_values": "error", "other_sensitive": "unknown", "suppressed_rows": "count", "show_values": true}')`)
	files, err := filepath.Glob(filepath.Join(plansDir, "*.sql"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		plan, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		plans = append(plans, string(plan))
	}
	var asked []string
	// The types are the last argument: behind the name of the type, or of a list of it.
	for _, found := range regexp.MustCompile(`__skyline_has_type\((?:system\.main\.)?typeof\([^']*?\), '((?:[^']|'')*)'\)`).FindAllStringSubmatch(strings.Join(plans, "\n"), -1) {
		if !slices.Contains(asked, found[1]) {
			asked = append(asked, found[1])
		}
	}
	if len(asked) < 10 {
		t.Fatalf("plans ask for %d kinds of types: %q", len(asked), asked)
	}
	var names []string
	for _, name := range typeNames {
		for _, behind := range []string{"", "[]", "[][]"} {
			names = append(names, "("+sqltest.Literal(name+behind)+")")
		}
	}
	for _, types := range asked {
		rows := sqltest.Texts(t, db, fmt.Sprintf("SELECT name FROM (VALUES %s) t(name) WHERE __skyline_has_type(name, '%s') IS DISTINCT FROM regexp_full_match(name, '%s')", strings.Join(names, ", "), types, sqltext.TypePattern(types)))
		if len(rows) > 0 {
			t.Errorf("%s: DuckDB says otherwise of %q", types, rows)
		}
	}
}
