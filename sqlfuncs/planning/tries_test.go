package planning

import "testing"

// TestKind: which usual levels a column has, by its type as it is read; none where that is not known.
func TestKind(t *testing.T) {
	for _, test := range []struct{ attribute, columnType, readAs, want string }{
		{"age", "BIGINT", "", ofNumbers},
		{"age", "DECIMAL(4,1)", `CASE WHEN "age" IN (-9, 99) THEN NULL ELSE "age" END`, ofNumbers},
		{"age", "BIGINT", `CASE WHEN "age" >= 90 THEN '>= 90' ELSE CAST("age" AS VARCHAR) END`, ""},
		{"age", "VARCHAR", `TRY_CAST(CASE WHEN lower(trim("age")) IN ('na') THEN NULL ELSE "age" END AS BIGINT)`, ofNumbers},
		{"born", "VARCHAR", `try_strptime("born", ['%d.%m.%Y'])::DATE`, ofDates},
		{"born", "DATE", "", ofDates},
		{"born", "DATE", `year("born")`, ""},
		{"seen", "TIMESTAMP", "", ofDates},
		{"seen", "TIME", "", ""},
		{"seen", "VARCHAR", `TRY_CAST("seen" AS TIME)`, ""},
		{"zip", "VARCHAR", "", ofCodes},
		{"zip", "INTEGER", "", ofNumbers},
		{"ward", "VARCHAR", `lower(trim("ward"))`, ofTexts},
		{"ward", "ENUM('a')", "", ""},
	} {
		row := Row{Attribute: test.attribute, Type: test.columnType, ReadAs: test.readAs}
		if got := row.kind(); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// TestIsIn: words of names with an i in front, or a qualifier or digits behind.
func TestIsIn(t *testing.T) {
	for word, want := range map[string]bool{
		"age": true, "iage": true, "agegrp": true, "ageyrs": true, "age2": true, "isex": true, "statenum": true, "ideathmon": false, "racecode": true,
		"wage": false, "page": false, "image": false, "stage": false, "mileage": false, "sexual": false, "i": false, "": false, "days": false, "date": false, "code": false,
	} {
		if isIn(known, word) != want {
			t.Errorf("%s: %t", word, !want)
		}
	}
}
