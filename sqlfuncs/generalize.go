package sqlfuncs

import (
	"fmt"
	"strings"
)

var generalize = &Function{
	Name:    "generalize",
	Summary: "A table with its quasi-identifiers generalized to levels of their hierarchies.",
	Description: "The table's own columns, in their places; each column of `levels` shows the label of its value at that level of its hierarchy, as a VARCHAR, or, at level 0, the value itself. Other columns are not touched: **they are released as they are**, which is refused where they single people out; see `others`. " +
		"With `privacy`, groups that violate it are left out, again until there are none, and it is an error if that takes more than `suppression` of the people: what comes out satisfies `release_check` with the same requirements. `generalization_search` finds levels.",
	Params: []Param{
		paramOriginal,
		{Name: "hierarchies", Type: "VARCHAR", Doc: paramHierarchiesAll.Doc},
		paramLevels,
		{Name: "sensitive", Type: "VARCHAR", Default: "NULL", Doc: "the sensitive column, for `privacy`; NULL: there is none, and only `k_anonymity` and `presence` can be required"},
		{Name: "privacy", Type: "STRUCT", Default: "NULL", Doc: "what the result must satisfy: see [Privacy requirements](#privacy-requirements); NULL: nothing"},
		{Name: "suppression", Type: "DOUBLE", Default: "0.0", Doc: "the largest share of the people, in [0, 1), that may be left out"},
		paramPerson, paramWeight, paramValues, paramSeed, paramAbsent, paramOthers,
	},
	Columns: []ResultColumn{{columnsOfTable, "", "the columns of `tbl`, those of `levels` generalized, without `person`"}},
	Example: `FROM generalize('(VALUES (20, ''F'', ''Flu''), (22, ''F'', ''AIDS''), (24, ''M'', ''Flu''), (31, ''M'', ''Cold''), (50, ''M'', ''Cold'')) t(age, sex, disease)',
                hierarchies := '(FROM hierarchy_intervals(''(SELECT range AS age FROM range(100))'', ''age'', widths := [5, 10, 20]))',
                levels := MAP {'age': 3, 'sex': 0}, sensitive := 'disease', privacy := {'k_anonymity': 2}, suppression := 0.2)`,
	Notes: []string{
		noteNull,
		"Levels above the largest of an attribute's hierarchy are an error; where its top level has several labels, `*` stands one level above.",
		"Without `privacy` everybody comes out. Who is left out: the people of the groups that `privacy_violations` names; of what is left, the same again. t-closeness, skylines and implications are measured on what is left. Who knows that somebody was in the table and is not in the release learns that he was among them.",
		"The order of the rows of the result is random: it says nothing about that of the table. Rows of weight 0 are left out.",
		noteDraws("generalize", twoOrders),
		"The table is read once, and kept while the statement runs; a view or a query may be random.",
		noteOthers,
		"There is no `group_id`: rows with the same labels are a group, for `release_utility` with `groups := NULL`.",
		"Cost: one scan, a DISTINCT of each generalized column and a join with its labels, and a sort; with `privacy`, a GROUP BY of the generalized columns and an anti-join.",
		"Source of full-domain generalization: Samarati, “Protecting respondents' identities in microdata release”, IEEE TKDE 13 (2001); LeFevre, DeWitt, Ramakrishnan, “Incognito: Efficient full-domain k-anonymity”, SIGMOD 2005.",
	},
	Plan:    planGeneralize,
	Scalars: func() []Scalar { return requirementsScalars("generalize", leftFields, runLeaveOut) },
}

var paramHierarchiesAll = Param{Name: "hierarchies", Type: "VARCHAR", Doc: "the name of a table of hierarchies: `attribute, value, level, label`, as `hierarchy_wide` and the like make; with a path for each value of each column"}

func planGeneralize(c *Call) (string, error) {
	p, err := newReleasePlan(c)
	if err != nil {
		return "", err
	}
	levels, err := c.levels()
	if err != nil {
		return "", err
	}
	random, err := c.seed()
	if err != nil {
		return "", err
	}
	others, err := c.others()
	if err != nil {
		return "", err
	}
	if others == "drop" {
		p.dropOthers()
	}
	p.typeAsPublic()
	p.readOnce()
	p.readPublicOnce()
	p.raise(levels)
	kept := p.kept()
	from := "__skyline_generalized AS x" + kept
	if others == "error" {
		u := &untouched{columns: p.source, source: "__skyline_generalized", roles: quoted(p.roles()), own: quoted(p.roles()), weight: p.weightColumn(), groups: keysOf(p.qi)}
		u.rows = func(source string) string { return "(SELECT x.* FROM " + source + " AS x" + kept + ")" }
		if p.values != "one" || p.privacy == nil {
			u.person = p.person
		}
		p.ctes = append(append(p.ctes, u.ctes()...), c.refusal("that are neither in levels nor sensitive", "put them into levels"))
		from += " JOIN __skyline_untouched AS guard ON guard.ok"
	}
	return p.text(released(p.shuffled(random, from))), nil
}

