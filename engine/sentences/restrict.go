package sentences

import (
	"math/big"
	"slices"
)

// Values of a group are classes here: each value that a clause has about somebody of the group is one,
// and all others are one, the last.

// members are the people of a group that clauses are about, and its classes.
type members struct {
	classOf map[int32]int // of values that clauses have
	rest    int           // the class of others
	count   []int64       // of each class
	people  []int         // that are restricted
}

// constraint is a clause: it is true if one of its people has one of some classes of their group.
type constraint struct {
	people  []int
	allowed [][]bool // of each of them, by class
}

// restricted is what sentences say of people.
type restricted struct {
	*Problem
	groups      []members
	domains     [][]bool // by person: the classes that are not ruled out; nil for who is in no clause
	constraints []constraint
}

// restrict reads some sentences. It is false if they are refuted on the way.
func (p *Problem) restrict(sentences []Sentence) (*restricted, bool) {
	r := &restricted{Problem: p, groups: make([]members, len(p.Groups)), domains: make([][]bool, len(p.People))}
	r.classify(sentences)
	for _, s := range sentences {
		for _, clause := range s {
			r.constraints = append(r.constraints, r.constrain(clause))
		}
	}
	for again := true; again; {
		var ok bool
		if again, ok = r.propagate(); !ok {
			return nil, false
		}
	}
	r.merge()
	for person, domain := range r.domains {
		if domain != nil {
			g := &r.groups[p.People[person]]
			g.people = append(g.people, person)
		}
	}
	return r, true
}

// classify finds the classes, and gives people in clauses all of them.
func (r *restricted) classify(sentences []Sentence) {
	present := make([]map[int32]int64, len(r.Groups))
	for i, g := range r.Groups {
		r.groups[i].classOf = map[int32]int{}
		present[i] = make(map[int32]int64, len(g))
		for _, c := range g {
			present[i][c.Value] = c.People
		}
	}
	named := map[int]bool{}
	for _, s := range sentences {
		for _, clause := range s {
			for _, l := range clause {
				named[l.Person] = true
				at := r.People[l.Person]
				g := &r.groups[at]
				if n := present[at][l.Value]; n > 0 {
					if _, ok := g.classOf[l.Value]; !ok {
						g.classOf[l.Value] = len(g.count)
						g.count = append(g.count, n)
					}
				}
			}
		}
	}
	for i := range r.groups {
		g := &r.groups[i]
		left := r.Groups[i].people()
		for _, n := range g.count {
			left -= n
		}
		if g.rest = len(g.count); left > 0 {
			g.count = append(g.count, left)
		}
	}
	for person := range named {
		r.domains[person] = filled(len(r.groups[r.People[person]].count), true)
	}
}

// constrain reads a clause.
func (r *restricted) constrain(clause Clause) constraint {
	var c constraint
	for _, l := range clause {
		g := &r.groups[r.People[l.Person]]
		at := slices.Index(c.people, l.Person)
		if at < 0 {
			at = len(c.people)
			c.people, c.allowed = append(c.people, l.Person), append(c.allowed, make([]bool, len(g.count)))
		}
		class, ok := g.classOf[l.Value]
		for i := range c.allowed[at] {
			if hit := ok && i == class; hit != l.Not {
				c.allowed[at][i] = true
			}
		}
	}
	return c
}

// propagate leaves out of each constraint what its people cannot have, and takes away constraints that
// are true anyway, and those about one person, by which that person is restricted. It says whether
// anybody has been; and is false if somebody can have nothing, or a constraint cannot be true.
func (r *restricted) propagate() (again, ok bool) {
	kept := r.constraints[:0]
	for _, c := range r.constraints {
		var now constraint
		isTrue := false
		for i, person := range c.people {
			some, all := false, true
			for class, can := range r.domains[person] {
				all = all && (c.allowed[i][class] || !can)
				c.allowed[i][class] = c.allowed[i][class] && can
				some = some || c.allowed[i][class]
			}
			isTrue = isTrue || all
			if some {
				now.people, now.allowed = append(now.people, person), append(now.allowed, c.allowed[i])
			}
		}
		switch {
		case isTrue:
		case len(now.people) == 0:
			return false, false
		case len(now.people) == 1:
			domain := r.domains[now.people[0]]
			for class := range domain {
				domain[class] = domain[class] && now.allowed[0][class]
			}
			again = true
		default:
			kept = append(kept, now)
		}
	}
	r.constraints = kept
	return again, true
}

// merge makes one class of those that no person's domain and no constraint tells apart. Whoever is
// then not restricted is like anybody else.
func (r *restricted) merge() {
	signatures := make([][][]byte, len(r.groups))
	for i := range r.groups {
		signatures[i] = make([][]byte, len(r.groups[i].count))
	}
	note := func(person int, which []bool) {
		of := signatures[r.People[person]]
		for class, is := range which {
			of[class] = append(of[class], "01"[asInt(is)])
		}
	}
	for person, domain := range r.domains {
		if domain != nil {
			note(person, domain)
		}
	}
	for _, c := range r.constraints {
		for i, person := range c.people {
			note(person, c.allowed[i])
		}
	}
	merged := make([][]int, len(r.groups)) // by class: the new one
	for i := range r.groups {
		g := &r.groups[i]
		at, count := map[string]int{}, []int64(nil)
		for class, signature := range signatures[i] {
			n, ok := at[string(signature)]
			if !ok {
				n = len(count)
				at[string(signature)], count = n, append(count, 0)
			}
			merged[i], count[n] = append(merged[i], n), count[n]+g.count[class]
		}
		for value, class := range g.classOf {
			g.classOf[value] = merged[i][class]
		}
		if g.rest < len(g.count) {
			g.rest = merged[i][g.rest]
		}
		g.count = count
	}
	shrink := func(person int, which []bool) []bool {
		of := r.People[person]
		small := make([]bool, len(r.groups[of].count))
		for class, is := range which {
			small[merged[of][class]] = is
		}
		return small
	}
	constrained := make([]bool, len(r.People))
	for i := range r.constraints {
		c := &r.constraints[i]
		for j, person := range c.people {
			c.allowed[j] = shrink(person, c.allowed[j])
			constrained[person] = true
		}
	}
	for person, domain := range r.domains {
		if domain == nil {
			continue
		}
		r.domains[person] = shrink(person, domain)
		if !constrained[person] && !slices.Contains(r.domains[person], false) {
			r.domains[person] = nil
		}
	}
}

// spread gives each value of a group its share of its class.
func (r *restricted) spread(group int, classes []*big.Rat) []*big.Rat {
	g := &r.groups[group]
	values := make([]*big.Rat, len(r.Groups[group]))
	for i, c := range r.Groups[group] {
		class, ok := g.classOf[c.Value]
		if !ok {
			class = g.rest
		}
		values[i] = big.NewRat(c.People, g.count[class])
		values[i].Mul(values[i], classes[class])
	}
	return values
}

func filled(n int, with bool) []bool {
	s := make([]bool, n)
	for i := range s {
		s[i] = with
	}
	return s
}

func asInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
