package sqltext_test

import (
	"testing"

	"skyline/sqlfuncs/sqltext"
)

func TestPlan(t *testing.T) {
	t.Parallel()
	var p sqltext.Plan
	if got := p.Statement("\n\tSELECT 1\n"); got != "SELECT 1" {
		t.Errorf("Statement() = %q, want the query alone", got)
	}
	if got := p.Guards(); got != "" {
		t.Errorf("Guards() = %q, want none", got)
	}
	p.Keep("__skyline_input", "the rows, read once", sqltext.Fill("SELECT * FROM {tbl} AS tbl", sqltext.Args{"tbl": sqltext.User("(FROM t)")}))
	p.Guard("__skyline_types", "the type of age", `
		SELECT CASE WHEN count(age) = 0 THEN error('f: it''s empty') ELSE true END AS ok
		FROM __skyline_input
	`)
	p.Guard("__skyline_free", "that a name is free", "SELECT true AS ok")
	p.With("__skyline_counted", "how many there are", "SELECT count(*) AS n FROM __skyline_input")
	p.Run(sqltext.Job{
		Function: "f", Kernel: "breach", Spec: map[string]string{"values": "one"},
		Data: []sqltext.Member{{"n", "x.n"}, {"values", "list_value(x.n)"}}, From: "__skyline_counted AS x",
		Rows: "__skyline_rows", Why: "breach probabilities",
	})
	const want = `WITH RECURSIVE

-- the rows, read once
__skyline_input AS MATERIALIZED (
    SELECT * FROM (FROM t) AS tbl
),

-- the type of age
__skyline_types AS (
    SELECT CASE WHEN count(age) = 0 THEN error('f: it''s empty') ELSE true END AS ok
    FROM __skyline_input
),

-- that a name is free
__skyline_free AS (
    SELECT true AS ok
),

-- how many there are
__skyline_counted AS (
    SELECT count(*) AS n FROM __skyline_input
),

-- all of these hold
__skyline_guards4 AS MATERIALIZED (
    SELECT bool_and(ok) AS ok FROM (SELECT ok FROM __skyline_types UNION ALL SELECT ok FROM __skyline_free)
),

-- breach probabilities: the job, and the wait for it
__skyline_rows_job AS (
    SELECT __skyline_start(
        'f', 'breach',
        '{"values":"one"}',
        to_json(struct_pack(
            n := x.n,
            "values" := list_value(x.n)
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_counted AS x JOIN __skyline_guards4 ON __skyline_guards4.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_rows_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_rows_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_rows AS MATERIALIZED (
    SELECT UNNEST(__skyline_breach_rows(job), recursive := true) FROM __skyline_rows_job WHERE done
)

SELECT * FROM __skyline_rows`
	if got := sqltext.Show(p.Statement("SELECT * FROM __skyline_rows")); got != want {
		t.Errorf("the plan is\n%s\nwant\n%s", got, want)
	}
	if before := p.Statement("SELECT 1"); p.Guards() != " JOIN __skyline_guards4 ON __skyline_guards4.ok" || p.Statement("SELECT 1") != before {
		t.Error("guards that are one are put together again")
	}
	if !p.Has("__skyline_rows") || !p.Has("__skyline_rows_job") || p.Has("__skyline_other") {
		t.Error("Has() does not know the plan's CTEs")
	}
}

func TestRunWithoutRelation(t *testing.T) {
	t.Parallel()
	const start = `WITH RECURSIVE

-- why: the job, and the wait for it
__skyline_r_job AS (
    SELECT __skyline_start(
        'f', 'k',
        'null',
        NULL
    ) AS job, false AS done`
	for _, test := range []struct {
		guarded bool
		want    string
	}{
		{false, start + "\n    UNION ALL\n"},
		{true, start + "\n    FROM (SELECT 1) AS one JOIN __skyline_g ON __skyline_g.ok\n    UNION ALL\n"},
	} {
		var p sqltext.Plan
		p.Run(sqltext.Job{Function: "f", Kernel: "k", Rows: "__skyline_r", Why: "why"})
		if test.guarded {
			p = sqltext.Plan{}
			p.Guard("__skyline_g", "a guard", "SELECT true AS ok")
			p.Run(sqltext.Job{Function: "f", Kernel: "k", Rows: "__skyline_r", Why: "why"})
			test.want = "WITH RECURSIVE\n\n-- a guard\n__skyline_g AS (\n    SELECT true AS ok\n),\n" + test.want[len("WITH RECURSIVE\n"):]
		}
		if got := sqltext.Show(p.Statement("SELECT 1")); len(got) < len(test.want) || got[:len(test.want)] != test.want {
			t.Errorf("the plan is\n%s\nwant it to begin with\n%s", got, test.want)
		}
	}
}

func TestPlanPanics(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]func(p *sqltext.Plan){
		"a line feed in why": func(p *sqltext.Plan) { p.With("__skyline_b", "one\ntwo", "SELECT 1") },
		"a return in why":    func(p *sqltext.Plan) { p.With("__skyline_b", "one\rtwo", "SELECT 1") },
		"NUL in why":         func(p *sqltext.Plan) { p.Keep("__skyline_b", "one\x00two", "SELECT 1") },
		"no why":             func(p *sqltext.Plan) { p.Guard("__skyline_b", "", "SELECT true AS ok") },
		"a name twice":       func(p *sqltext.Plan) { p.With("__skyline_a", "again", "SELECT 1") },
		"a name of others":   func(p *sqltext.Plan) { p.With("input", "why", "SELECT 1") },
		"a name in quotes":   func(p *sqltext.Plan) { p.With(`__skyline_"b"`, "why", "SELECT 1") },
		"no kernel":          func(p *sqltext.Plan) { p.Run(sqltext.Job{Function: "f", Rows: "__skyline_b", Why: "why"}) },
		"a job's why": func(p *sqltext.Plan) {
			p.Run(sqltext.Job{Function: "f", Kernel: "k", Rows: "__skyline_b", Why: "one\ntwo"})
		},
	} {
		var p sqltext.Plan
		p.With("__skyline_a", "why", "SELECT 1")
		panics(t, name, func() { f(&p) })
	}
}
