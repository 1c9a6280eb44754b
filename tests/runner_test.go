package tests

import (
	"database/sql"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const testHeader = "# name: x.test\n# description: x\n# group: [x]\n\n"

// runText runs the records of a script on a fresh database, a plain one: Skyline's functions would
// take most of the time.
func runText(t *testing.T, records string, rewrite bool) (failures []error, text string, err error) {
	t.Helper()
	s, err := parse("x.test", testHeader+records)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("duckdb", "?threads=1")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	r := runner{db: db, variables: map[string]string{"TMP": "/somewhere", "SLOW": ""}, rewrite: rewrite}
	failures, replacements, err := r.run(t.Context(), s)
	return failures, s.rewritten(replacements), err
}

// TestRunnerPasses runs what must pass, and TestRunnerFails the same with a
// mistake: a runner that lets everything pass would be worse than none.
func TestRunnerPasses(t *testing.T) {
	for name, records := range map[string]string{
		"statement":        "statement ok\nSELECT 1\n",
		"several lines":    "query I\nSELECT\n  1\n----\n1\n",
		"error":            "statement error\nSELECT error('some text')\n----\nsome text\n",
		"error at binding": "statement error\nSELECT nothing\n----\nBinder Error\n",
		"error by pattern": "statement error\nSELECT error('code 42')\n----\n<REGEX>:code [0-9]+$\n",
		"no rows":          "query I\nSELECT 1 WHERE false\n----\n",
		"all types":        "query BIIRT\nSELECT true, 1::UTINYINT, 170141183460469231731687303715884105727, 0.1::DOUBLE, 'a b'\n----\ntrue\t1\t170141183460469231731687303715884105727\t0.1\ta b\n",
		"NULL and empty":   "query TTI\nSELECT NULL::VARCHAR, '', NULL\n----\nNULL\t(empty)\tNULL\n",
		"doubles":          "query RRRR\nSELECT 'nan'::DOUBLE, '-inf'::DOUBLE, 1e300, 1::DOUBLE\n----\nnan\t-inf\t1e300\t1.0\n",
		"fractions":        "query RR\nSELECT 1/3, 2/1\n----\n1/3\t2/1\n",
		"order":            "query I nosort\nSELECT unnest([2, 1])\n----\n2\n1\n",
		"any order":        "query I rowsort\nSELECT unnest([2, 10, 1])\n----\n1\n2\n10\n",
		"fractions sorted": "query R rowsort\nSELECT unnest([1/3, 0.25::DOUBLE])\n----\n1/4\n1/3\n",
		"loop":             "loop i 2 5\n\nquery I\nSELECT ${i} * 2\n----\n4\n\nendloop\n",
		"variable":         "query T\nSELECT '{TMP}/x'\n----\n/somewhere/x\n",
		"forbidden absent": "forbid secret\n\nstatement error\nSELECT error('text')\n----\ntext\n",
		"reconnect":        "statement ok\nCREATE TEMP TABLE t (a INT)\n\nstatement ok\nCREATE TABLE u (a INT)\n\nreconnect\n\nstatement ok\nFROM u\n\nstatement error\nFROM t\n----\ndoes not exist\n",
	} {
		t.Run(name, func(t *testing.T) {
			if name == "loop" {
				// Only one round of it can be right.
				failures, _, err := runText(t, records, false)
				if err != nil || len(failures) != 2 || !strings.Contains(fmt.Sprint(failures[0]), "[${i} = 3]") {
					t.Errorf("run() = %v, %v, want failures of the second and third round", failures, err)
				}
				return
			}
			failures, _, err := runText(t, records, false)
			if err != nil || len(failures) != 0 {
				t.Errorf("run() = %v, %v, want none", failures, err)
			}
		})
	}
}

func TestRunnerFails(t *testing.T) {
	for name, test := range map[string]struct{ records, want string }{
		"unexpected error":    {"statement ok\nSELECT nothing\n", "unexpected error"},
		"error while running": {"statement ok\nSELECT error('x') FROM range(3)\n", "unexpected error"},
		"error in a query":    {"query I\nSELECT error('x')\n----\n1\n", "unexpected error"},
		"no error":            {"statement error\nSELECT 1\n----\nx\n", "there was none"},
		"another error":       {"statement error\nSELECT error('x')\n----\ny\n", "expected an error with"},
		"pattern":             {"statement error\nSELECT error('x')\n----\n<REGEX>:^y\n", "expected an error with"},
		"bad pattern":         {"statement error\nSELECT error('x')\n----\n<REGEX>:(\n", "missing closing"},
		"value":               {"query I\nSELECT 1\n----\n2\n", "expected 1 rows:\n\t2\ngot 1 rows:\n\t1"},
		"row missing":         {"query I\nSELECT 1\n----\n1\n1\n", "expected 2 rows"},
		"row too many":        {"query I\nSELECT 1\n----\n", "expected 0 rows"},
		"order":               {"query I\nSELECT unnest([2, 1])\n----\n1\n2\n", "expected 2 rows"},
		"last digit":          {"query R\nSELECT 1/3\n----\n0.333333333333333\n", "expected 1 rows"},
		"fraction":            {"query R\nSELECT 1/3 + 1e-16\n----\n1/3\n", "expected 1 rows"},
		"bad fraction":        {"query R\nSELECT 1/3\n----\n1/0\n", "not a fraction"},
		"columns":             {"query II\nSELECT 1\n----\n1\t1\n", "the result has 1 columns"},
		"expected columns":    {"query I\nSELECT 1\n----\n1\t1\n", "an expected row has 2 values"},
		"type":                {"query I\nSELECT 1.5\n----\n1.5\n", "cast it in the query"},
		"nested type":         {"query T\nSELECT [1]\n----\n[1]\n", "cast it in the query"},
		"NULL is no text":     {"query T\nSELECT ''\n----\nNULL\n", "expected 1 rows"},
		"tab in a value":      {"query T\nSELECT chr(9)\n----\nx\n", "replace() them"},
		"forbidden":           {"forbid secret\n\nstatement error\nSELECT error('a secret text')\n----\ntext\n", "which is forbidden"},
	} {
		t.Run(name, func(t *testing.T) {
			failures, _, err := runText(t, test.records, false)
			if err != nil || len(failures) != 1 || !strings.Contains(failures[0].Error(), test.want) {
				t.Errorf("run() = %v, %v, want one failure with %q", failures, err, test.want)
			}
			if len(failures) > 0 && !strings.HasPrefix(failures[0].Error(), "x.test:") {
				t.Errorf("the failure does not say where it is: %v", failures[0])
			}
		})
	}
}

func TestRunnerSkips(t *testing.T) {
	_, _, err := runText(t, "require slow\n\nstatement ok\nSELECT nothing\n", false)
	if !errors.Is(err, errSkip) {
		t.Errorf("run() = %v, want errSkip", err)
	}
}

func TestParseFails(t *testing.T) {
	for text, want := range map[string]string{
		"statement ok\n": "must begin with",
		"# name: y.test\n# description: x\n# group: [x]": "the name must be x.test",
		testHeader + "statement perhaps\nSELECT 1\n":     "ok or error",
		testHeader + "statement ok\n":                    "there is no SQL",
		testHeader + "statement ok\nSELECT 1\n----\n1\n": "statement ok has no ----",
		testHeader + "query I\nSELECT 1\n":               "the others have one",
		testHeader + "query X\nSELECT 1\n----\n1\n":      "a letter of B, I, R, T",
		testHeader + "query I up\nSELECT 1\n----\n1\n":   "rowsort or nosort",
		testHeader + "statement error\nSELECT 1\n----\n": "say which text",
		testHeader + "loop i 1 2\n":                      "no endloop",
		testHeader + "loop i 2 1\nendloop\n":             "to a larger one",
		testHeader + "foreach x\nendloop\n":              "a variable and values",
		testHeader + "endloop\n":                         "endloop without",
		testHeader + "require\n":                         "require what",
		testHeader + "SELECT 1\n":                        "unknown record",
	} {
		if _, err := parse("x.test", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("parse(%q) = %v, want an error with %q", text, err, want)
		}
	}
}

// TestRewrite checks that wrong results are replaced, and nothing else.
func TestRewrite(t *testing.T) {
	const before = "# a comment\n\nquery RT rowsort\nSELECT * FROM (VALUES (0.5::DOUBLE, 'b'), (0.25::DOUBLE, 'a'))\n----\nwrong\n\n" +
		"query R\nSELECT 1/2\n----\n1/2\n\nstatement error\nSELECT error('new')\n----\nold\n\nquery I\nSELECT 1\n----\n\n# end\n"
	const after = "# a comment\n\nquery RT rowsort\nSELECT * FROM (VALUES (0.5::DOUBLE, 'b'), (0.25::DOUBLE, 'a'))\n----\n0.25\ta\n0.5\tb\n\n" +
		"query R\nSELECT 1/2\n----\n1/2\n\nstatement error\nSELECT error('new')\n----\nInvalid Input Error: new\n\nquery I\nSELECT 1\n----\n1\n\n# end\n"
	failures, text, err := runText(t, before, true)
	if err != nil || len(failures) != 0 {
		t.Fatalf("run() = %v, %v", failures, err)
	}
	if diff := cmp.Diff(testHeader+after, text); diff != "" {
		t.Errorf("rewritten (-want +got):\n%s", diff)
	}
	failures, again, err := runText(t, strings.TrimPrefix(text, testHeader), false)
	if err != nil || len(failures) != 0 || again != text {
		t.Errorf("the rewritten script does not pass: %v, %v", failures, err)
	}
}

func TestRender(t *testing.T) {
	for _, test := range []struct {
		value any
		want  string
	}{
		{1e21, "1e+21"},
		{1e20, "1e+20"},
		{0.1, "0.1"},
		{math.Inf(1), "inf"},
		{math.Inf(-1), "-inf"},
		{int64(math.MinInt64), "-9223372036854775808"},
		{new(big.Int).Lsh(big.NewInt(1), 100), "1267650600228229401496703205376"},
	} {
		if got, err := render(test.value); err != nil || got != test.want {
			t.Errorf("render(%v) = %q, %v, want %q", test.value, got, err, test.want)
		}
	}
	if got, err := render([]any{1}); err == nil {
		t.Errorf("render of a list = %q, want an error", got)
	}
}
