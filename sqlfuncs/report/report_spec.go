package report

import "skyline/sqlfuncs/evidence"

// pageSpec is what the kernel of release_report gets: what was asked, and what other functions
// and the statement found.
type pageSpec struct {
	Title      string       `json:"title"`
	MadeBy     string       `json:"made_by,omitempty"`
	ShowValues bool         `json:"show_values,omitempty"`
	Version    string       `json:"version"`
	Evidence   evidenceSpec `json:"evidence"` // without what was found
	Person     string       `json:"person,omitempty"`
	Weight     string       `json:"weight,omitempty"`
	Checks     []string     `json:"checks"`
	ChecksLack string       `json:"checks_lack,omitempty"`
	Required   bool         `json:"required,omitempty"`
	Public     bool         `json:"public,omitempty"` // the plan says that splits are chosen without sensitive values
	Record     *record      `json:"record,omitempty"` // nil: there is no plan
	Proof      proof        `json:"proof,omitzero"`
	NoAttacks  string       `json:"no_attacks,omitempty"` // why none was run

	Rows         []evidenceFound `json:"rows,omitempty"`
	DuckDB       string          `json:"duckdb,omitempty"`
	Fingerprint  string          `json:"fingerprint,omitempty"`
	Columns      []column        `json:"columns,omitempty"`
	Requirements []requirement   `json:"requirements,omitempty"`
	Summary      string          `json:"summary,omitempty"`  // of release_check, where something was required
	AllHold      *bool           `json:"all_hold,omitempty"` // of a summary by itself
	Surface      []surfacePoint  `json:"surface,omitempty"`
	Worst        *worst          `json:"worst,omitempty"`
	Sizes        []groupSize     `json:"sizes,omitempty"`
	Risks        []measured      `json:"risks,omitempty"` // where there are no groups
	SizesBefore  []groupSize     `json:"sizes_before,omitempty"`
	Frequencies  []frequencies   `json:"frequencies,omitempty"`
	PeopleBefore *int64          `json:"people_before,omitempty"`
	Losses       []measured      `json:"losses,omitempty"`
	Recipe       recipeRows      `json:"recipe,omitzero"`
	Linkage      []attackFound   `json:"linkage,omitempty"`
	Inference    []attackFound   `json:"inference,omitempty"`
	// Prices are what other requirements cost; none where they are not asked for.
	Prices   []evidence.Priced `json:"prices,omitempty"`
	NoPrices string            `json:"no_prices,omitempty"` // why, where they are asked for, and there are none
}

// evidenceFound is a row of release_evidence as JSON has it.
type evidenceFound struct {
	I         int64    `json:"i"`
	Criterion string   `json:"criterion"`
	Measure   string   `json:"measure"`
	Value     *float64 `json:"value"`
	Threshold *float64 `json:"threshold"`
	Holds     *bool    `json:"holds"`
	Meaning   string   `json:"meaning"`
	Attribute *string  `json:"attribute"`
}

// column is one of the release.
type column struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// requirement is a row of release_check. Numbers are texts, which may be infinite.
type requirement struct {
	Requirement string  `json:"requirement"`
	Required    string  `json:"required"`
	Achieved    *string `json:"achieved"`
	Holds       bool    `json:"holds"`
	Rule        string  `json:"rule"`
	Attribute   *string `json:"attribute"`
}

// surfacePoint is the worst breach probability of all values at a point.
type surfacePoint struct {
	knowledge
	Breach float64 `json:"breach"`
}

// worst is a worst case; Value and Group only where they may be shown.
type worst struct {
	Attribute string  `json:"attribute"`
	Breach    float64 `json:"breach"`
	People    int64   `json:"people"`
	Holders   int64   `json:"holders"`
	Value     *string `json:"value"`
	Group     *string `json:"group"`
}

// groupSize says how many QI groups have so many people.
type groupSize struct {
	People int64 `json:"people"`
	Groups int64 `json:"groups"`
}

// frequencies are how often a column has its values, in their order.
type frequencies struct {
	I         int64     `json:"i"`
	After     bool      `json:"after"`
	Different int64     `json:"different"`
	People    []int64   `json:"people"`
	Labels    []*string `json:"labels"`
}

// pageRow is the row of release_report.
type pageRow struct{ HTML string }

// figureRow is a row of its pictures, the i-th.
type figureRow struct {
	I                           int64
	Figure, Title, Meaning, SVG string
}
