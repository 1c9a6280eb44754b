package attack

import (
	"cmp"
	"slices"
)

// group is a QI group, and those that are like it: the same people by what is known of them,
// and the same histogram.
type group struct {
	times  int64
	known  [][]int32 // by class of people
	people []int64   // likewise
	values []int32   // that occur
	counts []int64   // how often
	states int64     // that conditioning it exactly goes through, 0 where it is fitted
	// probabilities [class·len(values) + value]: that somebody of the class has the value.
	probabilities []float64
}

// member is where the people of a row are.
type member struct{ group, class int32 }

// plain reports whether the shares of the group are everybody's probabilities, whatever the rates:
// all people are equal by what is known of them, or all have the same value.
func (g *group) plain() bool { return len(g.known) <= 1 || len(g.values) <= 1 }

func (g *group) margins() *margins {
	return &margins{weights: g.probabilities, people: g.people, counts: g.counts}
}

func (g *group) compare(h *group) int {
	return cmp.Or(
		slices.CompareFunc(g.known, h.known, slices.Compare[[]int32]),
		slices.Compare(g.people, h.people), slices.Compare(g.values, h.values), slices.Compare(g.counts, h.counts))
}

// gather makes the groups that differ, in an order that does not depend on that of rows.
func (l *Learnt) gather(of []int32) error {
	rows := make([][]int32, len(l.release.Histograms)) // by group
	for i, g := range of {
		rows[g] = append(rows[g], int32(i))
	}
	all, classes := make([]group, len(rows)), make([]int32, len(of))
	for number := range rows {
		g := &all[number]
		if !l.members(g, rows[number], classes, l.release.Histograms[number]) {
			return ErrSizes
		}
	}
	order := make([]int32, len(all))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return all[a].compare(&all[b]) })
	numbers := make([]int32, len(all))
	for _, number := range order {
		if last := len(l.groups) - 1; last >= 0 && l.groups[last].compare(&all[number]) == 0 {
			l.groups[last].times++
		} else {
			l.groups = append(l.groups, all[number])
		}
		numbers[number] = int32(len(l.groups) - 1)
	}
	l.where = make([]member, len(of))
	for i, g := range of {
		l.where[i] = member{numbers[g], classes[i]}
	}
	return nil
}

// members gathers the people of a group by what is known of them, and reports whether they are
// as many as its histogram counts. Each starts with the shares of the group.
func (l *Learnt) members(g *group, rows, classes []int32, histogram []Count) bool {
	known := func(row int32) []int32 {
		codes := make([]int32, len(l.people.Known))
		for a := range codes {
			codes[a] = l.people.Known[a][row]
		}
		return codes
	}
	slices.SortFunc(rows, func(x, y int32) int {
		for _, codes := range l.people.Known {
			if c := cmp.Compare(codes[x], codes[y]); c != 0 {
				return c
			}
		}
		return 0
	})
	g.times = 1
	total := int64(0)
	for _, row := range rows {
		codes := known(row)
		if last := len(g.known) - 1; last < 0 || !slices.Equal(g.known[last], codes) {
			g.known, g.people = append(g.known, codes), append(g.people, 0)
		}
		g.people[len(g.people)-1] += l.people.N[row]
		classes[row] = int32(len(g.known) - 1)
		total += l.people.N[row]
	}
	for _, c := range histogram {
		g.values, g.counts = append(g.values, c.Value), append(g.counts, c.N)
		total -= c.N
	}
	for range g.known {
		for _, n := range g.counts {
			g.probabilities = append(g.probabilities, float64(n))
		}
	}
	g.margins().normalize()
	return total == 0
}
