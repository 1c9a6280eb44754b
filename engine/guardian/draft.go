package guardian

import "slices"

// draft is a schema in the making. Table t protects the attribute own[t], None
// for a table that protects nothing, from all its others; every attribute is
// protected by one table at most. A rule about S therefore holds if and only if S
// is not reachable from its left side once S is removed from the table that
// protects it, if there is one: that table meets condition (ii) whatever it
// contains, and no other can be the guardian, unless S is not reachable at all.
type draft struct {
	attributes Set
	rules      []Rule
	tables     []Set
	own        []int
}

// relevant returns the rules about published attributes, in order.
func relevant(attributes Set, rules []Rule) []Rule {
	var result []Rule
	for _, rule := range rules {
		q := rule.LHS.Intersect(attributes)
		if attributes.Has(rule.RHS) && !q.Empty() {
			result = append(result, Rule{q, rule.RHS})
		}
	}
	return result
}

// without returns the tables with s removed from the table that protects it.
func (d *draft) without(s int) []Set {
	if t := slices.Index(d.own, s); t >= 0 {
		return removed(d.tables, t, s)
	}
	return d.tables
}

// violated returns the index of the first violated rule, or -1.
func (d *draft) violated() int {
	for i, rule := range d.rules {
		if reach(d.without(rule.RHS), rule.LHS).Has(rule.RHS) {
			return i
		}
	}
	return -1
}

// additions returns for each table the attributes that could be added to it: those
// by which no rule becomes violated.
//
// An addition joins all that is linked to the table with all that is linked to the
// attribute. So it violates a rule if, without S in the table that protects it, one
// of them is linked to S and the other to the left side.
func (d *draft) additions() []Set {
	result := make([]Set, len(d.tables))
	for t, table := range d.tables {
		result[t] = d.attributes.Minus(table)
	}
	for _, rule := range d.rules {
		tables := d.without(rule.RHS)
		known, secret := reach(tables, rule.LHS), reach(tables, SetOf(rule.RHS))
		for t, table := range tables {
			if table.Intersects(known) {
				result[t] = result[t].Minus(secret)
			}
			if table.Intersects(secret) {
				result[t] = result[t].Minus(known)
			}
		}
	}
	return result
}

// possible returns how many additions there are.
func (d *draft) possible() (n int) {
	for _, additions := range d.additions() {
		n += additions.Len()
	}
	return n
}

// publish returns the schema as it is published.
func (d *draft) publish() []Table {
	var tables []Table
	for t, attributes := range d.tables {
		if attributes.Empty() {
			continue
		}
		table := plain(attributes)
		if s := d.own[t]; attributes.Len() > 1 && d.needs(s) {
			table = protecting(attributes, s)
		}
		tables = append(tables, table)
	}
	return withoutRepeated(tables)
}

// needs reports whether a rule needs s to be protected: whether it is reachable.
func (d *draft) needs(s int) bool {
	return slices.ContainsFunc(d.rules, func(rule Rule) bool {
		return rule.RHS == s && reach(d.tables, rule.LHS).Has(s)
	})
}

// withoutRepeated leaves out each table that enforces nothing and whose
// attributes another one publishes unprotected: it says nothing that the other does
// not say. Of equal ones the first remains.
func withoutRepeated(tables []Table) []Table {
	var kept []Table
	for i, t := range tables {
		repeated := false
		for j, other := range tables {
			if i == j || t.RHS != None || !t.Attributes.SubsetOf(other.Attributes.Without(other.RHS)) {
				continue
			}
			equal := other.RHS == None && other.Attributes.Equal(t.Attributes)
			repeated = repeated || !equal || j < i
		}
		if !repeated {
			kept = append(kept, t)
		}
	}
	return kept
}
