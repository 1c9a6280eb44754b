package sqlfuncs

import (
	"strings"
	"testing"
)

// FuzzPlan plans calls with any arguments: an error or a statement, no panic, and
// an error names the function.
func FuzzPlan(f *testing.F) {
	f.Add("skyline_check", `{"tbl":"t","qi":["a"],"sensitive":"s","l":0,"k":0,"m":0,"c":1.0,"skyline":[{"value":"x","l":1,"k":2,"m":3,"c":0.5}],"values_per_person":"one"}`)
	f.Add("skyline_find", `{"tbl":"(SELECT 1)","qi":["a","b"],"sensitive":"s","value":NaN,"c":0.5,"values_per_person":"set","person":"p","max_points":10}`)
	f.Add("skyline_surface", `{"tbl":"a.b","qi":"a","sensitive":"s","max_l":1e9,"max_k":1e9,"max_m":9223372036854775807,"values_per_person":"one","weight":"w"}`)
	f.Add("pdf_generalize", `{"tbl":"t","qi":["a","b"],"groups":["g"],"kind":"hierarchy","hierarchies":"h","levels":{"a":1,"b":0},"person":null,"weight":"w","seed":1}`)
	f.Add("pdf_reconstruct", `{"tbl":"(SELECT 1)","qi":["a","b"],"seed":-9223372036854775808}`)
	f.Add("skyline_anonymize", `{"tbl":"t","plan":[{"attribute":"a","role":"qi","read_as":"a + 1","type":"INTEGER"},{"attribute":"b","role":"drop"},{"requirement":"k_anonymity","required":"2"}]}`)
	f.Add("release_utility", `{"original":"t","release":"r","groups":"group_id","plan":"[{\"attribute\":\"a\",\"role\":\"qi\"}]"}`)
	f.Fuzz(func(t *testing.T, function, arguments string) {
		plan, err := planCall(function, arguments, false)
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
