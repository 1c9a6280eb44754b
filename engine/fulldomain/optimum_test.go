package fulldomain

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"testing"

	"skyline/engine/cells"
	"skyline/engine/privacy"
	"skyline/tests/trials"
)

// optimum is a search of a real table for requirements that users of ARX have: of a
// k-anonymity of 5, a t-closeness in order of 0.2, a β-likeness of 1, a δ-disclosure of 1.5
// and an average risk of 0.05, each beside k-anonymity, and all at once.
type optimum struct {
	set       string
	qi        []string
	sensitive string // read in order
	present   bool   // of δ-disclosure: a group may lack values
	percent   int64  // of the people may be left out
}

var farsQI = []string{"iage", "irace", "isex", "ihispanic", "istatenum", "iinjury"}

var optima = []optimum{
	{"adult", adultQI, "salary-class", false, 0},
	{"fars", farsQI, "ideathmon", false, 0},
	{"adult", adultQI, "salary-class", false, 2},
	{"fars", farsQI, "ideathmon", true, 2},
}

func (o *optimum) String() string {
	return fmt.Sprintf("%s/suppression=%v", o.set, float64(o.percent)/100)
}

// combination is some of the requirements of an optimum.
type combination struct {
	name                                string
	closeness, likeness, delta, average bool
}

var combinations = []combination{
	{name: "t", closeness: true},
	{name: "beta", likeness: true},
	{name: "delta", delta: true},
	{name: "average", average: true},
	{name: "all", closeness: true, likeness: true, delta: true, average: true},
}

// options are those of a search of a table whose values have this order.
func (o *optimum) options(c *combination, people int64, order []int32) Options {
	list := []privacy.Requirement{privacy.KAnonymity(5)}
	if c.closeness {
		list = append(list, privacy.TClosenessOrdered(0.2, order))
	}
	if c.likeness {
		list = append(list, privacy.BetaLikeness(1, false))
	}
	if c.delta {
		list = append(list, privacy.DeltaDisclosure(1.5, o.present))
	}
	if c.average {
		list = append(list, privacy.AverageRisk(0.05))
	}
	return Options{Requirements: list, Limit: people * o.percent / 100, Which: Best, Measure: Loss}
}

// numbersOf returns the numbers that a table has for values.
func numbersOf(table *cells.Cells, values []string) []int32 {
	numbers := make([]int32, len(values))
	for i, v := range values {
		numbers[i], _ = table.Number(v)
	}
	return numbers
}

// crowd is a QI group.
type crowd struct {
	row    int // one of its
	people int64
	counts []int64 // by value, in order
}

// crowds returns the QI groups at some levels, unless more people than limit are in groups of
// less than 5. A column has less than 512 labels.
func (a *realRows) crowds(levels []int, limit int64, value []int, values int) []crowd {
	at := map[uint64]int{}
	of := make([]int, len(a.labels))
	var list []crowd
	for i, labels := range a.labels {
		key := uint64(0)
		for d, level := range levels {
			key = key<<9 | uint64(labels[d][level])
		}
		g, ok := at[key]
		if !ok {
			g = len(list)
			at[key] = g
			list = append(list, crowd{row: i})
		}
		list[g].people += a.n[i]
		of[i] = g
	}
	for _, g := range list {
		if g.people < 5 {
			limit -= g.people
		}
	}
	if limit < 0 {
		return nil
	}
	slab := make([]int64, len(list)*values)
	for i := range list {
		list[i].counts = slab[i*values : (i+1)*values]
	}
	for i, g := range of {
		list[g].counts[value[i]] += a.n[i]
	}
	return list
}

// holds says whether a group is as the combination wants it, in a table of all people with
// these counts.
func (c *combination) holds(t *testing.T, g *crowd, whole []int64, all int64, present bool) bool {
	t.Helper()
	if g.people < 5 {
		return false
	}
	steps, carried, moved := int64(-1), int64(0), int64(0)
	for v, n := range whole {
		if n == 0 {
			continue
		}
		q, p := g.counts[v]*all, n*g.people // shares, with one denominator
		if c.likeness && q > p && q-p > p {
			return false
		}
		if c.delta && (q > 0 || !present) {
			far := math.Abs(math.Log(float64(q) / float64(p)))
			if math.Abs(far-1.5) < 1e-9 {
				t.Fatal("a group is at the bound")
			}
			if far > 1.5 {
				return false
			}
		}
		steps++
		carried += q - p
		moved += max(carried, -carried)
	}
	return !c.closeness || 5*moved <= max(steps, 1)*g.people*all
}

// rest leaves groups out until the combination holds, by the rule that privacy.Suppress
// documents. It returns which stay, and whether few enough go.
func (c *combination) rest(t *testing.T, groups []crowd, order []string, limit int64, present bool) ([]crowd, bool) {
	t.Helper()
	for before := int64(-1); ; {
		whole, all := make([]int64, len(order)), int64(0)
		for _, g := range groups {
			all += g.people
			for v, n := range g.counts {
				whole[v] += n
			}
		}
		before = max(before, all)
		if before-all > limit {
			return nil, false
		}
		var stay []crowd
		for _, g := range groups {
			if c.holds(t, &g, whole, all, present) {
				stay = append(stay, g)
			}
		}
		if len(stay) == len(groups) && c.average {
			stay = smallestOut(stay, all, order)
		}
		if len(stay) == len(groups) {
			return stay, true
		}
		groups = stay
	}
}

