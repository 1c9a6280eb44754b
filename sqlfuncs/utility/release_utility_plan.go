package utility

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
)

// plan returns the statement of release_utility. Step by step: DuckDB counts the
// cells of each table; numbers the values of each column of the original, and the
// labels of the release; reads the ends of intervals and ranks them among the
// values, in the order of the column's own type; and passes cells to the kernel as
// numbers.
//
// Columns are called c1, c2, …, and x1, x2, … as text.
func (u *utilityInput) plan() string {
	ctes := []string{u.cellsCTE("original", u.original, "")}
	group := ""
	if u.groups != "" {
		group = "release." + oldtext.QuoteIdentifier(u.groups)
	}
	ctes = append(ctes, u.cellsCTE("release", u.release, group))
	exact := "FROM __skyline_original"
	if u.test != "" {
		ctes = append(ctes, u.cellsCTE("test", u.test, ""))
		exact = "FROM (SELECT c#, x# FROM __skyline_original UNION ALL SELECT c#, x# FROM __skyline_test)"
	}
	ctes = append(ctes,
		// The values of a column.
		u.numbered("__skyline_values# AS MATERIALIZED (SELECT v, x, system.main.row_number() OVER (ORDER BY v ASC NULLS LAST, x ASC NULLS LAST) - 1 AS code FROM (SELECT x# AS x, system.main.any_value(c#) AS v "+exact+" GROUP BY x#))", ",\n"),
		// The labels of a column, read in its type: as one value, and as the ends of
		// an interval.
		u.numbered("__skyline_labels# AS MATERIALIZED (SELECT x, "+oldpeople.Wholly("x")+" AS v, "+oldpeople.Wholly(intervalEnd(1))+" AS low, "+oldpeople.Wholly(intervalEnd(2))+" AS high, system.main.row_number() OVER (ORDER BY x ASC NULLS FIRST) - 1 AS code FROM (SELECT DISTINCT x# AS x FROM __skyline_release), (SELECT system.main.any_value(v) AS s FROM __skyline_values#) AS t)", ",\n"),
		"__skyline_facts AS ("+u.numbered("SELECT # - 1 AS i, kind, code, CASE WHEN v IS NOT NULL THEN system.main.dense_rank() OVER (ORDER BY v ASC NULLS LAST) END AS rank, "+position+" AS position, x FROM (SELECT "+fmt.Sprint(factValue)+" AS kind, code, v, x FROM __skyline_values# UNION ALL SELECT "+fmt.Sprint(factLabel)+", code, v, x FROM __skyline_labels# UNION ALL SELECT "+fmt.Sprint(factLow)+", code, low, NULL FROM __skyline_labels# WHERE low IS NOT NULL UNION ALL SELECT "+fmt.Sprint(factHigh)+", code, high, NULL FROM __skyline_labels# WHERE high IS NOT NULL)", "\nUNION ALL ")+")",
		u.hierarchiesCTE(),
	)
	test := "SELECT NULL::BIGINT[] AS codes, NULL::BIGINT[] AS n"
	if u.test != "" {
		test = u.codes("test", "values", "")
	}
	release := u.codes("release", "labels", ", NULL::BIGINT[] AS groups")
	if u.groups != "" {
		ctes = append(ctes, "__skyline_ids AS MATERIALIZED (SELECT g, system.main.row_number() OVER (ORDER BY g ASC NULLS LAST) AS id FROM (SELECT DISTINCT g FROM __skyline_release))")
		release = u.codes("release", "labels", ", system.main.list(ids.id) AS groups")
	}
	names := make([]string, len(u.columns))
	for i, name := range u.columns {
		names[i] = oldtext.QuoteText(name)
	}
	ctes = append(ctes,
		fmt.Sprintf("__skyline_job AS (SELECT system.main.__skyline_utility_start(system.main.list_value(%s), %d, %t, %t, %d, f.i, f.kind, f.code, f.rank, f.position, f.x, h.i, h.level, h.value, h.label, o.codes, o.n, r.codes, r.n, r.groups, e.codes, e.n) AS job, false AS done"+
			" FROM (SELECT %s FROM __skyline_facts) AS f, (SELECT %s FROM __skyline_hierarchies) AS h, (%s) AS o, (%s) AS r, (%s) AS e"+
			" UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
			strings.Join(names, ", "), u.qi, u.sensitive, u.target, u.seed,
			lists("i", "kind", "code", "rank", "position", "x"), lists("i", "level", "value", "label"),
			u.codes("original", "values", ""), release, test),
		"__skyline_rows AS (SELECT UNNEST(system.main.__skyline_utility_rows(job), recursive := true) FROM __skyline_job WHERE done)",
	)
	return "WITH RECURSIVE " + strings.Join(ctes, ",\n") + "\nSELECT measure, value, attribute FROM __skyline_rows ORDER BY i ASC"
}

// What a row of __skyline_facts is about.
const (
	factValue = iota // a value: its rank, position and text
	factLabel        // a label: its text, and its rank if it is one value
	factLow          // the lower end of a label
	factHigh         // the upper end
)

