package guardian

import "slices"

// Dependency is a functional dependency LHS -> RHS that the adversary knows: who
// knows the attributes LHS of a person knows the attribute RHS.
type Dependency struct {
	LHS Set
	RHS int
}

// Known returns what an adversary knows who knows some attributes: them, and all that
// the dependencies determine from them.
func Known(dependencies []Dependency, attributes Set) Set {
	known, _ := closure(dependencies, attributes)
	return known
}

// closure returns from and everything that the dependencies determine from it,
// and the dependencies that add to it, in the order in which they apply.
func closure(dependencies []Dependency, from Set) (known Set, applied []int) {
	known = from.clone()
	for more := true; more; {
		more = false
		for i, d := range dependencies {
			if !known.Has(d.RHS) && d.LHS.SubsetOf(known) {
				known.add(d.RHS)
				applied = append(applied, i)
				more = true
			}
		}
	}
	return known, applied
}

// through returns the dependencies, of those applied to from, that lead to all
// of the targets. None is superfluous: each determines an attribute, which no
// other of them determines, that is a target or needed by a later one.
func through(dependencies []Dependency, applied []int, from, targets Set) []int {
	need := targets.Minus(from)
	var used []int
	for _, i := range slices.Backward(applied) {
		if d := dependencies[i]; need.Has(d.RHS) {
			need = need.Without(d.RHS).Union(d.LHS.Minus(from))
			used = append(used, i)
		}
	}
	slices.Reverse(used)
	return used
}
