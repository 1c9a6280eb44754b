package planning

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Apply puts what the plan of a call says into its other arguments, those that the call does not
// give: roles, requirements, and how tables are read that have not been released. Planners know
// nothing of plans.
func Apply(c *call.Call) error {
	if c.Function.Param(call.ParamPlan.Name) == nil || c.Function.Param("qi") == nil && !counts(c) {
		return nil // release_plan looks at plans itself
	}
	g, err := ReadGiven(c)
	if err != nil || g == nil {
		return err
	}
	if err := g.refuseOpen(c); err != nil {
		return err
	}
	c.Given, c.Overrides = g, g.overrides(c)
	if err := g.giveRoles(c); err != nil {
		return err
	}
	g.giveRequirements(c)
	if err := g.readRaw(c); err != nil {
		return err
	}
	if err := g.giveSteps(c); err != nil {
		return err
	}
	return c.Rewrite()
}

// counts reports whether a call is about a table of counts or sums. Which columns it is by, and which labels are
// published, is said by the call and not by a plan.
func counts(c *call.Call) bool { return c.Function.Param("by") != nil }

// Of returns the plan that a call gives, nil if it gives none.
func Of(c *call.Call) *Given {
	g, _ := c.Given.(*Given)
	return g
}

// giveRequirements gives what is required to the parameters that say so.
func (g *Given) giveRequirements(c *call.Call) {
	if g.Requirements != nil && isFree(c, "privacy") {
		c.Arguments["privacy"] = g.Requirements
	}
	if g.Split != "" && isFree(c, Split) {
		c.Arguments[Split] = g.Split
	}
	// Prices are those of releases that have everybody.
	if g.Suppression != nil && isFree(c, Suppression) && c.Arguments[call.ParamOutput] != "prices" {
		c.Arguments[Suppression] = g.Suppression
	}
	if points := g.Requirements["skyline"]; points != nil && isFree(c, "skyline") {
		c.Arguments["skyline"] = points // which skyline_check looks at
	}
	g.givePoint(c)
}

// givePoint gives the point of a skyline that is required to functions that look at one.
func (g *Given) givePoint(c *call.Call) {
	if c.Function.Param("skyline") != nil {
		return
	}
	for name, v := range g.point() {
		if isFree(c, name) {
			c.Arguments[name] = v
		}
	}
}

// point is the one point of a skyline that is required of all values, by the names of parameters;
// nil where there is none, or several.
func (g *Given) point() map[string]any {
	points, _ := g.Requirements["skyline"].([]any)
	var of map[string]any
	for _, p := range points {
		point, _ := p.(map[string]any)
		if point["value"] != nil {
			continue
		}
		if of != nil {
			return nil
		}
		of = point
	}
	one := map[string]any{}
	for _, name := range instead["skyline"] {
		if v := of[name]; v != nil {
			one[name] = v
		}
	}
	return one
}

// giveSteps gives the steps and the importance of columns to the parameters that say so. Hierarchies
// are made of the table as the plan reads it.
func (g *Given) giveSteps(c *call.Call) error {
	at := slices.IndexFunc(c.Function.Params, func(p call.Param) bool { return p.Raw && c.Arguments[p.Name] != nil })
	if at < 0 || counts(c) {
		return nil
	}
	table, _ := c.Arguments[c.Function.Params[at].Name].(string)
	parameters, err := Parameters(g.Rows, table)
	if err != nil {
		return c.Errorf("plan: %v", err)
	}
	for param, v := range parameters {
		if isFree(c, param) {
			c.Arguments[param] = v
		}
	}
	return nil
}

// refuseOpen is an error where a question is open. That is so in functions which only look, too:
// who may know a column changes every number.
func (g *Given) refuseOpen(c *call.Call) error {
	var questions, first []string
	columns := map[string][]string{} // by their question
	for i := range g.Columns {
		column := &g.Columns[i]
		if column.Role != "" {
			continue
		}
		if columns[column.Question] == nil {
			questions = append(questions, column.Question)
		}
		columns[column.Question] = append(columns[column.Question], column.Name)
	}
	for _, question := range questions {
		text := string(sqltext.List(sqltext.Idents(columns[question])))
		if question != "" {
			text += " (" + question + ")"
		}
		first = append(first, text)
	}
	if len(first) > 0 {
		return c.Errorf("plan: columns without a role must be decided first: %s. Answer like this: UPDATE plan SET role = 'sensitive' WHERE attribute = %s", strings.Join(first, "; "), sqltext.Text(columns[questions[0]][0]))
	}
	if len(g.Open) > 0 && (g.names(QI) == nil || g.names(Sensitive) == nil) {
		return c.Errorf("plan: a question about the table is open: %s Give columns that role, or delete the question: DELETE FROM plan WHERE question = %s", g.Open[0], sqltext.Text(g.Open[0]))
	}
	return nil
}

