package centre_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/centre"
)

func Example() {
	incomes, err := centre.NewNumbers([]string{"1200", "1850.50", "9000"})
	if err != nil {
		fmt.Println(err)
		return
	}
	people := []centre.Count{{Value: 0, N: 2}, {Value: 1, N: 1}, {Value: 2, N: 1}}
	fmt.Println(incomes.Mean(people).FloatString(3), incomes.Median(people).FloatString(2))
	middle, _ := centre.Middle("1200", "9000")
	fmt.Println(middle)
	// Output:
	// 3312.625 1525.25
	// 5100/1
}

// All small groups, by the definition: a list with each person's number, in order.
func TestByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for trial := range 3000 {
		// Hundredths, in order and different; one of them may be no number.
		size := 1 + rng.IntN(5)
		var hundredths []int64
		for next := rng.Int64N(400) - 300; len(hundredths) < size; next += 1 + rng.Int64N(150) {
			hundredths = append(hundredths, next)
		}
		texts, missing := make([]string, size), rng.IntN(2*size)
		for i, x := range hundredths {
			texts[i] = big.NewRat(x, 100).FloatString(2)
			if trial%2 == 0 {
				texts[i] = fmt.Sprintf("%de-2", x)
			}
			if i == missing {
				texts[i] = ""
			}
		}
		numbers, err := centre.NewNumbers(texts)
		if err != nil {
			t.Fatal(err)
		}
		var counts []centre.Count
		var list []int64
		for range rng.IntN(6) {
			k := centre.Count{Value: int32(rng.IntN(size)), N: rng.Int64N(4)}
			counts = append(counts, k)
			for range k.N {
				if int(k.Value) != missing {
					list = append(list, hundredths[k.Value])
				}
			}
		}
		slices.Sort(list)
		mean, median := numbers.Mean(counts), numbers.Median(counts)
		if len(list) == 0 {
			if mean != nil || median != nil {
				t.Fatalf("of nobody: mean %v, median %v", mean, median)
			}
			continue
		}
		var sum int64
		for _, x := range list {
			sum += x
		}
		if want := big.NewRat(sum, 100*int64(len(list))); mean.Cmp(want) != 0 {
			t.Fatalf("mean of %v hundredths = %v, want %v", list, mean, want)
		}
		if want := big.NewRat(list[(len(list)-1)/2]+list[len(list)/2], 200); median.Cmp(want) != 0 {
			t.Fatalf("median of %v hundredths = %v, want %v", list, median, want)
		}
		slices.Reverse(counts)
		if again := numbers.Mean(counts); again.Cmp(mean) != 0 {
			t.Fatalf("in another order: %v, want %v", again, mean)
		}
	}
}

// Sums and counts that no machine word has room for, and numbers of 600 digits.
func TestLarge(t *testing.T) {
	numbers, err := centre.NewNumbers([]string{"-9.5e307", "5e-324", "1.7e308", "170141183460469231731687303715884105727e300"})
	if err != nil {
		t.Fatal(err)
	}
	const most = 1<<63 - 1
	mean := numbers.Mean([]centre.Count{{Value: 2, N: most}, {Value: 0, N: most}, {Value: 1, N: 2}})
	sum, _ := new(big.Rat).SetString("7.5e307")
	tiny, _ := new(big.Rat).SetString("1e-323")
	want := sum.Mul(sum, new(big.Rat).SetInt64(most))
	want.Add(want, tiny)
	want.Quo(want, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 64)))
	if mean.Cmp(want) != 0 {
		t.Errorf("mean = %v, want %v", mean.FloatString(3), want.FloatString(3))
	}
	if median := numbers.Median([]centre.Count{{Value: 2, N: most}, {Value: 1, N: most}}); median == nil {
		t.Error("no median of people")
	}
	for _, text := range []string{"x", "inf", "nan", "1/3"} {
		if _, err := centre.NewNumbers([]string{text}); err == nil {
			t.Errorf("NewNumbers(%s) is no error", text)
		}
		if _, ok := centre.Middle(text, "1"); ok && text != "1/3" {
			t.Errorf("Middle(%s, 1) is a number", text)
		}
	}
}
