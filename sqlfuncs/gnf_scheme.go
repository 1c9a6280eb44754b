package sqlfuncs

import (
	"maps"
	"slices"
	"strings"

	"skyline/engine/guardian"
)

// scheme is the attributes that a call names, as numbers, and its rules on them.
// Attributes are numbered in the order of their names, whatever their case, so that
// what depends on the numbers does not depend on the order of columns, or on which
// other columns there are.
type scheme struct {
	names   []string // as they were written first
	numbers map[string]int
	rules   []guardian.Reduced // the first are the given ones
	// origin is, of each rule of a published scheme, its index in the whole one; nil:
	// it is the whole one.
	origin []int
	// given is, of each dependency on one attribute, the one in the call that it is
	// part of.
	given []int
}

// newScheme reads the parameters rules and fds, and names more attributes.
func newScheme(c *Call, more ...string) (*scheme, error) {
	rules, err := c.writtenRules("rules")
	if err != nil {
		return nil, err
	}
	fds, err := c.writtenRules("fds")
	if err != nil {
		return nil, err
	}
	s := &scheme{numbers: map[string]int{}}
	for _, r := range slices.Concat(rules, fds) {
		more = slices.Concat(more, r.lhs, r.rhs)
	}
	s.number(more)
	given := make([]guardian.Given, len(rules))
	for i, r := range rules {
		given[i].LHS = s.set(r.lhs)
		for _, name := range r.rhs {
			given[i].RHS = append(given[i].RHS, s.attribute(name))
		}
	}
	var dependencies []guardian.Dependency
	for i, fd := range fds {
		for _, name := range fd.rhs {
			dependencies = append(dependencies, guardian.Dependency{LHS: s.set(fd.lhs), RHS: s.attribute(name)})
			s.given = append(s.given, i)
		}
	}
	s.rules = guardian.Reduce(given, dependencies)
	return s, nil
}

func (s *scheme) number(names []string) {
	written := map[string]string{}
	for _, name := range names {
		if key := strings.ToLower(name); written[key] == "" {
			written[key] = name
		}
	}
	for _, key := range slices.Sorted(maps.Keys(written)) {
		s.numbers[key] = len(s.names)
		s.names = append(s.names, written[key])
	}
}

func (s *scheme) attribute(name string) int { return s.numbers[strings.ToLower(name)] }

func (s *scheme) set(names []string) guardian.Set {
	var set guardian.Set
	for _, name := range names {
		set = set.With(s.attribute(name))
	}
	return set
}

func (s *scheme) namesOf(set guardian.Set) []string {
	var names []string
	for a := range set.All() {
		names = append(names, s.names[a])
	}
	return names
}

// publish returns the scheme of a release of some attributes. A rule is about those
// of them that it names: what is not published helps nobody. So it is no rule any more
// where its right side is not published, or nothing of its left side.
func (s *scheme) publish(attributes []string) *scheme {
	p := &scheme{numbers: map[string]int{}, given: s.given, origin: []int{}}
	p.number(attributes)
	var given []guardian.Given
	for i, r := range s.rules {
		rhs, ok := p.numbers[strings.ToLower(s.names[r.RHS])]
		if !r.Kept || !ok {
			continue
		}
		var lhs guardian.Set
		for _, name := range s.namesOf(r.LHS) {
			if a, ok := p.numbers[strings.ToLower(name)]; ok {
				lhs = lhs.With(a)
			}
		}
		if !lhs.Empty() {
			given, p.origin = append(given, guardian.Given{LHS: lhs, RHS: []int{rhs}}), append(p.origin, i)
		}
	}
	p.rules = guardian.Reduce(given, nil)
	return p
}

// kept returns the irreducible set, and the index of each of its rules in the whole
// scheme.
func (s *scheme) kept() (rules []guardian.Rule, indices []int) {
	for i, r := range s.rules {
		if !r.Kept {
			continue
		}
		if s.origin != nil {
			i = s.origin[i]
		}
		rules, indices = append(rules, r.Rule), append(indices, i)
	}
	return rules, indices
}
