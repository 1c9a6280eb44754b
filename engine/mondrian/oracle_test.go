package mondrian

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"skyline/engine/breach"
	"skyline/engine/internal/dynprog"
	"skyline/engine/knowledge"
	"skyline/engine/privacy"
)

// requirement is one of package privacy's with its definition, written down again.
type requirement struct {
	privacy.Requirement
	name string
	// holds decides for a release candidate.
	holds func(o *oracle) bool
}

// oracle is a release candidate of people, as groups of them.
type oracle struct {
	constraint knowledge.Constraint
	groups     [][]person
	people     []person
}

func (o oracle) holds(requirements []requirement) bool {
	return !slices.ContainsFunc(requirements, func(r requirement) bool { return !r.holds(&o) })
}

// each makes a definition for a release of one for its groups.
func each(holds func(o *oracle, g []person) bool) func(o *oracle) bool {
	return func(o *oracle) bool {
		return !slices.ContainsFunc(o.groups, func(g []person) bool { return !holds(o, g) })
	}
}

// tallied returns how often each value occurs, the largest number first, and their
// sum.
func tallied(people []person) (counts map[string]int64, sorted []int64, sum int64) {
	counts = map[string]int64{}
	for _, p := range people {
		for _, v := range p.values {
			counts[v]++
			sum++
		}
	}
	for _, n := range counts {
		sorted = append(sorted, n)
	}
	slices.Sort(sorted)
	slices.Reverse(sorted)
	return counts, sorted, sum
}

func randomRequirements(rng *rand.Rand, constraint knowledge.Constraint) []requirement {
	k, l := int64(1+rng.IntN(6)), int64(1+rng.IntN(3))
	quarters, cTenths, lRecursive := int64(4+rng.IntN(8)), int64(5+rng.IntN(60)), int64(1+rng.IntN(3))
	alpha, tTenths := int64(3+rng.IntN(8)), int64(1+rng.IntN(9))
	beta, delta := 0.1+2*rng.Float64(), 0.1+2*rng.Float64()
	all := []requirement{
		{privacy.KAnonymity(k), fmt.Sprint("k ", k), each(func(_ *oracle, g []person) bool { return int64(len(g)) >= k })},
		{privacy.DistinctDiversity(l), fmt.Sprint("distinct ", l), each(func(_ *oracle, g []person) bool {
			counts, _, _ := tallied(g)
			return int64(len(counts)) >= l
		})},
		{privacy.EntropyDiversity(float64(quarters) / 4), fmt.Sprint("entropy ", quarters, "/4"), each(func(_ *oracle, g []person) bool {
			// n^n / Π n_v^n_v >= l^n, in whole numbers with l = quarters/4.
			_, counts, n := tallied(g)
			left, right := power64(4*n, n), power64(quarters, n)
			for _, c := range counts {
				right.Mul(right, power64(c, c))
			}
			return n > 0 && left.Cmp(right) >= 0
		})},
		{privacy.RecursiveDiversity(float64(cTenths)/10, lRecursive), fmt.Sprint("recursive ", cTenths, "/10 ", lRecursive), each(func(_ *oracle, g []person) bool {
			_, counts, _ := tallied(g)
			tail := int64(0)
			for i, c := range counts {
				if int64(i) >= lRecursive-1 {
					tail += c
				}
			}
			return len(counts) > 0 && 10*counts[0] < cTenths*tail
		})},
		{privacy.MaxShare(float64(alpha) / 10), fmt.Sprint("share ", alpha, "/10"), each(func(_ *oracle, g []person) bool {
			_, counts, _ := tallied(g)
			return len(counts) == 0 || 10*counts[0] < alpha*int64(len(g))
		})},
		{privacy.TCloseness(float64(tTenths) / 10), fmt.Sprint("t ", tTenths, "/10"), each(func(o *oracle, g []person) bool {
			counts, _, n := tallied(g)
			whole, _, total := tallied(o.people)
			distance := new(big.Rat)
			for v, all := range whole {
				d := new(big.Rat).Sub(big.NewRat(counts[v], max(n, 1)), big.NewRat(all, total))
				distance.Add(distance, d.Abs(d))
			}
			return n > 0 && distance.Cmp(big.NewRat(2*tTenths, 10)) <= 0
		})},
		{privacy.BetaLikeness(beta, true), fmt.Sprint("enhanced ", beta), each(func(o *oracle, g []person) bool {
			return likely(o.people, g, func(q, p float64) bool { return q <= p || q-p <= p*min(beta, -math.Log(p)) })
		})},
		{privacy.DeltaDisclosure(delta, true), fmt.Sprint("present delta ", delta), each(func(o *oracle, g []person) bool {
			return likely(o.people, g, func(q, p float64) bool { return q == 0 || math.Abs(math.Log(q/p)) < delta })
		})},
		averageRisk(int64(2 + rng.IntN(60))),
		randomSkyline(rng),
		randomImplications(rng),
	}
	if constraint != knowledge.SVPI {
		all = all[:len(all)-1]
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:1+rng.IntN(2)]
}

