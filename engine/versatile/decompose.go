package versatile

import (
	"context"
	"errors"
	"fmt"

	"skyline/engine/anatomy"
	"skyline/engine/guardian"
	"skyline/engine/loglinear"
)

// Method is a way to decompose a table.
type Method int

const (
	// UtilityAware is UAD, Algorithm 2: few and large tables, by the colours of a
	// graph. Its schema depends on the rules alone.
	UtilityAware Method = iota
	// Guardian is GD, Algorithm 1, repaired: attributes that a rule protects get
	// tables of their own, to which others are added as they lower the divergence.
	Guardian
	// Single publishes each attribute as a table of its own (Sect. 1.3).
	Single
	// MultiSA publishes one table, in which all attributes that some rule protects
	// are shuffled together (App. B).
	MultiSA
)

// Table is a table to be published. Within groups of its people, the values of the
// attributes Right are shuffled, those of a person staying together; where Right is
// empty the table is published as it is.
type Table struct {
	guardian.Table
	Right guardian.Set
	// Guards are the indices of the rules that the table is the guardian of.
	Guards []int
}

// Release is what is to be published, and the divergence from the original of the
// best estimate that it allows.
type Release struct {
	Tables     []Table
	Divergence loglinear.Divergence
	// Unknown says that the divergence was not computed: too many cells would have to be
	// fitted (loglinear.ErrTooLarge).
	Unknown bool
	// Suppressed is the number of people whose protected values MultiSA leaves out.
	Suppressed int64
}

// Decompose returns the tables of a release that keeps the rules by l-diversity: no
// one who knows the left side of a rule can tell its right side with a probability
// above 1/l. The rules must be irreducible (guardian.Reduce), and l at least 2; the
// cells must be as Cells.Sort leaves them.
//
// The divergence is that of one draw of the groups, always the same for the same
// people; what is published is drawn anew and differs a little. It does not depend
// on workers, which is how many goroutines may work.
//
// If a value of a right side is too frequent for any release, the error is an
// *IneligibleError; if rules are about attributes that the cells lack, an
// *engine.ParamError.
//
// The cost of UtilityAware is O(n · (l + attributes)) for n people; for that of
// Guardian see guardian.GD.
func Decompose(ctx context.Context, cells *loglinear.Cells, rules []guardian.Rule, l int64, method Method, workers int) (*Release, error) {
	m, err := newMeasured(cells, rules, l, workers)
	if err != nil {
		return nil, err
	}
	var all guardian.Set
	for a := range cells.Columns {
		all = all.With(a)
	}
	var schema []guardian.Table
	switch method {
	case MultiSA:
		return m.multiSA(ctx, rules)
	case Single:
		for a := range cells.Columns {
			schema = append(schema, guardian.Table{Attributes: guardian.SetOf(a), RHS: guardian.None})
		}
	case UtilityAware:
		schema = guardian.UAD(all, rules)
	default:
		if schema, err = guardian.GD(ctx, all, rules, m); err != nil {
			return nil, err
		}
	}
	return m.release(ctx, schema, rules)
}

// Evaluate is Decompose with a schema that somebody else has made. It must have all
// attributes.
//
// Errors: also ErrViolated, and a *ShuffleError about a table that shuffles what no rule
// protects.
func Evaluate(ctx context.Context, cells *loglinear.Cells, rules []guardian.Rule, l int64, schema []guardian.Table, workers int) (*Release, error) {
	m, err := newMeasured(cells, rules, l, workers)
	if err != nil {
		return nil, err
	}
	return m.release(ctx, schema, rules)
}

// ErrViolated reports a schema that is not in Guardian Normal Form.
var ErrViolated = errors.New("versatile: the schema violates a rule")

// release says what each table of a schema shuffles and guards, and measures it.
func (m *measured) release(ctx context.Context, schema []guardian.Table, rules []guardian.Rule) (*Release, error) {
	release := &Release{Tables: make([]Table, len(schema))}
	for i, t := range schema {
		release.Tables[i].Table = t
		if right := shuffled(t); right != guardian.None {
			release.Tables[i].Right = guardian.SetOf(right)
		}
	}
	for i, rule := range rules {
		f := guardian.Check(schema, rule)
		if f.Status == guardian.Violated {
			return nil, ErrViolated
		}
		if f.Status == guardian.Guarded {
			release.Tables[f.Guardian].Guards = append(release.Tables[f.Guardian].Guards, i)
		}
	}
	tables, err := m.tables(ctx, schema)
	if err != nil {
		return nil, err
	}
	release.Divergence, err = m.measure.Divergence(ctx, tables)
	if release.Unknown = errors.Is(err, loglinear.ErrTooLarge); release.Unknown {
		err = nil
	}
	return release, err
}

// IneligibleError says that publishing the right side of a rule alone would break
// it: a value is too frequent.
type IneligibleError struct {
	Rule  int
	Cause *anatomy.IneligibleError
}

func (e *IneligibleError) Error() string {
	return fmt.Sprintf("versatile: rule %d: %v", e.Rule+1, e.Cause)
}

// Unwrap returns the cause.
func (e *IneligibleError) Unwrap() error { return e.Cause }

// ShuffleError says that an attribute that a table shuffles has a value that is too
// frequent.
type ShuffleError struct {
	Attribute int
	Cause     *anatomy.IneligibleError
}

func (e *ShuffleError) Error() string {
	return fmt.Sprintf("versatile: attribute %d: %v", e.Attribute, e.Cause)
}

// Unwrap returns the cause.
func (e *ShuffleError) Unwrap() error { return e.Cause }
