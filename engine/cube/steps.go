package cube

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"slices"

	"skyline/engine/internal/budget"
	"skyline/engine/internal/disjoint"
)

// An explainer knows how unknowns follow from equations alone, whatever their ranges are.
type explainer struct {
	s *System
	// when says for each unknown in which order it follows: 0 if it is known beforehand, never if it does not follow from sums
	// in which all others are known. by is the sum from which it follows.
	when, by []int32
	core     disjoint.Sets // unknowns that never follow so, by what equations connect
	open     []int32       // the equations that connect them
	combined [][]term      // of a target, sums that leave only unknowns that follow
}

const never = math.MaxInt32

// A term is a sum, or an unknown, and its factor.
type term struct {
	of    int32
	times fraction
}

// explain adds the steps to the bounds of targets that have one value, where it follows from equations. It takes at most so
// many steps.
//
// Errors: the context's.
func (s *System) explain(ctx context.Context, targets [][]Term, bounds []Bounds, limit float64) error {
	if !slices.ContainsFunc(bounds, func(b Bounds) bool { return b.Known() != nil }) {
		return nil
	}
	e := s.newExplainer()
	e.combined = make([][]term, len(targets))
	steps := budget.New(ctx, limit)
	if err := e.combine(targets, bounds, steps); err != nil && !isLimit(err) {
		return err
	}
	for i := range bounds {
		if bounds[i].Known() == nil {
			continue
		}
		var err error
		if bounds[i].Steps, err = e.steps(targets[i], e.combined[i], bounds[i].Least, steps); err != nil {
			if isLimit(err) {
				err = nil
			}
			return err
		}
	}
	return nil
}

// newExplainer finds what follows from sums of which all other unknowns are known, one after the other.
func (s *System) newExplainer() *explainer {
	n := len(s.Unknowns)
	e := &explainer{s: s, when: make([]int32, n), by: make([]int32, n), core: disjoint.New(n)}
	for j := range e.when {
		if !s.Unknowns[j].single() {
			e.when[j] = never
		}
	}
	box := newBox(s)
	left, mixed := make([]int32, len(s.Sums)), make([]int32, len(s.Sums)) // how many unknowns are open, and which if it is one
	var queue []int32
	for i := range s.Sums {
		for _, t := range s.Sums[i].Terms {
			if e.when[t.Unknown] == never {
				left[i]++
				mixed[i] ^= t.Unknown
			}
		}
		if left[i] == 1 && s.Sums[i].single() {
			queue = append(queue, int32(i))
		}
	}
	order := int32(0)
	for at := 0; at < len(queue); at++ {
		i := queue[at]
		if left[i] != 1 {
			continue
		}
		j := mixed[i]
		order++
		e.when[j], e.by[j] = order, i
		for _, other := range box.in[box.first[j]:box.first[j+1]] {
			left[other]--
			mixed[other] ^= j
			if left[other] == 1 && s.Sums[other].single() {
				queue = append(queue, other)
			}
		}
	}
	for i := range s.Sums {
		if left[i] < 2 || !s.Sums[i].single() {
			continue
		}
		e.open = append(e.open, int32(i))
		first := none
		for _, t := range s.Sums[i].Terms {
			if e.when[t.Unknown] == never {
				if first == none {
					first = int(t.Unknown)
				}
				e.core.Join(first, int(t.Unknown))
			}
		}
	}
	return e
}

// combine finds for targets which sums leave of them only what follows.
//
// Errors: errOverflow, those of the budget.
func (e *explainer) combine(targets [][]Term, bounds []Bounds, steps *budget.Budget) error {
	type part struct {
		sums, unknowns []int32
		targets        []int
	}
	parts, order := map[int]*part{}, []int{}
	at := make([]int32, len(e.s.Unknowns))
	for _, i := range e.open {
		for _, t := range e.s.Sums[i].Terms {
			if e.when[t.Unknown] != never {
				continue
			}
			first := e.core.First(int(t.Unknown))
			p := parts[first]
			if p == nil {
				p = &part{}
				parts[first], order = p, append(order, first)
			}
			if len(p.sums) == 0 || p.sums[len(p.sums)-1] != i {
				p.sums = append(p.sums, i)
			}
			if at[t.Unknown] == 0 {
				p.unknowns = append(p.unknowns, t.Unknown)
				at[t.Unknown] = int32(len(p.unknowns))
			}
		}
	}
	for i, terms := range targets {
		if bounds[i].Known() == nil {
			continue
		}
		done := map[int]bool{}
		for _, t := range terms {
			first := e.core.First(int(t.Unknown))
			if p := parts[first]; e.when[t.Unknown] == never && p != nil && !done[first] {
				done[first] = true
				p.targets = append(p.targets, i)
			}
		}
	}
	for _, first := range order {
		p := parts[first]
		if len(p.targets) == 0 {
			continue
		}
		var sums [][]Term
		n := len(p.unknowns)
		own := func(terms []Term) (open []Term) {
			for _, t := range terms {
				if e.when[t.Unknown] == never && e.core.First(int(t.Unknown)) == first {
					open = append(open, Term{at[t.Unknown] - 1, t.Times})
				}
			}
			return open
		}
		least, largest := make([]int64, n), make([]int64, n)
		for j := range n {
			least[j], largest[j] = noLeast, noLargest
		}
		for _, i := range p.sums {
			// Only the forms matter, not the values: with all of them 0, nothing contradicts.
			sums, least, largest = append(sums, own(e.s.Sums[i].Terms)), append(least, 0), append(largest, 0)
		}
		for _, i := range p.targets {
			sums, least, largest = append(sums, own(targets[i])), append(least, noLeast), append(largest, noLargest)
		}
		t, _, err := newTableau(n, sums, least, largest, true, steps)
		if err != nil {
			return err
		}
		for k, i := range p.targets {
			e.combined[i] = append(e.combined[i], t.combination(int32(n+len(p.sums)+k), p.sums)...)
		}
	}
	return nil
}

