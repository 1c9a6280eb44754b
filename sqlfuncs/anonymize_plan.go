package sqlfuncs

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// releasePlan writes the statement of a function that makes a release. Step by
// step: DuckDB groups the rows and counts sensitive values; the values of each
// quasi-identifier column are numbered in their order, d1, d2, …; the kernel
// partitions the coded groups as a job; what it finds is written in the columns'
// own values; rows are placed by their codes.
//
// Names are qualified as in planBreach.
type releasePlan struct {
	*input
	function    string
	split       string
	extent      string
	steps       []string // what ends of ranges are rounded to, by column; nil: exact
	hierarchies string   // what stands behind FROM, or ""
	privacy     *privacySpec
	suppression string
	ctes        []string
	guards      []string // CTEs of one row each, whose ok is true
	rows        string   // an SQL expression: how many rows the release is to place
	// allowed is the CTE that lets rows be released, "" for that of the release itself.
	allowed string
	// ordered says that rows have their place in the order of the release.
	ordered bool
}

func newReleasePlan(c *Call) (*releasePlan, error) {
	in, err := newInput(c)
	if err != nil {
		return nil, err
	}
	p := &releasePlan{input: in, function: c.function.Name, rows: "0"}
	in.leaveOutNobody()
	if c.arguments["privacy"] != nil || c.function.param("privacy").Default == "" {
		if p.privacy, err = c.privacy(in); err != nil {
			return nil, err
		}
	}
	if c.function.param("split") != nil {
		if p.split, err = c.choice("split", "information_gain", "information_loss", "median"); err != nil {
			return nil, err
		}
		if p.extent, err = c.choice("extent", extentGroup, extentRegion); err != nil {
			return nil, err
		}
		if err = p.readRounding(); err != nil {
			return nil, err
		}
	}
	if p.suppression, err = c.share("suppression"); err != nil {
		return nil, err
	}
	if given, _ := c.arguments["suppression"].(json.Number).Float64(); p.public != "" && given > 0 {
		return nil, c.errorf("suppression must be 0 where privacy has presence, got %v: of who is left out it would not be hidden that he is; ask for less, or leave people out in a query given as tbl", given)
	}
	p.hierarchies, err = c.hierarchies()
	return p, err
}

// share returns a parameter in [0, 1), as SQL.
func (c *Call) share(param string) (string, error) {
	err := c.checkNumber(param, "in [0, 1)", c.arguments[param], func(x float64) bool { return x >= 0 && x < 1 })
	return c.float(param), err
}

// hierarchies returns what to write behind FROM for the parameter of that name, ""
// where it is NULL and may be.
func (c *Call) hierarchies() (string, error) {
	const what = "the name of a table with the columns attribute, value, level, label"
	table, ok, err := c.optionalText("hierarchies", what)
	if err == nil && !ok && c.function.param("hierarchies").Default == "" {
		table, err = c.text("hierarchies", what)
	}
	if err != nil || table == "" {
		return "", err
	}
	source, err := fromTable(table)
	if err != nil {
		return "", c.errorf("hierarchies: %v", err)
	}
	return c.having("hierarchies", table, source, hierarchyRole("hierarchies")), nil
}

// hierarchyRole is what a table of hierarchies must have.
func hierarchyRole(param string) role {
	var columns []string
	for _, column := range hierarchyColumns {
		columns = append(columns, column.Name)
	}
	return role{param, columns}
}

// choice returns a parameter that must be one of some texts.
func (c *Call) choice(param string, choices ...string) (string, error) {
	v, ok := c.arguments[param].(string)
	if !ok || !slices.Contains(choices, v) {
		last := len(choices) - 1
		return "", c.errorf("%s must be '%s' or '%s', got %s", param, strings.Join(choices[:last], "', '"), choices[last], show(c.arguments[param]))
	}
	return v, nil
}

// readOnce lets the plan read the table once, however often it needs its rows: so
// a release is of the same rows that were looked at.
func (p *releasePlan) readOnce() {
	p.add("__skyline_input AS MATERIALIZED (SELECT %s FROM %s AS tbl)", oneForm("COLUMNS(*)"), p.source)
	p.source = "__skyline_input"
	p.rows = "(SELECT system.main.count(*) FROM __skyline_input)"
}

// refuseColumn refuses a table with a column of a name that the result adds.
func (p *releasePlan) refuseColumn(name string) {
	guard := "__skyline_free_" + name
	p.add("%s AS (%s)", guard, p.call.freeColumn(name, p.source))
	p.guards = append(p.guards, guard)
}

