package release

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// whichNodes are the values of the parameter which, and measures those of measure.
var (
	whichNodes = []string{"minimal", "best", "safe"}
	measures   = []string{"loss", "precision", "discernibility", "average_group_size"}
)

// GeneralizationSearch is generalization_search.
var GeneralizationSearch = &call.Function{
	Name:      "generalization_search",
	Summary:   "The full-domain generalizations of a table that satisfy privacy requirements.",
	Questions: []string{"Which levels of my hierarchies are safe for everybody, and which lose least?"},
	Description: `A full-domain generalization shows each ` + "`qi`" + ` column at one level of its hierarchy, level 0 being the values themselves. All combinations of levels form a lattice. There is a row for each generalization that is asked for with ` + "`output`" + `:

- ` + "`'minimal'`" + `: the safe ones that have no other safe one at or below them in every column;
- ` + "`'best'`" + `: the safe one that loses least by ` + "`measure`" + `; of equal ones, that with the smallest sum of levels, then the first by its levels;
- ` + "`'safe'`" + `: all that are safe, those that lose least first.

A generalization is safe if it satisfies every requirement when groups of at most ` + "`suppression`" + ` of the people are left out. Where there is none the call fails, and says what even the whole table as one QI group lacks. ` + "`generalize`" + ` makes the table.`,
	Params: []call.Param{
		call.ParamOriginal, call.ParamQI, call.ParamSensitiveIfAny, ParamHierarchiesAll, people.ParamPrivacy,
		{Name: "suppression", Type: "DOUBLE", Default: "0.0", Doc: "the largest share of the people, in [0, 1), that may be left out: see [Suppression](#suppression)"},
		{Name: "output", Type: "VARCHAR", Default: "'minimal'", Doc: "`'minimal'`, `'best'` or `'safe'`"},
		{Name: "measure", Type: "VARCHAR", Default: "'loss'", Doc: "the measure by which the best one is chosen and rows are ordered: `'loss'`, `'precision'`, `'discernibility'` or `'average_group_size'`"},
		call.ParamPerson, call.ParamWeight, call.ParamValues,
		{Name: "max_checks", Type: "BIGINT", Default: "1000000", Doc: "a lattice of more generalizations is refused, unless there is a `budget`"},
		{Name: "budget", Type: "VARCHAR or INTERVAL", Default: "NULL", Doc: "how long to search, such as `'10 s'`; then the best answer so far is given, with `complete` and `bound`: see [A search that ends early](#a-search-that-ends-early). The most general one is looked at in any case"},
		people.ParamAbsentValues, call.ParamOtherSensitive,
	},
	Columns: []call.ResultColumn{
		{Name: "levels", Type: "MAP(VARCHAR, BIGINT)", Doc: "the level of each column, for `generalize`"},
		{Name: "minimal", Type: "BOOLEAN", Doc: "whether no other safe generalization is at or below it in every column; if a `budget` ended the search, none that was found"},
		{Name: "loss", Type: "DOUBLE", Doc: "how much of a column's domain a label leaves open: the number of its values, divided by that of all its hierarchy's, 0 for a single one, 1 for people who are left out; on average over columns and people; in [0, 1], as `ncp` of `release_utility`"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words"},
		{Name: "groups", Type: "BIGINT", Doc: "how many QI groups come out"},
		{Name: "smallest", Type: "BIGINT", Doc: "how many people the smallest has; NULL without groups"},
		{Name: "suppressed", Type: "BIGINT", Doc: "how many people are left out"},
		{Name: "average_group_size", Type: "DOUBLE", Doc: "people divided by groups; NULL without groups"},
		{Name: "precision", Type: "DOUBLE", Doc: "1 − level / height of the hierarchy, on average over columns and people, 0 for people who are left out; in [0, 1], 1 is best"},
		{Name: "discernibility", Type: "DOUBLE", Doc: "Σ size² over the groups, and the size of the table for each of the people who are left out"},
		{Name: "checked", Type: "BIGINT", Doc: "for how many generalizations the groups were looked at"},
		{Name: "lattice", Type: "BIGINT", Doc: "how many there are"},
		{Name: "complete", Type: "BOOLEAN", Doc: "whether all were decided; false where the `budget`, or memory for a lattice of more than 65,536, ended the search"},
		{Name: "bound", Type: "DOUBLE", Doc: "where it did: no safe generalization that was not decided is better than this by `measure`, so that the gap of the first row is at most its `measure` minus `bound` (for precision, the other way round); NULL otherwise"},
	},
	Example: `SELECT levels, minimal, round(loss, 3) AS loss, groups, smallest
FROM generalization_search('(VALUES (20, ''F''), (22, ''F''), (24, ''M''), (31, ''M''), (33, ''M''),
                                    (35, ''F'')) t(age, sex)',
                           qi := ['age', 'sex'], privacy := {'k_anonymity': 2}, hierarchies :=
    '(FROM hierarchy_intervals(''(SELECT range AS age FROM range(100))'', ''age'', widths := [5, 10, 20])
      UNION ALL FROM hierarchy_prefix(''(VALUES (''''F''''), (''''M'''')) t(sex)'', ''sex''))')`,
	Notes: []string{
		"`'minimal'` and `'safe'` are exact for every requirement. Where merging groups keeps a requirement (all of them where each person has one value, and nobody may be left out; k-anonymity and distinct diversity always), a safe generalization tells that all coarser ones are safe, and an unsafe one that all finer ones are not, and few are looked at. Where it does not (people left out under a requirement on shares, skylines where people have several values), only what is too small to be safe tells of others, and nearly all are looked at.",
		"The values of a hierarchy that the table does not have count in `loss`: it does not depend on which values of the domain the table has.",
		"Where every level sums up the one below, loss, discernibility and average group size rise and precision falls with the levels, as long as nobody is left out: then a minimal generalization is the best.",
		"Where a `budget` ends the search, the result depends on how far it came; that it is safe, and that `bound` is one, does not.",
	},
	Cost:    "one scan and one GROUP BY of the `qi` columns; then, for each generalization that is looked at, time proportional to the counted groups of a finer one.",
	Source:  "Samarati, “Protecting respondents' identities in microdata release”, IEEE TKDE 13 (2001); LeFevre, DeWitt, Ramakrishnan, “Incognito: Efficient full-domain k-anonymity”, SIGMOD 2005; for implications, Theorem 14 of Martin et al., ICDE 2007.",
	Plan:    planGeneralizationSearch,
	Kernels: []host.Kernel{searchKernel},
}

func planGeneralizationSearch(c *call.Call) (sqltext.SQL, error) {
	p, err := newSafePlan(c)
	if err != nil {
		return "", err
	}
	var spec searchSpec
	if spec.Which, err = c.Choice("output", whichNodes...); err != nil {
		return "", err
	}
	if spec.Measure, err = c.Choice("measure", measures...); err != nil {
		return "", err
	}
	if spec.MaxChecks, err = c.Whole("max_checks"); err != nil {
		return "", err
	}
	if spec.MaxChecks == 0 {
		return "", c.Errorf("max_checks must be at least 1, got 0")
	}
	if spec.Budget, err = c.Budget("budget"); err != nil {
		return "", err
	}
	p.addTable(people.Reading{Twice: p.privacy.AnyFacts()})
	p.addTexts()
	p.addPaths()
	spec.ReleaseSpec = p.releaseSpec()
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: searchKernel.Name, Why: "the generalizations that are asked for", Spec: spec, Rows: Release,
		Data: append([]sqltext.Member{{Name: "text_cells", Value: "x.cells"}, {Name: "paths", Value: "y.paths"}}, p.pointsData...),
		From: Counted + " AS x CROSS JOIN " + paths + " AS y",
	})
	return p.Statement(sqltext.Fill(`
		SELECT map({names}, r.levels) AS levels, r.minimal, r.loss, r.meaning, r.groups, r.smallest, r.suppressed,
		    r.average_group_size, r.precision, r.discernibility, r.checked, r.lattice, r.complete, r.bound
		FROM {release} AS r
		ORDER BY r.i ASC
	`, sqltext.Args{"names": p.Names(), "release": Release})), nil
}

