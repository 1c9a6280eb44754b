package fulldomain

import (
	"encoding/binary"
	"slices"
	"testing"
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

// TestAdult: what ARX finds best, with the numbers that it reports, is among the safe
// generalizations.
func TestAdult(t *testing.T) {
	for _, s := range settings {
		table, trees := s.data(t)
		if size := LatticeSize(trees); size != 2160 {
			t.Fatalf("the lattice has %d nodes", size)
		}
		r, err := Search(t.Context(), table, trees, Options{Requirements: s.requirements, Limit: s.limit, Which: Safe})
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(r.Nodes, func(n Node) bool { return slices.Equal(n.Levels, s.levels) })
		if at < 0 {
			t.Errorf("%s: %v is not safe", s.name, s.levels)
			continue
		}
		n := r.Nodes[at]
		if n.Suppressed != s.suppressed || n.Groups != s.groups || n.Smallest != s.smallest {
			t.Errorf("%s: %+v, want %+v", s.name, n, s)
		}
		t.Logf("%s: of %d safe ones of %d checked, best %+v, and %d: %+v", s.name, len(r.Nodes), r.Checked, r.Nodes[0], at, n)
	}
}
