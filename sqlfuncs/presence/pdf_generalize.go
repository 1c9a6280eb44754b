package presence

import (
	"slices"

	"skyline/engine/partition"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// PdfGeneralize is the function pdf_generalize.
var PdfGeneralize = &call.Function{
	Name:        "pdf_generalize",
	Summary:     "A table with the distributions of its quasi-identifiers in their QI groups.",
	Questions:   []string{"How do I release distributions instead of values?"},
	Description: "The table's own columns, in their places; each `qi` column is a MAP of values and their probabilities, the same for everybody of a QI group. The groups come from anywhere: `groups` names the columns that tell them apart. `kind` says which probabilities:\n\n| `kind` | |\n|---|---|\n| `'pdf'` | the values' shares of the group, the distribution under which the table itself is most likely (Theorem 2 of the source) |\n| `'set'` | equal ones for the values that the group has |\n| `'interval'` | equal ones for the column's values, in their order, from the least to the greatest that the group has |\n| `'hierarchy'` | equal ones for all values below the lowest node of the hierarchy that covers the group's, or, with `levels`, below the node of that level |\n\nThe last three are the older kinds of generalization. Other columns, those of `groups` too, are released as they are, unless they single people out; see `other_columns`. `pdf_reconstruct` draws tables from the result.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the table to be released, with exact `qi` values: [a name or a query](#what-names-a-table)"},
		{Name: "qi", Type: "VARCHAR[]", Doc: "the columns to generalize"},
		{Name: "groups", Type: "VARCHAR or VARCHAR[]", Doc: "the column that says which QI group a row is in, such as `'group_id'`; or several: rows equal on all of them are a group"},
		{Name: "kind", Type: "VARCHAR", Default: "'pdf'", Doc: "`'pdf'`, `'set'`, `'interval'` or `'hierarchy'`"},
		{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "for `kind := 'hierarchy'`: " + release.ParamHierarchiesAll.Doc},
		{Name: "levels", Type: "MAP or STRUCT", Default: "NULL", Doc: "for `kind := 'hierarchy'`: the level of each `qi` column, as in `generalize`; each group must have one label at it. NULL: the lowest node that covers a group's values"},
		{Name: "person", Type: call.ParamPerson.Type, Default: "NULL", Doc: "a column that identifies the individual, to be left out; each has one row, and NULL is an error"},
		call.ParamWeight, draw.ParamSeed,
		{Name: "sensitive", Type: call.TypeNames, Default: "NULL", Doc: "the sensitive column, or a list of several, released as they are; NULL: there is none, and a sensitive column is one without a role"},
		release.ParamOtherColumns,
	},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `tbl`, each `qi` column as MAP(VARCHAR, DOUBLE), without `person`"},
		{Name: "kl_cost", Type: "DOUBLE", Doc: "the KL cost of the row's group, in nats; `tbl` must not have a column of that name"},
		{Name: "kl_total", Type: "DOUBLE", Doc: "that of all groups; `tbl` must not have a column of that name"},
	},
	Example: `FROM pdf_generalize('(VALUES (1, ''F'', ''Pr'', ''>50K''), (1, ''F'', ''St'', ''<=50K''),
                             (2, ''M'', ''St'', ''>50K''), (2, ''M'', ''Pr'', ''<=50K''),
                             (2, ''M'', ''St'', ''<=50K'')) t(group_id, sex, job, salary)',
                    qi := ['sex', 'job'], groups := 'group_id', sensitive := 'salary') ORDER BY ALL`,
	Notes: []string{
		"Keys and KL costs: see [Distributions](#distributions). NULL is in no interval, unless the group has it. NULL in `groups` is a group of its own. With `levels` and `'interval'`, groups with many values below a node take room in proportion to them.",
		"Groups of a release: `FROM pdf_generalize('(FROM skyline_anonymize(''t'', [''age'', ''sex''], ''disease'', {''k_anonymity'': 5}, output := ''bucketized''))', ['age', 'sex'], 'group_id', sensitive := 'disease')`.",
		"Groups of a full-domain generalization are told by labels. Give each column twice, and generalize the copies: `FROM pdf_generalize('(FROM generalize(''(SELECT *, age AS age_label, sex AS sex_label FROM t)'', ''h'', {''age_label'': 2, ''sex_label'': 1}, other_columns := ''keep''))', ['age', 'sex'], ['age_label', 'sex_label'])`, with hierarchies `h` for the attributes `age_label` and `sex_label`. With `kind := 'hierarchy'` and `levels` these are the labels themselves.",
		"Whether a release is safe is a question about its groups, not about the distributions, as long as everybody is known to be in the table (`release_check` on `groups`). Where that is not known, exact distributions tell more than uniform ones about who is: see `presence_check`.",
		draw.NoteOrder + " Rows of weight 0 are left out.",
	},
	Cost:       "one scan, one GROUP BY of the `qi` columns and groups, time proportional to the result's distributions, one join and a sort.",
	Source:     "Sect. III and IV of the [source](#source-of-presence).",
	Plan:       planPDFGeneralize,
	Kernels:    []host.Kernel{pdfKernel},
	Aggregates: []host.Aggregate{release.CodedAggregate()},
}

