package guardian

import (
	"cmp"
	"context"
	"slices"

	"skyline/engine/progress"
)

// Divergence measures schemas, for the greedy choices of GD.
type Divergence interface {
	// Divergence returns how far the distribution estimated from the tables is from
	// that of the original table: the smaller the better. It is asked about schemas
	// in GNF that publish every attribute, as they would be published. ok says
	// whether the schema is decomposable; if not, it is passed over. kl is not NaN.
	Divergence(ctx context.Context, tables []Table) (kl float64, ok bool, err error)
	// Bound returns, faster, what Divergence does not return less than; ok is the same.
	Bound(ctx context.Context, tables []Table) (kl float64, ok bool, err error)
}

// GD returns Guardian Decomposition, a schema in GNF of large, overlapping tables
// to which no attribute can be added.
//
// First it decomposes. A table of all attributes enforces the first rule that
// publishing everything would violate, so it protects that rule's right side.
// Then, until no rule is violated: the right side of the first violated rule is
// removed from all tables, and a new table holds it, with those attributes of the
// left side that no table protects yet. Each table protects one attribute, its
// own, from all others in it, whatever comes to be in it.
//
// Then it adds attributes back, one to one table at a time, where the schema
// stays in GNF and the divergence becomes smallest, until there is no such place.
// Of equal divergences the first table, and then the smallest attribute, is taken.
//
// At last a table enforces nothing if no rule about its own attribute needs it,
// that is, if that is not reachable from the left sides. A table that enforces
// nothing and whose attributes another table publishes unprotected is left out. The
// others are in the order in which they came to be.
//
// Measuring is expensive, so it is done only while additions exclude each other.
// Once all possible ones are possible together, all are made; this is where the
// greedy steps end, too, by whatever divergence. The comments on complete and on
// best prove it, and that the result is always decomposable, and always
// complete: no decomposable schema that can grow is without a decomposable
// addition. Only a divergence that passes over decomposable schemas may end it
// earlier.
//
// GD departs from the paper, whose algorithm need not end: with the rules
// a -/-> b and b -/-> a, each step puts the other rule's right side into a table
// again, for ever. Here a protected attribute is removed from all tables but its
// own, and not put into those that follow. So each step protects one attribute
// more, and rules about protected ones hold: they are in one table, which protects
// them from all that is in it. The paper has it protect them from the rule's
// attributes only, which is not enough as soon as other tables link those to
// others in it.
//
// The error is that of the divergence or of the context.
//
// Source: Jin et al., KDD 2010, Algorithm 1.
//
// While additions exclude each other, a step bounds up to (number of attributes) times
// (number of tables) schemas, and measures those whose bounds are not larger than the
// smallest divergence; there may be as many steps.
func GD(ctx context.Context, attributes Set, rules []Rule, d Divergence) ([]Table, error) {
	draft := decompose(attributes, rules)
	all := steps(draft.possible())
	for !draft.complete() {
		table, attribute, err := best(ctx, draft, d, all)
		if err != nil {
			return nil, err
		}
		if attribute == None {
			break
		}
		draft.tables[table] = draft.tables[table].With(attribute)
	}
	return draft.publish(), nil
}

// steps returns how many schemas are measured where so many additions are possible, if
// each makes itself impossible only: an upper bound.
func steps(additions int) float64 { return float64(additions) * float64(additions+1) / 2 }

// GDWithoutData returns what GD returns by any divergence, if the rules alone
// decide that: if after Steps 1 to 4 all possible additions are possible together.
// Otherwise ok is false, two orders of adding end in different schemas, and there
// are no tables.
//
// Attributes that no rule names start in the first table, where one does what many
// do: it can make additions exclude each other that do not without it. Those that
// exclude each other without it still do with it, as it links nothing anew.
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
// can be measured; all is how many steps the algorithm has at most, for its progress.
// Additions are measured in the order of their bounds, until a bound is larger than a
// divergence. With a divergence whose ok says exactly whether a schema is decomposable,
// there is no addition only if none is possible:
//
// Take a schema in GNF as a graph of attributes and tables. An attribute S that a
// rule needs protected is cut off from the left side by removing the edge to its
// table, while the table stays on that side. So the edge is a bridge. Without all
// these bridges the graph falls into cells, which the bridges join to a forest; a
// table consists of attributes of its cell, and perhaps its own one, of another.
//
//   - An addition within a cell is always possible, and does not change the cells.
//   - One between two cells that are joined is impossible: it bypasses a bridge.
//   - Others join two trees of cells; only such ones exclude each other.
//
// The schema is decomposable, that is, has a join tree, if each cell has, without
// the attributes from other cells: where a bridge leads from the table of S to the
// cell of S, the two join trees are linked at that table and one that contains S.
//
// Let each cell have a join tree. If two neighbours in it differ, one may gain an
// attribute of the other, and it remains a join tree. If all tables of each cell
// have all of its attributes, and still something can be added, that joins two
// trees; the table that gains A and one that contains A link their join trees. So
// there is always a decomposable addition. And if nothing can be added, all tables
// of each cell have all of its attributes, and any tree is a join tree.
func best(ctx context.Context, draft *draft, d Divergence, all float64) (table, attribute int, err error) {
	additions, err := bounded(ctx, draft, d, all)
	if err != nil {
		return 0, None, err
	}
	found := addition{attribute: None}
	var smallest float64
	for _, a := range additions {
		if found.attribute != None && a.bound > smallest {
			break
		}
		if err := ctx.Err(); err != nil {
			return 0, None, err
		}
		kl, ok, err := d.Divergence(ctx, a.schema)
		if err != nil {
			return 0, None, err
		}
		if ok && (found.attribute == None || kl < smallest || kl == smallest && a.number < found.number) {
			found, smallest = a, kl
		}
	}
	return found.table, found.attribute, nil
}

// addition is an attribute that could be added to a table of a draft.
type addition struct {
	number           int // in the order of tables and attributes
	table, attribute int
	schema           []Table // with it
	bound            float64 // of that schema's divergence
}

// bounded returns the additions that can be measured, those with the smallest bounds first.
func bounded(ctx context.Context, draft *draft, d Divergence, all float64) ([]addition, error) {
	var result []addition
	left := steps(draft.possible())
	for t, attributes := range draft.additions() {
		for a := range attributes.All() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			progress.Report(ctx, all-left, all)
			left--
			schema := draft.with(t, a).publish()
			bound, ok, err := d.Bound(ctx, schema)
			if err != nil {
				return nil, err
			}
			if ok {
				result = append(result, addition{len(result), t, a, schema, bound})
			}
		}
	}
	slices.SortStableFunc(result, func(x, y addition) int { return cmp.Compare(x.bound, y.bound) })
	return result, nil
}

// complete makes all possible additions, if they are possible together, and
// reports whether they are.
//
// Then the order does not matter. An addition only makes more reachable, without S
// in its table, too. So what violates a rule does so after other additions as well:
// none becomes possible that was not. And what is possible together with all
// others is possible together with some, so each remains possible until it is
// made.
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
