package release

import (
	"errors"
	"slices"
	"testing"

	"skyline/engine/partition"
)

func TestCodedStateMerges(t *testing.T) {
	var into, from, none CodedState
	for _, add := range []error{
		into.add(&codedRow{[]int64{1, 2}, 3}), from.add(&codedRow{[]int64{4, 5}, 0}), from.add(&codedRow{[]int64{6, 7}, 8}),
		into.merge(&none), into.merge(&from), none.merge(&from),
	} {
		if add != nil {
			t.Fatal(add)
		}
	}
	if want := []int64{1, 2, 4, 5, 6, 7}; into.Columns != 2 || into.People != 11 || !slices.Equal(into.Codes, want) || !slices.Equal(into.Counts, []int64{3, 0, 8}) {
		t.Errorf("merged: got %+v, want the codes %v", into, want)
	}
	if none.Columns != 2 || none.People != 8 {
		t.Errorf("merged into nothing: got %+v", none)
	}
	if err := into.add(&codedRow{[]int64{1}, 1}); err == nil {
		t.Error("a row of other columns: got no error")
	}
	if err := into.merge(&CodedState{Columns: 2, Codes: []int64{0, 0}, Counts: []int64{partition.MaxPeople}}); !errors.Is(err, partition.ErrTooManyPeople) {
		t.Errorf("too many people: got %v", err)
	}
}