// paths is the CTE of whose one row paths is what __skyline_paths keeps of the hierarchies.
const paths = sqltext.SQL("__skyline_paths")

// addTexts adds Counted with the texts of the values, not their codes: which values there are
// is known only when the table and the hierarchies have been read, and to give them codes
// before would take a join of the QI groups for each column.
func (p *ReleasePlan) addTexts() {
	texts := sqltext.Map(p.Keys(), func(_ int, key sqltext.SQL) sqltext.SQL { return sqltext.Encoded(sqltext.TextOf("g." + key)) })
	p.With(Counted, "the QI groups, kept for the kernel", sqltext.Fill(`
		SELECT __skyline_text_cells({key}, {function}, {values}, list_value({texts}), g.h, {apart}) AS cells
		FROM {groups} AS g
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(p.Call.Function.Name), "values": sqltext.Text(string(p.ValuesPerPerson)), "apart": sqltext.Apart,
		"texts": sqltext.List(texts), "groups": people.Groups,
	}))
}

// addPaths adds paths.
func (p *ReleasePlan) addPaths() {
	call.AddHierarchies(&p.Plan, p.Hierarchies)
	p.Call.GuardLabels(&p.Plan, p.QI)
	numbers := sqltext.Map(p.QI, func(i int, name string) sqltext.SQL {
		return sqltext.Fill("WHEN {attribute} THEN {i}", sqltext.Args{"attribute": call.AttributeOf(name), "i": sqltext.Int(int64(i))})
	})
	p.With(paths, "the labels of the values, kept for the kernel", sqltext.Fill(`
		SELECT __skyline_paths({key}, {function}, i::BIGINT, value, level, label, {apart}) AS paths
		FROM (SELECT CASE attribute {numbers} END AS i, value, level, label FROM {hierarchies} WHERE level >= 1)
		WHERE i IS NOT NULL
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(p.Call.Function.Name), "apart": sqltext.Apart,
		"numbers": sqltext.Join(" ", numbers...), "hierarchies": call.HierarchyRows,
	}))
}
