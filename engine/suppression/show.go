package suppression

import (
	"cmp"
	"fmt"
	"slices"

	"skyline/engine/partition"
	"skyline/engine/progress"
)

// carve lets people leave the groups of whom nothing is shown, by one pattern after the other,
// the cheapest first. Beyond the patterns that are listed each has a column more.
func (s *search) carve() error {
	for n, p := range s.patterns {
		progress.Report(s.ctx, float64(n), float64(len(s.patterns)))
		if err := s.showAll(p); err != nil {
			return err
		}
	}
	if len(s.patterns) < maxPatterns || s.free < 64 && allOf(s.free) < maxPatterns {
		return nil
	}
	for p := pattern(0); p != allOf(s.free); {
		p = p.together(s.next(p))
		if err := s.showAll(p); err != nil {
			return err
		}
	}
	return nil
}

// showAll lets people of whom nothing is shown show all columns but those of a pattern.
func (s *search) showAll(p pattern) error {
	for _, g := range s.bottoms {
		if err := s.show(g, p); err != nil {
			return err
		}
	}
	return nil
}

// next returns the column to suppress beside a pattern: that which leaves the fewest
// different combinations of those of whom nothing is shown, the cheapest of equals.
func (s *search) next(p pattern) int {
	best, fewest := -1, 0
	for d := range s.free {
		if p.has(d) {
			continue
		}
		n := 0
		for _, g := range s.bottoms {
			n += len(s.classes(g, p.together(d)))
		}
		if best < 0 || n < fewest || n == fewest && s.weights[d] < s.weights[best] {
			best, fewest = d, n
		}
	}
	return best
}

// class is people of a group who would show the same.
type class struct {
	key    string
	people int64
	of     []int32
}

// fewMembers is up to how many people a class is looked for among all, without a map.
const fewMembers = 16

// classes returns the people of a group who would show more than now where a pattern is
// suppressed, by what they would show: more people before fewer.
func (s *search) classes(g *group, p pattern) []class {
	members := s.members(g)
	var classes []class
	var numbers map[string]int
	if len(members) > fewMembers {
		numbers = make(map[string]int, 64)
	}
	for n, i := range members {
		if n%65536 == 0 && s.ctx.Err() != nil {
			return nil
		}
		s.buffer = s.key(s.buffer[:0], i, p)
		if string(s.buffer) == g.key {
			continue
		}
		number, ok := 0, false
		if numbers != nil {
			number, ok = numbers[string(s.buffer)]
		} else {
			number = slices.IndexFunc(classes, func(c class) bool { return c.key == string(s.buffer) })
			ok = number >= 0
		}
		if !ok {
			number = len(classes)
			classes = append(classes, class{key: string(s.buffer)})
			if numbers != nil {
				numbers[classes[number].key] = number
			}
		}
		c := &classes[number]
		c.people += s.alike[i].people
		c.of = append(c.of, i)
	}
	slices.SortFunc(classes, func(a, b class) int { return cmp.Or(cmp.Compare(b.people, a.people), compareText(a.key, b.key)) })
	return classes
}

// show lets people of a group show all columns but those of a pattern, as many as may. All
// who would show the same do, or else some of them.
func (s *search) show(g *group, p pattern) error {
	for _, c := range s.classes(g, p) {
		if err := s.ctx.Err(); err != nil {
			return fmt.Errorf("suppression: %w", err)
		}
		if s.isKnown(g, &c) || !s.mayMove(&c) || s.move(g, c.key, c.of) {
			continue
		}
		s.moveSome(g, &c)
	}
	return nil
}

// isKnown reports whether people of a group have tried to show the same as a class since it or
// who shows that changed, so that it would be refused again.
func (s *search) isKnown(g *group, c *class) bool {
	return !s.coupled && s.shares == nil && s.changed[c.key] <= g.looked && s.changed[g.key] <= g.looked
}

// mayMove reports whether people of a class may be enough to be safe, with those who show the
// same already.
func (s *search) mayMove(c *class) bool {
	return c.people >= s.floor.People || s.groups[c.key] != nil
}

// moveSome is move for some of a class: those who do most harm stay, one after the other or,
// where there are many, some at once, until the others may go. At last each who is left tries
// by themselves.
func (s *search) moveSome(g *group, c *class) {
	if len(c.of) == 1 {
		return
	}
	for _, harm := range s.harms(c) {
		going := slices.Clone(c.of)
		slices.SortStableFunc(going, func(a, b int32) int { return cmp.Compare(harm(a), harm(b)) })
		for len(going) > 1 {
			going = going[:len(going)-max(1, len(going)/8)]
			if s.move(g, c.key, going) {
				return
			}
		}
	}
}

// harms returns what tells how much harm people do in a class: that they are few, or how large
// a share of them has the value that most have, or that more have than in the whole table.
func (s *search) harms(c *class) []func(i int32) float64 {
	few := func(i int32) float64 { return -float64(s.alike[i].people) }
	if s.bare {
		return []func(i int32) float64{few}
	}
	var old *partition.Group
	if to := s.groups[c.key]; to != nil {
		old = &to.of
	}
	together := s.count(old, c.of, nil)
	if len(together.Counts) == 0 {
		return []func(i int32) float64{few}
	}
	share := func(value int32) func(i int32) float64 {
		return func(i int32) float64 {
			for _, count := range s.alike[i].counts {
				if count.Value == value {
					return float64(count.N) / float64(s.alike[i].people)
				}
			}
			return 0
		}
	}
	most, more, excess := together.Counts[0].Value, int32(-1), 0.0
	for _, count := range together.Counts {
		over := float64(count.N)/float64(together.People) - float64(s.whole.Group.Of(count.Value))/float64(s.whole.Group.People)
		if more < 0 || over > excess {
			more, excess = count.Value, over
		}
	}
	if more == most {
		return []func(i int32) float64{share(most)}
	}
	return []func(i int32) float64{share(most), share(more)}
}
