package fulldomain

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"skyline/engine/knowledge"
	"skyline/tests/trials"
)

// TestKeys looks at nodes of tables whose keys take all ways: few combinations of
// labels, many, and more than a word holds; and with many sensitive values.
func TestKeys(t *testing.T) {
	seen := map[string]int{}
	for seed := range trials.Seeds(t, 24, 60) {
		rng := rand.New(rand.NewPCG(seed, 5))
		e := &example{constraint: knowledge.Constraint(rng.IntN(3)), ladders: make([]ladder, 2+rng.IntN(9))}
		for d := range e.ladders {
			e.ladders[d] = randomLadder(rng, 1+rng.IntN(3000), 1+rng.IntN(2))
		}
		e.people = make([]person, 100)
		for i := range e.people {
			p := &e.people[i]
			for _, l := range e.ladders {
				p.codes = append(p.codes, rng.IntN(len(l[0])))
			}
			if i > 0 && rng.IntN(2) == 0 {
				p.codes = e.people[rng.IntN(i)].codes
			}
			p.values = []string{fmt.Sprint(rng.IntN(120))}
		}
		definitions := randomDefinitions(t, rng)
		if len(definitions) == 0 {
			continue
		}
		requirements, names := requirementsOf(definitions)
		table, trees := e.cells(t, rng)
		columns, err := newColumns(table, trees)
		if err != nil {
			t.Fatal(err)
		}
		switch bits := columns[len(columns)-1].shift + columns[len(columns)-1].bits; {
		case words(columns) > 1:
			seen[fmt.Sprint("words ", words(columns))]++
		case bits > 64-numbered:
			seen["one word"]++
		default:
			seen["numbered"]++
		}
		// The nodes of a short chain, so that tables are rolled up from each other.
		p, err := newProblem(table, trees, &Options{Requirements: requirements, Limit: 50})
		if err != nil {
			t.Fatal(err)
		}
		cache, checker := newCache(p.base), p.checker()
		levels := make([]int, len(trees))
		for range 6 {
			d := rng.IntN(len(levels))
			levels[d] = min(levels[d]+1, columns[d].height)
			from := cache.finest(levels)
			v, err := checker.check(t.Context(), from, levels)
			if err != nil {
				t.Fatal(err)
			}
			want, ok := e.nodeOf(levels, definitions, 50)
			if v.safe != ok || ok && show([]Node{v.node}, false) != show([]Node{want}, false) {
				t.Fatalf("seed %d, %v: %v %+v, want %v %+v", seed, names, v.safe, v.node, ok, want)
			}
			if v.table != nil && isWorth(v.table, from) {
				cache.add(v.table.clone())
			}
		}
	}
	t.Log(seen)
	if len(seen) < 4 {
		t.Errorf("only %v", seen)
	}
}
