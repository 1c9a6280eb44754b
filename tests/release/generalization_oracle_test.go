package release

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// ladder is a hierarchy of a column: the label of each value at each level, level 0
// being the value itself. The last value is NULL.
type ladder struct {
	labels [][]string
	open   bool // the rows of the top are left out, and the level below has several labels
}

// height is the top level.
func (l *ladder) height() int { return len(l.labels) - 1 }

// randomLadder makes a hierarchy for a column, over all values that it may have.
func randomLadder(rng *rand.Rand, c *qiColumn) ladder {
	values := len(c.domain) + 1
	node := make([]int, values)
	l := ladder{labels: [][]string{make([]string, values)}}
	for v := range node {
		node[v] = v
		l.labels[0][v] = fmt.Sprint("value ", v)
	}
	for level := range rng.IntN(3) {
		// Some nodes of the level below become one.
		parent := make([]int, values)
		for v := range parent {
			parent[v] = rng.IntN(values)
		}
		labels := make([]string, values)
		size := map[int]int{}
		for v := range node {
			node[v] = parent[node[v]]
			size[node[v]]++
		}
		keep := rng.IntN(2) == 0
		for v := range node {
			labels[v] = fmt.Sprintf("%s%d is %d", c.name, level+1, node[v])
			if keep && size[node[v]] == 1 && v < len(c.domain) {
				labels[v] = c.domain[v]
			}
		}
		l.labels = append(l.labels, labels)
		l.open = len(size) > 1 && rng.IntN(3) == 0
	}
	l.labels = append(l.labels, slices.Repeat([]string{"*"}, values))
	return l
}

// search is a table with hierarchies, and what is asked of it.
type search struct {
	*relation
	ladders  []ladder
	required []requirement
	tenths   int64 // the suppression
	// named says of groups, by their rows, whether release_check(output := 'groups') names them by themselves.
	named map[string]bool
}

// requirement is one of privacy: which of the groups of a table violate it.
type requirement struct {
	member   string
	violates func(r *relation, groups [][]individual) []bool
}

// requirementsOf turns rules that look at one group at a time into requirements.
func requirementsOf(rules []rule) (list []requirement) {
	for _, one := range rules {
		list = append(list, requirement{one.member, func(r *relation, groups [][]individual) []bool {
			found := make([]bool, len(groups))
			for g := range groups {
				found[g] = !one.holds(r, groups[g])
			}
			return found
		}})
	}
	return list
}

func (i implied) requirement() requirement {
	return requirement{i.member(), func(r *relation, groups [][]individual) []bool {
		found := make([]bool, len(groups))
		for g, target := range i.targets(r, groups) {
			found[g] = !i.safe(target)
		}
		return found
	}}
}

func randomSearch(rng *rand.Rand, values string) *search {
	s := &search{relation: randomRelation(rng, values), tenths: max(0, int64(rng.IntN(9))-2)}
	for d := range s.columns {
		s.columns[d].parents = nil
		s.ladders = append(s.ladders, randomLadder(rng, &s.columns[d]))
	}
	all := allRules(rng)
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	switch rng.IntN(4) {
	case 0:
		s.required = requirementsOf(skylineRules(rng, s.relation))
	case 1:
		if values == "one" {
			s.required = []requirement{randomImplied(rng).requirement()}
		}
	}
	if len(s.required) == 0 || rng.IntN(3) == 0 {
		s.required = append(s.required, requirementsOf(all[:1+rng.IntN(2)])...)
	}
	return s
}

