package guardian

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// literal is GD by its documented steps: at each of them it looks at every
// attribute and every table, checks by the definition and measures.
type literal struct {
	attributes []int
	rules      []Rule
	tables     []map[int]bool
	protected  []int
}

func newLiteral(attributes []int, rules []Rule) *literal {
	everything := map[int]bool{}
	for _, a := range attributes {
		everything[a] = true
	}
	l := &literal{attributes: attributes, rules: rules, tables: []map[int]bool{everything}, protected: []int{None}}
	for {
		i := slices.IndexFunc(rules, func(r Rule) bool { return !inGNF(l.schema(), []Rule{r}) })
		if i < 0 {
			return l
		}
		s := rules[i].RHS
		if l.protected[0] == None {
			l.protected[0] = s
			continue
		}
		for _, t := range l.tables {
			delete(t, s)
		}
		t := map[int]bool{s: true}
		for a := range members(rules[i].LHS) {
			if everywhere := slices.Contains(attributes, a); everywhere && !slices.Contains(l.protected, a) {
				t[a] = true
			}
		}
		l.tables = append(l.tables, t)
		l.protected = append(l.protected, s)
	}
}

// schema is every table protecting its attribute from all others.
func (l *literal) schema() []Table {
	var schema []Table
	for i, t := range l.tables {
		attributes := sorted(t)
		if len(attributes) == 1 || l.protected[i] == None {
			schema = append(schema, Table{Attributes: SetOf(attributes...), RHS: None})
			continue
		}
		var others []int
		for _, a := range attributes {
			if a != l.protected[i] {
				others = append(others, a)
			}
		}
		schema = append(schema, Table{SetOf(attributes...), SetOf(others...), l.protected[i]})
	}
	return schema
}

// published is the schema without what no rule needs.
func (l *literal) published() []Table {
	schema := l.schema()
	ts := tablesOf(schema)
	for i, t := range schema {
		if t.RHS == None {
			continue
		}
		needed := false
		for _, r := range l.rules {
			needed = needed || r.RHS == t.RHS && linkedToAny(ts, members(r.LHS), r.RHS)
		}
		if !needed {
			schema[i] = Table{Attributes: t.Attributes, RHS: None}
		}
	}
	for i := 0; i < len(schema); {
		if schema[i].RHS == None && saidElsewhere(schema, i) {
			schema = slices.Delete(schema, i, i+1)
			i = 0
			continue
		}
		i++
	}
	return schema
}

// saidElsewhere reports whether what table i says is said by another one; of equal
// ones, by an earlier one.
func saidElsewhere(schema []Table, i int) bool {
	for j, other := range schema {
		free := members(other.Attributes)
		delete(free, other.RHS)
		mine := sorted(members(schema[i].Attributes))
		contained := !slices.ContainsFunc(mine, func(a int) bool { return !free[a] })
		same := other.RHS == None && len(mine) == len(free)
		if j != i && contained && (!same || j < i) {
			return true
		}
	}
	return false
}

// grow adds attributes back until none is possible, which it reports, or none can be
// measured.
func (l *literal) grow(d Divergence) bool {
	for {
		bestTable, bestAttribute, smallest := -1, -1, 0.0
		possible := 0
		for i := range l.tables {
			for _, a := range l.attributes {
				if l.tables[i][a] {
					continue
				}
				l.tables[i][a] = true
				if inGNF(l.schema(), l.rules) {
					possible++
					kl, ok, _ := d.Divergence(context.Background(), l.published())
					if ok && (bestTable < 0 || kl < smallest) {
						bestTable, bestAttribute, smallest = i, a, kl
					}
				}
				delete(l.tables[i], a)
			}
		}
		if bestTable < 0 {
			return possible == 0
		}
		l.tables[bestTable][bestAttribute] = true
	}
}

// written writes a schema down, to compare it.
func written(schema []Table) string {
	var b strings.Builder
	for _, t := range schema {
		fmt.Fprintf(&b, "%v", t.Attributes.Slice())
		if t.RHS != None {
			fmt.Fprintf(&b, "[%v->%d]", t.LHS.Slice(), t.RHS)
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// hashed is a divergence that depends on nothing but the schema, and has no sense.
type hashed struct {
	seed   uint64
	values uint64 // how many different ones there are
	gyo    bool   // ok says whether the schema is decomposable
	calls  *int
}

func (h hashed) Divergence(_ context.Context, schema []Table) (float64, bool, error) {
	if h.calls != nil {
		*h.calls++
	}
	sum := fnv.New64a()
	fmt.Fprint(sum, h.seed, written(schema))
	return float64(sum.Sum64() % h.values), !h.gyo || decomposable(schema), nil
}

// Bound is below the divergence, often by nothing, so that ties and what is not measured
// matter.
func (h hashed) Bound(ctx context.Context, schema []Table) (float64, bool, error) {
	h.calls = nil
	kl, ok, err := h.Divergence(ctx, schema)
	below, _, _ := hashed{seed: h.seed + 1, values: 3}.Divergence(ctx, schema)
	return kl - below, ok, err
}

// sized prefers large tables; sparse, few small ones.
type sized int

func (s sized) Divergence(_ context.Context, schema []Table) (float64, bool, error) {
	total := 0
	for _, t := range schema {
		total += t.Attributes.Len() * t.Attributes.Len()
	}
	return float64(int(s) * total), true, nil
}

func (s sized) Bound(ctx context.Context, schema []Table) (float64, bool, error) {
	return s.Divergence(ctx, schema)
}

// decomposable is Graham's reduction: it removes attributes that are in one table
// only, and tables that are contained in others, until nothing is left or nothing
// changes.
func decomposable(schema []Table) bool {
	var edges []map[int]bool
	for _, t := range schema {
		edges = append(edges, members(t.Attributes))
	}
	for changed := true; changed; {
		changed = false
		count := map[int]int{}
		for _, e := range edges {
			for a := range e {
				count[a]++
			}
		}
		for _, e := range edges {
			for _, a := range sorted(e) {
				if count[a] == 1 {
					delete(e, a)
					changed = true
				}
			}
		}
	contained:
		for i, e := range edges {
			for j, f := range edges {
				if i != j && !slices.ContainsFunc(sorted(e), func(a int) bool { return !f[a] }) {
					edges = slices.Delete(edges, i, i+1)
					changed = true
					break contained
				}
			}
		}
	}
	return len(edges) == 0 || len(edges) == 1 && len(edges[0]) == 0
}
