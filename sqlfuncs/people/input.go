package people

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Input is the table of a call and the roles of its columns.
type Input struct {
	Call            *call.Call
	Source          sqltext.SQL // what stands behind FROM
	QI              []string
	Within          int      // how many of QI, the last ones, are strata: shown as they are
	Sensitive       []string // none, where that is allowed: NULL for everybody
	ValuesPerPerson PerPerson
	OnlyOne         bool   // whether values_per_person can be nothing else
	Person          string // "" for none
	Weight          string // "" for none
	// Anywhere says that a person may have rows in several QI groups: see anywhere.go. Otherwise all rows must
	// be in one.
	Anywhere bool
	Apart    bool // where Anywhere: see CountApart
	// About are sensitive columns that the plan does not look at.
	About []string
	// Public is what stands behind FROM for the public table, or the population, that
	// contains this one, "" for none. The QI groups are those of the public table then.
	Public sqltext.SQL
	// MatchesAny says that NULL is any value in the quasi-identifiers: there are no QI groups then.
	MatchesAny bool
	// KnowsOthers says that the adversary knows the other sensitive columns.
	KnowsOthers bool
	// Suppressed are rows of which no quasi-identifier is shown.
	Suppressed call.SuppressedRows
	// Everybody is what stands behind FROM for the whole table of which this one is a part, ""
	// for none.
	Everybody sqltext.SQL
	// Earlier are columns that say in which group of an earlier release a person is, NULL for none.
	Earlier []string

	// publicFor is the requirement that names the public table, and publicTable how.
	publicFor, publicTable string

	// Where Anywhere: only people are counted, no values; of values, how often somebody has them.
	readsNoValue, occurrences bool

	table string      // the parameter that names the table
	roles []call.Role // the columns that the call names, by parameter
}

// NewInput reads the parameters that name a table, and the roles of its columns; more are roles
// that only this function has.
func NewInput(c *call.Call, more ...call.Role) (*Input, error) {
	in := &Input{Call: c, table: "tbl"}
	var err error
	if in.Source, err = c.SourceOf("tbl"); err != nil {
		return nil, err
	}
	if in.QI, err = readQuasiIdentifiers(c); err != nil {
		return nil, err
	}
	grouped, err := in.readGrouping()
	if err != nil {
		return nil, err
	}
	if in.Sensitive, err = c.Sensitive(); err != nil {
		return nil, err
	}
	if in.KnowsOthers, err = c.KnowsOthers(); err != nil {
		return nil, err
	}
	if c.Arguments[ParamEarlierReleases.Name] != nil {
		if in.Earlier, err = c.Columns(ParamEarlierReleases.Name); err != nil {
			return nil, err
		}
	}
	roles := []call.Role{{Param: quasiIdentifierParam(c), Columns: in.QI}, call.RoleOfAll(call.ParamWithin.Name, grouped.strata), call.RoleOfAll("sensitive", in.Sensitive), call.RoleOfAll(ParamEarlierReleases.Name, in.Earlier)}
	err = in.readPeople(append(roles, more...)...)
	if err != nil {
		return nil, err
	}
	in.group(grouped)
	if err := in.readEverybody(); err != nil {
		return nil, err
	}
	return in, in.readValuesPerPerson()
}

// NewTable is NewInput for a function that has no quasi-identifiers, but other columns.
func NewTable(c *call.Call, roles ...call.Role) (*Input, error) {
	in := &Input{Call: c, table: "tbl"}
	var err error
	if in.Source, err = c.SourceOf("tbl"); err != nil {
		return nil, err
	}
	if err := in.readPeople(roles...); err != nil {
		return nil, err
	}
	return in, in.readValuesPerPerson()
}

// readPeople reads who the people are, and makes sure that no column has two roles and that
// the table has them.
func (in *Input) readPeople(roles ...call.Role) (err error) {
	c := in.Call
	if in.Person, _, err = c.OptionalText("person", call.WhatColumn); err != nil {
		return err
	}
	if in.Weight, _, err = c.OptionalText("weight", call.WhatColumn); err != nil {
		return err
	}
	in.roles = append(roles, call.RoleOf("person", in.Person), call.RoleOf("weight", in.Weight))
	if err := c.Distinct(in.roles...); err != nil {
		return err
	}
	in.Source = c.HavingRoles("tbl", in.Source, in.roles...)
	return c.FindFirst()
}

// readQuasiIdentifiers returns the columns of qi or columns, or those of levels where that
// says which they are.
func readQuasiIdentifiers(c *call.Call) ([]string, error) {
	if param := quasiIdentifierParam(c); param != "levels" {
		return c.Columns(param)
	}
	levels, err := c.Levels()
	if err == nil && levels == nil {
		err = c.Errorf("levels must be given: %s, such as MAP {'age': 2, 'sex': 0}", call.LevelsRule)
	}
	names := make([]string, len(levels))
	for i, l := range levels {
		names[i] = l.Name
	}
	return names, err
}

// quasiIdentifierParam is the parameter that names the quasi-identifiers.
func quasiIdentifierParam(c *call.Call) string {
	for _, param := range []string{"qi", "columns"} {
		if c.Function.Param(param) != nil {
			return param
		}
	}
	return "levels"
}

func (in *Input) readValuesPerPerson() error {
	c := in.Call
	in.ValuesPerPerson = One
	if c.Function.Param("values_per_person") != nil {
		kind, ok := c.Arguments["values_per_person"].(string)
		in.ValuesPerPerson = PerPerson(kind)
		if in.ValuesPerPerson == Rows {
			if err := in.checkRows(); err != nil {
				return err
			}
		} else if !ok || !slices.Contains([]PerPerson{One, Set, Multiset}, in.ValuesPerPerson) {
			kinds := "'one', 'set' or 'multiset'"
			if in.takesRows() {
				kinds = "'one', 'set', 'multiset' or 'rows'"
			}
			return c.Errorf("values_per_person must be %s, got %s", kinds, call.Show(c.Arguments["values_per_person"]))
		}
	}
	if in.ValuesPerPerson != One && len(in.Sensitive) > 1 {
		return c.Errorf("values_per_person must be 'one' where sensitive names several columns, got '%s'; ask about one column at a time", in.ValuesPerPerson)
	}
	if in.Person != "" && in.Weight != "" {
		return c.Errorf("person and weight exclude each other: a weight counts rows that are people of their own; give one of the two")
	}
	if in.TakesLists() && len(in.Sensitive) == 0 {
		return c.Errorf("%s", in.personMissing())
	}
	return nil
}

func (in *Input) personMissing() string {
	return "person must be given for values_per_person := '" + string(in.ValuesPerPerson) + "': the column that identifies the individual"
}

// Roles are the columns that a call names.
func (in *Input) Roles() []string {
	var roles []string
	for _, name := range append(slices.Concat(in.QI, in.Sensitive, in.About, in.Earlier), in.Person, in.Weight) {
		if name != "" && !call.ContainsName(roles, name) {
			roles = append(roles, name)
		}
	}
	return roles
}

// DropOthers leaves out the columns without a role. Nothing depends on them then, be it
// the order of a release that somebody knows the seed of.
func (in *Input) DropOthers() {
	in.Source = sqltext.Fill("(SELECT COLUMNS({roles}) FROM {source} AS tbl)", sqltext.Args{"roles": sqltext.ColumnList(in.Roles()), "source": in.Source})
}

// Fail returns an SQL expression that ends the query with a message.
func (in *Input) Fail(message string) sqltext.SQL { return in.Call.Fail(message) }
