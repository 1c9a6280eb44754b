package sqlfuncs

import (
	"context"
	"fmt"
)

var skylineFind = &Function{
	Name:        "skyline_find",
	Summary:     "How much knowledge does a table withstand? The knowledge skyline of each sensitive value.",
	Description: "The maximal knowledge points (l, k, m) at which the breach probability of a value stays below `c`: the table withstands every adversary at or below one of them, and none above all of them. There is no row for a value that is unsafe already at (0, 0, 0). A value that the table does not have is safe at every point: its only row is the largest there is. " + knowledgeMeaning,
	Params: []Param{
		paramTable, paramQI, paramSensitive, paramValue,
		{Name: "c", Type: "DOUBLE", Default: "0.5", Doc: "the confidence threshold, in (0, 1]"},
		paramValues, paramPerson, paramWeight,
		{Name: "max_points", Type: "BIGINT", Default: "100000", Doc: "the most points that a value's skyline may have; with more the call is refused"},
	},
	Columns: []ResultColumn{
		{"value", "as `sensitive`", "the sensitive value"},
		{"l", "BIGINT", "knowledge about the target; at most the largest number of other values in a QI group, where a point stands for every larger l"},
		{"k", "BIGINT", "knowledge about other people; at most the number of people"},
		{"m", "BIGINT", "knowledge about relationships; at most the number of people"},
	},
	Example: `FROM skyline_find('(VALUES (20, ''Flu''), (20, ''Flu''), (20, ''AIDS''), (30, ''Flu''), (30, ''Cold''), (30, ''AIDS'')) t(age, disease)',
                  qi := ['age'], sensitive := 'disease', value := 'AIDS', c := 0.9)`,
	Notes: []string{
		noteNull,
		"It ends for every input and returns exactly the maximal points. Each decision is exact, as in `skyline_check`.",
		"Cost: one scan and one GROUP BY of the `qi` columns; then, for each value, O(log n) decisions for each point of the staircases over (k, m), one for each l at which they change.",
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
	points, err := oneValue(c, point{l: "0", k: fmt.Sprint(limit), m: "0", c: c.number("c")})
	if err != nil {
		return "", err
	}
	return planBreach(in, points, typedValue+" AS value, r.l, r.k, r.m", "", "value ASC NULLS LAST, r.l ASC, r.k ASC, r.m ASC"), nil
}

// maxFind is the largest result of skyline_find, in rows.
const maxFind = 10_000_000

var findFields = []Field{
	{"value", Type{Kind: Varchar}}, {"l", Type{Kind: Bigint}}, {"k", Type{Kind: Bigint}}, {"m", Type{Kind: Bigint}},
}

func runSkylineFind(ctx context.Context, in *breachInput) (Column, error) {
	out := newRowBuilder(findFields)
	for _, q := range in.questions() {
		r := q.requirements[0]
		points, err := in.release.Find(ctx, q.number, r.C, int(r.Point.K))
		if err != nil {
			return Column{}, in.explain(err)
		}
		if out.rows+len(points) > maxFind {
			return Column{}, fmt.Errorf("%s: the result must have at most %d rows; ask for one value, or take a smaller c", in.function, maxFind)
		}
		for _, p := range points {
			out.text(0, q.value.Text, q.value.Null)
			out.int64(1, p.L)
			out.int64(2, p.K)
			out.int64(3, p.M)
			out.row()
		}
	}
	return out.column(), nil
}
