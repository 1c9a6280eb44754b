package release

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/sqltext"
)

// ReleasePlan writes the statement of a function that makes a release. Step by
// step: DuckDB groups the rows and counts sensitive values; the values of each
// quasi-identifier column are numbered in their order, d1, d2, …; the kernel
// partitions the coded groups as a job; what it finds is written in the columns'
// own values; rows are placed by their codes.
//
// Names are qualified as in planBreach.
type ReleasePlan struct {
	*oldpeople.Input
	Function    string
	split       string
	extent      string
	steps       []string // what ends of ranges are rounded to, by column; nil: exact
	Hierarchies string   // what stands behind FROM, or ""
	Privacy     *oldpeople.PrivacySpec
	Suppression string
	Ctes        []string
	Guards      []string // CTEs of one row each, whose ok is true
	Rows        string   // an SQL expression: how many rows the release is to place
	// allowed is the CTE that lets rows be released, "" for that of the release itself.
	allowed string
	// ordered says that rows have their place in the order of the release.
	ordered bool
}

func newReleasePlan(c *call.Call) (*ReleasePlan, error) {
	in, err := oldpeople.NewInput(c)
	if err != nil {
		return nil, err
	}
	p := &ReleasePlan{Input: in, Function: c.Function.Name, Rows: "0"}
	in.LeaveOutNobody()
	if c.Arguments["privacy"] != nil || c.Function.Param("privacy").Default == "" {
		if p.Privacy, err = oldpeople.ReadPrivacy(c, in); err != nil {
			return nil, err
		}
	}
	if c.Function.Param("split") != nil {
		if p.split, err = c.Choice("split", "information_gain", "information_loss", "median"); err != nil {
			return nil, err
		}
		if p.extent, err = c.Choice("extent", extentGroup, extentRegion); err != nil {
			return nil, err
		}
		if err = p.readRounding(); err != nil {
			return nil, err
		}
	}
	if p.Suppression, err = c.OldShare("suppression"); err != nil {
		return nil, err
	}
	if given, _ := c.Arguments["suppression"].(json.Number).Float64(); p.Public != "" && given > 0 {
		return nil, c.Errorf("suppression must be 0 where privacy has presence, got %v: of who is left out it would not be hidden that he is; ask for less, or leave people out in a query given as tbl", given)
	}
	p.Hierarchies, err = c.OldHierarchies()
	return p, err
}

// ReadOnce lets the plan read the table once, however often it needs its rows: so
// a release is of the same rows that were looked at.
func (p *ReleasePlan) ReadOnce() {
	p.Add("__skyline_input AS MATERIALIZED (SELECT %s FROM %s AS tbl)", oldtext.OneForm("COLUMNS(*)"), p.Source)
	p.Source = "__skyline_input"
	p.Rows = "(SELECT system.main.count(*) FROM __skyline_input)"
}

// RefuseColumn refuses a table with a column of a name that the result adds.
func (p *ReleasePlan) RefuseColumn(name string) {
	guard := "__skyline_free_" + name
	p.Add("%s AS (%s)", guard, p.Call.OldFreeColumn(name, p.Source))
	p.Guards = append(p.Guards, guard)
}

func (p *ReleasePlan) Add(format string, args ...any) {
	p.Ctes = append(p.Ctes, fmt.Sprintf(format, args...))
}

// Bind adds the CTE of the key of the release, if there is one to be made: of the table,
// and of what else the groups follow from. It has all been read.
func (p *ReleasePlan) Bind(random call.Randomness) {
	tables := []string{p.Source}
	if p.Public != "" {
		tables = append(tables, fmt.Sprintf("(SELECT %s FROM %s AS public)", p.PublicColumns(), p.Public))
	}
	for _, table := range []struct{ name, columns string }{
		{"__skyline_hierarchies", "*"}, {"__skyline_own", "*"}, {"__skyline_points", "* EXCLUDE (i)"},
	} {
		if slices.ContainsFunc(p.Ctes, func(cte string) bool { return strings.HasPrefix(cte, table.name+" AS ") }) {
			tables = append(tables, fmt.Sprintf("(SELECT %s FROM %s)", table.columns, table.name))
		}
	}
	p.Ctes = append(p.Ctes, random.Bound(p.Call, tables...)...)
}

