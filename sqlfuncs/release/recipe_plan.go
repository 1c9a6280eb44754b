package release

import (
	"fmt"
	"strings"

	"skyline/engine/partition"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/sqltext"
)

// recipePlan writes the statement of a function that applies a recipe. Step by step:
// the table's values and the recipe's bounds are numbered in the order of each column;
// the recipe's rows become sets of these codes; the kernel makes of them what places a
// row by its codes, and says which have no place.
type recipePlan struct {
	*OldReleasePlan
	recipe string // what stands behind FROM
}

var paramRecipe = call.Param{Name: "recipe", Type: "VARCHAR", Doc: "the recipe: the name of a table with the rows of `release_recipe`, or a query in parentheses"}

func newRecipePlan(c *call.Call) (*recipePlan, error) {
	in, err := oldpeople.NewInput(c)
	if err != nil {
		return nil, err
	}
	in.LeaveOutNobody()
	p := &recipePlan{OldReleasePlan: &OldReleasePlan{Input: in, Function: c.Function.Name}}
	name, err := c.Text("recipe", "the name of a table with the rows of release_recipe")
	if err != nil {
		return nil, err
	}
	if p.recipe, err = call.OldFromTable(name); err != nil {
		return nil, c.Errorf("recipe: %v", err)
	}
	own := call.Role{Param: "recipe"}
	for _, column := range recipeColumns {
		own.Columns = append(own.Columns, column.Name)
	}
	p.recipe = c.OldHaving("recipe", name, p.recipe, own)
	return p, nil
}

// apply adds the CTEs up to __skyline_release, whose one row has the number of the
// recipe as it is for this table, and __skyline_named, the groups' regions with the
// numbers id that users know them by. __skyline_counts has what the kernel counted.
// With whole, rows outside of the recipe are an error.
func (p *recipePlan) apply(whole bool) {
	p.ReadOnce()
	if whole && p.Sensitive != "" {
		// Nothing else looks whether the table has it.
		p.checkColumns()
	}
	p.own()
	p.counted()
	var parts []string
	for i := range p.Qi {
		parts = append(parts, p.coded(i))
	}
	p.Add("__skyline_kept AS (SELECT system.main.__skyline_recipe(%s, i, g, node, first, last, level, label, %s) AS kept FROM (%s))", sqltext.PlanKey, host.Apart, strings.Join(parts, " UNION ALL "))
	p.Add("__skyline_coded AS (SELECT system.main.__skyline_coded(%s, %s, %s, g.n, %s) AS coded FROM __skyline_different AS g%s)",
		sqltext.PlanKey, oldtext.QuoteText(p.Function), p.codes(), host.Apart, p.Dictionaries(oldtext.PrefixedList("g", p.KeyList())))
	p.Add("__skyline_recipe_job AS (SELECT system.main.__skyline_recipe_start(%s, x.kept, y.coded, %s, (SELECT system.main.count(*) FROM __skyline_ids), %s, %v) AS job, false AS done FROM __skyline_kept AS x CROSS JOIN __skyline_coded AS y%s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_recipe_job WHERE NOT done)",
		oldtext.QuoteText(p.Function), p.Names(), p.Rows, whole, p.Guarded())
	p.Add("__skyline_counts AS MATERIALIZED (SELECT UNNEST(system.main.__skyline_recipe_rows(job), recursive := true) FROM __skyline_recipe_job WHERE done)")
	p.Add("__skyline_release AS MATERIALIZED (SELECT release FROM __skyline_counts WHERE i IS NULL)")
	p.regions(false)
	p.Add("__skyline_named AS MATERIALIZED (SELECT r.*, coalesce(ids.id, r.g) AS id FROM __skyline_regions AS r LEFT JOIN __skyline_ids AS ids ON ids.g + 1 = r.g)")
}

// own adds the CTE __skyline_own, the recipe's rows: the column i, NULL for one that is
// not of qi, the group's number id, and texts by their bytes; and __skyline_ids, which
// numbers the groups from 0.
func (p *recipePlan) own() {
	var columns strings.Builder
	for i, name := range p.Qi {
		fmt.Fprintf(&columns, " WHEN %s THEN %d", oldtext.Encoded(oldtext.QuoteText(strings.ToLower(name))), i)
	}
	p.Add("__skyline_own AS MATERIALIZED (SELECT CASE %s%s END AS i, TRY_CAST(recipe.group_id AS BIGINT) AS id, recipe.group_id IS NOT NULL AS grouped, TRY_CAST(recipe.level AS BIGINT) AS level, recipe.covers::VARCHAR AS covers, %s AS value, %s AS low, %s AS high, recipe.label::VARCHAR AS label, %s AS label_bytes, recipe.type::VARCHAR AS type FROM %s AS recipe)",
		oldtext.Encoded("system.main.lower(recipe.attribute::VARCHAR)"), columns.String(), oldtext.Encoded("recipe.value::VARCHAR"), oldtext.Encoded("recipe.low::VARCHAR"), oldtext.Encoded("recipe.high::VARCHAR"), oldtext.Encoded("recipe.label::VARCHAR"), p.recipe)
	p.Add("__skyline_ids AS MATERIALIZED (SELECT id, system.main.row_number() OVER (ORDER BY id ASC) - 1 AS g FROM (SELECT DISTINCT id FROM __skyline_own WHERE id IS NOT NULL))")
	p.Add("__skyline_sound AS (%s)", p.sound())
	p.Guards = append(p.Guards, "__skyline_sound")
}