// pdfPlan is the statement of pdf_generalize. Step by step: DuckDB counts the
// people who agree on all columns; groups and values are numbered; the kernel makes the
// distributions as a job, and writes them with the values' texts; rows are joined with
// those of their groups. The quasi-identifiers of the plan are those of the call behind
// the columns of groups.
type pdfPlan struct {
	*release.ReleasePlan
	columns []string // of qi
	groups  []string
}

func planPDFGeneralize(c *call.Call) (sqltext.SQL, error) {
	p, err := newPDFPlan(c)
	if err != nil {
		return "", err
	}
	spec, err := p.readKind()
	if err != nil {
		return "", err
	}
	random, err := draw.Read(c)
	if err != nil {
		return "", err
	}
	others, err := release.ReadOthers(c)
	if err != nil {
		return "", err
	}
	if others == "drop" {
		p.DropOthers()
	}
	p.ReadOnce()
	c.GuardFree(&p.Plan, "kl_cost", p.Source)
	c.GuardFree(&p.Plan, "kl_total", p.Source)
	p.addCoded()
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: pdfKernel.Name, Why: "the distributions of each QI group", Spec: spec,
		Data: []sqltext.Member{{Name: "coded", Value: "x.coded"}, {Name: "domain", Value: "y.domain"}},
		From: pdfCoded + " AS x CROSS JOIN " + release.Domain + " AS y", Rows: pdfRows,
	})
	addPDFs(&p.Plan, pdfRows, len(p.columns))
	from := p.Source + " AS x"
	if others == "error" {
		from += release.UntouchedOf(p.Input, p.groups).Refuse(&p.Plan, c, "that are neither qi nor groups nor sensitive", "put them into qi")
	}
	return p.Statement(sqltext.Released(p.generalizedRows(random, from))), nil
}

func newPDFPlan(c *call.Call) (*pdfPlan, error) {
	groups, err := c.Columns("groups")
	if err != nil {
		return nil, err
	}
	in, err := people.NewInput(c)
	if err != nil {
		return nil, err
	}
	ofGroups := call.Role{Param: "groups", Columns: groups}
	if err := c.Distinct(ofGroups, call.RoleOfAll("sensitive", in.Sensitive), call.RoleOf("person", in.Person), call.RoleOf("weight", in.Weight)); err != nil {
		return nil, err
	}
	in.Source = c.HavingRoles("tbl", in.Source, ofGroups)
	// It is no matter of the distributions.
	in.About, in.Sensitive = in.Sensitive, nil
	p := &pdfPlan{columns: in.QI, groups: groups}
	if p.ReleasePlan, err = release.NewReleasePlan(in); err != nil {
		return nil, err
	}
	in.QI = append(slices.Clone(groups), in.QI...)
	return p, nil
}

// readKind reads the parameters on what stands for a group's values.
func (p *pdfPlan) readKind() (spec pdfSpec, err error) {
	c := p.Call
	spec.Columns = p.columns
	if spec.Kind, err = c.Choice("kind", "pdf", "set", "interval", "hierarchy"); err != nil {
		return spec, err
	}
	levels, err := c.Levels()
	if err != nil {
		return spec, err
	}
	if spec.Kind != "hierarchy" {
		for _, param := range []string{"hierarchies", "levels"} {
			if c.Arguments[param] != nil {
				return spec, c.Errorf("%s must be NULL for kind := '%s', which has no hierarchy; use kind := 'hierarchy', or leave it out", param, spec.Kind)
			}
		}
	} else if p.Hierarchies == "" {
		return spec, c.Errorf("hierarchies must be given for kind := 'hierarchy': the name of a table with the columns attribute, value, level, label")
	}
	if levels != nil {
		spec.Levels, err = p.levelsOfColumns(levels)
	}
	return spec, err
}

// levelsOfColumns returns the levels in the order of the columns of qi.
func (p *pdfPlan) levelsOfColumns(levels []call.ColumnLevel) ([]int64, error) {
	const none = -1
	of := slices.Repeat([]int64{none}, len(p.columns))
	for _, l := range levels {
		i := slices.IndexFunc(p.columns, func(name string) bool { return call.Folded(name) == call.Folded(l.Name) })
		if i < 0 {
			return nil, p.Call.Errorf("levels must name qi columns, got %s", sqltext.Ident(l.Name))
		}
		of[i] = l.Level
	}
	if i := slices.Index(of, none); i >= 0 {
		return nil, p.Call.Errorf("levels must name every qi column, and has none for %s; 0 stands for the values themselves", sqltext.Ident(p.columns[i]))
	}
	return of, nil
}

