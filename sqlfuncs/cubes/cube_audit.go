package cubes

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// CubeAudit is cube_audit.
var CubeAudit = &call.Function{
	Name:      "cube_audit",
	Summary:   "What can anybody compute of the cells that a published table of counts or sums masks or rounds?",
	Questions: []string{"A table of counts is out, or will be. Can a masked cell be computed?"},
	Description: "A row for each cell of the published tables that is masked, rounded or absent: between what numbers it is, for everybody who has the tables and can add and subtract. " +
		"All [whole-number tables that agree](#what-follows-from-a-table) with what is published count as possible. A row whose `cell` is `sum of masked` is about the masked cells of one line together.",
	Params: []call.Param{
		{Name: "published", Type: "VARCHAR", Doc: "the published table: [a name or a query](#what-names-a-table); a row a cell, totals among them"},
		{Name: "by", Type: "VARCHAR[]", Doc: "the dimensions: columns of labels"},
		{Name: "value", Type: "VARCHAR", Doc: "the column of counts or sums: numbers, or texts where masks are texts"},
		{Name: "total", Type: "VARCHAR", Default: "NULL", Doc: "the label that stands for all, such as `'All'`; see [Totals](#totals)"},
		{Name: "grouping_column", Type: "VARCHAR", Default: "NULL", Doc: "instead: a column with `GROUPING_ID(…)` of the columns of `by` in their order. With neither, NULL is a total"},
		{Name: "kind", Type: "VARCHAR", Default: "'rows'", Doc: "`'rows'`: counts of rows, or of people with a row each; `'distinct'`: [counts of people who may be in several cells](#counts-that-do-not-add-up); `'sum'`: sums of numbers, integers or DECIMALs"},
		{Name: "masked", Type: "STRUCT or STRUCT[]", Default: "NULL", Doc: "what stands in the place of numbers: `{'value': NULL, 'between': [1, 9]}`; `value` may be NULL, a number, or a text such as `'<5'`; see [Masks](#masks)"},
		{Name: "absent", Type: "VARCHAR", Default: "NULL", Doc: "what it means that a cell has no row: `'zero'`, `'masked'` or `'impossible'`; see [Absent cells](#absent-cells)"},
		{Name: "rounding", Type: "STRUCT", Default: "NULL", Doc: "how all numbers were rounded: `{'base': 5, 'rule': 'nearest'}`, or `'controlled'` or `'random'`: to one of the two neighbours"},
		{Name: "noise", Type: "DOUBLE", Default: "NULL", Doc: "by how much a number may differ from the true one, such as the largest noise of cell keys"},
		{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "a table of hierarchies: `attribute, value, level, label`: a label is the sum of its values"},
		{Name: "also", Type: "VARCHAR[] or STRUCT[]", Default: "NULL", Doc: "other published tables of the same people: names, or structs `{'published': …, 'by': …, 'value': …}`; see [Several tables](#several-tables)"},
		{Name: "known", Type: "VARCHAR", Default: "NULL", Doc: "a table of what an attacker knows of cells beforehand: the columns of `by`, `least` and `largest`; see [What somebody knows beforehand](#what-somebody-knows-beforehand)"},
		{Name: "rules", Type: "STRUCT", Default: "NULL", Doc: "what `safe` asks for: `{'threshold': 10, 'width': 5}`, or one of them; NULL: more than one number is possible. See [When a cell is safe](#when-a-cell-is-safe)"},
		{Name: "negative", Type: "BOOLEAN", Default: "false", Doc: "with `kind := 'sum'`: the numbers that are summed may be below 0"},
		{Name: "max_steps", Type: "BIGINT", Default: "20000000000", Doc: "how many elementary steps it may take, about a second for 1e9; what is not computed by then gets outer bounds that are certain"},
		call.ParamShowValues,
	},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "as `by`", Doc: "the labels of the cell, those of a line where `cell` is `sum of masked`; behind the columns of `by` those that only other tables have", Data: true},
		{Name: "safe", Type: "BOOLEAN", Doc: "whether the cell satisfies `required`; false where `exact` is false"},
		{Name: "least", Type: "BIGINT", Doc: "the cell is at least this; NULL: there is no bound. A DOUBLE where `kind` is `'sum'`", Data: true},
		{Name: "largest", Type: "BIGINT", Doc: "and at most this, likewise", Data: true},
		{Name: "exact", Type: "BOOLEAN", Doc: "whether tables that agree reach both bounds; false: they are certain, and may be wider than need be"},
		{Name: "required", Type: "VARCHAR", Doc: "what a safe cell satisfies"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words", Data: true},
		{Name: "steps", Type: "VARCHAR", Doc: "how the number follows, where it does by adding and subtracting: `9 (f, total) − 6 (f, north) = 3`", Data: true},
		{Name: "cell", Type: "VARCHAR", Doc: "`masked`, `rounded`, `noisy`, `absent`, or `sum of masked`"},
		{Name: "shown", Type: "VARCHAR", Doc: "what the table shows in the place of the number", Data: true},
		{Name: "in_table", Type: "VARCHAR", Doc: "the table that has the cell; `published`, `also 1` and so on for queries"},
		{Name: "how", Type: "STRUCT", Doc: "`steps` as data, a list: `in_table`, `labels`, `shown` and `times` of each number", Data: true},
		{Name: "parts", Type: "STRUCT", Doc: "a list of the `labels` of the cells of a sum", Data: true},
	},
	Example: `SELECT region, sex, safe, least, largest, steps
FROM cube_audit('(VALUES (''north'', ''f'', 6), (''south'', ''f'', NULL), (''All'', ''f'', 9), (''north'', ''m'', 12),
                        (''south'', ''m'', 15), (''All'', ''m'', 27)) t(region, sex, patients)',
                by := ['region', 'sex'], value := 'patients', total := 'All', masked := {'value': NULL, 'between': [1, 4]})`,
	Notes: []string{
		"A table has one row for each cell. If totals do not add up, the error says over which column.",
		"The labels of a dimension are those that the tables and the hierarchies have. If all rows of a label were left out, name it in `hierarchies`: otherwise totals are larger than the sum of their cells.",
		"Means and percentages are no sums, and are refused: see [Counts that do not add up](#counts-that-do-not-add-up).",
		"Nothing depends on the order of rows, on time or on chance.",
	},
	NotPromised: "Sums of masked cells are tested only where they are those of a line whose total is published and that lacks no cell by `absent := 'masked'`. Nothing is said of how likely each possible number is.",
	Cost:        "one scan and one GROUP BY of each table; then time about proportional to cells times groupings, and up to `max_steps` for bounds that do not follow by adding and subtracting.",
	Source:      "ours; the question is that of Fellegi, “On the question of statistical confidentiality”, JASA 67 (1972), and of the audits in τ-Argus and sdcTable.",
	Plan:        planCubeAudit,
	Kernels:     []host.Kernel{auditKernel},
	Aggregates:  []host.Aggregate{people.GatherTablesAggregate()},
}

