package check

import (
	"context"
	"fmt"
	"math/bits"

	"skyline/engine/knowledge"
	"skyline/engine/progress"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/people"
)

var SkylineSurface = &call.Function{
	Name:        "skyline_surface",
	Summary:     "The breach probability at every knowledge point of a box, for plots.",
	Description: "The breach probability of each value at every (l, k, m) up to (`max_l`, `max_k`, `max_m`), as `skyline_check` computes it. " + knowledgeMeaning,
	Params: []call.Param{
		call.ParamTable, call.ParamQI, call.ParamSensitive, call.ParamValue,
		{Name: "max_l", Type: "BIGINT", Default: "5", Doc: "the largest l"},
		{Name: "max_k", Type: "BIGINT", Default: "10", Doc: "the largest k"},
		{Name: "max_m", Type: "BIGINT", Default: "5", Doc: "the largest m"},
		call.ParamValues, call.ParamPerson, call.ParamWeight, people.ParamAbsent,
	},
	Columns: []call.ResultColumn{
		{Name: "value", Type: "as `sensitive`", Doc: "the sensitive value"},
		{Name: "l", Type: "BIGINT", Doc: "knowledge about the target"},
		{Name: "k", Type: "BIGINT", Doc: "knowledge about other people"},
		{Name: "m", Type: "BIGINT", Doc: "knowledge about relationships"},
		{Name: "breach", Type: "DOUBLE", Doc: "the breach probability, in [0, 1]"},
	},
	Example: `FROM skyline_surface('(VALUES (20, ''Flu''), (20, ''Flu''), (20, ''AIDS''), (30, ''Flu''), (30, ''Cold''), (30, ''AIDS'')) t(age, disease)',
                     qi := ['age'], sensitive := 'disease', value := 'AIDS', max_l := 1, max_k := 2, max_m := 0)`,
	Notes: []string{
		call.NoteNull, call.NoteBreach,
		fmt.Sprintf("The box may have at most %d points, and with all its values the result as many rows.", maxSurface),
		"Cost: as `skyline_check` with that many points, whatever the weights.", call.NoteModel, call.NoteSource + "Sect. 4.1, 6.1.",
	},
	Plan:    call.Old(planSkylineSurface),
	Scalars: func() []host.Scalar { return breachScalars("skyline_surface", surfaceFields, runSkylineSurface) },
}

// maxSurface is the largest result of skyline_surface, in rows; beyond, one
// result vector would not fit into memory.
const maxSurface = 10_000_000

func planSkylineSurface(c *call.Call) (string, error) {
	in, err := oldpeople.NewInput(c)
	if err != nil {
		return "", err
	}
	size := uint64(1)
	for _, param := range []string{"max_l", "max_k", "max_m"} {
		most, err := c.Whole(param)
		if err != nil {
			return "", err
		}
		high, low := bits.Mul64(size, uint64(most)+1)
		if high > 0 || low > maxSurface {
			return "", c.Errorf("max_l, max_k and max_m must span at most %d points; ask for a smaller box", maxSurface)
		}
		size = low
	}
	points, err := oldpeople.OneValue(c, oldpeople.Point{L: c.Number("max_l"), K: c.Number("max_k"), M: c.Number("max_m"), C: "1"}, in.Sensitive)
	if err != nil {
		return "", err
	}
	return planBreach(in, points, oldpeople.TypedValue+" AS value, r.l, r.k, r.m, r.breach", "", oldpeople.ByValue+", r.l ASC, r.k ASC, r.m ASC"), nil
}

var surfaceFields = []host.Field{
	{Name: "value", Type: host.Type{Kind: host.Varchar}},
	{Name: "l", Type: host.Type{Kind: host.Bigint}},
	{Name: "k", Type: host.Type{Kind: host.Bigint}},
	{Name: "m", Type: host.Type{Kind: host.Bigint}},
	{Name: "breach", Type: host.Type{Kind: host.Double}},
}

func runSkylineSurface(ctx context.Context, in *breachInput) (host.Column, error) {
	out := host.NewRowBuilder(surfaceFields)
	questions := in.questions()
	for i, q := range questions {
		most := q.requirements[0].Point
		if rows := int64(len(questions)) * (most.L + 1) * (most.K + 1) * (most.M + 1); rows > maxSurface {
			return host.Column{}, fmt.Errorf("%s: the result must have at most %d rows, and %d values make it %d; ask for one value or a smaller box",
				in.function, maxSurface, len(questions), rows)
		}
		err := in.release.Surface(progress.Part(ctx, i, len(questions)), q.number, most, func(p knowledge.Point, probability float64) {
			out.Text(0, q.value.Text, q.value.Null)
			out.Int64(1, p.L)
			out.Int64(2, p.K)
			out.Int64(3, p.M)
			out.Float64(4, probability)
			out.Row()
		})
		if err != nil {
			return host.Column{}, in.explain(err)
		}
	}
	return out.Column(), nil
}
