package utility

import (
	"skyline/engine/utility"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Pair is a release beside the table that it was made of, for functions of other families. Labels
// are read as release_utility reads them.
type Pair struct {
	*call.Call
	Original, Release sqltext.SQL // what stands behind FROM
	Hierarchies       sqltext.SQL // likewise, "" for none
	QI                []string    // the columns that have labels in the release; there may be none
	Weight            string      // "" for none
	Tables            []PairTable // further tables
	// OfOriginal and OfRelease are columns that the kernel gets beside them.
	OfOriginal, OfRelease []PairColumn
}

// PairTable is a table that has no labels: the kernel gets columns of it.
type PairTable struct {
	Param   string // which names it, and is its alias
	Source  sqltext.SQL
	Columns []PairColumn
}

// PairColumn is a column that is not compared as values and labels are: the kernel gets its texts behind the
// others. It is an expression, and its name in the plan.
type PairColumn struct {
	Name, Value sqltext.SQL
	IsText      bool // the plan has made it, as a text without a collation: it stands for itself
}

// canonical is the column's value, by which rows are counted.
func (b PairColumn) canonical() sqltext.SQL {
	if b.IsText {
		return b.Value
	}
	return sqltext.Canonical(b.Value)
}

// text is that of the canonical value.
func (b PairColumn) text() sqltext.SQL {
	if b.IsText {
		return b.Name
	}
	return sqltext.TextOf(b.Name)
}

// Add adds what the kernel needs to a plan: the members of a PairSpec and those of further
// tables, and what stands behind FROM for them.
func (pair *Pair) Add(plan *sqltext.Plan) (data []sqltext.Member, from sqltext.SQL) {
	u := &utilityCall{Call: pair.Call, original: pair.Original, release: pair.Release, hierarchies: pair.Hierarchies, weight: pair.Weight}
	p := &utilityPlan{Plan: *plan, utilityCall: u, columns: pair.QI}
	p.addRows("original", "the people of the original by their values", u.original, pair.OfOriginal...)
	p.addRows("release", "the people of the release by their labels", u.release, pair.OfRelease...)
	for i := range p.columns {
		p.addReadings(sqltext.Int(int64(i + 1)))
	}
	given := NewGiven(pair.Call)
	if len(p.columns) > 0 {
		given.Readings(len(p.columns))
	}
	given.rows("original", "__skyline_original", append(p.numbered("x#"), namesOf(pair.OfOriginal)...))
	given.rows("release", "__skyline_release", append(p.numbered("x#"), namesOf(pair.OfRelease)...))
	given.Hierarchies(p.hierarchies)
	p.columns = nil // the others have no labels
	for _, table := range pair.Tables {
		p.addRows(table.Param, "the people of "+table.Param, table.Source, table.Columns...)
		given.rows(table.Param, "__skyline_"+sqltext.Word(table.Param), namesOf(table.Columns))
	}
	*plan = p.Plan
	return given.Members, given.From()
}

// PairSpec is what a kernel gets of a Pair: the columns of the tables are the quasi-identifiers
// and those beside them.
type PairSpec struct {
	QI          []string                      `json:"qi,omitempty"`
	Nulls       string                        `json:"nulls"`
	Readings    *host.Shared[*Readings]       `json:"readings,omitempty"`
	Original    host.Shared[*people.Gathered] `json:"original,omitzero"`
	Release     host.Shared[*people.Gathered] `json:"release,omitzero"`
	Hierarchies *host.Shared[*Nodes]          `json:"hierarchies,omitempty"`
}

// Beside puts the release beside its original. There must be quasi-identifiers. Its errors are for
// who wrote the query.
func (s *PairSpec) Beside() (*utility.Release, error) {
	if s.Readings == nil || len(s.QI) == 0 {
		return nil, host.ErrNotKept
	}
	u := &utilitySpec{QI: s.QI, Nulls: s.Nulls, Readings: *s.Readings, Original: s.Original, Release: s.Release, Hierarchies: s.Hierarchies}
	columns, err := u.columns()
	if err != nil {
		return nil, err
	}
	r, err := u.release(columns)
	if err != nil {
		return nil, u.explain(err)
	}
	return r, nil
}
