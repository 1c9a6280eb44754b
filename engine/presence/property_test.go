package presence

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/tests/trials"
)

func TestErrors(t *testing.T) {
	one, zero := big.NewInt(1), new(big.Int)
	for _, test := range []struct {
		name    string
		classes []Class
		present int64
		want    error
	}{
		{"nobody", nil, 0, nil},
		{"nobody, one present", nil, 1, &engine.ParamError{Package: "presence", Param: "present"}},
		{"too many", []Class{{one, 2}}, 3, &engine.ParamError{Package: "presence", Param: "present"}},
		{"negative", []Class{{one, 2}}, -1, &engine.ParamError{Package: "presence", Param: "present"}},
		{"impossible", []Class{{one, 1}, {zero, 2}}, 2, &engine.ParamError{Package: "presence", Param: "present"}},
		{"forced", []Class{{one, 2}, {zero, 2}}, 2, nil},
		{"all impossible, none present", []Class{{zero, 2}}, 0, nil},
		{"negative weight", []Class{{big.NewInt(-1), 2}}, 0, &engine.ParamError{Package: "presence", Param: "classes"}},
		{"no weight", []Class{{nil, 2}}, 0, &engine.ParamError{Package: "presence", Param: "classes"}},
		{"negative people", []Class{{one, -2}}, 0, &engine.ParamError{Package: "presence", Param: "classes"}},
		{"too many people", []Class{{one, math.MaxInt64}, {one, math.MaxInt64}}, 0, &engine.ParamError{Package: "presence", Param: "classes"}},
	} {
		s, err := NewSet(test.classes, test.present)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: NewSet() = %v, want %v", test.name, err, test.want)
		}
		if err == nil {
			// Answers, whatever they are.
			existenceOf(t, s, nil)
			s.Range()
			s.Bounds()
			s.Within(new(big.Rat), big.NewRat(1, 1))
		}
	}
}

// TestClosedForms: what is known without any likelihoods, and the example of the
// source, whose people have 14/17, 16/17, 16/17, 14/17 and 8/17.
func TestClosedForms(t *testing.T) {
	class := func(weight, people int64) Class { return Class{big.NewInt(weight), people} }
	for _, test := range []struct {
		name      string
		classes   []Class
		present   int64
		low, high *big.Rat
	}{
		{"nobody is present", []Class{class(1, 3), class(2, 4)}, 0, big.NewRat(0, 1), big.NewRat(0, 1)},
		{"everybody is", []Class{class(1, 3), class(2, 4)}, 7, big.NewRat(1, 1), big.NewRat(1, 1)},
		{"forced", []Class{class(0, 3), class(2, 4)}, 4, big.NewRat(0, 1), big.NewRat(1, 1)},
		{"forced, and different", []Class{class(1, 3), class(2, 4)}, 7, big.NewRat(1, 1), big.NewRat(1, 1)},
		{"equal", []Class{class(7, 45222)}, 1957, big.NewRat(1957, 45222), big.NewRat(1957, 45222)},
		{"equal or impossible", []Class{class(7, 45000), class(0, 222)}, 1957, big.NewRat(0, 1), big.NewRat(1957, 45000)},
		{"one present", []Class{class(1, 10), class(3, 30)}, 1, big.NewRat(1, 100), big.NewRat(3, 100)},
		{"one absent", []Class{class(1, 9), class(3, 3)}, 11, big.NewRat(9, 10), big.NewRat(29, 30)},
		{"the example", []Class{class(3, 2), class(9, 2), class(1, 1)}, 4, big.NewRat(8, 17), big.NewRat(16, 17)},
		// Among N - 1 equals, one with w times their likelihood has the odds w n / (N - n).
		{"one apart", []Class{class(1, 99999), class(1<<40, 1)}, 5000, nil, big.NewRat(1<<40*5000, 1<<40*5000+95000)},
	} {
		s, err := NewSet(test.classes, test.present)
		if err != nil {
			t.Fatal(err)
		}
		low, high := s.Range()
		if test.low != nil && !isAccurate(low, test.low) || !isAccurate(high, test.high) {
			t.Errorf("%s: Range() = %v, %v, want %v, %v", test.name, low, high, test.low, test.high)
		}
		// A tie is no violation, and what is next to it is told apart.
		if _, atMost := s.Within(new(big.Rat), test.high); !atMost {
			t.Errorf("%s: Within(0, %v) does not hold", test.name, test.high)
		}
		less := new(big.Rat).Mul(test.high, new(big.Rat).SetFrac(new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 900), big.NewInt(1)), new(big.Int).Lsh(big.NewInt(1), 900)))
		if _, atMost := s.Within(new(big.Rat), less); atMost && test.high.Sign() > 0 {
			t.Errorf("%s: Within(0, a little less than %v) holds", test.name, test.high)
		}
		if test.low != nil {
			if atLeast, _ := s.Within(test.low, big.NewRat(1, 1)); !atLeast {
				t.Errorf("%s: Within(%v, 1) does not hold", test.name, test.low)
			}
		}
	}
}

