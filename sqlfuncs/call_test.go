package sqlfuncs

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestFromTable(t *testing.T) {
	for _, test := range []struct{ table, want string }{
		{"patients", `"patients"`},
		{"main.patients", `"main"."patients"`},
		{"db.main.patients", `"db"."main"."patients"`},
		{`"my.table"`, `"my.table"`},
		{`"a ""b"" c".d`, `"a ""b"" c"."d"`},
		{"two words", `"two words"`},
		{"émoji 😀", `"émoji 😀"`},
		{"release.parquet", `'release.parquet'`},
		{"data/it's.csv.gz", `'data/it''s.csv.gz'`},
		{"part-*.json", `'part-*.json'`},
		{`"release.parquet"`, `"release.parquet"`},
		{" (SELECT 1) ", "(FROM (SELECT 1))"},
	} {
		if got, err := fromTable(test.table); err != nil || got != test.want {
			t.Errorf("fromTable(%q) = %s, %v; want %s", test.table, got, err, test.want)
		}
	}
	for _, table := range []string{"", ".", "a.", ".a", `"a`, `"a"b`, `""`, "a.b.c.d", "(SELECT 1"} {
		if got, err := fromTable(table); err == nil {
			t.Errorf("fromTable(%q) = %s, want an error", table, got)
		}
	}
}

func TestQuoteNonNumbers(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{`{"c":NaN,"d":[-Infinity,Infinity,1]}`, `{"c":"NaN","d":["-Infinity","Infinity",1]}`},
		{`{"NaN":"Infinity \" NaN","c":-NaN}`, `{"NaN":"Infinity \" NaN","c":"-NaN"}`},
		{`{"a":"\\","b":NaN}`, `{"a":"\\","b":"NaN"}`},
		{`{}`, `{}`},
	} {
		if got := quoteNonNumbers(test.in); got != test.want {
			t.Errorf("quoteNonNumbers(%s) = %s, want %s", test.in, got, test.want)
		}
	}
}

func TestParseWhole(t *testing.T) {
	for s, want := range map[string]int64{"0": 0, "3.0": 3, "3e2": 300, "9223372036854775807": 9223372036854775807} {
		if got, ok := parseWhole(s); !ok || got != want {
			t.Errorf("parseWhole(%s) = %d, %v; want %d", s, got, ok, want)
		}
	}
	for _, s := range []string{"", "-1", "1.5", "9223372036854775808", "1e30", "NaN", "inf", "0x10", "x"} {
		if got, ok := parseWhole(s); ok {
			t.Errorf("parseWhole(%s) = %d, want none", s, got)
		}
	}
}

// FuzzPlan plans calls with any arguments: an error or a statement, no panic, and
// an error names the function.
func FuzzPlan(f *testing.F) {
	f.Add("skyline_check", `{"tbl":"t","qi":["a"],"sensitive":"s","l":0,"k":0,"m":0,"c":1.0,"skyline":[{"value":"x","l":1,"k":2,"m":3,"c":0.5}],"values_per_person":"one"}`)
	f.Add("skyline_find", `{"tbl":"(SELECT 1)","qi":["a","b"],"sensitive":"s","value":NaN,"c":0.5,"values_per_person":"set","person":"p","max_points":10}`)
	f.Add("skyline_surface", `{"tbl":"a.b","qi":"a","sensitive":"s","max_l":1e9,"max_k":1e9,"max_m":9223372036854775807,"values_per_person":"one","weight":"w"}`)
	f.Add("pdf_generalize", `{"tbl":"t","qi":["a","b"],"groups":["g"],"kind":"hierarchy","hierarchies":"h","levels":{"a":1,"b":0},"person":null,"weight":"w","seed":1}`)
	f.Add("pdf_reconstruct", `{"tbl":"(SELECT 1)","qi":["a","b"],"seed":-9223372036854775808}`)
	f.Fuzz(func(t *testing.T, function, arguments string) {
		plan, err := planCall(function, arguments)
		if err != nil {
			if !strings.HasPrefix(err.Error(), function+": ") && !strings.HasPrefix(err.Error(), "__skyline_plan: ") {
				t.Errorf("error %q does not name the function", err)
			}
			return
		}
		if plan == "" {
			t.Error("an empty plan")
		}
	})
}

// FuzzQuoteNonNumbers leaves JSON as it is.
func FuzzQuoteNonNumbers(f *testing.F) {
	f.Add(`{"a":"NaN \" Infinity","b":[1,-2.5e3]}`)
	f.Fuzz(func(t *testing.T, s string) {
		if json.Valid([]byte(s)) && quoteNonNumbers(s) != s {
			t.Errorf("quoteNonNumbers(%q) = %q", s, quoteNonNumbers(s))
		}
	})
}
