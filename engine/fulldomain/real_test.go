package fulldomain

import (
	"encoding/binary"
	"slices"
	"testing"

	"skyline/engine/privacy"
	"skyline/tests/trials"
)

// histogram encodes counts of values, and of people if that is not negative, as
// partition.Builder documents.
func histogram(counts map[string]int, people int) string {
	var texts []string
	for v := range counts {
		texts = append(texts, v)
	}
	slices.Sort(texts)
	var b []byte
	if people >= 0 {
		b = binary.AppendUvarint(append(b, 0), uint64(people))
	}
	for _, v := range texts {
		b = append(binary.AppendUvarint(b, uint64(len(v)+1)), v...)
		b = binary.AppendUvarint(b, uint64(counts[v]))
	}
	return string(b)
}

// TestAdult: what ARX finds best is best, with the numbers that it reports.
func TestAdult(t *testing.T) {
	trials.Long(t)
	for _, s := range settings {
		table, trees := s.data(t)
		if size := LatticeSize(trees); size != 2160 {
			t.Fatalf("the lattice has %d nodes", size)
		}
		for _, which := range []Which{Best, Safe} {
			r, err := Search(t.Context(), table, trees, Options{Requirements: s.requirements, Limit: s.limit, Which: which})
			if err != nil {
				t.Fatal(err)
			}
			n := r.Nodes[0]
			if !slices.Equal(n.Levels, s.levels) || n.Suppressed != s.suppressed || n.Groups != s.groups || n.Smallest != s.smallest {
				t.Errorf("%s: %+v, want %+v", s.name, n, s)
			}
		}
	}
}

// TestReal: the minimal generalizations of real tables are safe, and no other is. As
// merging keeps k-anonymity, for this the most general ones that are above none of
// them have to be looked at; each is made of the table itself.
func TestReal(t *testing.T) {
	for _, set := range []string{"adult", "fars"} {
		names, columns := adultQI, 7
		if set == "fars" {
			names, columns = nil, 8
		}
		table, trees := real(t, set, names, "")
		if len(trees) != columns {
			t.Fatalf("%d columns", len(trees))
		}
		options := Options{Requirements: []privacy.Requirement{privacy.KAnonymity(5)}, Workers: 2}
		r, err := Search(t.Context(), table, trees, options)
		if err != nil {
			t.Fatal(err)
		}
		p, err := newProblem(table, trees, &options)
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range r.Nodes {
			if small := smallest(p, n.Levels); small < 5 || small != n.Smallest {
				t.Errorf("%s: %v has a group of %d, want %d", set, n.Levels, small, n.Smallest)
			}
			if slices.ContainsFunc(r.Nodes[:i], func(o Node) bool { return below(o.Levels, n.Levels) || below(n.Levels, o.Levels) }) {
				t.Errorf("%s: %v is not minimal", set, n.Levels)
			}
		}
		l, levels := newLattice(p.columns, 0), make([]int, columns)
		isAbove := func() bool {
			return slices.ContainsFunc(r.Nodes, func(n Node) bool { return below(n.Levels, levels) })
		}
		looked := 0
		for node := range l.tags {
			if l.levelsOf(int64(node), levels); isAbove() {
				continue
			}
			most := true
			for d := range levels {
				if levels[d] < l.heights[d] {
					levels[d]++
					most = most && isAbove()
					levels[d]--
				}
			}
			if most {
				looked++
				if small := smallest(p, levels); small >= 5 {
					t.Errorf("%s: %v is missing", set, levels)
				}
			}
		}
		t.Logf("%s: %d minimal nodes, %d just not safe, %d checked of %d", set, len(r.Nodes), looked, r.Checked, len(l.tags))
	}
}

// smallest returns the people of the smallest group, grouped by the labels' numbers.
func smallest(p *problem, levels []int) int64 {
	groups := map[[8]int32]int64{}
	for g, n := range p.base.people {
		var key [8]int32
		for d := range p.columns {
			c := &p.columns[d]
			key[d] = c.labels[levels[d]][c.some[0][c.labelOf(p.base.keys[c.word][g])]]
		}
		groups[key] += n
	}
	least := int64(1 << 62)
	for _, n := range groups {
		least = min(least, n)
	}
	return least
}
