package check

import (
	"context"
	"database/sql"
	"fmt"

	"skyline/engine/progress"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// SkylineFind is skyline_find.
var SkylineFind = &call.Function{
	Name:        "skyline_find",
	Summary:     "How much knowledge does a table withstand? The knowledge skyline of each sensitive value.",
	Questions:   []string{"How much knowledge does it withstand?"},
	Description: "A row for each maximal knowledge point (l, k, m) at which the breach probability of a value stays below `c`: the table withstands every adversary at or below one of them, and none above all of them. See [What the adversary knows](#what-the-adversary-knows).",
	Params: []call.Param{
		call.ParamTable, call.ParamQI, call.ParamSensitive, call.ParamValue,
		call.ParamThreshold,
		call.ParamValuesOrRows, call.ParamPerson, call.ParamWeight,
		{Name: "max_points", Type: "BIGINT", Default: "100000", Doc: "the most points that a value's skyline may have; with more the call is refused"},
		people.ParamAbsentValues, call.ParamOtherSensitive, call.ParamWithin, call.ParamSuppressedRows, call.ParamShowValues,
	},
	Columns: []call.ResultColumn{
		{Name: "attribute", Type: "VARCHAR", Doc: "the sensitive column that the row is about"},
		{Name: "value", Type: "as `sensitive`", Doc: "the sensitive value", Data: true},
		{Name: "l", Type: "BIGINT", Doc: "knowledge about the target; at most the largest number of other values in a QI group, where a point stands for every larger l"},
		{Name: "k", Type: "BIGINT", Doc: "knowledge about other people; at most the number of people"},
		{Name: "m", Type: "BIGINT", Doc: "knowledge about relationships; at most the number of people"},
		{Name: "safe", Type: "BOOLEAN", Doc: "whether the value is safe at the point; false in the row of a value that is unsafe at every point, where `l`, `k` and `m` are NULL"},
		{Name: "c", Type: "DOUBLE", Doc: "the confidence threshold"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words: who stays less sure than what. It is made only where a statement selects it", Data: true},
	},
	Example: `SELECT value, l, k, m, safe, c
FROM skyline_find('(VALUES (20, ''Flu'', 10), (20, ''Cold'', 8), (20, ''AIDS'', 2),
                           (30, ''Flu'', 6), (30, ''Cold'', 6), (30, ''AIDS'', 4)) t(age, disease, people)',
                  qi := ['age'], sensitive := 'disease', weight := 'people', value := 'AIDS', c := 0.6)`,
	// The stairs between the points.
	Plot: `SELECT unnest([k, k]) AS "other people known, k", 'l = ' || l AS curve, unnest([m, lead(m, 1, 0) OVER (PARTITION BY l ORDER BY k)]) AS "relatives, m"`,
	Notes: []string{
		"In the plot, what is on the stairs of an `l`, or below them, is safe.",
		"A value that is unsafe already at (0, 0, 0), against somebody who knows nothing but the release, has one row, with NULL for the point and `safe = false`. A value that the table does not have, allowed by `absent_values := 'allow'`, is safe at every point: its only row is the largest there is.",
		"The rows are in the order of `value`, NULL last, then of `l`, `k`, `m`.",
		"It ends for every input and returns exactly the maximal points.",
		"With large weights a skyline may have more points than anybody wants, millions of them: `max_points` stops such a call within moments.",
	},
	Cost:    "one scan and one GROUP BY of the `qi` columns; then, for each value, a few decisions, O(log n) at most, for each point of the staircases over (k, m), one for each l at which they change.",
	Source:  call.SourceSkyline + "Definition 5, Sect. 6.3. The algorithm printed there does not end in the multi-value cases and takes breach = c for safe, and is replaced.",
	Plan:    planSkylineFind,
	Kernels: []host.Kernel{findKernel},
	Scalars: func() []host.Scalar { return []host.Scalar{findMeaningScalar()} },
}

func planSkylineFind(c *call.Call) (sqltext.SQL, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return "", err
	}
	threshold, err := c.Threshold("c")
	if err != nil {
		return "", err
	}
	limit, err := c.Whole("max_points")
	if err != nil {
		return "", err
	}
	if len(in.Sensitive) > 1 {
		return eachColumn{in, []string{"value"}, replacedValue}.plan()
	}
	points, err := ReadOneValue(c, people.Point{C: threshold}, in.Sensitive[0])
	if err != nil {
		return "", err
	}
	return planBreach(in, points, breachQuery{
		kernel: findKernel.Name, why: "the knowledge skyline of each value", maxPoints: limit,
		columns: people.TypedValue() + " AS value, r.l, r.k, r.m, r.safe, r.c, " + sqltext.Text(in.Sensitive[0]) + " AS attribute, r.absent",
		meaning: people.OrNobody("r.c", findMeaning(in)),
		order:   people.ByValue() + ", r.l ASC, r.k ASC, r.m ASC",
	}), nil
}

// maxFind is the largest result of skyline_find, in rows.
const maxFind = 10_000_000

// findRow is a maximal point, or says that a value is unsafe at (0, 0, 0).
type findRow struct {
	Value   sql.Null[string]
	L, K, M sql.Null[int64]
	Safe    bool
	C       sql.Null[float64]
	Absent  bool // the table does not have the value
}

var findKernel = host.KernelOf("find", runSkylineFind)

func runSkylineFind(ctx context.Context, spec *breachSpec) (*host.Rows[findRow], error) {
	in, err := spec.read()
	if err != nil {
		return nil, err
	}
	out := host.NewRows[findRow]()
	if in.table.People == 0 {
		out.Add(findRow{})
		return out, nil
	}
	questions := in.questions()
	for i, q := range questions {
		points, err := in.searched().Find(progress.Part(ctx, i, len(questions)), q.number, q.requirements[0].C, int(spec.MaxPoints))
		if err != nil {
			return nil, err
		}
		if out.Len()+max(1, len(points)) > maxFind {
			return nil, fmt.Errorf("the result must have at most %d rows; ask for one value, or take a smaller c", maxFind)
		}
		row := findRow{Value: sql.Null[string]{V: q.value.Text, Valid: !q.value.Null}, C: host.Some(q.thresholds[0]), Absent: q.number < 0}
		if len(points) == 0 { // unsafe already at (0, 0, 0)
			out.Add(row)
		}
		row.Safe = true
		for _, p := range points {
			row.L, row.K, row.M = host.Some(p.L), host.Some(p.K), host.Some(p.M)
			out.Add(row)
		}
	}
	return out, nil
}