// instead are parameters that say in another way what one says that may be left out: where one of
// them is given, the plan says nothing about it.
var instead = map[string][]string{
	"qi":              {"groups"},
	"privacy":         {"levels"},
	"skyline":         {"l", "k", "m", "c"},
	"sampling_weight": {"fraction", "population"},
}

// isFree reports whether the function has a parameter that the call leaves to the plan.
func isFree(c *call.Call, param string) bool {
	p := c.Function.Param(param)
	if p == nil || !isDefault(c, p) {
		return false
	}
	return p.Default == "" || len(givenInstead(c, param)) == 0
}

// isDefault reports whether a call leaves a parameter as it is, or gives it what it is by default.
func isDefault(c *call.Call, p *call.Param) bool {
	v := c.Arguments[p.Name]
	if number, is := v.(json.Number); is {
		given, err := number.Float64()
		otherwise, errDefault := strconv.ParseFloat(p.Default, 64)
		return err == nil && errDefault == nil && given == otherwise
	}
	return v == nil || call.Show(v) == p.Default
}

// givenInstead are the parameters that a call gives, and that say what one says in another way.
func givenInstead(c *call.Call, param string) []string {
	return slices.DeleteFunc(slices.Clone(instead[param]), func(other string) bool {
		p := c.Function.Param(other)
		return p == nil || isDefault(c, p)
	})
}

// giveRoles gives columns to the parameters of their roles.
func (g *Given) giveRoles(c *call.Call) error {
	qi, strata := g.names(QI), g.names(Stratum)
	if c.Function.Param(call.ParamWithin.Name) == nil {
		qi, strata = append(qi, strata...), nil // others know them
	}
	qi, sensitive, err := g.both(c, qi)
	if err != nil {
		return err
	}
	if qi == nil && isFree(c, "qi") {
		return c.Errorf("plan: no column has the role 'qi'; give it to what others may know: UPDATE plan SET role = 'qi' WHERE attribute = 'age'")
	}
	if p := c.Function.Param("sensitive"); isFree(c, "sensitive") && len(sensitive) > 1 && p.Type != call.TypeNames {
		return c.Errorf("plan: %d columns have the role 'sensitive', and only one is looked at here; name it beside plan: sensitive := %s", len(sensitive), sqltext.Text(sensitive[0]))
	}
	person, weight := g.names(Person), g.names(Weight)
	if err := refuseUncounted(c, g.several(person), weight); err != nil {
		return err
	}
	if p, tbl := c.Function.Param("person"), c.Function.Param("tbl"); p != nil && p.Default != "" && (tbl == nil || !tbl.Raw) && len(person) > 0 {
		if c.Arguments["person"] == nil {
			c.Numbering = person[0]
			if !g.oneRow(person[0]) {
				c.Uncounted = person[0]
			}
		}
		person = nil // a release has no such column
	}
	give(c, "qi", qi, true)
	give(c, call.ParamWithin.Name, strata, true)
	give(c, "sensitive", sensitive, len(sensitive) > 1)
	give(c, "person", person, false)
	give(c, "weight", weight, false)
	if !counts(c) || c.Arguments["value"] != nil { // a threshold counts who is in the sample
		give(c, "sampling_weight", g.names(SamplingWeight), false)
	}
	return nil
}

// give makes columns an argument that the call leaves to the plan.
func give(c *call.Call, param string, names []string, isList bool) {
	switch {
	case len(names) == 0 || !isFree(c, param):
	case isList:
		list := make([]any, len(names))
		for i, name := range names {
			list[i] = name
		}
		c.Arguments[param] = list
	default:
		c.Arguments[param] = names[0]
	}
}

// both returns the quasi-identifiers and the sensitive columns, for a plan in which columns may
// be both: each is one of them in a call, as the other parameter says.
func (g *Given) both(c *call.Call, qi []string) (known, sensitive []string, err error) {
	sensitive = g.names(Sensitive)
	for i := range g.Columns {
		column := &g.Columns[i]
		if !column.Sensitive || column.Role == Sensitive || !call.ContainsName(qi, column.Name) || c.Function.Param("sensitive") == nil {
			continue
		}
		switch {
		case c.Arguments["sensitive"] != nil:
			if call.ContainsName(namesOf(c.Arguments["sensitive"]), column.Name) {
				qi = slices.DeleteFunc(qi, func(name string) bool { return name == column.Name })
			}
		case c.Arguments["qi"] == nil:
			return nil, nil, c.Errorf("plan: %s (%s) is known to some and must not be learnt by others, which takes two calls: name the sensitive column beside plan, sensitive := %s in one of them", g.place(column.Row), sqltext.Ident(column.Name), sqltext.Text(column.Name))
		case !call.ContainsName(namesOf(c.Arguments["qi"]), column.Name):
			sensitive = append(sensitive, column.Name)
		}
	}
	return qi, sensitive, nil
}

