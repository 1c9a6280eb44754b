package release

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// ReleasePlan is the statement of a function that makes a release of a table: what is read,
// and the CTEs so far. Each function adds those that it needs, in this order:
//
//	Table                the table, read once                          ReadOnce
//	people.Types         the columns' own types                        AddTable
//	people.Points        the points of a skyline that is required
//	people.Groups        who agrees on the quasi-identifiers
//	ValuesName, Numbered Groups, and the numbers of their values       AddValues
//	Dictionary(i)        a code for each value of a column             AddDictionary
//	Counted              Groups in codes, for the kernel               AddCounted
//	Domain               the values and their labels, for the kernel   AddDomain
//	Release              the kernel's row: the release                 Run(Job(…))
//	Mapped               the combinations of values, and their groups  AddMapped
//	Regions              what its groups cover                         AddRegions
//	Placed               the rows of the table, and their groups       AddPlaced
type ReleasePlan struct { //nolint:revive // not Plan: it has a sqltext.Plan of that name in it
	sqltext.Plan
	*people.Input
	Hierarchies sqltext.SQL // what stands behind FROM, "" for none

	privacy     *people.Requirements // nil: nothing is required
	suppression float64              // the largest share of the people to leave out

	// FollowsFrom are further tables that the groups follow from, as they stand behind FROM.
	FollowsFrom []sqltext.SQL

	points     []people.GivenPoint // of a skyline that is required, or else
	pointsData []sqltext.Member    // what gives them to the kernel, and what else it has to know of the sensitive values

	steps   []string // what ends of ranges are rounded to, by column; nil: they are exact
	numbers string   // what is shown in the place of ranges, "" for ranges
	// finest and coarsest are the limits of columns, "" for none; nil: no column has one.
	finest, coarsest []string
	ends             openEnds    // where the scales of columns end
	refused          sqltext.SQL // the join with what refuses columns without a role, "" for none
	ordered          bool        // Placed has the place of each row in the release
}

// The CTEs of a ReleasePlan that others name.
const (
	Table   = sqltext.SQL("__skyline_input")
	Counted = sqltext.SQL("__skyline_counted")
	Domain  = sqltext.SQL("__skyline_domain")
	Release = sqltext.SQL("__skyline_release")
	Regions = sqltext.SQL("__skyline_regions")
	Placed  = sqltext.SQL("__skyline_placed")
)

// NewReleasePlan returns the plan of a release of a table, without CTEs. It reads the
// parameter hierarchies.
func NewReleasePlan(in *people.Input) (*ReleasePlan, error) {
	in.LeaveOutNobody()
	hierarchies, err := in.Call.Hierarchies()
	return &ReleasePlan{Input: in, Hierarchies: hierarchies}, err
}

// newSafePlan is NewReleasePlan for a function that makes a release by requirements. It
// reads the parameters privacy, which may be NULL if it has a default, and suppression.
func newSafePlan(c *call.Call) (*ReleasePlan, error) {
	return newPlanReading(c, people.ReadRequirements)
}

// newPlanReading is newSafePlan with another reader of requirements.
func newPlanReading(c *call.Call, read func(*people.Input) (*people.Requirements, error)) (*ReleasePlan, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return nil, err
	}
	p, err := NewReleasePlan(in)
	if err != nil {
		return nil, err
	}
	if c.Arguments["privacy"] != nil || c.Function.Param("privacy").Default == "" {
		if p.privacy, err = read(in); err != nil {
			return nil, err
		}
	}
	if p.suppression, err = c.Share("suppression"); err != nil {
		return nil, err
	}
	if err := p.checkEarlier(); err != nil {
		return nil, err
	}
	if p.Everybody != "" {
		if err := p.checkEverybody(); err != nil {
			return nil, err
		}
		p.FollowsFrom = append(p.FollowsFrom, p.EverybodyColumns())
	}
	if p.Public != "" && p.suppression > 0 {
		return nil, c.Errorf("suppression must be 0 where privacy has %s, got %v: %s; ask for less, or leave people out in a query given as tbl", p.privacy.Beside(), p.suppression, people.WhyNobody(p.privacy.Beside()))
	}
	return p, nil
}

// checkEverybody refuses what does not hold for all parts together although it does for each.
func (p *ReleasePlan) checkEverybody() error {
	switch {
	case p.privacy == nil:
	case p.Public != "":
		return p.Call.Errorf("everybody must be NULL where privacy has %s; cut %s as tbl was cut, and leave everybody out", p.privacy.Beside(), people.TableBeside(p.privacy.Beside()))
	case p.privacy.PopulationUniqueness != nil:
		return p.Call.Errorf("everybody must be NULL where privacy has population_uniqueness by a model, which does not hold for the whole table if it does for each part; use average_risk, which does")
	case p.privacy.Compared() != "" && p.suppression > 0:
		return p.Call.Errorf("suppression must be 0 where privacy has %s and everybody is given, got %v: what is left of all parts would not have the sensitive values of everybody; ask for less, or leave people out before the table is cut", p.privacy.Compared(), p.suppression)
	}
	return nil
}

