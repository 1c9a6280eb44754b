package definitions

import (
	"database/sql"
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"

	"github.com/google/go-cmp/cmp"
)

// pageOf is what release_report returns.
func pageOf(t *testing.T, db *sql.DB, arguments string) string {
	t.Helper()
	pages := sqltest.Texts(t, db, "SELECT html FROM release_report("+arguments+")")
	if len(pages) != 1 {
		t.Fatalf("%d rows: %s", len(pages), arguments)
	}
	return pages[0]
}

// TestPageHasNoValues looks for the values of tables whose values are not to be found anywhere
// else: none is on the page, or only those that may be.
func TestPageHasNoValues(t *testing.T) {
	db := sqltest.Open(t, "")
	sqltest.Exec(t, db,
		"CREATE TABLE original AS SELECT 'quint' || i AS a, 770000 + i AS b, 'secret' || i % 4 AS s, 'zettel' || i AS remark FROM range(24) AS t(i)",
		"CREATE TABLE released AS SELECT CASE WHEN i < 12 THEN '{quint0, quint11}' ELSE 'brand<' || i // 12 || '>' END AS a, '[770000, 770023]' AS b, 'secret' || i % 4 AS s, 'zettel' || i AS remark FROM range(24) AS t(i)",
		"CREATE TABLE h AS SELECT 'a' AS attribute, 'quint' || i AS value, 1 AS level, CASE WHEN i < 12 THEN '{quint0, quint11}' ELSE 'brand<1>' END AS label FROM range(24) AS t(i)")
	const call = "'original', 'released', qi := ['a', 'b'], sensitive := 's', hierarchies := 'h', privacy := {'k_anonymity': 5, 'max_share': 0.2}"
	hidden := pageOf(t, db, call)
	for _, part := range []string{"quint", "7700", "secret", "brand", "zettel"} {
		if strings.Contains(hidden, part) {
			t.Errorf("the page shows a value with %s", part)
		}
	}
	for _, part := range sqltest.Texts(t, db, "SELECT unnest([title, meaning, svg]) FROM release_report("+call+", show_values := true, output := 'figures')") {
		for _, value := range []string{"quint", "7700", "secret", "brand", "zettel"} {
			if strings.Contains(part, value) {
				t.Errorf("a figure shows a value with %s: %s", value, part)
			}
		}
	}
	shown := pageOf(t, db, call+", show_values := true")
	for _, part := range []string{"quint0, quint11", "brand&lt;1&gt;", "[770000, 770023]", "secret"} {
		if !strings.Contains(shown, part) {
			t.Errorf("the page does not show %s", part)
		}
	}
	for _, part := range []string{"quint1<", "quint5", "770001", "zettel"} {
		if strings.Contains(shown, part) {
			t.Errorf("the page shows a value of the original with %s", part)
		}
	}
}

// TestPageIsTheSame makes it of the same rows in another order, by more threads.
func TestPageIsTheSame(t *testing.T) {
	db := sqltest.Open(t, "")
	make := func(order string) {
		sqltest.Exec(t, db,
			"CREATE OR REPLACE TABLE original AS SELECT i % 50 AS age, i % 3 AS ward, 'd' || (i * 7) % 5 AS disease FROM range(3000) AS t(i) ORDER BY "+order,
			"CREATE OR REPLACE TABLE released AS SELECT '[' || age // 10 * 10 || ', ' || age // 10 * 10 + 9 || ']' AS age, ward, disease FROM original")
	}
	const call = "'original', 'released', qi := ['age', 'ward'], sensitive := 'disease', privacy := {'k_anonymity': 5}, show_values := true"
	make("i")
	sqltest.Exec(t, db, "SET threads = 1")
	first := pageOf(t, db, call)
	make("hash(i)")
	sqltest.Exec(t, db, "SET threads = 4")
	if second := pageOf(t, db, call); first != second {
		t.Error("the page depends on the order of rows, or on threads")
	}
}

