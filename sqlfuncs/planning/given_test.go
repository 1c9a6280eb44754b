package planning

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCSV: a plan as COPY writes it, as a spreadsheet does, and what is no plan.
func TestCSV(t *testing.T) {
	row := func(attribute, role, readAs any) map[string]any {
		return map[string]any{"attribute": attribute, "role": role, "read_as": readAs}
	}
	want := []any{row("zip", "qi", `replace("zip", ',', '')`), row("a; b", nil, nil), row(nil, nil, nil)}
	for name, text := range map[string]string{
		"commas":              "attribute,role,read_as\nzip,qi,\"replace(\"\"zip\"\", ',', '')\"\na; b,,\n,,\n",
		"semicolons":          "attribute;role;read_as\nzip;qi;\"replace(\"\"zip\"\", ',', '')\"\n\"a; b\";;\n;;\n",
		"byte order and CRLF": "\xef\xbb\xbfattribute,role,read_as\r\nzip,qi,\"replace(\"\"zip\"\", ',', '')\"\r\na; b,\"\",\r\n,,\r\n",
	} {
		got, _, err := rowsOfCSV([]byte(text))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
	for text, want := range map[string]string{
		"attribute,role\nzip\n":          "wrong number of fields in line 2",
		"attribute,role\n\"zip,qi\n":     "in line",
		"attribute,role,role\nzip,a,b\n": `it has the column "role" twice`,
	} {
		if _, _, err := rowsOfCSV([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestLines: what is wrong with a row of a file is said of its line, whatever stands in the lines
// before it.
func TestLines(t *testing.T) {
	for text, want := range map[string]string{
		"attribute,role,reason\nzip,qi,\"two\nlines\"\n\nage,qii,\n":                       `line 5 ("age"): role must be`,
		"attribute,role\r\nzip,qi\r\nZIP,drop\r\n":                                         `line 3 ("ZIP"): the attribute stands in line 2 already`,
		"attribute,role,requirement,required\n,,suppression,1\n":                           `line 2 (suppression): required must be the largest share`,
		"attribute,role,requirement,required\n,,suppression,0.1\n,,suppression,\"0.10\"\n": `line 3 (suppression): it stands in another row already`,
	} {
		rows, lines, err := rowsOfCSV([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := newGiven(rows, lines); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestValueOf: numbers, JSON, and structs as SQL writes them.
func TestValueOf(t *testing.T) {
	for text, want := range map[string]string{
		"12": "12", " 0.5 ": "0.5", "": "null", `{"t": 0.2}`: `{"t":0.2}`,
		"[{'l': 0, 'k': 3, 'm': 0, 'c': 0.5}]": `[{"c":0.5,"k":3,"l":0,"m":0}]`,
		"{'value': 'it''s \"a\"', 'k': 1}":     `{"k":1,"value":"it's \"a\""}`,
	} {
		v, ok := valueOf(text)
		got, _ := json.Marshal(v)
		if !ok || string(got) != want {
			t.Errorf("%s: %s, %t, want %s", text, got, ok, want)
		}
	}
	for _, text := range []string{"twelve", "12 13", "{'k': 3", "[1,", "'", "{k: 3}"} {
		if v, ok := valueOf(text); ok {
			t.Errorf("%q is %v", text, v)
		}
	}
}

// FuzzGiven: no text is too much, and what is read can be used.
func FuzzGiven(f *testing.F) {
	f.Add("attribute,role\nzip,qi\n", `[{"attribute": "zip", "role": "qi", "sensitive": true}]`, "[{'k': 3}]")
	f.Add("attribute;required\n\"", `{"attribute":null,"role":null,"requirement":"k_anonymity","required":12}`, "'''")
	f.Fuzz(func(t *testing.T, table, objects, value string) {
		valueOf(value)
		for _, rows := range [][]any{rowsOrNone([]byte(table)), first(rowsOfJSON([]byte(objects)))} {
			g, err := NewGiven(rows)
			if (g == nil) == (err == nil) {
				t.Fatalf("%v, %v", g, err)
			}
			if err == nil && len(g.Columns) > len(rows) {
				t.Errorf("%d columns of %d rows", len(g.Columns), len(rows))
			}
		}
	})
}

// rowsOrNone are the rows of a CSV file.
func rowsOrNone(table []byte) []any {
	rows, _, _ := rowsOfCSV(table)
	return rows
}

// first leaves an error out.
func first(rows []any, _ error) []any { return rows }
