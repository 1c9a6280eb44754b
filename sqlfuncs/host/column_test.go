package host

import (
	"database/sql"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// extended is a row of TestExtend.
type extended struct {
	Value sql.Null[string]
	List  []sql.Null[string]
	N     int64
}

// TestExtend joins the results of several jobs, with and without NULLs and lists.
func TestExtend(t *testing.T) {
	result := func(values []string, lists [][]string) *Column {
		out := NewRows[extended]()
		for i, v := range values {
			row := extended{Value: sql.Null[string]{V: v, Valid: v != ""}, N: int64(i)}
			for _, element := range lists[i] {
				row.List = append(row.List, sql.Null[string]{V: element, Valid: element != ""})
			}
			out.Add(row)
		}
		c := out.column()
		return &c
	}
	joined := Column{Fields: make([]Column, 3)}
	joined.Extend(result(nil, nil))
	joined.Extend(result([]string{"a", "b"}, [][]string{{"x"}, {}}))
	joined.Extend(result([]string{"", "d"}, [][]string{{"", "y"}, {"z"}}))
	if joined.Len != 4 {
		t.Fatalf("Len = %d, want 4", joined.Len)
	}
	if diff := cmp.Diff([]int{1, 1, 3, 4}, joined.Fields[1].Ends); diff != "" {
		t.Errorf("ends of the lists (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"x", "", "y", "z"}, joined.Fields[1].Elem.Strings); diff != "" {
		t.Errorf("elements (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]bool{false, true, false, false}, joined.Fields[1].Elem.Null); diff != "" {
		t.Errorf("NULL elements (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]bool{false, false, true, false}, joined.Fields[0].Null); diff != "" {
		t.Errorf("NULLs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int64{0, 1, 0, 1}, joined.Fields[2].Int64s); diff != "" {
		t.Errorf("numbers (-want +got):\n%s", diff)
	}
}
