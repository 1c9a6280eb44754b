package loglinear

import (
	"context"
	"fmt"
	"math"
	"slices"

	"skyline/engine"
	"skyline/engine/exact"
)

// Table is a published table: plain, the exact marginal of its attributes, or
// bucketized, where the values of Right, some of the attributes, are permuted
// within groups. Groups has the group of each person, in the order of the cells:
// the people of a cell follow each other. Those of group -1 are suppressed.
type Table struct {
	Attributes []int
	Right      []int // nil for a plain table
	Groups     []int32
}

// Divergence is how far the estimate from published tables is from the original.
type Divergence struct {
	KL float64 // in nats
	// Closed says that the estimate is a product of the tables' distributions.
	// Otherwise it, or a part of it, was fitted in so many rounds, after which its
	// marginals were off by at most Deviation.
	Closed    bool
	Rounds    int
	Deviation float64
}

// Divergence returns the Kullback-Leibler divergence of the distribution of the
// table from the maximum likelihood estimate p~ that somebody makes of the
// published tables:
//
//	Σ_x p(x) ln(p(x) / p~(x)) = -H(p) + Σ_T CE(T) - Σ_S H(S)
//
// p~ is the distribution of the largest entropy that has the published marginals,
// that is, the log-linear model they generate. The right side of the equation
// holds where the tables form an acyclic hypergraph (see Acyclic) with separators
// S, none of which spans both sides of a bucketized table: then p~ is the product
// of the tables' distributions over those of the separators. CE is the cross-entropy
// of what a table says, the entropy for a plain one. Tables that do not hang
// together in this way are fitted by iterative proportional fitting (see Fit in
// the package's comment); only they are.
//
// The result is at least 0; it is +Inf if p~ rules out what occurs, because of a
// value that occurs among suppressed people only, and NaN without people.
//
// Source: Jin, Zhang, Zhang, Das, "Versatile publishing for privacy preservation", KDD
// 2010, Sect. 5.1. The paper has all its schemas decomposable; they need not be:
// {ab}, {bc}, {cd}, {da}, {e} enforces e→a and has a chordless cycle.
//
// Errors: *engine.ParamError, also for attributes in no table; ErrTooLarge if more than
// MaxCells cells would have to be fitted; that of ctx.
func (m *Measure) Divergence(ctx context.Context, tables []Table) (Divergence, error) {
	result := Divergence{Closed: true}
	shapes, err := m.shapes(tables)
	if err != nil {
		return Divergence{}, err
	}
	result.KL, err = m.divergence(ctx, shapes, func(s step) (float64, error) { return m.part(ctx, tables, shapes, s, &result) })
	if err != nil {
		return Divergence{}, err
	}
	return result, nil
}

// Bound returns a number, at least 0, that the Divergence of the tables is not below, but for
// rounding. It is found faster: for a bucketized table whose cross-entropy is not known,
//
//	CE(x, r) ≥ max(H(x), H(r)), and CE(x', r) for all x' ⊂ x that it is known for
//
// since p~(x, r) is at most p~(x', r), p~(x), which is p(x), and p~(r). Tables that have to be
// fitted together count as if they told everything.
//
// Errors: those of Divergence, but for ErrTooLarge.
func (m *Measure) Bound(ctx context.Context, tables []Table) (float64, error) {
	shapes, err := m.shapes(tables)
	if err != nil {
		return 0, err
	}
	return m.divergence(ctx, shapes, func(s step) (float64, error) { return m.least(ctx, tables, shapes, s) })
}

// divergence adds up the divergence of tables with these shapes from the cross-entropies of
// its steps.
func (m *Measure) divergence(ctx context.Context, shapes []shape, part func(step) (float64, error)) (float64, error) {
	if m.people == 0 {
		return math.NaN(), nil
	}
	all := make([]int, len(m.cells.Columns))
	for a := range all {
		all[a] = a
	}
	var kl exact.Sum
	h, err := m.entropy(ctx, all)
	if err != nil {
		return 0, err
	}
	kl.Add(-h)
	for _, s := range decompose(shapes) {
		h, err := part(s)
		if err != nil {
			return 0, err
		}
		kl.Add(h)
		if len(s.separator) > 0 {
			if h, err = m.entropy(ctx, s.separator); err != nil {
				return 0, err
			}
			kl.Add(-h)
		}
	}
	return max(0, kl.Value()), nil
}

// part returns the cross-entropy of the table, or of the core, of a step.
func (m *Measure) part(ctx context.Context, tables []Table, shapes []shape, s step, result *Divergence) (float64, error) {
	if s.isCore() {
		return m.core(ctx, tables, shapes, s, result)
	}
	t := shapes[s.tables[0]]
	if len(t.right) == 0 {
		return m.entropy(ctx, t.attributes)
	}
	return m.crossEntropy(ctx, difference(t.attributes, t.right), t.right, tables[s.tables[0]].Groups)
}

// least returns what the part of a step is not below.
func (m *Measure) least(ctx context.Context, tables []Table, shapes []shape, s step) (float64, error) {
	if s.isCore() {
		return m.entropy(ctx, union(s.sets...))
	}
	t := shapes[s.tables[0]]
	if len(t.right) == 0 {
		return m.entropy(ctx, t.attributes)
	}
	left := difference(t.attributes, t.right)
	var known float64
	if d := m.known(t.right, tables[s.tables[0]].Groups); d != nil {
		for _, c := range d.memo {
			if slices.Equal(c.left, left) {
				return c.entropy, nil
			}
			if within(c.left, left) {
				known = max(known, c.entropy)
			}
		}
	}
	x, err := m.entropy(ctx, left)
	if err != nil {
		return 0, err
	}
	r, err := m.entropy(ctx, t.right)
	return max(known, x, r), err
}

// shapes checks the tables.
func (m *Measure) shapes(tables []Table) ([]shape, error) {
	shapes := make([]shape, len(tables))
	var covered []int
	for i, t := range tables {
		var err error
		if shapes[i], err = newShape(fmt.Sprintf("tables[%d]", i), t.Attributes, t.Right, len(m.cells.Columns)); err != nil {
			return nil, err
		}
		if len(t.Right) > 0 {
			groups, err := m.checkedGroups(t.Groups)
			if err != nil {
				return nil, err
			}
			shapes[i].suppressed = groups.suppressed
		}
		covered = union(covered, shapes[i].attributes)
	}
	return shapes, checkCovered(covered, len(m.cells.Columns))
}

// newShape returns the shape of a table of which nothing is suppressed.
func newShape(name string, attributes, right []int, of int) (shape, error) {
	var s shape
	var err error
	if s.attributes, err = newSet(name+".Attributes", attributes, of); err != nil {
		return s, err
	}
	if s.right, err = newSet(name+".Right", right, of); err != nil {
		return s, err
	}
	if !within(s.right, s.attributes) {
		return s, engine.NewParamError("loglinear", name+".Right", "among the table's attributes", "others")
	}
	return s, nil
}

func checkCovered(covered []int, attributes int) error {
	if len(covered) < attributes {
		missing := 0
		for missing < len(covered) && covered[missing] == missing {
			missing++
		}
		return engine.NewParamError("loglinear", "tables", "such that each attribute is in one", fmt.Sprintf("none with attribute %d", missing))
	}
	return nil
}
