package breach

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"skyline/engine"
	"skyline/engine/knowledge"
	"skyline/engine/progress"
)

// Knowledge about who is related: only some people may be in the same-value family of a
// target, those that outsiders know as relatives (Sect. 9, graphs). A grounding of
// K_σ|v,t(m) takes its v from the relatives of t.
//
// Relatives in different QI groups cannot be gathered in one of them, so that Theorem 1
// says nothing of them; T and V are those of Sect. 7.1, and what has to be found is which
// relatives. Let t be in group g, and h_f of its relatives in group f be in the family:
//
//	NR = T(g,l,p_g) · V(g,h_g,p_g+1) · Π_{f≠g} V(f,h_f,p_f),   Σh <= m,  Σp <= k
//
// The k others known are still gathered in one group: the logarithm of each factor is
// concave in its p, and so the least of their sum over all p >= 0 with Σp <= k is at a corner.
// Indeed V is a product of factors 1 − h/(x−p), whose logarithms are concave; T falls linearly
// in p for SVPI and Set; and for Multiset −log T is log((1+1/y)^c − 1) plus a constant, for y =
// n−p−1, where (1+1/y)^c − 1 is a sum of powers of 1/y, each log-convex. Known in a group with
// neither the target nor relatives, the others tell nothing.
//
// So the least NR is found group by group: the least for each number of relatives so far, with
// the k others known already or not yet.

// ErrTooManyRelatives reports relatives in more QI groups, or more of them, than are put
// together.
var ErrTooManyRelatives = engine.NewTooLarge("breach: somebody has too many relatives")

const (
	// MaxFamilies is how many QI groups a family may be in: rounding errors of a product of so
	// many factors stay far below closeTo.
	MaxFamilies = 200
	// maxFamilySteps is how many sums may be looked at for people with the same relatives.
	maxFamilySteps = 1 << 26
)

// Related are people of a QI group who have as many relatives in their own group and in
// each other one. Groups are indices of the table's Groups.
type Related struct {
	Target int
	// Own is how many of a person's relatives are in the person's own QI group.
	Own int64
	// Others are the relatives in other QI groups, one for each. Several may have one Group:
	// QI groups that have the same histogram.
	Others []Relatives
}

// Relatives are some in a QI group.
type Relatives struct {
	Group  int
	People int64
}

// RelatedFinding is a Finding of CheckRelated. Groups of its witness are of the table; which
// QI groups are meant of those with the same histogram, Related and Of say.
type RelatedFinding struct {
	Finding
	// Related is who the target is of those given, -1 for anybody in a group like that of the
	// witness: no relatives are needed.
	Related int
	// Of says for each of the witness's Families which of the Others it is, -1 for the target's
	// own QI group.
	Of []int
}

// CheckRelated is Check where only people who are related to the target can be in its
// same-value family. Everybody is in some QI group of the table; people who are in none of
// related have no relatives. The breach probability is the largest over all targets, and
// decided as exactly as that of Check. Where all people are related it is that of Check.
//
// Of several worst cases the witness is one without relatives, or else the first of related.
//
// It takes O(R·m) time for each of related and each point, R being its relatives in groups
// with the value, and less where a bound shows that it is not the worst.
//
// Errors: ErrTooManyRelatives, ErrTooClose; those of ctx.
func (r *Release) CheckRelated(ctx context.Context, value int32, requirements []Requirement, related []Related) ([]RelatedFinding, error) {
	findings := make([]RelatedFinding, len(requirements))
	for i, q := range requirements {
		p := r.clamp(q.Point)
		best := family{minimum: r.alone(value, p), related: -1}
		if p.M > 0 {
			candidates := r.candidatesOf(value, p.L)
			for j := range related {
				if j%256 == 0 {
					if err := ctx.Err(); err != nil {
						return nil, fmt.Errorf("breach: check: %w", err)
					}
					progress.Report(progress.Part(ctx, i, len(requirements)), float64(j), float64(len(related)))
				}
				if err := r.lowerRelated(ctx, &best, candidates, p, related, j); err != nil {
					return nil, err
				}
			}
		}
		safe, err := r.isSafe(&best.minimum, q.C)
		if err != nil {
			return nil, err
		}
		findings[i] = RelatedFinding{
			Finding: Finding{Breach: r.breach(&best.minimum), Safe: safe, Certain: best.value == 0, Witness: r.witness(&best.minimum)},
			Related: best.related, Of: best.of,
		}
	}
	return findings, nil
}

