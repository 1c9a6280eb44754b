package presence

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// What functions share that look at a public table with a column that says who of it is
// in the private one.

var (
	paramPublic    = call.Param{Name: "tbl", Type: "VARCHAR", Doc: "the public table, one row a person: [a name or a query](#what-names-a-table)"}
	paramPublicRaw = call.Param{Name: paramPublic.Name, Type: paramPublic.Type, Doc: paramPublic.Doc, Raw: true} // of a function that makes a release of it
	paramPresent   = call.Param{Name: "present", Type: "VARCHAR", Doc: "the BOOLEAN column of `tbl` that says who is in the private table"}
	paramDeltaMin  = call.Param{Name: "delta_min", Type: "DOUBLE", Default: "0.0", Doc: "the least existence probability, inclusively"}
	paramDeltaMax  = call.Param{Name: "delta_max", Type: "DOUBLE", Default: "1.0", Doc: "the largest existence probability, inclusively"}
)

// presentIsBoolean is true where the type of the column present is BOOLEAN, and an error
// elsewhere.
func presentIsBoolean(c *call.Call, column sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("CASE WHEN typeof({column}) = 'BOOLEAN' THEN true ELSE {fail} END", sqltext.Args{
		"column": column,
		"fail":   c.Fail("present must be a BOOLEAN column; cast it, or compare it with what says that somebody is in the private table, in a query given as tbl"),
	})
}

// presentIsNull is the error of a row that does not say whether somebody is present.
func presentIsNull(c *call.Call) sqltext.SQL {
	return c.Fail("present must not be NULL; filter or fill such rows in a query given as tbl")
}

// deltas bound existence probabilities, inclusively.
type deltas struct {
	Low  float64 `json:"delta_min,omitzero"`
	High float64 `json:"delta_max,omitzero"`
}

// readDeltas reads delta_min and delta_max.
func readDeltas(c *call.Call) (deltas, error) {
	var d deltas
	for _, bound := range []struct {
		param string
		value *float64
	}{{"delta_min", &d.Low}, {"delta_max", &d.High}} {
		if err := c.CheckNumber(bound.param, "in [0, 1]", c.Arguments[bound.param], func(x float64) bool {
			*bound.value = x
			return x >= 0 && x <= 1
		}); err != nil {
			return d, err
		}
	}
	if d.Low > d.High {
		return d, c.Errorf("delta_min must be at most delta_max, got %s and %s", call.Show(c.Arguments["delta_min"]), call.Show(c.Arguments["delta_max"]))
	}
	return d, nil
}

// areBounds reports whether they are what a planner has checked.
func (d deltas) areBounds() bool { return 0 <= d.Low && d.Low <= d.High && d.High <= 1 }
