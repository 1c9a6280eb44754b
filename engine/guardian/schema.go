package guardian

// None stands for no attribute: the right side of a table that enforces nothing.
const None = -1

// Rule is a privacy rule LHS -/-> RHS: who knows the attributes LHS of a person
// must not learn the attribute RHS. RHS is not in LHS, and LHS is not empty.
type Rule struct {
	LHS Set
	RHS int
}

// Table is a published table: its attributes, and what it enforces. It is
// anonymised such that who knows LHS does not learn RHS from it; both are among
// its attributes. With RHS = None it is published as it is, and LHS is empty.
type Table struct {
	Attributes Set
	LHS        Set
	RHS        int
}

// plain returns the table of attributes that enforces nothing.
func plain(attributes Set) Table {
	return Table{Attributes: attributes, RHS: None}
}

// protecting returns the table of attributes that protects s from all others.
func protecting(attributes Set, s int) Table {
	return Table{Attributes: attributes, LHS: attributes.Without(s), RHS: s}
}

// enforces reports whether the table satisfies w -/-> s by itself: knowing
// nothing of a person, an adversary learns nothing about that person.
func (t Table) enforces(w Set, s int) bool {
	return w.Empty() || t.RHS == s && w.SubsetOf(t.LHS)
}

// attributeSets returns the sets of attributes of the tables, which link the
// attributes to each other.
func attributeSets(tables []Table) []Set {
	sets := make([]Set, len(tables))
	for i, t := range tables {
		sets[i] = t.Attributes
	}
	return sets
}

// reach returns from and everything that is reachable from it through the sets
// (Definition 3).
func reach(sets []Set, from Set) Set {
	reached := from.clone()
	joined := make([]bool, len(sets))
	for more := true; more; {
		more = false
		for i, set := range sets {
			if !joined[i] && set.Intersects(reached) {
				joined[i] = true
				reached.join(set)
				more = true
			}
		}
	}
	return reached
}