// randomSet returns a set with positive weights and neither nobody nor everybody present.
func randomSet(rng *rand.Rand) ([]Class, int64) {
	var classes []Class
	var people int64
	kind, size := rng.IntN(4), 1+rng.IntN(60)
	for range 2 + rng.IntN(size) {
		w := randomWeight(rng, kind)
		c := Class{w.Add(w, big.NewInt(1)), 1 + rng.Int64N(1+rng.Int64N(50))}
		classes, people = append(classes, c), people+c.People
	}
	return classes, 1 + rng.Int64N(people-1)
}

func TestTheorems(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 7))
	for range 1500 {
		classes, present := randomSet(rng)
		s, err := NewSet(classes, present)
		if err != nil {
			t.Fatal(err)
		}
		existence, err := s.Existence(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		// They add up to the number of present people.
		sum, people := 0.0, 0.0
		for i, ex := range existence {
			sum += ex * float64(s.Classes()[i].People)
			people += float64(s.Classes()[i].People)
		}
		if math.Abs(sum-float64(present)) > 1e-14*people {
			t.Fatalf("%v, %d present: existence adds up to %v", classes, present, sum)
		}
		// Theorems 6 and 4: the order is that of the likelihoods.
		low, high := s.Range()
		if !slices.IsSorted(existence) || existence[0] != low || existence[len(existence)-1] != high {
			t.Fatalf("%v, %d present: existence %v, Range() %v, %v", classes, present, existence, low, high)
		}
		// Theorem 5.
		if a, b, ok := s.Bounds(); !ok || a > low*(1+1e-13) || b < high*(1-1e-13) {
			t.Fatalf("%v, %d present: Bounds() = %v, %v, %v, Range() = %v, %v", classes, present, a, b, ok, low, high)
		}
		// A common factor changes nothing.
		scaled := slices.Clone(classes)
		factor := randomWeight(rng, 1)
		for i, c := range scaled {
			scaled[i].Weight = new(big.Int).Mul(c.Weight, factor)
		}
		other, err := NewSet(scaled, present)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := other.Range(); math.Abs(a-low) > 1e-13*low || math.Abs(b-high) > 1e-13*high {
			t.Fatalf("%v, %d present: Range() = %v, %v, with a common factor %v, %v", classes, present, low, high, a, b)
		}
		// Theorem 7: who becomes likelier exists more likely, all others less so.
		raised := append(slices.Clone(classes), Class{new(big.Int).Add(classes[0].Weight, big.NewInt(1+rng.Int64N(9))), 1})
		raised[0].People--
		after, err := NewSet(raised, present)
		if err != nil {
			t.Fatal(err)
		}
		before, now := existenceOf(t, s, classes), existenceOf(t, after, raised)
		if now[len(now)-1] < before[0]-2e-15 {
			t.Fatalf("%v, %d present: raised, existence falls from %v to %v", classes, present, before[0], now[len(now)-1])
		}
		for k, ex := range now[:len(now)-1] {
			if ex > before[k+1]+2e-15 {
				t.Fatalf("%v, %d present: one raised, existence of %d rises from %v to %v", classes, present, k, before[k+1], ex)
			}
		}
	}
}

func TestEstimatorKeepsMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	weights, people := make([]float64, 3000), make([]int64, 3000)
	for i := range weights {
		weights[i], people[i] = rng.Float64(), 1
	}
	var e Estimator
	for _, n := range []int{30, 3000} {
		if got := testing.AllocsPerRun(5, func() { e.Range(weights[:n], people[:n], int64(n/3)) }); got != 0 {
			t.Errorf("Range() of %d allocates %v times", n, got)
		}
	}
	for _, test := range []struct {
		weights []float64
		people  []int64
		present int64
	}{
		{[]float64{1}, []int64{1, 2}, 1},
		{[]float64{math.NaN()}, []int64{1}, 1},
		{[]float64{math.Inf(1)}, []int64{1}, 1},
		{[]float64{-1}, []int64{1}, 1},
		{[]float64{1}, []int64{-1}, 0},
		{[]float64{1}, []int64{2}, 3},
		{[]float64{1}, []int64{2}, -1},
	} {
		if low, high := e.Range(test.weights, test.people, test.present); low != 0 || high != 1 {
			t.Errorf("Range(%v) = %v, %v, want 0, 1", test, low, high)
		}
	}
}

// TestRange compares random sets with sums of products.
func TestRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 7))
	for range trials.Number(80, 400) {
		classes, present := randomSet(rng)
		s, err := NewSet(classes, present)
		if err != nil {
			t.Fatal(err)
		}
		low, high := s.Range()
		last := len(s.Classes()) - 1
		for _, test := range []struct {
			class int
			got   float64
		}{{0, low}, {last, high}} {
			if want := chances(summed(s.Classes(), test.class, present)); math.Abs(test.got-want) > 1e-12*want+1e-290 {
				t.Errorf("%v, %d present: existence of %d = %v, want %v", classes, present, test.class, test.got, want)
			}
		}
		if !(low >= 0 && low <= high && high <= 1) {
			t.Errorf("%v, %d present: Range() = %v, %v", classes, present, low, high)
		}
		if atLeast, atMost := s.Within(big.NewRat(1, 2), big.NewRat(1, 2)); low > 0.5001 && !atLeast || high < 0.4999 && !atMost {
			t.Errorf("%v, %d present: Within(1/2) = %v, %v", classes, present, atLeast, atMost)
		}
	}
}
