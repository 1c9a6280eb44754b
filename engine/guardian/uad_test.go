package guardian

import (
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/tests/trials"
)

func TestUADHolds(t *testing.T) {
	trials.Long(t)
	r := rand.New(rand.NewPCG(5, 1))
	for range 10_000 {
		m := 3 + r.IntN(6)
		rules := randomRules(r, m, 1+r.IntN(9))
		attributes, _ := allOf(m)
		schema := UAD(attributes, rules)
		holds(t, "UAD", schema, attributes, rules)
		n := 0
		for _, table := range schema {
			n += table.Attributes.Len()
			if table.RHS == None != table.LHS.Empty() {
				t.Fatalf("UAD(%v) = %s", rules, written(schema))
			}
		}
		if n != m {
			t.Fatalf("UAD(%v) = %s, not a partition", rules, written(schema))
		}
		if want := plainUAD(m, rules); written(schema) != written(want) {
			t.Fatalf("UAD(%v) = %s, want %s", rules, written(schema), written(want))
		}
		// Neutral attributes come into the first table, and change nothing else.
		more, _ := allOf(m + 5)
		withMore := UAD(more, rules)
		withMore[0].Attributes = withMore[0].Attributes.Minus(SetOf(m, m+1, m+2, m+3, m+4))
		if written(withMore) != written(schema) {
			t.Fatalf("UAD(%v) = %s, but with five neutral attributes %s", rules, written(schema), written(withMore))
		}
	}
}

// plainUAD is Algorithm 2 with its documented ties, on adjacency matrices, with its
// own DSATUR.
func plainUAD(m int, rules []Rule) []Table {
	var edge [universe][universe]bool
	touched := map[int]bool{}
	for _, r := range rules {
		for a := range members(r.LHS) {
			edge[a][r.RHS] = true
			touched[a], touched[r.RHS] = true, true
		}
	}
	left := sorted(touched)
	var schema []Table
	for len(left) > 0 {
		color := map[int]int{}
		for len(color) < len(left) {
			best, bestSaturation, bestDegree := -1, -1, -1
			for _, a := range left {
				if _, done := color[a]; done {
					continue
				}
				around, degree := map[int]bool{}, 0
				for _, b := range left {
					if edge[a][b] || edge[b][a] {
						degree++
						if c, done := color[b]; done {
							around[c] = true
						}
					}
				}
				if len(around) > bestSaturation || len(around) == bestSaturation && degree > bestDegree {
					best, bestSaturation, bestDegree = a, len(around), degree
				}
			}
			c := 0
			for slices.ContainsFunc(left, func(b int) bool {
				d, done := color[b]
				return done && d == c && (edge[best][b] || edge[b][best])
			}) {
				c++
			}
			color[best] = c
		}
		var class, lhs []int
		v, most := -1, -1
		for _, a := range left { // ascending: the first class of those that tie has the smallest attribute
			var same []int
			for _, b := range left {
				if color[a] == color[b] {
					same = append(same, b)
				}
			}
			w, edges, neighbours := addable(edge, left, same)
			if len(same) > len(class) || len(same) == len(class) && edges > most {
				class, v, most, lhs = same, w, edges, neighbours
			}
		}
		published := class
		rhs := None
		if v >= 0 {
			published = append(slices.Clone(class), v)
			if most > 0 {
				rhs = v
			}
		}
		if rhs == None {
			lhs = nil
		}
		schema = append(schema, Table{SetOf(published...), SetOf(lhs...), rhs})
		left = slices.DeleteFunc(slices.Clone(left), func(a int) bool { return slices.Contains(published, a) })
	}
	for a := range m {
		if !touched[a] {
			schema[0].Attributes = schema[0].Attributes.With(a)
		}
	}
	return schema
}

// addable is Line 5: the attribute to add to a class, and where its edges come from.
func addable(edge [universe][universe]bool, left, class []int) (v, most int, lhs []int) {
	v, most = -1, -1
	for _, a := range left {
		var from []int
		out := slices.Contains(class, a)
		for _, b := range class {
			if edge[b][a] {
				from = append(from, b)
			}
			out = out || edge[a][b]
		}
		if !out && len(from) > most {
			v, most, lhs = a, len(from), from
		}
	}
	return v, most, lhs
}

func TestUAD(t *testing.T) {
	everything, _ := allOf(6)
	for _, test := range []struct {
		name  string
		rules []Rule
		want  string
	}{
		// DSATUR colours zipcode, race, icd, which are connected to each other, then age
		// like zipcode, and hospital and gender like race.
		{"the running example", running, "[0 2 3 4][[0 2 4]->3] [1 5] "},
		{"no rules", nil, "[0 1 2 3 4 5] "},
		{"a rule about attributes that are not there", []Rule{{SetOf(7), 1}, {SetOf(1), 7}}, "[0 1 2 3 4 5] "},
		{"one rule", []Rule{{SetOf(0, 1), 5}}, "[0 1 2 3 4 5][[0 1]->5] "},
		{"one rule whose right side comes first", []Rule{{SetOf(5), 0}}, "[0 1 2 3 4 5][[5]->0] "},
		{"a circle", []Rule{{SetOf(0), 1}, {SetOf(1), 2}, {SetOf(2), 0}}, "[0 1 3 4 5][[0]->1] [2] "},
		{"both ways", []Rule{{SetOf(0), 1}, {SetOf(1), 0}}, "[0 2 3 4 5] [1] "},
	} {
		if got := written(UAD(everything, test.rules)); got != test.want {
			t.Errorf("%s: UAD() = %s, want %s", test.name, got, test.want)
		}
	}
}

func TestUADIsDeterministic(t *testing.T) {
	attributes, rules := benchmarkRules(40, 30, false)
	want := written(UAD(attributes, rules))
	for range 1000 {
		if got := written(UAD(attributes, rules)); got != want {
			t.Fatalf("UAD() = %s, then %s", want, got)
		}
	}
}
