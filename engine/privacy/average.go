package privacy

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"

	"skyline/engine/partition"
)

// AverageRisk requires that people of the table are found with a probability of at most
// bound on average, by an adversary who knows that they are in it, and so finds somebody
// among f people who look alike with probability 1/f. Over the n people in |J| QI groups
// that is
//
//	(1/n) Σ_people 1/f = |J| / n <= bound
//
// which is that groups have 1/bound people on average, or more. The bound is inclusive, in
// (0, 1], and compared as a fraction.
//
// Merging groups keeps it, also with people who were left out: |J| falls, or stays, and n
// grows, or stays. As groups are split |J| grows, so that a split which is refused once is
// refused ever after, and a release that is split as long as that is allowed is minimal.
//
// Leaving a group of f people out takes 1 − f·bound off |J| − n·bound, which must not be
// positive. So much is gained by leaving out a smaller group, and fewer people lost: of all
// sets of as many groups the smallest ones gain most, and have the fewest people. So
// Suppress leaves out the smallest groups, as few as suffice, and no other choice has fewer
// people. Of groups of one size it takes those whose histogram comes first.
//
// Source: El Emam, Dankar, "Protecting Privacy Using k-Anonymity", JAMIA 15(5) (2008); El
// Emam, "Guide to the De-Identification of Personal Health Information" (2013): the average
// risk of a prosecutor. It is ARX's AverageReidentificationRisk with a threshold alone. ARX
// (2021) compares float64 numbers, and of groups that it leaves out takes one at a time by
// their size, as here; in which order those of one size come is not said.
func AverageRisk(bound float64) Requirement {
	b := newRatio(bound)
	r := &overall{
		name: "average_risk", rule: fmt.Sprintf("average of 1/size of the QI group over people <= %v", bound), required: bound, merging: Absorbs,
		tally: func() tally { return &averageRisk{bound: b} },
		own: func(g *partition.Group) (float64, bool) {
			return 1 / float64(g.People), !b.covers(1, g.People)
		},
	}
	r.fewest = func(release *Release) []int64 { return smallest(release, b.Rat) }
	return r
}

// averageRisk counts groups and their people.
type averageRisk struct {
	bound          ratio
	groups, people int64
}

func (t *averageRisk) add(g *partition.Group, n int64) {
	t.groups += n
	t.people += n * g.People
}

func (t *averageRisk) with(group *partition.Group, parts []partition.Group) bool {
	would := *t
	if group != nil {
		would.add(group, -1)
	}
	for i := range parts {
		would.add(&parts[i], 1)
	}
	return t.bound.covers(would.groups, would.people)
}

func (t *averageRisk) achieved() (float64, error) { return quotient(t.groups, t.people), nil }

// quotient returns the float64 that is nearest to a/b, NaN for b = 0.
func quotient(a, b int64) float64 {
	if b == 0 {
		return math.NaN()
	}
	x, _ := big.NewRat(a, b).Float64()
	return x
}

// smallest returns how many copies of each group to leave out so that the number of those
// that stay is at most bound times their people: of the smallest groups as few as suffice.
func smallest(release *Release, bound *big.Rat) []int64 {
	table := release.Table
	order := make([]int, len(table.Groups))
	// excess is (|J| − n·bound) times the denominator.
	excess := new(big.Int)
	each := func(people int64) *big.Int { return new(big.Int).Sub(bound.Denom(), scaled(people, bound.Num())) }
	for i := range order {
		order[i] = i
		excess.Add(excess, new(big.Int).Mul(each(table.Groups[i].People), big.NewInt(release.copies(i))))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(table.Groups[a].People, table.Groups[b].People) })
	out := make([]int64, len(order))
	for len(order) > 0 && excess.Sign() > 0 {
		people := table.Groups[order[0]].People
		end := slices.IndexFunc(order, func(i int) bool { return table.Groups[i].People != people })
		if end < 0 {
			end = len(order)
		}
		gain := each(people)
		need, rest := new(big.Int).QuoRem(excess, gain, new(big.Int))
		if rest.Sign() > 0 {
			need.Add(need, big.NewInt(1))
		}
		class := order[:end]
		order = order[end:]
		if all := copiesOf(release, class); need.Cmp(big.NewInt(all)) < 0 {
			orderByHistogram(table, class)
		}
		for _, i := range class {
			n := release.copies(i)
			if need.IsInt64() {
				n = min(n, need.Int64())
			}
			out[i] = n
			need.Sub(need, big.NewInt(n))
			excess.Sub(excess, new(big.Int).Mul(gain, big.NewInt(n)))
		}
	}
	return out
}

func copiesOf(release *Release, groups []int) int64 {
	n := int64(0)
	for _, i := range groups {
		n += release.copies(i)
	}
	return n
}

// orderByHistogram orders groups by their histograms as Builder.Add has them, whatever the
// numbers of the values are: equal ones are interchangeable for every requirement.
func orderByHistogram(table *partition.Table, groups []int) {
	type ranked struct {
		group     int
		histogram string
	}
	all := make([]ranked, len(groups))
	for i, group := range groups {
		all[i] = ranked{group, encoded(table, &table.Groups[group])}
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(a.histogram, b.histogram) })
	for i := range all {
		groups[i] = all[i].group
	}
}

// encoded returns the values and counts of a group in the order of the values' texts.
func encoded(table *partition.Table, g *partition.Group) string {
	counts := slices.Clone(g.Counts)
	slices.SortFunc(counts, func(a, b partition.Count) int {
		x, y := &table.Values[a.Value], &table.Values[b.Value]
		if x.Null != y.Null {
			if x.Null {
				return -1
			}
			return 1
		}
		return cmp.Compare(x.Text, y.Text)
	})
	var code []byte
	for _, c := range counts {
		v := &table.Values[c.Value]
		if v.Null {
			code = append(code, 0)
		} else {
			code = append(binary.AppendUvarint(code, uint64(len(v.Text))+1), v.Text...)
		}
		code = binary.AppendUvarint(code, uint64(c.N))
	}
	return string(code)
}