// cellsCTE counts the cells of a table.
func (u *utilityInput) cellsCTE(name, source, group string) string {
	columns := make([]string, len(u.columns))
	for i, column := range u.columns {
		columns[i] = fmt.Sprintf("%s AS c%d", oldtext.Canonical(name+"."+oldtext.QuoteIdentifier(column)), i+1)
	}
	g, keys := "", u.numbered("c#", ", ")
	if group != "" {
		g, keys = ", g", keys+", g"
		columns = append(columns, oldtext.Canonical(group)+" AS g")
	}
	n := "system.main.count(*)"
	if u.weight != "" {
		columns = append(columns, fmt.Sprintf("%s.%s AS w", name, oldtext.QuoteIdentifier(u.weight)))
		in := u.in()
		n = fmt.Sprintf("system.main.sum(CASE WHEN %s THEN %s END)", in.WeightIsInteger(name), in.WeightOfRow(name))
	}
	texts := make([]string, len(u.columns))
	for i := range texts {
		texts[i] = fmt.Sprintf("%s AS x%d", oldtext.TextOf(fmt.Sprintf("c%d", i+1)), i+1)
	}
	return fmt.Sprintf("__skyline_%s AS MATERIALIZED (SELECT %s, %s%s, coalesce(TRY_CAST(n AS BIGINT), %s) AS n FROM (SELECT %s, %s AS n FROM (SELECT %s FROM %s AS %s) GROUP BY %s) WHERE n > 0)",
		name, u.numbered("c#", ", "), strings.Join(texts, ", "), g, u.in().OldFail(call.TooManyPeople(name)), keys, n, strings.Join(columns, ", "), source, name, keys)
}

// intervalEnd is the text of the lower or the upper end of the label x, or NULL. One
// value and NULL, "20 or NULL", is an interval from the value to itself.
func intervalEnd(end int) string {
	const interval, orNull = `'(?s)\[(.*?), (.*)\](?: or NULL)?'`, `'(?s)(.*) or NULL'`
	return fmt.Sprintf("CASE WHEN system.main.regexp_full_match(x, %[1]s) THEN system.main.regexp_extract(x, %[1]s, %[3]d) WHEN system.main.regexp_full_match(x, %[2]s) THEN system.main.regexp_extract(x, %[2]s, 1) END",
		interval, orNull, end)
}

// position is where the value v lies, as a number: that of a number, the seconds
// of a date, a time or an INTERVAL; NULL for other types. It goes by text, because
// a cast that a type does not have cannot be bound.
const position = "CASE WHEN system.main.regexp_matches(system.main.typeof(v), '^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|BIGNUM|VARINT|DECIMAL.*)$') THEN TRY_CAST(v::VARCHAR AS DOUBLE)" +
	" WHEN system.main.regexp_matches(system.main.typeof(v), '^(DATE|TIMESTAMP.*)$') THEN TRY(system.main.epoch(TRY_CAST(v::VARCHAR AS TIMESTAMP)))" +
	" WHEN system.main.regexp_full_match(system.main.typeof(v), " + oldpeople.TimeTypes + ") THEN TRY(system.main.epoch(TRY_CAST(v::VARCHAR AS TIME)))" +
	" WHEN system.main.typeof(v) = 'INTERVAL' THEN TRY(system.main.epoch(TRY_CAST(v::VARCHAR AS INTERVAL))) END"

// hierarchiesCTE has the entries for columns of the call; it may be empty.
func (u *utilityInput) hierarchiesCTE() string {
	if u.hierarchies == "" {
		return "__skyline_hierarchies AS (SELECT NULL::BIGINT AS i, NULL::BIGINT AS level, NULL::VARCHAR AS value, NULL::VARCHAR AS label WHERE false)"
	}
	var cases strings.Builder
	for i, name := range u.columns[:u.qi] {
		fmt.Fprintf(&cases, " WHEN system.main.lower(%s) THEN %d", oldtext.QuoteText(name), i)
	}
	return fmt.Sprintf("__skyline_hierarchies AS (SELECT * FROM (SELECT CASE %s%s END AS i, coalesce(TRY_CAST(hierarchies.level AS BIGINT), -1) AS level, hierarchies.value::VARCHAR AS value, hierarchies.label::VARCHAR AS label FROM %s AS hierarchies) WHERE i IS NOT NULL AND label IS NOT NULL)",
		oldtext.Bytewise("system.main.lower(hierarchies.attribute::VARCHAR)"), cases.String(), u.hierarchies)
}

// codes selects the cells of a table as lists: the numbers of values or labels,
// one column behind the other, and the counts.
func (u *utilityInput) codes(table, of, more string) string {
	joins := u.numbered("JOIN __skyline_"+of+"# AS d# ON cells.x# IS NOT DISTINCT FROM d#.x", " ")
	if strings.Contains(more, "ids.") {
		joins += " JOIN __skyline_ids AS ids ON cells.g IS NOT DISTINCT FROM ids.g"
	}
	return fmt.Sprintf("SELECT system.main.flatten(system.main.list_value(%s)) AS codes, system.main.list(cells.n) AS n%s FROM __skyline_%s AS cells %s",
		u.numbered("system.main.list(d#.code)", ", "), more, table, joins)
}

// lists gathers columns in lists of the same names.
func lists(columns ...string) string {
	var items []string
	for _, c := range columns {
		items = append(items, fmt.Sprintf("system.main.list(%[1]s) AS %[1]s", c))
	}
	return strings.Join(items, ", ")
}
