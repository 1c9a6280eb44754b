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
	"skyline/sqlfuncs/cubes"
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
	People       *int64    `json:"people"`
	Fingerprint  string    `json:"fingerprint"`
	Original     string    `json:"original"` // fingerprint, "" where there is none
	Public       string    `json:"public"`   // likewise
	Requirements []finding `json:"requirements"`
	Tables       []string  `json:"tables"` // fingerprints of the tables that a table of counts is audited with
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
	in               *people.Input      // the release, of the nested call; nil with cube
	check            *call.Call         // of release_check, or nil: nothing is required that can be checked
	cube             *cubes.Publication // the release, if it is a table of counts
	notAudited       bool               // its tables are not at hand
	original, public sqltext.SQL        // what stands behind FROM, or ""
}

// data is the CTE of what has been measured: one row, whose text is the JSON of measured.
const data = sqltext.SQL("__skyline_measured")

// add adds data to a plan.
func (m *measuring) add(p *sqltext.Plan, c *call.Call) error {
	requirements, source := sqltext.SQL("NULL"), sqltext.SQL("")
	if m.cube != nil {
		source = m.cube.Source
	} else {
		source = m.in.Source
	}
	switch {
	case m.cube != nil && !m.notAudited:
		if err := m.cube.AddFindings(p, required); err != nil {
			return err
		}
		requirements = listOf("NULL::VARCHAR", "NULL::VARCHAR")
	case m.check != nil:
		statement, err := m.check.Function.Plan(m.check)
		if err != nil {
			return err
		}
		// What is about the original is not known here.
		p.Keep(required, "what is required of the release, and what it has", sqltext.Fill("SELECT * FROM ({statement}) WHERE requirement <> 'exact_values'",
			sqltext.Args{"statement": statement}))
		requirements = listOf(sqltext.TextOf("value"), "attribute")
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
	tables := []sqltext.SQL{}
	if m.cube != nil && !m.notAudited {
		_, others := m.cube.Others()
		for i, other := range others {
			tables = append(tables, member("table_"+string(sqltext.Int(int64(i)+1)), other))
		}
	}
	people.AddFingerprint(p, c, "__skyline_release", source)
	p.Keep(data, "what a certificate is made of", sqltext.Fill(`
		SELECT to_json(struct_pack(
		    duckdb := version(), names := __skyline_release.names, types := __skyline_release.types, rows := __skyline_release.rows,
		    people := n.people, fingerprint := __skyline_release.fingerprint, original := {original}, public := {public}, tables := list_value({tables})::VARCHAR[],
		    requirements := {requirements}
		))::VARCHAR AS text
		FROM __skyline_release CROSS JOIN ({people}) AS n{fingerprints}
	`, sqltext.Args{
		"original": member("original", m.original), "public": member("public", m.public), "requirements": requirements,
		"people": m.people(), "fingerprints": fingerprints, "tables": sqltext.List(tables),
	}))
	return nil
}

// required is the CTE of the requirements.
const required = sqltext.SQL("__skyline_required")

// listOf is the list of the requirements, with the value and the column that each is about.
func listOf(value, attribute sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("(SELECT list(struct_pack(requirement := requirement, rule := rule, required := required::VARCHAR, achieved := achieved::VARCHAR, holds := holds, value := {value}, attribute := {attribute})) FROM {required})",
		sqltext.Args{"value": value, "attribute": attribute, "required": required})
}

// people is the SELECT of how many there are, as release_check counts them. A table of counts does not say.
func (m *measuring) people() sqltext.SQL {
	if m.cube != nil {
		return "SELECT NULL::BIGINT AS people"
	}
	n := sqltext.Fill("coalesce(TRY_CAST({people} AS BIGINT), 0)", sqltext.Args{"people": m.in.PeopleOf(m.in.Column(m.in.Weight), "tbl")})
	if m.in.Person != "" {
		n = sqltext.Fill("count(DISTINCT {person})", sqltext.Args{"person": sqltext.Canonical(m.in.Column(m.in.Person))})
	}
	return sqltext.Fill("SELECT {n} AS people FROM {source} AS tbl", sqltext.Args{"n": n, "source": m.in.Source})
}

// spec is what the private functions get of a plan.
type spec struct {
	Parameters  *parameters `json:"parameters,omitempty"`  // to make a certificate
	Certificate string      `json:"certificate,omitempty"` // to check it
	Key         string      `json:"key,omitempty"`
	Tables      []string    `json:"tables,omitempty"`    // the names of the tables that a table of counts is audited with
	Audited     bool        `json:"audited,omitempty"`   // a table of counts: those were at hand
	Checked     bool        `json:"checked,omitempty"`   // and so were the microdata
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

// certificate is what a certificate says of what has been measured; tables are the names of those that a table of counts
// is audited with.
func (m *measured) certificate(p *parameters, key string, tables []string) (*content, error) {
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
	for i, fingerprint := range m.Tables {
		if i >= len(tables) {
			return nil, canonical.ErrNotJSON
		}
		c.Tables = append(c.Tables, besideTable{fingerprint, tables[i]})
	}
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
