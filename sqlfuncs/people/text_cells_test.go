package people

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/sqlfuncs/host"
)

// texts are values, and "NULL" stands for NULL; they are met in any order. The order of their
// bytes is not that of any alphabet.
var texts = []string{"b", "a", "", "ä", "Z", "NULL", "\xff", "aa", "B"}

func textOf(text string) sql.Null[host.Bytes] {
	return sql.Null[host.Bytes]{V: host.Bytes(text), Valid: text != "NULL"}
}

// inOrder returns different texts in the order of their bytes, NULL last.
func inOrder(of map[string]bool) []string {
	sorted := slices.Sorted(maps.Keys(of))
	if of["NULL"] {
		sorted = append(slices.DeleteFunc(sorted, func(text string) bool { return text == "NULL" }), "NULL")
	}
	return sorted
}

// TestTextCells: cells and hierarchies that are gathered in several states have, by the places
// of the texts among all that either has, the same people and labels as were added.
func TestTextCells(t *testing.T) {
	names := []string{"x", "y"}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4))
		domains := []map[string]bool{{}, {}}
		people, labels := map[string]int64{}, map[string]string{}
		cells, paths := make([]*TextCells, 3), make([]*Paths, 3)
		for i := range cells {
			cells[i], paths[i] = new(TextCells), new(Paths)
		}
		for d := range domains {
			for i, text := range texts {
				if rng.IntN(3) == 0 {
					continue
				}
				domains[d][text] = true
				label := fmt.Sprint(i % 2)
				labels[fmt.Sprint(d, " ", text)] = label
				for level, label := range []string{label, "*"} {
					row := &path{Column: int64(d), Value: textOf(text), Level: int64(level) + 1, Label: host.Some(label)}
					if err := paths[rng.IntN(3)].column(d).add(row); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		if len(domains[0]) == 0 || len(domains[1]) == 0 {
			continue
		}
		for range rng.IntN(60) {
			c := &textCell{ValuesPerPerson: One}
			key := ""
			for d := range domains {
				domain := inOrder(domains[d])
				text := domain[rng.IntN(len(domain))]
				key += " " + text
				c.Values = append(c.Values, textOf(text))
			}
			n := 1 + rng.Int64N(9)
			c.Histogram = host.Bytes("\x02s" + string(rune(n)))
			people[key] += n
			if err := cells[rng.IntN(3)].add(c); err != nil {
				t.Fatal(err)
			}
		}
		for i := range cells[1:] {
			if err := cells[0].merge(cells[i+1]); err != nil {
				t.Fatal(err)
			}
			for d := range paths[i+1].columns {
				if err := paths[0].column(d).merge(&paths[i+1].columns[d]); err != nil {
					t.Fatal(err)
				}
			}
		}
		table, trees, err := cells[0].Over(context.Background(), paths[0], names, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, gotLabels := map[string]int64{}, map[string]string{}
		for i, n := range table.N {
			key := ""
			for d := range names {
				key += " " + inOrder(domains[d])[table.Codes[d][i]]
			}
			got[key] += n
		}
		for d := range names {
			for code, text := range inOrder(domains[d]) {
				gotLabels[fmt.Sprint(d, " ", text)] = trees[d].Label(int32(code), 1)
			}
		}
		if diff := cmp.Diff(people, got); diff != "" {
			t.Fatalf("seed %d, people (-want +got):\n%s", seed, diff)
		}
		if diff := cmp.Diff(labels, gotLabels); diff != "" {
			t.Fatalf("seed %d, labels (-want +got):\n%s", seed, diff)
		}
	}
}

// TestTextCellsErrors: what is not of one plan is an error, and a table of nobody is none.
func TestTextCellsErrors(t *testing.T) {
	one := func(values ...string) *TextCells {
		c := &textCell{ValuesPerPerson: One, Histogram: "\x02s\x01"}
		for _, text := range values {
			c.Values = append(c.Values, textOf(text))
		}
		cells := new(TextCells)
		if err := cells.add(c); err != nil {
			t.Fatal(err)
		}
		return cells
	}
	if one("a").add(&textCell{ValuesPerPerson: One, Histogram: "\x02s\x01"}) == nil {
		t.Error("cells of different columns are no error")
	}
	if one("a").merge(one("a", "b")) == nil {
		t.Error("states of different columns are no error")
	}
	if _, _, err := one("a").Over(context.Background(), new(Paths), []string{"x", "y"}, nil); err == nil {
		t.Error("cells of other columns than are named are no error")
	}
	if _, _, err := one("a").Over(context.Background(), new(Paths), []string{"x"}, nil); err == nil {
		t.Error("a value without a path is no error")
	}
	paths := new(Paths)
	if err := paths.column(0).add(&path{Value: textOf("a"), Level: 1, Label: host.Some("*")}); err != nil {
		t.Fatal(err)
	}
	table, trees, err := new(TextCells).Over(context.Background(), paths, []string{"x"}, nil)
	if err != nil || len(table.N) != 0 || trees[0].Values() != 1 || !paths.Has(0) || paths.Has(1) {
		t.Errorf("of nobody: %v, %v", table, err)
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := one("a").Over(canceled, paths, []string{"x"}, nil); err == nil {
		t.Error("a cancelled search goes on")
	}
}
