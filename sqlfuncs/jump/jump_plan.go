package jump

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// gather adds the CTEs of a statement of these functions up to its kernel's rows,
// __skyline_found: DuckDB reads the table once, labels its rows and counts the
// sensitive values of those that agree in their labels; the kernel runs as a job.
//
// __skyline_people has the rows: the person p, the sensitive value s, and the labels g1,
// g2, …. Names are qualified as in planBreach.
func (in *jumpInput) gather() {
	in.people()
	in.guard()
	in.ctes = append(in.ctes, in.random.Bound(in.call, "__skyline_people")...)
	in.add("__skyline_counted AS (SELECT system.main.__skyline_gather(%[1]s, %[2]s, system.main.list_value(system.main.to_base64(x.h), %[3]s), 1, %[4]s) AS kept FROM (SELECT %[5]s, system.main.__skyline_histogram(%[1]s, %[6]s, 1) AS h FROM __skyline_people JOIN __skyline_guard AS guard ON guard.ok GROUP BY %[5]s) AS x)",
		sqltext.PlanKey, oldtext.QuoteText(in.call.Function.Name), in.cell(), host.Apart, in.labelNames(), oldtext.ValueText)
	in.add("__skyline_job AS (SELECT system.main.__%[1]s_start(%[2]s, x.kept, %[3]s) AS job, false AS done FROM __skyline_counted AS x UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
		in.call.Function.Name, in.encodedSpec(), in.random.Key())
	in.add("__skyline_found AS MATERIALIZED (SELECT UNNEST(system.main.__%s_rows(job), recursive := true) FROM __skyline_job WHERE done)", in.call.Function.Name)
}

// cell is the list of a row's labels, which tells its cell.
func (in *jumpInput) cell() string {
	texts := make([]string, len(in.labels))
	for i := range in.labels {
		texts[i] = oldtext.TextOf(fmt.Sprintf("g%d", i+1))
	}
	return strings.Join(texts, ", ")
}

// labelNames are g1, g2, ….
func (in *jumpInput) labelNames() string {
	names := make([]string, len(in.labels))
	for i := range names {
		names[i] = fmt.Sprintf("g%d", i+1)
	}
	return strings.Join(names, ", ")
}

// people adds the CTE of the rows.
func (in *jumpInput) people() {
	columns := make([]string, len(in.labels))
	if in.hierarchies == "" {
		for i, l := range in.labels {
			columns[i] = fmt.Sprintf("%s AS g%d", oldtext.Canonical("tbl."+oldtext.QuoteIdentifier(l.Name)), i+1)
		}
		in.add("__skyline_people AS MATERIALIZED (SELECT tbl.%s AS p, %s AS s, %s FROM %s AS tbl)",
			oldtext.QuoteIdentifier(in.person), oldtext.OneForm("tbl."+oldtext.QuoteIdentifier(in.sensitive)), strings.Join(columns, ", "), in.source)
		return
	}
	in.add("__skyline_input AS MATERIALIZED (SELECT * FROM %s AS tbl)", in.source)
	raised := in.raised()
	var joins strings.Builder
	for i, l := range in.labels {
		value := "tbl." + oldtext.QuoteIdentifier(l.Name)
		if l.Level == 0 {
			columns[i] = fmt.Sprintf("%s AS g%d", oldtext.TextOf(value), i+1)
			continue
		}
		columns[i] = fmt.Sprintf("%s AS g%d", oldtext.Bytewise(fmt.Sprintf("l%d.label", i+1)), i+1)
		fmt.Fprintf(&joins, " LEFT JOIN __skyline_l%[1]d AS l%[1]d ON l%[1]d.v IS NOT DISTINCT FROM %[2]s", i+1, oldtext.Canonical(value))
	}
	in.ctes = raised
	in.add("__skyline_people AS MATERIALIZED (SELECT tbl.%s AS p, %s AS s, %s FROM __skyline_input AS tbl%s)",
		oldtext.QuoteIdentifier(in.person), oldtext.OneForm("tbl."+oldtext.QuoteIdentifier(in.sensitive)), strings.Join(columns, ", "), joins.String())
}