// partition adds the CTE __skyline_release, whose one row has the number of the
// finished release.
func (p *ReleasePlan) partition() {
	p.gather()
	p.stepsCTE()
	p.Job("__skyline_release", oldtext.QuoteText(p.split), oldtext.QuoteText(p.extent), p.Rows)
}

// gather adds the CTEs of what kernels need of the table: the QI groups, and
// __skyline_counted and __skyline_domain, its counted cells and the values of its
// quasi-identifiers.
func (p *ReleasePlan) gather() {
	p.GroupCTEs()
	for i := range p.Qi {
		p.Add("__skyline_d%[1]d AS MATERIALIZED (SELECT v, system.main.row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c FROM (SELECT DISTINCT q%[1]d AS v FROM __skyline_groups))", i+1)
	}
	p.Cells()
	p.Add("__skyline_domain AS (SELECT system.main.__skyline_domain(%s, %s, i, c, is_null, number, text, level, label, %s) AS domain FROM (%s))", sqltext.PlanKey, oldtext.QuoteText(p.Function), host.Apart, p.domain())
}

// gatherWhole is gather over the whole domains of the hierarchies.
func (p *ReleasePlan) gatherWhole() {
	p.GroupCTEs()
	p.Ctes = append(p.Ctes, call.OldHierarchiesCTE(p.Hierarchies))
	p.wholeDomain(func(i int, _ string) string {
		return fmt.Sprintf("SELECT DISTINCT q%d AS v FROM __skyline_groups", i+1)
	})
	for i := range p.Qi {
		p.Add("__skyline_d%[1]d AS MATERIALIZED (SELECT x.v, w.c FROM (SELECT DISTINCT q%[1]d AS v FROM __skyline_groups) AS x JOIN __skyline_w%[1]d AS w ON w.t IS NOT DISTINCT FROM %[2]s)", i+1, oldtext.Encoded(oldtext.TextOf("x.v")))
	}
	p.Cells()
	p.Add("__skyline_domain AS (SELECT domain FROM __skyline_whole)")
}

// GroupCTEs adds the CTEs of the QI groups and of the points of a skyline.
func (p *ReleasePlan) GroupCTEs() {
	p.Named = true // the groups are read several times
	p.Ctes = append(p.Ctes, p.TypesCTE(), p.Privacy.Points)
	p.Ctes = append(p.Ctes, p.GroupsCTEs()...)
	p.Guards = append(p.Guards, p.GroupGuards()...)
}

// Cells adds the CTE __skyline_counted: the QI groups by the codes of their values.
func (p *ReleasePlan) Cells() {
	p.Add("__skyline_counted AS (SELECT system.main.__skyline_cells(%s, %s, %s, %s, g.h, %s) AS cells FROM __skyline_groups AS g%s)",
		sqltext.PlanKey, oldtext.QuoteText(p.Function), oldtext.QuoteText(p.Values), p.codes(), host.Apart, p.Dictionaries(oldtext.PrefixedList("g", p.KeyList())))
}

// Guarded is a join with the guards.
func (p *ReleasePlan) Guarded() string {
	guards := ""
	for _, guard := range p.Guards {
		guards += " JOIN " + guard + " ON " + guard + ".ok"
	}
	return guards
}

// Names is the list of the names of the quasi-identifier columns.
func (p *ReleasePlan) Names() string {
	names := make([]string, len(p.Qi))
	for i, name := range p.Qi {
		names[i] = oldtext.QuoteText(name)
	}
	return "system.main.list_value(" + strings.Join(names, ", ") + ")"
}

