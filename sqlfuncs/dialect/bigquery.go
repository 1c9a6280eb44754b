package dialect

// bigquery is GoogleSQL of BigQuery. It groups by no arrays, and has no VALUES in FROM.
var bigquery = &Dialect{
	Name:  "bigquery",
	ident: func(name string) (string, error) { return backslashed("`", name), nil },
	text:  func(s string) string { return backslashed("'", s) },
	types: map[Kind]string{
		Text: "STRING", Integer: "INT64", Float: "FLOAT64", Boolean: "BOOL", Date: "DATE", Time: "TIME",
		Timestamp: "DATETIME", TimestampTZ: "TIMESTAMP", UUID: "STRING",
	},
	decimal: func(precision, scale int) string {
		if scale <= 9 && precision-scale <= 29 {
			return "NUMERIC"
		}
		return "BIGNUMERIC"
	},
	isNaN:     call("IS_NAN"),
	utc:       "+00:00",
	bytes:     func(x string) string { return castAs(x, "BYTES") },
	texts:     func(x string) string { return castAs(x, "STRING") },
	sha256:    func(x string) string { return "TO_HEX(SHA256(" + x + "))" },
	hexNumber: func(x string) string { return castAs("('0x' || "+x+")", "INT64") },
	random:    "RAND()",
	unions:    true,
}
