package release

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// operator is one of DuckDB's plan. The first child of a join is what is looked up in a hash
// table of the second.
type operator struct {
	Name     string     `json:"name"`
	Children []operator `json:"children"`
}

// has reports whether an operator of such a name is below this one, or is it.
func (o *operator) has(name string) bool {
	return strings.TrimSpace(o.Name) == name || slices.ContainsFunc(o.Children, func(child operator) bool { return child.has(name) })
}

// last returns the lowest operator of such a name that has ordered rows below it.
func (o *operator) last(name string) *operator {
	for i := range o.Children {
		if below := o.Children[i].last(name); below != nil {
			return below
		}
	}
	if strings.TrimSpace(o.Name) == name && o.has("ORDER_BY") {
		return o
	}
	return nil
}

// TestOrderedRowsAreNotHashed: labels are looked up for rows in the order of the release, and
// not the rows for the labels, which takes longer and much memory, and puts them into another
// order. DuckDB decides by how many groups and values it expects.
func TestOrderedRowsAreNotHashed(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	for _, columns := range []int{1, 8} {
		var list, names []string
		for i := range columns {
			names = append(names, fmt.Sprint("q", i))
			list = append(list, fmt.Sprintf("(hash(i, %d) %% %d)::VARCHAR AS q%[1]d", i, 10+20_000*(i%2)))
		}
		exec(t, db, "CREATE OR REPLACE TABLE people AS SELECT "+strings.Join(list, ", ")+", i % 7 AS s FROM range(50000) AS t(i)")
		for _, call := range []string{"skyline_anonymize('people', %s, sensitive := 's', privacy := {'k_anonymity': 5}, other_columns := 'keep')", "local_suppression('people', %s, sensitive := 's', privacy := {'k_anonymity': 5}, other_columns := 'keep')"} {
			var plan []operator
			scan(t, db, "EXPLAIN (FORMAT json) FROM "+fmt.Sprintf(call, "qi := ['"+strings.Join(names, "', '")+"']"), func(rows *sql.Rows) error {
				var kind, text string
				if err := rows.Scan(&kind, &text); err != nil {
					return err
				}
				return json.Unmarshal([]byte(text), &plan)
			})
			root := operator{Children: plan}
			join := root.last("HASH_JOIN")
			if join == nil || len(join.Children) != 2 {
				t.Fatalf("%d columns: no join of ordered rows", columns)
			}
			if join.Children[1].has("ORDER_BY") {
				t.Errorf("%s, %d columns: a hash table of the rows", call, columns)
			}
		}
	}
}
