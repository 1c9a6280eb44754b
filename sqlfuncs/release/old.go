package release

// What planners that write texts still call: the recipes, and other packages.

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skyline/engine/privacy"
	"skyline/engine/progress"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// OldReleasePlan writes the statement of a function that makes a release. Step by
// step: DuckDB groups the rows and counts sensitive values; the values of each
// quasi-identifier column are numbered in their order, d1, d2, …; the kernel
// partitions the coded groups as a job; what it finds is written in the columns'
// own values; rows are placed by their codes.
//
// Names are qualified as in planBreach.
type OldReleasePlan struct {
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

func newOldReleasePlan(c *call.Call) (*OldReleasePlan, error) {
	in, err := oldpeople.NewInput(c)
	if err != nil {
		return nil, err
	}
	p := &OldReleasePlan{Input: in, Function: c.Function.Name, Rows: "0"}
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
		if p.extent, err = c.Choice("extent", ExtentGroup, extentRegion); err != nil {
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
		return nil, c.Errorf("suppression must be 0 where privacy has presence, got %v: the release would not hide that the people who are left out are in tbl; ask for less, or leave people out in a query given as tbl", given)
	}
	p.Hierarchies, err = c.OldHierarchies()
	return p, err
}

// ReadOnce lets the plan read the table once, however often it needs its rows: so
// a release is of the same rows that were looked at.
func (p *OldReleasePlan) ReadOnce() {
	p.Add("__skyline_input AS MATERIALIZED (SELECT %s FROM %s AS tbl)", oldtext.OneForm("COLUMNS(*)"), p.Source)
	p.Source = "__skyline_input"
	p.Rows = "(SELECT system.main.count(*) FROM __skyline_input)"
}

// RefuseColumn refuses a table with a column of a name that the result adds.
func (p *OldReleasePlan) RefuseColumn(name string) {
	guard := "__skyline_free_" + name
	p.Add("%s AS (%s)", guard, p.Call.OldFreeColumn(name, p.Source))
	p.Guards = append(p.Guards, guard)
}

func (p *OldReleasePlan) Add(format string, args ...any) {
	p.Ctes = append(p.Ctes, fmt.Sprintf(format, args...))
}

// Bind adds the CTE of the key of the release, if there is one to be made: of the table,
// and of what else the groups follow from. It has all been read.
func (p *OldReleasePlan) Bind(random call.Randomness) {
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
func (p *OldReleasePlan) partition() {
	p.gather()
	p.stepsCTE()
	p.Job("__skyline_release", oldtext.QuoteText(p.split), oldtext.QuoteText(p.extent), p.Rows)
}

// gather adds the CTEs of what kernels need of the table: the QI groups, and
// __skyline_counted and __skyline_domain, its counted cells and the values of its
// quasi-identifiers.
func (p *OldReleasePlan) gather() {
	p.GroupCTEs()
	for i := range p.Qi {
		p.Add("__skyline_d%[1]d AS MATERIALIZED (SELECT v, system.main.row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c FROM (SELECT DISTINCT q%[1]d AS v FROM __skyline_groups))", i+1)
	}
	p.Cells()
	p.Add("__skyline_domain AS (SELECT system.main.__skyline_domain(%s, %s, i, c, is_null, number, text, level, label, %s) AS domain FROM (%s))", sqltext.PlanKey, oldtext.QuoteText(p.Function), host.Apart, p.domain())
}

// gatherWhole is gather over the whole domains of the hierarchies.
func (p *OldReleasePlan) gatherWhole() {
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
func (p *OldReleasePlan) GroupCTEs() {
	p.Named = true // the groups are read several times
	p.Ctes = append(p.Ctes, p.TypesCTE(), p.Privacy.Points)
	p.Ctes = append(p.Ctes, p.GroupsCTEs()...)
	p.Guards = append(p.Guards, p.GroupGuards()...)
}

// Cells adds the CTE __skyline_counted: the QI groups by the codes of their values.
func (p *OldReleasePlan) Cells() {
	p.Add("__skyline_counted AS (SELECT system.main.__skyline_cells(%s, %s, %s, %s, g.h, %s) AS cells FROM __skyline_groups AS g%s)",
		sqltext.PlanKey, oldtext.QuoteText(p.Function), oldtext.QuoteText(p.Values), p.codes(), host.Apart, p.Dictionaries(oldtext.PrefixedList("g", p.KeyList())))
}

// Guarded is a join with the guards.
func (p *OldReleasePlan) Guarded() string {
	guards := ""
	for _, guard := range p.Guards {
		guards += " JOIN " + guard + " ON " + guard + ".ok"
	}
	return guards
}

// Names is the list of the names of the quasi-identifier columns.
func (p *OldReleasePlan) Names() string {
	names := make([]string, len(p.Qi))
	for i, name := range p.Qi {
		names[i] = oldtext.QuoteText(name)
	}
	return "system.main.list_value(" + strings.Join(names, ", ") + ")"
}

// Job adds the CTE of the rows of the function's kernel over what was gathered. more
// are its further arguments.
func (p *OldReleasePlan) Job(rows string, more ...string) {
	p.Add("__skyline_job AS (SELECT system.main.__%s_start(%s, %s, v.value, v.l, v.k, v.m, v.c, %s, x.cells, y.domain, %s, %s) AS job, false AS done FROM (%s) AS v CROSS JOIN __skyline_counted AS x CROSS JOIN __skyline_domain AS y%s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
		p.Function, oldtext.QuoteText(p.Values), oldtext.QuoteText(p.Privacy.Numbers), p.Names(), p.Suppression, strings.Join(more, ", "), oldpeople.PointLists, p.Guarded())
	p.Add("%s AS MATERIALIZED (SELECT UNNEST(system.main.__%s_rows(job), recursive := true) FROM __skyline_job WHERE done)", rows, p.Function)
}

// codes is the list of a row's codes, for rows joined with the dictionaries.
func (p *OldReleasePlan) codes() string {
	codes := make([]string, len(p.Qi))
	for i := range codes {
		codes[i] = fmt.Sprintf("d%d.c", i+1)
	}
	return "system.main.list_value(" + strings.Join(codes, ", ") + ")"
}

// Dictionaries joins keys, such as a plan has of a table's columns, with the numbers of
// their values.
func (p *OldReleasePlan) Dictionaries(keys []string) string {
	var b strings.Builder
	for i, key := range keys {
		fmt.Fprintf(&b, " LEFT JOIN __skyline_d%[1]d AS d%[1]d ON d%[1]d.v IS NOT DISTINCT FROM %[2]s", i+1, key)
	}
	return b.String()
}

// rowKeys are the keys of a row of the table.
func (p *OldReleasePlan) rowKeys() []string {
	keys := make([]string, len(p.Qi))
	for i, name := range p.Qi {
		keys[i] = oldtext.Canonical(OldRow + "." + oldtext.QuoteIdentifier(name))
	}
	return keys
}

// domain is the SELECT of what __skyline_domain takes: the values of each column,
// and their labels.
func (p *OldReleasePlan) domain() string {
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
func (p *OldReleasePlan) FindHierarchies() {
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
func (p *OldReleasePlan) regions(bounds bool) {
	var columns, joins strings.Builder
	for i := range p.Qi {
		shown, types := oldShownText, ""
		if bounds {
			shown, types = p.shownBounds(i), " CROSS JOIN __skyline_types AS t"
		}
		p.Add("__skyline_r%d AS MATERIALIZED (SELECT r.g, r.size, %s AS v, %s AS t, r.level FROM %s AS r%s)",
			i+1, shown, oldtext.Encoded(oldShownText), p.ends(i, fmt.Sprintf("(SELECT UNNEST(system.main.__skyline_regions(release, %d), recursive := true) FROM __skyline_release)", i)), types)
		fmt.Fprintf(&columns, ", r%[1]d.v AS v%[1]d", i+1)
		if i > 0 {
			fmt.Fprintf(&joins, " JOIN __skyline_r%[1]d AS r%[1]d ON r%[1]d.g = r1.g", i+1)
		}
	}
	p.Add("__skyline_regions AS MATERIALIZED (SELECT r1.g, r1.size%s FROM __skyline_r1 AS r1%s)", columns.String(), joins.String())
}

// oldShownText writes a region as a text: a value, a range, or what the kernel has
// written.
var oldShownText = oldtext.ShownAs("CASE WHEN r.label IS NOT NULL THEN r.label" +
	" WHEN r.low IS NULL THEN NULL" +
	" ELSE system.main.concat(CASE WHEN r.low = r.high AND r.low_end IS NOT DISTINCT FROM r.high_end THEN " + oldtext.TextOf("r.low_end") + " ELSE system.main.concat('[', " + oldtext.TextOf("r.low_end") + ", ', ', " + oldtext.TextOf("r.high_end") + ", ']') END, CASE WHEN r.has_null THEN ' or NULL' ELSE '' END) END")

// shownBounds writes a region for people who compute.
func (p *OldReleasePlan) shownBounds(i int) string {
	own := fmt.Sprintf("t.o%d", i+1)
	return fmt.Sprintf(`system.main.struct_pack("low" := %s, "high" := %s, "has_null" := r.has_null, "label" := r.label)`, oldtext.PlainEnum(p.Call.OldInOwnType("r.low_end", own)), oldtext.PlainEnum(p.Call.OldInOwnType("r.high_end", own)))
}

// unambiguous is a join, behind the rows of a release, with guards that what is published
// of the i-th column says which values are meant: no label of a hierarchy is that of
// another level too, or a value, where both are in the release. (Each group has the lowest
// label that covers it, so two levels are two sets of values.) regions are the texts t and
// levels of the groups.
func (p *OldReleasePlan) unambiguous(regions func(i int) string) string {
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

func (p *OldReleasePlan) Text(query string) string {
	return "WITH RECURSIVE " + strings.Join(p.Ctes, ",\n") + "\n" + query
}

// What a plan needs of the whole domain of a hierarchy: all its values, be they in
// the table or not, and their labels.

var oldDomainLabelFields = []host.Field{
	{Name: "i", Type: host.Type{Kind: host.Bigint}},
	{Name: "level", Type: host.Type{Kind: host.Bigint}},
	{Name: "c", Type: host.Type{Kind: host.Bigint}},
	{Name: "label", Type: host.Type{Kind: host.Varchar}},
}

// wholeDomain adds the CTEs of the domains: __skyline_w1, … have the texts t of the
// values of each column's domain, by their bytes, and their codes c; __skyline_whole is
// what is known of all of them. It reads __skyline_hierarchies. table returns the SELECT
// of the values v of the table, which are of the domain too; nil: they are not.
func (p *OldReleasePlan) wholeDomain(table func(i int, name string) string) {
	var parts []string
	for i, name := range p.Qi {
		attribute := oldtext.QuoteText(strings.ToLower(name))
		values := fmt.Sprintf("SELECT value AS t FROM __skyline_hierarchies WHERE attribute = %s AND level >= 1", attribute)
		if table != nil {
			values += fmt.Sprintf(" UNION ALL SELECT %s FROM (%s)", oldtext.Encoded(oldtext.TextOf("v")), table(i, name))
		}
		p.Add("__skyline_w%d AS MATERIALIZED (SELECT t, system.main.row_number() OVER (ORDER BY t ASC NULLS LAST) - 1 AS c FROM (SELECT DISTINCT t FROM (%s)))", i+1, values)
		parts = append(parts,
			fmt.Sprintf("SELECT %d::BIGINT AS i, c, t IS NULL AS is_null, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM __skyline_w%d", i, i+1),
			fmt.Sprintf("SELECT %d::BIGINT, d.c, NULL::BOOLEAN, h.level, h.label FROM __skyline_hierarchies AS h JOIN __skyline_w%d AS d ON h.value IS NOT DISTINCT FROM d.t WHERE h.attribute = %s AND h.level >= 1", i, i+1, attribute))
	}
	p.Add("__skyline_whole AS (SELECT system.main.__skyline_domain(%s, %s, i, c, is_null, NULL::DOUBLE, NULL::VARCHAR, level, label, %s) AS domain FROM (%s))", sqltext.PlanKey, oldtext.QuoteText(p.Function), host.Apart, strings.Join(parts, " UNION ALL "))
}

// DomainLabels adds the CTEs of the domains, and __skyline_labels with the labels of
// their values, rows (i, level, c, label).
//
// With levels, the values of the table are of the domain too, every column must have
// a hierarchy, and the labels are those of the column's level. Without, they are those
// of all levels, and are looked for when the release is there, which has read the
// hierarchies, and whose errors come first.
func (p *OldReleasePlan) DomainLabels(levels []call.ColumnLevel) {
	var table func(int, string) string
	after := " CROSS JOIN (SELECT system.main.count(*) FROM __skyline_release) AS released"
	if levels != nil {
		table = func(_ int, name string) string {
			return p.ValuesOf(name)
		}
		after = ""
		p.Ctes = append(p.Ctes, call.OldHierarchiesCTE(p.Hierarchies))
	}
	p.wholeDomain(table)
	numbers := make([]string, len(levels))
	for i, l := range levels {
		numbers[i] = strconv.FormatInt(l.Level, 10)
	}
	p.Add("__skyline_labels_job AS (SELECT system.main.__skyline_labels_start(%s, %s, system.main.list_value(%s)::BIGINT[], domain) AS job, false AS done FROM __skyline_whole%s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_labels_job WHERE NOT done)",
		oldtext.QuoteText(p.Function), p.Names(), strings.Join(numbers, ", "), after)
	p.Add("__skyline_labels AS MATERIALIZED (SELECT UNNEST(system.main.__skyline_labels_rows(job), recursive := true) FROM __skyline_labels_job WHERE done)")
}

// oldDomainLabelScalars returns the private functions of the job that finds labels:
// __skyline_labels_start(function, columns, levels, domain).
func oldDomainLabelScalars() []host.Scalar {
	params := []host.Type{{Kind: host.Varchar}, host.ListOf(host.Type{Kind: host.Varchar}), host.ListOf(host.Type{Kind: host.Bigint}), {Kind: host.Varchar}}
	return host.KernelScalars("skyline_labels", "release_recipe", params, oldDomainLabelFields, func(args []host.Column, row int) (host.Run, error) {
		function := strings.Clone(args[0].Strings[row])
		domain, err := host.Take[*people.DomainState](args[3].Strings[row])
		if err != nil {
			return nil, oldpeople.Explain(function, err)
		}
		columns := host.TextsOf(&args[1], row)
		first, last := args[2].ListRange(row)
		levels := append([]int64(nil), args[2].Elem.Int64s[first:last]...)
		if len(levels) != 0 && len(levels) != len(columns) {
			return nil, oldpeople.Explain(function, host.ErrNotKept)
		}
		return func(ctx context.Context) (host.Column, error) {
			return oldRunDomainLabels(ctx, function, columns, levels, domain)
		}, nil
	})
}

func oldRunDomainLabels(ctx context.Context, function string, columns []string, levels []int64, domain *people.DomainState) (host.Column, error) {
	if len(levels) > 0 {
		if err := OldCheckHierarchies(domain, function, columns); err != nil {
			return host.Column{}, err
		}
	}
	out := host.NewRowBuilder(oldDomainLabelFields)
	for i, name := range columns {
		column, _, err := domain.Column(i).Column()
		if err != nil {
			return host.Column{}, oldpeople.ExplainHierarchy(function, name, err)
		}
		tree := column.Hierarchy
		if tree == nil {
			continue
		}
		first, last := int64(1), tree.Height()
		if len(levels) > 0 {
			if first, last = levels[i], levels[i]; last > tree.Height() {
				return host.Column{}, fmt.Errorf("%s: levels: the level of %s must be at most %d, the height of its hierarchy, got %d", function, oldtext.QuoteIdentifier(name), tree.Height(), last)
			}
		}
		for level := first; level <= last; level++ {
			for c := range int32(tree.Values()) {
				if c%1024 == 0 && ctx.Err() != nil {
					return host.Column{}, oldpeople.Explain(function, ctx.Err())
				}
				out.Int64(0, int64(i))
				out.Int64(1, level)
				out.Int64(2, int64(c))
				out.Text(3, tree.Label(c, level), level == 0)
				out.Row()
			}
		}
	}
	return out.Column(), nil
}

// OldUntouched is what has to be known of a release to count whom its columns without a role
// single out.
type OldUntouched struct {
	Columns string   // what stands behind FROM for a table with the columns, of which no row is read
	Source  string   // the same for the rows
	Roles   []string // the columns with a role, as SQL identifiers
	// rows makes of a source like that what stands behind FROM for the rows of the release.
	// own are those of its columns that are not untouched, as SQL identifiers.
	Rows func(source string) string
	Own  []string
	// groups are SQL expressions of a row x of these, equal for those of a QI group.
	Groups []string
	Weight string // a column of the rows, as an SQL identifier, or ""
	Person string // a column, or "" where each row is a person
}

// OldPlacedRows are the rows x that a release has a group for.
const OldPlacedRows = "x.__skyline_g IS NOT NULL"

// Ctes are the CTEs up to __skyline_singled: no row where there are no columns without a
// role, otherwise how many people there are, how many of them are alone with their
// values, and the columns as a text to show.
//
// __skyline_others has the names of these columns, and a last one: a list of columns must
// not be empty.
func (u *OldUntouched) Ctes() []string {
	// Whoever is alone in a group is so without these columns, too.
	const alone = "coalesce(system.main.sum(alone) FILTER (WHERE people > 1), 0)::BIGINT AS alone"
	return []string{
		fmt.Sprintf("__skyline_others AS MATERIALIZED (SELECT names, system.main.len(names) > 1 AS found FROM (SELECT system.main.list(column_name) AS names FROM (DESCRIBE SELECT *%s FROM (SELECT *, 0 AS __skyline_last FROM %s AS tbl))))",
			oldtext.Excluding(u.Roles), u.Columns),
		fmt.Sprintf("__skyline_alone AS MATERIALIZED (SELECT people, alone, alone > 0 AS found FROM (SELECT coalesce(system.main.sum(people), 0) AS people, %s FROM (%s)))",
			alone, u.together("__skyline_others")),
		fmt.Sprintf("__skyline_singled AS MATERIALIZED (SELECT a.people, a.alone, system.main.__skyline_columns_shown(o.names, TRY_CAST(a.people AS BIGINT), s.columns, s.alone) AS shown FROM __skyline_others AS o CROSS JOIN __skyline_alone AS a"+
			" CROSS JOIN (SELECT system.main.list(i ORDER BY i ASC) AS columns, system.main.list(alone ORDER BY i ASC) AS alone FROM (SELECT i, %s FROM (%s) GROUP BY i HAVING system.main.bool_or(differ))) AS s WHERE o.found)",
			alone, u.each("__skyline_alone")),
	}
}

// keyed are the rows as far as they are looked at: k1, …, which tell the groups; p or w;
// and the columns without a role. They are read if the row of the CTE gate has found what
// it looked for.
func (u *OldUntouched) keyed(gate string) string {
	columns := oldtext.Numbered(len(u.Groups), "%s AS __skyline_k#")
	for i, group := range u.Groups {
		columns[i] = fmt.Sprintf(columns[i], group)
	}
	switch {
	case u.Person != "":
		columns = append(columns, oldtext.Canonical("x."+oldtext.QuoteIdentifier(u.Person))+" AS __skyline_p")
	case u.Weight != "":
		columns = append(columns, "TRY_CAST(x."+u.Weight+" AS BIGINT) AS __skyline_w")
	}
	gated := fmt.Sprintf("(SELECT tbl.* FROM %s AS tbl, %s AS gate WHERE gate.found)", u.Source, gate)
	return fmt.Sprintf("SELECT %s, x.*%s, 0 AS __skyline_last FROM %s AS x",
		strings.Join(columns, ", "), oldtext.Excluding(u.Own), u.Rows(gated))
}

// keys are the columns of keyed that tell the groups, and people is the one that is about
// people, if there is one.
func (u *OldUntouched) keys() string { return oldtext.Listed(len(u.Groups), "__skyline_k#") }

func (u *OldUntouched) people() string {
	switch {
	case u.Person != "":
		return ", __skyline_p"
	case u.Weight != "":
		return ", __skyline_w"
	}
	return ""
}

// values are the columns of keyed without a role.
func (u *OldUntouched) values() string {
	return "COLUMNS(* EXCLUDE (" + u.keys() + u.people() + "))"
}

// together is the SELECT of the groups, their people, and how many are alone with all
// their values.
func (u *OldUntouched) together(gate string) string {
	if u.Person != "" {
		return u.aloneOfPersons(u.keys(), u.lists(gate))
	}
	return u.aloneOfRows(u.keys(), u.keys()+", "+oldtext.Canonical(u.values()), u.keyed(gate))
}

// each is together for each column i by itself. differ is whether it has several values.
func (u *OldUntouched) each(gate string) string {
	keys := u.keys() + ", i"
	from := fmt.Sprintf("SELECT %s%s, UNNEST(v) AS v, UNNEST(system.main.range(system.main.len(v))) AS i FROM (%s)", u.keys(), u.people(), u.lists(gate))
	if u.Person != "" {
		return u.aloneOfPersons(keys, from)
	}
	return u.aloneOfRows(keys, keys+", v", from)
}

// lists are the rows of keyed with their values as a list v of texts.
func (u *OldUntouched) lists(gate string) string {
	kept := u.keys() + u.people()
	return fmt.Sprintf("SELECT %[1]s, system.main.list_value(*%[2]s) AS v FROM (SELECT %[1]s, %[3]s FROM (%[4]s))", kept, u.values(), oldtext.TextOf(u.values()), u.keyed(gate))
}

// aloneOfRows counts people who are rows.
func (u *OldUntouched) aloneOfRows(keys, all, from string) string {
	n := "system.main.count(*)"
	if u.Weight != "" {
		n = "coalesce(system.main.sum(__skyline_w), 0)"
	}
	return fmt.Sprintf("SELECT %[1]s, system.main.sum(__skyline_n) AS people, system.main.count(*) FILTER (WHERE __skyline_n = 1) AS alone, system.main.count(*) > 1 AS differ FROM (SELECT %[2]s, %[3]s AS __skyline_n FROM (%[4]s) GROUP BY ALL) GROUP BY %[1]s",
		keys, all, n, from)
}

// aloneOfPersons counts people who may have several rows: holders is how many have the
// values v, occurrences how many pairs of people and values the group has.
func (u *OldUntouched) aloneOfPersons(keys, from string) string {
	held := fmt.Sprintf("SELECT %[1]s, __skyline_p, system.main.count(*) OVER (PARTITION BY %[1]s, v) AS holders, system.main.count(*) OVER (PARTITION BY %[1]s) AS occurrences FROM (SELECT DISTINCT %[1]s, __skyline_p, v FROM (%[2]s))", keys, from)
	persons := fmt.Sprintf("SELECT %[1]s, system.main.bool_or(holders = 1) AS is_alone, system.main.bool_or(holders < occurrences) AS differ FROM (%[2]s) GROUP BY %[1]s, __skyline_p", keys, held)
	return fmt.Sprintf("SELECT %[1]s, system.main.count(*) AS people, system.main.count(*) FILTER (WHERE is_alone) AS alone, system.main.bool_or(differ) AS differ FROM (%[2]s) GROUP BY %[1]s", keys, persons)
}

// OldRefusal is the CTE __skyline_untouched of one row, true, or the error that columns
// without a role single people out. kind says which columns these are, way what else can
// be done.
func OldRefusal(c *call.Call, kind, way string) string {
	return fmt.Sprintf("__skyline_untouched AS MATERIALIZED (SELECT coalesce((SELECT CASE WHEN alone > 0 THEN system.main.error(system.main.concat(%s, alone, ' of ', people, ' people (', shown, %s)) ELSE true END FROM __skyline_singled), true) AS ok)",
		oldtext.QuoteText(c.Function.Name+": others must be given, as columns "+kind+" single out "),
		oldtext.QuoteText("); "+way+", leave them out with others := 'drop', or release them as they are with others := 'keep'"))
}

// RefuseOthers lets a release begin only where columns without a role single nobody out:
// allowed is a CTE that has the release then.
func (p *OldReleasePlan) RefuseOthers(u *OldUntouched, kind, way string) {
	p.Ctes = append(append(p.Ctes, u.Ctes()...), OldRefusal(p.Call, kind, way))
	p.allowed = "__skyline_allowed"
	p.Add("%s AS MATERIALIZED (SELECT rel.release FROM __skyline_release AS rel JOIN __skyline_untouched AS guard ON guard.ok)", p.allowed)
}

// OldUntouched is about the rows that a release places in groups, __skyline_g. where says
// which of these rows x are released, and what else it needs of them; person is a column,
// or "" where each row is a person.
func (p *OldReleasePlan) OldUntouched(person, where string, needed ...string) *OldUntouched {
	u := &OldUntouched{Columns: p.Source, Source: p.Source, Roles: oldtext.Quoted(p.Roles()), Groups: []string{"x.__skyline_g"}, Person: person}
	u.Rows = func(source string) string {
		if person == "" {
			source = p.alike(source, needed)
		}
		return "(SELECT x.* FROM (" + p.inGroups(source, "__skyline_release") + ") AS x WHERE " + where + ")"
	}
	if u.Own = append(slices.Clone(u.Roles), "__skyline_g"); person == "" {
		u.Weight, u.Own = oldAlikePeople, slices.Concat(oldtext.Quoted(p.Qi), oldtext.Quoted(needed), []string{oldAlikePeople, "__skyline_g"})
	}
	return u
}

// oldAlikePeople is the column of how many people are alike.
const oldAlikePeople = "__skyline_people"

// alike are people who are equal on qi and the columns without a role, as one row: to
// place rows in many groups takes longer than to group them. It has the columns of qi,
// those that are needed, and the others under names that do not matter.
func (p *OldReleasePlan) alike(source string, needed []string) string {
	var columns []string
	for _, name := range p.Qi {
		columns = append(columns, oldtext.Canonical("t."+oldtext.QuoteIdentifier(name))+" AS "+oldtext.QuoteIdentifier(name))
	}
	for _, name := range needed {
		columns = append(columns, "t."+oldtext.QuoteIdentifier(name))
	}
	people := "system.main.count(*)"
	if p.Weight != "" {
		people = "system.main.sum(TRY_CAST(t." + oldtext.QuoteIdentifier(p.Weight) + " AS BIGINT))"
	}
	return fmt.Sprintf("(SELECT %s, %s, %s AS %s FROM (SELECT *, 0 AS __skyline_none FROM %s) AS t GROUP BY ALL)",
		strings.Join(columns, ", "), oldtext.Canonical("COLUMNS(*"+oldtext.Excluding(oldtext.Quoted(p.Roles()))+")"), people, oldAlikePeople, source)
}

// OldOthersRow is the SELECT of the row on columns without a role, after those of the
// requirements: what findingFields has, and value. kind says which columns these are.
func OldOthersRow(kind string) string {
	return "SELECT 'others' AS requirement, 0::DOUBLE AS required, CASE WHEN x.people > 0 THEN x.alone / x.people END AS achieved, x.alone = 0 AS holds," +
		" system.main.concat(" + oldtext.QuoteText("share of people whom columns "+kind+" single out (") + ", x.shown, ') = 0') AS rule, t.s AS value FROM __skyline_singled AS x CROSS JOIN __skyline_types AS t"
}

var OldFindingFields = []host.Field{
	{Name: "i", Type: host.Type{Kind: host.Bigint}},
	{Name: "requirement", Type: host.Type{Kind: host.Varchar}},
	{Name: "required", Type: host.Type{Kind: host.Double}},
	{Name: "achieved", Type: host.Type{Kind: host.Double}},
	{Name: "holds", Type: host.Type{Kind: host.Boolean}},
	{Name: "rule", Type: host.Type{Kind: host.Varchar}},
	{Name: "value", Type: host.Type{Kind: host.Varchar}},
}

// OldCheckAll calls f for what the release candidate achieves of each requirement.
func OldCheckAll(in *oldpeople.RequirementsInput, ctx context.Context, f func(*privacy.Finding)) error {
	for i, r := range in.Requirements {
		findings, err := r.Check(progress.Part(ctx, i, len(in.Requirements)), in.Release)
		if err != nil {
			return err
		}
		for i := range findings {
			f(&findings[i])
		}
	}
	return nil
}

// OldAddFinding adds the columns findingFields of a row.
func OldAddFinding(in *oldpeople.RequirementsInput, out *host.RowBuilder, f *privacy.Finding) {
	out.Int64(0, int64(out.Rows))
	out.Text(1, f.Requirement, false)
	out.Float64(2, f.Required)
	out.Float64OrNull(3, f.Achieved)
	out.Bool(4, f.Holds)
	out.Text(5, f.Rule, false)
	switch {
	case f.Value >= 0:
		v := in.Release.Table.Values[f.Value]
		out.Text(6, v.Text, v.Null)
	case f.Absent != nil:
		out.Text(6, *f.Absent, false)
	default:
		out.Null(6)
	}
}

// readPublicOnce lets the plan read the public table once, however often it needs its
// rows. The table has been read.
func (p *OldReleasePlan) readPublicOnce() {
	if p.Public == "" {
		return
	}
	columns := make([]string, len(p.Qi))
	for i, name := range p.Qi {
		columns[i] = p.Column(name)
	}
	p.Add("__skyline_public AS MATERIALIZED (SELECT %s FROM %s AS public UNION ALL SELECT %s FROM %s AS tbl WHERE false)",
		p.PublicColumns(), p.Public, strings.Join(columns, ", "), p.Source)
	p.Public = "__skyline_public"
}

// readRounding reads the step of each quasi-identifier: "" where its type decides.
func (p *OldReleasePlan) readRounding() error {
	c := p.Call
	p.steps = make([]string, len(p.Qi))
	var given map[string]any
	switch v := c.Arguments["rounding"].(type) {
	case nil:
		return nil
	case string:
		if v == noRounding {
			for i := range p.steps {
				p.steps[i] = noRounding
			}
			return nil
		}
		return c.Errorf("rounding must be %s, or 'none', got %s", roundingRule, call.Show(v))
	case map[string]any:
		given = v
	default:
		return c.Errorf("rounding must be %s, such as {'weight': 5, 'admitted': 'month'}, got %s", roundingRule, call.Show(v))
	}
	for _, name := range c.MemberNames("rounding") {
		at := slices.IndexFunc(p.Qi, func(column string) bool { return strings.EqualFold(column, name) })
		if at < 0 {
			return c.Errorf("rounding must name qi columns only, got %s", oldtext.QuoteIdentifier(name))
		}
		if p.steps[at] != "" {
			return c.Errorf("rounding must not name a column twice, got %s", oldtext.QuoteIdentifier(name))
		}
		switch v := given[name].(type) {
		case json.Number:
			p.steps[at] = v.String()
		case string:
			p.steps[at] = v
		}
		if !isStep(given[name]) {
			return c.Errorf("rounding: the step of %s must be %s, got %s", oldtext.QuoteIdentifier(name), stepRule, call.Show(given[name]))
		}
	}
	return nil
}

// stepsCTE adds the CTE __skyline_steps: in one row the step s1, s2, … of each
// quasi-identifier, NULL where ends stay as they are, once the columns' types are known.
func (p *OldReleasePlan) stepsCTE() {
	columns := make([]string, len(p.Qi))
	for i, name := range p.Qi {
		columns[i] = fmt.Sprintf("system.main.__skyline_step(%s, %s, system.main.typeof(o%d), %s)", oldtext.QuoteText(p.Function), oldtext.QuoteText(name), i+1, oldtext.SqlText(p.steps[i]))
		if p.Hierarchies != "" {
			exact := "NULL"
			if p.steps[i] != "" && p.steps[i] != noRounding {
				exact = p.OldFail("rounding must name columns without a hierarchy, got " + oldtext.QuoteIdentifier(name))
			}
			columns[i] = fmt.Sprintf("CASE WHEN EXISTS (SELECT 1 FROM __skyline_hierarchies WHERE level >= 1 AND attribute = %s) THEN %s ELSE %s END", oldtext.QuoteText(strings.ToLower(name)), exact, columns[i])
		}
		columns[i] += fmt.Sprintf(" AS s%d", i+1)
	}
	p.Add("__skyline_steps AS MATERIALIZED (SELECT %s FROM __skyline_types)", strings.Join(columns, ", "))
	steps := make([]string, len(p.Qi))
	for i := range steps {
		steps[i] = fmt.Sprintf("s%d", i+1)
	}
	// Always true, but not to be known before all steps have been looked at.
	p.Add("__skyline_rounded AS (SELECT system.main.concat('', %s) <> '-' AS ok FROM __skyline_steps)", strings.Join(steps, ", "))
	p.Guards = append(p.Guards, "__skyline_rounded")
}

// ends is what stands behind FROM for regions of a column, of which from has the codes
// low and high: low_end and high_end are the ends as they are shown.
//
// What is rounded is read in the column's type, and then compared with the value: where
// the type has no such value, or clocks were changed, the value itself is shown.
func (p *OldReleasePlan) ends(i int, from string) string {
	joined := fmt.Sprintf("%[1]s AS r LEFT JOIN __skyline_d%[2]d AS low ON low.c = r.low LEFT JOIN __skyline_d%[2]d AS high ON high.c = r.high", from, i+1)
	if p.steps == nil || p.steps[i] == noRounding {
		return fmt.Sprintf("(SELECT r.*, low.v AS low_value, high.v AS high_value, low.v AS low_end, high.v AS high_end FROM %s)", joined)
	}
	rounded := func(end string, up bool) string {
		text := fmt.Sprintf("system.main.__skyline_round(system.main.typeof(%s.v), steps.s%d, %s, %t)", end, i+1, oldtext.TextOf(end+".v"), up)
		return fmt.Sprintf("CASE WHEN steps.s%d IS NOT NULL THEN %s END", i+1, oldtext.CastLike(text, end+".v"))
	}
	return fmt.Sprintf("(SELECT r.*, CASE WHEN low_grid <= low_value THEN low_grid ELSE low_value END AS low_end, CASE WHEN high_grid >= high_value THEN high_grid ELSE high_value END AS high_end"+
		" FROM (SELECT r.*, low.v AS low_value, high.v AS high_value, %s AS low_grid, %s AS high_grid FROM %s CROSS JOIN __skyline_steps AS steps) AS r)",
		rounded("low", false), rounded("high", true), joined)
}

// output reads the parameters on what a release looks like.
func (p *OldReleasePlan) output() (output string, random call.Randomness, err error) {
	c := p.Call
	if output, err = c.Choice("output", "generalized", "bounds", "bucketized"); err != nil {
		return "", random, err
	}
	if output == "bucketized" {
		switch {
		case c.Arguments["rounding"] != nil && c.Arguments["rounding"] != noRounding:
			return "", random, c.Errorf("rounding must be NULL or 'none' for output := 'bucketized', where the qi columns stay exact; use 'generalized'")
		case p.Sensitive == "":
			return "", random, c.Errorf("sensitive must be given for output := 'bucketized': the column whose values are permuted")
		case p.Public != "":
			return "", random, c.Errorf("output must not be 'bucketized' where privacy has presence: the qi columns stay exact, and show who is in tbl; use 'generalized'")
		case p.Values != "one":
			return "", random, c.Errorf("output must not be 'bucketized' for values_per_person := '%s': the rows of a person would tell how many values he has; use 'generalized'", p.Values)
		}
	}
	random, err = c.Seed()
	return output, random, err
}

// Placed is the SELECT of the rows that have a QI group, as located has them.
func (p *OldReleasePlan) Placed(random call.Randomness, copies bool) string {
	return p.located(random, copies) + " WHERE x.__skyline_g IS NOT NULL"
}

// located is the SELECT of the table's columns, the row's group __skyline_g, NULL where
// it has none, and, where randomness is fresh, its place in the order of the release,
// __skyline_at. With a seed the order follows from what is released.
func (p *OldReleasePlan) located(random call.Randomness, copies bool) string {
	p.Bind(random)
	from := p.Source
	if copies && p.Weight != "" {
		from = p.peopleOfWeights()
	}
	allowed := p.allowed
	if allowed == "" {
		allowed = "__skyline_release"
	}
	at := ""
	if p.ordered = random.Fresh(); p.ordered {
		at = ", system.main.__skyline_order(rel.release, x.__skyline_g) AS __skyline_at"
	}
	return fmt.Sprintf("SELECT x.*%s FROM (%s) AS x CROSS JOIN __skyline_release AS rel", at, p.inGroups(from, allowed))
}

// inGroups is the SELECT of rows and their groups in a release, __skyline_g, NULL for who
// is left out.
func (p *OldReleasePlan) inGroups(from, release string) string {
	return fmt.Sprintf("SELECT %[1]s.*, system.main.__skyline_place(rel.release, %[2]s) AS __skyline_g FROM %[3]s AS %[1]s%[4]s CROSS JOIN %[5]s AS rel",
		OldRow, p.codes(), from, p.Dictionaries(p.rowKeys()), release)
}

// peopleOfWeights is the table with a row of weight 1 for each person. It takes two
// steps, so that no list is long.
func (p *OldReleasePlan) peopleOfWeights() string {
	weight := oldtext.QuoteIdentifier(p.Weight)
	n := "TRY_CAST(t." + weight + " AS BIGINT)"
	tooMany := p.OldFail(fmt.Sprintf("weight must be at most %d for output := 'bucketized', where each person gets a row", maxCopies))
	parts := fmt.Sprintf("SELECT t.*, UNNEST(system.main.range((CASE WHEN %[1]s > %[2]d THEN %[3]s ELSE %[1]s END + 1023) // 1024)) AS __skyline_part FROM %[4]s AS t", n, maxCopies, tooMany, p.Source)
	copies := fmt.Sprintf("SELECT t.* EXCLUDE (__skyline_part) REPLACE (%s AS %s), UNNEST(system.main.range(system.main.least(1024, %s - 1024 * t.__skyline_part))) AS __skyline_copy FROM (%s) AS t", oldtext.CastLike("'1'", "t."+weight), weight, n, parts)
	return "(SELECT t.* EXCLUDE (__skyline_copy) FROM (" + copies + ") AS t)"
}

// placing are the columns that located adds.
func (p *OldReleasePlan) placing() string {
	if p.ordered {
		return "__skyline_g, __skyline_at"
	}
	return "__skyline_g"
}

// Excluded lists the columns that a release does not have.
func (p *OldReleasePlan) Excluded() string { return p.excludedPerson(p.placing()) }

// OldJoinedInOrder returns a query of rows in random order that are joined with what is
// published of their groups. join writes it for its rows x, as they stand behind FROM. Labels
// are long, so where randomness is fresh they are joined to rows that are in order of
// __skyline_at. With a seed the rows are put in order of what is released behind the join.
func OldJoinedInOrder(random call.Randomness, first, rows string, join func(rows string) string) string {
	if random.Fresh() {
		return join("(" + rows + " ORDER BY __skyline_at) AS x")
	}
	return random.InOrder(first, join("("+rows+") AS x"))
}

// generalized joins the rows with regions r of their groups, which have a number there.
func (p *OldReleasePlan) generalized(random call.Randomness, regions, number string) string {
	replaced := make([]string, len(p.Qi))
	for i, name := range p.Qi {
		replaced[i] = fmt.Sprintf("r.v%d AS %s", i+1, oldtext.QuoteIdentifier(name))
	}
	return OldJoinedInOrder(random, "group_id ASC, ", "SELECT * FROM __skyline_placed", func(rows string) string {
		return fmt.Sprintf("SELECT x.* EXCLUDE (%s) REPLACE (%s), %s AS group_id FROM %s JOIN %s AS r ON r.g = x.__skyline_g",
			p.Excluded(), strings.Join(replaced, ", "), number, rows, regions)
	})
}

// bucketized puts the rows of a group, in random order, beside its sensitive
// values, in their own: each assignment is equally likely.
func (p *OldReleasePlan) bucketized(random call.Randomness) string {
	s := oldtext.QuoteIdentifier(p.Sensitive)
	// What is released of a row beside its value.
	order := "__skyline_g, " + random.At(call.TextOfRow("*COLUMNS(* EXCLUDE ("+p.excludedPerson("__skyline_g, "+s)+"))"))
	if p.ordered {
		order = "__skyline_at"
	}
	return fmt.Sprintf("SELECT x.* EXCLUDE (%[1]s) REPLACE (v.s AS %[2]s), x.__skyline_g AS group_id FROM (SELECT * FROM __skyline_placed ORDER BY %[4]s) AS x POSITIONAL JOIN (SELECT %[2]s AS s FROM __skyline_placed ORDER BY __skyline_g, %[3]s) AS v",
		p.Excluded(), s, oldtext.Canonical(s), order)
}

// oldReleaseScalars returns the two private functions of such a kernel.
func oldReleaseScalars(function string, fields []host.Field, kernel func(context.Context, *splitting) (host.Column, error)) []host.Scalar {
	params := append(slices.Clone(oldpeople.TableParams), host.Type{Kind: host.Varchar}, host.Type{Kind: host.Varchar}, host.Type{Kind: host.Bigint}) // split, extent, rows
	return host.KernelScalars(function, function, params, fields, func(args []host.Column, row int) (host.Run, error) {
		table, err := oldpeople.ReadTableInput(function, args, row)
		if err != nil {
			return nil, err
		}
		own := args[len(oldpeople.TableParams):]
		strategy, extent := strategies[own[0].Strings[row]], strings.Clone(own[1].Strings[row])
		return func(ctx context.Context) (host.Column, error) {
			in, counted, err := newSplitting(table.Columns, table.Domain, table.Builder)
			if err != nil {
				return host.Column{}, host.Named(function, err)
			}
			in.options.Strategy, in.extent, in.suppression, in.presence = strategy, extent, table.Suppression, oldpeople.HidesPresence(table.Numbers)
			if in.options.Requirements, err = table.Requirements(counted); err != nil {
				return host.Column{}, err
			}
			rows, err := kernel(ctx, in)
			return rows, host.Named(function, err)
		}, nil
	})
}

// checkColumns adds guards that there is a sensitive column, and weights that count,
// where nothing else looks at them.
func (p *OldReleasePlan) checkColumns() {
	if p.Sensitive == "" && p.Weight == "" {
		return
	}
	typed := "true"
	if p.Weight != "" {
		typed = p.WeightIsInteger("tbl")
	}
	p.Ctes = append(p.Ctes, p.TypesCTE())
	p.Add("__skyline_typed AS (SELECT %s AS ok FROM __skyline_types)", typed)
	p.Guards = append(p.Guards, "__skyline_typed")
	if p.Weight != "" {
		p.Add("__skyline_weighed AS (SELECT coalesce(system.main.bool_and(%s >= 0), true) AS ok FROM (SELECT %s AS w FROM %s AS tbl) AS x, __skyline_typed AS guard WHERE guard.ok)",
			p.WeightOfRow("tbl"), p.Column(p.Weight), p.Source)
		p.Guards = append(p.Guards, "__skyline_weighed")
	}
}

// excludedPerson lists columns that a release does not have, and the person column.
func (p *OldReleasePlan) excludedPerson(columns string) string {
	if p.Person != "" {
		columns += ", " + oldtext.QuoteIdentifier(p.Person)
	}
	return columns
}

// oldLeftFields are the rows of the kernel that says which groups are left out.
var oldLeftFields = []host.Field{{Name: "histogram", Type: host.Type{Kind: host.Blob}}}

// oldRunLeaveOut returns the histograms of the groups that are left out.
func oldRunLeaveOut(ctx context.Context, in *oldpeople.RequirementsInput) (host.Column, error) {
	left, ok, err := oldLeaveOut(in, ctx, oldpeople.LimitOf(in.Own, in.Release.Table.People))
	if err != nil {
		return host.Column{}, err
	}
	if !ok {
		return host.Column{}, oldCannotKeep(in, ctx)
	}
	out := host.NewRowBuilder(oldLeftFields)
	for _, histogram := range left {
		out.Text(0, histogram, false)
		out.Row()
	}
	return out.Column(), nil
}

// oldLeaveOut returns the histograms of the groups that have to be left out, and whether
// these are at most so many people.
func oldLeaveOut(in *oldpeople.RequirementsInput, ctx context.Context, limit int64) (left []string, ok bool, err error) {
	kept, _, ok, err := privacy.Suppress(ctx, in.Release, in.Requirements, limit)
	for i, keeps := range kept {
		if !keeps {
			left = append(left, in.Release.Table.Groups[i].Histogram)
		}
	}
	return left, ok, err
}

// oldCannotKeep says what the release candidate misses.
func oldCannotKeep(in *oldpeople.RequirementsInput, ctx context.Context) error {
	missed, _, err := Missed(ctx, in.Release, in.Requirements)
	if err != nil {
		return err
	}
	if in.Hidden {
		return fmt.Errorf("privacy must hold at these levels, and does not (%s); choose other levels, as generalization_search finds them, or ask for less", strings.Join(missed, "; "))
	}
	return fmt.Errorf("privacy must hold at these levels, with at most a share of suppression := %v of the people left out, and does not (%s); choose other levels, as generalization_search finds them, ask for less, or allow more",
		in.Own, strings.Join(missed, "; "))
}

// OldCheckHierarchies is CheckHierarchies.
func OldCheckHierarchies(s *people.DomainState, function string, columns []string) error {
	return host.Named(function, CheckHierarchies(s, columns))
}

// OldRow is Row.
const OldRow = string(Row)

// FindingRow is people.Finding.
type FindingRow = people.Finding

// FindingOf is people.Candidate.Finding.
func FindingOf(c *people.Candidate, i int, f *privacy.Finding) FindingRow { return c.Finding(i, f) }

// CheckAll is people.Candidate.Check.
func CheckAll(ctx context.Context, c *people.Candidate, f func(*privacy.Finding)) error {
	return c.Check(ctx, f)
}