// smallestOut leaves the smallest groups out, of those of a size the one whose histogram
// comes first, until there are 20 people to a group.
func smallestOut(groups []crowd, people int64, order []string) []crowd {
	if 20*int64(len(groups)) <= people {
		return groups
	}
	codes := map[int]string{}
	for _, g := range groups {
		of := map[string]int{}
		for v, n := range g.counts {
			if n > 0 {
				of[order[v]] = int(n)
			}
		}
		codes[g.row] = histogram(of, -1)
	}
	groups = slices.SortedStableFunc(slices.Values(groups), func(x, y crowd) int {
		return cmp.Or(cmp.Compare(x.people, y.people), cmp.Compare(codes[x.row], codes[y.row]))
	})
	for 20*int64(len(groups)) > people {
		people -= groups[0].people
		groups = groups[1:]
	}
	return groups
}

// loss is that of people who stay in these groups, all others being left out.
func (a *realRows) loss(levels []int, groups []crowd, leaves []map[int]int64, size []int64) float64 {
	sum, stay := new(big.Rat), int64(0)
	for d := range levels {
		lost := int64(0)
		for _, g := range groups {
			if n := leaves[d][a.labels[g.row][d][levels[d]]]; n > 1 {
				lost += n * g.people
			}
		}
		sum.Add(sum, big.NewRat(lost, size[d]))
	}
	for _, g := range groups {
		stay += g.people
	}
	sum.Add(sum, big.NewRat(int64(len(levels))*(a.people-stay), 1))
	x, _ := sum.Quo(sum, big.NewRat(int64(len(levels))*a.people, 1)).Float64()
	return x
}

// leaves counts the values of each column, and those of each label.
func (a *realRows) leaves(columns int) (below []map[int]int64, size []int64) {
	for d := range columns {
		seen, of := map[int]bool{}, map[int]int64{}
		for _, labels := range a.labels {
			if !seen[labels[d][0]] {
				seen[labels[d][0]] = true
				for _, label := range labels[d] {
					of[label]++
				}
			}
		}
		below, size = append(below, of), append(size, int64(len(seen)))
	}
	return below, size
}

// optima looks at every node, from the most general one on, and returns the loss of those at
// which a combination can be had, by combination and levels. Where too many people are in
// groups of less than 5, they are so in all parts of these groups.
func (a *realRows) optima(t *testing.T, o *optimum, nodes [][]int, order []string) []map[string]float64 {
	t.Helper()
	limit := a.people * o.percent / 100
	value := make([]int, len(a.value))
	for i, v := range a.value {
		value[i] = slices.Index(order, v)
	}
	leaves, size := a.leaves(len(o.qi))
	found := make([]map[string]float64, len(combinations))
	for j := range found {
		found[j] = map[string]float64{}
	}
	slices.SortStableFunc(nodes, func(a, b []int) int { return sumOf(b) - sumOf(a) })
	small := map[string]bool{}
	for _, levels := range nodes {
		isSmall := false
		for d := range levels {
			above := slices.Clone(levels)
			above[d]++
			isSmall = isSmall || small[fmt.Sprint(above)]
		}
		var groups []crowd
		if !isSmall {
			groups = a.crowds(levels, limit, value, len(order))
		}
		if groups == nil {
			small[fmt.Sprint(levels)] = true
			continue
		}
		for j := range combinations {
			if stay, ok := combinations[j].rest(t, groups, order, limit, o.present); ok {
				found[j][fmt.Sprint(levels)] = a.loss(levels, stay, leaves, size)
			}
		}
	}
	return found
}

// TestOptimum: a search finds the levels and the loss of the best node, and of all nodes that
// hold everything, that the definitions find by a look at every node.
func TestOptimum(t *testing.T) {
	trials.Long(t)
	for _, o := range optima[:trials.Number(2, len(optima))] {
		t.Run(o.String(), func(t *testing.T) {
			a := readRows(t, o.set, o.qi, o.sensitive)
			table, trees := real(t, o.set, o.qi, o.sensitive)
			order, nodes := a.inOrder(), nodesOf(trees)
			want := a.optima(t, &o, nodes, order)
			for j, c := range combinations {
				losses := slices.Sorted(maps.Values(want[j]))
				t.Logf("%s: %d of %d nodes, the best loses %v", c.name, len(losses), len(nodes), losses[0])
				if len(losses) < 3 || len(losses) == len(nodes) || losses[0] == 1 {
					t.Error("this tells little")
				}
				options := o.options(&c, a.people, numbersOf(table, order))
				for _, which := range []Which{Best, Safe} {
					if options.Which = which; which == Safe && c.name != "all" {
						continue
					}
					r, err := Search(t.Context(), table, trees, options)
					if err != nil {
						t.Fatal(err)
					}
					if which == Safe && len(r.Nodes) != len(losses) {
						t.Errorf("%s: %d nodes are safe, want %d", c.name, len(r.Nodes), len(losses))
					}
					first := slices.MinFunc(nodes, func(a, b []int) int {
						return cmp.Or(cmp.Compare(lossAt(want[j], a), lossAt(want[j], b)), sumOf(a)-sumOf(b), slices.Compare(a, b))
					})
					if !slices.Equal(r.Nodes[0].Levels, first) {
						t.Errorf("%s: %v is first, want %v", c.name, r.Nodes[0].Levels, first)
					}
					for i, n := range r.Nodes {
						loss, ok := want[j][fmt.Sprint(n.Levels)]
						if !ok || n.Loss != loss || n.Loss != losses[i] {
							t.Errorf("%s: node %d is %v with a loss of %v, which is safe %v, of %v, and node %d loses %v", c.name, i, n.Levels, n.Loss, ok, loss, i, losses[i])
						}
					}
					t.Logf("%s: %v is found with a look at %d nodes", c.name, first, r.Checked)
				}
			}
		})
	}
}

// lossAt is the loss of a node, or more than any where it is not safe.
func lossAt(losses map[string]float64, levels []int) float64 {
	if loss, ok := losses[fmt.Sprint(levels)]; ok {
		return loss
	}
	return math.Inf(1)
}
