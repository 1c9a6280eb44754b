package recipe

import (
	"database/sql"
	"reflect"
	"testing"

	"skyline/engine/region"
	"skyline/sqlfuncs/host"
)

func number(n int64) sql.Null[int64] { return host.Some(n) }

func TestBoxes(t *testing.T) {
	var r codedRecipe
	column := number(0)
	for _, row := range []codedRecipeRow{
		{Column: column, Group: number(2), First: number(7), Last: number(9), Label: host.Some("[7, 9]")},
		{Column: column, Group: number(1), IsNode: true, Level: number(1), Label: host.Some("low")},
		{Column: column, Group: number(0), IsNode: true, Level: number(1), Label: host.Some("low")},
		{Column: column, Group: number(3), First: number(4), Last: number(4), Label: host.Some("{a, b}")},
		{Column: column, Group: number(3), Label: host.Some("{a, b}")}, // a value that the table does not have
		{Column: column, Group: number(3), First: number(2), Last: number(2), Label: host.Some("{a, b}")},
		{Column: column, First: number(1), Last: number(1), Level: number(1), Label: host.Some("low")},
		{Column: column, First: number(3), Last: number(3), Level: number(1), Label: host.Some("low")},
		{Column: column, First: number(5), Last: number(5), Level: number(2), Label: host.Some("low")},
	} {
		if err := r.add(&row); err != nil {
			t.Fatal(err)
		}
	}
	covers, of, shown := r.column(0).boxes(4)
	wantCovers := [][]region.Span{
		{{First: 1, Last: 1}, {First: 3, Last: 3}}, // the node of groups 0 and 1
		{{First: 7, Last: 9}},
		{{First: 0, Last: -1}, {First: 2, Last: 2}, {First: 4, Last: 4}},
	}
	if !reflect.DeepEqual(covers, wantCovers) {
		t.Errorf("covers: got %v, want %v", covers, wantCovers)
	}
	if want := []int32{0, 0, 1, 2}; !reflect.DeepEqual(of, want) {
		t.Errorf("the groups' covers: got %v, want %v", of, want)
	}
	for g, want := range []string{"low", "low", "[7, 9]", "{a, b}"} {
		if got := shown[g].Label; got != host.Some(want) {
			t.Errorf("group %d: shown as %v, want %s", g, got, want)
		}
	}
}

func TestNumberedLabels(t *testing.T) {
	c := codedColumn{labels: []labelOfCode{{code: 4}, {code: 0, label: host.Some("b")}, {code: 2, label: host.Some("")}, {code: 3, label: host.Some("b")}}}
	numbers, labels := c.numbered()
	if want := []int32{1, -1, 0, 1, 2}; !reflect.DeepEqual(numbers, want) {
		t.Errorf("numbers: got %v, want %v", numbers, want)
	}
	if want := []sql.Null[string]{host.Some(""), host.Some("b"), {}}; !reflect.DeepEqual(labels, want) {
		t.Errorf("labels: got %v, want %v, NULL last", labels, want)
	}
}
