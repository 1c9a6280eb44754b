package jump

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// isSymmetric reports that for any two people of a group of g_i there is a permutation
// of people that swaps them, and maps every live generalization, and each group of g_i,
// to itself. The disclosure set is then as symmetric, and everybody's shares in it are
// those of his group, provided that it is not empty.
//
// It looks at generalizations only that are nested, where that is so if siblings are
// alike.
func (v *view) isSymmetric() bool {
	if v.without(ofSymmetry) {
		return false
	}
	t := v.table
	chain := slices.Clone(v.live)
	slices.SortStableFunc(chain, func(a, b int) int {
		return cmp.Compare(len(t.generalizations[a-1].members), len(t.generalizations[b-1].members))
	})
	above := v.i
	for _, j := range chain {
		if !t.finer[j-1][above-1] {
			return false
		}
		above = j
	}
	for _, cells := range t.generalizations[v.i-1].members {
		if _, ok := t.shape(cells, chain); !ok {
			return false
		}
	}
	return true
}

// shape describes how generalizations, from coarse to fine, divide cells, if they do so
// into parts that are alike, again and again.
func (t *Table) shape(cells []int32, chain []int) (string, bool) {
	if len(chain) == 0 {
		return strconv.FormatInt(t.size(cells), 10), true
	}
	parts := t.split([][]int32{cells}, chain[:1])
	first, ok := t.shape(parts[0], chain[1:])
	for _, part := range parts[1:] {
		if shape, alike := t.shape(part, chain[1:]); !alike || shape != first {
			return "", false
		}
	}
	return fmt.Sprintf("%d×(%s)", len(parts), first), ok
}

// keyOf tells signatures of g_j apart.
func keyOf(j int, signature []histogram) string {
	var b strings.Builder
	fmt.Fprint(&b, j)
	for _, h := range signature {
		b.WriteByte('|')
		for _, c := range h {
			fmt.Fprintf(&b, "%d:%d,", c.Value, c.N)
		}
	}
	return b.String()
}
