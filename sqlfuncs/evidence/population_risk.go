package evidence

import (
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// PopulationRisk is population_risk.
var PopulationRisk = &call.Function{
	Name:        "population_risk",
	Summary:     "How many of those who are alone in a sample are alone in the population? Estimates, each with its model.",
	Questions:   []string{"How many of those who are alone in a sample are alone in the population?"},
	Description: "A row for each [measure and model](#measures-of-population_risk). An attacker who has a table of the population, and does not know who is in the sample, finds a person of the sample among F people with the same `qi` values: their risk is 1/F. F is estimated from the sample, or counted in `population`. Where a model says nothing about the table, `value` is NULL, and `reason` says why.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the sample: [a name or a query](#what-names-a-table)"},
		call.ParamQI,
		{Name: "fraction", Type: "DOUBLE", Default: "NULL", Doc: "the share of the population's people that are in `tbl`, in (0, 1], if everybody was drawn with the same probability; 1: `tbl` is the population. One of `fraction`, `sampling_weight` and `population` is given"},
		{Name: "sampling_weight", Type: "VARCHAR", Default: "NULL", Doc: "a column of numbers from 1 to 1000000000000: how many people of the population somebody in `tbl` stands for, themselves with them"},
		{Name: "population", Type: "VARCHAR", Default: "NULL", Doc: "the population, named like `tbl`: a table with the same `qi` columns, generalized in the same way, and a row for each person, those of `tbl` with them"},
		call.ParamPerson, call.ParamWeight, people.ParamMissing, call.ParamSuppressedRows,
	},
	Columns: []call.ResultColumn{
		{Name: "measure", Type: "VARCHAR", Doc: "what is estimated"},
		{Name: "model", Type: "VARCHAR", Doc: "how: `'counted'` in `tbl`, `'given'` in the call, `'known'` from the population, or by a model"},
		{Name: "value", Type: "DOUBLE", Doc: "the estimate; NULL where the model has none for this table"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words"},
		{Name: "assumption", Type: "VARCHAR", Doc: "what the model takes for granted; NULL: nothing"},
		{Name: "source", Type: "VARCHAR", Doc: "where the model is from; NULL for what is no model"},
		{Name: "reason", Type: "VARCHAR", Doc: "why there is no value; NULL where there is one"},
	},
	Example: `SELECT measure, model, round(value, 4) AS value, reason
FROM population_risk('(VALUES (20, ''F''), (20, ''F''), (20, ''M''), (30, ''M''), (30, ''M''), (30, ''M''), (40, ''F'')) t(age, sex)',
                     qi := ['age', 'sex'], fraction := 0.1)`,
	Notes: []string{
		"In other functions `weight` says how many people of `tbl` a row counts, and it does here. Sampling weights have a parameter of their own: a column of counts, taken for them, would make the numbers far too small without a word.",
		"The rows are ordered by measure, then by model, as the table of measures is. With `population`, or where `tbl` is the whole population, nothing is estimated, and the model is `'known'`.",
		"A group of f people whose sampling weights add up to w was drawn with probability p = f/w; with `fraction` p is the same for all. Sampling weights that differ leave the models without a value that take everybody to be drawn with the same probability: give the average as `fraction`, if that is near enough.",
		"`zayatz` agrees with ARX (2025-09), and so does `pitman` where the likeliest α is above 0. Below 0 the sampling formula is a distribution only where -θ/α is a whole number, and other splits have negative probabilities; so `pitman` takes α = 0 there, which is Ewens's formula, and expects θ population uniques. ARX bounds θ, at 0, and not α: it takes the α below 0, and expects fewer, as for Adult. `snb` has values where ARX has none: ARX's second equation has a product in the place of a quotient, and its solver finds nothing. So `dankar`, which chooses among them, may differ for fractions above 0.1.",
		"With `missing := 'any'` f is how many people of the sample match somebody, and w the sum of their weights: fk and Fk of sdcMicro. Somebody who matches nobody else is a sample unique. Models of how large groups are have no value, and `population` must be NULL. See [Missing values](#missing-values).",
		"A person (`person`) must have one row. Where a person has several, keep one in a query given as `tbl`.",
		"Numbers are within 1e-9, relatively; where the population is known, within 1e-15. Sampling weights are added up to 12 decimals.",
	},
	NotPromised: "No number is a bound, and models disagree by factors, where the sample is a small part. `benedetti_franconi` knows nothing of how many groups are small, and [is far too low](#how-near-the-models-come) where many people are alone in the population. For an adversary who knows that somebody is in the sample, the risk is 1/f: [`privacy_measures`](#privacy_measures).",
	Cost:        "one scan and one GROUP BY of the `qi` columns, with `sampling_weight` of this too (and one of `population`). Then Go computes on the number of groups of each size: milliseconds, or seconds where a group has thousands of millions of people.",
	Source:      "Benedetti, Franconi, “Statistical and technological solutions for controlled data dissemination”, 1998; Hundepool et al., “Statistical Disclosure Control”, Wiley 2012; Zayatz, “Estimation of the number of unique population elements using a sample”, ASA 1991; Hoshino, “Applying Pitman's sampling formula to microdata disclosure risk assessment”, J. Official Statistics 17, 2001; Chen, Keller-McNulty, “Estimation of identification disclosure risk in microdata”, J. Official Statistics 14, 1998; Haas, Stokes, “Estimating the number of classes in a finite population”, JASA 93, 1998; Dankar, El Emam, Neisa, Roffey, “Estimating the re-identification risk of clinical data sets”, BMC Med. Inform. Decis. Mak. 12:66, 2012.",
	Plan:        planPopulationRisk,
	Kernels:     []host.Kernel{populationKernel},
	Aggregates:  []host.Aggregate{sampleSizesAggregate()},
}

