package sqlfuncs

import (
	"context"
	"fmt"
	"math/bits"

	"skyline/engine/knowledge"
	"skyline/engine/progress"
)

var skylineSurface = &Function{
	Name:        "skyline_surface",
	Summary:     "The breach probability at every knowledge point of a box, for plots.",
	Description: "The breach probability of each value at every (l, k, m) up to (`max_l`, `max_k`, `max_m`), as `skyline_check` computes it. " + knowledgeMeaning,
	Params: []Param{
		paramTable, paramQI, paramSensitive, paramValue,
		{Name: "max_l", Type: "BIGINT", Default: "5", Doc: "the largest l"},
		{Name: "max_k", Type: "BIGINT", Default: "10", Doc: "the largest k"},
		{Name: "max_m", Type: "BIGINT", Default: "5", Doc: "the largest m"},
		paramValues, paramPerson, paramWeight, paramAbsent,
	},
	Columns: []ResultColumn{
		{"value", "as `sensitive`", "the sensitive value"},
		{"l", "BIGINT", "knowledge about the target"},
		{"k", "BIGINT", "knowledge about other people"},
		{"m", "BIGINT", "knowledge about relationships"},
		{"breach", "DOUBLE", "the breach probability, in [0, 1]"},
	},
	Example: `FROM skyline_surface('(VALUES (20, ''Flu''), (20, ''Flu''), (20, ''AIDS''), (30, ''Flu''), (30, ''Cold''), (30, ''AIDS'')) t(age, disease)',
                     qi := ['age'], sensitive := 'disease', value := 'AIDS', max_l := 1, max_k := 2, max_m := 0)`,
	Notes: []string{
		noteNull, noteBreach,
		fmt.Sprintf("The box may have at most %d points, and with all its values the result as many rows.", maxSurface),
		"Cost: as `skyline_check` with that many points, whatever the weights.", noteModel, noteSource + "Sect. 4.1, 6.1.",
	},
	Plan:    planSkylineSurface,
	Scalars: func() []Scalar { return breachScalars("skyline_surface", surfaceFields, runSkylineSurface) },
}

// maxSurface is the largest result of skyline_surface, in rows; beyond, one
// result vector would not fit into memory.
const maxSurface = 10_000_000

func planSkylineSurface(c *Call) (string, error) {
	in, err := newInput(c)
	if err != nil {
		return "", err
	}
	size := uint64(1)
	for _, param := range []string{"max_l", "max_k", "max_m"} {
		most, err := c.whole(param)
		if err != nil {
			return "", err
		}
		high, low := bits.Mul64(size, uint64(most)+1)
		if high > 0 || low > maxSurface {
			return "", c.errorf("max_l, max_k and max_m must span at most %d points; ask for a smaller box", maxSurface)
		}
		size = low
	}
	points, err := oneValue(c, point{l: c.number("max_l"), k: c.number("max_k"), m: c.number("max_m"), c: "1"}, in.sensitive)
	if err != nil {
		return "", err
	}
	return planBreach(in, points, typedValue+" AS value, r.l, r.k, r.m, r.breach", "", byValue+", r.l ASC, r.k ASC, r.m ASC"), nil
}

var surfaceFields = []Field{
	{"value", Type{Kind: Varchar}},
	{"l", Type{Kind: Bigint}},
	{"k", Type{Kind: Bigint}},
	{"m", Type{Kind: Bigint}},
	{"breach", Type{Kind: Double}},
}

func runSkylineSurface(ctx context.Context, in *breachInput) (Column, error) {
	out := newRowBuilder(surfaceFields)
	questions := in.questions()
	for i, q := range questions {
		most := q.requirements[0].Point
		if rows := int64(len(questions)) * (most.L + 1) * (most.K + 1) * (most.M + 1); rows > maxSurface {
			return Column{}, fmt.Errorf("%s: the result must have at most %d rows, and %d values make it %d; ask for one value or a smaller box",
				in.function, maxSurface, len(questions), rows)
		}
		err := in.release.Surface(progress.Part(ctx, i, len(questions)), q.number, most, func(p knowledge.Point, probability float64) {
			out.text(0, q.value.Text, q.value.Null)
			out.int64(1, p.L)
			out.int64(2, p.K)
			out.int64(3, p.M)
			out.float64(4, probability)
			out.row()
		})
		if err != nil {
			return Column{}, in.explain(err)
		}
	}
	return out.column(), nil
}
