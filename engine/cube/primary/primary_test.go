package primary

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
)

// cellOf is the cell of some contributions.
func cellOf(contributions []int64, largest int64) *Cell {
	sorted := slices.Clone(contributions)
	slices.Sort(sorted)
	slices.Reverse(sorted)
	c := &Cell{People: int64(len(sorted))}
	total := new(big.Int)
	for i, x := range sorted {
		total.Add(total, big.NewInt(x))
		if int64(i) < largest {
			c.Largest = append(c.Largest, Contribution{x, 1})
		}
	}
	c.Total = amountOf(total)
	return c
}

func amountOf(n *big.Int) Amount {
	high, low := new(big.Int).DivMod(n, big.NewInt(1<<lowBits), new(big.Int))
	return Amount{high.Int64(), low.Int64()}
}

func (s Share) rat() *big.Rat { return big.NewRat(s.Num, s.Den) }

func has(v Verdict, r Rule) bool { return v.Broken>>r&1 == 1 }

// multisets calls f with each multiset of at most n numbers up to most, the largest last.
func multisets(n int, most int64, f func(contributions []int64)) {
	var extend func(soFar []int64, from int64)
	extend = func(soFar []int64, from int64) {
		f(soFar)
		if len(soFar) == n {
			return
		}
		for x := from; x <= most; x++ {
			extend(append(slices.Clone(soFar), x), x)
		}
	}
	extend(nil, 0)
}

// TestByDefinition compares the rules about contributions with who can bound whom, on all cells of up to
// four contributors, at shares that the cells meet exactly and on both sides of them.
func TestByDefinition(t *testing.T) {
	shares := []Share{{1, 10}, {1, 4}, {1, 3}, {1, 2}, {2, 3}, {3, 4}, {9, 10}, {1, 1}}
	for i, s := range shares {
		r := &Rules{P: s, Dominance: []NK{{int64(1 + i%3), s}}, Unit: 1}
		if p := shares[(3*i)%len(shares)]; p.rat().Cmp(s.rat()) < 0 {
			r.PQ = [2]Share{p, s}
		}
		if err := r.Check(); err != nil {
			t.Fatal(err)
		}
		multisets(4, 6, func(contributions []int64) {
			v, err := r.Verdict(cellOf(contributions, r.Largest()))
			if err != nil {
				t.Fatal(contributions, err)
			}
			if got, want := has(v, PPercent), canBound(contributions, s.rat(), rat(1)); got != want {
				t.Errorf("p of %v, %v: broken %v, want %v", s, contributions, got, want)
			}
			if got, want := has(v, Dominance), dominate(contributions, int(r.Dominance[0].N), s.rat()); got != want {
				t.Errorf("dominance of %v, %v: broken %v, want %v", r.Dominance, contributions, got, want)
			}
			if pq := r.PQ; pq[0].Den > 0 {
				if got, want := has(v, PQ), canBound(contributions, pq[0].rat(), pq[1].rat()); got != want {
					t.Errorf("pq of %v, %v: broken %v, want %v", pq, contributions, got, want)
				}
			}
		})
	}
}

// TestLargeNumbers is TestByDefinition for numbers whose products take all words: a unit decides.
func TestLargeNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		p := Share{1 + random.Int64N(MaxDen-1), MaxDen}
		n := 3 + random.IntN(3)
		r := &Rules{P: p, Dominance: []NK{{2, p}}, Unit: 1}
		contributions := make([]int64, n)
		for i := range contributions {
			contributions[i] = random.Int64N(1 << 62)
		}
		// The rest is within one of p x₁, or the two largest of k X.
		slices.Sort(contributions)
		largest := contributions[n-1]
		rest := new(big.Int).Div(new(big.Int).Mul(big.NewInt(largest), big.NewInt(p.Num)), big.NewInt(p.Den)).Int64() - 1 + random.Int64N(3)
		if rest >= 0 {
			contributions = []int64{rest, largest, largest}
		}
		v, err := r.Verdict(cellOf(contributions, 2))
		if err != nil {
			t.Fatal(contributions, err)
		}
		if got, want := has(v, PPercent), canBound(contributions, p.rat(), rat(1)); got != want {
			t.Errorf("p of %v, %v: broken %v, want %v", p, contributions, got, want)
		}
		total, sum := new(big.Int), new(big.Int)
		for i, x := range contributions {
			total.Add(total, big.NewInt(x))
			if i >= len(contributions)-2 {
				sum.Add(sum, big.NewInt(x))
			}
		}
		want := new(big.Rat).SetInt(sum).Cmp(new(big.Rat).Mul(p.rat(), new(big.Rat).SetInt(total))) > 0
		if got := has(v, Dominance); got != want {
			t.Errorf("dominance of %v, %v: broken %v, want %v", p, contributions, got, want)
		}
	}
}

