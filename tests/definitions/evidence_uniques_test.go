package definitions

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// unique is what special_uniques says of a person, as text, or "" for nothing.
func (d *draft) unique(person, most, shown int) string {
	subsets := d.minimal(person, most)
	if len(subsets) == 0 {
		return ""
	}
	score, named := int64(0), [][]string{}
	for i, columns := range subsets {
		score += d.orders(columns, most)
		if i < shown {
			var names []string
			for _, c := range columns {
				names = append(names, d.names[c])
			}
			named = append(named, names)
		}
	}
	return fmt.Sprintf("%d %d %d %q", score, len(subsets[0]), len(subsets), named)
}

// uniques are the rows of special_uniques, in any order: who it is, which is the person or the
// values of a row as DuckDB writes them, and what it says of them.
func (d *draft) uniques(t *testing.T, db *sql.DB, most, shown int) (all []string) {
	t.Helper()
	row, seen := 0, map[int]bool{-1: true}
	sqltest.Scan(t, db, "SELECT "+d.who()+" FROM t ORDER BY rowid", func(rows *sql.Rows) error {
		var is any
		err := rows.Scan(&is)
		if person := d.whose[row]; !seen[person] {
			seen[person] = true
			if says := d.unique(person, most, shown); says != "" {
				all = append(all, fmt.Sprintf("%q %s", is, says))
			}
		}
		row++
		return err
	})
	return all
}

// who is a list in SQL of the texts that say who a row is about.
func (d *draft) who() string {
	if d.person {
		return "[who::VARCHAR]"
	}
	return "[" + strings.Join(d.idents(), "::VARCHAR, ") + "::VARCHAR]"
}

// TestSpecialUniques compares with an enumeration of people, subsets and orders of columns,
// and makes sure that the order of the table's rows does not show.
func TestSpecialUniques(t *testing.T) {
	trials.Long(t)
	eachDraft(t, func(t *testing.T, db *sql.DB, d *draft, people string, rng *rand.Rand) {
		most, shown := 1+rng.IntN(5), rng.IntN(5)
		found := func(table string) (all []string) {
			call := fmt.Sprintf("special_uniques('%s', %s, max_size := %d, max_shown := %d%s)", table, d.list(), most, shown, people)
			last := 0.0
			sqltest.Scan(t, db, "SELECT "+d.who()+", score, fewest_columns, minimal_subsets, subsets FROM "+call, func(rows *sql.Rows) error {
				var is, subsets any
				var score float64
				var fewest, minimal int64
				err := rows.Scan(&is, &score, &fewest, &minimal, &subsets)
				if len(all) > 0 && score > last {
					t.Errorf("%s: a score of %v follows %v", call, score, last)
				}
				last = score
				all = append(all, fmt.Sprintf("%q %.17g %d %d %q", is, score, fewest, minimal, subsets))
				return err
			})
			return all
		}
		got := found("t")
		if again := found("(FROM t ORDER BY hash(rowid + 7))"); !slices.Equal(got, again) {
			t.Errorf("got\n%s\nand of other rows\n%s", strings.Join(got, "\n"), strings.Join(again, "\n"))
		}
		want := d.uniques(t, db, most, shown)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("size %d, shown %d: got\n%s\nwant\n%s", most, shown, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}
