package sqlfuncs

import "fmt"

// What functions share that look at a public table with a column that says who of it is
// in the private one.

var (
	paramPublic   = Param{Name: "tbl", Type: "VARCHAR", Doc: "the public table, one row a person: named as in `skyline_check`"}
	paramPresent  = Param{Name: "present", Type: "VARCHAR", Doc: "the BOOLEAN column of `tbl` that says who is in the private table"}
	paramDeltaMin = Param{Name: "delta_min", Type: "DOUBLE", Default: "0.0", Doc: "the least existence probability, inclusively"}
	paramDeltaMax = Param{Name: "delta_max", Type: "DOUBLE", Default: "1.0", Doc: "the largest existence probability, inclusively"}
)

// presentIsBoolean is true where the type of the column present is BOOLEAN, and an error
// elsewhere.
func (c *Call) presentIsBoolean(column string) string {
	return fmt.Sprintf("CASE WHEN system.main.typeof(%s) = 'BOOLEAN' THEN true ELSE %s END", column,
		c.fail("present must be a BOOLEAN column; cast it, or compare it with what says that somebody is in the private table, in a query given as tbl"))
}

// presentIsNull is the error of a row that does not say whether somebody is present.
func (c *Call) presentIsNull() string {
	return c.fail("present must not be NULL; filter or fill such rows in a query given as tbl")
}

// deltas returns delta_min and delta_max.
func (c *Call) deltas() (low, high float64, err error) {
	for _, bound := range []struct {
		param string
		value *float64
	}{{"delta_min", &low}, {"delta_max", &high}} {
		if err := c.checkNumber(bound.param, "in [0, 1]", c.arguments[bound.param], func(x float64) bool {
			*bound.value = x
			return x >= 0 && x <= 1
		}); err != nil {
			return 0, 0, err
		}
	}
	if low > high {
		return 0, 0, c.errorf("delta_min must be at most delta_max, got %s and %s", show(c.arguments["delta_min"]), show(c.arguments["delta_max"]))
	}
	return low, high, nil
}

// float returns a parameter that is a number, as SQL. A number with many digits would be
// a DECIMAL, whose cast may round a second time.
func (c *Call) float(param string) string { return quoteText(c.number(param)) + "::DOUBLE" }
