package dialect

// snowflake is Snowflake. Names that were made without quotes are in capital letters there,
// and have to be given so.
var snowflake = &Dialect{
	Name:  "snowflake",
	ident: quoted(255),
	text:  func(s string) string { return backslashed("'", s) },
	types: map[Kind]string{
		Text: "VARCHAR", Integer: "BIGINT", Float: "DOUBLE", Boolean: "BOOLEAN", Date: "DATE", Time: "TIME(6)",
		Timestamp: "TIMESTAMP_NTZ(6)", TimestampTZ: "TIMESTAMP_TZ(6)", UUID: "VARCHAR",
	},
	decimal:   decimalType,
	isNaN:     func(x string) string { return x + " = CAST('NaN' AS DOUBLE)" },
	utc:       " +00:00",
	bytes:     func(x string) string { return "TO_BINARY(" + x + ", 'UTF-8')" },
	texts:     func(x string) string { return "TO_VARCHAR(" + x + ", 'UTF-8')" },
	moment:    func(x string) string { return "CONVERT_TIMEZONE('UTC', " + x + ")" },
	gather:    func(shown, x string) string { return "ARRAY_AGG(" + shown + ") WITHIN GROUP (ORDER BY " + x + ")" },
	sha256:    func(x string) string { return "SHA2(" + x + ", 256)" },
	hexNumber: func(x string) string { return "TO_NUMBER(" + x + ", 'XXXXXXXX')" },
	random:    "RANDOM()",
	order:     orderBy,
}
