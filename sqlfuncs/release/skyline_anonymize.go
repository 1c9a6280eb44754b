package release

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Parameters that the functions that make a release share.
var (
	paramSplit       = call.Param{Name: "split", Type: "VARCHAR", Default: "'information_loss'", Doc: "which split of a group is tried first: `'information_loss'`, the one that narrows labels most: on most tables the normalized certainty penalty (`ncp` of `release_utility`) is the least; `'information_gain'`, the one that says most about the sensitive column, for releases from which it is to be learnt or predicted (without one, as `'information_loss'`): it has the least `kl_divergence`, and labels that are up to twice as wide; `'median'`, the widest column at its middle, as in the paper on Mondrian, for groups of even sizes"}
	paramSuppression = call.Param{Name: "suppression", Type: "DOUBLE", Default: "0.0", Doc: "the largest share of the people, in [0, 1), that may be left out where not even the table as one QI group satisfies the requirements"}
)

// SkylineAnonymize is skyline_anonymize.
var SkylineAnonymize = &call.Function{
	Name:    "skyline_anonymize",
	Summary: "A release of a table that is as detailed as privacy requirements allow.",
	Description: `The table's own columns, in their places, and ` + "`group_id`" + `. The table is split along its quasi-identifiers, again and again, as long as every requirement holds (multidimensional generalization, Mondrian); each part is a QI group. ` +
		"With `output := 'generalized'`, each `qi` column says what the row's group covers, as a VARCHAR:" + `

| the group has | numbers, dates, times, ENUM | other types | with a hierarchy |
|---|---|---|---|
| one value | ` + "`20`; `[3.0, 4.0]`, the range around it, where it would be rounded | `F` | `Masters`" + ` |
| several | ` + "`[20, 29]`, the least and the greatest that occur, rounded outward | `{F, M}`, those that occur; `[a, z]` where there are more than 100 | the label of the lowest node that covers them" + ` |
| all there are | ` + "`[17, 90]` | `*`" + ` | the label of the top |
| NULL too | ` + "`[20, 29] or NULL` | `{F, NULL}`" + ` | as the hierarchy says |

` + "`rounding` says what the ends of ranges are rounded to, and `extent := 'region'` lets labels cover what was cut for the group instead of what occurs in it. With `output := 'bounds'` a column is a STRUCT with `low` and `high` in the column's own type (an ENUM's as text), `has_null`, whether NULL is covered, and `label`, the text of a set or of a hierarchy. With `output := 'bucketized'` the `qi` columns stay exact, and the sensitive values are permuted at random within each group. The `person` column is left out. Columns that are neither `qi` nor `sensitive` are not touched: **they are released as they are**, which is refused where they single people out; see `others`.",
	Params: []call.Param{
		call.ParamOriginal, call.ParamQI, call.ParamSensitiveIfAny, people.ParamPrivacy, call.ParamHierarchies, paramSplit,
		{Name: "output", Type: "VARCHAR", Default: "'generalized'", Doc: "`'generalized'`, `'bounds'` or `'bucketized'`"},
		call.ParamPerson, call.ParamWeight, draw.ParamSeed, paramSuppression, call.ParamValues, people.ParamAbsent, paramRounding, paramExtent, ParamOthers,
	},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `tbl`, `qi` generalized, without `person`"},
		{Name: "group_id", Type: "BIGINT", Doc: "the row's QI group, from 1, in the order of the groups' regions; `tbl` must not have a column of that name"},
	},
	Example: `FROM skyline_anonymize('(VALUES (20, ''F'', ''Flu''), (22, ''F'', ''AIDS''), (24, ''M'', ''Flu''), (31, ''M'', ''Cold''), (33, ''M'', ''Flu''), (35, ''F'', ''Cold'')) t(age, sex, disease)',
                        qi := ['age', 'sex'], sensitive := 'disease', privacy := {'k_anonymity': 2, 'max_share': 0.5}) ORDER BY ALL`,
	Notes: slices.Concat([]string{
		draw.NoteDraws("skyline_anonymize", "Two draws of a generalized release are the same rows in two orders, which tells nothing that one does not. Bucketized, they have other values of the group beside a row; neither depends on who has which, so together they tell no more than one, but what is counted in one does not match the other."),
	}, releaseNotes, []string{NoteOthers}),
	Plan:    planSkylineAnonymize,
	Kernels: []host.Kernel{partitionKernel, equalLabelsKernel},
	Scalars: func() []host.Scalar { return append(PlacementScalars(), RoundingScalars()...) },
}

