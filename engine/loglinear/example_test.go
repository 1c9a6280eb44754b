package loglinear_test

import (
	"context"
	"fmt"

	"skyline/engine/loglinear"
)

// Two attributes that always agree, half of the people having each value. Published apart,
// they look independent: each of the four pairs seems as likely, and what is lost of the
// two that occur is ln 2 nats. Published together, nothing is.
func Example() {
	table := &loglinear.Cells{Columns: [][]int32{{0, 1}, {0, 1}}, Sizes: []int{2, 2}, Counts: []int64{5, 5}}
	measure := loglinear.NewMeasure(table)
	for _, published := range [][]loglinear.Table{
		{{Attributes: []int{0}}, {Attributes: []int{1}}},
		{{Attributes: []int{0, 1}}},
	} {
		d, err := measure.Divergence(context.Background(), published)
		fmt.Printf("%.4f %v\n", d.KL, err)
	}
	// Output:
	// 0.6931 <nil>
	// 0.0000 <nil>
}

// Four people, and two tables that have the second attribute in common: of the two who have
// 0 there, one has 0 in the first attribute, and one in the third. So who has 0 in all three
// are 4 · 1/4 · 1/4 · 2 = 1/2 of a person.
func ExampleNewModel() {
	relations := []loglinear.Relation{
		{Attributes: []int{0, 1}, Columns: [][]int32{{0, 1, 1, 1}, {0, 0, 1, 1}}},
		{Attributes: []int{1, 2}, Columns: [][]int32{{0, 0, 1, 1}, {0, 1, 1, 1}}},
	}
	model, err := loglinear.NewModel(context.Background(), relations, []int{2, 2, 2}, loglinear.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	zero := []bool{true}
	fmt.Println(model.Count([]loglinear.Predicate{{Attribute: 0, Allowed: zero}, {Attribute: 1, Allowed: zero}, {Attribute: 2, Allowed: zero}}))
	// Output: 0.5
}

// A path of sets hangs together by what neighbours have in common. A triangle does not.
func ExampleAcyclic() {
	tree, ok := loglinear.Acyclic([][]int{{0, 1}, {1, 2}, {2, 3}})
	fmt.Println(tree, ok)
	_, ok = loglinear.Acyclic([][]int{{0, 1}, {1, 2}, {0, 2}})
	fmt.Println(ok)
	// Output:
	// [{0 1 [1]} {1 2 [2]}] true
	// false
}
