package report

import (
	"context"
	"database/sql"

	"skyline/sqlfuncs/host"
)

// evidenceSpec is what the kernel gets: what was asked, and what other functions answered.
type evidenceSpec struct {
	Limit limit `json:"limit"`
	knowledge
	C         float64  `json:"c"`
	QI        []string `json:"qi"`
	Sensitive []string `json:"sensitive,omitempty"`
	// KnowsOthers says that the other sensitive columns are known.
	KnowsOthers bool  `json:"knows_others,omitempty"`
	Columns     int64 `json:"columns"`           // that somebody with another table may have
	MaxSize     int64 `json:"max_size"`          // of them tried together
	Several     bool  `json:"several,omitempty"` // values a person
	Original    bool  `json:"original,omitempty"`
	Population  bool  `json:"population,omitempty"`
	Fraction    bool  `json:"fraction,omitempty"`
	Other       bool  `json:"other,omitempty"`
	Any         bool  `json:"any,omitempty"`     // NULL is any value: there are no QI groups
	Persons     bool  `json:"persons,omitempty"` // a column says whose rows are whose

	Risks      []measured      `json:"risks,omitempty"`
	Estimates  []estimate      `json:"estimates,omitempty"`
	SingledOut []found         `json:"singled_out,omitempty"`
	Subsets    []subset        `json:"subsets,omitempty"`
	Alone      int64           `json:"alone,omitempty"`
	Matching   int64           `json:"matching,omitempty"`
	Breaches   []breachOf      `json:"breaches,omitempty"`
	Gains      []gain          `json:"gains,omitempty"`
	Disclosure []disclosureRow `json:"disclosure,omitempty"`
	Utility    []measured      `json:"utility,omitempty"`
}

// knowledge is what somebody knows of others: a point of the skyline.
type knowledge struct {
	L int64 `json:"l"`
	K int64 `json:"k"`
	M int64 `json:"m"`
}

// knowsMore reports whether it is more than nothing.
func (k knowledge) knowsMore() bool { return k != knowledge{} }

// measured is a row of privacy_measures, or of release_utility.
type measured struct {
	Measure   string  `json:"measure"`
	Attribute *string `json:"attribute"`
	Value     float64 `json:"value"`
}

// estimate is a row of population_risk.
type estimate struct {
	Measure string   `json:"measure"`
	Model   string   `json:"model"`
	Value   *float64 `json:"value"`
	Reason  *string  `json:"reason"`
}

// found is a row of release_check.
type found struct {
	Requirement string   `json:"requirement"`
	Attribute   string   `json:"attribute"` // the sensitive column that it is about, "" for none
	Achieved    *float64 `json:"achieved"`
	Rule        string   `json:"rule"`
	Holds       *bool    `json:"holds"`
}

// subset says how many people the subset of a size singles out that singles out most.
type subset struct {
	Size         int64 `json:"size"`
	UniquePeople int64 `json:"unique_people"`
}

// breachOf is the worst of all values, of somebody who knows nothing but the release, or who
// is informed.
type breachOf struct {
	Attribute string  `json:"attribute"`
	Informed  bool    `json:"informed"`
	Breach    float64 `json:"breach"`
	Safe      bool    `json:"safe"`
}

// gain is how much surer of a value of a column somebody becomes; nil where it has none.
type gain struct {
	Attribute string   `json:"attribute"`
	Gain      *float64 `json:"gain"`
}

// disclosureRow is a row of disclosure_check.
type disclosureRow struct {
	Attribute    string  `json:"attribute"`
	K            int64   `json:"pieces"`
	Implications float64 `json:"implications"`
}

// evidenceRow is a row of release_evidence, the i-th.
type evidenceRow struct {
	I                  int64
	Criterion, Measure string
	Attribute          sql.Null[string]
	Holds              sql.Null[bool]
	Value, Threshold   sql.Null[float64]
	Meaning            string
	L, K, M            sql.Null[int64]
}

var evidenceKernel = host.KernelOf("evidence", runEvidence)

func runEvidence(_ context.Context, s *evidenceSpec) (*host.Rows[evidenceRow], error) {
	out := host.NewRows[evidenceRow]()
	for _, row := range s.rows() {
		row.I = int64(out.Len())
		out.Add(row)
	}
	return out, nil
}

// rows are the rows, in their order.
func (s *evidenceSpec) rows() []evidenceRow {
	var all []evidenceRow
	for _, part := range []struct {
		criterion string
		rows      []evidenceRow
	}{{"singling_out", s.singlingOut()}, {"linkability", s.linkability()}, {"inference", s.inference()}, {"utility", s.utility()}} {
		for _, row := range part.rows {
			row.Criterion = part.criterion
			all = append(all, row)
		}
	}
	return all
}

// measure returns the value of a measure about all of the release.
func measure(of []measured, name string) (float64, bool) {
	for _, m := range of {
		if m.Measure == name && m.Attribute == nil {
			return m.Value, true
		}
	}
	return 0, false
}

// known is a row with a value and no threshold.
func known(name string, value float64, meaning string) evidenceRow {
	return evidenceRow{Measure: name, Value: host.Some(value), Meaning: meaning}
}

// unknown is a row without a value.
func unknown(name, why string) evidenceRow { return evidenceRow{Measure: name, Meaning: why} }

// knowing is a row about somebody who knows so much.
func (r evidenceRow) knowing(k knowledge) evidenceRow {
	r.L, r.K, r.M = host.Some(k.L), host.Some(k.K), host.Some(k.M)
	return r
}

// against is a row with what holds against a threshold.
func (r evidenceRow) against(threshold float64, holds bool) evidenceRow {
	r.Threshold, r.Holds = host.Some(threshold), host.Some(holds)
	return r
}