// several are the columns that number people who may have several rows in what is released.
func (g *Given) several(person []string) []string {
	return slices.DeleteFunc(slices.Clone(person), g.oneRow)
}

// HasSeveral reports whether people may have several rows in what is released.
func (g *Given) HasSeveral() bool { return len(g.several(g.names(Person))) > 0 }

// oneRow reports whether one row is kept of each person that a column numbers.
func (g *Given) oneRow(person string) bool {
	row := of(g.Rows, person)
	if row == nil || row.Steps == "" {
		return false
	}
	steps, err := ParseSteps(row.Steps)
	return err == nil && steps.Rows != ""
}

// refuseUncounted is an error where the plan says who the people are, and the function takes each
// row for a person.
func refuseUncounted(c *call.Call, person, weight []string) error {
	tbl := c.Function.Param("tbl")
	switch {
	case len(weight) > 0 && c.Function.Param("weight") == nil:
		return c.Errorf("plan: %s is a weight, and each row is a person here; give a table with a row for each person, and another plan", sqltext.Ident(weight[0]))
	case len(person) > 0 && c.Function.Param("person") == nil && tbl != nil && tbl.Raw:
		return c.Errorf("plan: %s numbers people, and each row is a person here; give a table with a row for each person, and the column the role 'identifier'", sqltext.Ident(person[0]))
	}
	return nil
}

// namesOf returns the texts of an argument that is a name or a list of names.
func namesOf(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var names []string
		for _, item := range v {
			names = append(names, namesOf(item)...)
		}
		return names
	}
	return nil
}

// readRaw lets tables be read as the plan says that have not been released. Of their columns
// those are left that the call uses, and those that are released as they are.
func (g *Given) readRaw(c *call.Call) error {
	var used []string
	params := []string{"qi", call.ParamWithin.Name, "sensitive", "person", "weight", "sampling_weight"}
	if counts(c) {
		params = append(params, "by", "value", "holding")
	}
	for _, param := range params {
		if c.Function.Param(param) != nil {
			used = append(used, namesOf(c.Arguments[param])...)
		}
	}
	if c.Uncounted != "" {
		used = append(used, c.Uncounted)
	}
	columns := g.read(func(column *GivenColumn) bool {
		return call.ContainsName(used, column.Name) || slices.Contains([]string{Other, SamplingWeight}, column.Role)
	})
	for i := range c.Function.Params {
		if p := &c.Function.Params[i]; p.Raw {
			if err := c.ReadAsPlanned(p.Name, columns, g.once()); err != nil {
				return err
			}
		}
	}
	return nil
}

// once is the column that numbers people who keep one row each, "" for none.
func (g *Given) once() string {
	for _, person := range g.names(Person) {
		if g.oneRow(person) {
			return person
		}
	}
	return ""
}

// Clean lets a table be read as the plan says, with the columns of some roles. Every column must
// have one.
func (g *Given) Clean(c *call.Call, param string, keeps func(role string) bool) error {
	if err := g.refuseOpen(c); err != nil {
		return err
	}
	return g.clean(c, param, keeps)
}

// CleanAll lets a table be read as the plan says, with all of its columns.
func (g *Given) CleanAll(c *call.Call, param string) error {
	return g.clean(c, param, func(string) bool { return true })
}

func (g *Given) clean(c *call.Call, param string, keeps func(role string) bool) error {
	columns := g.read(func(column *GivenColumn) bool { return keeps(column.Role) })
	if !slices.ContainsFunc(columns, func(column call.PlannedColumn) bool { return !column.Drop }) {
		return c.Errorf("plan must leave a column, and drops all")
	}
	return c.ReadAsPlanned(param, columns, g.once())
}

// read is how the columns of a table are read, of which some are kept.
func (g *Given) read(keeps func(column *GivenColumn) bool) []call.PlannedColumn {
	columns := make([]call.PlannedColumn, len(g.Columns))
	for i := range g.Columns {
		column := &g.Columns[i]
		columns[i] = call.PlannedColumn{Name: column.Name, Type: column.Type, ReadAs: column.ReadAs, Drop: !keeps(column)}
	}
	return columns
}