// Kinds of numbers.
const (
	kindRows     = "rows"
	kindDistinct = "distinct"
	kindSum      = "sum"
)

// kinds that are refused, and why.
var refusedKinds = map[string]string{
	"mean":    "a mean is no sum; multiply it by its count in a query, and audit sums",
	"percent": "a percentage is no sum; multiply it by its total in a query, and audit the counts with rounding",
}

// planCubeAudit writes the statement: DuckDB reads each table once, and the kernel computes.
func planCubeAudit(c *call.Call) (sqltext.SQL, error) {
	tables, err := readTables(c)
	if err != nil {
		return "", err
	}
	spec := auditSpec{Dimensions: dimensions(tables)}
	for _, name := range spec.Dimensions {
		if slices.ContainsFunc(c.Function.Columns, func(own call.ResultColumn) bool { return own.Name == call.Folded(name) }) {
			return "", c.Errorf("by must not have a column %s, which the result adds; rename it in a query given as published", people.PlainIdentifier(name))
		}
	}
	if kind, ok := c.Arguments["kind"].(string); ok && refusedKinds[kind] != "" {
		return "", c.Errorf("kind must be 'rows', 'distinct' or 'sum', got %s: %s", call.Show(kind), refusedKinds[kind])
	}
	if spec.Kind, err = c.Choice("kind", kindRows, kindDistinct, kindSum); err != nil {
		return "", err
	}
	negative, ok := c.Arguments["negative"].(bool)
	switch {
	case !ok:
		return "", c.Errorf("negative must be true or false, got %s", call.Show(c.Arguments["negative"]))
	case negative && spec.Kind != kindSum:
		return "", c.Errorf("negative must be false where kind is '%s': counts are not below 0", spec.Kind)
	}
	spec.Negative = negative
	if spec.MaxSteps, err = c.Steps(); err != nil {
		return "", err
	}
	if spec.Threshold, spec.Width, err = readRules(c); err != nil {
		return "", err
	}
	var rows, hierarchies []sqltext.SQL
	for i := range tables {
		t := &tables[i]
		spec.Tables = append(spec.Tables, t.given)
		rows = append(rows, t.rows(i))
		if t.Hierarchies > len(hierarchies) {
			hierarchies = append(hierarchies, hierarchyRows(len(hierarchies), t.hierarchies))
		}
	}
	if c.Function.Name != "cube_audit" {
		spec.Tables[0].Where = "the table of counts" // another function names it by a parameter of its own
	}
	spec.HierarchyTables = len(hierarchies)
	var p sqltext.Plan
	own := sqltext.Numbered(len(tables[0].By), "d#")
	people.AddTypesOf(&p, sqltext.Map(tables[0].By, func(i int, name string) sqltext.SQL { return "tbl." + sqltext.Ident(name) + " AS " + own[i] }), tables[0].source)
	p.With("__skyline_published", "the rows of all tables, each with the number of its table", sqltext.Join("\nUNION ALL\n", rows...))
	data := []sqltext.Member{{Name: "rows", Value: "published.kept"}}
	from := gathered(c, "__skyline_published") + " AS published"
	if len(hierarchies) > 0 {
		p.With("__skyline_ladders", "the rows of all hierarchies, likewise", sqltext.Join("\nUNION ALL\n", hierarchies...))
		data = append(data, sqltext.Member{Name: "hierarchies", Value: "ladders.kept"})
		from += ",\n" + gathered(c, "__skyline_ladders") + " AS ladders"
	}
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: auditKernel.Name, Why: "what the tables tell of each cell that is not published",
		Spec: spec, Data: data, From: from, Rows: "__skyline_verdicts",
	})
	return p.Statement(result(c, &spec, own)), nil
}

