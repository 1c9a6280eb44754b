package guardian

import (
	"cmp"
	"slices"
)

// Given is a privacy rule as it is written. With several attributes on the right
// side, who knows LHS must not learn their composition: one of them may be
// learnt, not all of them. That is weaker than a rule on any one of them, and not
// the same as a rule for each (Sect. 2.2).
type Given struct {
	LHS Set
	RHS []int
}

// Reduced is a rule that Reduce returns: a given one, or one that dependencies
// call for.
type Reduced struct {
	// Rule has one attribute on the right side.
	Rule
	// Given is the index of the given rule that it is, or comes from.
	Given int
	// Dependency is the index of the dependency that calls for it, or -1 if it was
	// given.
	Dependency int
	// From is the index in the result of the rule that the dependency was applied
	// to, or -1.
	From int
	// Composite is the composition that it protects by protecting RHS alone, or nil
	// if that is a single attribute.
	Composite []int
	// Kept says that the rule is in the irreducible set.
	Kept bool
	// ImpliedBy is the index in the result of the kept rule that implies it, or -1.
	ImpliedBy int
	// Exposed says that nothing can protect the rule: LHS determines RHS (or all of
	// Composite) through the dependencies. It is then neither kept nor implied.
	Exposed bool
	// Through is how it is exposed: the dependencies that lead from LHS to what the
	// rule protects, in an order in which they apply, none superfluous.
	Through []int
}

// Reduce expands the given rules by what the adversary's functional dependencies
// call for, and finds the irreducible set: the rules without those that another
// one implies. Schemas need to hold the kept rules only.
//
// Q -/-> S is implied by Q' -/-> S if Q ⊆ Q', and by nothing else (Theorem 3.1);
// of equal rules the first is kept. Result i is given rule i; rules that
// dependencies call for follow. Every rule comes to have one attribute on the
// right:
//
// A composition is protected if one of its attributes is (Corollary 3.1.1, the
// only way by which one rule implies it). It is the first named one for which
// another rule already implies that it is protected, else the first named one that
// Q does not determine through the dependencies. Rules are settled in the order
// of few attributes on the right, many on the left, then as given, so that a
// composition that another one implies finds that one settled.
//
// A rule Q -/-> S and a dependency X -> S need Q -/-> X, with X as a composition
// (Theorem 3.2). What of X is in Q is known, so the composition is X \ Q. Its
// protected attribute is the smallest one that a rule with a left side of Q or more
// protects already, else the smallest one that Q does not determine; a rule that
// is there already is not added again. Rules so added are expanded in turn; rules
// with large left sides are expanded first, then those with small indices, by one
// dependency after the other. A rule that another implies is not expanded: what
// it would call for is implied, too. Dependencies from no attributes at all say
// that everybody knows their right side.
//
// Exposed rules come from the same theorem, carried to its end: where Q
// determines S, no publication protects it. The paper notes the case and gives no
// defence; whoever calls has to give up the rule, or doubt the dependency. All
// other expansion is necessary, not sufficient: the paper shows by an example that
// an adversary who knows dependencies may learn more than any rule forbids.
//
// Every given rule must have attributes on both sides, and none on both. Its left side
// should have all that is Known to who knows it, or what an adversary derives of it is
// not guarded against.
//
// Source: Jin et al., KDD 2010, Sect. 3, Definition 2.
//
// It takes time in the square of the number of rules, which may grow by the
// number of attributes for each distinct left side.
func Reduce(given []Given, dependencies []Dependency) []Reduced {
	r := reduction{dependencies: dependencies}
	r.settle(given)
	r.expand()
	r.reduce()
	return r.rules
}

// reduction is the state of Reduce.
type reduction struct {
	dependencies []Dependency
	rules        []Reduced
}