// combination returns of which sums a variable is made, or nil if it is not made of sums alone.
func (t *tableau) combination(v int32, sums []int32) (all []term) {
	r := int(t.place[v])
	for c, x := range t.row(r) {
		if x == 0 {
			continue
		}
		if int(t.inCol[c]) < t.unknowns {
			return nil
		}
		all = append(all, term{sums[int(t.inCol[c])-t.unknowns], fraction{int64(x), int64(t.den[r])}.reduced()})
	}
	return all
}

// steps returns how a target follows: from sums, and from those by which what they leave follows. It returns nil where it does
// not, where it takes too many, and where the value of all of them is not the target's.
//
// Errors: those of the budget.
func (e *explainer) steps(target []Term, sums []term, value *big.Rat, budget *budget.Budget) ([]Step, error) {
	left := map[int32]fraction{} // of unknowns
	used := map[int32]fraction{} // of sums
	ok := true
	add := func(to map[int32]fraction, key int32, f fraction) {
		sum, fits := to[key].plus(f)
		if ok = ok && fits; sum.num == 0 {
			delete(to, key)
		} else {
			to[key] = sum
		}
	}
	for _, t := range target {
		add(left, t.Unknown, fraction{t.Times, 1})
	}
	var queue []int32 // unknowns, those that follow last at the end
	later := func(a, b int32) int { return cmp.Compare(e.when[a], e.when[b]) }
	var err error
	use := func(i int32, f fraction) {
		if err = budget.Spend(float64(100 * len(e.s.Sums[i].Terms))); err != nil {
			return
		}
		add(used, i, f)
		for _, t := range e.s.Sums[i].Terms {
			part, fits := f.times(fraction{-t.Times, 1})
			ok = ok && fits
			if _, is := left[t.Unknown]; !is && e.when[t.Unknown] != 0 && e.when[t.Unknown] != never {
				at, found := slices.BinarySearchFunc(queue, t.Unknown, later)
				if !found {
					queue = slices.Insert(queue, at, t.Unknown)
				}
			}
			add(left, t.Unknown, part)
		}
	}
	for j := range left {
		if e.when[j] != 0 && e.when[j] != never {
			queue = append(queue, j)
		}
	}
	slices.SortFunc(queue, later)
	for _, t := range sums {
		if err == nil {
			use(t.of, t.times)
		}
	}
	for err == nil && ok && len(queue) > 0 && len(used) <= MostSteps {
		j := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		f, is := left[j]
		if !is {
			continue
		}
		i := e.by[j]
		at := slices.IndexFunc(e.s.Sums[i].Terms, func(t Term) bool { return t.Unknown == j })
		f, fits := f.over(e.s.Sums[i].Terms[at].Times)
		if ok = ok && fits; ok {
			use(i, f)
		}
	}
	if err != nil || !ok || len(used)+len(left) > MostSteps {
		return nil, err
	}
	var all []Step
	sum := new(big.Rat)
	for i, f := range used {
		step := Step{Sum: i, Unknown: -1, Times: f.rat()}
		all = append(all, step)
		sum.Add(sum, new(big.Rat).Mul(step.Times, new(big.Rat).SetInt64(e.s.Sums[i].Least)))
	}
	for j, f := range left {
		if e.when[j] != 0 {
			return nil, nil
		}
		step := Step{Sum: -1, Unknown: j, Times: f.rat()}
		all = append(all, step)
		sum.Add(sum, new(big.Rat).Mul(step.Times, new(big.Rat).SetInt64(e.s.Unknowns[j].Least)))
	}
	if sum.Cmp(value) != 0 {
		return nil, nil
	}
	slices.SortFunc(all, func(a, b Step) int { return cmp.Or(cmp.Compare(a.Unknown, b.Unknown), cmp.Compare(a.Sum, b.Sum)) })
	return all, nil
}
