package guardian

import (
	"context"
	"slices"
)

// Divergence measures schemas, for the greedy choices of GD.
type Divergence interface {
	// Divergence returns how far the distribution estimated from the tables is from
	// that of the original table: the smaller the better. It is asked about schemas
	// in GNF that publish every attribute, as they would be published. ok is false if
	// the schema cannot be measured, because it is not decomposable: it is passed
	// over.
	Divergence(ctx context.Context, tables []Table) (kl float64, ok bool, err error)
}

// GD returns Guardian Decomposition, a schema in GNF with few, large, overlapping
// tables.
//
// First it decomposes. A table of all attributes enforces the first rule that
// publishing everything would violate, so it protects that rule's right side.
// Then, until no rule is violated: the right side S of the first violated rule is
// removed from all tables, and a new table holds it, with the attributes of the
// left side that no table protects yet. Each table protects one attribute, from
// all others in it; it keeps to that from then on, so that a protected attribute
// has one table.
//
// Then it adds attributes back, one to one table at a time, where the schema
// stays in GNF and the divergence becomes smallest, until there is no such place.
// A table that gains an attribute protects its own one from that, too. Of equal
// divergences the first table, and then the smallest attribute, is taken. Tables
// are in the order in which they came to be.
//
// Measuring is expensive, and mostly needless: once all additions that are
// possible are possible together, all are made, without measuring. The result is the
// same. A schema can only get harder to hold by an addition: any attribute that was
// reachable without S in its table remains so, hence a rule that breaks after some
// additions is broken after more of them. So if all possible additions together
// keep the schema in GNF, so do any of them, in any order; each stays possible
// until it is made, and one that was not possible never becomes so. Divergences
// have no say, except that ok would hold intermediate steps up: what is true of the
// last schema is taken to be true of the way there.
//
// A table enforces nothing if no rule about its own attribute needs it: if that is
// not reachable from the left sides. A table that enforces nothing and whose
// attributes another table publishes, unprotected, too, is left out.
//
// GD departs from the paper, whose algorithm need not end: with the rules
// a -/-> b and b -/-> a, each removal makes the other rule's table offend, for
// ever. Here an attribute once protected is in no other table, so at each step one
// more attribute becomes protected, and rules about protected ones hold: the
// table protects it from all others, and without it there it is nowhere. For the
// same reason a table protects its attribute from all others, not only from those
// of the rule: it would have to, as soon as another table links them.
//
// The error is that of the divergence or of the context.
//
// Source: Jin et al., KDD 2010, Algorithm 1.
//
// Where additions exclude each other, a step measures up to (number of attributes)
// times (number of tables) schemas, and there may be as many steps.
func GD(ctx context.Context, attributes Set, rules []Rule, d Divergence) ([]Table, error) {
	draft := decompose(attributes, rules)
	for !draft.complete() {
		table, attribute, err := best(ctx, draft, d)
		if err != nil {
			return nil, err
		}
		if attribute == None {
			break
		}
		draft.tables[table].add(attribute)
	}
	return draft.publish(), nil
}

// GDWithoutData returns what GD returns with any divergence, if that is the same
// for all: if the rules alone decide it, since additions never exclude each other.
// Otherwise ok is false.
//
// More attributes that no rule names may make additions exclude each other that
// did not do so without.
func GDWithoutData(attributes Set, rules []Rule) (tables []Table, ok bool) {
	draft := decompose(attributes, rules)
	if !draft.complete() {
		return nil, false
	}
	return draft.publish(), true
}

// decompose returns the schema of Steps 1 to 4.
func decompose(attributes Set, rules []Rule) *draft {
	d := &draft{attributes: attributes, rules: relevant(attributes, rules), tables: []Set{attributes}, own: []int{None}}
	if i := d.violated(); i >= 0 {
		d.own[0] = d.rules[i].RHS // Step 1
	}
	// Each step protects another attribute: the rules about those that are
	// protected are not violated.
	for i := d.violated(); i >= 0; i = d.violated() { // Step 2
		rule := d.rules[i]
		for t := range d.tables { // Step 3
			d.tables[t] = d.tables[t].Without(rule.RHS)
		}
		d.tables = append(d.tables, rule.LHS.Minus(SetOf(d.own...)).With(rule.RHS)) // Step 4
		d.own = append(d.own, rule.RHS)
	}
	return d
}

// best returns the addition that leads to the smallest divergence, or None if none
// can be measured.
func best(ctx context.Context, draft *draft, d Divergence) (table, attribute int, err error) {
	attribute = None
	var smallest float64
	for t, additions := range draft.additions() {
		for a := range additions.All() {
			if err := ctx.Err(); err != nil {
				return 0, None, err
			}
			schema := draft.with(t, a).publish()
			kl, ok, err := d.Divergence(ctx, schema)
			if err != nil {
				return 0, None, err
			}
			if ok && (attribute == None || kl < smallest) {
				table, attribute, smallest = t, a, kl
			}
		}
	}
	return table, attribute, nil
}

// complete makes all possible additions, if they are possible together, and
// reports whether they are.
func (d *draft) complete() bool {
	full := &draft{attributes: d.attributes, rules: d.rules, own: d.own}
	for t, additions := range d.additions() {
		full.tables = append(full.tables, d.tables[t].Union(additions))
	}
	if full.violated() >= 0 {
		return false
	}
	d.tables = full.tables
	return true
}

// with returns the draft with the attribute added to the table.
func (d *draft) with(table, attribute int) *draft {
	tables := slices.Clone(d.tables)
	tables[table] = tables[table].With(attribute)
	return &draft{attributes: d.attributes, rules: d.rules, own: d.own, tables: tables}
}
