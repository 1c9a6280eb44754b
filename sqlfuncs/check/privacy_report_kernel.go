package check

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"skyline/engine/exact"
	"skyline/engine/partition"
	"skyline/engine/risk"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// reportSpec is what the kernel of privacy_report gets.
type reportSpec struct {
	ValuesPerPerson people.PerPerson `json:"values_per_person"`
	RiskThreshold   float64          `json:"risk_threshold"`
	QI              []string         `json:"qi"`
	Sensitive       []string         `json:"sensitive,omitempty"`
	HasPublic       bool             `json:"has_public,omitzero"`

	Sizes      host.Shared[*sizeCounts]       `json:"sizes,omitzero"`
	Histograms *host.Shared[*histogramCounts] `json:"histograms,omitempty"` // nil without a sensitive column
	Ordered    []string                       `json:"ordered,omitempty"`    // the sensitive values in their order
}

// reportRow is a measure.
type reportRow struct {
	I         int64 // its place in the report
	Measure   string
	Attribute sql.Null[string]
	Value     float64 `sql:"value,nan=null"`
}

var reportKernel = host.KernelOf("report", runReport)

// runReport measures everything.
func runReport(ctx context.Context, spec *reportSpec) (*host.Rows[reportRow], error) {
	out := host.NewRows[reportRow]()
	counted := spec.Sizes.Value
	id, err := risk.Identify(counted.groups, exact.Simplest(spec.RiskThreshold))
	if err != nil {
		return nil, explainReport(err)
	}
	addMeasures(out, groupMeasures, id, "")
	if spec.HasPublic {
		presence, err := risk.Existence(counted.public)
		if err != nil {
			return nil, explainReport(err)
		}
		addMeasures(out, presenceMeasures, presence, "")
	}
	var sizes []risk.ValueCount
	for _, s := range counted.groups {
		sizes = append(sizes, risk.ValueCount{People: s.People, Values: s.Groups})
	}
	addMeasures(out, attributeMeasures[1:], risk.Describe(sizes), "")
	for i, name := range spec.QI {
		addMeasures(out, attributeMeasures, risk.Describe(counted.column(i)), name)
	}
	if len(spec.Sensitive) > 0 {
		s, err := spec.measureSensitive(ctx)
		if err != nil {
			return nil, err
		}
		addMeasures(out, sensitiveMeasures, s, spec.Sensitive[0])
	}
	return out, nil
}

func (s *reportSpec) measureSensitive(ctx context.Context) (*sensitiveRisk, error) {
	r := &sensitiveRisk{distributions: s.ValuesPerPerson == people.One, closeness: math.NaN(), ordered: math.NaN()}
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
	ordered, ok, err := release.OrderedCloseness(ctx, s.Ordered)
	if ok {
		r.ordered = ordered
	}
	return r, err
}

// addMeasures adds a row for each measure. An attribute that is "" is all of qi.
func addMeasures[R any](out *host.Rows[reportRow], measures []reportMeasure[R], of R, attribute string) {
	for _, m := range measures {
		out.Add(reportRow{int64(out.Len()), m.name, sql.Null[string]{V: attribute, Valid: attribute != ""}, m.value(of)})
	}
}

// explainReport says which tables do not contain the people of tbl.
func explainReport(err error) error {
	if outside, ok := errors.AsType[*risk.NotPublicError](err); ok {
		return fmt.Errorf("public must contain everybody who is in tbl, and the number of people of tbl that are not in the public table is %d; generalize the qi columns of both alike", outside.People)
	}
	return people.ExplainOutside(err)
}
