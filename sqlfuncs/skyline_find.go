package sqlfuncs

import (
	"context"
	"fmt"

	"skyline/engine/progress"
)

var skylineFind = &Function{
	Name:        "skyline_find",
	Summary:     "How much knowledge does a table withstand? The knowledge skyline of each sensitive value.",
	Description: "The maximal knowledge points (l, k, m) at which the breach probability of a value stays below `c`: the table withstands every adversary at or below one of them, and none above all of them. A value that is unsafe already at (0, 0, 0), against somebody who knows nothing but the release, has one row, with NULL for the point. A value that the table does not have, allowed by `absent := 'allow'`, is safe at every point: its only row is the largest there is. " + knowledgeMeaning,
	Params: []Param{
		paramTable, paramQI, paramSensitive, paramValue,
		paramThreshold,
		paramValues, paramPerson, paramWeight,
		{Name: "max_points", Type: "BIGINT", Default: "100000", Doc: "the most points that a value's skyline may have; with more the call is refused"},
		paramAbsent,
	},
	Columns: []ResultColumn{
		{"value", "as `sensitive`", "the sensitive value"},
		{"l", "BIGINT", "knowledge about the target; at most the largest number of other values in a QI group, where a point stands for every larger l"},
		{"k", "BIGINT", "knowledge about other people; at most the number of people"},
		{"m", "BIGINT", "knowledge about relationships; at most the number of people"},
		{"safe", "BOOLEAN", "whether the value is safe at the point; false in the row of a value that is unsafe at every point, where `l`, `k` and `m` are NULL"},
		{"c", "DOUBLE", "the confidence threshold"},
	},
	Example: `FROM skyline_find('(VALUES (20, ''Flu''), (20, ''Flu''), (20, ''AIDS''), (30, ''Flu''), (30, ''Cold''), (30, ''AIDS'')) t(age, disease)',
                  qi := ['age'], sensitive := 'disease', value := 'AIDS', c := 0.9)`,
	Notes: []string{
		noteNull, noteSafe,
		"The rows are in the order of `value`, NULL last, then of `l`, `k`, `m`.",
		"It ends for every input and returns exactly the maximal points. Each decision is exact, as in `skyline_check`.",
		"With large weights a skyline may have more points than anybody wants, millions of them: `max_points` ends that within moments.",
		"Cost: one scan and one GROUP BY of the `qi` columns; then, for each value, a few decisions, O(log n) at most, for each point of the staircases over (k, m), one for each l at which they change.",
		noteModel, noteSource + "Definition 5, Sect. 6.3; the algorithm printed there does not end in the multi-value cases and takes breach = c for safe, and is replaced.",
	},
	Plan:    planSkylineFind,
	Scalars: func() []Scalar { return breachScalars("skyline_find", findFields, runSkylineFind) },
}

func planSkylineFind(c *Call) (string, error) {
	in, err := newInput(c)
	if err != nil {
		return "", err
	}
	if err := c.checkThreshold("c"); err != nil {
		return "", err
	}
	limit, err := c.whole("max_points")
	if err != nil {
		return "", err
	}
	// The kernel finds the limit where a point has its k.
	points, err := oneValue(c, point{l: "0", k: fmt.Sprint(limit), m: "0", c: c.number("c")}, in.sensitive)
	if err != nil {
		return "", err
	}
	return planBreach(in, points, typedValue+" AS value, r.l, r.k, r.m, r.safe, r.c", "", byValue+", r.l ASC, r.k ASC, r.m ASC"), nil
}

// maxFind is the largest result of skyline_find, in rows.
const maxFind = 10_000_000

var findFields = []Field{
	{"value", Type{Kind: Varchar}},
	{"l", Type{Kind: Bigint}},
	{"k", Type{Kind: Bigint}},
	{"m", Type{Kind: Bigint}},
	{"safe", Type{Kind: Boolean}},
	{"c", Type{Kind: Double}},
}

func runSkylineFind(ctx context.Context, in *breachInput) (Column, error) {
	out := newRowBuilder(findFields)
	questions := in.questions()
	for i, q := range questions {
		r := q.requirements[0]
		points, err := in.release.Find(progress.Part(ctx, i, len(questions)), q.number, r.C, int(r.Point.K))
		if err != nil {
			return Column{}, in.explain(err)
		}
		if out.rows+max(1, len(points)) > maxFind {
			return Column{}, fmt.Errorf("%s: the result must have at most %d rows; ask for one value, or take a smaller c", in.function, maxFind)
		}
		row := func(safe bool) {
			out.text(0, q.value.Text, q.value.Null)
			out.bool(4, safe)
			out.float64(5, q.thresholds[0])
			out.row()
		}
		for _, p := range points {
			out.int64(1, p.L)
			out.int64(2, p.K)
			out.int64(3, p.M)
			row(true)
		}
		if len(points) == 0 { // unsafe already at (0, 0, 0)
			out.null(1)
			out.null(2)
			out.null(3)
			row(false)
		}
	}
	return out.column(), nil
}