// raised returns the CTEs, and those of the labels of values: __skyline_l1, … for the
// labels above level 0.
func (in *jumpInput) raised() []string {
	var above []call.ColumnLevel
	var numbers []int
	for i, l := range in.labels {
		if l.Level > 0 {
			above = append(above, l)
			numbers = append(numbers, i+1)
		}
	}
	if len(above) == 0 {
		return in.ctes
	}
	of := &oldpeople.Input{Call: in.call, Source: "__skyline_input"}
	for _, l := range above {
		of.Qi = append(of.Qi, l.Name)
	}
	labels := &release.OldReleasePlan{Input: of, Function: in.call.Function.Name, Hierarchies: in.hierarchies, Ctes: in.ctes}
	labels.DomainLabels(above)
	for i, l := range above {
		labels.Add("__skyline_l%[1]d AS MATERIALIZED (SELECT x.v, l.label FROM (SELECT DISTINCT %[2]s AS v FROM __skyline_input AS tbl) AS x JOIN __skyline_w%[3]d AS w ON w.t IS NOT DISTINCT FROM %[4]s JOIN __skyline_labels AS l ON l.i = %[5]d AND l.c = w.c)",
			numbers[i], oldtext.Canonical("tbl."+oldtext.QuoteIdentifier(l.Name)), i+1, oldtext.Encoded(oldtext.TextOf("x.v")), i)
	}
	return labels.Ctes
}

// guard adds the CTE whose one row is ok where each person has one row, and a group in
// every generalization.
func (in *jumpInput) guard() {
	c := in.call
	cases := []string{
		"WHEN system.main.count(*) FILTER (WHERE p IS NULL) > 0 THEN " + c.OldFail("person must not be NULL; filter such rows in a query given as tbl"),
		"WHEN system.main.count(DISTINCT " + oldtext.Canonical("p") + ") < system.main.count(*) THEN " + c.OldFail("person must have one row each, and somebody has several; keep one row a person in a query given as tbl"),
	}
	for i, l := range in.labels {
		message := fmt.Sprintf("generalizations must put every person in a group, and %s is NULL for somebody; give those people a label of their own, or leave them out", oldtext.QuoteIdentifier(l.Name))
		if in.hierarchies != "" {
			message = fmt.Sprintf("hierarchies must have a label for every value of %s at level %d, and somebody's is NULL; hierarchy_check shows more", oldtext.QuoteIdentifier(l.Name), l.Level)
		}
		cases = append(cases, fmt.Sprintf("WHEN system.main.count(*) FILTER (WHERE g%d IS NULL) > 0 THEN %s", i+1, c.OldFail(message)))
	}
	in.add("__skyline_guard AS (SELECT CASE %s ELSE true END AS ok FROM __skyline_people)", strings.Join(cases, " "))
}

// text is the statement.
func (in *jumpInput) text(query string) string {
	return "WITH RECURSIVE " + strings.Join(in.ctes, ",\n") + "\n" + query
}

// beliefs is what stands behind FROM for one row for each person and value that the
// kernel found possible: p, v, and the kernel's columns as r.
func (in *jumpInput) beliefs() string {
	in.add("__skyline_kind AS (SELECT s FROM __skyline_people WHERE false UNION ALL SELECT NULL)")
	in.add("__skyline_values AS MATERIALIZED (SELECT x.t, %s AS v FROM (SELECT t, system.main.first(s) AS s FROM (SELECT %s AS s, %s AS t FROM __skyline_people) GROUP BY t) AS x CROSS JOIN __skyline_kind AS k)",
		in.call.OldInOwnType("x.s", "k.s"), oldtext.Canonical("s"), oldtext.ValueText)
	return fmt.Sprintf("(SELECT p, system.main.list_value(%s) AS cell FROM __skyline_people) AS x JOIN __skyline_found AS r ON r.cell = x.cell JOIN __skyline_values AS v ON v.t IS NOT DISTINCT FROM r.value", in.cell())
}