// freeColumn is true, or an error if a table has a column of a name that the result
// adds. Which columns the table has is known to DuckDB only: in the subquery the name
// is that of the table's column, which is NULL, or else that of the row around it.
func (c *Call) freeColumn(name, source string) string {
	return fmt.Sprintf("SELECT CASE WHEN (SELECT %[1]s IS NULL FROM (SELECT 1 AS __skyline_one) AS one LEFT JOIN (SELECT * FROM %[2]s AS tbl WHERE false) AS t ON true) THEN %[3]s ELSE true END AS ok FROM (SELECT 1 AS %[1]s) AS o",
		name, source, c.fail("tbl must not have a column "+name+", which the result adds; leave it out, or rename it, in a query given as tbl"))
}

func (p *releasePlan) add(format string, args ...any) {
	p.ctes = append(p.ctes, fmt.Sprintf(format, args...))
}

// bind adds the CTE of the key of the release, if there is one to be made: of the table,
// and of what else the groups follow from. It has all been read.
func (p *releasePlan) bind(random randomness) {
	tables := []string{p.source}
	if p.public != "" {
		tables = append(tables, fmt.Sprintf("(SELECT %s FROM %s AS public)", p.publicColumns(), p.public))
	}
	for _, table := range []struct{ name, columns string }{
		{"__skyline_hierarchies", "*"}, {"__skyline_own", "*"}, {"__skyline_points", "* EXCLUDE (i)"},
	} {
		if slices.ContainsFunc(p.ctes, func(cte string) bool { return strings.HasPrefix(cte, table.name+" AS ") }) {
			tables = append(tables, fmt.Sprintf("(SELECT %s FROM %s)", table.columns, table.name))
		}
	}
	p.ctes = append(p.ctes, random.bound(p.call, tables...)...)
}

// partition adds the CTE __skyline_release, whose one row has the number of the
// finished release.
func (p *releasePlan) partition() {
	p.gather()
	p.stepsCTE()
	p.job("__skyline_release", quoteText(p.split), quoteText(p.extent), p.rows)
}

// gather adds the CTEs of what kernels need of the table: the QI groups, and
// __skyline_counted and __skyline_domain, its counted cells and the values of its
// quasi-identifiers.
func (p *releasePlan) gather() {
	p.groupCTEs()
	for i := range p.qi {
		p.add("__skyline_d%[1]d AS MATERIALIZED (SELECT v, system.main.row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c FROM (SELECT DISTINCT q%[1]d AS v FROM __skyline_groups))", i+1)
	}
	p.cells()
	p.add("__skyline_domain AS (SELECT system.main.__skyline_domain(%s, i, c, is_null, number, text, level, label, %s) AS domain FROM (%s))", planKey, apart, p.domain())
}

// gatherWhole is gather over the whole domains of the hierarchies.
func (p *releasePlan) gatherWhole() {
	p.groupCTEs()
	p.ctes = append(p.ctes, hierarchiesCTE(p.hierarchies))
	p.wholeDomain(func(i int, _ string) string {
		return fmt.Sprintf("SELECT DISTINCT q%d AS v FROM __skyline_groups", i+1)
	})
	for i := range p.qi {
		p.add("__skyline_d%[1]d AS MATERIALIZED (SELECT x.v, w.c FROM (SELECT DISTINCT q%[1]d AS v FROM __skyline_groups) AS x JOIN __skyline_w%[1]d AS w ON w.t IS NOT DISTINCT FROM %[2]s)", i+1, encoded(textOf("x.v")))
	}
	p.cells()
	p.add("__skyline_domain AS (SELECT domain FROM __skyline_whole)")
}

// groupCTEs adds the CTEs of the QI groups and of the points of a skyline.
func (p *releasePlan) groupCTEs() {
	p.named = true // the groups are read several times
	p.ctes = append(p.ctes, p.typesCTE(), p.privacy.points)
	p.ctes = append(p.ctes, p.groupsCTEs()...)
	p.guards = append(p.guards, p.groupGuards()...)
}

// cells adds the CTE __skyline_counted: the QI groups by the codes of their values.
func (p *releasePlan) cells() {
	p.add("__skyline_counted AS (SELECT system.main.__skyline_cells(%s, %s, %s, %s, g.h, %s) AS cells FROM __skyline_groups AS g%s)",
		planKey, quoteText(p.function), quoteText(p.values), p.codes(), apart, p.dictionaries(prefixedList("g", p.keyList())))
}

// guarded is a join with the guards.
func (p *releasePlan) guarded() string {
	guards := ""
	for _, guard := range p.guards {
		guards += " JOIN " + guard + " ON " + guard + ".ok"
	}
	return guards
}

