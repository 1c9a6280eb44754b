package tests

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skyline/sqlfuncs"
	"skyline/tests/internal/sqltest"
)

// plansDir has a file for each call whose plan has a shape of its own and is kept to be read:
// the call, as a comment in the first line, and its plan. -rewrite writes the plans anew; a
// new call is a file of one line.
var plansDir = filepath.Join("..", "sql", "plans")

// TestPlans compares the plans of calls with those that are kept. Their tables do not
// exist: a plan is there before DuckDB looks at them.
//
// It is not parallel: plans are watched in the whole process.
func TestPlans(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(plansDir, "*.sql"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no plans: %v", err)
	}
	db := sqltest.Open(t, "")
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		call, _, _ := strings.Cut(string(text), "\n")
		var function, plan string
		stop := sqlfuncs.WatchPlans(func(f, p string) { function, plan = f, p })
		_, err = db.ExecContext(context.Background(), "EXPLAIN "+strings.TrimPrefix(call, "-- "))
		stop()
		if plan == "" {
			t.Errorf("%s: there is no plan: %v", name, err)
			continue
		}
		if base := filepath.Base(name); function != strings.SplitN(base, ".", 2)[0] {
			t.Errorf("%s is a plan of %s", base, function)
		}
		want := call + "\n\n" + plan + ";\n"
		if string(text) == want {
			continue
		}
		if !*rewriteFlag {
			t.Errorf("%s is another plan now; go test ./tests -run TestPlans -rewrite writes it, for review", name)
			continue
		}
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
