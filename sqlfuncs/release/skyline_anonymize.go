package release

import (
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// defaultSplit is split where neither the call nor its plan says one.
const defaultSplit = "information_loss"

// Parameters that the functions that make a release share.
var (
	paramSplit       = call.Param{Name: "split", Type: "VARCHAR", Default: "NULL", Doc: "which split of a group is tried first: `'information_loss'`, `'information_gain'` or `'median'`; or `'public'`, by which one split of each group is tried and no other, see [How the table is split](#how-the-table-is-split); NULL: what `plan` says, or `'information_loss'`"}
	paramSuppression = call.Param{Name: "suppression", Type: "DOUBLE", Default: "0.0", Doc: "the largest share of the people, in [0, 1), that may be left out where not even the table as one QI group satisfies the requirements, or, with `max_levels` or `within`, each of its parts: see [Suppression](#suppression)"}
)

// SkylineAnonymize is skyline_anonymize.
var SkylineAnonymize = &call.Function{
	Name:        "skyline_anonymize",
	Summary:     "A release of a table that is as detailed as privacy requirements allow.",
	Questions:   []string{"Which release keeps the most detail that my requirements allow?", "Which groups does it make?"},
	Description: "The table's own columns, in their places, and `group_id`. The table is split along its quasi-identifiers, again and again, as long as every requirement holds (multidimensional generalization, Mondrian); each part is a QI group. Each `qi` column says [what the row's group covers](#what-a-label-covers). The `person` column is left out, and so are those of `earlier_releases`. Columns that are neither `qi` nor `sensitive` are not touched: **they are released as they are**, which is refused where they single people out; see `other_columns`.",
	Params: []call.Param{
		call.ParamOriginal, call.ParamQI, call.ParamSensitiveIfAny, people.ParamPrivacy, call.ParamHierarchies, paramSplit,
		{Name: "output", Type: "VARCHAR", Default: "'generalized'", Doc: "`'generalized'`, `'bounds'` or `'bucketized'`, see [What a label covers](#what-a-label-covers); `'mean'`, `'median'` or `'centre'`, see [Numbers instead of ranges](#numbers-instead-of-ranges); `'groups'`, [the QI groups](#skyline_anonymize-groups) instead of the release; or `'prices'`, a row for each stronger or weaker requirement instead of a release, see [prices](#skyline_anonymize-prices)"},
		call.ParamPerson, call.ParamWeight, draw.ParamSeed, paramSuppression, call.ParamValues, people.ParamAbsentValues, paramRounding, paramLabelsCover, ParamOtherColumns, people.ParamEverybody, paramImportance, paramMinLevels, paramMaxLevels, paramTop, paramBottom, call.ParamOtherSensitive, paramPosterior, people.ParamEarlierReleases, ParamAsIs, call.ParamWithin,
	},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `tbl`, `qi` generalized, without `person` and `earlier_releases`"},
		{Name: "group_id", Type: "BIGINT", Doc: "the row's QI group, from 1, in the order of the groups' regions; `tbl` must not have a column of that name"},
	},
	Example: `FROM skyline_anonymize('(VALUES (20, ''F'', ''Flu''), (22, ''F'', ''AIDS''), (24, ''M'', ''Flu''),
                                (31, ''M'', ''Cold''), (33, ''M'', ''Flu''), (35, ''F'', ''Cold'')) t(age, sex, disease)',
                        qi := ['age', 'sex'], sensitive := 'disease', privacy := {'k_anonymity': 2, 'max_share': 0.6}) ORDER BY ALL`,
	Notes: []string{
		"The groups do not depend on the order of rows or the number of threads. The order of the rows of the result says nothing about that of the table: within a group it is random. Two [draws](#draws) of a generalized release are the same rows in two orders, which tells nothing that one does not. Bucketized, they have other values of the group beside a row; neither depends on who has which, so together they tell no more than one, but what is counted in one does not match the other.",
		"With `person`, people may have several rows, of different `qi` values: every group satisfies the requirements by its people. See [People with several rows](#people-with-several-rows).",
		"Rows of weight 0 are left out. Bucketized, a row of weight w becomes w rows of weight 1, since each of its people gets a value.",
	},
	NotPromised: "Protection of columns that are neither `qi` nor `sensitive`, and against an adversary [who knows the algorithm](#who-knows-the-algorithm) without `posterior`.",
	Cost:        "one scan and one GROUP BY of the `qi` columns; then time proportional to the counted cells (distinct combinations of `qi` and sensitive values) for each level of splits; then one pass over the rows and a sort.",
	Source:      call.SourceSkyline + "Sect. 6.2; LeFevre, DeWitt, Ramakrishnan, “Mondrian multidimensional k-anonymity”, ICDE 2006.",
	Plan:        planSkylineAnonymize,
	Outputs:     []call.Output{groupsOfRelease, pricesOfRequirements},
	Kernels:     []host.Kernel{partitionKernel, equalLabelsKernel, pricesKernel},
	Scalars:     func() []host.Scalar { return slices.Concat(PlacementScalars(), RoundingScalars(), NumberScalars()) },
	Aggregates:  []host.Aggregate{LimitsAggregate()},
}

// SplitPlan is the plan of a function that splits a table into QI groups.
type SplitPlan struct {
	*ReleasePlan
	split, extent string
	importance    []float64 // of columns; nil: they have none
	asIs          []string  // columns that are taken as they are
	exact         bool      // all are, as labels are not shown
	posterior     float64   // what no posterior may reach; 0 for nothing
}

