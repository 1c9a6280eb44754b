package cube_test

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/engine/cube"
)

// shown returns a system of cells from 0 on, whole numbers, of which sums are published.
func shown(cells int, sums ...[]int64) *cube.System {
	s := &cube.System{}
	for range cells {
		s.Unknowns = append(s.Unknowns, cube.Unknown{Range: counts, Whole: true})
	}
	for _, sum := range sums {
		terms := make([]cube.Term, 0, len(sum)-1)
		for _, j := range sum[1:] {
			terms = append(terms, cube.Term{Unknown: int32(j), Times: 1})
		}
		s.Sums = append(s.Sums, cube.Sum{Terms: terms, Range: cube.Range{Least: sum[0], Largest: sum[0]}})
	}
	return s
}

func bounds(t *testing.T, s *cube.System, targets [][]cube.Term) []cube.Bounds {
	t.Helper()
	all, err := s.Bounds(t.Context(), targets, 1e8)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func isIn(b cube.Bounds, least, largest int64) bool {
	return b.Exact && b.Least.Cmp(big.NewRat(least, 1)) == 0 && b.Largest.Cmp(big.NewRat(largest, 1)) == 0
}

// TestLinked is the example of sdcTable's tests of linked tables: eight regions, A 2, B 2, I 8, J 8, K 3, L 3, M 3 and N 7, in
// two counties, A B I J and K L M N, and in two groups, L M and all others. Counts up to 3 are hidden. In neither table a hidden
// cell follows; from both K does: the small ones are county 1, K and N.
func TestLinked(t *testing.T) {
	const a, b, k, l, m = 0, 1, 2, 3, 4 // the others are published
	counties := [][]int64{{20 - 16, a, b}, {16 - 7, k, l, m}}
	groups := [][]int64{{6, l, m}, {30 - 16 - 7, a, b, k}}
	for name, table := range map[string][][]int64{"counties": counties, "groups": groups} {
		for j, b := range bounds(t, shown(5, table...), each(5)) {
			if b.Known() != nil || !b.Exact {
				t.Errorf("%s: cell %d in [%v, %v]", name, j, b.Least, b.Largest)
			}
		}
	}
	s := shown(5, slices.Concat(counties, groups)...)
	both := bounds(t, s, each(5))
	for j, want := range [][2]int64{{0, 4}, {0, 4}, {3, 3}, {0, 6}, {0, 6}} {
		if !isIn(both[j], want[0], want[1]) {
			t.Errorf("cell %d in [%v, %v], want %v", j, both[j].Least, both[j].Largest, want)
		}
	}
	if len(both[k].Steps) != 2 || !steps(s, each(5)[k], &both[k]) {
		t.Errorf("K follows by %+v", both[k].Steps)
	}
}

// TestNoSingleMask is the table of 4 x 4 of sdcTable's tests of its simple heuristic: each row and each column has two hidden
// cells or more, and w/b follows all the same, as two rows less two columns. sdcTable's own attack says [0, 141] when x/b is
// hidden as well.
func TestNoSingleMask(t *testing.T) {
	const wa, wb, wc, xa, xc, yb, yd, zb, zd, xb = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
	s := shown(10,
		[]int64{230 - 89, wa, wb, wc}, []int64{250 - 31, xa, xb, xc}, []int64{336 - 92 - 59, yb, yd}, []int64{3127 - 800 - 651, zb, zd},
		[]int64{1012 - 92 - 800, wa, xa}, []int64{1262, wb, xb, yb, zb}, []int64{779 - 59 - 651, wc, xc}, []int64{890 - 89 - 31, yd, zd},
		[]int64{124, xb})
	b := bounds(t, s, each(10))
	if !isIn(b[wb], 47, 47) || !isIn(b[wa], 25, 94) || !steps(s, each(10)[wb], &b[wb]) {
		t.Errorf("w/b in [%v, %v] by %+v, w/a in [%v, %v]", b[wb].Least, b[wb].Largest, b[wb].Steps, b[wa].Least, b[wa].Largest)
	}
	s.Sums = s.Sums[:8]
	if b := bounds(t, s, each(10)); !isIn(b[wb], 0, 141) {
		t.Errorf("with x/b hidden, w/b in [%v, %v]", b[wb].Least, b[wb].Largest)
	}
}

// TestMasks: who knows that masked counts are from 1 to 9 knows more. Of two with the sum 2, each is 1.
func TestMasks(t *testing.T) {
	s := shown(4, []int64{2, 0, 1}, []int64{10, 2, 3}, []int64{5, 0, 2})
	for j, b := range bounds(t, s, each(4)) {
		if b.Known() != nil {
			t.Errorf("cell %d is %v", j, b.Known())
		}
	}
	for j := range s.Unknowns {
		s.Unknowns[j].Range = cube.Range{Least: 1, Largest: 9}
	}
	for j, b := range bounds(t, s, each(4)) {
		if want := []int64{1, 1, 4, 6}[j]; !isIn(b, want, want) || b.Steps != nil {
			t.Errorf("cell %d in [%v, %v] by %v, want %d, which does not follow from equations", j, b.Least, b.Largest, b.Steps, want)
		}
	}
}

// TestAmounts: amounts need not be whole, nor positive. With x + y = 3, x - y = 2 and 2z ≤ 5 of which nothing else is known, x is
// 5/2 and z has no least value; whole numbers there are none.
func TestAmounts(t *testing.T) {
	s := &cube.System{Unknowns: make([]cube.Unknown, 3)}
	for j := range s.Unknowns {
		s.Unknowns[j].Range = cube.Range{NoLeast: true, NoLargest: true}
	}
	s.Sums = []cube.Sum{
		{Terms: []cube.Term{{Unknown: 0, Times: 1}, {Unknown: 1, Times: 1}}, Range: cube.Range{Least: 3, Largest: 3}},
		{Terms: []cube.Term{{Unknown: 0, Times: 1}, {Unknown: 1, Times: -1}}, Range: cube.Range{Least: 2, Largest: 2}},
		{Terms: []cube.Term{{Unknown: 2, Times: 2}}, Range: cube.Range{NoLeast: true, Largest: 5}},
	}
	targets := append(each(3), []cube.Term{{Unknown: 0, Times: 3}, {Unknown: 2, Times: -4}})
	all := bounds(t, s, targets)
	if x := all[0].Known(); x == nil || x.Cmp(big.NewRat(5, 2)) != 0 || !steps(s, targets[0], &all[0]) {
		t.Errorf("x in [%v, %v], want 5/2", all[0].Least, all[0].Largest)
	}
	if z := all[2]; z.Least != nil || z.Largest.Cmp(big.NewRat(5, 2)) != 0 || !z.Exact {
		t.Errorf("z in [%v, %v], want at most 5/2", z.Least, z.Largest)
	}
	if b := all[3]; b.Least.Cmp(big.NewRat(15-20, 2)) != 0 || b.Largest != nil || !b.Exact {
		t.Errorf("3x - 4z in [%v, %v], want at least -5/2", b.Least, b.Largest)
	}
	s.Unknowns[0].Whole = true
	_, err := s.Bounds(t.Context(), targets, 1e8)
	if c, ok := errors.AsType[*cube.Contradiction](err); !ok || !slices.Equal(c.Sums, []int32{0, 1}) {
		t.Errorf("with a whole x: %v", err)
	}
}

// TestLimit: without steps, ranges as they are tightened are returned, and an error only where there is one.
func TestLimit(t *testing.T) {
	s := shown(4, []int64{5, 0, 1}, []int64{7, 2, 3}, []int64{6, 0, 2}, []int64{6, 1, 3})
	all, err := s.Bounds(t.Context(), each(4), 0)
	if err != nil || all[0].Exact || all[0].Least.Sign() != 0 || all[0].Largest.Cmp(big.NewRat(5, 1)) != 0 || all[2].Least.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("%+v, %v", all, err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := s.Bounds(stopped, each(4), 1e8); !errors.Is(err, context.Canceled) {
		t.Errorf("after it was cancelled: %v", err)
	}
}

// TestRefused: what is no system is refused.
func TestRefused(t *testing.T) {
	one := func(terms []cube.Term, r cube.Range) *cube.System {
		return &cube.System{Unknowns: []cube.Unknown{{Range: counts}}, Sums: []cube.Sum{{Terms: terms, Range: r}}}
	}
	x := cube.Term{Unknown: 0, Times: 1}
	for want, s := range map[string]*cube.System{
		"cube: Sums must be ranges whose least number is not above the largest":                  one([]cube.Term{x}, cube.Range{Least: 1}),
		"cube: Sums must be ranges within ±2^52":                                                 one([]cube.Term{x}, cube.Range{Largest: 1<<52 + 1}),
		"cube: Sums must be sums of terms whose unknowns exist, got 1":                           one([]cube.Term{{Unknown: 1, Times: 1}}, cube.Range{}),
		"cube: Sums must be sums of terms with factors within ±(2^31 - 1) that are not 0, got 0": one([]cube.Term{{}}, cube.Range{}),
		"cube: Sums must be sums of terms of different unknowns":                                 one([]cube.Term{x, x}, cube.Range{}),
		"cube: Unknowns must be ranges whose least number is not above the largest":              {Unknowns: []cube.Unknown{{Range: cube.Range{Least: 1}}}},
	} {
		_, err := s.Bounds(t.Context(), nil, 1e6)
		if _, ok := errors.AsType[*engine.ParamError](err); !ok || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