// sound is the SELECT of one row, true or the error that says what is wrong with the
// recipe itself.
func (p *recipePlan) sound() string {
	const keepTogether = "; keep the rows that release_recipe returns together, and those of one release only"
	var cases, counts strings.Builder
	for i, name := range p.Qi {
		fmt.Fprintf(&counts, ", system.main.count(*) FILTER (WHERE i = %[1]d) AS n%[1]d", i)
		fmt.Fprintf(&cases, " WHEN x.n%d = 0 THEN %s", i, p.OldFail("recipe must have rows for each qi column, and has none for "+oldtext.QuoteIdentifier(name)))
	}
	when := func(count, before, after string) {
		fmt.Fprintf(&cases, " WHEN %[1]s > 0 THEN %[2]s", count, p.OldFailCounted(before, count, after))
	}
	when("x.others", "qi must have every column that the recipe has rows for, and the number of rows for others is ", "")
	when("x.bad", "recipe must have rows as release_recipe returns them, and the number of others is ", "")
	when("y.n", "recipe must have one label for each value, and for each group and column, and the number of those with several is ", keepTogether)
	when("z.n", "recipe must have rows for each qi column of every group, and the number of groups without is ", keepTogether)
	when("u.n", "recipe must have the values under each label of a hierarchy, and the number of labels without is ", keepTogether)
	const bad = "CASE covers WHEN '" + coversValue + "' THEN value IS NULL WHEN '" + coversNull + "' THEN value IS NOT NULL" +
		" WHEN '" + coversRange + "' THEN id IS NULL OR low IS NULL OR high IS NULL WHEN '" + coversNode + "' THEN id IS NULL OR level IS NULL OR label IS NULL ELSE true END OR grouped AND id IS NULL"
	const several = "HAVING system.main.min(label_bytes) <> system.main.max(label_bytes) OR system.main.count(label) NOT IN (0, system.main.count(*))"
	return "SELECT CASE" + cases.String() + " ELSE true END AS ok FROM (SELECT system.main.count(*) FILTER (WHERE i IS NULL) AS others, system.main.count(*) FILTER (WHERE " + bad + ") AS bad" + counts.String() + " FROM __skyline_own) AS x" +
		" CROSS JOIN (SELECT system.main.count(*) AS n FROM (SELECT 1 FROM __skyline_own WHERE id IS NOT NULL GROUP BY i, id " + several +
		" UNION ALL SELECT 1 FROM (SELECT *, CASE WHEN EXISTS (FROM __skyline_ids) THEN level END AS step FROM __skyline_own WHERE id IS NULL) GROUP BY i, covers, value, step " + several + ")) AS y" +
		fmt.Sprintf(" CROSS JOIN (SELECT system.main.count(*) AS n FROM (SELECT 1 FROM __skyline_own WHERE id IS NOT NULL GROUP BY id HAVING system.main.count(DISTINCT i) < %d)) AS z", len(p.Qi)) +
		" CROSS JOIN (SELECT system.main.count(*) AS n FROM (SELECT DISTINCT i, level, label_bytes FROM __skyline_own WHERE covers = '" + coversNode + "') AS node LEFT JOIN (SELECT DISTINCT i, level, label_bytes, true AS found FROM __skyline_own WHERE id IS NULL) AS listed USING (i, level, label_bytes) WHERE listed.found IS NULL) AS u"
}

// counted adds the CTE __skyline_different: the different values q1…qk of the table's rows,
// and how many there are.
func (p *recipePlan) counted() {
	n := "system.main.count(*)"
	columns := make([]string, len(p.Qi))
	for i, name := range p.Qi {
		columns[i] = fmt.Sprintf("%s AS q%d", p.Key(name), i+1)
	}
	from, guard := strings.Join(columns, ", "), ""
	if p.Weight != "" {
		p.Add("__skyline_integer AS (SELECT %s AS ok FROM (SELECT w FROM (SELECT %s FROM %s AS tbl LIMIT 0) UNION ALL SELECT NULL))", p.WeightIsInteger("tbl"), p.Input.Rows(), p.Source)
		// Of no rows nothing else looks at the guard.
		p.Guards = append(p.Guards, "__skyline_integer")
		guard = ", __skyline_integer AS guard WHERE guard.ok"
		from += ", " + p.Column(p.Weight) + " AS w"
		n = fmt.Sprintf("CASE WHEN system.main.sum(%[1]s) > %[2]d THEN %[3]s ELSE system.main.sum(%[1]s)::BIGINT END",
			p.WeightOfRow("tbl"), int64(partition.MaxPeople), p.OldFail("the table must have at most 2^61 people, counted with their weights"))
	}
	p.Add("__skyline_different AS MATERIALIZED (SELECT %[1]s, %[2]s AS n FROM (SELECT %[3]s FROM %[4]s AS tbl%[5]s) GROUP BY %[1]s)", p.Keys(), n, from, p.Source, guard)
	nulls := strings.TrimSuffix(strings.Repeat("NULL, ", len(p.Qi)), ", ")
	p.Add("__skyline_kinds AS (SELECT %s FROM __skyline_different WHERE false UNION ALL SELECT %s)", p.Keys(), nulls)
}

