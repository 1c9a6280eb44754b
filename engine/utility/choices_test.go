package utility_test

import (
	"reflect"
	"testing"

	"skyline/engine/utility"
)

// TestChoices has a column of 1, 2, 3 and NULL, and a hierarchy with the value 4 as well.
func TestChoices(t *testing.T) {
	number := func(text string, rank int64) utility.Value {
		return utility.Value{Text: text, Rank: rank, Position: float64(rank)}
	}
	column := utility.Column{
		Values: []utility.Value{number("1", 1), number("2", 2), number("3", 3), {Null: true}},
		Hierarchy: []utility.Node{
			{Value: "1", Level: 1, Label: "odd"},
			{Value: "3", Level: 1, Label: "odd"},
			{Value: "2", Level: 1, Label: "even"},
			{Value: "4", Level: 1, Label: "even"},
			{Value: "4", Level: 2, Label: "far"},
			{Null: true, Level: 1, Label: "none"},
			{Value: "5", Level: 1, Label: "5"},
		},
	}
	end := func(rank int64) *utility.End { return &utility.End{Rank: rank, Position: float64(rank)} }
	want := map[string]utility.Choices{
		"2":              {Values: []int32{1}},
		"odd":            {Values: []int32{0, 2}},
		"even":           {Values: []int32{1}, Others: []string{"4"}},
		"far":            {Others: []string{"4"}},
		"4":              {Others: []string{"4"}},
		"none":           {Values: []int32{3}},
		"*":              {Values: []int32{0, 1, 2, 3}, Others: []string{"4", "5"}},
		"[2, 9]":         {Values: []int32{1, 2}},
		"[2, 9] or NULL": {Values: []int32{1, 2, 3}},
		"[7, 9]":         {},
		"{1, NULL}":      {Values: []int32{0, 3}},
	}
	var texts []string
	var codes []int32
	for text := range want {
		label := utility.Label{Text: text}
		switch text {
		case "[2, 9]":
			label.Low, label.High = end(2), end(9)
		case "[2, 9] or NULL":
			label.Low, label.High = end(2), end(9)
		case "[7, 9]":
			label.Low, label.High = end(7), end(9)
		}
		column.Labels = append(column.Labels, label)
		codes = append(codes, int32(len(texts)))
		texts = append(texts, text)
	}
	counts := make([]int64, len(codes))
	for i := range counts {
		counts[i] = 1
	}
	r, err := utility.New(utility.Layout{QI: 1}, []utility.Column{column}, utility.Cells{Codes: [][]int32{{0, 1, 2, 3}}, N: []int64{9, 9, 9, 9}}, utility.Cells{Codes: [][]int32{codes}, N: counts})
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if got := r.Choices(0, int32(i)); !reflect.DeepEqual(got, want[text]) {
			t.Errorf("%s: %+v, want %+v", text, got, want[text])
		}
	}
	// Where the release has more NULLs than the original, each is a suppressed cell.
	column.Values, column.Labels = column.Values[:3], []utility.Label{{Null: true}}
	column.Hierarchy = []utility.Node{{Null: true, Level: 1, Label: "none"}}
	if r, err = utility.New(utility.Layout{QI: 1}, []utility.Column{column}, utility.Cells{Codes: [][]int32{{0, 1, 2}}, N: []int64{1, 1, 1}}, utility.Cells{Codes: [][]int32{{0}}, N: []int64{1}}); err != nil {
		t.Fatal(err)
	}
	if got, want := r.Choices(0, 0), (utility.Choices{Values: []int32{0, 1, 2}, Null: true}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