// family is a negated ratio with whose it is.
type family struct {
	minimum
	related int
	of      []int
}

// alone returns the negated ratio without relatives.
func (r *Release) alone(value int32, p knowledge.Point) minimum {
	p.M = 0
	s := r.gather(r.frontierOf(value, p.L), p)
	return s.targetK
}

// candidatesOf returns the candidates of a value at an l by their group; nil for a group
// without the value.
func (r *Release) candidatesOf(value int32, l int64) []*candidate {
	candidates := make([]*candidate, len(r.table.Groups))
	places := r.places[r.starts[value]:r.starts[value+1]]
	all := make([]candidate, len(places))
	for i := range places {
		all[i] = r.at(&places[i], l)
		candidates[places[i].group] = &all[i]
	}
	return candidates
}

// relatives are those of a target in a QI group with the value.
type relatives struct {
	*candidate
	of     int // which of Others, -1 for the target's own group
	people int64
}

// lowerRelated replaces the best by what one of related comes to, if that is less.
func (r *Release) lowerRelated(ctx context.Context, best *family, candidates []*candidate, p knowledge.Point, related []Related, j int) error {
	target := candidates[related[j].Target]
	if target == nil || best.value == 0 {
		return nil
	}
	var in []relatives
	if n := min(related[j].Own, p.M); n > 0 {
		in = append(in, relatives{target, -1, n})
	}
	for i, o := range related[j].Others {
		if c := candidates[o.Group]; c != nil && o.People > 0 {
			in = append(in, relatives{c, i, min(o.People, p.M)})
		}
	}
	if len(in) == 0 {
		return nil
	}
	// The target's own group first, and groups that are alike beside each other.
	slices.SortStableFunc(in, func(a, b relatives) int {
		return cmp.Or(min(a.of, 0)-min(b.of, 0), cmp.Compare(a.n, b.n), cmp.Compare(a.c, b.c), cmp.Compare(a.people, b.people))
	})
	// Nothing is less than with all others known in each group, and all relatives in the family.
	bound, steps, all := ratioT(r.constraint, target, p.K), int64(0), int64(0)
	for _, f := range in {
		bound = times(bound, chanceV(r.constraint, f.candidate, f.people, f.knownOf(p.K)))
		all = min(all+f.people, p.M)
		steps = min(steps+saturatingMul(f.people, all), 1<<62)
	}
	if bound > best.value*(1+2*closeTo) {
		return nil
	}
	if min(int64(len(in)), p.M) > MaxFamilies || steps > maxFamilySteps {
		return ErrTooManyRelatives
	}
	search := sums{r: r, p: p, m: all}
	found, err := search.least(ctx, target, in)
	if err != nil {
		return err
	}
	factors, of := found.factors()
	sortFamilies(factors[1:], of)
	next := minimum{value: found.value, factors: factors}
	order, sure := r.order(&next, &best.minimum)
	unsure := best.isUnsure || search.isUnsure || !sure
	if order < 0 {
		*best = family{next, j, of}
	}
	best.isUnsure = unsure
	return nil
}

// sortFamilies puts the factors of relatives into the order of the groups that they are in.
func sortFamilies(families []factor, of []int) {
	at := make([]int, len(of))
	for i := range at {
		at[i] = i
	}
	slices.SortFunc(at, func(i, j int) int { return cmp.Compare(of[i], of[j]) })
	sorted, numbers := slices.Clone(families), slices.Clone(of)
	for i, from := range at {
		families[i], of[i] = sorted[from], numbers[from]
	}
}

// knownOf is the k of V where k others are known beside these relatives: the target, who is
// taken to lack the value, is one more in its own group.
func (f *relatives) knownOf(k int64) int64 {
	if f.of < 0 {
		return k + 1
	}
	return k
}

