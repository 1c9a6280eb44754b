package guardian_test

import (
	"fmt"

	"skyline/engine/guardian"
)

// Who knows somebody's age (0) and diagnosis (1) must not tell the race (2). A table that has
// the race beside the diagnosis breaks the rule, as it does not protect the one from the
// other. A table of all three, in which the race is protected from both, guards it.
func Example() {
	rule := guardian.Rule{LHS: guardian.SetOf(0, 1), RHS: 2}
	apart := []guardian.Table{
		{Attributes: guardian.SetOf(0, 1), RHS: guardian.None},
		{Attributes: guardian.SetOf(1, 2), RHS: guardian.None},
	}
	together := []guardian.Table{{Attributes: guardian.SetOf(0, 1, 2), LHS: guardian.SetOf(0, 1), RHS: 2}}
	for _, tables := range [][]guardian.Table{apart, together} {
		f := guardian.Check(tables, rule)
		fmt.Println(f.Status, f.MustEnforce.Slice())
	}
	// Output:
	// violated [1]
	// guarded [0 1]
}

// The running example of the paper, Sect. 1.2.
const (
	hospital = iota
	age
	gender
	zipcode
	race
	diagnosis
)

var rules = []guardian.Rule{
	{LHS: guardian.SetOf(age, diagnosis), RHS: race},
	{LHS: guardian.SetOf(gender, diagnosis), RHS: zipcode},
	{LHS: guardian.SetOf(hospital, race), RHS: zipcode},
}

func ExampleCheck() {
	tables := []guardian.Table{
		{Attributes: guardian.SetOf(hospital, age, gender, race, diagnosis), LHS: guardian.SetOf(age, diagnosis), RHS: race},
		{Attributes: guardian.SetOf(gender, diagnosis, zipcode), LHS: guardian.SetOf(gender, diagnosis), RHS: zipcode},
	}
	for _, rule := range rules {
		f := guardian.Check(tables, rule)
		fmt.Println(f.Status, f.Guardian, f.MustEnforce.Slice(), f.Path)
	}
	// Output:
	// violated -1 [1 2 5] [{5 1} {2 0} {4 -1}]
	// guarded 1 [2 5] []
	// guarded 1 [2 5] []
}

func ExampleReduce() {
	given := []guardian.Given{
		{LHS: guardian.SetOf(hospital), RHS: []int{zipcode}},
		{LHS: guardian.SetOf(hospital, race), RHS: []int{zipcode}},
	}
	// Whoever knows the age and the race knows the zipcode.
	known := []guardian.Dependency{{LHS: guardian.SetOf(age, race), RHS: zipcode}}
	for _, r := range guardian.Reduce(given, known) {
		fmt.Println(r.LHS.Slice(), r.RHS, r.Kept, r.ImpliedBy, r.Dependency)
	}
	// Output:
	// [0] 3 false 1 -1
	// [0 4] 3 true -1 -1
	// [0 4] 1 true -1 0
}

func ExampleUAD() {
	for _, t := range guardian.UAD(guardian.SetOf(0, 1, 2, 3, 4, 5), rules) {
		fmt.Println(t.Attributes.Slice(), t.LHS.Slice(), t.RHS)
	}
	// Output:
	// [0 2 3 4] [0 2 4] 3
	// [1 5] [] -1
}

func ExampleGDWithoutData() {
	tables, ok := guardian.GDWithoutData(guardian.SetOf(0, 1, 2, 3, 4, 5), rules)
	for _, t := range tables {
		fmt.Println(t.Attributes.Slice(), t.LHS.Slice(), t.RHS)
	}
	fmt.Println(ok)
	// Output:
	// [0 1 2 4 5] [0 1 2 5] 4
	// [0 1 2 3 5] [0 1 2 5] 3
	// true
}