func (s *search) privacy() string {
	var members []string
	for _, r := range s.required {
		if !slices.Contains(members, r.member) {
			members = append(members, r.member)
		}
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// hierarchies are the rows of the table of that name.
func (s *search) hierarchies() (rows []string) {
	for d, l := range s.ladders {
		c := &s.columns[d]
		for v := range len(c.domain) + 1 {
			text := "NULL"
			if v < len(c.domain) {
				text = "'" + strings.ReplaceAll(c.domain[v], "'", "''") + "'"
			}
			for level := 1; level <= l.height()-boolInt(l.open); level++ {
				rows = append(rows, fmt.Sprintf("('%s', %s, %d, '%s')", c.name, text, level, strings.ReplaceAll(l.labels[level][v], "'", "''")))
			}
		}
	}
	return rows
}

// lattice lists all nodes, by level of each column.
func (s *search) lattice() [][]int {
	nodes := [][]int{{}}
	for d := range s.ladders {
		var next [][]int
		for _, node := range nodes {
			for level := range s.ladders[d].height() + 1 {
				next = append(next, append(slices.Clone(node), level))
			}
		}
		nodes = next
	}
	return nodes
}

func (s *search) label(p individual, d, level int) string {
	v := p.qi[d]
	if v < 0 {
		v = len(s.columns[d].domain)
	}
	return s.ladders[d].labels[level][v]
}

// groupsAt returns the groups of people at a node.
func (s *search) groupsAt(people []individual, levels []int) [][]individual {
	at := map[string]int{}
	var groups [][]individual
	for _, p := range people {
		labels := make([]string, len(levels))
		for d, level := range levels {
			labels[d] = s.label(p, d, level)
		}
		k := fmt.Sprintf("%q", labels)
		if _, ok := at[k]; !ok {
			at[k] = len(groups)
			groups = append(groups, nil)
		}
		groups[at[k]] = append(groups[at[k]], p)
	}
	return groups
}

// generalized is what there is to know about a node.
type generalized struct {
	levels                        []int
	safe, minimal                 bool
	groups, smallest, suppressed  int64
	loss, precision, square, mean float64
	rest                          [][]individual
}

// at leaves out the groups that violate a requirement, again until none does, and
// measures what remains.
func (s *search) at(levels []int) *generalized {
	g := &generalized{levels: levels, rest: s.groupsAt(s.people, levels)}
	for again := true; again; {
		again = false
		violated := s.violated(g.rest)
		var rest [][]individual
		for i := range g.rest {
			if violated[i] {
				again = true
			} else {
				rest = append(rest, g.rest[i])
			}
		}
		g.rest = rest
	}
	people := slices.Concat(g.rest...)
	n := int64(len(s.people))
	g.groups, g.suppressed = int64(len(g.rest)), n-int64(len(people))
	g.safe = 10*g.suppressed <= s.tenths*n
	for i, group := range g.rest {
		size := int64(len(group))
		if i == 0 || size < g.smallest {
			g.smallest = size
		}
		g.square += float64(size * size)
	}
	g.square += float64(g.suppressed * n)
	if g.groups > 0 {
		g.mean = float64(len(people)) / float64(g.groups)
	}
	cells := float64(n) * float64(len(levels))
	g.loss = float64(g.suppressed) * float64(len(levels))
	lost := g.loss
	for _, p := range people {
		for d, level := range levels {
			under := 0
			for _, label := range s.ladders[d].labels[level] {
				under += boolInt(label == s.label(p, d, level))
			}
			if under > 1 {
				g.loss += float64(under) / float64(len(s.columns[d].domain)+1)
			}
			lost += float64(level) / float64(s.ladders[d].height())
		}
	}
	g.loss /= cells
	g.precision = 1 - lost/cells
	return g
}

// violated are the groups that a round leaves out: those that violate a requirement as
// groups by themselves; where there are none, or closeness is required, all that do so as
// groups of what is left.
func (s *search) violated(groups [][]individual) []bool {
	close := strings.Contains(s.privacy(), "t_closeness")
	alone := make([]bool, len(groups))
	for g := range groups {
		alone[g] = !close && slices.Contains(s.violating(groups[g:g+1]), true)
	}
	if slices.Contains(alone, true) {
		return alone
	}
	return s.violating(groups)
}

// violating are the groups that violate a requirement, where there are no others.
func (s *search) violating(groups [][]individual) []bool {
	all := *s.relation
	all.people = slices.Concat(groups...)
	violating := make([]bool, len(groups))
	for _, one := range s.required {
		for i, bad := range one.violates(&all, groups) {
			violating[i] = violating[i] || bad
		}
	}
	return violating
}

// exhaustive looks at every node.
func (s *search) exhaustive() (nodes []*generalized) {
	for _, levels := range s.lattice() {
		nodes = append(nodes, s.at(levels))
	}
	for _, g := range nodes {
		g.minimal = g.safe && !slices.ContainsFunc(nodes, func(below *generalized) bool {
			if !below.safe || slices.Equal(below.levels, g.levels) {
				return false
			}
			for d := range g.levels {
				if below.levels[d] > g.levels[d] {
					return false
				}
			}
			return true
		})
	}
	return nodes
}