// NewSplitPlan returns the plan of a call, without CTEs.
func NewSplitPlan(c *call.Call) (*SplitPlan, error) {
	p, err := newSafePlan(c)
	if err != nil {
		return nil, err
	}
	s := &SplitPlan{ReleasePlan: p}
	s.split = defaultSplit
	if c.Arguments["split"] != nil {
		if s.split, err = c.Choice("split", "information_gain", defaultSplit, "median", splitPublic); err != nil {
			return nil, err
		}
	}
	if s.extent, err = c.Choice("labels_cover", ExtentGroup, extentRegion); err != nil {
		return nil, err
	}
	if err := p.readRounding(); err != nil {
		return nil, err
	}
	if err := s.readLimits(); err != nil {
		return nil, err
	}
	if err := s.readEnds(); err != nil {
		return nil, err
	}
	if s.importance, err = p.readImportance(); err != nil {
		return nil, err
	}
	if s.asIs, err = ReadAsIs(c, p.QI); err != nil {
		return nil, err
	}
	return s, s.readPublic()
}

// AddGathered adds the CTEs of what the kernel needs, up to its job, and returns its
// specification.
func (p *SplitPlan) AddGathered() SplitSpec {
	p.AddTable()
	p.AddValues()
	p.AddCounted()
	p.addDomain(p.statistic() != "")
	p.addSteps()
	p.addLimits()
	p.guardNumbers()
	return SplitSpec{
		TableSpec: p.TableSpec(), Split: p.split, Extent: p.extent, Statistic: p.statistic(),
		Importance: p.importance, Finest: p.limitsOfKernel(), Coarsest: p.coarsestOfKernel(), Posterior: p.posterior, Earlier: len(p.Earlier), AsIs: p.asIs, Exact: p.exact,
	}
}

// countAnywhere lets people have rows of several combinations of values, unless the values of a group are
// permuted among its rows, or the algorithm is public, which says what it tells of each person once.
func (p *SplitPlan) countAnywhere() {
	if !p.exact && p.split != splitPublic && p.posterior == 0 {
		p.CountApart(p.privacy)
	}
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
	if err := p.RefuseLists(); err != nil {
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
	p.exact = output == outputBucketized
	p.countAnywhere()
	p.TypeAsPublic()
	p.ReadOnce()
	c.GuardFree(&p.Plan, "group_id", p.Source)
	p.addRelease()
	p.AddOwnMapped()
	if others == "error" {
		person := ""
		if p.Anywhere || p.ValuesPerPerson != people.One {
			person = p.Person
		}
		u := p.Untouched(person, PlacedRows)
		for i := range u.Hidden {
			u.Hidden[i].Exact = output == outputBucketized && u.Hidden[i].QI
		}
		p.RefuseOthers(u, "that are neither qi nor sensitive", "put them into qi")
	}
	if output == outputBucketized {
		p.addPlacedPeople(random)
		return p.Statement(sqltext.Released(p.bucketized(random))), nil
	}
	p.AddPlaced(random)
	p.addRegions(output)
	guards := p.GuardLabels(p.LabelTexts()) + p.equalLabelsGuard()
	p.Keep("__skyline_shown", "what the groups cover, if it may be shown", sqltext.Fill("SELECT r.* FROM {regions} AS r{guards}", sqltext.Args{"regions": Regions, "guards": guards}))
	return p.Statement(sqltext.Released(p.Generalized(random, "__skyline_shown", "r.g"))), nil
}

// Values of the parameter output.
const (
	outputGeneralized = "generalized"
	outputBounds      = "bounds"
	outputBucketized  = "bucketized"
	outputGroups      = "groups"
)

// output reads what a release looks like, or its groups.
func (p *SplitPlan) output() (string, error) {
	c := p.Call
	output, err := c.Choice("output", append([]string{outputGeneralized, outputBounds, outputBucketized, outputMean, outputMedian, outputCentre}, groupNames...)...)
	if err != nil {
		return output, err
	}
	if output == outputGroups {
		return outputGeneralized, nil
	}
	output = strings.TrimPrefix(output, groupsPrefix)
	if output != outputGeneralized && output != outputBounds {
		if err := p.refuseEnds(output); err != nil {
			return "", err
		}
	}
	if output != outputBucketized {
		return output, p.readNumbers(output)
	}
	switch {
	case p.finest != nil:
		return "", c.Errorf("min_levels must be NULL for output := 'bucketized', where the qi columns stay exact; use 'generalized'")
	case c.Arguments["rounding"] != nil && c.Arguments["rounding"] != noRounding:
		return "", c.Errorf("rounding must be NULL or 'none' for output := 'bucketized', where the qi columns stay exact; use 'generalized'")
	case len(p.Sensitive) == 0:
		return "", c.Errorf("sensitive must be given for output := 'bucketized': the column whose values are permuted")
	case p.Public != "":
		return "", c.Errorf("output must not be 'bucketized' where privacy has %s: the qi columns stay exact, and show who is in tbl; use 'generalized'", p.privacy.Beside())
	case p.ValuesPerPerson != people.One:
		return "", c.Errorf("output must not be 'bucketized' for values_per_person := '%s': the rows of a person would tell how many values that person has; use 'generalized'", p.ValuesPerPerson)
	}
	return output, nil
}
