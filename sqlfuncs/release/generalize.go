package release

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Generalize is generalize.
var Generalize = &call.Function{
	Name:      "generalize",
	Summary:   "A table with its quasi-identifiers generalized to levels of their hierarchies.",
	Questions: []string{"How do I release the table at these levels?"},
	Description: "The table's own columns, in their places; each column of `levels` shows the label of its value at that level of its hierarchy, as a VARCHAR, or, at level 0, the value itself. Other columns are not touched: **they are released as they are**, which is refused where they single people out; see `other_columns`. " +
		"With `privacy`, groups that violate it are left out, again until there are none, and it is an error if that takes more than `suppression` of the people: what comes out satisfies `release_check` with the same requirements. Without, nobody is left out. `generalization_search` finds levels.",
	Params: []call.Param{
		call.ParamOriginal,
		{Name: "hierarchies", Type: "VARCHAR", Doc: ParamHierarchiesAll.Doc},
		call.ParamLevels,
		{Name: "sensitive", Type: call.TypeNames, Default: "NULL", Doc: "the sensitive column, or a [list of several](#several-sensitive-columns), for `privacy`; NULL: there is none, and no requirement about it can be made"},
		{Name: "privacy", Type: "STRUCT", Default: "NULL", Doc: "what the result must satisfy: see [Privacy requirements](#privacy-requirements); NULL: nothing"},
		{Name: "suppression", Type: "DOUBLE", Default: "0.0", Doc: "the largest share of the people, in [0, 1), that may be left out: see [Suppression](#suppression)"},
		call.ParamPerson, call.ParamWeight, call.ParamValues, draw.ParamSeed, people.ParamAbsentValues, ParamOtherColumns, call.ParamOtherSensitive,
	},
	Columns: []call.ResultColumn{{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `tbl`, those of `levels` generalized, without `person`"}},
	Example: `FROM generalize('(VALUES (20, ''F'', ''Flu''), (22, ''F'', ''AIDS''), (24, ''M'', ''Flu''), (31, ''M'', ''Cold''),
                         (50, ''M'', ''Cold'')) t(age, sex, disease)',
                hierarchies := '(FROM hierarchy_intervals(''(SELECT range AS age FROM range(100))'', ''age'', widths := [5, 10, 20]))',
                levels := MAP {'age': 3, 'sex': 0}, sensitive := 'disease', privacy := {'k_anonymity': 2}, suppression := 0.2) ORDER BY ALL`,
	Notes: []string{
		"Levels above the largest of an attribute's hierarchy are an error; where its top level has several labels, `*` stands one level above.",
		"There is no `group_id`: rows with the same labels are a group, for `release_utility` with `groups := NULL`.",
		draw.NoteOrder + " Rows of weight 0 are left out.",
	},
	Cost:    "one scan, a DISTINCT of each generalized column and a join with its labels, and a sort; with `privacy`, a GROUP BY of the generalized columns and an anti-join.",
	Source:  "that of `generalization_search`.",
	Plan:    planGeneralize,
	Kernels: []host.Kernel{LeaveOutKernel, LabelsKernel},
	Scalars: func() []host.Scalar { return []host.Scalar{withinShareScalar()} },
}

// ParamHierarchiesAll is the parameter hierarchies where each column must have one.
var ParamHierarchiesAll = call.Param{Name: "hierarchies", Type: "VARCHAR", Doc: "the name of a table of hierarchies: `attribute, value, level, label`, as `hierarchy_wide` and the like make; with a path for each value of each column"}

func planGeneralize(c *call.Call) (sqltext.SQL, error) {
	p, err := newSafePlan(c)
	if err != nil {
		return "", err
	}
	if err := p.RefuseLists(); err != nil {
		return "", err
	}
	levels, err := c.Levels()
	if err != nil {
		return "", err
	}
	random, err := draw.Read(c)
	if err != nil {
		return "", err
	}
	others, err := ReadOthers(c)
	if err != nil {
		return "", err
	}
	if others == "drop" {
		p.DropOthers()
	}
	if p.privacy != nil && (p.suppression == 0 || p.privacy.Compared() == "") { // with fewer groups the table is another one
		p.CountAnywhere(p.privacy)
	}
	p.TypeAsPublic()
	p.ReadOnce()
	p.GuardTexts()
	p.readPublicOnce()
	p.addGeneralized(levels)
	kept := p.addKept()
	released := generalizedName + " AS x" + kept
	if others == "error" {
		u := UntouchedOf(p.Input, p.QI)
		u.Source, u.Rows = generalizedName, func(source, _ sqltext.SQL) sqltext.SQL {
			return "(SELECT x.* FROM " + source + " AS x" + kept + ")"
		}
		if p.Anywhere || p.ValuesPerPerson != people.One || p.privacy == nil {
			u.Person = p.Person
		}
		released += u.Refuse(&p.Plan, c, "that are neither in levels nor sensitive", "put them into levels")
	}
	p.Bind(random)
	return p.Statement(sqltext.Released(random.InOrder("", sqltext.Fill("SELECT x.*{excluding} FROM {released}",
		sqltext.Args{"excluding": Excluding(p.withPerson(nil)), "released": released})))), nil
}

// readPublicOnce is ReadOnce for the public table, in the types that it has together with
// the table.
func (p *ReleasePlan) readPublicOnce() {
	if p.Public == "" {
		return
	}
	const public = sqltext.SQL("__skyline_public")
	p.Keep(public, "the public table, read once", sqltext.Fill(`
		SELECT {columns} FROM {public} AS public
		UNION ALL
		SELECT {own} FROM {source} AS tbl WHERE false
	`, sqltext.Args{
		"columns": p.PublicColumns(), "public": p.Public, "source": p.Source,
		"own": sqltext.List(sqltext.Map(p.QI, func(_ int, name string) sqltext.SQL { return p.Column(name) })),
	}))
	p.Public = public
}

// generalizedName is the CTE of the rows with their columns raised to levels.
const generalizedName = sqltext.SQL("__skyline_generalized")

// addGeneralized adds generalizedName. The public table, if there is one, is raised too.
func (p *ReleasePlan) addGeneralized(levels []call.ColumnLevel) {
	const why = "the rows, raised to the levels"
	var raised []call.ColumnLevel
	var names []string
	for _, l := range levels {
		if l.Level > 0 {
			raised, names = append(raised, l), append(names, l.Name)
		}
	}
	if len(raised) == 0 {
		p.With(generalizedName, why, "SELECT * FROM "+p.Source)
		return
	}
	AddLevelLabels(&p.Plan, p.Input, p.Hierarchies, raised)
	raise := func(source sqltext.SQL) sqltext.SQL {
		return sqltext.Fill(`
			SELECT {row}.*{replacing}
			FROM {source} AS {row}
			{labels}
		`, sqltext.Args{
			"row": Row, "source": source, "labels": LeveledBy(RowKeys(names)),
			"replacing": Replacing(names, func(i int) sqltext.SQL { return "l" + sqltext.Int(int64(i)+1) + ".label" }),
		})
	}
	if p.privacy == nil {
		p.With(generalizedName, why, raise(p.Source))
	} else {
		p.Keep(generalizedName, why, raise(p.Source)) // read by the requirements too
	}
	if p.Public != "" {
		const public = sqltext.SQL("__skyline_public_generalized")
		p.With(public, "the public table, raised to the levels", raise(p.Public))
		p.Public = public
	}
}

// addKept adds the CTEs that say who is left out, and returns what the generalized rows x are
// joined with so that they are not among them.
func (p *ReleasePlan) addKept() sqltext.SQL {
	if p.privacy == nil {
		p.AddChecked()
		return p.Guards()
	}
	of := *p.Input
	of.Source = generalizedName
	candidate, job := of.AddCandidate(&p.Plan, p.privacy, people.Reading{Twice: true})
	job.Kernel, job.Why, job.Rows = LeaveOutKernel.Name, "the groups to leave out, by their histograms", "__skyline_left_histograms"
	spec := LeaveOutSpec{CandidateSpec: candidate, Suppression: p.suppression}
	if p.losesRows() {
		spec.Suppression = 1 // the guard counts who is left out
	}
	job.Spec = spec
	p.Run(job)
	keys := of.Keys()
	p.Keep("__skyline_left", "the groups to leave out", LeftGroups(p.privacy, sqltext.List(sqltext.Prefixed("g", keys)), "__skyline_left_histograms", sqltext.Ordered("g", keys)))
	guards := sqltext.SQL("")
	if p.losesRows() {
		p.guardLosses(keys)
		guards = p.Guards()
	}
	return sqltext.Fill("{guards} ANTI JOIN __skyline_left AS o ON {same}", sqltext.Args{
		"guards": guards,
		"same": sqltext.Join(" AND ", sqltext.Map(KeysOf(of.QI), func(i int, key sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("o.{key} IS NOT DISTINCT FROM {value}", sqltext.Args{"key": keys[i], "value": key})
		})...),
	})
}

// AddChecked adds guards that there is a sensitive column, and weights that count, for
// plans in which nothing else looks at them.
func (p *ReleasePlan) AddChecked() {
	if len(p.Sensitive) == 0 && p.Weight == "" {
		return
	}
	typed := sqltext.SQL("true")
	if p.Weight != "" {
		typed = p.WeightIsInteger("tbl")
	}
	p.AddTypes(&p.Plan)
	p.Guard("__skyline_checked", "the columns are there, and a weight is an integer", sqltext.Fill("SELECT {typed} AS ok FROM {types}",
		sqltext.Args{"typed": typed, "types": people.Types}))
	if p.Weight == "" {
		return
	}
	p.Guard("__skyline_weighed", "weights count people", sqltext.Fill(`
		SELECT coalesce(bool_and({weight} >= 0), true) AS ok
		FROM (SELECT {column} AS w FROM {source} AS tbl) AS x, __skyline_checked AS guard
		WHERE guard.ok
	`, sqltext.Args{"weight": p.WeightOfRow("tbl"), "column": p.Column(p.Weight), "source": p.Source}))
}
