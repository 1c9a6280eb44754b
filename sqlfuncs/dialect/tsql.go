package dialect

import "strings"

// tsql is T-SQL: SQL Server, Azure SQL. It groups by no arrays, its floats are all numbers,
// and it does not look at blanks at the end of texts when it compares them, whatever the
// collation.
var tsql = &Dialect{
	Name: "tsql",
	ident: func(name string) (string, error) {
		if len([]rune(name)) > 128 {
			return "", errLong(128)
		}
		return doubled("[", "]", name), nil
	},
	text: tsqlText,
	types: map[Kind]string{
		Text: "NVARCHAR(MAX)", Integer: "BIGINT", Float: "FLOAT(53)", Boolean: "BIT", Date: "DATE", Time: "TIME(6)",
		Timestamp: "DATETIME2(6)", TimestampTZ: "DATETIMEOFFSET(6)", UUID: "NVARCHAR(MAX)",
	},
	real:       "REAL",
	decimal:    decimalType,
	utc:        "+00:00",
	bytes:      func(x string) string { return castAs(x, "VARBINARY(MAX)") },
	texts:      func(x string) string { return castAs(x, "NVARCHAR(MAX)") },
	moment:     func(x string) string { return "SWITCHOFFSET(" + x + ", '+00:00')" },
	yes:        "CAST(1 AS BIT)",
	no:         "CAST(0 AS BIT)",
	count:      "COUNT_BIG",
	random:     "NEWID()",
	order:      orderBy,
	selectInto: true,
}

// tsqlText writes a literal. A backslash in front of a line's end, and that, are nothing to
// T-SQL, so line ends are put in by their numbers.
func tsqlText(s string) string {
	literal := "N" + standardText(s)
	if !strings.ContainsAny(s, "\r\n") {
		return literal
	}
	ends := strings.NewReplacer("\r", "' + NCHAR(13) + N'", "\n", "' + NCHAR(10) + N'")
	return "(" + castAs("N''", "NVARCHAR(MAX)") + " + " + ends.Replace(literal) + ")"
}
