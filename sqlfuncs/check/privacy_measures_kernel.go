package check

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"skyline/engine/exact"
	"skyline/engine/partition"
	"skyline/engine/risk"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/words"
)

// reportSpec is what the kernel of privacy_measures gets.
type reportSpec struct {
	ValuesPerPerson people.PerPerson `json:"values_per_person"`
	RiskThreshold   float64          `json:"risk_threshold"`
	QI              []string         `json:"qi"`
	Sensitive       []string         `json:"sensitive,omitempty"`
	HasPublic       bool             `json:"has_public,omitzero"`
	HasTree         bool             `json:"has_tree,omitzero"`
	Width           *float64         `json:"width,omitzero"` // nil: none

	Sizes      host.Shared[*sizeCounts]       `json:"sizes,omitzero"`
	Histograms *host.Shared[*histogramCounts] `json:"histograms,omitempty"` // nil without a sensitive column
	// Facts are those of the sensitive values; nil where there is no such column, or people
	// have several.
	Facts            *host.Shared[*people.ValueFacts] `json:"facts,omitempty"`
	people.MatchSpec                                  // without rows where NULL is a category
	// Whole is the table as one group, where people may be in several groups; nil: they are not.
	Whole *host.Shared[*people.Histograms] `json:"whole,omitempty"`
}

// reportRow is a measure.
type reportRow struct {
	I         int64 // its place in the report
	Measure   string
	Attribute sql.Null[string]
	Value     float64 `sql:"value,nan=null"`
	Meaning   string
}

var reportKernel = host.KernelOf("report", runReport)

// runReport measures everything.
func runReport(ctx context.Context, spec *reportSpec) (*host.Rows[reportRow], error) {
	out := host.NewRows[reportRow]()
	counted := spec.Sizes.Value
	id, err := spec.identify(ctx)
	if err != nil {
		return nil, explainReport(err)
	}
	addMeasures(out, spec, groupMeasures, id, "")
	if err := addRowRisks(out, spec); err != nil {
		return nil, err
	}
	if spec.HasPublic {
		presence, err := risk.Existence(counted.public)
		if err != nil {
			return nil, explainReport(err)
		}
		addMeasures(out, spec, presenceMeasures, presence, "")
	}
	if spec.Rows == nil {
		var sizes []risk.ValueCount
		for _, s := range counted.groups {
			sizes = append(sizes, risk.ValueCount{People: s.People, Values: s.Groups})
		}
		addMeasures(out, spec, attributeMeasures[1:], spec.describe(sizes), "")
	}
	for i, name := range spec.QI {
		addMeasures(out, spec, attributeMeasures, spec.describe(counted.column(i)), name)
	}
	if len(spec.Sensitive) > 0 {
		s, err := spec.measureSensitive(ctx)
		if err != nil {
			return nil, err
		}
		addMeasures(out, spec, sensitiveMeasures, s, spec.Sensitive[0])
		if spec.HasTree {
			addMeasures(out, spec, treeMeasures, s, spec.Sensitive[0])
		}
		if spec.Width != nil {
			addMeasures(out, spec, windowMeasures, s, spec.Sensitive[0])
		}
	}
	return out, nil
}

// addRowRisks adds the measures of how surely a row is somebody's, if somebody has several.
func addRowRisks(out *host.Rows[reportRow], spec *reportSpec) error {
	counts := spec.Sizes.Value.rows
	if !spec.severalGroups() && !slices.ContainsFunc(counts, func(c risk.RowCount) bool { return c.Own > 1 }) {
		return nil
	}
	r, err := risk.RowRisks(counts, exact.Simplest(spec.RiskThreshold))
	if err == nil {
		addMeasures(out, spec, rowMeasures, r, "")
	}
	return err
}

// severalGroups reports whether somebody has rows in several QI groups.
func (s *reportSpec) severalGroups() bool {
	memberships, persons := int64(0), int64(0)
	for _, g := range s.Sizes.Value.groups {
		memberships += g.People * g.Groups
	}
	for _, p := range s.Sizes.Value.persons {
		persons += p.People
	}
	return s.Whole != nil && memberships > persons
}

// describe is risk.Describe; pairs of people are not looked at where they have several
// combinations of values.
func (s *reportSpec) describe(counts []risk.ValueCount) risk.Attribute {
	a := risk.Describe(counts)
	a.Separates = a.Separates && !s.severalGroups()
	return a
}

