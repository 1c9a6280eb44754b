package dialect

// trino is Trino, and Athena from engine version 3 on. It drops an ORDER BY where rows go
// into a table.
var trino = &Dialect{
	Name:  "trino",
	ident: quoted(0),
	text:  standardText,
	types: map[Kind]string{
		Text: "VARCHAR", Integer: "BIGINT", Float: "DOUBLE", Boolean: "BOOLEAN", Date: "DATE", Time: "TIME(6)",
		Timestamp: "TIMESTAMP(6)", TimestampTZ: "TIMESTAMP(6) WITH TIME ZONE", UUID: "UUID",
	},
	real:      "REAL",
	decimal:   decimalType,
	isNaN:     call("is_nan"),
	utc:       " +00:00",
	moment:    func(x string) string { return "(" + x + " AT TIME ZONE 'UTC')" },
	gather:    gathered("array_agg", "ARRAY[]"),
	sha256:    func(x string) string { return "lower(to_hex(sha256(to_utf8(" + x + "))))" },
	hexNumber: func(x string) string { return "from_base(" + x + ", 16)" },
	random:    "random()",
}
