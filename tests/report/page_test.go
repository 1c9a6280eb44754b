package report

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
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
			[]string{"satisfies all that was asked of it: 1 requirement and 4 limits", "release_check"},
			[]string{"does not satisfy"},
		},
		{
			"NULL, 'r', qi := ['a'], sensitive := 's', privacy := {'k_anonymity': 13, 'max_share': 0.1}, title := 'Ward <&> 3', made_by := 'by <hand>', k := 11",
			[]string{"does not satisfy all that was asked of it: not met are 2 of 2 requirements and 1 of 4 limits", "Ward &lt;&amp;&gt; 3", "by &lt;hand&gt;", "certain"},
			[]string{"Ward <"},
		},
		{"NULL, '(SELECT a FROM r)', qi := ['a']", []string{"satisfies all that was asked of it: 2 limits", "No sensitive column is named"}, []string{"satisfy"}},
		{"NULL, '(FROM r WHERE false)', qi := ['a'], sensitive := 's', privacy := {'k_anonymity': 5}", []string{"The release has nobody in it."}, []string{"NaN"}},
		{"'r', '(FROM r LIMIT 1)', qi := ['a'], sensitive := 's', privacy := {'k_anonymity': 5}", []string{"does not satisfy", "23"}, []string{"NaN"}},
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