// coded adds the CTEs of a column: __skyline_b1, …, the recipe's bounds, and the
// dictionary __skyline_d1, …. It returns the SELECT of the recipe's rows about the
// column as __skyline_recipe takes them.
func (p *recipePlan) coded(i int) string {
	name, d := oldtext.QuoteIdentifier(p.Qi[i]), fmt.Sprint("__skyline_d", i+1)
	bounds, sorted := fmt.Sprint("__skyline_b", i+1), fmt.Sprint("__skyline_c", i+1)
	q := fmt.Sprint("t.q", i+1)
	p.Add("%s AS MATERIALIZED (SELECT b.text, CASE WHEN b.type IS NULL OR %s = %s THEN %s END AS v FROM (SELECT low AS text, type FROM __skyline_own WHERE i = %[5]d AND covers = '%[6]s' UNION SELECT high, type FROM __skyline_own WHERE i = %[5]d AND covers = '%[6]s') AS b CROSS JOIN __skyline_kinds AS t)",
		bounds, orderOf("b.type"), orderOf("system.main.typeof("+q+")"), oldtext.CastLike(oldtext.Decoded("b.text"), q), i, coversRange)
	const types = "; apply it to columns of the types that it was made of"
	p.Add("%[1]s_read AS (SELECT CASE WHEN n > 0 THEN %[2]s ELSE true END AS ok FROM (SELECT system.main.count(*) AS n FROM %[1]s WHERE %[3]s IS DISTINCT FROM text))",
		bounds, p.OldFailCounted("recipe must have, as low and high of "+name+", values of its type in tbl, and the number of others is ", "n", types), oldtext.Encoded(oldtext.TextOf("v")))
	p.Guards = append(p.Guards, bounds+"_read")
	p.Add("%s AS MATERIALIZED (SELECT v, system.main.row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c FROM (SELECT DISTINCT v FROM (SELECT q%d AS v FROM __skyline_different UNION ALL SELECT v FROM %s)))", d, i+1, bounds)
	p.Add("%s AS (SELECT b.text, d.c FROM %s AS b JOIN %s AS d ON d.v = b.v)", sorted, bounds, d)
	values := fmt.Sprintf("SELECT o.i, ids.g, false AS node, d.c AS first, d.c AS last, o.level, o.label FROM (SELECT * FROM __skyline_own WHERE i = %d AND covers IN ('%s', '%s')) AS o LEFT JOIN (SELECT c, %s AS t FROM %s) AS d ON d.t IS NOT DISTINCT FROM o.value LEFT JOIN __skyline_ids AS ids ON ids.id = o.id",
		i, coversValue, coversNull, oldtext.Encoded(oldtext.TextOf("v")), d)
	ranges := fmt.Sprintf("SELECT o.i, ids.g, false, low.c, CASE WHEN low.c > high.c THEN %s ELSE high.c END, o.level, o.label FROM (SELECT * FROM __skyline_own WHERE i = %d AND covers = '%s') AS o LEFT JOIN %[4]s AS low ON low.text = o.low LEFT JOIN %[4]s AS high ON high.text = o.high LEFT JOIN __skyline_ids AS ids ON ids.id = o.id",
		p.OldFail("recipe must have, as low and high of "+name+", values in their order in tbl"+types), i, coversRange, sorted)
	nodes := fmt.Sprintf("SELECT o.i, ids.g, true, NULL, NULL, o.level, o.label FROM (SELECT * FROM __skyline_own WHERE i = %d AND covers = '%s') AS o LEFT JOIN __skyline_ids AS ids ON ids.id = o.id", i, coversNode)
	return values + " UNION ALL " + ranges + " UNION ALL " + nodes
}

// orderedType is a type as a recipe names it: its order can be told from that of others, and
// the labels of an ENUM cannot be read.
func orderedType(typeName string) string {
	return "CASE WHEN system.main.contains(" + typeName + ", 'ENUM(') THEN 'ENUM ' || system.main.sha256(" + typeName + ") ELSE " + typeName + " END"
}

// orderOf is a text that is the same for types whose values are in the same order.
func orderOf(typeName string) string {
	is := func(types string) string { return "system.main.regexp_full_match(" + typeName + ", '" + types + "')" }
	return "CASE WHEN " + is(oldtext.NumericTypes) + " THEN 'numbers' WHEN " + is("DATE|TIMESTAMP.*") + " THEN 'times' ELSE " + orderedType(typeName) + " END"
}
