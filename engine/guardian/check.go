package guardian

import "slices"

// Status says how a schema stands to a rule.
type Status int

const (
	// Unreachable says that no attribute of the left side reaches the right side,
	// or that one of the sides is not published at all.
	Unreachable Status = iota
	// Guarded says that the rule has a guardian table.
	Guarded
	// Violated says that the right side can be reached, and no table guards it.
	Violated
)

// String returns unreachable, guarded or violated.
func (s Status) String() string {
	return [...]string{"unreachable", "guarded", "violated"}[s]
}

// Reason says which condition on a guardian table a violated rule breaks.
type Reason int

const (
	// NoReason is the reason of a rule that holds.
	NoReason Reason = iota
	// NotEnforced says that the table does not protect the right side from an
	// attribute that it must be protected from: condition (ii).
	NotEnforced
	// LinkedElsewhere says that the right side is reached without the table, too:
	// condition (iii).
	LinkedElsewhere
)

// Finding is what Check finds about a rule.
type Finding struct {
	Status Status
	// Guardian is the index of the guardian table of a guarded rule. There is only
	// one. It is -1 for other rules.
	Guardian int
	// Candidate is, for a violated rule, the table that comes closest to guarding
	// it: the first one that breaks only one of the conditions (ii) and (iii), else
	// the first one that contains the right side. It is -1 for other rules.
	Candidate int
	// MustEnforce is what the guardian, or else the candidate, must protect the
	// right side from: the set W of Definition 4. It is empty for an unreachable
	// rule.
	MustEnforce Set
	// Path shows how the right side of a violated rule leaks: a shortest way from an
	// attribute of the left side to the right side. With Reason LinkedElsewhere it
	// does without the right side in the candidate; with NotEnforced it goes through
	// other tables to an attribute that the candidate does not protect the right
	// side from, and then through the candidate.
	Path []Step
	// Reason is the condition that Path breaks. Of a candidate that breaks both it is
	// LinkedElsewhere, which no enforcement can mend.
	Reason Reason
}

// Step is an attribute on a path, and the table that holds this attribute and
// the next one: -1 at the end of the path.
type Step struct {
	Attribute int
	Table     int
}

// Check returns how the schema stands to the rule: unreachable, or guarded by
// the one table that meets the three conditions of Definition 4, or violated,
// and then how it leaks.
//
// Attributes of the rule that no table contains are unreachable. A path is a
// shortest one, and among those the one found by going through attributes and
// tables in ascending order.
//
// Source: Jin et al., KDD 2010, Definitions 3 to 5. "W" there is
// (Q ∩ A) ∪ Q* in condition (ii); condition (iii) is read with S removed from the
// table's attributes. In the discussion of Table 4 the paper finds no guardian
// for Rule 2; by the same definition Rule 3 has none either.
//
// It takes time in the number of tables squared, for each table with the right
// side.
func Check(tables []Table, rule Rule) Finding {
	f := Finding{Status: Unreachable, Guardian: -1, Candidate: -1}
	sets := attributeSets(tables)
	if !reach(sets, rule.LHS).Has(rule.RHS) {
		return f
	}
	f.Status = Violated
	single := false
	for i, t := range tables {
		if !t.Attributes.Has(rule.RHS) {
			continue
		}
		w := mustEnforce(sets, i, rule)
		linked := reach(removed(sets, i, rule.RHS), rule.LHS).Has(rule.RHS)
		enforced := t.enforces(w, rule.RHS)
		if enforced && !linked {
			return Finding{Status: Guarded, Guardian: i, Candidate: -1, MustEnforce: w}
		}
		if first := f.Candidate < 0; first || !single && enforced == linked {
			single = enforced == linked
			f.Candidate, f.MustEnforce = i, w
			f.Reason = NotEnforced
			if linked {
				f.Reason = LinkedElsewhere
			}
		}
	}
	f.Path = leak(tables, rule, f)
	return f
}

// mustEnforce returns the set W that table i must enforce to guard the rule.
func mustEnforce(sets []Set, i int, rule Rule) Set {
	others := slices.Clone(sets)
	others[i] = Set{}
	return reach(others, rule.LHS).Intersect(sets[i]).Without(rule.RHS)
}

// removed returns the sets, with s removed from the i-th.
func removed(sets []Set, i, s int) []Set {
	sets = slices.Clone(sets)
	sets[i] = sets[i].Without(s)
	return sets
}

// leak returns the path by which the finding's candidate breaks the rule.
func leak(tables []Table, rule Rule, f Finding) []Step {
	sets := attributeSets(tables)
	if f.Reason == LinkedElsewhere {
		return path(removed(sets, f.Candidate, rule.RHS), rule.LHS, SetOf(rule.RHS))
	}
	exposed := f.MustEnforce
	if t := tables[f.Candidate]; t.RHS == rule.RHS {
		exposed = exposed.Minus(t.LHS)
	}
	sets[f.Candidate] = Set{}
	steps := path(sets, rule.LHS, exposed)
	steps[len(steps)-1].Table = f.Candidate
	return append(steps, Step{Attribute: rule.RHS, Table: -1})
}

// path returns a shortest path through the sets from an attribute of one set to
// one of another, which is reachable.
func path(sets []Set, from, to Set) []Step {
	type link struct{ attribute, table int }
	before := map[int]link{}
	used := make([]bool, len(sets))
	queue := from.Slice()
	for _, a := range queue {
		before[a] = link{None, -1}
	}
	for len(queue) > 0 && !to.Has(queue[0]) {
		a := queue[0]
		queue = queue[1:]
		for i, set := range sets {
			if used[i] || !set.Has(a) {
				continue
			}
			used[i] = true
			for b := range set.All() {
				if _, seen := before[b]; !seen {
					before[b] = link{a, i}
					queue = append(queue, b)
				}
			}
		}
	}
	var steps []Step
	table := -1
	for a := queue[0]; a != None; {
		steps = append(steps, Step{Attribute: a, Table: table})
		a, table = before[a].attribute, before[a].table
	}
	slices.Reverse(steps)
	return steps
}
