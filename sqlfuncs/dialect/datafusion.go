package dialect

// datafusion is Apache DataFusion. By their names in SQL, times of the day and moments with a
// time zone would be of nanoseconds: the former are not compared with those of microseconds,
// and the latter end in the year 2262.
var datafusion = &Dialect{
	Name:  "datafusion",
	ident: quoted(0),
	text:  standardText,
	types: map[Kind]string{
		Text: "VARCHAR", Integer: "BIGINT", Float: "DOUBLE", Boolean: "BOOLEAN", Date: "DATE", Time: arrowTime,
		Timestamp: "TIMESTAMP(6)", TimestampTZ: arrowMoment, UUID: "VARCHAR",
	},
	real:    "REAL",
	decimal: decimalType,
	cast: func(x, name string) string {
		if name == arrowMoment || name == arrowTime {
			return "arrow_cast(" + x + ", " + standardText(name) + ")"
		}
		return castAs(x, name)
	},
	isNaN:  call("isnan"),
	utc:    "+00:00",
	random: "random()",
	order:  orderBy,
}

// Types by their names in Arrow.
const (
	arrowTime   = "Time64(Microsecond)"
	arrowMoment = `Timestamp(Microsecond, Some("+00:00"))`
)
