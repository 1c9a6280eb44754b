package dialect

var duckdb = &Dialect{
	Name:  "duckdb",
	ident: quoted(0),
	text:  standardText,
	types: map[Kind]string{
		Text: "VARCHAR", Integer: "BIGINT", Float: "DOUBLE", Boolean: "BOOLEAN", Date: "DATE", Time: "TIME",
		Timestamp: "TIMESTAMP", TimestampTZ: "TIMESTAMP WITH TIME ZONE", UUID: "UUID",
	},
	real:      "FLOAT",
	decimal:   decimalType,
	isNaN:     call("isnan"),
	utc:       "+00:00",
	bytes:     call("encode"), // a column or default_collation may have a collation
	texts:     call("decode"),
	gather:    gathered("list", "[]"),
	sha256:    call("sha256"),
	hexNumber: func(x string) string { return castAs("'0x' || "+x, "BIGINT") },
	random:    "random()",
	order:     orderBy,
}
