package people

import (
	"strconv"
	"testing"

	"skyline/engine/partition"
)

// TestTuples: what a text is read as is what was written, and nothing else is read.
func TestTuples(t *testing.T) {
	values := []partition.Value{{Null: true}, {Text: ""}, {Text: "-"}, {Text: "1:a"}, {Text: "é"}, {Text: "1:"}}
	seen := map[string]bool{}
	for _, a := range values {
		for _, b := range values {
			text := ""
			for _, v := range []partition.Value{a, b} {
				if v.Null {
					text += "-"
				} else {
					text += strconv.Itoa(len(v.Text)) + ":" + v.Text
				}
			}
			got, ok := readTuple(text, 2)
			if !ok || len(got) != 2 || got[0] != a || got[1] != b || seen[text] {
				t.Errorf("%q is read as %v, %v", text, got, ok)
			}
			seen[text] = true
			for _, columns := range []int{1, 3} {
				if _, ok := readTuple(text, columns); ok {
					t.Errorf("%q is read as %d values", text, columns)
				}
			}
		}
	}
	for _, text := range []string{"a", "2:a-", "1:a-1:", ":", "1:", "99999999999999999999:a", "--x"} {
		if got, ok := readTuple(text, 2); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