// waysOfPopulation are the parameters of which one says what the population is.
var waysOfPopulation = []string{"fraction", "sampling_weight", "population"}

// sampled is the input of population_risk.
type sampled struct {
	*people.Input
	weight     string      // the column of sampling weights, "" for none
	population sqltext.SQL // what stands behind FROM, "" for none
}

func planPopulationRisk(c *call.Call) (sqltext.SQL, error) {
	way, err := wayOfPopulation(c)
	if err != nil {
		return "", err
	}
	in, err := newSampled(c)
	if err != nil {
		return "", err
	}
	spec := populationSpec{Way: way}
	if way == "fraction" {
		if spec.Fraction, err = c.Threshold("fraction"); err != nil {
			return "", err
		}
	}
	var p sqltext.Plan
	in.LeaveOutNobody()
	job := sqltext.Job{
		Function: c.Function.Name, Kernel: populationKernel.Name, Why: "the estimates",
		Spec: spec, Data: []sqltext.Member{{Name: "sizes", Value: "x.sizes"}},
		From: sqltext.Fill("(SELECT __skyline_sample_sizes({key}, {function}, people, population, stand_for, n) AS sizes FROM __skyline_sizes) AS x",
			sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name)}),
		Rows: "__skyline_estimates",
	}
	if in.MatchesAny {
		job.Data, job.From = []sqltext.Member{{Name: "rows", Value: "x.rows"}}, in.addMatches(&p)
	} else if way == "sampling_weight" {
		in.addWeightedSizes(&p, &job)
	} else {
		in.addSizes(&p)
	}
	p.Run(job)
	return p.Statement("SELECT * EXCLUDE (i) FROM __skyline_estimates ORDER BY i ASC"), nil
}

// wayOfPopulation returns the one parameter that says what the population is.
func wayOfPopulation(c *call.Call) (string, error) {
	var given []string
	for _, param := range waysOfPopulation {
		if c.Arguments[param] != nil {
			given = append(given, param)
		}
	}
	if len(given) == 1 {
		return given[0], nil
	}
	got := "none of them"
	switch {
	case len(given) > 1:
		got = strings.Join(given, " and ")
	case c.Arguments["weight"] != nil:
		got = "weight, which is how many people of tbl a row counts"
	}
	return "", c.Errorf("fraction, sampling_weight or population must be given, one of them, got %s; fraction := 0.05 if tbl is 5 %% of the population, sampling_weight := the column of how many people of the population somebody stands for, population := the table of all people", got)
}

// newSampled reads the table and its columns.
func newSampled(c *call.Call) (*sampled, error) {
	in := &sampled{}
	var err error
	if in.weight, _, err = c.OptionalText("sampling_weight", call.WhatColumn); err != nil {
		return nil, err
	}
	if in.Input, err = people.NewInput(c, call.RoleOf("sampling_weight", in.weight)); err != nil {
		return nil, err
	}
	if in.MatchesAny && c.Arguments["population"] != nil {
		return nil, c.Errorf("population must be NULL where missing is 'any': it says how large QI groups are, and there are none; use missing := 'category', or fraction or sampling_weight")
	}
	in.population, err = in.OtherTable("population")
	return in, err
}

// addSizes adds __skyline_sizes: how many QI groups have so many people, and so many in the
// population where that is known.
func (in *sampled) addSizes(p *sqltext.Plan) {
	in.AddTypes(p)
	in.AddGroups(p, people.Reading{Counted: true})
	groups := sqltext.Fill("SELECT n AS people, 0 AS population FROM {groups} WHERE n > 0", sqltext.Args{"groups": people.Groups})
	if in.population != "" {
		groups = in.Beside(in.population, "population")
	}
	p.With("__skyline_sizes", "how many QI groups have so many people, in the sample and in the population", sqltext.Fill(`
		SELECT {people} AS people, {population} AS population, 0::DOUBLE AS stand_for, count(*) AS n
		FROM ({groups})
		GROUP BY ALL
	`, sqltext.Args{"people": people.Bigint("people"), "population": people.Bigint("population"), "groups": groups}))
}

