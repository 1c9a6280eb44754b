package dialect

import "strings"

// redshift is Amazon Redshift. Names are in small letters there, unless
// enable_case_sensitive_identifier is set. It groups by no arrays, has no VALUES in FROM, and
// does not look at blanks at the end of texts when it compares them, nor, with some
// collations, at case.
var redshift = &Dialect{
	Name:  "redshift",
	ident: quoted(127),
	// Whether a backslash begins an escape depends on what sends the statement.
	text: func(s string) string {
		return strings.ReplaceAll(standardText(s), `\`, "' || CHR(92) || '")
	},
	types: map[Kind]string{
		Text: "VARCHAR(65535)", Integer: "BIGINT", Float: "DOUBLE PRECISION", Boolean: "BOOLEAN", Date: "DATE", Time: "TIME",
		Timestamp: "TIMESTAMP", TimestampTZ: "TIMESTAMP WITH TIME ZONE", UUID: "VARCHAR(65535)",
	},
	real:      "REAL",
	decimal:   decimalType,
	isNaN:     func(x string) string { return x + " = CAST('NaN' AS DOUBLE PRECISION)" },
	utc:       "+00:00",
	bytes:     func(x string) string { return "TO_HEX(TO_VARBYTE(" + x + ", 'utf8'))" },
	texts:     func(x string) string { return "FROM_VARBYTE(TO_VARBYTE(" + x + ", 'hex'), 'utf8')" },
	sha256:    func(x string) string { return "SHA2(" + x + ", 256)" },
	hexNumber: func(x string) string { return "STRTOL(" + x + ", 16)" },
	random:    "RANDOM()",
	order:     orderBy,
	unions:    true,
}