// likely reports whether f holds for the shares of each value of the people, in a group and
// of all. Its bounds are none that shares have.
func likely(people, g []person, f func(q, p float64) bool) bool {
	whole, _, total := tallied(people)
	counts, _, n := tallied(g)
	for v, all := range whole {
		if !f(float64(counts[v])/math.Max(1, float64(n)), float64(all)/float64(total)) {
			return false
		}
	}
	return true
}

func power64(x, n int64) *big.Int { return new(big.Int).Exp(big.NewInt(x), big.NewInt(n), nil) }

// randomSkyline requires a point of every value; the definition is that of the
// dynamic program, which shares nothing with package breach.
func randomSkyline(rng *rand.Rand) requirement {
	p := knowledge.Point{L: int64(rng.IntN(3)), K: int64(rng.IntN(4)), M: int64(rng.IntN(3))}
	tenths := int64(4 + rng.IntN(7))
	c := big.NewRat(tenths, 10)
	threshold, err := breach.NewThresholdRat(c)
	if err != nil {
		panic(err)
	}
	skyline := &privacy.Skyline{Others: []privacy.Point{{Requirement: breach.Requirement{Point: p, C: threshold}}}}
	return requirement{skyline, fmt.Sprint("skyline ", p, " ", c), func(o *oracle) bool {
		counts, _, _ := tallied(o.people)
		for v := range counts {
			var groups []dynprog.Group
			for _, g := range o.groups {
				counts, _, _ := tallied(g)
				group := dynprog.Group{People: int64(len(g)), Sigma: counts[v]}
				for other, n := range counts {
					if other != v {
						group.Others = append(group.Others, n)
					}
				}
				groups = append(groups, group)
			}
			if dynprog.BreachProbabilityRat(groups, o.constraint, p).Cmp(c) >= 0 {
				return false
			}
		}
		return true
	}}
}

// randomImplications requires (c,k)-safety. By definition, one of the most frequent
// values of some group is the target's, and the antecedents are spread over people
// of all groups: every way is tried, by fractions. It is for one value each.
func randomImplications(rng *rand.Rand) requirement {
	k, tenths := rng.IntN(3), int64(4+rng.IntN(7))
	c := big.NewRat(tenths, 10)
	return requirement{privacy.Implications(int64(k), float64(tenths)/10), fmt.Sprint("implications ", k, " ", c), func(o *oracle) bool {
		least := make([]*big.Rat, k+1)   // without a target
		targets := make([]*big.Rat, k+1) // with one; nil: none yet
		for h := range least {
			least[h] = big.NewRat(1, 1)
		}
		for _, g := range o.groups {
			_, counts, n := tallied(g)
			scale := big.NewRat(n, counts[0])
			nextLeast, nextTargets := make([]*big.Rat, k+1), make([]*big.Rat, k+1)
			for h := range k + 1 {
				for own := range h + 1 {
					all := lacking(counts, n, 0, own, own)
					lower(&nextLeast[h], all, least[h-own])
					if targets[h-own] != nil {
						lower(&nextTargets[h], all, targets[h-own])
					}
					all = lacking(counts, n, 0, own+1, own+1)
					lower(&nextTargets[h], all.Mul(all, scale), least[h-own])
				}
			}
			least, targets = nextLeast, nextTargets
		}
		if len(o.groups) == 0 {
			return true
		}
		// 1/(1+R) < c
		odds := new(big.Rat).Quo(new(big.Rat).Sub(big.NewRat(1, 1), c), c)
		return targets[k].Cmp(odds) > 0
	}}
}

// lacking returns the least probability that people i, i+1, … lack some of the most
// frequent values, left in all and at most most each.
func lacking(counts []int64, n int64, i, most, left int) *big.Rat {
	best := big.NewRat(1, 1)
	if int64(i) >= n {
		return best
	}
	sum := int64(0)
	for j := 1; j <= min(most, left); j++ {
		if j <= len(counts) {
			sum += counts[j-1]
		}
		x := big.NewRat(max(0, n-int64(i)-sum), n-int64(i))
		if x.Mul(x, lacking(counts, n, i+1, j, left-j)); x.Cmp(best) < 0 {
			best = x
		}
	}
	return best
}

func lower(to **big.Rat, x, y *big.Rat) {
	if product := new(big.Rat).Mul(x, y); *to == nil || product.Cmp(*to) < 0 {
		*to = product
	}
}

// requirementsOf returns the requirements without their definitions.
func requirementsOf(requirements []requirement) []privacy.Requirement {
	all := make([]privacy.Requirement, len(requirements))
	for i, r := range requirements {
		all[i] = r.Requirement
	}
	return all
}

func names(requirements []requirement) (names []string) {
	for _, r := range requirements {
		names = append(names, r.name)
	}
	return names
}