// raise adds the CTE __skyline_generalized, the rows with their columns raised to
// levels: a kernel says what each of their values is called. The public table, if there
// is one, is raised too.
func (p *releasePlan) raise(levels []columnLevel) {
	var raised []columnLevel
	for _, l := range levels {
		if l.level > 0 {
			raised = append(raised, l)
		}
	}
	if len(raised) == 0 {
		p.add("__skyline_generalized AS NOT MATERIALIZED (SELECT * FROM %s)", p.source)
		return
	}
	of := *p.input
	of.qi = nil
	for _, l := range raised {
		of.qi = append(of.qi, l.name)
	}
	labels := &releasePlan{input: &of, function: p.function, hierarchies: p.hierarchies, ctes: p.ctes}
	labels.domainLabels(raised)
	var joins strings.Builder
	replaced := make([]string, len(of.qi))
	for i, name := range of.qi {
		labels.add("__skyline_l%[1]d AS MATERIALIZED (SELECT x.v, l.label FROM (%[2]s) AS x JOIN __skyline_w%[1]d AS w ON w.t IS NOT DISTINCT FROM %[3]s JOIN __skyline_labels AS l ON l.i = %[4]d AND l.c = w.c)",
			i+1, p.valuesOf(name), encoded(textOf("x.v")), i)
		fmt.Fprintf(&joins, " LEFT JOIN __skyline_l%[1]d AS l%[1]d ON l%[1]d.v IS NOT DISTINCT FROM %[2]s", i+1, canonical(row+"."+quoteIdentifier(name)))
		replaced[i] = fmt.Sprintf("l%d.label AS %s", i+1, quoteIdentifier(name))
	}
	p.ctes = labels.ctes
	materialized := "NOT MATERIALIZED "
	if p.privacy != nil {
		materialized = "MATERIALIZED "
	}
	raise := func(source string) string {
		return fmt.Sprintf("(SELECT %[1]s.* REPLACE (%[2]s) FROM %[3]s AS %[1]s%[4]s)", row, strings.Join(replaced, ", "), source, joins.String())
	}
	p.add("__skyline_generalized AS %s%s", materialized, raise(p.source))
	if p.public != "" {
		p.add("__skyline_public_generalized AS %s", raise(p.public))
		p.public = "__skyline_public_generalized"
	}
}

// kept is what the generalized rows x are joined with, so that those of the groups that
// are left out are not among them.
func (p *releasePlan) kept() string {
	if p.privacy == nil {
		p.checkColumns()
		return p.guarded()
	}
	of := *p.input
	of.source, of.named = "__skyline_generalized", true
	p.ctes = append(p.ctes, planRequirements(&of, p.privacy, p.suppression)...)
	p.add("__skyline_left AS MATERIALIZED (SELECT %s FROM __skyline_groups AS g JOIN __skyline_rows AS r ON r.histogram = g.h)", prefixed("g", of.keyList()))
	same := make([]string, len(of.qi))
	for i, name := range of.qi {
		same[i] = fmt.Sprintf("o.q%d IS NOT DISTINCT FROM %s", i+1, canonical("x."+quoteIdentifier(name)))
	}
	return " ANTI JOIN __skyline_left AS o ON " + strings.Join(same, " AND ")
}

// checkColumns adds guards that there is a sensitive column, and weights that count,
// where nothing else looks at them.
func (p *releasePlan) checkColumns() {
	if p.sensitive == "" && p.weight == "" {
		return
	}
	typed := "true"
	if p.weight != "" {
		typed = p.weightIsInteger("tbl")
	}
	p.ctes = append(p.ctes, p.typesCTE())
	p.add("__skyline_typed AS (SELECT %s AS ok FROM __skyline_types)", typed)
	p.guards = append(p.guards, "__skyline_typed")
	if p.weight != "" {
		p.add("__skyline_weighed AS (SELECT coalesce(system.main.bool_and(%s >= 0), true) AS ok FROM (SELECT %s AS w FROM %s AS tbl) AS x, __skyline_typed AS guard WHERE guard.ok)",
			p.weightOfRow("tbl"), p.column(p.weight), p.source)
		p.guards = append(p.guards, "__skyline_weighed")
	}
}

// shuffled is the SELECT of rows in random order, without the person column.
func (p *releasePlan) shuffled(random randomness, from string) string {
	p.bind(random)
	person := ""
	if p.person != "" {
		person = " EXCLUDE (" + quoteIdentifier(p.person) + ")"
	}
	return random.inOrder("", "SELECT x.*"+person+" FROM "+from)
}

// excludedPerson lists columns that a release does not have, and the person column.
func (p *releasePlan) excludedPerson(columns string) string {
	if p.person != "" {
		columns += ", " + quoteIdentifier(p.person)
	}
	return columns
}
