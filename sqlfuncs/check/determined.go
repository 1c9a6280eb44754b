package check

import (
	"context"
	"slices"
	"strings"

	"skyline/engine/profile"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// Whoever knows somebody's quasi-identifiers, and that the sensitive value follows from them,
// knows the value, whatever a release shows. Whether it follows is seen in the original.

const determinedRows = sqltext.SQL("__skyline_determined")

// The rule of the row determined is the columns between these.
const (
	determinedBefore = "share of people of original whose sensitive value follows from one or two columns of qi ("
	determinedAfter  = "), among those who share theirs with somebody"
)

// DeterminedBy returns the columns that the rule of a row determined names.
func DeterminedBy(rule string) string {
	return strings.TrimSuffix(strings.TrimPrefix(rule, determinedBefore), determinedAfter)
}

// addDetermined adds what the sensitive values follow from, and whether rows are people, and
// returns the rows, one for each sensitive column whose values follow.
func (x *exactValues) addDetermined(p *sqltext.Plan) sqltext.SQL {
	p.Run(sqltext.Job{
		Function: x.Call.Function.Name, Kernel: determinedKernel.Name, Why: "whether sensitive values follow from one or two quasi-identifiers, and whether rows are people",
		Spec: determinedSpec{QI: x.QI, Sensitive: x.Sensitive, Persons: x.ofPersons(), Counts: x.counts, Person: x.Call.Uncounted}, Rows: determinedRows,
		Data: []sqltext.Member{{Name: "names", Value: x.namesOfOriginal()}, {Name: "rows", Value: "x.rows"}}, From: "(" + x.hashedOriginal() + ") AS x",
	})
	return sqltext.Fill(`
		SELECT
		    x.i, 'determined' AS requirement, NULL::DOUBLE AS required, x.share AS achieved, NULL::BOOLEAN AS holds,
		    concat({before}, x.shown, {after}) AS rule,
		    t.s AS value, x.attribute
		FROM {determined} AS x CROSS JOIN {types} AS t
		WHERE x.i >= 0
	`, sqltext.Args{"before": sqltext.Text(determinedBefore), "after": sqltext.Text(determinedAfter), "determined": determinedRows, "types": people.Types})
}

// isLookedAt is whether the name of a column of the original, in SQL, is that of a sensitive
// column; or, where any column may be the key of people, of one without another role.
func (x *exactValues) isLookedAt(name sqltext.SQL) sqltext.SQL {
	names, found := x.Sensitive, sqltext.SQL("list_contains")
	if x.counts {
		names, found = x.QI, "NOT list_contains"
	}
	return sqltext.Fill("{found}({names}, {name})", sqltext.Args{"found": found, "names": sqltext.Texts(foldedNames(names)), "name": sqltext.Folded(name)})
}

func foldedNames(names []string) []string {
	folded := make([]string, len(names))
	for i, name := range names {
		folded[i] = call.Folded(name)
	}
	return folded
}

// namesOfOriginal is the list of the columns that are looked at, in the original's order, and
// one that is none.
func (x *exactValues) namesOfOriginal() sqltext.SQL {
	return sqltext.Fill("(SELECT list(column_name) FROM (DESCRIBE SELECT COLUMNS(lambda name: {looked_at} OR starts_with(name, '__skyline_last')) FROM (SELECT *, 0 AS __skyline_last FROM {original} AS original)))",
		sqltext.Args{"looked_at": x.isLookedAt("name"), "original": x.original})
}

// hashedOriginal keeps the original for the kernel: the person, if people may have several
// rows, the quasi-identifiers, and the sensitive columns that the original has, in its order.
func (x *exactValues) hashedOriginal() sqltext.SQL {
	columns, n, distinct := sqltext.Map(x.QI, func(i int, name string) sqltext.SQL { return "o." + sqltext.Ident(name) + " AS " + x.Keys()[i] }), sqltext.SQL("1"), sqltext.SQL("")
	switch {
	case x.ofPersons():
		columns, distinct = append([]sqltext.SQL{"o." + sqltext.Ident(x.Person) + " AS p"}, columns...), "DISTINCT "
	case x.Weight != "":
		n = "coalesce(TRY_CAST(o." + sqltext.Ident(x.Weight) + " AS BIGINT), 0)"
	}
	return sqltext.Fill(`
		SELECT __skyline_hashed_rows({key}, {function}, v, n) AS rows
		FROM (
		    SELECT {distinct}list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n AS n
		    FROM (
		        SELECT {hashes}, __skyline_n
		        FROM (
		            SELECT {columns}, COLUMNS(lambda name: {looked_at} OR starts_with(name, '__skyline_last')), {n} AS __skyline_n
		            FROM (SELECT *, 0 AS __skyline_last FROM {original} AS original) AS o
		        )
		    )
		    WHERE __skyline_n > 0
		)
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(x.Call.Function.Name), "distinct": distinct, "n": n, "original": x.original,
		"columns": sqltext.List(columns), "hashes": people.HashOf("COLUMNS(* EXCLUDE (__skyline_n))"),
		"looked_at": x.isLookedAt("name"),
	})
}

// determinedSpec is what the kernel gets.
type determinedSpec struct {
	QI        []string                         `json:"qi"`
	Sensitive []string                         `json:"sensitive"`
	Persons   bool                             `json:"persons"`
	Counts    bool                             `json:"counts,omitempty"` // whether rows may be several of a person
	Person    string                           `json:"person,omitempty"` // the column that says whose a row is, "" where none is known to
	Names     []string                         `json:"names,omitempty"`  // of the columns that are looked at, and one that is none
	Rows      *host.Shared[*people.HashedRows] `json:"rows,omitempty"`
}

// determinedRow is what the values of a sensitive column, the I-th, follow from, and for which share of
// the people who share theirs in these columns with somebody: of the others nothing shows
// whether they follow the rule, and whoever knows it takes it that they do.
// Of I = -1 it is whether rows are people.
type determinedRow struct {
	I         int64
	Attribute string
	Share     float64
	Shown     string
	release.NotPeople
}

var determinedKernel = host.KernelOf("determined", runDetermined)

func runDetermined(ctx context.Context, s *determinedSpec) (*host.Rows[determinedRow], error) {
	if s.Rows == nil || len(s.Names) == 0 {
		return nil, host.ErrNotKept
	}
	out := host.NewRows[determinedRow]()
	table := s.Rows.Value.Table(s.Persons)
	if table.Columns() == 0 { // no rows
		return out, nil
	}
	if table.Columns() != len(s.QI)+len(s.Names) {
		return nil, host.ErrNotKept
	}
	for i, attribute := range s.Sensitive {
		at := slices.IndexFunc(s.Names[:len(s.Names)-1], func(name string) bool { return call.Folded(name) == call.Folded(attribute) })
		if at < 0 {
			continue // the original lacks it
		}
		row, found, err := s.determining(ctx, table, len(s.QI)+at)
		if err != nil {
			return nil, err
		}
		if found {
			row.I, row.Attribute = int64(i), attribute
			out.Add(row)
		}
	}
	if s.Counts {
		out.Add(determinedRow{I: -1, NotPeople: s.notPeople(table)})
	}
	return out, nil
}

// notPeople looks for the key of people among the columns without a role, if it is not known.
func (s *determinedSpec) notPeople(table *profile.Table) release.NotPeople {
	var qi, columns []int
	names := append(slices.Clone(s.QI), s.Names...)
	for i, name := range names[:len(names)-1] {
		switch {
		case i < len(s.QI):
			qi = append(qi, i)
		case s.Person != "" && call.Folded(name) == call.Folded(s.Person):
			return release.FurtherRows(table, i, name)
		case !call.ContainsName(s.Sensitive, name):
			columns = append(columns, i)
		}
	}
	return release.FindPerson(table, columns, names, qi)
}

// determining finds what the values of a column follow from, if they do for anybody.
func (s *determinedSpec) determining(ctx context.Context, table *profile.Table, column int) (row determinedRow, found bool, err error) {
	by, err := table.Determining(ctx, len(s.QI), column)
	if err != nil {
		return row, false, err
	}
	var shown []string
	for _, columns := range by {
		g := table.Alike(columns...).Guess(column)
		row.Share = max(row.Share, float64(g.Shared-g.With)/float64(g.Shared))
		names := make([]string, len(columns))
		for i, c := range columns {
			names[i] = people.PlainIdentifier(s.QI[c])
		}
		shown = append(shown, strings.Join(names, " and "))
	}
	row.Shown = strings.Join(shown, ", or from ")
	return row, row.Share > 0, nil
}