// Job adds the CTE of the rows of the function's kernel over what was gathered. more
// are its further arguments.
func (p *ReleasePlan) Job(rows string, more ...string) {
	p.Add("__skyline_job AS (SELECT system.main.__%s_start(%s, %s, v.value, v.l, v.k, v.m, v.c, %s, x.cells, y.domain, %s, %s) AS job, false AS done FROM (%s) AS v CROSS JOIN __skyline_counted AS x CROSS JOIN __skyline_domain AS y%s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
		p.Function, oldtext.QuoteText(p.Values), oldtext.QuoteText(p.Privacy.Numbers), p.Names(), p.Suppression, strings.Join(more, ", "), oldpeople.PointLists, p.Guarded())
	p.Add("%s AS MATERIALIZED (SELECT UNNEST(system.main.__%s_rows(job), recursive := true) FROM __skyline_job WHERE done)", rows, p.Function)
}

// codes is the list of a row's codes, for rows joined with the dictionaries.
func (p *ReleasePlan) codes() string {
	codes := make([]string, len(p.Qi))
	for i := range codes {
		codes[i] = fmt.Sprintf("d%d.c", i+1)
	}
	return "system.main.list_value(" + strings.Join(codes, ", ") + ")"
}

// Dictionaries joins keys, such as a plan has of a table's columns, with the numbers of
// their values.
func (p *ReleasePlan) Dictionaries(keys []string) string {
	var b strings.Builder
	for i, key := range keys {
		fmt.Fprintf(&b, " LEFT JOIN __skyline_d%[1]d AS d%[1]d ON d%[1]d.v IS NOT DISTINCT FROM %[2]s", i+1, key)
	}
	return b.String()
}

// rowKeys are the keys of a row of the table.
func (p *ReleasePlan) rowKeys() []string {
	keys := make([]string, len(p.Qi))
	for i, name := range p.Qi {
		keys[i] = oldtext.Canonical(Row + "." + oldtext.QuoteIdentifier(name))
	}
	return keys
}

// domain is the SELECT of what __skyline_domain takes: the values of each column,
// and their labels.
func (p *ReleasePlan) domain() string {
	var parts []string
	for i, name := range p.Qi {
		parts = append(parts, fmt.Sprintf("SELECT %d::BIGINT AS i, c, v IS NULL AS is_null, %s AS number, CASE WHEN NOT %s THEN %s END AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM __skyline_d%d",
			i, oldtext.NumberOf, oldtext.HasType(oldtext.RangeTypes), oldtext.TextOf("v"), i+1))
		if p.Hierarchies != "" {
			parts = append(parts, fmt.Sprintf("SELECT %d::BIGINT, d.c, NULL::BOOLEAN, NULL::DOUBLE, NULL::VARCHAR, h.level, h.label FROM __skyline_hierarchies AS h LEFT JOIN (SELECT c, %s AS value FROM __skyline_d%d) AS d ON h.value IS NOT DISTINCT FROM d.value WHERE h.attribute = %s AND h.level >= 1",
				i, oldtext.Encoded(oldtext.TextOf("v")), i+1, oldtext.QuoteText(strings.ToLower(name))))
		}
	}
	if p.Hierarchies != "" {
		p.Ctes = append(p.Ctes, call.OldHierarchiesCTE(p.Hierarchies))
		p.FindHierarchies()
	}
	return strings.Join(parts, " UNION ALL ")
}

// FindHierarchies adds a guard that some column has a hierarchy.
func (p *ReleasePlan) FindHierarchies() {
	attributes := make([]string, len(p.Qi))
	for i, name := range p.Qi {
		attributes[i] = oldtext.QuoteText(strings.ToLower(name))
	}
	p.Add("__skyline_found AS (SELECT CASE WHEN system.main.count(*) = 0 THEN %s ELSE true END AS ok FROM __skyline_hierarchies WHERE level >= 1 AND attribute IN (%s))",
		p.OldFail("hierarchies must have rows for at least one of the qi columns, with its name as attribute and level 1 or more"), strings.Join(attributes, ", "))
	p.Guards = append(p.Guards, "__skyline_found")
}