// names is the list of the names of the quasi-identifier columns.
func (p *releasePlan) names() string {
	names := make([]string, len(p.qi))
	for i, name := range p.qi {
		names[i] = quoteText(name)
	}
	return "system.main.list_value(" + strings.Join(names, ", ") + ")"
}

// job adds the CTE of the rows of the function's kernel over what was gathered. more
// are its further arguments.
func (p *releasePlan) job(rows string, more ...string) {
	p.add("__skyline_job AS (SELECT system.main.__%s_start(%s, %s, v.value, v.l, v.k, v.m, v.c, %s, x.cells, y.domain, %s, %s) AS job, false AS done FROM (%s) AS v CROSS JOIN __skyline_counted AS x CROSS JOIN __skyline_domain AS y%s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
		p.function, quoteText(p.values), quoteText(p.privacy.numbers), p.names(), p.suppression, strings.Join(more, ", "), pointLists, p.guarded())
	p.add("%s AS MATERIALIZED (SELECT UNNEST(system.main.__%s_rows(job), recursive := true) FROM __skyline_job WHERE done)", rows, p.function)
}

// codes is the list of a row's codes, for rows joined with the dictionaries.
func (p *releasePlan) codes() string {
	codes := make([]string, len(p.qi))
	for i := range codes {
		codes[i] = fmt.Sprintf("d%d.c", i+1)
	}
	return "system.main.list_value(" + strings.Join(codes, ", ") + ")"
}

// dictionaries joins keys, such as a plan has of a table's columns, with the numbers of
// their values.
func (p *releasePlan) dictionaries(keys []string) string {
	var b strings.Builder
	for i, key := range keys {
		fmt.Fprintf(&b, " LEFT JOIN __skyline_d%[1]d AS d%[1]d ON d%[1]d.v IS NOT DISTINCT FROM %[2]s", i+1, key)
	}
	return b.String()
}

// rowKeys are the keys of a row of the table.
func (p *releasePlan) rowKeys() []string {
	keys := make([]string, len(p.qi))
	for i, name := range p.qi {
		keys[i] = canonical(row + "." + quoteIdentifier(name))
	}
	return keys
}

// Types whose values are shown as ranges, and which of them have distances.
const (
	numericTypes = `U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT`
	rangeTypes   = numericTypes + `|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\)`
)

// hasType is true where a value v has one of some types, a regular expression.
func hasType(types string) string {
	return "system.main.regexp_full_match(system.main.typeof(v), '" + types + "')"
}

// numberOf is where a value v lies among numbers, NULL if it does not.
var numberOf = func() string {
	seconds := func(as string) string {
		return "CASE WHEN system.main.isfinite(TRY_CAST(v AS " + as + ")) THEN system.main.epoch(TRY_CAST(v AS " + as + ")) END"
	}
	return "CASE WHEN " + hasType(numericTypes) + " THEN TRY_CAST(v AS DOUBLE)" +
		" WHEN " + hasType("DATE|TIMESTAMP.*") + " THEN " + seconds("TIMESTAMP") +
		" WHEN " + hasType("TIME") + " THEN system.main.epoch(TRY_CAST(v AS TIME)) END"
}()

// domain is the SELECT of what __skyline_domain takes: the values of each column,
// and their labels.
func (p *releasePlan) domain() string {
	var parts []string
	for i, name := range p.qi {
		parts = append(parts, fmt.Sprintf("SELECT %d::BIGINT AS i, c, v IS NULL AS is_null, %s AS number, CASE WHEN NOT %s THEN %s END AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM __skyline_d%d",
			i, numberOf, hasType(rangeTypes), textOf("v"), i+1))
		if p.hierarchies != "" {
			parts = append(parts, fmt.Sprintf("SELECT %d::BIGINT, d.c, NULL::BOOLEAN, NULL::DOUBLE, NULL::VARCHAR, h.level, h.label FROM __skyline_hierarchies AS h LEFT JOIN (SELECT c, %s AS value FROM __skyline_d%d) AS d ON h.value IS NOT DISTINCT FROM d.value WHERE h.attribute = %s AND h.level >= 1",
				i, encoded(textOf("v")), i+1, quoteText(strings.ToLower(name))))
		}
	}
	if p.hierarchies != "" {
		p.ctes = append(p.ctes, hierarchiesCTE(p.hierarchies))
		p.findHierarchies()
	}
	return strings.Join(parts, " UNION ALL ")
}

