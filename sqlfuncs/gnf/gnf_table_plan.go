package gnf

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// gnfTablePlan writes the statement of gnf_table: that of an anatomyPlan, once the
// table has been looked at.
type gnfTablePlan struct {
	*anatomyPlan
	in     *gnfInput
	tables *subTables
	table  *subTable
	strict bool
	looks  bool // at whom the columns single out that no rule names
}

func planGNFTable(c *call.Call) (sqltext.SQL, error) {
	in, err := newGNFInput(c)
	if err != nil {
		return "", err
	}
	p := &gnfTablePlan{in: in}
	if p.tables, err = in.takenApart(); err != nil {
		return "", err
	}
	if p.table, err = p.tables.numbered(in); err != nil {
		return "", err
	}
	random, err := draw.Read(c)
	if err != nil {
		return "", err
	}
	p.anatomyPlan = &anatomyPlan{call: c, l: in.l, random: random.Part(p.table.number), renumber: true}
	if err := p.readStrict(); err != nil {
		return "", err
	}
	if err := p.readOthers(); err != nil {
		return "", err
	}
	return p.statement(), nil
}

func (p *gnfTablePlan) readStrict() error {
	var ok bool
	if p.strict, ok = p.call.Arguments["strict"].(bool); !ok {
		return p.call.Errorf("strict must be true or false, got %s", call.Show(p.call.Arguments["strict"]))
	}
	switch {
	case !p.strict:
	case p.tables.method == "multi_sa":
		return p.call.Errorf("strict must be false for method := 'multi_sa', which is there for comparison")
	case p.tables.method == "single" && p.in.all:
		return p.call.Errorf("attributes must be given for strict := true and method := 'single': the columns to publish")
	}
	return nil
}

func (p *gnfTablePlan) statement() sqltext.SQL {
	right := p.in.namesOf(p.table.right)
	of := p.in.people()
	of.SpreadOut(&p.Plan)
	p.in.source = of.Source
	p.readOnce()
	p.random.Bind(&p.Plan, p.call, p.in.source)
	if rules, _ := p.in.kept(); len(rules) > 0 {
		p.guardEligible()
	}
	if p.strict {
		p.guardApart()
	}
	if len(right) > 0 {
		p.call.GuardFree(&p.Plan, "group_id", "("+p.in.selected(p.table)+")")
	}
	p.guardLeft()
	if len(right) == 0 {
		return p.asItIs()
	}
	switch {
	case p.tables.method == "multi_sa":
		p.grouping = jointGroups
	case p.strict:
		p.grouping = strictGroups
	default:
		p.grouping = anatomyGroups
	}
	statement := p.permuted(p.in.selected(p.table), right, p.looks)
	if guard := p.refused(p.untouchedInGroups()); guard != "" {
		return statement(sqltext.Fill("(SELECT t.* FROM {seated} AS t{guard})", sqltext.Args{"seated": seatedName, "guard": guard}))
	}
	return statement(seatedName)
}

// asItIs returns the statement of a sub-table without a right side.
func (p *gnfTablePlan) asItIs() sqltext.SQL {
	return p.shuffled(sqltext.Fill("SELECT t.* FROM ({selected}) AS t{guards}", sqltext.Args{
		"selected": p.in.selected(p.table), "guards": p.Guards() + p.refused(p.untouched()),
	}))
}

// readOnce lets the plan read the published columns once, so that the rows that are
// published are those that are looked at.
func (p *gnfTablePlan) readOnce() {
	if rules, _ := p.in.kept(); len(rules) == 0 && p.table.right.Empty() && !p.strict && !p.random.IsOnce() && !p.looks {
		return
	}
	const published = sqltext.SQL("__skyline_published")
	p.Keep(published, "the published columns, read once", sqltext.Fill("SELECT * FROM {source} AS tbl", sqltext.Args{"source": p.in.source}))
	p.in.source = published
}

// guardApart adds the guard that some sub-table has different rows only, apart from the
// values that it shuffles.
func (p *gnfTablePlan) guardApart() {
	different := sqltext.Map(p.tables.all(p.in), func(_ int, t *subTable) sqltext.SQL {
		columns := sqltext.SQL("COLUMNS(*)")
		if right := p.in.namesOf(t.right); len(right) > 0 {
			columns = "COLUMNS(* EXCLUDE (" + sqltext.List(sqltext.Idents(right)) + "))"
		}
		return sqltext.Fill("SELECT count(*) AS n FROM (SELECT DISTINCT {columns} FROM ({selected}))",
			sqltext.Args{"columns": sqltext.Canonical(columns), "selected": p.in.selected(t)})
	})
	p.Guard("__skyline_apart", "some sub-table tells all rows apart", sqltext.Fill(`
		SELECT CASE WHEN bool_or(n = (SELECT count(*) FROM {source} AS tbl)) THEN true ELSE {fail} END AS ok
		FROM (
		    {different}
		)
	`, sqltext.Args{
		"source": p.in.source, "different": sqltext.Join("\nUNION ALL\n", different...),
		"fail": p.call.Fail("strict := true is not possible: in every sub-table there are rows that are equal but for the shuffled column, so an adversary who counts tables, not people, is not covered; use strict := false, or publish more columns that tell people apart"),
	}))
}

func gnfTableScalars() []host.Scalar { return append(anatomyScalars(), eligibleScalar()) }
