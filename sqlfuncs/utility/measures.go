package utility

import (
	"database/sql"
	"math"

	"skyline/sqlfuncs/host"
)

// measureRow is a row of a kernel that measures a release.
type measureRow struct {
	I         int64 // its place in the result
	Measure   string
	Attribute sql.Null[string] // the column that it is about
	Value     float64          `sql:"value,nan=null"`
	Meaning   sql.Null[string]
}

// measures are the rows of such a kernel.
type measures struct{ rows *host.Rows[measureRow] }

func newMeasures() measures { return measures{host.NewRows[measureRow]()} }

// add adds a measure. What is not finite is NULL; "" is no attribute.
func (m measures) add(measure, attribute string, value float64) {
	m.explained(measure, attribute, value, "")
}

// explained is add with what the measure means, unless that is "" or there is no value.
func (m measures) explained(measure, attribute string, value float64, meaning string) {
	if math.IsInf(value, 0) {
		value = math.NaN()
	}
	m.rows.Add(measureRow{
		I: int64(m.rows.Len()), Measure: measure, Attribute: sql.Null[string]{V: attribute, Valid: attribute != ""}, Value: value,
		Meaning: sql.Null[string]{V: meaning, Valid: meaning != "" && !math.IsNaN(value)},
	})
}
