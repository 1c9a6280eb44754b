package releases

import (
	"cmp"
	"math"
	"slices"

	"skyline/engine/internal/disjoint"
)

// A link joins two nodes of a forest, or a node and the root. weight is the logarithm of how many numbers or vectors it
// may stand for.
type link struct {
	a, b   int
	weight float64
}

// free returns the logarithm of how many values links can have together that must agree with a sum at each node but the
// root: those of a spanning forest follow from the others, so it is the heaviest one that is left out.
func free(links []link, nodes int) float64 {
	slices.SortStableFunc(links, func(a, b link) int { return cmp.Compare(b.weight, a.weight) })
	sets, sum := disjoint.New(nodes), 0.0
	for _, l := range links {
		if sets.First(l.a) == sets.First(l.b) {
			sum += l.weight
		} else {
			sets.Join(l.a, l.b)
		}
	}
	return sum
}

// pairs returns the pairs of releases that the core has groups of; a release with itself if it is the only one.
func (c *core) pairs() [][2]int {
	var releases []int
	for g := range c.groups {
		releases = append(releases, c.groups[g].release)
	}
	slices.Sort(releases)
	releases = slices.Compact(releases)
	if len(releases) < 2 {
		return [][2]int{{releases[0], releases[0]}}
	}
	var all [][2]int
	for i, r := range releases {
		for _, q := range releases[i+1:] {
			all = append(all, [2]int{r, q})
		}
	}
	return all
}

// ends returns the nodes that a cell joins in the graph of two releases, in which it is an edge between its groups; the root
// stands for a group that it does not have, and for those that are open.
func (c *core) ends(i int, pair [2]int, open []bool) (a, b int) {
	root := len(c.groups)
	a, b = root, root
	for _, g := range c.cells[i].groups {
		if open != nil && open[g] {
			continue
		}
		switch c.groups[g].release {
		case pair[0]:
			a = int(g)
		case pair[1]:
			b = int(g)
		}
	}
	return a, b
}

// forecastByValues returns how many steps between states there are, about, if places are in order of values. A state is
// how many people of each cell are left, for all later values. In a group that is not open their sum is known, so the
// numbers of a spanning forest of the graph follow from the others. With more than two releases it is the best bound of
// any two of them. Beyond the limit it is infinite.
func (c *core) forecastByValues(places []place, limit float64) float64 {
	later, earlier := make([]int64, len(c.cells)), make([]int64, len(c.cells))
	for _, p := range places {
		later[p.cell] += c.most(int(p.cell), int(p.value))
	}
	pairs := c.pairs()
	states := func(open []bool) float64 {
		least := math.Inf(1)
		for _, pair := range pairs {
			links := make([]link, len(c.cells))
			for i := range links {
				a, b := c.ends(i, pair, open)
				people := c.cells[i].people
				span := min(people, later[i]) - max(0, people-earlier[i])
				links[i] = link{a, b, math.Log1p(float64(max(0, span)))}
			}
			least = min(least, free(links, len(c.groups)+1))
		}
		return math.Exp(least)
	}
	work := 0.0
	open, left := make([]bool, len(c.groups)), make([]int, len(c.groups))
	for at := 0; at < len(places); {
		value, end := places[at].value, at
		clear(left)
		for ; end < len(places) && places[end].value == value; end++ {
			for _, g := range c.cells[places[end].cell].groups {
				left[g]++
			}
		}
		// Without any open group there are the fewest states: where those are too many, it is not worth to look on.
		if work += states(nil); work > limit {
			return math.Inf(1)
		}
		stride, steps := max(1, (end-at)/looks), 1.0
		for first := at; at < end; at++ {
			i := places[at].cell
			most := c.most(int(i), int(value))
			later[i] -= most
			earlier[i] += most
			for _, g := range c.cells[i].groups {
				left[g]--
				open[g] = left[g] > 0
			}
			if (at-first)%stride == 0 {
				steps = states(open)
			}
			if work += steps * max(1, float64(most)/2); work > limit {
				return math.Inf(1)
			}
		}
	}
	return work
}

// looks is at how many places of a value states are counted, about: in between there are as many.
const looks = 16

