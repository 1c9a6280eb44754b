package certificate

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/canonical"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// measured is what a statement finds out about a release, of which a certificate is made,
// and with which one is compared.
type measured struct {
	DuckDB       string    `json:"duckdb"`
	Names        []string  `json:"names"`
	Types        []string  `json:"types"`
	Rows         int64     `json:"rows"`
	People       int64     `json:"people"`
	Fingerprint  string    `json:"fingerprint"`
	Original     string    `json:"original"` // fingerprint, "" where there is none
	Public       string    `json:"public"`   // likewise
	Requirements []finding `json:"requirements"`
}

// finding is a row of release_check. Its numbers are texts, since they may be infinite.
type finding struct {
	Requirement string  `json:"requirement"`
	Rule        string  `json:"rule"`
	Required    *string `json:"required"`
	Achieved    *string `json:"achieved"`
	Holds       *bool   `json:"holds"`
	Value       *string `json:"value"`
	Attribute   *string `json:"attribute"`
}

// measuring is what a plan is to find out.
type measuring struct {
	in               *people.Input // the release, of the nested call
	check            *call.Call    // of release_check, or nil: nothing is required that can be checked
	original, public sqltext.SQL   // what stands behind FROM, or ""
}

// data is the CTE of what has been measured: one row, whose text is the JSON of measured.
const data = sqltext.SQL("__skyline_measured")

// add adds data to a plan.
func (m *measuring) add(p *sqltext.Plan, c *call.Call) error {
	requirements := sqltext.SQL("NULL")
	if m.check != nil {
		statement, err := m.check.Function.Plan(m.check)
		if err != nil {
			return err
		}
		// What is about the original is not known here.
		p.Keep("__skyline_required", "what is required of the release, and what it has", sqltext.Fill("SELECT * FROM ({statement}) WHERE requirement <> 'exact_values'",
			sqltext.Args{"statement": statement}))
		requirements = sqltext.Fill("(SELECT list(struct_pack(requirement := requirement, rule := rule, required := required::VARCHAR, achieved := achieved::VARCHAR, holds := holds, value := {value}, attribute := attribute)) FROM __skyline_required)",
			sqltext.Args{"value": sqltext.TextOf("value")})
	}
	fingerprints := sqltext.SQL("")
	member := func(name string, table sqltext.SQL) sqltext.SQL {
		if table == "" {
			return "''"
		}
		cte := "__skyline_" + sqltext.Word(name)
		people.AddFingerprint(p, c, cte, table)
		fingerprints += " CROSS JOIN " + cte
		return cte + ".fingerprint"
	}
	people.AddFingerprint(p, c, "__skyline_release", m.in.Source)
	p.Keep(data, "what a certificate is made of", sqltext.Fill(`
		SELECT to_json(struct_pack(
		    duckdb := version(), names := __skyline_release.names, types := __skyline_release.types, rows := __skyline_release.rows,
		    people := n.people, fingerprint := __skyline_release.fingerprint, original := {original}, public := {public},
		    requirements := {requirements}
		))::VARCHAR AS text
		FROM __skyline_release CROSS JOIN (SELECT {people} AS people FROM {source} AS tbl) AS n{fingerprints}
	`, sqltext.Args{
		"original": member("original", m.original), "public": member("public", m.public), "requirements": requirements,
		"people": m.people(), "source": m.in.Source, "fingerprints": fingerprints,
	}))
	return nil
}

// people is how many there are, as release_check counts them.
func (m *measuring) people() sqltext.SQL {
	if m.in.Person != "" {
		return sqltext.Fill("count(DISTINCT {person})", sqltext.Args{"person": sqltext.Canonical(m.in.Column(m.in.Person))})
	}
	return sqltext.Fill("coalesce(TRY_CAST({people} AS BIGINT), 0)", sqltext.Args{"people": m.in.PeopleOf(m.in.Column(m.in.Weight), "tbl")})
}

// spec is what the private functions get of a plan.
type spec struct {
	Parameters  *parameters `json:"parameters,omitempty"`  // to make a certificate
	Certificate string      `json:"certificate,omitempty"` // to check it
	Key         string      `json:"key,omitempty"`
	Plan        string      `json:"plan,omitempty"`      // hash of the plan that the call gives
	Overrides   []string    `json:"overrides,omitempty"` // parameters beside it that say otherwise
}

// judged is what the private functions are called with: both in JSON.
type judged struct{ Spec, Measured string }

// read reads them. Anybody can call the functions.
func (j *judged) read(function string) (*spec, *measured, error) {
	s, m := new(spec), new(measured)
	if json.Unmarshal([]byte(j.Spec), s) != nil || json.Unmarshal([]byte(j.Measured), m) != nil || len(m.Names) != len(m.Types) {
		return nil, nil, fmt.Errorf("%s: arguments must be what a plan writes there", function)
	}
	return s, m, nil
}

// certificate is what a certificate says of what has been measured.
func (m *measured) certificate(p *parameters, key string) (*content, error) {
	c := &content{
		Columns: make([]column, len(m.Names)), Engine: engine{DuckDB: m.DuckDB, Skyline: call.Version}, Fingerprint: m.Fingerprint, Format: format,
		Parameters: *p, People: m.People, Public: m.Public, Requirements: []requirement{}, Rows: m.Rows,
	}
	for i, name := range m.Names {
		c.Columns[i] = column{name, m.Types[i]}
	}
	if m.Original != "" {
		c.Original = keyedOriginal(key, m.Original)
	}
	for _, f := range m.Requirements {
		r := requirement{Requirement: f.Requirement, Rule: f.Rule, Holds: f.Holds, Value: f.Value}
		if f.Attribute != nil && len(p.Sensitive) > 1 {
			r.Attribute = *f.Attribute
		}
		for text, to := range map[*string]**number{f.Required: &r.Required, f.Achieved: &r.Achieved} {
			if text == nil {
				continue
			}
			x, err := strconv.ParseFloat(*text, 64)
			if err != nil {
				return nil, canonical.ErrNotJSON
			}
			n := number(x)
			*to = &n
		}
		c.Requirements = append(c.Requirements, r)
	}
	c.sort()
	return c, nil
}

// sort puts the requirements into an order that depends on themselves only.
func (c *content) sort() {
	slices.SortFunc(c.Requirements, func(a, b requirement) int {
		return cmp.Or(cmp.Compare(a.Requirement, b.Requirement), cmp.Compare(a.Attribute, b.Attribute), cmp.Compare(a.Rule, b.Rule), cmp.Compare(textOf(a.Value), textOf(b.Value)))
	})
}

func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// item is a row of certificate_check.
type item struct {
	I         int64
	Item      string
	Holds     sql.Null[bool]
	Found     sql.Null[string]
	Certified sql.Null[string]
}
