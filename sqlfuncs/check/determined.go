package check

import (
	"context"
	"strings"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Whoever knows somebody's quasi-identifiers, and that the sensitive value follows from them,
// knows the value, whatever a release shows. Whether it follows is seen in the original.

const determinedRows = sqltext.SQL("__skyline_determined")

// The rule of the row determined is the columns between these.
const (
	determinedBefore = "share of people of original whose sensitive value follows from one or two columns of qi ("
	determinedAfter  = ")"
)

// DeterminedBy returns the columns that the rule of a row determined names.
func DeterminedBy(rule string) string {
	return strings.TrimSuffix(strings.TrimPrefix(rule, determinedBefore), determinedAfter)
}

// addDetermined adds what the sensitive value follows from, and returns the row, which is
// there where it does.
func (x *exactValues) addDetermined(p *sqltext.Plan) sqltext.SQL {
	p.Run(sqltext.Job{
		Function: x.Call.Function.Name, Kernel: determinedKernel.Name, Why: "whether the sensitive value follows from one or two quasi-identifiers",
		Spec: determinedSpec{QI: x.QI, Persons: x.ofPersons()}, Rows: determinedRows,
		Data: []sqltext.Member{{Name: "rows", Value: "x.rows"}}, From: "(" + x.hashedOriginal() + ") AS x",
	})
	return sqltext.Fill(`
		SELECT
		    'determined' AS requirement, NULL::DOUBLE AS required, x.share AS achieved, NULL::BOOLEAN AS holds,
		    concat({before}, x.shown, {after}) AS rule,
		    t.s AS value
		FROM {determined} AS x CROSS JOIN {types} AS t
		WHERE x.share > 0
	`, sqltext.Args{"before": sqltext.Text(determinedBefore), "after": sqltext.Text(determinedAfter), "determined": determinedRows, "types": people.Types})
}

// hashedOriginal keeps the original for the kernel: the person, if people may have several
// rows, the quasi-identifiers, and the sensitive column, if the original has it.
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
		            SELECT {columns}, COLUMNS(lambda name: {folded} = {sensitive} OR starts_with(name, '__skyline_last')), {n} AS __skyline_n
		            FROM (SELECT *, 0 AS __skyline_last FROM {original} AS original) AS o
		        )
		    )
		    WHERE __skyline_n > 0
		)
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(x.Call.Function.Name), "distinct": distinct, "n": n, "original": x.original,
		"columns": sqltext.List(columns), "hashes": people.HashOf("COLUMNS(* EXCLUDE (__skyline_n))"),
		"folded": sqltext.Folded("name"), "sensitive": sqltext.Folded(sqltext.Text(x.Sensitive)),
	})
}

// determinedSpec is what the kernel gets.
type determinedSpec struct {
	QI      []string                         `json:"qi"`
	Persons bool                             `json:"persons"`
	Rows    *host.Shared[*people.HashedRows] `json:"rows,omitempty"`
}

// determinedRow is what the sensitive value follows from, and for which share of the people:
// 0 where it does not.
type determinedRow struct {
	Share float64
	Shown string
}

var determinedKernel = host.KernelOf("determined", runDetermined)

func runDetermined(ctx context.Context, s *determinedSpec) (*host.Rows[determinedRow], error) {
	if s.Rows == nil {
		return nil, host.ErrNotKept
	}
	out := host.NewRows[determinedRow]()
	table := s.Rows.Value.Table(s.Persons)
	if table.Columns() < len(s.QI)+2 { // no rows, or no sensitive column
		return out, nil
	}
	by, err := table.Determining(ctx, len(s.QI), len(s.QI))
	if err != nil || len(by) == 0 {
		return out, err
	}
	var best determinedRow
	var shown []string
	for _, columns := range by {
		g := table.Alike(columns...).Guess(len(s.QI))
		best.Share = max(best.Share, float64(g.Shared-g.With)/float64(g.All))
		names := make([]string, len(columns))
		for i, c := range columns {
			names[i] = people.PlainIdentifier(s.QI[c])
		}
		shown = append(shown, strings.Join(names, " and "))
	}
	best.Shown = strings.Join(shown, ", or from ")
	out.Add(best)
	return out, nil
}