// identify returns how easily people can be told apart.
func (s *reportSpec) identify(ctx context.Context) (*risk.Identification, error) {
	threshold := exact.Simplest(s.RiskThreshold)
	switch counted := s.Sizes.Value; {
	case s.Whole != nil:
		return risk.IdentifyPersons(counted.groups, counted.persons, threshold)
	case s.Rows == nil:
		return risk.Identify(counted.groups, threshold)
	}
	rows, matches, err := s.Count(ctx)
	if err != nil {
		return nil, err
	}
	counts := make([]risk.MatchCount, len(matches))
	for i, m := range matches {
		counts[i] = risk.MatchCount{People: rows.People[i], Matches: m.People}
	}
	return risk.IdentifyMatched(counts, threshold)
}

func (s *reportSpec) measureSensitive(ctx context.Context) (*sensitiveRisk, error) {
	kind := s.ValuesPerPerson
	if s.Whole != nil {
		kind = s.Whole.Value.Kind()
	}
	r := &sensitiveRisk{distributions: kind == people.One, closeness: math.NaN(), ordered: math.NaN(), tree: math.NaN(), proximity: math.NaN(), variance: math.NaN()}
	builder := partition.Builder{PeopleCounted: !r.distributions}
	if s.Histograms == nil {
		return nil, host.ErrNotKept
	}
	counted := s.Histograms.Value
	for i, histogram := range counted.histograms {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := builder.Add(histogram); err != nil {
			return nil, err
		}
	}
	release, err := risk.NewRelease(ctx, builder.Table(), counted.groups)
	if err != nil || len(counted.groups) == 0 {
		return r, err
	}
	if s.Whole != nil {
		if err := release.InSeveralGroups(s.Whole.Value.People(), s.Whole.Value.Counts(builder.Table().Values)); err != nil {
			return nil, err
		}
	}
	r.values = release.Values()
	if r.diversity, err = release.Diversity(ctx, maxRecursive); err != nil || r.values == 0 {
		return r, err
	}
	if r.likeness, err = release.Likeness(ctx); err != nil || !r.distributions {
		return r, err
	}
	if r.closeness, err = release.Closeness(ctx); err != nil {
		return r, err
	}
	return r, s.measureFacts(ctx, release, builder.Table().Values, r)
}

// measureFacts measures what takes more than the counts of values, as far as it is known.
func (s *reportSpec) measureFacts(ctx context.Context, release *risk.Release, values []partition.Value, r *sensitiveRisk) error {
	if s.Facts == nil {
		return host.ErrNotKept
	}
	facts := s.Facts.Value.Of(0)
	var err error
	if order, unknown := facts.Order(values); unknown == nil {
		if r.ordered, _, err = release.OrderedCloseness(ctx, order); err != nil {
			return err
		}
	}
	if s.HasTree {
		tree, leaves, err := facts.TreeOf(s.Sensitive[0], values)
		if err != nil {
			return err
		}
		if r.tree, _, err = release.TreeCloseness(ctx, tree, leaves); err != nil {
			return err
		}
	}
	given, unknown := facts.Numbers(values)
	if unknown != nil || !slices.ContainsFunc(given, func(x *big.Rat) bool { return x != nil }) {
		return nil
	}
	numbers := risk.NewNumbers(given)
	if s.Width != nil {
		if r.proximity, err = release.Proximity(ctx, numbers.Windows(exact.Simplest(*s.Width))); err != nil {
			return err
		}
	}
	r.variance, err = release.Variance(ctx, numbers)
	return err
}

// addMeasures adds a row for each measure. An attribute that is "" is all of qi.
func addMeasures[R any](out *host.Rows[reportRow], spec *reportSpec, measures []reportMeasure[R], of R, attribute string) {
	for _, m := range measures {
		value, column := m.value(of), attribute
		if column != "" {
			column = people.PlainIdentifier(column)
		}
		out.Add(reportRow{
			I: int64(out.Len()), Measure: m.name, Attribute: sql.Null[string]{V: attribute, Valid: attribute != ""}, Value: value,
			Meaning: words.Measure(m.name, column, value, spec.RiskThreshold),
		})
	}
}

// explainReport says which tables do not contain the people of tbl.
func explainReport(err error) error {
	if outside, ok := errors.AsType[*risk.NotPublicError](err); ok {
		return fmt.Errorf("public must contain everybody who is in tbl, and the number of people of tbl that are not in the public table is %d; generalize the qi columns of both alike", outside.People)
	}
	return people.ExplainOutside(err)
}
