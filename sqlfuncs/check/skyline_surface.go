package check

import (
	"context"
	"database/sql"
	"fmt"
	"math/bits"

	"skyline/engine/knowledge"
	"skyline/engine/progress"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// SkylineSurface is skyline_surface.
var SkylineSurface = &call.Function{
	Name:        "skyline_surface",
	Summary:     "The breach probability at every knowledge point of a box, for plots.",
	Questions:   []string{"How does the risk grow with knowledge?"},
	Description: "A row for each value and each (l, k, m) up to (`max_l`, `max_k`, `max_m`): the breach probability that `skyline_check` computes there. See [What the adversary knows](#what-the-adversary-knows).",
	Params: []call.Param{
		call.ParamTable, call.ParamQI, call.ParamSensitive, call.ParamValue,
		{Name: "max_l", Type: "BIGINT", Default: "5", Doc: "the largest l"},
		{Name: "max_k", Type: "BIGINT", Default: "10", Doc: "the largest k"},
		{Name: "max_m", Type: "BIGINT", Default: "5", Doc: "the largest m"},
		call.ParamValuesOrRows, call.ParamPerson, call.ParamWeight, people.ParamAbsentValues, call.ParamOtherSensitive, call.ParamWithin, call.ParamSuppressedRows, call.ParamShowValues,
	},
	Columns: []call.ResultColumn{
		{Name: "attribute", Type: "VARCHAR", Doc: "the sensitive column that the row is about"},
		{Name: "value", Type: "as `sensitive`", Doc: "the sensitive value", Data: true},
		{Name: "l", Type: "BIGINT", Doc: "knowledge about the target"},
		{Name: "k", Type: "BIGINT", Doc: "knowledge about other people"},
		{Name: "m", Type: "BIGINT", Doc: "knowledge about relationships"},
		{Name: "breach", Type: "DOUBLE", Doc: "the breach probability, in [0, 1]"},
	},
	Example: `FROM skyline_surface('(VALUES (20, ''Flu'', 5), (20, ''Cold'', 4), (20, ''AIDS'', 1),
                              (30, ''Flu'', 3), (30, ''Cold'', 3), (30, ''AIDS'', 2)) t(age, disease, people)',
                     qi := ['age'], sensitive := 'disease', weight := 'people', value := 'AIDS', max_l := 1, max_k := 4, max_m := 0)`,
	Plot: `SELECT k AS "other people known, k", 'l = ' || l AS curve, breach AS "breach probability"`,
	Notes: []string{
		fmt.Sprintf("The box may have at most %d points, and with all its values the result as many rows.", maxSurface),
	},
	Cost:    "as `skyline_check` with that many points, whatever the weights.",
	Source:  call.SourceSkyline + "Sect. 4.1, 6.1.",
	Plan:    planSkylineSurface,
	Kernels: []host.Kernel{surfaceKernel},
}

// maxSurface is the largest result of skyline_surface, in rows; beyond, one
// result vector would not fit into memory.
const maxSurface = 10_000_000

func planSkylineSurface(c *call.Call) (sqltext.SQL, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return "", err
	}
	most := people.Point{C: 1}
	size := uint64(1)
	for _, bound := range []struct {
		param string
		most  *int64
	}{{"max_l", &most.L}, {"max_k", &most.K}, {"max_m", &most.M}} {
		if *bound.most, err = c.Whole(bound.param); err != nil {
			return "", err
		}
		high, low := bits.Mul64(size, uint64(*bound.most)+1)
		if high > 0 || low > maxSurface {
			return "", c.Errorf("max_l, max_k and max_m must span at most %d points; ask for a smaller box", maxSurface)
		}
		size = low
	}
	if len(in.Sensitive) > 1 {
		return eachColumn{in, []string{"value"}, replacedValue}.plan()
	}
	points, err := ReadOneValue(c, most, in.Sensitive[0])
	if err != nil {
		return "", err
	}
	return planBreach(in, points, breachQuery{
		kernel: surfaceKernel.Name, why: "the breach probability of each value at each point of the box",
		columns: sqltext.Text(in.Sensitive[0]) + " AS attribute, " + people.TypedValue() + " AS value, r.l, r.k, r.m, r.breach",
		order:   people.ByValue() + ", r.l ASC, r.k ASC, r.m ASC",
	}), nil
}

// surfaceRow is a point of the box.
type surfaceRow struct {
	Value   sql.Null[string]
	L, K, M int64
	Breach  float64
}

var surfaceKernel = host.KernelOf("surface", runSkylineSurface)

func runSkylineSurface(ctx context.Context, spec *breachSpec) (*host.Rows[surfaceRow], error) {
	in, err := spec.read()
	if err != nil {
		return nil, err
	}
	out := host.NewRows[surfaceRow]()
	questions := in.questions()
	for i, q := range questions {
		most := q.requirements[0].Point
		if rows := int64(len(questions)) * (most.L + 1) * (most.K + 1) * (most.M + 1); rows > maxSurface {
			return nil, fmt.Errorf("the result must have at most %d rows, and %d values make it %d; ask for one value or a smaller box",
				maxSurface, len(questions), rows)
		}
		value := sql.Null[string]{V: q.value.Text, Valid: !q.value.Null}
		err := in.searched().Surface(progress.Part(ctx, i, len(questions)), q.number, most, func(p knowledge.Point, probability float64) {
			out.Add(surfaceRow{value, p.L, p.K, p.M, probability})
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