// TestPageSays looks for the verdict, and for what is said only sometimes.
func TestPageSays(t *testing.T) {
	db := sqltest.Open(t, "")
	sqltest.Exec(t, db, "CREATE TABLE r AS SELECT i // 12 AS a, i % 6 AS s FROM range(24) AS t(i)")
	for _, c := range []struct {
		arguments  string
		says, lack []string
	}{
		{
			"NULL, 'r', qi := ['a'], sensitive := 's', privacy := {'k_anonymity': 12}",
			[]string{">All requirements hold<", "The requirement holds. None of 3 limits that are not among the requirements is exceeded.", "release_check", "<p>24 people in 2 groups of at least 12.</p>"},
			[]string{"verdict no", "verdict limits"},
		},
		{
			"NULL, 'r', qi := ['a'], sensitive := 's', privacy := {'k_anonymity': 13, 'max_share': 0.1}, title := 'Ward <&> 3', made_by := 'by <hand>', k := 11",
			[]string{"verdict no", ">Not all requirements hold<", "2 of 2 requirements do not hold. 1 of 4 limits that are not among the requirements is exceeded: breach (below 0.5, c).", "Ward &lt;&amp;&gt; 3", "by &lt;hand&gt;", "certain", "<p>24 people in 2 groups of at least 12. An attacker who knows only the release is at most about 16.67 % sure of anyone&#39;s s.</p>"},
			[]string{"Ward <", "Not every requirement holds"},
		},
		{ // Amber: what was required holds, and what nobody asked for does not.
			"NULL, '(SELECT *, row_number() OVER () AS id FROM r)', qi := ['a'], sensitive := 's', privacy := {'k_anonymity': 12, 'max_share': 0.2}, max_risk := 0.01, k := 11",
			[]string{
				"verdict limits", ">All requirements hold, but limits are exceeded<",
				"All 2 requirements hold. 4 of 6 limits that are not among the requirements are exceeded: highest risk (at most 0.01, max_risk); other columns (none allowed); other columns tell (none allowed); breach (below 0.5, c).",
			},
			[]string{"verdict no"},
		},
		{ // With a weight that may be a sampling weight a limit is exceeded, beside requirements that hold by it.
			"NULL, '(SELECT a, s, 100 AS w FROM r)', qi := ['a'], sensitive := 's', weight := 'w', privacy := {'k_anonymity': 12}",
			[]string{"verdict limits", "The requirement holds. 1 of 4 limits that are not among the requirements is exceeded: people counted (none allowed).", "The weight looks like a sampling weight"},
			[]string{"does not hold"},
		},
		{"NULL, '(SELECT a FROM r)', qi := ['a']", []string{">No limit is exceeded<", "None of 2 limits is exceeded.", "No sensitive column is named", "<p>24 people in 2 groups of at least 12.</p>"}, []string{"verdict no"}},
		{"NULL, '(SELECT a FROM r)', qi := ['a'], max_risk := 0.01", []string{"verdict no", ">Limits are exceeded<", "1 of 2 limits is exceeded: highest risk (at most 0.01, max_risk)."}, []string{"verdict limits"}},
		{"NULL, '(SELECT a, s, s % 3 AS t FROM r)', qi := ['a'], sensitive := ['s', 't'], k := 9", []string{"2 of 6 limits are exceeded: breach of s (below 0.5, c); breach of t (below 0.5, c)."}, nil},
		// By default the attacker knows nothing else: breach and breach_uninformed are one limit.
		{"NULL, 'r', qi := ['a'], sensitive := 's', c := 0.1", []string{"1 of 3 limits is exceeded: breach (below 0.1, c).", "and nothing else can become"}, nil},
		{"NULL, '(FROM r WHERE false)', qi := ['a'], sensitive := 's', privacy := {'k_anonymity': 5}", []string{"The release has nobody in it.", "<p>There is nobody in the release.</p>", "1 of 2 limits that are not among the requirements is exceeded: people counted (at least 1)."}, []string{"NaN", "verdict yes"}},
		{ // By hand: a range from 20 to 29 is 9 of the 19 years between the least and the greatest age.
			"'(SELECT 20 + i AS age, i % 5 AS s FROM range(20) AS t(i))', '(SELECT ''['' || 20 + i // 10 * 10 || '', '' || 29 + i // 10 * 10 || '']'' AS age, i % 5 AS s FROM range(20) AS t(i))', qi := ['age'], sensitive := 's', privacy := {'skyline': [{'k': 3, 'c': 0.5}]}",
			[]string{"<p>20 people in 2 groups of at least 10. An attacker who knows 3 others is at most about 28.6 % sure of anyone&#39;s s. 47.4 % of the detail in age is lost.</p>"},
			nil,
		},
		{"'r', '(FROM r LIMIT 1)', qi := ['a'], sensitive := 's', privacy := {'k_anonymity': 5}", []string{"verdict no", "23"}, []string{"NaN"}},
	} {
		html := pageOf(t, db, c.arguments)
		for _, part := range c.says {
			if !strings.Contains(html, part) {
				t.Errorf("%s: the page does not say %q", c.arguments, part)
			}
		}
		for _, part := range c.lack {
			if strings.Contains(html, part) {
				t.Errorf("%s: the page says %q", c.arguments, part)
			}
		}
	}
}

