package release

import (
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// What single columns without a role tell although they single nobody out.

// addTelling adds __skyline_telling: in its one row how many columns tell something, and which
// as a text. Its rows are read where nobody is singled out, which is an error by itself.
func (u *Untouched) addTelling(p *sqltext.Plan, function string) {
	const gate = sqltext.SQL("__skyline_telling_gate")
	asked := sqltext.SQL("a.alone = 0")
	if u.Checked {
		asked = "true"
	}
	p.With(gate, "whether what columns tell is asked for", sqltext.Fill("SELECT o.found AND {asked} AS found FROM {others} AS o CROSS JOIN {alone} AS a", sqltext.Args{
		"asked": asked, "others": othersName, "alone": aloneName,
	}))
	spec := tellingSpec{Groups: len(u.Groups), Persons: u.Person != "", Counts: u.Counts}
	for _, h := range u.Hidden {
		spec.Hidden = append(spec.Hidden, hiddenColumn{h.Name, h.QI, h.Exact})
	}
	p.Run(sqltext.Job{
		Function: function, Kernel: TellingKernel.Name, Why: "what single columns without a role tell", Spec: spec, Rows: Telling,
		Data: []sqltext.Member{{Name: "names", Value: "o.names"}, {Name: "smallest", Value: "TRY_CAST(a.smallest AS BIGINT)"}, {Name: "rows", Value: "x.rows"}},
		From: sqltext.Fill("{others} AS o, {alone} AS a, ({rows}) AS x", sqltext.Args{"others": othersName, "alone": aloneName, "rows": u.hashed(gate, function)}),
	})
}

// hashed keeps the rows for the kernel: the person, the columns without a role, those that are
// hidden, and the groups.
func (u *Untouched) hashed(gate sqltext.SQL, function string) sqltext.SQL {
	var columns []sqltext.SQL
	n, distinct := sqltext.SQL("TRY_CAST(__skyline_w AS BIGINT)"), sqltext.SQL("")
	if u.Person != "" {
		columns, n, distinct = append(columns, people.HashOfKey("__skyline_p")+" AS __skyline_p"), "1", "DISTINCT "
	}
	columns = append(columns, people.HashOfKey(u.values()))
	columns = append(columns, u.hashes()...)
	for _, key := range u.keys() {
		columns = append(columns, people.HashOfKey(key)+" AS "+key)
	}
	return sqltext.Fill(`
		SELECT __skyline_hashed_rows({key}, {function}, v, n) AS rows
		FROM (
		    SELECT {distinct}list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n AS n
		    FROM (
		        SELECT {columns}, {n} AS __skyline_n
		        FROM {rows}
		    )
		    WHERE __skyline_n > 0
		)
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(function), "distinct": distinct, "columns": sqltext.List(columns), "n": n, "rows": besideIf(gate),
	})
}