// settle finds the attribute that each given rule protects.
func (r *reduction) settle(given []Given) {
	r.rules = make([]Reduced, len(given))
	order := make([]int, len(given))
	for i, g := range given {
		order[i] = i
		r.rules[i] = Reduced{Rule: Rule{LHS: g.LHS, RHS: None}, Given: i, Dependency: -1, From: -1, ImpliedBy: -1}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(
			cmp.Compare(SetOf(given[i].RHS...).Len(), SetOf(given[j].RHS...).Len()),
			cmp.Compare(given[j].LHS.Len(), given[i].LHS.Len()),
		)
	})
	for _, i := range order {
		rule, composition := &r.rules[i], distinct(given[i].RHS)
		if len(composition) > 1 {
			rule.Composite = composition
		}
		known, applied := closure(r.dependencies, rule.LHS)
		protected := r.choose(rule.LHS, known, composition)
		if rule.Exposed = protected == None; rule.Exposed {
			protected = composition[0]
			rule.Through = through(r.dependencies, applied, rule.LHS, SetOf(composition...))
		}
		rule.RHS = protected
	}
}

// distinct returns the attributes in order, each once.
func distinct(attributes []int) []int {
	var once []int
	for _, a := range attributes {
		if !slices.Contains(once, a) {
			once = append(once, a)
		}
	}
	return once
}

// choose returns the attribute by which the composition is to be protected from
// lhs, which determines known; None if known contains it all.
func (r *reduction) choose(lhs, known Set, composition []int) int {
	for _, a := range composition {
		if r.implying(Rule{lhs, a}) >= 0 {
			return a
		}
	}
	for _, a := range composition {
		if !known.Has(a) {
			return a
		}
	}
	return None
}

// implying returns the index of a settled rule that implies the rule or is equal
// to it, or -1: one of the largest left sides, and the first of those. An exposed
// rule implies nothing.
func (r *reduction) implying(rule Rule) int {
	best := -1
	for i, other := range r.rules {
		if other.RHS == rule.RHS && !other.Exposed && rule.LHS.SubsetOf(other.LHS) &&
			(best < 0 || other.LHS.Len() > r.rules[best].LHS.Len()) {
			best = i
		}
	}
	return best
}

// expand adds the rules that the dependencies call for. All rules with larger
// left sides are complete when a left side has its turn, so that an expansion can
// fall in with theirs.
func (r *reduction) expand() {
	for expanded := make(map[int]bool); ; {
		turn := -1
		for i, rule := range r.rules {
			if !expanded[i] && (turn < 0 || rule.LHS.Len() > r.rules[turn].LHS.Len()) {
				turn = i
			}
		}
		if turn < 0 {
			return
		}
		expanded[turn] = true
		if rule := r.rules[turn]; rule.Exposed || r.implying(rule.Rule) != turn {
			continue
		}
		for d := range r.dependencies {
			r.apply(d, turn)
		}
	}
}

// apply adds the rule that dependency d calls for because of rule from.
func (r *reduction) apply(d, from int) {
	rule, dependency := r.rules[from], r.dependencies[d]
	if dependency.RHS != rule.RHS {
		return
	}
	// Not all of the composition is known, or rule would be exposed.
	composition := dependency.LHS.Minus(rule.LHS).Slice()
	known, _ := closure(r.dependencies, rule.LHS)
	added := Rule{LHS: rule.LHS, RHS: r.choose(rule.LHS, known, composition)}
	if slices.ContainsFunc(r.rules, func(old Reduced) bool { return old.RHS == added.RHS && old.LHS.Equal(added.LHS) }) {
		return
	}
	if len(composition) == 1 {
		composition = nil
	}
	r.rules = append(r.rules, Reduced{
		Rule:       added,
		Given:      rule.Given,
		Dependency: d,
		From:       from,
		Composite:  composition,
		ImpliedBy:  -1,
	})
}

// reduce keeps the rules that no other one implies.
func (r *reduction) reduce() {
	for i := range r.rules {
		rule := &r.rules[i]
		if rule.Exposed {
			continue
		}
		// A rule implied by one of the largest left sides, and the first of those, is
		// implied by one that is kept.
		if by := r.implying(rule.Rule); by != i {
			rule.ImpliedBy = by
		} else {
			rule.Kept = true
		}
	}
}
