package people

import (
	"slices"
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

// TestOthersOfTuples: two tuples have the same number exactly if they are the same in all columns but one, whatever their
// values look like one behind the other.
func TestOthersOfTuples(t *testing.T) {
	values := []partition.Value{{Null: true}, {Text: ""}, {Text: "-"}, {Text: "a"}, {Text: "aa"}, {Text: "1:a"}, {Text: "a1:a"}}
	known := tuples{of: [][]partition.Value{nil}, absent: 0}
	for _, a := range values {
		for _, b := range values {
			for _, c := range values {
				known.of = append(known.of, []partition.Value{a, b, c})
			}
		}
	}
	for column := range 3 {
		numbers := known.others(column)
		of := map[int32][2]partition.Value{}
		for i, tuple := range known.of[1:] {
			others := [2]partition.Value(slices.Delete(slices.Clone(tuple), column, column+1))
			if first, ok := of[numbers[i+1]]; ok && first != others {
				t.Fatalf("beside column %d, %v and %v have the same number", column, first, others)
			}
			of[numbers[i+1]] = others
		}
		if len(of) != len(values)*len(values) {
			t.Errorf("beside column %d, %d tuples have %d numbers", column, len(values)*len(values), len(of))
		}
	}
}