// ReadOnce lets the plan read the table once, however often it needs its rows: so a release
// is of the same rows that were looked at.
func (p *ReleasePlan) ReadOnce() {
	p.Keep(Table, "the table, read once", sqltext.Fill("SELECT {columns} FROM {source} AS tbl", sqltext.Args{
		"columns": sqltext.OneForm("COLUMNS(*)"), "source": p.Source,
	}))
	p.Source = Table
}

// rowsToPlace is how many combinations of values the release is to place, for Placement.
func (p *ReleasePlan) rowsToPlace() sqltext.SQL {
	if !p.Has(Table) {
		return "0"
	}
	rows, _ := p.different()
	return "(SELECT count(*) FROM " + rows + ")"
}

// Bind adds the CTE of the key of a draw that is made once. What the groups follow from,
// the table and the rest, has been read.
func (p *ReleasePlan) Bind(random draw.Randomness) {
	tables := []sqltext.SQL{p.Source}
	if p.Public != "" {
		tables = append(tables, sqltext.Fill("(SELECT {columns} FROM {public} AS public)", sqltext.Args{"columns": p.PublicColumns(), "public": p.Public}))
	}
	type read struct{ name, columns sqltext.SQL }
	also := []read{{call.HierarchyRows, "*"}, {people.Points, "* EXCLUDE (i)"}}
	for i := range p.Sensitive {
		also = append(also, read{people.ValueHierarchyOf(i), "*"})
	}
	for _, table := range also {
		if p.Has(table.name) {
			tables = append(tables, sqltext.Fill("(SELECT {columns} FROM {table})", sqltext.Args{"columns": table.columns, "table": table.name}))
		}
	}
	random.Bind(&p.Plan, p.Call, append(tables, p.FollowsFrom...)...)
}

// AddTable adds the CTEs of the columns' types, of the points of a skyline, and of the QI
// groups.
func (p *ReleasePlan) AddTable() { p.addTable(people.Reading{Twice: true}) }

// addTable is AddTable for a plan that reads the QI groups in such a way.
func (p *ReleasePlan) addTable(read people.Reading) {
	p.AddTypes(&p.Plan)
	p.GuardTexts()
	if p.privacy != nil {
		p.points, p.pointsData = p.privacy.Give(&p.Plan, p.Input)
	}
	p.AddGroups(&p.Plan, read)
	if p.Everybody != "" {
		p.AddEverybody(&p.Plan)
		p.pointsData = append(p.pointsData, p.EverybodyMember())
	}
	if p.privacy != nil {
		p.pointsData = append(p.pointsData, p.AddRequiredFacts(&p.Plan, p.privacy)...)
	}
}

// Job returns the job of a kernel whose specification has a people.TableSpec in it, after
// AddTable, AddCounted and AddDomain. Its rows are those of Release.
func (p *ReleasePlan) Job(kernel, why string, spec any) sqltext.Job {
	job := sqltext.Job{
		Function: p.Call.Function.Name, Kernel: kernel, Why: why, Spec: spec, Rows: Release,
		Data: append([]sqltext.Member{{Name: "cells", Value: "x.cells"}, {Name: "domain", Value: "y.domain"}}, p.pointsData...),
		From: Counted + " AS x CROSS JOIN " + Domain + " AS y",
	}
	if p.Has(limitsName) {
		job.Data = append(job.Data, sqltext.Member{Name: "limits", Value: "z.limits"})
		job.From += " CROSS JOIN " + limitsName + " AS z"
	}
	return job
}

// PlacingJob is Job for a kernel whose release AddOwnMapped places combinations of values in:
// its specification has their number, rows, and values, if they are given by their numbers.
func (p *ReleasePlan) PlacingJob(kernel, why string, spec any) sqltext.Job {
	job := p.Job(kernel, why, spec)
	job.Data = append(job.Data, sqltext.Member{Name: "rows", Value: p.rowsToPlace()})
	if p.Has(ValuesName) {
		job.Data = append(job.Data, sqltext.Member{Name: "values", Value: "v.v"})
		job.From += " CROSS JOIN " + ValuesName + " AS v"
	}
	return job
}

// TableSpec is what kernels get of the call, after AddTable.
func (p *ReleasePlan) TableSpec() people.TableSpec {
	return people.TableSpec{ReleaseSpec: p.releaseSpec()}
}

// releaseSpec is the part of TableSpec that is not about cells.
func (p *ReleasePlan) releaseSpec() people.ReleaseSpec {
	return people.ReleaseSpec{Columns: p.QI, Privacy: p.privacy, Suppression: p.suppression, Points: p.points, Tables: p.Call.HierarchyTables()}
}