// regions adds the CTE __skyline_regions: for each QI group its number g, size, and
// its region in each column, v1, v2, …, written for people who read or, as bounds, for
// those who compute, of the columns r.low, r.high (codes), r.has_null, r.label, r.low_end
// and r.high_end.
func (p *ReleasePlan) regions(bounds bool) {
	var columns, joins strings.Builder
	for i := range p.Qi {
		shown, types := shownText, ""
		if bounds {
			shown, types = p.shownBounds(i), " CROSS JOIN __skyline_types AS t"
		}
		p.Add("__skyline_r%d AS MATERIALIZED (SELECT r.g, r.size, %s AS v, %s AS t, r.level FROM %s AS r%s)",
			i+1, shown, oldtext.Encoded(shownText), p.ends(i, fmt.Sprintf("(SELECT UNNEST(system.main.__skyline_regions(release, %d), recursive := true) FROM __skyline_release)", i)), types)
		fmt.Fprintf(&columns, ", r%[1]d.v AS v%[1]d", i+1)
		if i > 0 {
			fmt.Fprintf(&joins, " JOIN __skyline_r%[1]d AS r%[1]d ON r%[1]d.g = r1.g", i+1)
		}
	}
	p.Add("__skyline_regions AS MATERIALIZED (SELECT r1.g, r1.size%s FROM __skyline_r1 AS r1%s)", columns.String(), joins.String())
}

// shownText writes a region as a text: a value, a range, or what the kernel has
// written.
var shownText = oldtext.ShownAs("CASE WHEN r.label IS NOT NULL THEN r.label" +
	" WHEN r.low IS NULL THEN NULL" +
	" ELSE system.main.concat(CASE WHEN r.low = r.high AND r.low_end IS NOT DISTINCT FROM r.high_end THEN " + oldtext.TextOf("r.low_end") + " ELSE system.main.concat('[', " + oldtext.TextOf("r.low_end") + ", ', ', " + oldtext.TextOf("r.high_end") + ", ']') END, CASE WHEN r.has_null THEN ' or NULL' ELSE '' END) END")

// shownBounds writes a region for people who compute.
func (p *ReleasePlan) shownBounds(i int) string {
	own := fmt.Sprintf("t.o%d", i+1)
	return fmt.Sprintf(`system.main.struct_pack("low" := %s, "high" := %s, "has_null" := r.has_null, "label" := r.label)`, oldtext.PlainEnum(p.Call.OldInOwnType("r.low_end", own)), oldtext.PlainEnum(p.Call.OldInOwnType("r.high_end", own)))
}

// unambiguous is a join, behind the rows of a release, with guards that what is published
// of the i-th column says which values are meant: no label of a hierarchy is that of
// another level too, or a value, where both are in the release. (Each group has the lowest
// label that covers it, so two levels are two sets of values.) regions are the texts t and
// levels of the groups.
func (p *ReleasePlan) unambiguous(regions func(i int) string) string {
	if p.Hierarchies == "" {
		return ""
	}
	joins := ""
	for i, name := range p.Qi {
		p.Add("__skyline_told%d AS (SELECT CASE WHEN system.main.count(*) > 0 THEN %s ELSE true END AS ok FROM (SELECT t FROM (%s) GROUP BY t HAVING system.main.min(level) < system.main.max(level)))", i+1,
			p.OldFailCounted("hierarchies must have different labels for different values, and the number of labels of "+oldtext.QuoteIdentifier(name)+" in this release that stand for one set of values in some groups and another in others is ", "system.main.count(*)", "; FROM hierarchy_check(…) says where there are such labels; rename them"), regions(i))
		joins += fmt.Sprintf(" JOIN __skyline_told%[1]d AS told%[1]d ON told%[1]d.ok", i+1)
	}
	return joins
}

func (p *ReleasePlan) Text(query string) string {
	return "WITH RECURSIVE " + strings.Join(p.Ctes, ",\n") + "\n" + query
}
