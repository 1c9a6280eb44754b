package release

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
)

var Generalize = &call.Function{
	Name:    "generalize",
	Summary: "A table with its quasi-identifiers generalized to levels of their hierarchies.",
	Description: "The table's own columns, in their places; each column of `levels` shows the label of its value at that level of its hierarchy, as a VARCHAR, or, at level 0, the value itself. Other columns are not touched: **they are released as they are**, which is refused where they single people out; see `others`. " +
		"With `privacy`, groups that violate it are left out, again until there are none, and it is an error if that takes more than `suppression` of the people: what comes out satisfies `release_check` with the same requirements. `generalization_search` finds levels.",
	Params: []call.Param{
		call.ParamOriginal,
		{Name: "hierarchies", Type: "VARCHAR", Doc: ParamHierarchiesAll.Doc},
		call.ParamLevels,
		{Name: "sensitive", Type: "VARCHAR", Default: "NULL", Doc: "the sensitive column, for `privacy`; NULL: there is none, and only `k_anonymity` and `presence` can be required"},
		{Name: "privacy", Type: "STRUCT", Default: "NULL", Doc: "what the result must satisfy: see [Privacy requirements](#privacy-requirements); NULL: nothing"},
		{Name: "suppression", Type: "DOUBLE", Default: "0.0", Doc: "the largest share of the people, in [0, 1), that may be left out"},
		call.ParamPerson, call.ParamWeight, call.ParamValues, call.ParamSeed, people.ParamAbsent, ParamOthers,
	},
	Columns: []call.ResultColumn{{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `tbl`, those of `levels` generalized, without `person`"}},
	Example: `FROM generalize('(VALUES (20, ''F'', ''Flu''), (22, ''F'', ''AIDS''), (24, ''M'', ''Flu''), (31, ''M'', ''Cold''), (50, ''M'', ''Cold'')) t(age, sex, disease)',
                hierarchies := '(FROM hierarchy_intervals(''(SELECT range AS age FROM range(100))'', ''age'', widths := [5, 10, 20]))',
                levels := MAP {'age': 3, 'sex': 0}, sensitive := 'disease', privacy := {'k_anonymity': 2}, suppression := 0.2)`,
	Notes: []string{
		call.NoteNull,
		"Levels above the largest of an attribute's hierarchy are an error; where its top level has several labels, `*` stands one level above.",
		"Without `privacy` everybody comes out. Who is left out: the people of the groups that `privacy_violations` names; of what is left, the same again. t-closeness, skylines and implications are measured on what is left. Who knows that somebody was in the table and is not in the release learns that he was among them.",
		"The order of the rows of the result is random: it says nothing about that of the table. Rows of weight 0 are left out.",
		call.NoteDraws("generalize", call.TwoOrders),
		"The table is read once, and kept while the statement runs; a view or a query may be random.",
		NoteOthers,
		"There is no `group_id`: rows with the same labels are a group, for `release_utility` with `groups := NULL`.",
		"Cost: one scan, a DISTINCT of each generalized column and a join with its labels, and a sort; with `privacy`, a GROUP BY of the generalized columns and an anti-join.",
		"Source of full-domain generalization: Samarati, “Protecting respondents' identities in microdata release”, IEEE TKDE 13 (2001); LeFevre, DeWitt, Ramakrishnan, “Incognito: Efficient full-domain k-anonymity”, SIGMOD 2005.",
	},
	Plan:    call.Old(planGeneralize),
	Scalars: func() []host.Scalar { return oldpeople.RequirementsScalars("generalize", leftFields, runLeaveOut) },
}

var ParamHierarchiesAll = call.Param{Name: "hierarchies", Type: "VARCHAR", Doc: "the name of a table of hierarchies: `attribute, value, level, label`, as `hierarchy_wide` and the like make; with a path for each value of each column"}

func planGeneralize(c *call.Call) (string, error) {
	p, err := newReleasePlan(c)
	if err != nil {
		return "", err
	}
	levels, err := c.Levels()
	if err != nil {
		return "", err
	}
	random, err := c.Seed()
	if err != nil {
		return "", err
	}
	others, err := ReadOthers(c)
	if err != nil {
		return "", err
	}
	if others == "drop" {
		p.DropOthers()
	}
	p.TypeAsPublic()
	p.ReadOnce()
	p.readPublicOnce()
	p.raise(levels)
	kept := p.kept()
	from := "__skyline_generalized AS x" + kept
	if others == "error" {
		u := &Untouched{Columns: p.Source, Source: "__skyline_generalized", Roles: oldtext.Quoted(p.Roles()), Own: oldtext.Quoted(p.Roles()), Weight: p.WeightColumn(), Groups: oldpeople.KeysOf(p.Qi)}
		u.Rows = func(source string) string { return "(SELECT x.* FROM " + source + " AS x" + kept + ")" }
		if p.Values != "one" || p.Privacy == nil {
			u.Person = p.Person
		}
		p.Ctes = append(append(p.Ctes, u.Ctes()...), Refusal(c, "that are neither in levels nor sensitive", "put them into levels"))
		from += " JOIN __skyline_untouched AS guard ON guard.ok"
	}
	return p.Text(oldtext.Released(p.shuffled(random, from))), nil
}

// raise adds the CTE __skyline_generalized, the rows with their columns raised to
// levels: a kernel says what each of their values is called. The public table, if there
// is one, is raised too.
func (p *ReleasePlan) raise(levels []call.ColumnLevel) {
	var raised []call.ColumnLevel
	for _, l := range levels {
		if l.Level > 0 {
			raised = append(raised, l)
		}
	}
	if len(raised) == 0 {
		p.Add("__skyline_generalized AS NOT MATERIALIZED (SELECT * FROM %s)", p.Source)
		return
	}
	of := *p.Input
	of.Qi = nil
	for _, l := range raised {
		of.Qi = append(of.Qi, l.Name)
	}
	labels := &ReleasePlan{Input: &of, Function: p.Function, Hierarchies: p.Hierarchies, Ctes: p.Ctes}
	labels.DomainLabels(raised)
	var joins strings.Builder
	replaced := make([]string, len(of.Qi))
	for i, name := range of.Qi {
		labels.Add("__skyline_l%[1]d AS MATERIALIZED (SELECT x.v, l.label FROM (%[2]s) AS x JOIN __skyline_w%[1]d AS w ON w.t IS NOT DISTINCT FROM %[3]s JOIN __skyline_labels AS l ON l.i = %[4]d AND l.c = w.c)",
			i+1, p.ValuesOf(name), oldtext.Encoded(oldtext.TextOf("x.v")), i)
		fmt.Fprintf(&joins, " LEFT JOIN __skyline_l%[1]d AS l%[1]d ON l%[1]d.v IS NOT DISTINCT FROM %[2]s", i+1, oldtext.Canonical(Row+"."+oldtext.QuoteIdentifier(name)))
		replaced[i] = fmt.Sprintf("l%d.label AS %s", i+1, oldtext.QuoteIdentifier(name))
	}
	p.Ctes = labels.Ctes
	materialized := "NOT MATERIALIZED "
	if p.Privacy != nil {
		materialized = "MATERIALIZED "
	}
	raise := func(source string) string {
		return fmt.Sprintf("(SELECT %[1]s.* REPLACE (%[2]s) FROM %[3]s AS %[1]s%[4]s)", Row, strings.Join(replaced, ", "), source, joins.String())
	}
	p.Add("__skyline_generalized AS %s%s", materialized, raise(p.Source))
	if p.Public != "" {
		p.Add("__skyline_public_generalized AS %s", raise(p.Public))
		p.Public = "__skyline_public_generalized"
	}
}

// kept is what the generalized rows x are joined with, so that those of the groups that
// are left out are not among them.
func (p *ReleasePlan) kept() string {
	if p.Privacy == nil {
		p.checkColumns()
		return p.Guarded()
	}
	of := *p.Input
	of.Source, of.Named = "__skyline_generalized", true
	p.Ctes = append(p.Ctes, oldpeople.PlanRequirements(&of, p.Privacy, p.Suppression)...)
	p.Add("__skyline_left AS MATERIALIZED (SELECT %s FROM __skyline_groups AS g JOIN __skyline_rows AS r ON r.histogram = g.h)", oldtext.Prefixed("g", of.KeyList()))
	same := make([]string, len(of.Qi))
	for i, name := range of.Qi {
		same[i] = fmt.Sprintf("o.q%d IS NOT DISTINCT FROM %s", i+1, oldtext.Canonical("x."+oldtext.QuoteIdentifier(name)))
	}
	return " ANTI JOIN __skyline_left AS o ON " + strings.Join(same, " AND ")
}

// checkColumns adds guards that there is a sensitive column, and weights that count,
// where nothing else looks at them.
func (p *ReleasePlan) checkColumns() {
	if p.Sensitive == "" && p.Weight == "" {
		return
	}
	typed := "true"
	if p.Weight != "" {
		typed = p.WeightIsInteger("tbl")
	}
	p.Ctes = append(p.Ctes, p.TypesCTE())
	p.Add("__skyline_typed AS (SELECT %s AS ok FROM __skyline_types)", typed)
	p.Guards = append(p.Guards, "__skyline_typed")
	if p.Weight != "" {
		p.Add("__skyline_weighed AS (SELECT coalesce(system.main.bool_and(%s >= 0), true) AS ok FROM (SELECT %s AS w FROM %s AS tbl) AS x, __skyline_typed AS guard WHERE guard.ok)",
			p.WeightOfRow("tbl"), p.Column(p.Weight), p.Source)
		p.Guards = append(p.Guards, "__skyline_weighed")
	}
}

// shuffled is the SELECT of rows in random order, without the person column.
func (p *ReleasePlan) shuffled(random call.Randomness, from string) string {
	p.Bind(random)
	person := ""
	if p.Person != "" {
		person = " EXCLUDE (" + oldtext.QuoteIdentifier(p.Person) + ")"
	}
	return random.InOrder("", "SELECT x.*"+person+" FROM "+from)
}

// excludedPerson lists columns that a release does not have, and the person column.
func (p *ReleasePlan) excludedPerson(columns string) string {
	if p.Person != "" {
		columns += ", " + oldtext.QuoteIdentifier(p.Person)
	}
	return columns
}
