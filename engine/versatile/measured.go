package versatile

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"skyline/engine"
	"skyline/engine/anatomy"
	"skyline/engine/guardian"
	"skyline/engine/loglinear"
)

// measured measures schemas for one table: it is the guardian.Divergence of GD.
type measured struct {
	cells   *loglinear.Cells
	measure *loglinear.Measure
	l       int64
	// draws are the groups of all people by the attribute that is shuffled in them.
	// There is one draw an attribute, so that schemas are compared on equal terms.
	draws map[int][]int32
}

func newMeasured(cells *loglinear.Cells, rules []guardian.Rule, l int64, workers int) (*measured, error) {
	m := &measured{measure: loglinear.NewMeasure(cells), cells: cells, l: l, draws: map[int][]int32{}}
	m.measure.Workers = workers
	return m, m.checkRules(rules)
}

// checkRules makes sure that each right side alone can be published (Sect. 6.1).
// That is needed of rules without a guardian, too: who knows a left side knows at
// least how frequent each value is (Lemma 1, eq. 6).
func (m *measured) checkRules(rules []guardian.Rule) error {
	checked := map[int]bool{}
	for i, rule := range rules {
		for a := range rule.LHS.With(rule.RHS).All() {
			if a >= len(m.cells.Columns) {
				return engine.NewParamError("versatile", "rules", fmt.Sprintf("about attributes in 0..%d", len(m.cells.Columns)-1), fmt.Sprintf("attribute %d in rule %d", a, i+1))
			}
		}
		if checked[rule.RHS] {
			continue
		}
		checked[rule.RHS] = true
		if _, err := anatomy.Eligible(m.histogram(rule.RHS), m.l); err != nil {
			if cause, ok := errors.AsType[*anatomy.IneligibleError](err); ok {
				return &IneligibleError{Rule: i, Cause: cause}
			}
			return err
		}
	}
	return nil
}

// histogram counts the people with each value of an attribute.
func (m *measured) histogram(attribute int) []int64 {
	counts := make([]int64, m.cells.Sizes[attribute])
	for cell, value := range m.cells.Columns[attribute] {
		counts[value] += m.cells.Counts[cell]
	}
	return counts
}

// draw returns the group of each person, cell by cell, in which the attribute is
// shuffled.
func (m *measured) draw(ctx context.Context, attribute int) ([]int32, error) {
	if groups, ok := m.draws[attribute]; ok {
		return groups, nil
	}
	composition, err := anatomy.Compose(ctx, m.histogram(attribute), m.l)
	if cause, ok := errors.AsType[*anatomy.IneligibleError](err); ok {
		return nil, &ShuffleError{Attribute: attribute, Cause: cause}
	}
	if err != nil {
		return nil, err
	}
	groups, err := m.place(ctx, composition, m.cells.Columns[attribute], attribute)
	if err == nil {
		m.draws[attribute] = groups
	}
	return groups, err
}

// place draws a group for each person, whose cell has the value that places are for.
// The seed is fixed: nothing of this draw is published.
func (m *measured) place(ctx context.Context, composition *anatomy.Composition, values []int32, seed int) ([]int32, error) {
	draw, err := composition.Draw(ctx, rand.New(rand.NewPCG(uint64(m.l), uint64(seed))), false)
	if err != nil {
		return nil, err
	}
	groups := make([]int32, 0, m.cells.People())
	next := make([]int64, composition.Values())
	for cell, value := range values {
		n := m.cells.Counts[cell]
		groups = append(groups, draw.Places(int(value))[next[value]:next[value]+n]...)
		next[value] += n
	}
	return groups, nil
}

// tables returns what a schema publishes.
func (m *measured) tables(ctx context.Context, schema []guardian.Table) ([]loglinear.Table, error) {
	tables := make([]loglinear.Table, len(schema))
	for i, t := range schema {
		tables[i].Attributes = t.Attributes.Slice()
		if right := shuffled(t); right != guardian.None {
			groups, err := m.draw(ctx, right)
			if err != nil {
				return nil, err
			}
			tables[i].Right, tables[i].Groups = []int{right}, groups
		}
	}
	return tables, nil
}

// resolution is what divergences are rounded to before they are compared, far more than
// the errors of their sums, so that equal ones are equal.
const resolution = 1e-9

// Divergence implements guardian.Divergence.
func (m *measured) Divergence(ctx context.Context, schema []guardian.Table) (kl float64, ok bool, err error) {
	tables, err := m.tables(ctx, schema)
	if err != nil || !decomposable(tables) {
		return 0, false, err
	}
	d, err := m.measure.Divergence(ctx, tables)
	return math.Round(d.KL/resolution) * resolution, true, err
}

// Bound implements guardian.Divergence.
func (m *measured) Bound(ctx context.Context, schema []guardian.Table) (kl float64, ok bool, err error) {
	tables, err := m.tables(ctx, schema)
	if err != nil || !decomposable(tables) {
		return 0, false, err
	}
	kl, err = m.measure.Bound(ctx, tables)
	return kl - resolution, true, err // below what Divergence rounds
}

// shuffled returns the attribute whose values a table shuffles, or guardian.None.
func shuffled(t guardian.Table) int {
	if t.Attributes.Len() == 1 {
		return guardian.None
	}
	return t.RHS
}

// decomposable reports whether the estimate from the tables has a closed form. What a
// table shuffles is in no other one that it is linked with, or the rule would not
// hold, so no separator has it together with something else.
func decomposable(tables []loglinear.Table) bool {
	sets := make([][]int, len(tables))
	for i, t := range tables {
		sets[i] = t.Attributes
	}
	_, ok := loglinear.Acyclic(sets)
	return ok
}
