package fulldomain

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/cells"
	"skyline/engine/hierarchy"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
)

// person is a row of a test's table.
type person struct {
	codes  []int
	values []string // one for SVPI
}

// ladder is a test's hierarchy: what a value is called at each level.
type ladder [][]string // by level and value

// example is a table with its hierarchies.
type example struct {
	constraint knowledge.Constraint
	ladders    []ladder
	people     []person
}

func randomLadder(rng *rand.Rand, size, height int) ladder {
	l := ladder{make([]string, size)}
	class := make([]int, size)
	for v := range size {
		class[v] = v
		l[0][v] = fmt.Sprint("=", v)
	}
	classes := size
	for level := 1; level < height; level++ {
		if rng.IntN(4) > 0 { // else the same partition as below
			fewer := 1 + rng.IntN(classes)
			to := make([]int, classes)
			for i := range to {
				to[i] = rng.IntN(fewer)
			}
			for v := range class {
				class[v] = to[class[v]]
			}
			classes = fewer
		}
		labels := make([]string, size)
		for v := range labels {
			labels[v] = fmt.Sprint(level, "/", class[v])
		}
		l = append(l, labels)
	}
	return append(l, slices.Repeat([]string{"*"}, size))
}

// withUnlisted adds values of which nothing is said: they are * from level 1 on.
func (l ladder) withUnlisted(n int) ladder {
	for i := range n {
		l[0] = append(l[0], fmt.Sprint("?", i))
		for level := range l[1:] {
			l[level+1] = append(l[level+1], hierarchy.Everything)
		}
	}
	return l
}

func randomExample(rng *rand.Rand) *example {
	e := &example{constraint: knowledge.Constraint(rng.IntN(3)), ladders: make([]ladder, 1+rng.IntN(4))}
	for d := range e.ladders {
		e.ladders[d] = randomLadder(rng, 1+rng.IntN(6), 1+rng.IntN(1+5/len(e.ladders)))
		if rng.IntN(3) == 0 {
			e.ladders[d] = e.ladders[d].withUnlisted(1 + rng.IntN(2))
		}
	}
	e.people = make([]person, 5+rng.IntN(56))
	if rng.IntN(50) == 0 {
		e.people = nil
	}
	values := 1 + rng.IntN(6)
	most := 3 // MVPI: one more than anybody has
	if rng.IntN(20) == 0 {
		most = 1 // nobody has any
	}
	for i := range e.people {
		p := &e.people[i]
		for _, l := range e.ladders {
			// The least of two, so that some combinations are frequent.
			p.codes = append(p.codes, min(rng.IntN(len(l[0])), rng.IntN(len(l[0]))))
		}
		n := 1
		if e.constraint != knowledge.SVPI {
			n = rng.IntN(most)
		}
		for len(p.values) < n {
			v := string(rune('a' + rng.IntN(values)))
			if e.constraint != knowledge.Set || !slices.Contains(p.values, v) {
				p.values = append(p.values, v)
			} else if len(p.values) == values {
				break
			}
		}
	}
	return e
}

