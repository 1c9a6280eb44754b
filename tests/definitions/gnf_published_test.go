package definitions

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// sqlPublisher publishes through gnf_decompose and gnf_table.
type sqlPublisher struct{ db *sql.DB }

func (p sqlPublisher) publish(t testing.TB, call gnfCall) ([]publication, error) {
	t.Helper()
	var columns, rows []string
	for _, name := range call.original.attributes {
		columns = append(columns, name+" VARCHAR")
	}
	for _, row := range call.original.rows {
		rows = append(rows, "("+strings.Join(literals(row), ", ")+")")
	}
	exec(t, p.db, fmt.Sprintf("CREATE OR REPLACE TABLE original (%s)", strings.Join(columns, ", ")))
	if len(rows) > 0 {
		exec(t, p.db, "INSERT INTO original VALUES "+strings.Join(rows, ", "))
	}
	var rules []string
	for _, r := range call.rules {
		rules = append(rules, fmt.Sprintf("{'lhs': [%s], 'rhs': '%s'}", strings.Join(literals(r.lhs), ", "), r.rhs))
	}
	arguments := fmt.Sprintf("diversity := %d, method := '%s'", call.l, call.method)
	decomposed, err := p.query(fmt.Sprintf("SELECT table_no, rhs, array_to_string(attributes, ' ') FROM gnf_decompose('original', [%s], %s) ORDER BY table_no",
		strings.Join(rules, ", "), arguments))
	if err != nil {
		return nil, err
	}
	var publications []publication
	if call.method == "gd" {
		// The schema may depend on the data, and is kept.
		exec(t, p.db, fmt.Sprintf("SET VARIABLE schema = (SELECT list({'attributes': attributes, 'lhs': lhs, 'rhs': rhs} ORDER BY table_no) FROM gnf_decompose('original', [%s], %s))",
			strings.Join(rules, ", "), arguments))
		arguments += ", tables := getvariable('schema')"
	}
	for _, table := range decomposed.rows {
		published, err := p.query(fmt.Sprintf("FROM gnf_table('original', [%s], %s, %s, strict := %v, seed := %d, other_columns := 'keep')",
			strings.Join(rules, ", "), table[0], arguments, call.strict, call.seed))
		if err != nil {
			return nil, err
		}
		made := publication{publishedTable: published, rhs: table[1]}
		want := strings.Fields(table[2])
		if made.rhs == "NULL" {
			made.rhs = ""
		} else {
			want = append(want, "group_id")
		}
		if !slices.Equal(want, published.attributes) {
			t.Errorf("the columns of gnf_table are %v, want %v", published.attributes, want)
		}
		publications = append(publications, made)
	}
	return publications, nil
}

// query returns a result as texts, with "NULL" for NULL.
func (p sqlPublisher) query(statement string) (publishedTable, error) {
	rows, err := p.db.Query(statement)
	if err != nil {
		return publishedTable{}, err
	}
	defer rows.Close()
	var result publishedTable
	if result.attributes, err = rows.Columns(); err != nil {
		return publishedTable{}, err
	}
	for rows.Next() {
		values := make([]sql.NullString, len(result.attributes))
		pointers := make([]any, len(values))
		for i := range values {
			pointers[i] = &values[i]
		}
		if err := rows.Scan(pointers...); err != nil {
			return publishedTable{}, err
		}
		row := make([]string, len(values))
		for i, v := range values {
			row[i] = "NULL"
			if v.Valid {
				row[i] = v.String
			}
		}
		result.rows = append(result.rows, row)
	}
	return result, rows.Err()
}

func literals(values []string) []string {
	var texts []string
	for _, v := range values {
		if v == "NULL" {
			texts = append(texts, "NULL")
		} else {
			texts = append(texts, "'"+v+"'")
		}
	}
	return texts
}

// testPublished runs a test for both methods, each on a database of its own.
func testPublished(t *testing.T, test func(t *testing.T, f publish, method string)) {
	t.Parallel()
	for _, method := range []string{"uad", "gd"} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			db := openDB(t, "")
			test(t, sqlPublisher{db}.publish, method)
		})
	}
}

// The adversary against the tables that SQL publishes.

func TestPublishedBound(t *testing.T) {
	trials.Long(t)
	testPublished(t, func(t *testing.T, f publish, method string) { checkRandom(t, f, method, false, trials.Number(30, 80)) })
}

func TestPublishedStrictly(t *testing.T) {
	trials.Long(t)
	testPublished(t, func(t *testing.T, f publish, method string) { checkRandom(t, f, method, true, trials.Number(25, 60)) })
}

func TestPublishedPaper(t *testing.T) { testPublished(t, checkPaper) }

func TestPublishedChance(t *testing.T) {
	trials.Long(t)
	testPublished(t, func(t *testing.T, f publish, method string) {
		for _, found := range notLeftToChance(t, f, method) {
			t.Errorf("not left to chance: %s", found)
		}
	})
}
