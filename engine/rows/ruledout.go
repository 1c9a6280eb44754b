package rows

import (
	"cmp"
	"math"
	"slices"

	"skyline/engine/partition"
)

// ruledOut is the search for at most l values that make Π R of a target largest, with k rows
// known in one of its groups or in none.
type ruledOut struct {
	*view
	parts []Part
	known int // which of parts, -1 for none
	// values are those that may be ruled out, counts how often each occurs in each part's group.
	values []int32
	counts [][]int64
	sums   []int64 // of what is chosen, by part
	chosen []int32
	best   oddsFound
}

// oddsFound is Π R with the values that are ruled out.
type oddsFound struct {
	product
	values []int32
}

// ruleOut returns the largest Π R of a target.
//
// Errors: ErrTooLarge.
func (v *view) ruleOut(target *Profile, known int) (*oddsFound, error) {
	s := &ruledOut{view: v, parts: target.Parts, known: known, sums: make([]int64, len(target.Parts))}
	s.best.product = s.product()
	if v.p.L == 0 || math.IsInf(s.best.log, 1) {
		return &s.best, nil
	}
	s.collect()
	err := s.choose(0, v.p.L)
	return &s.best, err
}

// collect lists the values that are of use, the most frequent first.
func (s *ruledOut) collect() {
	at := map[int32]int{}
	s.eachCount(true, func(_ int, c partition.Count) {
		if _, ok := at[c.Value]; !ok {
			at[c.Value] = len(s.values)
			s.values = append(s.values, c.Value)
			s.counts = append(s.counts, make([]int64, len(s.parts)))
		}
	})
	fill := func(i int, c partition.Count) {
		if j, ok := at[c.Value]; ok {
			s.counts[j][i] = c.N
		}
	}
	s.eachCount(true, fill)
	s.eachCount(false, fill)
	weights := make([]float64, len(s.values))
	for j := range s.values {
		for i, part := range s.parts {
			if c := s.has[part.Group]; c > 0 {
				weights[j] += float64(s.counts[j][i]) * float64(part.Rows) * float64(c) / math.Pow(float64(s.rowsOf(part.Group)), 2)
			}
		}
	}
	order := make([]int, len(s.values))
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(weights[b], weights[a]), cmp.Compare(s.values[a], s.values[b]))
	})
	values, counts := make([]int32, len(order)), make([][]int64, len(order))
	for to, from := range order {
		values[to], counts[to] = s.values[from], s.counts[from]
	}
	s.values, s.counts = values, counts
}

// eachCount calls f with the other values of the target's groups that have the value, or of
// those that do not.
func (s *ruledOut) eachCount(having bool, f func(part int, c partition.Count)) {
	for i, part := range s.parts {
		if s.has[part.Group] > 0 != having {
			continue
		}
		for _, c := range s.table.Groups[part.Group].Counts {
			if c.Value != s.value {
				f(i, c)
			}
		}
	}
}

// product is Π R with what is chosen.
func (s *ruledOut) product() product {
	return s.with(func(int) int64 { return 0 })
}

// with is Π R where more rows of each part's group have values that are ruled out.
func (s *ruledOut) with(more func(part int) int64) product {
	p := one
	for i, part := range s.parts {
		if s.has[part.Group] == 0 {
			continue
		}
		k := int64(0)
		if i == s.known {
			k = s.p.K
		}
		t, certain := s.odds(part, s.sums[i]+more(i), k)
		if certain {
			return product{log: math.Inf(1)}
		}
		p.times(t)
	}
	p.sort()
	return p
}

// isPossible reports whether the target can have none of what is chosen.
func (s *ruledOut) isPossible() bool {
	for i, part := range s.parts {
		if s.rowsOf(part.Group)-s.sums[i] < part.Rows {
			return false
		}
	}
	return true
}

// bound is what Π R can be at most with so many more values, from one on: as if they were
// chosen in each group by itself.
func (s *ruledOut) bound(from int, left int64) product {
	return s.with(func(i int) int64 {
		var top []int64 // the most frequent of the rest, by rising count
		for j := from; j < len(s.values); j++ {
			n := s.counts[j][i]
			if n == 0 || int64(len(top)) == left && n <= top[0] {
				continue
			}
			if int64(len(top)) == left {
				top = top[1:]
			}
			at, _ := slices.BinarySearch(top, n)
			top = slices.Insert(top, at, n)
		}
		more := int64(0)
		for _, n := range top {
			more += n
		}
		return more
	})
}

// choose looks at all ways to add values, from one on.
func (s *ruledOut) choose(from int, left int64) error {
	for j := from; j < len(s.values) && left > 0 && !math.IsInf(s.best.log, 1); j++ {
		if err := s.work(len(s.parts) * (len(s.values) - j)); err != nil {
			return err
		}
		if b := s.bound(j, left); !s.isLess(&s.best.product, &b) {
			return nil
		}
		for i, n := range s.counts[j] {
			s.sums[i] += n
		}
		s.chosen = append(s.chosen, s.values[j])
		if s.isPossible() {
			p := s.product()
			if s.isLess(&s.best.product, &p) {
				s.best = oddsFound{p, slices.Clone(s.chosen)}
			}
			if err := s.choose(j+1, left-1); err != nil {
				return err
			}
		}
		s.chosen = s.chosen[:len(s.chosen)-1]
		for i, n := range s.counts[j] {
			s.sums[i] -= n
		}
	}
	return nil
}