// findHierarchies adds a guard that some column has a hierarchy.
func (p *releasePlan) findHierarchies() {
	attributes := make([]string, len(p.qi))
	for i, name := range p.qi {
		attributes[i] = quoteText(strings.ToLower(name))
	}
	p.add("__skyline_found AS (SELECT CASE WHEN system.main.count(*) = 0 THEN %s ELSE true END AS ok FROM __skyline_hierarchies WHERE level >= 1 AND attribute IN (%s))",
		p.fail("hierarchies must have rows for at least one of the qi columns, with its name as attribute and level 1 or more"), strings.Join(attributes, ", "))
	p.guards = append(p.guards, "__skyline_found")
}

// hierarchiesCTE is the CTE of the rows of a source of hierarchies.
func hierarchiesCTE(source string) string {
	return fmt.Sprintf("__skyline_hierarchies AS MATERIALIZED (SELECT %s AS attribute, %s AS value, TRY_CAST(hierarchies.level AS BIGINT) AS level, %s AS label FROM %s AS hierarchies)",
		bytewise("system.main.lower(hierarchies.attribute::VARCHAR)"), encoded("hierarchies.value::VARCHAR"), bytewise("hierarchies.label"), source)
}

// regions adds the CTE __skyline_regions: for each QI group its number g, size, and
// its region in each column, v1, v2, …, written for people who read or, as bounds, for
// those who compute, of the columns r.low, r.high (codes), r.has_null, r.label, r.low_end
// and r.high_end.
func (p *releasePlan) regions(bounds bool) {
	var columns, joins strings.Builder
	for i := range p.qi {
		shown, types := shownText, ""
		if bounds {
			shown, types = p.shownBounds(i), " CROSS JOIN __skyline_types AS t"
		}
		p.add("__skyline_r%d AS MATERIALIZED (SELECT r.g, r.size, %s AS v, %s AS t, r.level FROM %s AS r%s)",
			i+1, shown, encoded(shownText), p.ends(i, fmt.Sprintf("(SELECT UNNEST(system.main.__skyline_regions(release, %d), recursive := true) FROM __skyline_release)", i)), types)
		fmt.Fprintf(&columns, ", r%[1]d.v AS v%[1]d", i+1)
		if i > 0 {
			fmt.Fprintf(&joins, " JOIN __skyline_r%[1]d AS r%[1]d ON r%[1]d.g = r1.g", i+1)
		}
	}
	p.add("__skyline_regions AS MATERIALIZED (SELECT r1.g, r1.size%s FROM __skyline_r1 AS r1%s)", columns.String(), joins.String())
}

// shownText writes a region as a text: a value, a range, or what the kernel has
// written.
var shownText = shownAs("CASE WHEN r.label IS NOT NULL THEN r.label" +
	" WHEN r.low IS NULL THEN NULL" +
	" ELSE system.main.concat(CASE WHEN r.low = r.high AND r.low_end IS NOT DISTINCT FROM r.high_end THEN " + textOf("r.low_end") + " ELSE system.main.concat('[', " + textOf("r.low_end") + ", ', ', " + textOf("r.high_end") + ", ']') END, CASE WHEN r.has_null THEN ' or NULL' ELSE '' END) END")

// shownBounds writes a region for people who compute.
func (p *releasePlan) shownBounds(i int) string {
	own := fmt.Sprintf("t.o%d", i+1)
	return fmt.Sprintf(`system.main.struct_pack("low" := %s, "high" := %s, "has_null" := r.has_null, "label" := r.label)`, plainEnum(p.call.inOwnType("r.low_end", own)), plainEnum(p.call.inOwnType("r.high_end", own)))
}

// unambiguous is a join, behind the rows of a release, with guards that what is published
// of the i-th column says which values are meant: no label of a hierarchy is that of
// another level too, or a value, where both are in the release. (Each group has the lowest
// label that covers it, so two levels are two sets of values.) regions are the texts t and
// levels of the groups.
func (p *releasePlan) unambiguous(regions func(i int) string) string {
	if p.hierarchies == "" {
		return ""
	}
	joins := ""
	for i, name := range p.qi {
		p.add("__skyline_told%d AS (SELECT CASE WHEN system.main.count(*) > 0 THEN %s ELSE true END AS ok FROM (SELECT t FROM (%s) GROUP BY t HAVING system.main.min(level) < system.main.max(level)))", i+1,
			p.failCounted("hierarchies must have different labels for different values, and the number of labels of "+quoteIdentifier(name)+" in this release that stand for one set of values in some groups and another in others is ", "system.main.count(*)", "; FROM hierarchy_check(…) says where there are such labels; rename them"), regions(i))
		joins += fmt.Sprintf(" JOIN __skyline_told%[1]d AS told%[1]d ON told%[1]d.ok", i+1)
	}
	return joins
}

func (p *releasePlan) text(query string) string {
	return "WITH RECURSIVE " + strings.Join(p.ctes, ",\n") + "\n" + query
}
