package people

import (
	"slices"
	"strings"

	"skyline/engine/population"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Requirements on how easily people are found. Those about a population name a table that
// contains tbl, as presence does: QI groups are those of that table.

// JournalistRisk bounds what is risked in a population; a bound that is not given is nil.
type JournalistRisk struct {
	Highest *float64 `json:"highest,omitzero"`
	Average *float64 `json:"average,omitzero"`
}

// PopulationUniqueness bounds the share of people who are alone in the population, which is
// named, or of which the table is a fraction.
type PopulationUniqueness struct {
	Fraction float64 `json:"fraction,omitzero"` // 0 for a population that is named
	Model    string  `json:"model,omitzero"`
	MaxShare float64 `json:"max_share"`
}

// requirementsBeside are those that name a table beside tbl, by the member that does.
var requirementsBeside = []struct{ name, member string }{
	{"presence", "public"}, {"k_map", "population"}, {"journalist_risk", "population"}, {"population_uniqueness", "population"},
}

// MemberBeside returns the member of a requirement that may name a table beside tbl, "" if
// none does.
func MemberBeside(requirement string) string {
	for _, r := range requirementsBeside {
		if r.name == requirement {
			return r.member
		}
	}
	return ""
}

// paramBeside is how errors call that member.
func paramBeside(requirement string) string {
	return "privacy: " + requirement + ": " + MemberBeside(requirement)
}

// TableBeside is what errors call the table that a requirement names beside tbl.
func TableBeside(requirement string) string {
	if requirement == "presence" {
		return "the public table"
	}
	return "the population"
}

// WhyNobody says why nobody may be left out where a requirement names a table beside tbl.
func WhyNobody(requirement string) string {
	if requirement == "presence" {
		return "the release would not hide that the people who are left out are in tbl"
	}
	return "people who are left out stay in the population"
}

// Beside returns the name of a requirement for which the QI groups are those of a table
// beside tbl, "" for none.
func (r *Requirements) Beside() string {
	switch {
	case r.Presence != nil:
		return "presence"
	case r.KMap > 0:
		return "k_map"
	case r.JournalistRisk != nil:
		return "journalist_risk"
	case r.PopulationUniqueness != nil && r.PopulationUniqueness.Fraction == 0:
		return "population_uniqueness"
	}
	return ""
}

// members returns those of a requirement, of which all may be missing but none is unknown.
func members(c *call.Call, requirement, shape string, v any, names ...string) (map[string]any, error) {
	given, ok := v.(map[string]any)
	if !ok {
		return nil, c.Errorf("privacy: %s must be a struct %s, got %s", requirement, shape, call.Show(v))
	}
	members, unknown := call.Lowered(given, names...)
	if unknown != "" {
		return nil, c.Errorf("privacy: %s must be a struct %s, got a member %s", requirement, shape, sqltext.Text(unknown))
	}
	return members, nil
}

// readBeside reads the table that a requirement names into the input. All have to name the
// same one: there is one set of QI groups.
func (in *Input) readBeside(requirement string, v any) error {
	c := in.Call
	param := paramBeside(requirement)
	table, ok := v.(string)
	if !ok || table == "" {
		return c.Errorf("%s must be the name of a table, view, CTE or file, or a query in parentheses, got %s", param, call.Show(v))
	}
	source, err := sqltext.FromTable(table)
	if err != nil {
		return c.Errorf("%s: %v", param, err)
	}
	if in.ValuesPerPerson != One {
		return c.Errorf("privacy: %s can be required for values_per_person := 'one' only, got '%s'; give a row for each person", requirement, in.ValuesPerPerson)
	}
	table = strings.TrimSpace(table)
	if in.Public != "" && in.publicTable != table {
		return c.Errorf("%s must be the same table as %s, written the same, since QI groups are of one table that contains tbl; got %s and %s",
			param, paramBeside(in.publicFor), call.Show(table), call.Show(in.publicTable))
	}
	in.Public = c.Having(param, table, source, call.Role{Param: quasiIdentifierParam(c), Columns: in.QI})
	in.publicFor, in.publicTable = requirement, table
	return nil
}

func readKMap(r *Requirements, in *Input, v any) error {
	given, err := members(in.Call, "k_map", "{'population': …, 'k': …}", v, "population", "k")
	if err != nil {
		return err
	}
	if err := in.readBeside("k_map", given["population"]); err != nil {
		return err
	}
	r.KMap, _ = call.WholeOf(given["k"])
	return in.Call.CheckCount("privacy: k_map: k", given["k"])
}

func readJournalistRisk(r *Requirements, in *Input, v any) error {
	c := in.Call
	given, err := members(c, "journalist_risk", "{'population': …, 'highest': …, 'average': …}", v, "population", "highest", "average")
	if err != nil {
		return err
	}
	if err := in.readBeside("journalist_risk", given["population"]); err != nil {
		return err
	}
	j := &JournalistRisk{}
	for name, to := range map[string]**float64{"highest": &j.Highest, "average": &j.Average} {
		v := given[name]
		if v == nil {
			continue
		}
		if err := c.CheckShare("privacy: journalist_risk: "+name, v); err != nil {
			return err
		}
		x := call.FloatOf(v)
		*to = &x
	}
	if j.Highest == nil && j.Average == nil {
		return c.Errorf("privacy: journalist_risk must have highest or average, or both, got neither")
	}
	r.JournalistRisk = j
	return nil
}

func readAverageRisk(r *Requirements, in *Input, v any) error {
	r.AverageRisk = call.FloatOf(v)
	return in.Call.CheckShare("privacy: average_risk", v)
}

func readPopulationUniqueness(r *Requirements, in *Input, v any) error {
	c := in.Call
	const where = "privacy: population_uniqueness"
	given, err := members(c, "population_uniqueness", "{'population': …, 'max_share': …} or {'fraction': …, 'model': …, 'max_share': …}", v, "population", "fraction", "model", "max_share")
	if err != nil {
		return err
	}
	u := &PopulationUniqueness{MaxShare: call.FloatOf(given["max_share"])}
	switch {
	case (given["population"] == nil) == (given["fraction"] == nil):
		return c.Errorf("%s must have population or fraction, one of the two: the table of all people, or which share of them tbl is", where)
	case given["population"] != nil && given["model"] != nil:
		return c.Errorf("%s: model must not be given with population, where nothing is estimated", where)
	case given["population"] != nil:
		err = in.readBeside("population_uniqueness", given["population"])
	default:
		u.Fraction = call.FloatOf(given["fraction"])
		if err = c.CheckShare(where+": fraction", given["fraction"]); err == nil {
			u.Model, err = modelOf(c, where+": model", given["model"])
		}
	}
	if err != nil {
		return err
	}
	r.PopulationUniqueness = u
	return c.CheckDistance(where+": max_share", given["max_share"])
}

// modelOf returns the name of a model of how many people are alone in the population, which
// population_risk has under it.
func modelOf(c *call.Call, where string, v any) (string, error) {
	if v == nil {
		return population.Dankar, nil
	}
	models := population.UniqueShareModels()
	name, ok := v.(string)
	if ok && slices.Contains(models, strings.ToLower(name)) {
		return strings.ToLower(name), nil
	}
	return "", c.Errorf("%s must be %s, got %s", where, InWords(models, "or"), call.Show(v))
}
