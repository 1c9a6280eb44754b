package refusal_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/tests/worlds"
)

// rule is a requirement with its definition, written down again.
type rule struct {
	privacy.Requirement
	name  string
	floor int // how many people it asks for
	holds func(counts, whole []int) bool
}

func sum(counts []int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// shares reports whether the shares of all values in a group and in the table do something.
func shares(holds func(q, p float64) bool) func(counts, whole []int) bool {
	return func(counts, whole []int) bool {
		for v := range whole {
			if whole[v] > 0 && !holds(float64(counts[v])/float64(sum(counts)), float64(whole[v])/float64(sum(whole))) {
				return false
			}
		}
		return true
	}
}

func below(c *big.Rat) rule {
	over, under := int(c.Num().Int64()), int(c.Denom().Int64())
	return rule{privacy.ShareBelow("posterior", c), "below " + c.RatString(), under/over + 1, func(counts, _ []int) bool {
		return under*slices.Max(counts) < over*sum(counts)
	}}
}

// rulesOf returns one requirement of each kind. The bounds of likeness and disclosure are none
// that few people reach, so that floats decide.
func rulesOf(rng *rand.Rand) []rule {
	pick := func(all ...worlds.MaxShare) worlds.MaxShare { return all[rng.IntN(len(all))] }
	share := pick(worlds.MaxShare{Over: 1, Under: 2}, worlds.MaxShare{Over: 2, Under: 3}, worlds.MaxShare{Over: 3, Under: 4})
	k, l := 1+rng.IntN(3), 1+rng.IntN(3)
	entropy := []worlds.Entropy{{Over: 3, Under: 2}, {Over: 19, Under: 10}, {Over: 2, Under: 1}}[rng.IntN(3)]
	recursive := worlds.Recursive{Over: int64(2 + rng.IntN(4)), Under: 2, L: 1 + rng.IntN(2)}
	t, beta, delta := 1+rng.IntN(6), 0.1234+2*rng.Float64(), 0.1234+2*rng.Float64()
	return []rule{
		{privacy.KAnonymity(int64(k)), fmt.Sprint("k ", k), k, func(counts, _ []int) bool { return sum(counts) >= k }},
		{privacy.DistinctDiversity(int64(l)), fmt.Sprint("distinct ", l), l, func(counts, _ []int) bool { return worlds.Distinct(l).Of(counts) }},
		{privacy.MaxShare(float64(share.Over) / float64(share.Under)), share.String(), int(share.Under/share.Over) + 1, func(counts, _ []int) bool { return share.Of(counts) }},
		{privacy.EntropyDiversity(float64(entropy.Over) / float64(entropy.Under)), entropy.String(), 2, func(counts, _ []int) bool { return entropy.Of(counts) }},
		{privacy.RecursiveDiversity(float64(recursive.Over)/2, int64(recursive.L)), recursive.String(), recursive.L, func(counts, _ []int) bool { return recursive.Of(counts) }},
		{privacy.TCloseness(float64(t) / 10), fmt.Sprint("t ", t), 1, func(counts, whole []int) bool {
			n, all, distance := sum(counts), sum(whole), 0
			for v := range whole {
				distance += max(counts[v]*all-whole[v]*n, whole[v]*n-counts[v]*all)
			}
			return 10*distance <= 2*t*n*all
		}},
		{privacy.BetaLikeness(beta, false), fmt.Sprint("beta ", beta), 1, shares(func(q, p float64) bool { return q <= p || q-p <= beta*p })},
		{privacy.DeltaDisclosure(delta, false), fmt.Sprint("delta ", delta), 1, shares(func(q, p float64) bool { return q > 0 && math.Abs(math.Log(q/p)) < delta })},
		{privacy.DeltaDisclosure(delta, true), fmt.Sprint("present delta ", delta), 1, shares(func(q, p float64) bool { return q == 0 || math.Abs(math.Log(q/p)) < delta })},
	}
}

// randomRules returns one or two requirements.
func randomRules(rng *rand.Rand) []rule {
	all := rulesOf(rng)
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:1+rng.IntN(2)]
}

func hold(rules []rule, counts, whole []int) bool {
	return !slices.ContainsFunc(rules, func(r rule) bool { return !r.holds(counts, whole) })
}

func requirementsOf(rules []rule) (requirements []privacy.Requirement, names []string, floor int) {
	floor = 1
	for _, r := range rules {
		requirements, names, floor = append(requirements, r.Requirement), append(names, r.name), max(floor, r.floor)
	}
	return requirements, names, floor
}

func groupOf(counts []int) partition.Group {
	g := partition.Group{}
	for v, n := range counts {
		if n > 0 {
			g.People += int64(n)
			g.Counts = append(g.Counts, partition.Count{Value: int32(v), N: int64(n)})
		}
	}
	partition.SortCounts(g.Counts)
	return g
}

func wholeOf(counts []int) *privacy.Whole {
	return &privacy.Whole{Constraint: knowledge.SVPI, Group: groupOf(counts), Values: len(counts)}
}

// believed returns the posterior of a refused cut from its definition: it lists all
// assignments of the group's values to its people, who are those of the first part, then those of
// the second, and so on. It is nil if none is refused.
func believed(rules []rule, parts, counts, whole []int) [][]*big.Rat {
	var people []int // the part of each
	var table []int
	for j, n := range parts {
		for range n {
			people = append(people, j)
		}
	}
	for v, n := range counts {
		for range n {
			table = append(table, v)
		}
	}
	var refused [][]int
	for _, world := range worlds.Arrangements(table) {
		for j := range parts {
			part := make([]int, len(counts))
			for person, v := range world {
				if people[person] == j {
					part[v]++
				}
			}
			if !hold(rules, part, whole) {
				refused = append(refused, world)
				break
			}
		}
	}
	if refused == nil {
		return nil
	}
	all := worlds.Shares(refused, len(counts))
	var posterior [][]*big.Rat
	for j := range parts {
		posterior = append(posterior, all[slices.Index(people, j)])
	}
	return posterior
}