// TestWeights compares weights with contributors who are there as many times, and halves of them
// with twice as many contributors of half the contribution.
func TestWeights(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		var spread []int64
		halves := &Cell{}
		total := new(big.Int)
		for range 1 + random.IntN(3) {
			x, w := random.Int64N(9), 1+random.Int64N(3)
			halves.People++
			halves.Largest = append(halves.Largest, Contribution{x, 10 * w})
			total.Add(total, big.NewInt(x*10*w))
			for range w {
				spread = append(spread, x)
			}
		}
		halves.Total = amountOf(total)
		slices.SortFunc(halves.Largest, func(a, b Contribution) int { return int(b.Value - a.Value) })
		k := Share{1 + random.Int64N(10), 10}
		plain := &Rules{P: k, Dominance: []NK{{1 + random.Int64N(4), k}}, PQ: [2]Share{{1, 20}, k}, Unit: 1}
		weighted := *plain
		weighted.Unit = 10
		want, err := plain.Verdict(cellOf(spread, plain.Largest()))
		if err != nil {
			t.Fatal(err)
		}
		got, err := weighted.Verdict(halves)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%v with weights: %+v, want %+v", halves.Largest, got, want)
		}
	}
	// Manual of τ-Argus: 100 with weight 4 and 10 with weight 7 sum to 470, of which the two
	// largest are 200, and the first one and a half 150.
	c := &Cell{People: 2, Total: amountOf(big.NewInt(4700)), Largest: []Contribution{{100, 40}, {10, 70}}}
	r := &Rules{Dominance: []NK{{2, Share{1, 10}}}, Unit: 10}
	if v, err := r.Verdict(c); err != nil || v.Achieved != 200.0/470*100 && v.Achieved != percent(wide{200}, wide{470}) {
		t.Errorf("the two largest have %v %%, want 200 of 470, %v", v.Achieved, err)
	}
	c = &Cell{People: 2, Total: amountOf(big.NewInt(1500 + 50*15)), Largest: []Contribution{{100, 15}, {50, 15}}}
	if v, _ := r.Verdict(c); v.Achieved != percent(wide{100*15 + 50*5}, wide{1500 + 50*15}) {
		t.Errorf("the two largest of 1.5 and 1.5 have %v %%", v.Achieved)
	}
}

// TestLines asks on all lines of few people in three columns what the columns tell: who is in the line and knows
// where they are themselves learns where somebody else is if all others are in one column.
func TestLines(t *testing.T) {
	r := &Rules{Group: 2, Difference: 3, Unit: 1}
	for code := range 5 * 5 * 5 {
		columns := []int64{int64(code % 5), int64(code / 5 % 5), int64(code / 25)}
		people := columns[0] + columns[1] + columns[2]
		for i, n := range columns {
			v, err := r.Verdict(&Cell{People: n, Lines: []int64{NoLine, people}})
			if err != nil {
				t.Fatal(err)
			}
			group := false
			for j, others := range columns { // the attacker is in column j, or an outsider
				all := slices.Clone(columns)
				if others > 0 {
					all[j]--
				}
				for _, known := range [][]int64{all, columns} {
					rest := known[0] + known[1] + known[2]
					group = group || n > 0 && known[i] == rest
				}
			}
			if has(v, Group) != group {
				t.Errorf("%d of %v: group disclosure %v, want %v", i, columns, !group, group)
			}
			if want := n > 0 && (people-n == 1 || people-n == 2); has(v, Difference) != want {
				t.Errorf("%d of %v: difference %v, want %v", i, columns, !want, want)
			}
			if v.Broken != 0 && (v.Line != 1 || v.Achieved != float64(people-n)) {
				t.Errorf("%d of %v: %+v, want line 1 with %d", i, columns, v, people-n)
			}
		}
	}
}

// TestThreshold is about the numbers next to it, zeros, and which rule is the gravest.
func TestThreshold(t *testing.T) {
	for _, test := range []struct {
		people int64
		zeros  bool
		broken bool
	}{{0, false, false}, {0, true, true}, {1, false, true}, {9, true, true}, {10, true, false}, {11, false, false}} {
		r := &Rules{Threshold: 10, Zeros: test.zeros, Group: 100, Unit: 1}
		v, err := r.Verdict(&Cell{People: test.people, Lines: []int64{20}})
		if err != nil || has(v, Threshold) != test.broken {
			t.Errorf("%+v: %+v, %v", test, v, err)
		}
		if test.broken && (v.Rule != Threshold || v.Achieved != float64(test.people) || v.Required != 10) {
			t.Errorf("%+v: the gravest rule is %+v", test, v)
		}
	}
}

func TestRefuses(t *testing.T) {
	for name, r := range map[string]Rules{
		"unit": {}, "threshold": {Threshold: -1, Unit: 1}, "group": {Group: -1, Unit: 1}, "difference": {Difference: -1, Unit: 1},
		"n": {Dominance: []NK{{0, Share{1, 2}}}, Unit: 1}, "k": {Dominance: []NK{{1, Share{3, 2}}}, Unit: 1},
		"p": {P: Share{1, 2 * MaxDen}, Unit: 1}, "pq": {PQ: [2]Share{{1, 2}, {1, 2}}, Unit: 1}, "q": {PQ: [2]Share{{1, 2}, {0, 1}}, Unit: 1},
	} {
		if err := r.Check(); !errors.Is(err, &engine.ParamError{Package: pkg}) {
			t.Errorf("%s: %v", name, err)
		}
	}
	r := &Rules{P: Share{1, 2}, Unit: 10}
	for name, c := range map[string]*Cell{
		"people": {People: -1}, "total": {Total: Amount{-1, 0}}, "low": {Total: Amount{0, 1 << 62}},
		"order": {Total: Amount{0, 900}, Largest: []Contribution{{1, 10}, {2, 10}}}, "weight": {Total: Amount{0, 900}, Largest: []Contribution{{1, 9}}},
		"negative": {Largest: []Contribution{{-1, 10}}}, "sum": {Total: Amount{0, 99}, Largest: []Contribution{{10, 10}}}, "line": {People: 3, Lines: []int64{2}},
	} {
		if _, err := r.Verdict(c); !errors.Is(err, &engine.ParamError{Package: pkg}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
