package check

import (
	"context"
	"database/sql"
	"slices"

	"skyline/engine/breach"
	"skyline/engine/progress"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// SkylineCheck is skyline_check.
var SkylineCheck = &call.Function{
	Name:        "skyline_check",
	Summary:     "How sure can an adversary with bounded knowledge become of somebody's sensitive value, and is that below c?",
	Questions:   []string{"Is the table safe against this much knowledge, and who is worst off?"},
	Description: "A row for each sensitive value and each knowledge point: the breach probability there, and a worst case. [What the adversary knows](#what-the-adversary-knows) is counted in `l`, `k` and `m`, each “at most”.",
	Params: slices.Concat([]call.Param{call.ParamTable, call.ParamQI, call.ParamSensitive}, call.ParamsKnowledge, []call.Param{
		call.ParamThreshold,
		{Name: "skyline", Type: "STRUCT[] or VARCHAR", Default: "NULL", Doc: "instead of `l`, `k`, `m`, `c`: a list of points `{'value': …, 'l': …, 'k': …, 'm': …, 'c': …}`, or the name of a table with these columns; a NULL `value` stands for every value that no point names, and absent or NULL numbers have [the same defaults](#the-default-attacker)"},
		call.ParamValuesOrRows, call.ParamPerson, call.ParamWeight, people.ParamAbsentValues, call.ParamOtherSensitive, paramRelations, call.ParamWithin, call.ParamSuppressedRows, call.ParamShowValues,
	}),
	Columns: []call.ResultColumn{
		{Name: "attribute", Type: "VARCHAR", Doc: "the sensitive column that the row is about"},
		{Name: "value", Type: "as `sensitive`", Doc: "the sensitive value", Data: true},
		{Name: "l", Type: "BIGINT", Doc: "knowledge about the target"},
		{Name: "k", Type: "BIGINT", Doc: "knowledge about other people"},
		{Name: "m", Type: "BIGINT", Doc: "knowledge about relationships"},
		{Name: "safe", Type: "BOOLEAN", Doc: "whether `breach < c`"},
		{Name: "breach", Type: "DOUBLE", Doc: "the breach probability, in [0, 1]; 0 for a value that the table does not have"},
		{Name: "c", Type: "DOUBLE", Doc: "the confidence threshold"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words: how sure who can become of what, how that compares with the limit, and who is worst off. Percentages have three digits, or as many as it takes to tell them from the limit; long values are cut. It is made only where a statement selects it", Data: true},
		{Name: "witness", Type: "STRUCT", Doc: "a worst case: `target_group`, the QI group of the target (a STRUCT of the `qi` columns), with `target_people` people in whom the value occurs `target_having` times; `family_group`, where the m relatives are (NULL if m = 0); `known_group`, where the k known others are (NULL if k = 0); " + witnessDoc + ". " + rowsWitnessDoc + ". NULL for a value that the table does not have", Data: true},
	},
	Example: `SELECT value, breach, safe, witness.target_group
FROM skyline_check('(VALUES (20, ''Flu''), (20, ''Flu''), (20, ''AIDS''),
                            (30, ''Flu''), (30, ''Cold''), (30, ''AIDS'')) t(age, disease)',
                   qi := ['age'], sensitive := 'disease', k := 1, c := 0.5)`,
	Notes: []string{
		"The witness names the first of several worst cases in a fixed order: fewer people, then the histogram, then the quasi-identifiers. With `relations` it names one without relatives, or else the first by the target's quasi-identifiers.",
		"With `relations` a family may be in at most 200 QI groups; more is an error where `m` is larger.",
	},
	Cost:    "one scan and one GROUP BY of the `qi` columns; then, for each value, one pass over the distinct histograms for each distinct `l`, and for each point a glance at the few groups that no other dominates. With `relations` a sort of the QI groups and joins with the pairs; then, for each value and point, time for each person with other relatives than those before, proportional to the relatives times `m`.",
	Source:  call.SourceSkyline + "Definitions 1–4, 11, Sect. 6.1, 7.1; for `relations` Sect. 9, with our own proof of how others known are spread.",
	Plan:    planSkylineCheck,
	Kernels: []host.Kernel{checkKernel, rowsCheckKernel},
	Scalars: func() []host.Scalar { return []host.Scalar{breachMeaningScalar(), rowsMeaningScalar()} },

	Aggregates: []host.Aggregate{relativesAggregate(), recordsAggregate()},
}

func planSkylineCheck(c *call.Call) (sqltext.SQL, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return "", err
	}
	if len(in.Sensitive) > 1 {
		return eachColumn{in, []string{"skyline"}, replacedInCheck}.plan()
	}
	points, err := readCheckPoints(c, in.Sensitive[0])
	if err != nil {
		return "", err
	}
	if in.ValuesPerPerson == people.Rows {
		return planRowsCheck(in, points), nil
	}
	related, err := readRelations(in)
	if err != nil {
		return "", err
	}
	return planBreach(in, points, breachQuery{
		relations: related, kernel: checkKernel.Name, why: "the breach probability of each value at each of its points", named: true,
		columns: sqltext.Fill(`
			{value} AS value, r.l, r.k, r.m, r.c, r.breach, r.safe,
			CASE WHEN r.target IS NOT NULL THEN struct_pack(
			    target_group := map_extract_value(w.gs, r.target), target_people := r.target_people, target_having := r.target_having,
			    family_group := map_extract_value(w.gs, r.family_group), known_group := map_extract_value(w.gs, r.known_group),
			    ruled_out := cast_to_type(r.ruled_out, list_value(t.s)),
			    {numbers}
			) END AS witness, {attribute} AS attribute, r.certain`, sqltext.Args{
			"value": people.TypedValue(), "attribute": sqltext.Text(in.Sensitive[0]),
			"numbers": witnessNumbers("r", "qi_group := map_extract_value(w.gs, f.at), "),
		}),
		meaning: people.OrNobody("r.breach", breachMeaning(in, related != nil)),
		joins:   "CROSS JOIN __skyline_witness_groups AS w\nWHERE r.histogram IS NULL",
		order:   people.ByValue() + ", r.l ASC, r.k ASC, r.m ASC, r.c ASC",
	}), nil
}

// readCheckPoints returns the points of skyline_check: the one of the parameters l, k,
// m, c, or those of the parameter skyline.
func readCheckPoints(c *call.Call, sensitive string) (*people.Skyline, error) {
	single, err := readSinglePoint(c)
	if err != nil {
		return nil, err
	}
	given := c.Arguments["skyline"]
	if given == nil {
		return people.NewSkyline(c, []people.Point{single}, "skyline", sensitive)
	}
	points, err := people.ReadSkyline(c, "skyline", given, sensitive)
	if err != nil {
		return nil, err
	}
	if single != people.DefaultPoint() {
		return nil, c.Errorf("skyline and l, k, m, c exclude each other; write the point into the skyline")
	}
	return points, nil
}

// readSinglePoint returns the point of the parameters l, k, m, c.
func readSinglePoint(c *call.Call) (p people.Point, err error) {
	if p.L, err = c.Whole("l"); err != nil {
		return p, err
	}
	if p.K, err = c.Whole("k"); err != nil {
		return p, err
	}
	if p.M, err = c.Whole("m"); err != nil {
		return p, err
	}
	p.C, err = c.Threshold("c")
	return p, err
}

// ReadOneValue returns the points of functions that answer for one value or, with value
// NULL, for each: one point with the given numbers.
func ReadOneValue(c *call.Call, p people.Point, sensitive string) (*people.Skyline, error) {
	if v := c.Arguments["value"]; v != nil {
		text, err := c.ScalarText("value", v)
		if err != nil {
			return nil, err
		}
		p.Value, p.Named = text, true
	}
	return people.NewSkyline(c, []people.Point{p}, "value", sensitive)
}

// checkRow is a row of the kernel: a finding, with groups by their keys, or, before those, a
// group that a witness names, target being its key, with its histogram, which is empty where
// the key is a number.
type checkRow struct {
	Value       sql.Null[string]
	L, K, M     sql.Null[int64]
	C           sql.Null[float64]
	Breach      sql.Null[float64]
	Safe        sql.Null[bool]
	Certain     sql.Null[bool] // the breach probability is 1, and not only rounded to it
	Target      sql.Null[int64]
	FamilyGroup sql.Null[int64]
	KnownGroup  sql.Null[int64]
	witnessRow

	Histogram sql.Null[host.Bytes]
}

var checkKernel = host.KernelOf("check", runSkylineCheck)

func runSkylineCheck(ctx context.Context, spec *breachSpec) (*host.Rows[checkRow], error) {
	in, err := spec.read()
	if err != nil {
		return nil, err
	}
	if in.release == nil {
		return nil, host.ErrNotKept
	}
	out := host.NewRows[checkRow]()
	if in.table.People == 0 {
		out.Add(checkRow{Safe: host.Some(false)})
		return out, nil
	}
	groups := map[groupKey]bool{}
	var named ruledOut
	questions := in.questions()
	for at, q := range questions {
		findings, err := in.check(progress.Part(ctx, at, len(questions)), &q)
		if err != nil {
			return nil, err
		}
		for i, f := range findings {
			if err := named.add(f.Witness); err != nil {
				return nil, err
			}
			p := q.requirements[i].Point
			row := checkRow{
				Value: sql.Null[string]{V: q.value.Text, Valid: !q.value.Null}, L: host.Some(p.L), K: host.Some(p.K), M: host.Some(p.M),
				C: host.Some(q.thresholds[i]), Breach: host.Some(f.Breach), Safe: host.Some(f.Safe), Certain: host.Some(f.Certain),
			}
			if f.Witness != nil {
				in.witness(out, groups, &row, &f)
			}
			out.Add(row)
		}
	}
	return out, nil
}

func (in *breachInput) check(ctx context.Context, q *question) ([]breach.RelatedFinding, error) {
	if q.number >= 0 {
		return in.family.check(ctx, in.release, q.number, q.requirements)
	}
	// The value occurs nowhere: its breach probability is 0.
	findings := make([]breach.RelatedFinding, len(q.requirements))
	for i := range findings {
		findings[i].Safe = true
	}
	return findings, nil
}

// witness writes a witness into a row, and adds a row before it for each group that it names
// and that has none yet.
func (in *breachInput) witness(out *host.Rows[checkRow], named map[groupKey]bool, row *checkRow, found *breach.RelatedFinding) {
	target, families, known := in.family.groupsOf(found)
	row.witnessRow = witnessOf(found.Witness, in.table.Values)
	row.Target, row.KnownGroup = host.Some(target), sql.Null[int64]{V: known, Valid: found.Witness.Known >= 0}
	for i, at := range families {
		row.Families[i].At = at
	}
	if len(families) > 0 {
		row.FamilyGroup = host.Some(families[0])
	}
	groups := append(families, target)
	if row.KnownGroup.Valid {
		groups = append(groups, known)
	}
	for _, group := range groups {
		if named[group] {
			continue
		}
		named[group] = true
		histogram := host.Bytes("")
		if found.Related < 0 {
			histogram = host.Bytes(in.table.Groups[group].Histogram)
		}
		out.Add(checkRow{Target: host.Some(group), Histogram: host.Some(histogram)})
	}
}
