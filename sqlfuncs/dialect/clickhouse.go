package dialect

import (
	"fmt"
	"math"
)

// clickhouse is ClickHouse. It has no type of times of the day, and its moments are of UTC
// here, whether they have a time zone or not.
var clickhouse = &Dialect{
	Name:  "clickhouse",
	ident: func(name string) (string, error) { return backslashed("`", name), nil },
	text:  func(s string) string { return backslashed("'", s) },
	types: map[Kind]string{
		Text: "String", Integer: "Int64", Float: "Float64", Boolean: "Bool", Date: "Date32",
		Timestamp: "DateTime64(6, 'UTC')", TimestampTZ: "DateTime64(6, 'UTC')", UUID: "UUID",
	},
	real:     "Float32",
	decimal:  func(precision, scale int) string { return parameters("Decimal", precision, scale) },
	nullable: call("Nullable"),
	isNaN:    call("isNaN"),
	// Texts of numbers are read with an error in the last digit there.
	float:     func(x float64) string { return fmt.Sprintf("reinterpretAsFloat64(toUInt64(%d))", math.Float64bits(x)) },
	least:     1900,
	greatest:  2299,
	gather:    func(shown, _ string) string { return "arraySort(groupArray(" + shown + "))" },
	sha256:    func(x string) string { return "lower(hex(SHA256(assumeNotNull(" + x + "))))" },
	hexNumber: func(x string) string { return "toInt64(reinterpretAsUInt32(reverse(unhex(" + x + "))))" },
	random:    "rand64()",
	order:     orderBy,
	unions:    true,
	into:      "ENGINE = MergeTree ORDER BY tuple()",
}
