package check

import (
	"context"
	"fmt"

	"skyline/engine/progress"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/people"
)

var SkylineFind = &call.Function{
	Name:        "skyline_find",
	Summary:     "How much knowledge does a table withstand? The knowledge skyline of each sensitive value.",
	Description: "The maximal knowledge points (l, k, m) at which the breach probability of a value stays below `c`: the table withstands every adversary at or below one of them, and none above all of them. A value that is unsafe already at (0, 0, 0), against somebody who knows nothing but the release, has one row, with NULL for the point. A value that the table does not have, allowed by `absent := 'allow'`, is safe at every point: its only row is the largest there is. " + knowledgeMeaning,
	Params: []call.Param{
		call.ParamTable, call.ParamQI, call.ParamSensitive, call.ParamValue,
		call.ParamThreshold,
		call.ParamValues, call.ParamPerson, call.ParamWeight,
		{Name: "max_points", Type: "BIGINT", Default: "100000", Doc: "the most points that a value's skyline may have; with more the call is refused"},
		people.ParamAbsent,
	},
	Columns: []call.ResultColumn{
		{Name: "value", Type: "as `sensitive`", Doc: "the sensitive value"},
		{Name: "l", Type: "BIGINT", Doc: "knowledge about the target; at most the largest number of other values in a QI group, where a point stands for every larger l"},
		{Name: "k", Type: "BIGINT", Doc: "knowledge about other people; at most the number of people"},
		{Name: "m", Type: "BIGINT", Doc: "knowledge about relationships; at most the number of people"},
		{Name: "safe", Type: "BOOLEAN", Doc: "whether the value is safe at the point; false in the row of a value that is unsafe at every point, where `l`, `k` and `m` are NULL"},
		{Name: "c", Type: "DOUBLE", Doc: "the confidence threshold"},
	},
	Example: `FROM skyline_find('(VALUES (20, ''Flu''), (20, ''Flu''), (20, ''AIDS''), (30, ''Flu''), (30, ''Cold''), (30, ''AIDS'')) t(age, disease)',
                  qi := ['age'], sensitive := 'disease', value := 'AIDS', c := 0.9)`,
	Notes: []string{
		call.NoteNull, call.NoteSafe,
		"The rows are in the order of `value`, NULL last, then of `l`, `k`, `m`.",
		"It ends for every input and returns exactly the maximal points. Each decision is exact, as in `skyline_check`.",
		"With large weights a skyline may have more points than anybody wants, millions of them: `max_points` ends that within moments.",
		"Cost: one scan and one GROUP BY of the `qi` columns; then, for each value, a few decisions, O(log n) at most, for each point of the staircases over (k, m), one for each l at which they change.",
		call.NoteModel, call.NoteSource + "Definition 5, Sect. 6.3; the algorithm printed there does not end in the multi-value cases and takes breach = c for safe, and is replaced.",
	},
	Plan:    call.Old(planSkylineFind),
	Scalars: func() []host.Scalar { return breachScalars("skyline_find", findFields, runSkylineFind) },
}

func planSkylineFind(c *call.Call) (string, error) {
	in, err := oldpeople.NewInput(c)
	if err != nil {
		return "", err
	}
	if err := c.CheckThreshold("c"); err != nil {
		return "", err
	}
	limit, err := c.Whole("max_points")
	if err != nil {
		return "", err
	}
	// The kernel finds the limit where a point has its k.
	points, err := oldpeople.OneValue(c, oldpeople.Point{L: "0", K: fmt.Sprint(limit), M: "0", C: c.Number("c")}, in.Sensitive)
	if err != nil {
		return "", err
	}
	return planBreach(in, points, oldpeople.TypedValue+" AS value, r.l, r.k, r.m, r.safe, r.c", "", oldpeople.ByValue+", r.l ASC, r.k ASC, r.m ASC"), nil
}

// maxFind is the largest result of skyline_find, in rows.
const maxFind = 10_000_000

var findFields = []host.Field{
	{Name: "value", Type: host.Type{Kind: host.Varchar}},
	{Name: "l", Type: host.Type{Kind: host.Bigint}},
	{Name: "k", Type: host.Type{Kind: host.Bigint}},
	{Name: "m", Type: host.Type{Kind: host.Bigint}},
	{Name: "safe", Type: host.Type{Kind: host.Boolean}},
	{Name: "c", Type: host.Type{Kind: host.Double}},
}

func runSkylineFind(ctx context.Context, in *breachInput) (host.Column, error) {
	out := host.NewRowBuilder(findFields)
	questions := in.questions()
	for i, q := range questions {
		r := q.requirements[0]
		points, err := in.release.Find(progress.Part(ctx, i, len(questions)), q.number, r.C, int(r.Point.K))
		if err != nil {
			return host.Column{}, in.explain(err)
		}
		if out.Rows+max(1, len(points)) > maxFind {
			return host.Column{}, fmt.Errorf("%s: the result must have at most %d rows; ask for one value, or take a smaller c", in.function, maxFind)
		}
		row := func(safe bool) {
			out.Text(0, q.value.Text, q.value.Null)
			out.Bool(4, safe)
			out.Float64(5, q.thresholds[0])
			out.Row()
		}
		for _, p := range points {
			out.Int64(1, p.L)
			out.Int64(2, p.K)
			out.Int64(3, p.M)
			row(true)
		}
		if len(points) == 0 { // unsafe already at (0, 0, 0)
			out.Null(1)
			out.Null(2)
			out.Null(3)
			row(false)
		}
	}
	return out.Column(), nil
}
