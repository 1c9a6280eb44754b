package disclosure

import (
	"math/big"
	"sync"

	"skyline/engine/breach"
)

// Budget is what the QI groups of one part of a table may add to the maximum disclosure of
// the whole for k basic implications, so that a table put together from parts is
// (c,k)-safe, whoever made the others: as long as all parts keep the same budget, nothing
// has to be known of them.
//
// Let m(h) be the smallest probability that h negated atoms about people of a group hold,
// and a(h) = m(h+1)·n/c_1 the ratio of a target in it with h more of them. With θ = (1−c)/c, a
// table is safe if and only if
//
//	a_0(h_0)·m_1(h_1)·m_2(h_2)·… > θ
//
// for every group, as the 0th, any others, and all h_0, h_1, … that are k or less together.
// A budget is a function F that falls from F(0) = 1, with F(i)·F(j) >= F(i+j). It is kept by a
// group for which
//
//	m(h) >= F(h) for h <= k,    a(h) > θ/F(k−h) for h <= k
//
// Theorem: a table whose groups all keep it is safe. The product is more than θ/F(k−h_0)
// times F(h_1)·F(h_2)·…, which is at least F(h_1+h_2+…), and that at least F(k−h_0). So it is
// above θ, strictly, as the first factor is. For θ = 0 (c = 1) all products are above 0 as soon as
// every m(k+1) is, which is all that a budget asks for then.
//
// Parts that know nothing of each other can only have bounds of this kind: of any set of
// groups of which every table is safe, let F(h) be the least product for h atoms or fewer about
// people of any of the groups. It has the two properties, and all of the groups keep it.
//
// The function here is F(h) = w^h, with w as breach.Edge has it for k others: that of a group
// which is just safe, and in which every person lacks the most frequent value with probability w.
//
// A Budget may be asked by several goroutines at once.
type Budget struct {
	k int
	// least[h] is F(h), target[h] is θ/F(k−h).
	least, target           []*big.Rat
	leastFloat, targetFloat []float64
	memos                   sync.Pool
}

// NewBudget returns the budget for k basic implications and a threshold. It depends on nothing
// else, and is computed with fractions: the same on every machine.
//
// Errors: *engine.ParamError.
func NewBudget(k int, c breach.Threshold) (*Budget, error) {
	if err := checkK(k, MaxK); err != nil {
		return nil, err
	}
	return newBudget(k, c, breach.Edge(c, int64(k), big.NewRat(1, 1))), nil
}

// newBudget returns the budget with F(h) = w^h.
func newBudget(k int, c breach.Threshold, w *big.Rat) *Budget {
	b := &Budget{k: k}
	b.memos.New = func() any { return newMinimizer(k) }
	odds, _ := c.Odds()
	if odds.Sign() == 0 {
		w = new(big.Rat) // whatever m(h) is
	}
	add := func(to *[]*big.Rat, floats *[]float64, x *big.Rat) {
		float, _ := x.Float64()
		*to, *floats = append(*to, x), append(*floats, float)
	}
	power := big.NewRat(1, 1)
	for range k + 1 {
		add(&b.least, &b.leastFloat, power)
		power = new(big.Rat).Mul(power, w)
	}
	for h := range k + 1 {
		target := new(big.Rat)
		if odds.Sign() > 0 {
			target.Quo(odds, b.least[k-h])
		}
		add(&b.target, &b.targetFloat, target)
	}
	return b
}

// Keeps reports whether a group keeps the budget, exactly; its Copies do not matter. What is
// no group of people with one value each does not.
//
// It takes O(k² log k) time, and more where floats cannot tell.
func (b *Budget) Keeps(g *Group) bool {
	l, ok := b.leaf(g)
	if !ok || l.width <= b.k+1 {
		return false // a(k) is 0
	}
	with, unsure := l.withTarget(), false
	for h := range b.k + 1 {
		switch roughly(l.minimums[h], b.leastFloat[h]) {
		case -1:
			return false
		case 0:
			unsure = true
		}
		switch roughly(with[h], b.targetFloat[h]) {
		case -1:
			return false
		case 0:
			unsure = true
		}
	}
	if !unsure {
		return true
	}
	minimums := exactMinimums(l.profile, b.k)
	exactly := exactWith(l.profile, minimums)
	for h := range b.k + 1 {
		if minimums[h].Cmp(b.least[h]) < 0 || exactly[h].Cmp(b.target[h]) <= 0 {
			return false
		}
	}
	return true
}

// leaf returns a group made ready, with one copy.
func (b *Budget) leaf(g *Group) (*leaf, bool) {
	m := b.memos.Get().(*minimizer)
	defer b.memos.Put(m)
	one := *g
	one.Copies = 1
	l, err := m.leafOf(&one, -1)
	return l, err == nil
}

// roughly compares numbers, one of them within rounding errors: 0 if these may decide.
func roughly(x, y float64) int {
	switch {
	case x >= vanishing && x-y > closeTo*y:
		return 1
	case y >= 2*vanishing && y-x > closeTo*x:
		return -1
	}
	return 0
}

// Disclosure returns how large the disclosure may become for a target of a group, or by atoms
// about its people, beside parts that use up what the budget leaves them, within 1e-9. It is 1
// for what is no group of people with one value each.
func (b *Budget) Disclosure(g *Group) float64 {
	l, ok := b.leaf(g)
	if !ok || l.width <= b.k+1 {
		return 1
	}
	with := l.withTarget()
	ratio := with[b.k]
	if b.targetFloat[b.k] == 0 {
		return 1 / (1 + ratio)
	}
	for h := range b.k + 1 {
		ratio = min(ratio, with[h]*b.leastFloat[b.k-h], b.targetFloat[b.k]*l.minimums[h]/b.leastFloat[h])
	}
	return 1 / (1 + ratio)
}
