package prior

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/tests/trials"
)

// oracle is the definition: all ways to give each person a value, those with the histogram, each
// weighed by the product of its people's rates. It returns for each class and value the weight of
// those in which the first person of the class has the value, by that of all; nil if that is 0.
func oracle(classes []int, rates [][]*big.Rat, histogram []int) [][]*big.Rat {
	var people []int // the class of each
	first := make([]int, len(classes))
	for i, n := range classes {
		first[i] = len(people)
		for range n {
			people = append(people, i)
		}
	}
	having := make([][]*big.Rat, len(classes))
	for i := range having {
		for range histogram {
			having[i] = append(having[i], new(big.Rat))
		}
	}
	all := new(big.Rat)
	values := make([]int, len(people))
	for {
		counts := make([]int, len(histogram))
		weight := big.NewRat(1, 1)
		for p, v := range values {
			counts[v]++
			weight.Mul(weight, rates[people[p]][v])
		}
		agrees := true
		for v, n := range histogram {
			agrees = agrees && counts[v] == n
		}
		if agrees {
			all.Add(all, weight)
			for i, p := range first {
				having[i][values[p]].Add(having[i][values[p]], weight)
			}
		}
		at := 0
		for ; at < len(values); at++ {
			if values[at]++; values[at] < len(histogram) {
				break
			}
			values[at] = 0
		}
		if at == len(values) {
			break
		}
	}
	if all.Sign() == 0 {
		return nil
	}
	for _, row := range having {
		for _, w := range row {
			w.Quo(w, all)
		}
	}
	return having
}

// compareWithOracle makes beliefs that list all rates, and the group, and compares them.
func compareWithOracle(t *testing.T, classes []int, rates [][]*big.Rat, histogram []int) {
	t.Helper()
	people := make([]int64, len(histogram))
	g := &Group{}
	for j, n := range histogram {
		people[j] = int64(n) + 1
		if n > 0 {
			g.Values = append(g.Values, Count{int32(j), int64(n)})
		}
	}
	var rules []Rule
	for i, n := range classes {
		g.Classes = append(g.Classes, Count{int32(i), int64(n)})
		for j, rate := range rates[i] {
			rules = append(rules, Rule{int32(i), int32(j), rate})
		}
	}
	b, err := New(people, len(classes), rules)
	if err != nil {
		t.Fatal(err)
	}
	want := oracle(classes, rates, histogram)
	got, err := b.Posterior(t.Context(), g, 1e9)
	_, isImpossible := errors.AsType[*Impossible](err)
	if isImpossible != (want == nil) || err != nil && !isImpossible {
		t.Fatalf("Posterior(%v, %v, %v): %v, want %v", classes, rates, histogram, err, want)
	}
	for i, row := range got {
		for k, c := range row {
			if w := want[i][g.Values[k].ID]; c.Exact == nil || c.Exact.Cmp(w) != 0 {
				t.Fatalf("Posterior(%v, %v, %v)[%d][%d] = %v, want %v", classes, rates, histogram, i, k, c, w)
			}
		}
	}
}

// TestAllSmall compares all rates of 0, 1/6 and 2/6 of two classes and three values, of up to four
// people, with what enumeration says.
func TestAllSmall(t *testing.T) {
	sizes := [][]int{{1, 1}, {1, 2}, {2, 2}}
	if !trials.Slow() {
		sizes = sizes[:2]
	}
	for _, classes := range sizes {
		n := classes[0] + classes[1]
		for a := 0; a <= n; a++ {
			for b := 0; a+b <= n; b++ {
				for code := range 729 {
					rates := make([][]*big.Rat, 2)
					for cell := range 6 {
						rates[cell/3] = append(rates[cell/3], big.NewRat(int64(code%3), 6))
						code /= 3
					}
					compareWithOracle(t, classes, rates, []int{a, b, n - a - b})
				}
			}
		}
	}
}

// TestRandom compares random instances with what enumeration says: small rates, so that ties,
// zeros and proportional rows are frequent, and any.
func TestRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 4))
	for range trials.Number(1500, 4000) {
		classes, values := make([]int, 1+rng.IntN(4)), 1+rng.IntN(4)
		n := 0
		for i := range classes {
			classes[i] = 1 + rng.IntN(max(1, 3-n/3))
			n += classes[i]
		}
		if math.Pow(float64(values), float64(n)) > 3000 {
			continue
		}
		histogram := make([]int, values)
		for range n {
			histogram[rng.IntN(values)]++
		}
		most := []int64{2, 3, 5, 1000}[rng.IntN(4)]
		rates := make([][]*big.Rat, len(classes))
		for i := range rates {
			for range values {
				rates[i] = append(rates[i], big.NewRat(rng.Int64N(most), most*int64(values)))
			}
		}
		compareWithOracle(t, classes, rates, histogram)
	}
}

// TestUnlisted compares classes that list some values with the rates that they stand for.
func TestUnlisted(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 5))
	for range trials.Number(500, 2000) {
		people := make([]int64, 2+rng.IntN(3))
		for j := range people {
			people[j] = 1 + rng.Int64N(5)
		}
		classes := []int{1 + rng.IntN(2), 1 + rng.IntN(2), 1 + rng.IntN(2)}
		histogram := make([]int, len(people))
		g := &Group{}
		for i, n := range classes {
			g.Classes = append(g.Classes, Count{int32(i), int64(n)})
			for range n {
				histogram[rng.IntN(len(people))]++
			}
		}
		for j, n := range histogram {
			if n > 0 {
				g.Values = append(g.Values, Count{int32(j), int64(n)})
			}
		}
		var rules []Rule
		rates := make([][]*big.Rat, len(classes))
		for i := range classes {
			left, others := big.NewRat(1, 1), int64(0)
			rates[i] = make([]*big.Rat, len(people))
			for j := range people {
				if rng.IntN(2) == 0 {
					others += people[j]
					continue
				}
				rates[i][j] = big.NewRat(rng.Int64N(3), 8)
				if left.Cmp(rates[i][j]) < 0 {
					rates[i][j].Set(left)
				}
				left.Sub(left, rates[i][j])
				rules = append(rules, Rule{int32(i), int32(j), rates[i][j]})
			}
			if rng.IntN(3) == 0 && left.Sign() > 0 { // about what nobody has
				outside := big.NewRat(1, 4)
				outside.Mul(outside, left)
				rules = append(rules, Rule{int32(i), Outside, outside})
				left.Sub(left, outside)
			}
			for j := range people {
				if rates[i][j] == nil {
					rates[i][j] = new(big.Rat).Mul(left, big.NewRat(people[j], others))
				}
			}
		}
		b, err := New(people, len(classes), rules)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rates {
			for j, want := range rates[i] {
				if got := b.Rate(int32(i), int32(j)); got.Cmp(want) != 0 {
					t.Fatalf("Rate(%d, %d) = %v, want %v", i, j, got, want)
				}
			}
		}
		want := oracle(classes, rates, histogram)
		got, err := b.Posterior(t.Context(), g, 1e9)
		if (err != nil) != (want == nil) {
			t.Fatalf("Posterior: %v, want %v", err, want)
		}
		for i, row := range got {
			for k, c := range row {
				if w := want[i][g.Values[k].ID]; c.Exact.Cmp(w) != 0 {
					t.Fatalf("Posterior(%v, %v)[%d][%d] = %v, want %v", rules, histogram, i, k, c.Exact, w)
				}
			}
		}
	}
}
