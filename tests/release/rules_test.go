package release

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
)

// rule is a requirement of privacy, with its definition written down again.
type rule struct {
	name, member string // as in privacy
	// holds decides for a group of people of a table.
	holds func(r *relation, g []individual) bool
	// achieved is what release_check measures; the worst is the smallest if atLeast.
	achieved func(r *relation, g []individual) float64
	atLeast  bool
	// value is the sensitive value that the rule is about, one of several of a
	// skyline; nil otherwise.
	value *string
}

// histogramOf counts the sensitive values of people: how often each occurs, these
// numbers in decreasing order, and their sum. NULL is a value where each person has
// one.
func (r *relation) histogramOf(people []individual) (counts map[string]int64, sorted []int64, sum int64) {
	counts = map[string]int64{}
	for _, p := range people {
		for _, v := range p.sensitive {
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

func pow(x, n int64) *big.Int { return new(big.Int).Exp(big.NewInt(x), big.NewInt(n), nil) }

// allRules makes one rule of each kind, with random bounds.
func allRules(rng *rand.Rand) []rule {
	k, distinct, quarters := int64(1+rng.IntN(6)), int64(1+rng.IntN(3)), int64(4+rng.IntN(8))
	cTenths, l := int64(5+rng.IntN(60)), int64(1+rng.IntN(3))
	shareTenths, tTenths := int64(3+rng.IntN(8)), int64(1+rng.IntN(9))
	return []rule{
		{
			name: "k_anonymity", member: fmt.Sprint("'k_anonymity': ", k), atLeast: true,
			holds:    func(_ *relation, g []individual) bool { return int64(len(g)) >= k },
			achieved: func(_ *relation, g []individual) float64 { return float64(len(g)) },
		},
		{
			name: "distinct_diversity", member: fmt.Sprint("'distinct_diversity': ", distinct), atLeast: true,
			holds: func(r *relation, g []individual) bool {
				_, counts, _ := r.histogramOf(g)
				return int64(len(counts)) >= distinct
			},
			achieved: func(r *relation, g []individual) float64 {
				_, counts, _ := r.histogramOf(g)
				return float64(len(counts))
			},
		},
		{
			name: "entropy_diversity", member: fmt.Sprintf("'entropy_diversity': %v", float64(quarters)/4), atLeast: true,
			holds: func(r *relation, g []individual) bool {
				// n^n / Π n_v^n_v >= (quarters/4)^n, in whole numbers.
				_, counts, n := r.histogramOf(g)
				left, right := pow(4*n, n), pow(quarters, n)
				for _, c := range counts {
					right.Mul(right, pow(c, c))
				}
				return n > 0 && left.Cmp(right) >= 0
			},
			achieved: func(r *relation, g []individual) float64 {
				_, counts, n := r.histogramOf(g)
				if n == 0 {
					return 0
				}
				h := 0.0
				for _, c := range counts {
					h -= float64(c) / float64(n) * math.Log(float64(c)/float64(n))
				}
				return math.Exp(h)
			},
		},
		{
			name: "recursive_diversity", member: fmt.Sprintf("'recursive_diversity': {'c': %v, 'l': %d}", float64(cTenths)/10, l),
			holds: func(r *relation, g []individual) bool {
				top, tail := r.topAndTail(g, l)
				return 10*top < cTenths*tail
			},
			achieved: func(r *relation, g []individual) float64 {
				top, tail := r.topAndTail(g, l)
				if tail == 0 {
					return math.Inf(1)
				}
				return float64(top) / float64(tail)
			},
		},
		{
			name: "max_share", member: fmt.Sprintf("'max_share': %v", float64(shareTenths)/10),
			holds: func(r *relation, g []individual) bool {
				top, _ := r.topAndTail(g, 1)
				return 10*top < shareTenths*int64(len(g))
			},
			achieved: func(r *relation, g []individual) float64 {
				top, _ := r.topAndTail(g, 1)
				return float64(top) / float64(len(g))
			},
		},
		{
			name: "t_closeness", member: fmt.Sprintf("'t_closeness': %v", float64(tTenths)/10),
			holds: func(r *relation, g []individual) bool { return r.distance(g).Cmp(big.NewRat(tTenths, 10)) <= 0 },
			achieved: func(r *relation, g []individual) float64 {
				x, _ := r.distance(g).Float64()
				return x
			},
		},
	}
}

// negationRule is that of a table in which each person has one value.
func negationRule(rng *rand.Rand) rule {
	k, tenths := int64(rng.IntN(3)), int64(3+rng.IntN(8))
	return rule{
		name: "negations", member: fmt.Sprintf("'negations': {'pieces': %d, 'c': %v}", k, float64(tenths)/10),
		holds: func(r *relation, g []individual) bool {
			top, left := r.ruledOut(g, k)
			return 10*top < tenths*left
		},
		achieved: func(r *relation, g []individual) float64 {
			top, left := r.ruledOut(g, k)
			return float64(top) / float64(left)
		},
	}
}

// ruledOut returns how many people have the most frequent value, and how many are left without
// those that have the k most frequent others.
func (r *relation) ruledOut(g []individual, k int64) (top, left int64) {
	_, counts, n := r.histogramOf(g)
	for i, c := range counts {
		if i >= 1 && int64(i) <= k {
			n -= c
		}
	}
	return counts[0], n
}

func (r *relation) topAndTail(g []individual, l int64) (top, tail int64) {
	_, counts, _ := r.histogramOf(g)
	for i, c := range counts {
		if int64(i) >= l-1 {
			tail += c
		}
	}
	if len(counts) > 0 {
		top = counts[0]
	}
	return top, tail
}

// distance is half the sum of the differences of shares, 1 for a group without
// values.
func (r *relation) distance(g []individual) *big.Rat {
	counts, _, n := r.histogramOf(g)
	whole, _, total := r.histogramOf(r.people)
	if n == 0 {
		return big.NewRat(1, 1)
	}
	sum := new(big.Rat)
	for v, all := range whole {
		d := new(big.Rat).Sub(big.NewRat(counts[v], n), big.NewRat(all, total))
		sum.Add(sum, d.Abs(d))
	}
	return sum.Quo(sum, big.NewRat(2, 1))
}

// skylineRules makes a rule for each sensitive value of a table, of one point: l
// values ruled out and k others known where each person has one value, and no
// knowledge otherwise. So what lies outside of a group does not matter, and there
// is a closed form.
func skylineRules(rng *rand.Rand, r *relation) []rule {
	l, k, tenths := int64(0), int64(0), int64(4+rng.IntN(7))
	if r.values == "one" {
		l, k = int64(rng.IntN(3)), int64(rng.IntN(4))
	}
	member := fmt.Sprintf("'skyline': [{'l': %d, 'k': %d, 'c': %v}]", l, k, float64(tenths)/10)
	counts, _, _ := r.histogramOf(r.people)
	var rules []rule
	for v := range counts {
		rules = append(rules, rule{
			name: "skyline", member: member, value: &v,
			holds: func(r *relation, g []individual) bool { return r.breach(g, v, l, k).Cmp(big.NewRat(tenths, 10)) < 0 },
			achieved: func(r *relation, g []individual) float64 {
				x, _ := r.breach(g, v, l, k).Float64()
				return x
			},
		})
	}
	slices.SortFunc(rules, func(a, b rule) int { return strings.Compare(*a.value, *b.value) })
	return rules
}

// breach is the breach probability of a value in a group. With one value a person:
// σ of those whose value is neither ruled out nor known, the l most frequent other
// values being ruled out and the k known persons having yet others. As sets: the
// share of the people who have it. As multisets: that one of σ throws hits one of n.
func (r *relation) breach(g []individual, v string, l, k int64) *big.Rat {
	counts, _, _ := r.histogramOf(g)
	sigma, n := counts[v], int64(len(g))
	switch {
	case sigma == 0:
		return new(big.Rat)
	case r.values == "set":
		return big.NewRat(sigma, n)
	case r.values == "multiset":
		miss := new(big.Rat).SetFrac(pow(n-1, sigma), pow(n, sigma))
		return miss.Sub(big.NewRat(1, 1), miss)
	}
	var others []int64
	for other, c := range counts {
		if other != v {
			others = append(others, c)
		}
	}
	slices.Sort(others)
	rest := n - sigma - k
	for i := range min(int(l), len(others)) {
		rest -= others[len(others)-1-i]
	}
	return big.NewRat(sigma, sigma+max(rest, 0))
}

// randomRules picks one or two requirements. A skyline is several rules.
func randomRules(rng *rand.Rand, r *relation) []rule {
	all := allRules(rng)
	if r.values == "one" {
		all = append(all, negationRule(rng))
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	rules := all[:1+rng.IntN(2)]
	if rng.IntN(3) == 0 {
		rules = append(rules[:1], skylineRules(rng, r)...)
	}
	return rules
}

// privacyOf is the argument of that name.
func privacyOf(rules []rule) string {
	var names []string
	for _, r := range rules {
		if !slices.Contains(names, r.member) {
			names = append(names, r.member)
		}
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// hold reports whether a table in groups satisfies rules.
func (r *relation) hold(rules []rule, groups [][]individual) bool {
	for _, rule := range rules {
		for _, g := range groups {
			if !rule.holds(r, g) {
				return false
			}
		}
	}
	return true
}
