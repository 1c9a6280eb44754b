package gnf

import (
	"maps"
	"slices"

	"skyline/engine/guardian"
	"skyline/sqlfuncs/call"
)

// ruleSet is the attributes that a call names, as numbers, and its rules on them.
// Attributes are numbered in the order of their names, whatever their case, so that
// what depends on the numbers does not depend on the order of columns, or on which
// other columns there are.
type ruleSet struct {
	names   []string // as they were written first
	numbers map[string]int
	rules   []guardian.Reduced // the first are the given ones
	// origin is, of each rule of a published set, its index in the whole one; nil:
	// it is the whole one.
	origin []int
	// written has the left sides of the given rules as they are in the call.
	written []guardian.Set
	// links are the functional dependencies, as tables that an adversary has: they link
	// what they are about.
	links []guardian.Table
	// given is, of each dependency on one attribute, the one in the call that it is
	// part of.
	given []int
}

// newRuleSet returns the set of the rules of a call, which names more attributes.
func newRuleSet(written *writtenRules, more ...string) *ruleSet {
	s := &ruleSet{numbers: map[string]int{}}
	for _, r := range slices.Concat(written.rules, written.fds) {
		more = slices.Concat(more, r.lhs, r.rhs)
	}
	s.number(more)
	var dependencies []guardian.Dependency
	for i, fd := range written.fds {
		for _, name := range fd.rhs {
			dependencies = append(dependencies, guardian.Dependency{LHS: s.set(fd.lhs), RHS: s.attribute(name)})
			s.given = append(s.given, i)
		}
		s.links = append(s.links, guardian.Table{Attributes: s.set(fd.lhs).Union(s.set(fd.rhs)), RHS: guardian.None})
	}
	given := make([]guardian.Given, len(written.rules))
	for i, r := range written.rules {
		given[i] = s.derived(r, dependencies)
		s.written = append(s.written, s.set(r.lhs))
	}
	s.rules = guardian.Reduce(given, dependencies)
	return s
}

// derived is a rule with all on its left side that an adversary derives from it; what they
// derive of the right side is no secret. Of a rule that is exposed nothing would be left,
// and it stays as it is.
func (s *ruleSet) derived(rule writtenRule, dependencies []guardian.Dependency) guardian.Given {
	lhs := s.set(rule.lhs)
	known := guardian.Known(dependencies, lhs)
	var all, secret []int
	for _, name := range rule.rhs {
		a := s.attribute(name)
		if all = append(all, a); !known.Has(a) {
			secret = append(secret, a)
		}
	}
	if len(secret) == 0 {
		return guardian.Given{LHS: lhs, RHS: all}
	}
	return guardian.Given{LHS: known, RHS: secret}
}

func (s *ruleSet) number(names []string) {
	written := map[string]string{}
	for _, name := range names {
		if key := call.Folded(name); written[key] == "" {
			written[key] = name
		}
	}
	for _, key := range slices.Sorted(maps.Keys(written)) {
		s.numbers[key] = len(s.names)
		s.names = append(s.names, written[key])
	}
}

func (s *ruleSet) attribute(name string) int { return s.numbers[call.Folded(name)] }

func (s *ruleSet) set(names []string) guardian.Set {
	var set guardian.Set
	for _, name := range names {
		set = set.With(s.attribute(name))
	}
	return set
}

func (s *ruleSet) namesOf(set guardian.Set) []string {
	var names []string
	for a := range set.All() {
		names = append(names, s.names[a])
	}
	return names
}

// publish returns the set of a release of some attributes. A rule is about those
// of them that it names: what is not published helps nobody. So it is no rule any more
// where its right side is not published, or nothing of its left side. Of a
// combination, that column is protected which the tables protect, if they are known.
func (s *ruleSet) publish(attributes []string, written []writtenTable) *ruleSet {
	p := &ruleSet{numbers: map[string]int{}, given: s.given, origin: []int{}}
	p.number(attributes)
	p.links = p.publishedLinks(s)
	tables := p.tablesOf(written)
	var given []guardian.Given
	for i, r := range s.rules {
		rhs, lhs := p.published(s, guardian.SetOf(r.Composite...).With(r.RHS)), p.published(s, r.LHS)
		if !r.Kept || lhs.Empty() || rhs.Len() < max(1, len(r.Composite)) {
			continue
		}
		rule := guardian.Reduced{Rule: guardian.Rule{LHS: lhs, RHS: p.attribute(s.names[r.RHS])}}
		if r.Composite != nil {
			rule.Composite = rhs.Slice()
		}
		if len(tables) > 0 {
			rule.Rule, _ = p.check(tables, rule)
		}
		given, p.origin = append(given, guardian.Given{LHS: lhs, RHS: []int{rule.RHS}}), append(p.origin, i)
	}
	p.rules = guardian.Reduce(given, nil)
	return p
}

// published returns those attributes of a whole set that are published.
func (s *ruleSet) published(whole *ruleSet, attributes guardian.Set) guardian.Set {
	var set guardian.Set
	for _, name := range whole.namesOf(attributes) {
		if a, ok := s.numbers[call.Folded(name)]; ok {
			set = set.With(a)
		}
	}
	return set
}

// publishedLinks returns what functional dependencies link of what is published. Those
// about a column that is not published link all that they are about: the first of them
// stands for them.
func (s *ruleSet) publishedLinks(whole *ruleSet) []guardian.Table {
	links := slices.Clone(whole.links)
	for a, name := range whole.names {
		if _, ok := s.numbers[call.Folded(name)]; ok {
			continue
		}
		first := -1
		for i := range links {
			switch {
			case !links[i].Attributes.Has(a):
			case first < 0:
				first = i
			default:
				links[first].Attributes = links[first].Attributes.Union(links[i].Attributes)
				links[i].Attributes = guardian.Set{}
			}
		}
	}
	for i := range links {
		links[i].Attributes = s.published(whole, links[i].Attributes)
	}
	return links
}

// kept returns the irreducible rules, and the index of each of them in the whole set.
func (s *ruleSet) kept() (rules []guardian.Rule, indices []int) {
	for i, r := range s.rules {
		if !r.Kept {
			continue
		}
		rules, indices = append(rules, r.Rule), append(indices, s.index(i))
	}
	return rules, indices
}

// index returns the index of a rule in the whole set.
func (s *ruleSet) index(i int) int {
	if s.origin == nil {
		return i
	}
	return s.origin[i]
}