// cells hands the people to several builders, in any order.
func (e *example) cells(t testing.TB, rng *rand.Rand) (*cells.Cells, []*hierarchy.Tree) {
	t.Helper()
	var trees []*hierarchy.Tree
	var sizes []int
	for _, l := range e.ladders {
		var entries []hierarchy.Entry
		for level, labels := range l[1:] {
			for v, label := range labels {
				entries = append(entries, hierarchy.Entry{Value: int32(v), Level: int64(level + 1), Label: label})
			}
		}
		tree, err := hierarchy.New(len(l[0]), entries)
		if err != nil {
			t.Fatal(err)
		}
		trees, sizes = append(trees, tree), append(sizes, len(l[0]))
	}
	builders := make([]cells.Builder, 3)
	for i := range builders {
		builders[i].Constraint = e.constraint
	}
	for _, i := range rng.Perm(len(e.people)) {
		p := e.people[i]
		counts, people := map[string]int{}, 1
		for _, v := range p.values {
			counts[v]++
		}
		if e.constraint == knowledge.SVPI {
			people = -1
		}
		var codes []int64
		for _, c := range p.codes {
			codes = append(codes, int64(c))
		}
		if err := builders[rng.IntN(3)].Add(codes, histogram(counts, people)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range builders[1:] {
		if err := builders[0].Merge(&builders[1+i]); err != nil {
			t.Fatal(err)
		}
	}
	table, err := builders[0].Cells(sizes)
	if err != nil {
		t.Fatal(err)
	}
	return table, trees
}

// definition is a requirement of package privacy, written down again: the groups that
// violate it.
type definition struct {
	privacy.Requirement
	name     string
	violates func(e *example, groups [][]person) []bool
}

// each makes a definition of one for a group among all people who stay.
func each(holds func(people, g []person) bool) func(*example, [][]person) []bool {
	return func(_ *example, groups [][]person) []bool {
		people := slices.Concat(groups...)
		violated := make([]bool, len(groups))
		for i, g := range groups {
			violated[i] = !holds(people, g)
		}
		return violated
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

func power(x, n int64) *big.Int { return new(big.Int).Exp(big.NewInt(x), big.NewInt(n), nil) }

func randomDefinitions(t testing.TB, rng *rand.Rand) []definition {
	k, l := int64(1+rng.IntN(8)), int64(1+rng.IntN(4))
	quarters, cTenths, lRecursive := int64(4+rng.IntN(8)), int64(5+rng.IntN(60)), int64(1+rng.IntN(3))
	alpha, tTenths := int64(3+rng.IntN(8)), int64(1+rng.IntN(9))
	beta, delta := 0.1+2*rng.Float64(), 0.1+2*rng.Float64()
	all := []definition{
		{privacy.KAnonymity(k), fmt.Sprint("k ", k), each(func(_, g []person) bool { return int64(len(g)) >= k })},
		{privacy.DistinctDiversity(l), fmt.Sprint("distinct ", l), each(func(_, g []person) bool {
			counts, _, _ := tallied(g)
			return int64(len(counts)) >= l
		})},
		{privacy.EntropyDiversity(float64(quarters) / 4), fmt.Sprint("entropy ", quarters, "/4"), each(func(_, g []person) bool {
			// n^n / Π n_v^n_v >= l^n, in whole numbers with l = quarters/4.
			_, counts, n := tallied(g)
			left, right := power(4*n, n), power(quarters, n)
			for _, c := range counts {
				right.Mul(right, power(c, c))
			}
			return n > 0 && left.Cmp(right) >= 0
		})},
		{privacy.RecursiveDiversity(float64(cTenths)/10, lRecursive), fmt.Sprint("recursive ", cTenths, "/10 ", lRecursive), each(func(_, g []person) bool {
			_, counts, _ := tallied(g)
			tail := int64(0)
			for i, c := range counts {
				if int64(i) >= lRecursive-1 {
					tail += c
				}
			}
			return len(counts) > 0 && 10*counts[0] < cTenths*tail
		})},
		{privacy.MaxShare(float64(alpha) / 10), fmt.Sprint("share ", alpha, "/10"), each(func(_, g []person) bool {
			_, counts, _ := tallied(g)
			return len(counts) == 0 || 10*counts[0] < alpha*int64(len(g))
		})},
		{privacy.TCloseness(float64(tTenths) / 10), fmt.Sprint("t ", tTenths, "/10"), each(func(people, g []person) bool {
			counts, _, n := tallied(g)
			whole, _, total := tallied(people)
			distance := new(big.Rat)
			for v, all := range whole {
				d := new(big.Rat).Sub(big.NewRat(counts[v], max(n, 1)), big.NewRat(all, total))
				distance.Add(distance, d.Abs(d))
			}
			return n > 0 && distance.Cmp(big.NewRat(2*tTenths, 10)) <= 0
		})},
		{privacy.BetaLikeness(beta, true), fmt.Sprint("enhanced ", beta), each(func(people, g []person) bool {
			return likely(people, g, func(q, p float64) bool { return q <= p || q-p <= p*min(beta, -math.Log(p)) })
		})},
		{privacy.DeltaDisclosure(delta, false), fmt.Sprint("delta ", delta), each(func(people, g []person) bool {
			return likely(people, g, func(q, p float64) bool { return math.Abs(math.Log(q/p)) < delta })
		})},
		// The one that merging may break.
		{privacy.DeltaDisclosure(delta, true), fmt.Sprint("delta of present values ", delta), each(func(people, g []person) bool {
			return likely(people, g, func(q, p float64) bool { return q == 0 || math.Abs(math.Log(q/p)) < delta })
		})},
		randomSkyline(t, rng),
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:rng.IntN(4)]
}

// likely reports whether f holds for the shares of each value of the people, in a group and
// of all. Where floats could be wrong its bounds are none that shares have.
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

// randomSkyline requires a point of every value. Which groups violate it is asked of
// package privacy, of groups that are built here.
func randomSkyline(t testing.TB, rng *rand.Rand) definition {
	t.Helper()
	p := knowledge.Point{L: int64(rng.IntN(3)), K: int64(rng.IntN(4)), M: int64(rng.IntN(3))}
	c := float64(4+rng.IntN(7)) / 10
	threshold, err := breach.NewThreshold(c)
	if err != nil {
		t.Fatal(err)
	}
	skyline := &privacy.Skyline{Others: []privacy.Point{{Requirement: breach.Requirement{Point: p, C: threshold}}}}
	return definition{skyline, fmt.Sprint("skyline ", p, " ", c), func(e *example, groups [][]person) []bool {
		violated := make([]bool, len(groups))
		err := skyline.Violations(t.Context(), e.release(t, groups), func(f privacy.Finding) { violated[f.Group] = true })
		if err != nil {
			t.Fatal(err)
		}
		return violated
	}}
}

// release builds groups as package privacy wants them.
func (e *example) release(t testing.TB, groups [][]person) *privacy.Release {
	t.Helper()
	b := partition.Builder{PeopleCounted: e.constraint != knowledge.SVPI}
	for _, g := range groups {
		counts, _, _ := tallied(g)
		n, people := map[string]int{}, len(g)
		for v, c := range counts {
			n[v] = int(c)
		}
		if e.constraint == knowledge.SVPI {
			people = -1
		}
		if err := b.Add(histogram(n, people)); err != nil {
			t.Fatal(err)
		}
	}
	r := &privacy.Release{Constraint: e.constraint, Table: b.Table()}
	r.Whole = make([]int64, len(r.Table.Values))
	for _, g := range r.Table.Groups {
		for _, c := range g.Counts {
			r.Whole[c.Value] += c.N
		}
	}
	return r
}

// comparesWithAll is whether a requirement compares groups with the whole table: closeness,
// likeness and disclosure.
func (d definition) comparesWithAll() bool {
	name, _, _ := strings.Cut(d.name, " ")
	return slices.Contains([]string{"t", "enhanced", "delta"}, name)
}

// leaves are the groups that privacy.Suppress leaves out in a round, by its documentation:
// those that violate a requirement by themselves; where there are none, or groups are
// compared with the whole table, all that do.
func (e *example) leaves(definitions []definition, groups [][]person) []bool {
	violated := func(groups [][]person) []bool {
		violated := make([]bool, len(groups))
		for _, d := range definitions {
			for i, v := range d.violates(e, groups) {
				violated[i] = violated[i] || v
			}
		}
		return violated
	}
	alone := make([]bool, len(groups))
	if !slices.ContainsFunc(definitions, definition.comparesWithAll) {
		for i := range groups {
			alone[i] = violated(groups[i : i+1])[0]
		}
	}
	if slices.Contains(alone, true) {
		return alone
	}
	return violated(groups)
}

// nodeOf generalizes the rows, leaves out groups, and measures what is left, all from
// the definitions. It reports whether the node is safe.
func (e *example) nodeOf(levels []int, definitions []definition, limit int) (Node, bool) {
	at := map[string]int{}
	var groups [][]person
	for _, p := range e.people {
		var labels []string
		for d, level := range levels {
			labels = append(labels, e.ladders[d][level][p.codes[d]])
		}
		key := strings.Join(labels, "|")
		if _, ok := at[key]; !ok {
			at[key] = len(groups)
			groups = append(groups, nil)
		}
		groups[at[key]] = append(groups[at[key]], p)
	}
	left := len(e.people)
	for {
		violated := e.leaves(definitions, groups)
		if !slices.Contains(violated, true) {
			break
		}
		var rest [][]person
		for i, g := range groups {
			if !violated[i] {
				rest = append(rest, g)
			}
		}
		groups = rest
	}
	var kept []person
	n := Node{Levels: slices.Clone(levels), Groups: int64(len(groups))}
	squares := int64(0)
	for _, g := range groups {
		kept = append(kept, g...)
		squares += int64(len(g) * len(g))
		if n.Smallest == 0 || int64(len(g)) < n.Smallest {
			n.Smallest = int64(len(g))
		}
	}
	out := left - len(kept)
	n.Suppressed = int64(out)
	n.Discernibility = float64(squares + int64(out*left))
	if left == 0 {
		return n, true
	}
	loss, level := new(big.Rat), new(big.Rat)
	for d, l := range e.ladders {
		for _, p := range kept {
			label, leaves := l[levels[d]][p.codes[d]], int64(0)
			for _, other := range l[levels[d]] {
				if other == label || label == hierarchy.Everything {
					leaves++
				}
			}
			if leaves > 1 {
				loss.Add(loss, big.NewRat(leaves, int64(len(l[0]))))
			}
			level.Add(level, big.NewRat(int64(levels[d]), int64(len(l)-1)))
		}
	}
	all := big.NewRat(int64(len(e.ladders)*left), 1)
	lost := big.NewRat(int64(len(e.ladders)*out), 1)
	n.Loss, _ = loss.Quo(loss.Add(loss, lost), all).Float64()
	level.Quo(level.Add(level, lost), all)
	n.Precision, _ = level.Sub(big.NewRat(1, 1), level).Float64()
	if len(groups) > 0 {
		n.AverageGroup, _ = big.NewRat(int64(len(kept)), int64(len(groups))).Float64()
	}
	return n, out <= limit
}

// nodes returns all safe nodes, and says which are minimal.
func (e *example) nodes(definitions []definition, limit int) []Node {
	var nodes []Node
	levels := make([]int, len(e.ladders))
	for d := 0; d >= 0; {
		if n, ok := e.nodeOf(levels, definitions, limit); ok {
			nodes = append(nodes, n)
		}
		for d = len(levels) - 1; d >= 0; d-- {
			if levels[d]++; levels[d] < len(e.ladders[d]) {
				break
			}
			levels[d] = 0
		}
	}
	for i := range nodes {
		nodes[i].Minimal = !slices.ContainsFunc(nodes, func(n Node) bool { return !slices.Equal(n.Levels, nodes[i].Levels) && below(n.Levels, nodes[i].Levels) })
	}
	return nodes
}

func below(a, b []int) bool {
	for d := range a {
		if a[d] > b[d] {
			return false
		}
	}
	return true
}
