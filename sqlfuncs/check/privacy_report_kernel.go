package check

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"skyline/engine/exact"
	"skyline/engine/risk"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// reportSpec is what the kernel of privacy_report gets.
type reportSpec struct {
	ValuesPerPerson people.PerPerson `json:"values_per_person"`
	RiskThreshold   float64          `json:"risk_threshold"`
	QI              []string         `json:"qi"`
	Sensitive       string           `json:"sensitive,omitzero"` // "" for none
	HasPublic       bool             `json:"has_public,omitzero"`

	Sizes       []risk.GroupSize `json:"sizes,omitempty"`
	Public      []risk.GroupSize `json:"public,omitempty"` // of the public table's groups
	Frequencies []frequency      `json:"frequencies,omitempty"`
	// Histograms are there if there is a sensitive column.
	Histograms *host.Handle[*people.Histograms] `json:"histograms,omitzero"`
	Ordered    []string                         `json:"ordered,omitempty"` // the sensitive values in their order
}

// frequency says how many values of a quasi-identifier, by its index, have so many people.
type frequency struct {
	Column int
	risk.ValueCount
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
	id, err := risk.Identify(spec.Sizes, exact.Simplest(spec.RiskThreshold))
	if err != nil {
		return nil, explainReport(err)
	}
	addMeasures(out, groupMeasures, id, "")
	if spec.HasPublic {
		presence, err := risk.Existence(spec.Public)
		if err != nil {
			return nil, explainReport(err)
		}
		addMeasures(out, presenceMeasures, presence, "")
	}
	columns, err := spec.columns()
	if err != nil {
		return nil, err
	}
	var sizes []risk.ValueCount
	for _, s := range spec.Sizes {
		sizes = append(sizes, risk.ValueCount{People: s.People, Values: s.Groups})
	}
	addMeasures(out, attributeMeasures[1:], risk.Describe(sizes), "")
	for i, counts := range columns {
		addMeasures(out, attributeMeasures, risk.Describe(counts), spec.QI[i])
	}
	if spec.Histograms != nil {
		s, err := spec.measureSensitive(ctx)
		if err != nil {
			return nil, err
		}
		addMeasures(out, sensitiveMeasures, s, spec.Sensitive)
	}
	return out, nil
}

// columns returns the frequencies of each quasi-identifier.
func (s *reportSpec) columns() ([][]risk.ValueCount, error) {
	columns := make([][]risk.ValueCount, len(s.QI))
	for _, f := range s.Frequencies {
		if f.Column < 0 || f.Column >= len(columns) {
			return nil, errors.New("frequencies must be those of columns of qi")
		}
		columns[f.Column] = append(columns[f.Column], f.ValueCount)
	}
	return columns, nil
}

func (s *reportSpec) measureSensitive(ctx context.Context) (*sensitiveRisk, error) {
	r := &sensitiveRisk{distributions: s.ValuesPerPerson == people.One, closeness: math.NaN(), ordered: math.NaN()}
	counted, _, err := s.Histograms.Value.Release()
	if err != nil {
		return nil, err
	}
	release, err := risk.NewRelease(ctx, counted.Table, counted.Copies)
	if err != nil || len(counted.Copies) == 0 {
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
	if outside, ok := errors.AsType[*risk.OutsideError](err); ok {
		return fmt.Errorf("population must contain everybody who is in tbl, and the number of QI groups with more people in tbl is %d; generalize the qi columns of both alike, or give the population that tbl comes from", outside.Groups)
	}
	if outside, ok := errors.AsType[*risk.NotPublicError](err); ok {
		return fmt.Errorf("public must contain everybody who is in tbl, and the number of people of tbl that are not in the public table is %d; generalize the qi columns of both alike", outside.People)
	}
	return err
}
