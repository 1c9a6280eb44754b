package dialect

import (
	"encoding/hex"
	"errors"
	"strings"
)

// spark is Spark SQL, from 3.4 on, and Databricks. There is no type TIME before 4.1.
var spark = &Dialect{
	Name: "spark",
	ident: func(name string) (string, error) {
		if strings.Contains(name, "${") {
			return "", errors.New("it must not hold ${, which Spark replaces in a statement, even in quotes")
		}
		return doubled("`", "`", name), nil
	},
	// How a quote and a backslash are read depends on settings and the version, and ${ begins
	// a variable.
	text: func(s string) string {
		if strings.ContainsAny(s, `'\`) || strings.Contains(s, "${") {
			return "X'" + hex.EncodeToString([]byte(s)) + "'"
		}
		return "'" + s + "'"
	},
	types: map[Kind]string{
		Text: "STRING", Integer: "BIGINT", Float: "DOUBLE", Boolean: "BOOLEAN", Date: "DATE",
		Timestamp: "TIMESTAMP_NTZ", TimestampTZ: "TIMESTAMP", UUID: "STRING",
	},
	real:    "FLOAT",
	decimal: decimalType,
	isNaN:   call("isnan"),
	utc:     "+00:00",
	// COLLATE is known from Spark 4 on only.
	bytes:     func(x string) string { return castAs(x, "BINARY") },
	texts:     func(x string) string { return castAs(x, "STRING") },
	gather:    func(shown, _ string) string { return "sort_array(collect_list(" + shown + "))" },
	sha256:    func(x string) string { return "sha2(" + x + ", 256)" },
	hexNumber: func(x string) string { return castAs("conv("+x+", 16, 10)", "BIGINT") },
	random:    "rand()",
	order: func(column, random string) string {
		return "DISTRIBUTE BY " + column + " SORT BY " + column + ", " + random
	},
}