// gathered keeps the rows of a CTE.
func gathered(c *call.Call, rows sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("(SELECT __skyline_gather_tables({key}, {function}, i, v, n) AS kept FROM {rows})",
		sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name), "rows": rows})
}

// result is the SELECT of the kernel's rows, with labels in the types of the first table's columns.
func result(c *call.Call, spec *auditSpec, own []sqltext.SQL) sqltext.SQL {
	var labels, readable []sqltext.SQL
	for d, name := range spec.Dimensions {
		label := sqltext.ListElement("r.labels", sqltext.Int(int64(d+1)))
		if d < len(own) {
			typed := sqltext.CastLike(label, "t."+own[d])
			readable = append(readable, sqltext.Fill("({label} IS NULL OR {typed} IS NOT NULL)", sqltext.Args{"label": label, "typed": typed}))
			label = typed
		}
		labels = append(labels, c.Shown(label)+" AS "+sqltext.Ident(name))
	}
	number := func(name sqltext.SQL) sqltext.SQL {
		if spec.Kind != kindSum {
			return "r." + name + "::BIGINT AS " + name
		}
		return "r." + name
	}
	return sqltext.Fill(`
		SELECT
		    {labels}, r.safe, {least}, {largest}, r.exact, r.required, r.meaning, r.steps, nullif(r.cell, '') AS cell, r.shown, r.in_table, r.how, r.parts
		FROM __skyline_verdicts AS r JOIN {types} AS t
		ON CASE WHEN {readable} THEN true ELSE {fail} IS NULL END
	`, sqltext.Args{
		"labels": sqltext.List(labels), "least": number("least"), "largest": number("largest"), "types": people.Types,
		"readable": sqltext.Join(" AND ", readable...),
		"fail":     c.Fail("by has a column of a type that cannot have the labels of all tables; cast it to VARCHAR in a query given as published"),
	})
}

// readRules reads what safe asks for.
func readRules(c *call.Call) (threshold, width string, err error) {
	v := c.Arguments["rules"]
	if v == nil {
		return "", "", nil
	}
	const rule = "a struct with the members threshold and width, or one of them, such as {'threshold': 10}"
	given, ok := v.(map[string]any)
	members, unknown := call.Lowered(given, "threshold", "width")
	if !ok || unknown != "" || members["threshold"] == nil && members["width"] == nil {
		return "", "", c.Errorf("rules must be %s, got %s", rule, call.Show(v))
	}
	number := func(name string) (string, error) {
		if members[name] == nil {
			return "", nil
		}
		err := c.CheckNumber("rules: "+name, "a number above 0", members[name], func(x float64) bool { return x > 0 })
		return call.Show(members[name]), err
	}
	if threshold, err = number("threshold"); err == nil {
		width, err = number("width")
	}
	return threshold, width, err
}
