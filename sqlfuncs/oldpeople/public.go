package oldpeople

import (
	"fmt"

	"skyline/sqlfuncs/call"
)

// What functions share that look at a public table with a column that says who of it is
// in the private one.

var (
	ParamPublic   = call.Param{Name: "tbl", Type: "VARCHAR", Doc: "the public table, one row a person: named as in `skyline_check`"}
	ParamPresent  = call.Param{Name: "present", Type: "VARCHAR", Doc: "the BOOLEAN column of `tbl` that says who is in the private table"}
	ParamDeltaMin = call.Param{Name: "delta_min", Type: "DOUBLE", Default: "0.0", Doc: "the least existence probability, inclusively"}
	ParamDeltaMax = call.Param{Name: "delta_max", Type: "DOUBLE", Default: "1.0", Doc: "the largest existence probability, inclusively"}
)

// PresentIsBoolean is true where the type of the column present is BOOLEAN, and an error
// elsewhere.
func PresentIsBoolean(c *call.Call, column string) string {
	return fmt.Sprintf("CASE WHEN system.main.typeof(%s) = 'BOOLEAN' THEN true ELSE %s END", column,
		c.OldFail("present must be a BOOLEAN column; cast it, or compare it with what says that somebody is in the private table, in a query given as tbl"))
}

// PresentIsNull is the error of a row that does not say whether somebody is present.
func PresentIsNull(c *call.Call) string {
	return c.OldFail("present must not be NULL; filter or fill such rows in a query given as tbl")
}

// ReadDeltas returns delta_min and delta_max.
func ReadDeltas(c *call.Call) (low, high float64, err error) {
	for _, bound := range []struct {
		param string
		value *float64
	}{{"delta_min", &low}, {"delta_max", &high}} {
		if err := c.CheckNumber(bound.param, "in [0, 1]", c.Arguments[bound.param], func(x float64) bool {
			*bound.value = x
			return x >= 0 && x <= 1
		}); err != nil {
			return 0, 0, err
		}
	}
	if low > high {
		return 0, 0, c.Errorf("delta_min must be at most delta_max, got %s and %s", call.Show(c.Arguments["delta_min"]), call.Show(c.Arguments["delta_max"]))
	}
	return low, high, nil
}
