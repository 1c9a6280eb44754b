package tests

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"skyline/tests/internal/page"
	"skyline/tests/internal/sqltest"
)

// oldPage is a page as an author leaves it: results missing, or of another time.
const oldPage = "# Page\n" + `
~~~sql
CREATE TABLE t AS FROM (VALUES (1, 'a|b'), (22, NULL)) AS v(n, s);   -- a comment; it ends here
SELECT n, s, n / 4 AS share FROM t ORDER BY n   -- a comment
~~~

Prose.

~~~sql
SELECT sum(n) FROM t;
~~~


| sum(n) |
| ---:|
| 7 |
Prose.

~~~sql
CREATE TABLE u AS FROM t;
~~~

| an old | table |

A sentence, and then
| an author's | table |

~~~sql error
FROM skyline_anonymize('t', qi := ['n'], privacy := {'k_anonymity': 1, 'anything': 2});
~~~

~~~
an old error
~~~

~~~text
SELECT this is not run
~~~
`

const currentPage = "# Page\n" + `
~~~sql
CREATE TABLE t AS FROM (VALUES (1, 'a|b'), (22, NULL)) AS v(n, s);   -- a comment; it ends here
SELECT n, s, n / 4 AS share FROM t ORDER BY n   -- a comment
~~~

|   n | s    | share |
| --: | ---- | ----: |
|   1 | a\|b |  0.25 |
|  22 | NULL |   5.5 |

Prose.

~~~sql
SELECT sum(n) FROM t;
~~~

| sum(n) |
| -----: |
|     23 |

Prose.

~~~sql
CREATE TABLE u AS FROM t;
~~~

A sentence, and then
| an author's | table |

~~~sql error
FROM skyline_anonymize('t', qi := ['n'], privacy := {'k_anonymity': 1, 'anything': 2});
~~~

~~~
Invalid Input Error: skyline_anonymize: privacy has no requirement 'anything'; the requirements are
'k_anonymity', 'distinct_diversity', 'entropy_diversity', 'recursive_diversity', 'max_share', 't_closeness',
'beta_likeness', 'delta_disclosure', 'proximity', 'variance', 'negations', 'implications', 'presence',
'k_map', 'journalist_risk', 'average_risk', 'population_uniqueness', 'skyline' and 'known_columns'
~~~

~~~text
SELECT this is not run
~~~
`

func TestPageRun(t *testing.T) {
	db := sqltest.Open(t, "")
	want := strings.ReplaceAll(currentPage, "~~~", "```")
	got := page.Run(t, db, strings.ReplaceAll(oldPage, "~~~", "```"))
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if again := page.Run(t, sqltest.Open(t, ""), want); again != want {
		t.Errorf("a page that is up to date became\n%s", again)
	}
}

func TestPageErrors(t *testing.T) {
	conn, err := sqltest.Open(t, "").Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, c := range []struct{ text, want string }{
		{"~~~sql\nSELECT 1", "line 1: the block does not end"},
		{"\n~~~sql\n-- nothing\n~~~", "line 2: the block is empty"},
		{"~~~sql\nSELECT nothing;\n~~~", "line 1: "},
		{"~~~sql\nSELECT 1;\nSELECT 2;\n~~~", "only the last statement"},
		{"~~~sql error\nSELECT 1;\n~~~", "is to fail, and does not"},
	} {
		_, err := page.Style{}.Rewrite(context.Background(), conn, strings.ReplaceAll(c.text, "~~~", "```"))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: the error is %v, want one with %q", c.text, err, c.want)
		}
	}
}

// TestPageDigits: numbers with decimals are shortened, and texts are not.
func TestPageDigits(t *testing.T) {
	got := page.Style{Digits: 4}.Run(t, sqltest.Open(t, ""), "```sql\nSELECT 2/3 AS x, '1.23456789' AS s;\n```\n")
	if !strings.Contains(got, "| 0.6667 | 1.23456789 |") {
		t.Errorf("the page is\n%s", got)
	}
}

func TestPageShort(t *testing.T) {
	for value, want := range map[string]string{
		"0.6666666666666666":                 "0.6667",
		"0.5":                                "0.5",
		"1.0":                                "1.0",
		"12345.678":                          "12346",
		"-12.3456789":                        "-12.35",
		"1e-07":                              "1e-07",
		"1.2345678e-07":                      "1.235e-07",
		"{St=0.6666666666666666, Pr=0.3333}": "{St=0.6667, Pr=0.3333}",
		"NULL":                               "NULL",
		"inf":                                "inf",
	} {
		if got := page.Short(value, 4); got != want {
			t.Errorf("short(%s) = %s, want %s", value, got, want)
		}
	}
}

func TestPagePlot(t *testing.T) {
	db := sqltest.Open(t, "")
	var drawn []string
	style := page.Style{Plot: func(svg []byte) string {
		drawn = append(drawn, string(svg))
		return "img/one.svg"
	}}
	got := style.Run(t, db, "```sql plot SELECT x, 'a curve' AS name, y\nSELECT x, x * x AS y FROM range(3) AS t(x);\n```\n")
	if !strings.HasSuffix(got, "|   2 |   4 |\n\n![y by x](img/one.svg)\n") {
		t.Errorf("the page ends in another way:\n%s", got)
	}
	if len(drawn) != 1 || !strings.Contains(drawn[0], "<svg") || !strings.Contains(drawn[0], "a curve") {
		t.Errorf("there is no such drawing: %q", drawn)
	}
	_, err := page.Style{}.Rewrite(t.Context(), connect(t, db), "```sql plot SELECT x, x\nSELECT 1 AS x;\n```\n")
	if err == nil {
		t.Error("a page without a place for plots has one")
	}
}

func connect(t *testing.T, db *sql.DB) *sql.Conn {
	t.Helper()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}