var releaseNotes = []string{
	call.NoteNull,
	"The unsplit table is tested first. If even that does not satisfy the requirements, the error says which, what was achieved and what is required, and nothing is returned; `release_check('(SELECT *, 0 AS everybody FROM …)', qi := ['everybody'], …, others := 'keep')` shows all of it.",
	"Suppression: while the unsplit table misses a requirement, people who agree on all `qi` columns are left out together, those first who have the largest share of the sensitive value that is to blame (of a skyline the least safe one, otherwise the most frequent). Whoever knows that somebody was in the table and is not in the release learns that they were left out. `skyline_partition` tells how many there are.",
	"A column is cut between two of its values in their order (texts in the order of their bytes, NULL last), or, where it has a hierarchy, into all children of a node that the group has: one child with too few people keeps its siblings together. A group is left as it is only when no such split is allowed. So where each person has one value the release is minimal: no group has a split that is still safe (Theorem 4 of the source). Where people have several values it is safe, and may not be minimal.",
	"Rounding: low ends go down and high ends up, exactly, to multiples of the step, counted from 0, or to the beginning of a unit; timestamps with time zone in the session's time zone, as they are written. Infinity, NaN and what would lie beyond the ends of the type stay as they are, and so do INTERVAL, ENUM and sets: those are values of people. Rounded labels of different groups may overlap, or be equal: rows that agree in all labels are one QI group to anyone who does not see `group_id`. It satisfies the requirements as well, with one exception: where people have several values (`values_per_person`), a skyline may hold for each of two groups and not for both as one. So `skyline_anonymize` looks at them as one, and where `privacy` would not hold it is an error, which says what is missed; `skyline_partition`, and recipes, do not look: there the QI groups are those of `group_id`.",
	"What ends tell: with `extent := 'group'`, that somebody in the group has the least and somebody the greatest value, if they are not rounded. `release_check` with `original := …` says how many people that shows to be in the table: see [Exact values in labels](#exact-values-in-labels). With `extent := 'region'`, the ends are the least and the greatest value of the table, people who are left out aside, in the part of the column that was cut for the group; a set has all values of the table there, `or NULL` says that NULL was not cut off, and a hierarchy shows the node that was cut. They are values of people too, but not of the group's: what they tell of the group is where the cuts are, and these depend on the whole table, with its sensitive values. Labels of regions are wider, `release_utility` says by how much, and before they are rounded no two groups have a combination of values in common.",
	"The groups do not depend on the order of rows or the number of threads. The order of the rows of the result says nothing about that of the table: within a group it is random.",
	"Of a table with a `weight`, rows of weight 0 are left out. Bucketized, a row of weight w becomes w rows of weight 1, since each of its people gets a value.",
	"The table is read once, and kept while the statement runs; a view or a query may be random.",
	"Cost: one scan and one GROUP BY of the `qi` columns; then time proportional to the counted cells (distinct combinations of `qi` and sensitive values) for each level of splits; then one pass over the rows and a sort.",
	"Not promised: protection of columns that are neither `qi` nor `sensitive`; protection against an adversary who knows more than the requirements say, or who knows the algorithm and runs it backwards (“minimality attacks”): that a group was not split shows that a split was not safe. It matters most in small tables: of all tables of 8 people with different ages of which 3 at most have the one protected value, released so that its share in every group is below 0.4, that adversary's belief about somebody reaches 0.4 in 23 %, and is certainty in 16 %; of 10 people in 65 % and 28 %. With `split := 'information_gain'` it is 16 % and 6 % for 8 people. [How that was counted](../tests/experiments/results/minimality.md). Against such an adversary there are [`jump_publish`](#jump_publish) and [`jump_release`](#jump_release); [`jump_posterior`](#jump_posterior) tells what they believe.",
	call.NoteSource + "Sect. 6.2; LeFevre, DeWitt, Ramakrishnan, “Mondrian multidimensional k-anonymity”, ICDE 2006.",
}