// addWeightedSizes adds __skyline_sizes with the sums of sampling weights of groups. The
// weights are counted as if they were a quasi-identifier, the last one, and the QI groups are
// put together again.
func (in *sampled) addWeightedSizes(p *sqltext.Plan, job *sqltext.Job) {
	keys := in.Keys()
	weight := in.addWeightedGroups(p)
	p.With("__skyline_sizes", "how many QI groups have so many people, who stand for so many", sqltext.Fill(`
		SELECT {people} AS people, 0 AS population, stand_for, count(*) AS n
		FROM (
		    SELECT sum(n) AS people, sum({stand_for})::DOUBLE AS stand_for
		    FROM {groups}
		    WHERE n > 0
		    GROUP BY {keys}
		)
		GROUP BY ALL
	`, sqltext.Args{"people": people.Bigint("people"), "stand_for": in.standFor(weight), "groups": people.Groups, "keys": sqltext.List(keys)}))
	job.Data = append(job.Data, sqltext.Member{Name: "equally", Value: sqltext.Fill("(SELECT count(DISTINCT {weight}) < 2 FROM {groups} WHERE n > 0)",
		sqltext.Args{"weight": weight, "groups": people.Groups})})
}

// addWeightedGroups adds Groups with the weight as another quasi-identifier, and returns its key.
func (in *sampled) addWeightedGroups(p *sqltext.Plan) sqltext.SQL {
	qi := in.QI
	in.QI = append(slices.Clip(qi), in.weight)
	weight := in.Keys()[len(qi)]
	in.AddTypes(p)
	in.AddGroups(p, people.Reading{Twice: true, Counted: true})
	in.QI = qi
	return weight
}

// addMatches adds the combinations of values, and returns what stands behind FROM for their rows.
// Sums of weights are exact in 12 decimals.
func (in *sampled) addMatches(p *sqltext.Plan) sqltext.SQL {
	if in.weight == "" {
		in.AddTypes(p)
		in.AddGroups(p, people.Reading{Twice: true, Counted: true})
		return in.AddMatchRows(p, people.Groups, "0", "0") + " AS x"
	}
	weight := in.addWeightedGroups(p)
	const combinations = sqltext.SQL("__skyline_combinations")
	p.Keep(combinations, "the combinations of values, their people, and for how many these stand", sqltext.Fill(`
		SELECT {keys}, sum(n) AS n, sum({stand_for})::VARCHAR AS w
		FROM {groups}
		WHERE n > 0
		GROUP BY {keys}
	`, sqltext.Args{"keys": sqltext.List(in.Keys()), "stand_for": in.standFor(weight), "groups": people.Groups}))
	part := func(i int64) sqltext.SQL {
		return sqltext.Fill("coalesce(TRY_CAST(split_part(g.w, '.', {i}) AS BIGINT), 9223372036854775807)", sqltext.Args{"i": sqltext.Int(i)})
	}
	return in.AddMatchRows(p, combinations, part(1), part(2)) + " AS x"
}

// weightTypes are those that sampling weights may have.
const weightTypes = sqltext.IntegerTypes + `|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)`

// tooManyStandFor is the error of sampling weights whose sum kernels cannot count.
const tooManyStandFor = "sampling_weight must add up to at most 2^61 people"

// standFor is how many people the n with a sampling weight stand for, as a DECIMAL: its sum
// is the same in any order. NaN is above all numbers.
func (in *sampled) standFor(weight sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`CASE WHEN NOT {is_number} THEN {type} WHEN {w} IS NULL THEN {null} WHEN TRY_CAST({w} AS DOUBLE) < 1 OR TRY_CAST({w} AS DOUBLE) > 1e12 THEN {range} WHEN n::DOUBLE * TRY_CAST({w} AS DOUBLE) > 2305843009213693952 THEN {many} ELSE n::BIGINT * TRY_CAST(TRY_CAST({w} AS DOUBLE) AS DECIMAL(38, 12)) END`, sqltext.Args{
		"w": weight, "is_number": sqltext.HasType(weight, weightTypes),
		"type":  in.Fail("sampling_weight must be a column of numbers: of an integer type, DECIMAL, DOUBLE or FLOAT; cast it in a query given as tbl"),
		"null":  in.Fail("sampling_weight must not be NULL; filter or fill such rows in a query given as tbl"),
		"range": in.Fail("sampling_weight must be from 1 to 1000000000000 in each row, since everybody stands for themselves at least; mend or filter such rows in a query given as tbl"),
		"many":  in.Fail(tooManyStandFor),
	})
}