// CTEs of the plan.
const (
	pdfNumbered = sqltext.SQL("__skyline_numbered")
	pdfCoded    = sqltext.SQL("__skyline_coded")
	pdfRows     = sqltext.SQL("__skyline_rows") // the kernel's
	pdfNamed    = sqltext.SQL("__skyline_pdfs_named")
)

// keys are the names of the columns of groups, and of those of qi, in the plan.
func (p *pdfPlan) keys() (groups, columns []sqltext.SQL) {
	return p.Keys()[:len(p.groups)], p.Keys()[len(p.groups):]
}

// addCoded adds the CTEs of what the kernel gets.
func (p *pdfPlan) addCoded() {
	groups, columns := p.keys()
	p.AddTypes(&p.Plan)
	p.AddGroups(&p.Plan, people.Reading{Twice: true, Counted: true})
	p.Keep(pdfNumbered, "the numbers g of the QI groups", sqltext.Fill(`
		SELECT x.*, row_number() OVER (ORDER BY {order}) - 1 AS g
		FROM (SELECT DISTINCT {keys} FROM {groups}) AS x
	`, sqltext.Args{"order": sqltext.Ordered("x", groups), "keys": sqltext.List(groups), "groups": people.Groups}))
	addPDFDomain(p.ReleasePlan, p.columns, columns)
	p.With(pdfCoded, "the people who agree on groups and values, in codes, kept for the kernel", sqltext.Fill(`
		SELECT __skyline_coded(
		    {key}, {function}, list_value({codes}),
		    CASE WHEN x.n > {most} THEN {fail} ELSE x.n::BIGINT END, {apart}
		) AS coded
		FROM {groups} AS x
		LEFT JOIN {numbered} AS g ON {same}
		{dictionaries}
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(p.Call.Function.Name), "codes": sqltext.List(append([]sqltext.SQL{"g.g"}, sqltext.Numbered(len(columns), "d#.c")...)),
		"most": sqltext.Int(partition.MaxPeople), "fail": p.Fail(call.TooManyPeople("the table")), "apart": sqltext.Apart,
		"groups": people.Groups, "numbered": pdfNumbered, "same": sqltext.Equal("g", "x", groups),
		"dictionaries": release.Dictionaries(sqltext.Prefixed("x", columns)),
	}))
}

// generalizedRows is the SELECT of the rows x, in random order, with their distributions.
func (p *pdfPlan) generalizedRows(random draw.Randomness, from sqltext.SQL) sqltext.SQL {
	groups, _ := p.keys()
	p.Keep(pdfNamed, "the QI groups with their distributions, and what these cost", sqltext.Fill(`
		SELECT g.*, m.* EXCLUDE (g), r.cost, t.cost AS total
		FROM {numbered} AS g
		JOIN {pdfs} AS m ON m.g = g.g
		JOIN {rows} AS r ON r.g = g.g AND r.i = 0
		CROSS JOIN (SELECT cost FROM {rows} WHERE i = {total}) AS t
	`, sqltext.Args{"numbered": pdfNumbered, "pdfs": pdfs, "rows": pdfRows, "total": sqltext.Int(totalColumn)}))
	p.Bind(random)
	rows, excluded := "SELECT x.* FROM "+from, []sqltext.SQL(nil)
	if random.IsFresh() {
		rows = sqltext.Fill("SELECT * FROM (SELECT x.*, {at} AS __skyline_at FROM {from})", sqltext.Args{"at": random.At(""), "from": from})
		excluded = append(excluded, "__skyline_at")
	}
	if p.Person != "" {
		excluded = append(excluded, sqltext.Ident(p.Person))
	}
	return release.JoinedInOrder(random, "", rows, func(rows sqltext.SQL) sqltext.SQL {
		return sqltext.Fill(`
			SELECT x.*{excluding}{replacing}, r.cost AS kl_cost, r.total AS kl_total
			FROM {rows} JOIN {named} AS r ON {same}
		`, sqltext.Args{
			"excluding": release.Excluding(excluded), "replacing": asPDFs(p.columns), "rows": rows, "named": pdfNamed,
			"same": sqltext.Join(" AND ", sqltext.Map(release.KeysOf(p.groups), func(i int, key sqltext.SQL) sqltext.SQL {
				return sqltext.Fill("r.{key} IS NOT DISTINCT FROM {value}", sqltext.Args{"key": groups[i], "value": key})
			})...),
		})
	})
}