// SplitPlan is the plan of a function that splits a table into QI groups.
type SplitPlan struct {
	*ReleasePlan
	split, extent string
}

// NewSplitPlan returns the plan of a call, without CTEs.
func NewSplitPlan(c *call.Call) (*SplitPlan, error) {
	p, err := newSafePlan(c)
	if err != nil {
		return nil, err
	}
	s := &SplitPlan{ReleasePlan: p}
	if s.split, err = c.Choice("split", "information_gain", "information_loss", "median"); err != nil {
		return nil, err
	}
	if s.extent, err = c.Choice("extent", ExtentGroup, extentRegion); err != nil {
		return nil, err
	}
	return s, p.readRounding()
}

// AddGathered adds the CTEs of what the kernel needs, up to its job, and returns its
// specification.
func (p *SplitPlan) AddGathered() SplitSpec {
	p.AddTable()
	p.AddDictionaries()
	p.AddCounted()
	p.addDomain()
	p.addSteps()
	return SplitSpec{TableSpec: p.TableSpec(), Split: p.split, Extent: p.extent}
}

// addRelease adds Release.
func (p *SplitPlan) addRelease() {
	p.Run(p.PlacingJob(partitionKernel.Name, "the release, by splitting the table", p.AddGathered()))
}

func planSkylineAnonymize(c *call.Call) (sqltext.SQL, error) {
	p, err := NewSplitPlan(c)
	if err != nil {
		return "", err
	}
	output, err := p.output()
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
	p.TypeAsPublic()
	p.ReadOnce()
	c.GuardFree(&p.Plan, "group_id", p.Source)
	p.addRelease()
	if others == "error" {
		person := ""
		if p.ValuesPerPerson != people.One {
			person = p.Person
		}
		p.RefuseOthers(p.Untouched(person, PlacedRows), "that are neither qi nor sensitive", "put them into qi")
	}
	if output == outputBucketized {
		p.addPlacedPeople(random)
		return p.Statement(sqltext.Released(p.bucketized(random))), nil
	}
	p.AddPlaced(random)
	p.AddRegions(output == outputBounds)
	guards := p.GuardLabels(func(i int) sqltext.SQL { return "SELECT t, level FROM " + regionOf(i) }) + p.equalLabelsGuard()
	p.Keep("__skyline_shown", "what the groups cover, if it may be shown", sqltext.Fill("SELECT r.* FROM {regions} AS r{guards}", sqltext.Args{"regions": Regions, "guards": guards}))
	return p.Statement(sqltext.Released(p.Generalized(random, "__skyline_shown", "r.g"))), nil
}

// Values of the parameter output.
const (
	outputGeneralized = "generalized"
	outputBounds      = "bounds"
	outputBucketized  = "bucketized"
)

// output reads what a release looks like.
func (p *SplitPlan) output() (string, error) {
	c := p.Call
	output, err := c.Choice("output", outputGeneralized, outputBounds, outputBucketized)
	if err != nil || output != outputBucketized {
		return output, err
	}
	switch {
	case c.Arguments["rounding"] != nil && c.Arguments["rounding"] != noRounding:
		return "", c.Errorf("rounding must be NULL or 'none' for output := 'bucketized', where the qi columns stay exact; use 'generalized'")
	case p.Sensitive == "":
		return "", c.Errorf("sensitive must be given for output := 'bucketized': the column whose values are permuted")
	case p.Public != "":
		return "", c.Errorf("output must not be 'bucketized' where privacy has presence: the qi columns stay exact, and show who is in tbl; use 'generalized'")
	case p.ValuesPerPerson != people.One:
		return "", c.Errorf("output must not be 'bucketized' for values_per_person := '%s': the rows of a person would tell how many values that person has; use 'generalized'", p.ValuesPerPerson)
	}
	return output, nil
}
