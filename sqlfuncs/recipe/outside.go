package recipe

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/sqltext"
)

// outside counts the rows that a recipe does not cover.
type outside struct {
	rows    int64
	unknown []int64 // by column: those with a value that the recipe does not know
	lost    int64   // those of known values, which are in no region
}

// add counts n rows of the same codes.
func (o *outside) add(by applied, codes []int64, n int64) {
	o.rows += n
	known := true
	for d, code := range codes {
		if !by.Covers(d, int32(code)) {
			known = false
			o.unknown[d] += n
		}
	}
	if known {
		o.lost += n
	}
}

// why says how many rows are outside, and what for; it is empty where there are none.
func (o *outside) why(names []string) string {
	if o.rows == 0 {
		return ""
	}
	var causes []string
	for d, n := range o.unknown {
		if n > 0 {
			causes = append(causes, fmt.Sprintf("unknown values of %s: %d", sqltext.Ident(names[d]), n))
		}
	}
	if o.lost > 0 {
		causes = append(causes, fmt.Sprintf("in no region: %d", o.lost))
	}
	return fmt.Sprintf("recipe must cover all rows of tbl, and the number of rows outside of it is %d (%s)", o.rows, strings.Join(causes, "; "))
}