// sums finds which relatives are the worst family.
type sums struct {
	r        *Release
	p        knowledge.Point
	m        int64 // how many relatives can be in it
	isUnsure bool
}

// chosen is a product of factors: the last one, and those before it.
type chosen struct {
	value  float64
	before *chosen
	factor factor
	of     int
}

// isLike reports whether two products are of the same formulas of the same numbers, one by one.
func (c *chosen) isLike(other *chosen) bool {
	for c != other {
		if c == nil || other == nil || !sameFactor(&c.factor, &other.factor) {
			return false
		}
		c, other = c.before, other.before
	}
	return true
}

// factors returns the factors of a product, and of which relatives they are, from the second
// on.
func (c *chosen) factors() ([]factor, []int) {
	var factors []factor
	var of []int
	for ; c.before != nil; c = c.before {
		factors, of = append(factors, c.factor), append(of, c.of)
	}
	factors = append(factors, c.factor)
	slices.Reverse(factors)
	slices.Reverse(of)
	return factors, of
}

// least returns the least product for a target and at most so many of its relatives.
//
// known[h] is the least for h relatives among the groups so far and the k others known in
// one of them, unknown[h] that with the k others known in none yet. With the others known
// beside the target T·V(g,h,k+1) is no larger than with them known nowhere, so that known
// has all that matters at the end, and all there is where k = 0.
func (s *sums) least(ctx context.Context, target *candidate, in []relatives) (*chosen, error) {
	known, unknown := make([]*chosen, s.m+1), make([]*chosen, s.m+1)
	begin := func(k int64) *chosen {
		f := factor{g: target, ofTarget: true, k: k}
		return &chosen{value: ratioT(s.r.constraint, target, k), factor: f}
	}
	known[0], unknown[0] = begin(s.p.K), begin(0)
	if in[0].of < 0 {
		for h := int64(1); h <= in[0].people; h++ {
			s.lower(&known[h], known[0], &in[0], h, s.p.K+1)
			if s.p.K > 0 {
				s.lower(&unknown[h], unknown[0], &in[0], h, 1)
			}
		}
		in = in[1:]
	}
	for i := range in {
		f := &in[i]
		// From the largest sum down, so that each group counts once.
		for sum := s.m; sum > 0; sum-- {
			if sum%64 == 0 && ctx.Err() != nil {
				return nil, fmt.Errorf("breach: check: %w", ctx.Err())
			}
			for h := int64(1); h <= min(f.people, sum); h++ {
				s.lower(&known[sum], known[sum-h], f, h, 0)
				if s.p.K > 0 {
					s.lower(&known[sum], unknown[sum-h], f, h, s.p.K)
					s.lower(&unknown[sum], unknown[sum-h], f, h, 0)
				}
			}
		}
	}
	best := known[0]
	for _, c := range known[1:] {
		if c != nil && s.isLess(c, best) {
			best = c
		}
	}
	return best, nil
}

// lower replaces a product by another one with h relatives and k known in one more group, if
// that is less.
func (s *sums) lower(have **chosen, before *chosen, f *relatives, h, k int64) {
	if before == nil {
		return
	}
	value := times(before.value, chanceV(s.r.constraint, f.candidate, h, k))
	if *have != nil && value > (*have).value*(1+2*closeTo) {
		return
	}
	next := &chosen{value: value, before: before, factor: factor{g: f.candidate, ofOwn: f.of < 0, m: h, k: k}, of: f.of}
	if *have == nil || s.isLess(next, *have) {
		*have = next
	}
}

// isLess reports whether a product is less than another; what is too close to tell is
// compared exactly.
func (s *sums) isLess(a, b *chosen) bool {
	if a.value == 0 || b.value == 0 || clearly(a.value, b.value) {
		return a.value < b.value
	}
	if a.isLike(b) {
		return false
	}
	x, y := minimum{value: a.value}, minimum{value: b.value}
	x.factors, _ = a.factors()
	y.factors, _ = b.factors()
	order, sure := s.r.order(&x, &y)
	s.isUnsure = s.isUnsure || !sure
	return order < 0
}
