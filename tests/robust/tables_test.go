package robust

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs"
	"skyline/sqlfuncs/call"
	"skyline/tests/trials"
)

// pieces are what texts that name a table are put together from: names that plans have,
// what opens and closes, quotes and comments of all kinds, statements and clauses.
var pieces = []string{
	"t", "u", "tbl", "__skyline_types", "__skyline_cells", "cells", "groups", "rows", "input", "COLUMNS(*)", "*", "1", "'x'", "NULL", "age", "t.age", "tbl.age",
	"(", ")", "((", "))", "[", "]", "{", "}", ",", ";", ".", "..", ":", "::", ":=", "=>", "->", "?", "$1", "$a", "#1", "@", "!", "\\", "=", "+",
	"'", "''", `"`, `""`, "E'", `E'\''`, "E'a'\n'\\'", "1_000$$", "1E'", "0x1F$$", "\x00", "?", `e'\`, "U&'", `U&"`, `U&"\0061"`, "X'", "B'", "$$", "$$a$$", "$tag$", "$tag$ ) $tag$", "`",
	"--", "-- )\n", "/*", "*/", "/* /* */ */", "/* ) */", "#", "\n", "\r", "\t", "\v", "\u00a0", "\u200b", "\u3000", "\ufeff", "é", "𝒳", "\x01", "\x7f",
	"SELECT", "SELECT 1 AS age, 'x' AS disease", "FROM t", "FROM tbl", "WHERE", "WHERE false", "WHERE tbl.age > 0", "GROUP BY ALL", "ORDER BY 1", "LIMIT 1", "UNION ALL", "UNION ALL BY NAME",
	"WITH w AS (SELECT 1 AS age, 'x' AS disease) FROM w", "WITH t AS (FROM t)", "WITH RECURSIVE", "AS MATERIALIZED", "VALUES (1, 'x')", "AS", "AS v(age, disease)", "v(age)", "v(",
	"PIVOT t ON age USING count(*)", "UNPIVOT t ON age INTO NAME n VALUE v", "PIVOT_WIDER t ON age", "DESCRIBE t", "SUMMARIZE t", "SHOW TABLES", "SHOW ALL TABLES", "EXPLAIN SELECT 1", "CALL pragma_version()",
	"DROP TABLE t", "ATTACH 'x'", "INSERT INTO t VALUES (1)", "DELETE FROM t RETURNING *", "COPY t TO 'x'", "CREATE TABLE x AS", "PREPARE p AS", "EXECUTE p", "SET x = 1", "BEGIN",
	"JOIN t USING (age)", "LEFT JOIN u ON true", "LATERAL (SELECT tbl.age)", "POSITIONAL JOIN t", "ASOF JOIN t", "NATURAL JOIN t", "SEMI JOIN t", "TABLESAMPLE 1 ROWS", "USING SAMPLE 1", "QUALIFY true", "WINDOW w AS ()",
	"unnest([1])", "unnest(tbl.age)", "range(3)", "range(", "query('FROM t')", "query_table('t')", "query_table(['t', 'u'])", "read_csv('no such file.csv')", "glob('x')", "error('mine')", "getvariable('a')",
	"skyline_check('t', ['age'], 'disease')", "skyline_check('(', ['age'], 'disease')", "no_such_function()", "no_such_table", "no_such_column", "(SELECT no_such_column FROM t)", "CAST('x' AS INTEGER) AS age", "lambda x: x", "x -> x",
}

// frames are what such a text may stand in.
var frames = []string{"%", "%", "(%)", "(%)", "(%) v", "(FROM %)", "(SELECT * FROM %)", "(SELECT % FROM t)", "(SELECT age, disease, % FROM t)", "(FROM t %)", "(FROM t) %", "(SELECT * FROM t WHERE %)", "range(%)", "\"%\"", "(WITH w AS (%) FROM t)", "(VALUES (1, %)) v(age, disease)"}

func nastyTable(random *rand.Rand) string {
	var b strings.Builder
	for i := range 1 + random.IntN(4) {
		if i > 0 && random.IntN(3) > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return strings.Replace(frames[random.IntN(len(frames))], "%", b.String(), 1)
}

// namesTable are the parameters that may name a table, of functions that have them.
var namesTable = []string{"tbl", "hierarchies", "recipe", "release", "population", "public", "rules", "skyline", "original", "published", "tables", "queries", "schema", "levels"}

// ofTablePlans is ofPlans with the whole name, to tell it from one that the text has itself.
var ofTablePlans = regexp.MustCompile(`__skyline\w*|\btbl\.\w*|"tbl"|WITH RECURSIVE|system\.main[.\w]*|internal error|INTERNAL`)

// advice is DuckDB's own: its guess at a function's name may be one of ours, and a text may
// refer to a table of the plan by its name.
var advice = regexp.MustCompile(`Did you mean ".*"\?|, use WITH RECURSIVE to use recursive CTEs`)

// TestTableTexts calls functions with texts of all kinds where a table is named. What
// comes of it may be a result; an error shows nothing of the plan.
func TestTableTexts(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	exec(t, db, "CREATE TABLE t AS SELECT 20 + range % 3 AS age, ['Flu', 'Cold'][1 + range % 2] AS disease FROM range(12)")
	exec(t, db, "CREATE TABLE u AS SELECT 't' AS name, 20 AS age")
	const seed = 7
	random := rand.New(rand.NewPCG(seed, 1))
	failures := 0
	for _, f := range sqlfuncs.Functions() {
		if len(f.Params) == 0 {
			continue
		}
		before, given, after := callIn(t, f)
		for _, name := range namesTable {
			if !hasParam(f, name) {
				continue
			}
			var others []string
			for _, argument := range given {
				if !strings.HasPrefix(argument, name+" := ") {
					others = append(others, argument)
				}
			}
			for range trials.Number(8, 200) {
				table := nastyTable(random)
				arguments := append([]string{name + " := '" + strings.ReplaceAll(table, "'", "''") + "'"}, others...)
				statement := before + f.Name + "(" + strings.Join(arguments, ", ") + ")" + after
				err := drain(t.Context(), db, statement)
				if err == nil {
					continue
				}
				message := err.Error()
				text, line := message, ""
				if found := shownLine.FindStringSubmatchIndex(message); found != nil {
					text, line = message[:found[0]], strings.Trim(message[found[2]:found[3]], ".")
				}
				text = advice.ReplaceAllString(text, "")
				shown := slices.DeleteFunc(ofTablePlans.FindAllString(text, -1), func(word string) bool {
					return strings.Contains(strings.ToLower(table), strings.ToLower(strings.Trim(word, `".`)))
				})
				quotes := strings.Contains(strings.ReplaceAll(statement, "\x00", `\0`), line)
				if len(shown) > 0 || !quotes {
					t.Errorf("%s: %s = %q shows the plan:\n%s", f.Name, name, table, message)
					if failures++; failures > 25 {
						t.FailNow()
					}
				}
			}
		}
	}
}

func hasParam(f *call.Function, name string) bool {
	for _, p := range f.Params {
		if p.Name == name {
			return true
		}
	}
	return false
}
