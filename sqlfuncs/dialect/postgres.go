package dialect

import "strings"

// postgres is PostgreSQL. It cuts names at 63 bytes.
var postgres = &Dialect{
	Name:  "postgres",
	ident: quoted(63),
	// What a backslash is in plain quotes depends on standard_conforming_strings.
	text: func(s string) string {
		if !strings.Contains(s, `\`) {
			return standardText(s)
		}
		return "E" + standardText(strings.ReplaceAll(s, `\`, `\\`))
	},
	types: map[Kind]string{
		Text: "text", Integer: "bigint", Float: "double precision", Boolean: "boolean", Date: "date", Time: "time",
		Timestamp: "timestamp", TimestampTZ: "timestamp with time zone", UUID: "uuid",
	},
	real:      "real",
	decimal:   func(precision, scale int) string { return parameters("numeric", precision, scale) },
	isNaN:     func(x string) string { return x + " = CAST('NaN' AS double precision)" },
	utc:       "+00:00",
	bytes:     func(x string) string { return "(" + x + ` COLLATE "C")` },
	gather:    gathered("array_agg", "'{}'"),
	sha256:    func(x string) string { return "encode(sha256(convert_to(" + x + ", 'UTF8')), 'hex')" },
	hexNumber: func(x string) string { return castAs(castAs("('x' || "+x+")", "bit(32)"), "bigint") },
	random:    "random()",
	order:     orderBy,
}
