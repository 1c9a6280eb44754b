package utility_test

import (
	"fmt"

	"skyline/engine/utility"
)

// Four people of 20, 30, 40 and 50 are released as [20, 30] and [40, 50]. Each label is
// 10 wide, of 30, or has two of four values; and nobody is told from one other.
func Example() {
	age := utility.Column{Occurs: []bool{true, true, true, true}}
	for i, x := range []float64{20, 30, 40, 50} {
		age.Values = append(age.Values, utility.Value{Text: fmt.Sprint(x), Rank: int64(i), Position: x})
	}
	for i := 0; i < 4; i += 2 {
		low, high := age.Values[i], age.Values[i+1]
		age.Labels = append(age.Labels, utility.Label{
			Text: "[" + low.Text + ", " + high.Text + "]",
			Low:  &utility.End{Rank: low.Rank, Position: low.Position}, High: &utility.End{Rank: high.Rank, Position: high.Position},
		})
	}
	r, err := utility.New(utility.Layout{QI: 1}, []utility.Column{age},
		utility.Cells{Codes: [][]int32{{0, 1, 2, 3}}, N: []int64{1, 1, 1, 1}},
		utility.Cells{Codes: [][]int32{{0, 1}}, N: []int64{2, 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("NCP %.4f, average group %v, discernibility %v\n", r.Loss(0).NCP, r.Sizes().Average, r.Sizes().Discernibility)
	// Output: NCP 0.3333, average group 2, discernibility 8
}