// TestPageStatements runs what a page says it can be checked again with, and compares with the
// page: the evidence row by row, the requirements, the fingerprint.
func TestPageStatements(t *testing.T) {
	trials.Long(t)
	db := sqltest.Open(t, "")
	sqltest.Exec(t, db,
		"CREATE TABLE original AS SELECT i // 2 AS a, i % 6 AS s, i AS id FROM range(24) AS t(i)",
		"CREATE TABLE r AS SELECT '[' || a // 6 * 6 || ', ' || a // 6 * 6 + 5 || ']' AS a, s, id FROM original",
		"CREATE TABLE everybody AS SELECT '[' || i // 30 * 6 || ', ' || i // 30 * 6 + 5 || ']' AS a FROM range(60) AS t(i)",
		"CREATE TABLE h AS SELECT 'a' AS attribute, i AS value, 1 AS level, '[' || i // 6 * 6 || ', ' || i // 6 * 6 + 5 || ']' AS label FROM range(12) AS t(i)")
	for _, arguments := range []string{
		"'original', 'r', qi := ['a'], sensitive := 's', person := 'id', privacy := {'k_anonymity': 5, 'max_share': 0.5}",
		"'original', 'r', qi := ['a'], sensitive := 's', person := 'id', population := 'everybody', other_release := 'r', hierarchies := 'h', profile := NULL, k := 0, m := 2, c := 0.75, max_size := 1",
		"'original', 'r', qi := ['a'], sensitive := 's', person := 'id', fraction := 0.25, max_risk := 0.5",
		"NULL, 'r', qi := ['a'], sensitive := 's', values_per_person := 'set', person := 'id', privacy := {'k_anonymity': 5, 'skyline': [{'value': '7', 'k': 2, 'c': 0.5}]}, absent_values := 'allow'",
	} {
		html := pageOf(t, db, arguments)
		for _, statement := range statementsOf(html) {
			asked := "FROM release_evidence(" + arguments
			switch {
			case strings.HasPrefix(statement, "FROM release_evidence("):
				asked, _, _ = strings.Cut(asked, ", privacy := ")
				asked = strings.TrimSuffix(asked, ")") + ")"
			case strings.HasPrefix(statement, "FROM release_check("):
				asked = "FROM release_check(" + arguments[strings.Index(arguments, "'r'"):] + ")"
			default:
				if fingerprint := sqltest.Texts(t, db, statement)[0]; !strings.Contains(html, fingerprint) {
					t.Errorf("%s: the page does not have the fingerprint of %s", arguments, statement)
				}
				continue
			}
			rows := func(s string) []string {
				return sqltest.Texts(t, db, "SELECT x::VARCHAR FROM ("+strings.TrimSuffix(s, ";")+") AS x")
			}
			if diff := cmp.Diff(rows(asked), rows(statement)); diff != "" {
				t.Errorf("%s (-asked +what the page says):\n%s", statement, diff)
			}
		}
		if strings.Contains(html, "This page does not show the queries") {
			t.Errorf("%s: a query is said not to be shown", arguments)
		}
	}
	hidden := pageOf(t, db, "'(FROM original WHERE id <> 7777)', 'r', qi := ['a'], other_release := '(SELECT ''8888'' AS a)'")
	if strings.Contains(hidden, "7777") || strings.Contains(hidden, "8888") || !strings.Contains(hidden, "queries that were given for original and other") {
		t.Error("a query is shown, or the page does not say that it is not")
	}
}

// statementsOf are the statements that a page says it can be checked with.
func statementsOf(page string) (statements []string) {
	_, rest, _ := strings.Cut(page, `<ol class="checks">`)
	rest, _, _ = strings.Cut(rest, "</ol>")
	for _, item := range strings.Split(rest, "<code>")[1:] {
		code, _, _ := strings.Cut(item, "</code>")
		statements = append(statements, html.UnescapeString(code))
	}
	return statements
}

// TestPageOfManyColumns is of columns of every kind, with awkward names, and NULLs everywhere.
func TestPageOfManyColumns(t *testing.T) {
	trials.Long(t)
	db := sqltest.Open(t, "")
	kinds := []string{
		"i", "i::DECIMAL(9, 2) / 3", "i / 7.0::DOUBLE", "DATE '2001-01-01' + i::INTEGER", "TIMESTAMP '2001-01-01' + INTERVAL (i) HOUR",
		"'text ' || i", "i % 2 = 0", "['a', i::VARCHAR]", "{'x': i}", "chr(60 + i::INTEGER % 20)",
	}
	var columns, names []string
	for c := range 40 {
		name := fmt.Sprintf(`c%d "<b>&'%s`, c, strings.Repeat("x", c))
		names = append(names, sqltest.Literal(name))
		columns = append(columns, fmt.Sprintf(`CASE WHEN i %% %d > 0 THEN %s END AS "%s"`, c+2, strings.ReplaceAll(kinds[c%len(kinds)], "i", "i"), strings.ReplaceAll(name, `"`, `""`)))
	}
	sqltest.Exec(t, db, "CREATE TABLE wide AS SELECT "+strings.Join(columns, ", ")+", i % 4 AS s FROM range(500) AS t(i)")
	html := pageOf(t, db, fmt.Sprintf("'wide', 'wide', qi := [%s], sensitive := 's', show_values := true", strings.Join(slices.Concat(names), ", ")))
	if n := strings.Count(html, "&lt;b&gt;&amp;"); n < 80 {
		t.Errorf("columns are named %d times", n)
	}
	if strings.Contains(html, "<b>&'x") {
		t.Error("a name is taken for markup")
	}
}