// forecastByCells returns how many steps between states there are, about, if places are in order of cells. A state is
// how many people with each value are left for each open group. The cells before and those to come are graphs, as for
// values; in each part of one of them that has nothing to do with the root, one group's numbers follow from the others. Beyond the
// limit it is infinite.
func (c *core) forecastByCells(cells []int32, limit float64) float64 {
	pairs := c.pairs()
	shape := newShapes(c)
	done, begun, left := make([]bool, len(c.cells)), make([]int, len(c.groups)), make([]int, len(c.groups))
	for g := range c.groups {
		left[g] = len(c.groups[g].cells)
	}
	states := func(extra []int32) float64 {
		least := math.Inf(1)
		for _, pair := range pairs {
			least = min(least, shape.states(pair, done, func(g int) bool {
				return begun[g] > 0 && left[g] > 0 || slices.Contains(extra, int32(g))
			}))
		}
		return math.Exp(least)
	}
	work, before := 0.0, 1.0
	for _, i := range cells {
		done[i] = true
		for _, g := range c.cells[i].groups {
			begun[g]++
			left[g]--
		}
		steps := before * math.Exp(shape.ofCell(int(i)))
		steps = min(steps, states(c.cells[i].groups)*float64(c.cells[i].people+1))
		work += steps * float64(len(c.values))
		before = min(steps, states(nil))
		if work > limit {
			return math.Inf(1)
		}
	}
	return work
}

// shapes knows how many vectors of counts groups and cells can have.
type shapes struct {
	c       *core
	classes []int
	sizes   []int64
	ofGroup []float64 // logarithms
}

func newShapes(c *core) *shapes {
	s := &shapes{c: c}
	s.classes, s.sizes = c.classes()
	for g := range c.groups {
		people := int64(0)
		for _, i := range c.groups[g].cells {
			people += c.cells[i].people
		}
		s.ofGroup = append(s.ofGroup, compositions(c.groups[g].counts, people/2))
	}
	return s
}

// ofCell returns the logarithm of how many vectors of counts a cell can have.
func (s *shapes) ofCell(i int) float64 {
	most := make([]int64, len(s.c.values))
	for k := range most {
		most[k] = s.c.most(i, k)
	}
	return compositions(most, s.c.cells[i].people)
}

// states returns the logarithm of how many states there are with these cells done and these groups open.
func (s *shapes) states(pair [2]int, done []bool, open func(g int) bool) float64 {
	c := s.c
	root := len(c.groups)
	// The parts of both graphs: before has those of the cells that are done.
	before, after := disjoint.New(root+1), disjoint.New(root+1)
	for i := range c.cells {
		a, b := c.ends(i, pair, nil)
		if done[i] {
			before.Join(a, b)
		} else {
			after.Join(a, b)
		}
	}
	number := func(sets disjoint.Sets, g, offset int) int {
		if first := sets.First(g); first != sets.First(root) {
			return offset + first
		}
		return 2*root + 1
	}
	var links []link
	for g := range c.groups {
		if release := c.groups[g].release; open(g) && (release == pair[0] || release == pair[1]) {
			links = append(links, link{number(before, g, 0), number(after, g, root), s.ofGroup[g]})
		}
	}
	independent := len(links)
	most := free(links, 2*root+2)
	for _, l := range links {
		if l.weight == 0 {
			independent--
		}
	}
	return max(0, most+s.symmetry(most, independent))
}

// symmetry returns the logarithm of what remains of states if those are one that differ by the order of values of a class.
// With q columns that a value may have, m values have C(q+m-1, m) instead of q^m.
func (s *shapes) symmetry(states float64, groups int) float64 {
	if groups == 0 {
		return 0
	}
	log := 0.0
	perValue := math.Exp(states / float64(len(s.c.values)))
	for _, m := range s.sizes {
		for i := range m {
			log += math.Log((perValue + float64(i)) / (perValue * float64(i+1)))
		}
	}
	return log
}

// compositions returns the logarithm of how many ways there are to choose numbers with a sum, each up to a bound.
func compositions(most []int64, sum int64) float64 {
	if sum > maxCompositions {
		log := 0.0
		for _, n := range most {
			log += math.Log1p(float64(min(n, sum)))
		}
		return max(0, log-math.Log1p(float64(sum)))
	}
	ways := make([]float64, sum+1)
	ways[0] = 1
	for _, n := range most {
		for at := range ways { // sums of all up to at
			if at > 0 {
				ways[at] += ways[at-1]
			}
		}
		for at := len(ways) - 1; at > int(n); at-- {
			ways[at] -= ways[at-int(n)-1]
		}
	}
	return math.Log(max(1, ways[sum]))
}

// maxCompositions is up to which sum compositions are counted and not only bounded.
const maxCompositions = 1 << 10
