package bruteforce

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"skyline/engine/knowledge"

	"gonum.org/v1/gonum/stat/combin"
)

// literalBreach is the breach probability from the words of Definitions 1 to 3,
// without any of the reductions of the package: occurrences are numbered, the
// variables are tuples that may coincide, x and y may be values that do not
// occur, and every person is a target. It is too slow for anything but tiny
// tables.
func literalBreach(groups []Group, sigma string, c knowledge.Constraint, p knowledge.Point) *big.Rat {
	worlds := literalWorlds(groups, c)
	people := 0
	values := []string{sigma, "a value that does not occur"}
	for _, g := range groups {
		people += g.People
		for v := range g.Counts {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	values = slices.Compact(values)

	best := new(big.Rat)
	for l := range p.L + 1 {
		for k := range p.K + 1 {
			for m := range p.M + 1 {
				// One digit for t, then the x, the u, the y and the v.
				radix := []int{people}
				for range l {
					radix = append(radix, len(values))
				}
				for range k {
					radix = append(radix, people)
				}
				for range k {
					radix = append(radix, len(values))
				}
				for range m {
					radix = append(radix, people)
				}
				all := combin.NewCartesianGenerator(radix)
				var d []int
				for all.Next() {
					d = all.Product(d)
					t, x, u, y, v := d[0], d[1:1+l], d[1+l:1+l+k], d[1+l+k:1+l+2*k], d[1+l+2*k:]
					if slices.Contains(u, t) || slices.Contains(v, t) || slices.ContainsFunc(v, func(p int) bool { return slices.Contains(u, p) }) {
						continue
					}
					both, given := 0, 0
					for _, w := range worlds {
						if !w.satisfies(c, values, sigma, t, x, u, y, v) {
							continue
						}
						given++
						if w.has(t, sigma) {
							both++
						}
					}
					if given == 0 {
						continue
					}
					if pr := big.NewRat(int64(both), int64(given)); pr.Cmp(best) > 0 {
						best = pr
					}
				}
			}
		}
	}
	return best
}

// literalWorld is an original dataset: the values of each person.
type literalWorld [][]string

func (w literalWorld) has(person int, value string) bool { return slices.Contains(w[person], value) }

// satisfies reports whether the expression of Definition 1 (SVPI) or 2 is true.
func (w literalWorld) satisfies(c knowledge.Constraint, values []string, sigma string, t int, x, u, y, v []int) bool {
	for _, i := range x {
		if c == knowledge.SVPI && w.has(t, values[i]) {
			return false
		}
		if c != knowledge.SVPI && w.has(t, values[i]) && !w.has(t, sigma) {
			return false
		}
	}
	for i := range u {
		if c == knowledge.SVPI && !w.has(u[i], values[y[i]]) {
			return false
		}
		if c != knowledge.SVPI && w.has(u[i], sigma) {
			return false
		}
	}
	for _, i := range v {
		if w.has(i, sigma) && !w.has(t, sigma) {
			return false
		}
	}
	return true
}

// literalWorlds matches each occurrence of each value with a person of its group
// in every way, and keeps what obeys the constraint.
func literalWorlds(groups []Group, c knowledge.Constraint) []literalWorld {
	var radix, first []int
	var occurrences []string
	people := 0
	for _, g := range groups {
		for v, n := range g.Counts {
			for range n {
				radix = append(radix, g.People)
				first = append(first, people)
				occurrences = append(occurrences, v)
			}
		}
		people += g.People
	}
	if len(radix) == 0 {
		return []literalWorld{make(literalWorld, people)}
	}
	var worlds []literalWorld
	all := combin.NewCartesianGenerator(radix)
	for all.Next() {
		w := make(literalWorld, people)
		for i, person := range all.Product(nil) {
			person += first[i]
			w[person] = append(w[person], occurrences[i])
		}
		if w.obeys(c) {
			worlds = append(worlds, w)
		}
	}
	return worlds
}

func (w literalWorld) obeys(c knowledge.Constraint) bool {
	for _, values := range w {
		if c == knowledge.SVPI && len(values) != 1 {
			return false
		}
		if c == knowledge.Set {
			values = slices.Clone(values)
			slices.Sort(values)
			if len(slices.Compact(values)) != len(values) {
				return false
			}
		}
	}
	return true
}

// randomGroups returns up to 3 groups with, in all, at most the given numbers of
// people and of occurrences of at most 3 other values, and a reconstruction.
func randomGroups(rng *rand.Rand, c knowledge.Constraint, maxPeople, maxOccurrences int) []Group {
	var groups []Group
	for range 1 + rng.IntN(3) {
		if maxPeople == 0 {
			break
		}
		g := Group{People: 1 + rng.IntN(maxPeople), Counts: counts{}}
		maxPeople -= g.People
		n := g.People
		if c != knowledge.SVPI {
			n = rng.IntN(maxOccurrences + 1)
			maxOccurrences -= n
		}
		for range n {
			v := "s"
			if i := rng.IntN(5); i < 3 {
				v = strconv.Itoa(i)
			}
			if c != knowledge.Set || g.Counts[v] < g.People {
				g.Counts[v]++
			}
		}
		groups = append(groups, g)
	}
	return groups
}

var constraints = []knowledge.Constraint{knowledge.SVPI, knowledge.Set, knowledge.Multiset}

func TestBreachProbabilityLiteral(t *testing.T) {
	const seed = 1
	rng := rand.New(rand.NewPCG(seed, 0))
	points := 0
	for range 100 {
		for _, c := range constraints {
			groups := randomGroups(rng, c, 4, 5)
			for _, p := range []knowledge.Point{{}, {L: 2}, {K: 2}, {M: 2}, {L: 1, K: 1, M: 1}} {
				got, err := BreachProbability(groups, "s", c, p)
				if err != nil {
					t.Fatalf("seed %d: BreachProbability(%v, s, %v, %v): %v", seed, groups, c, p, err)
				}
				if want := literalBreach(groups, "s", c, p); got.Cmp(want) != 0 {
					t.Errorf("seed %d: BreachProbability(%v, s, %v, %v) = %v, want %v", seed, groups, c, p, got, want)
				}
				points++
			}
		}
	}
	t.Logf("%d points", points)
}
