package combinatorics

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// factorial is the definition.
func factorial(n int64) *big.Int {
	f := big.NewInt(1)
	for ; n > 1; n-- {
		f.Mul(f, big.NewInt(n))
	}
	return f
}

// logOf returns the logarithm of a whole number of any size.
func logOf(x *big.Int) float64 {
	mantissa := new(big.Float)
	exponent := new(big.Float).SetInt(x).MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log(m) + float64(exponent)*math.Ln2
}

func close(got, want, tolerance float64) bool {
	return math.Abs(got-want) <= tolerance*max(1, math.Abs(want))
}

// TestBinomial follows Pascal's triangle.
func TestBinomial(t *testing.T) {
	row := []*big.Int{big.NewInt(1)}
	for n := range int64(60) {
		for k, want := range row {
			if got := Binomial(n, int64(k)); got.Cmp(want) != 0 {
				t.Errorf("Binomial(%d, %d) = %v, want %v", n, k, got, want)
			}
		}
		next := []*big.Int{big.NewInt(1)}
		for k := 1; k < len(row); k++ {
			next = append(next, new(big.Int).Add(row[k-1], row[k]))
		}
		row = append(next, big.NewInt(1))
	}
}

// TestBinomialLong compares the two ways to make the products.
func TestBinomialLong(t *testing.T) {
	for _, k := range []int64{longProduct - 1, longProduct, longProduct + 1} {
		for _, n := range []int64{k, 2*k - 1, 2 * k, 3*k + 1} {
			if got, want := Binomial(n, k), new(big.Int).Binomial(n, k); got.Cmp(want) != 0 {
				t.Errorf("Binomial(%d, %d) has %d digits and is not what big.Int.Binomial returns", n, k, got.BitLen())
			}
		}
	}
}

func TestMultinomial(t *testing.T) {
	for _, test := range []struct {
		counts []int64
		want   int64
	}{
		{nil, 1},
		{[]int64{0, 0}, 1},
		{[]int64{5}, 1},
		{[]int64{1, 1, 1}, 6},
		{[]int64{1, 4, 4, 2}, 34650}, // the letters of "Mississippi"
	} {
		if got := Multinomial(test.counts); got.Cmp(big.NewInt(test.want)) != 0 {
			t.Errorf("Multinomial(%v) = %v, want %d", test.counts, got, test.want)
		}
	}
	r := rand.New(rand.NewPCG(3, 1))
	for range 300 {
		counts, short, sum := make([]int64, r.IntN(6)), []int32{}, int64(0)
		below := big.NewInt(1)
		for i := range counts {
			counts[i] = r.Int64N(40)
			short = append(short, int32(counts[i]))
			sum += counts[i]
			below.Mul(below, factorial(counts[i]))
		}
		want := below.Quo(factorial(sum), below)
		if got := Multinomial(counts); got.Cmp(want) != 0 {
			t.Fatalf("Multinomial(%v) = %v, want %v", counts, got, want)
		}
		if got := Multinomial(short); got.Cmp(want) != 0 {
			t.Fatalf("Multinomial(%v) = %v, want %v", short, got, want)
		}
		if got := LogMultinomial(counts); !close(got, logOf(want), 1e-12) {
			t.Fatalf("LogMultinomial(%v) = %v, want %v", counts, got, logOf(want))
		}
	}
}

func TestLogFactorial(t *testing.T) {
	for n := range int64(200) {
		if got, want := LogFactorial(float64(n)), logOf(factorial(n)); !close(got, want, 1e-14) {
			t.Errorf("LogFactorial(%d) = %v, want %v", n, got, want)
		}
	}
	if got, want := LogFactorial(0.5), math.Log(math.Sqrt(math.Pi)/2); !close(got, want, 1e-14) {
		t.Errorf("LogFactorial(1/2) = %v, want ln(√π/2) = %v", got, want)
	}
}

func TestLogRising(t *testing.T) {
	for _, x := range []float64{0.1, 0.5, 1, 7, 12.25} {
		want := 0.0
		for n := range 100 {
			if got := LogRising(x, float64(n)); !close(got, want, 1e-13) {
				t.Errorf("LogRising(%v, %d) = %v, want %v", x, n, got, want)
			}
			want += math.Log(x + float64(n))
		}
	}
}

// TestLogBinomial compares with whole numbers, on both sides of where the factors are
// taken for equal ones and far beyond where the logarithms of factorials differ at all.
func TestLogBinomial(t *testing.T) {
	for _, n := range []int64{1, 2, 3, 10, 99, 1000, 99_999, 100_000, 100_001, 3_000_000, 1e15, 1e17, 1e18} {
		for _, k := range []int64{0, 1, 2, 3, 10, 29, 30, 31, 500} {
			if k > n {
				continue
			}
			want := logOf(Binomial(n, k))
			for _, of := range []int64{k, n - k} {
				if float64(n)-float64(of) != float64(n-of) {
					continue // not a float64
				}
				if got := LogBinomial(float64(n), float64(of)); !close(got, want, 1e-9) {
					t.Errorf("LogBinomial(%d, %d) = %v, want %v", n, of, got, want)
				}
			}
		}
	}
	for _, none := range [][2]float64{{5, -1}, {5, 6}, {0, 0}, {1, 1}, {1 - 0x1p-53, 1}, {-1, 0}} {
		if got := LogBinomial(none[0], none[1]); got != 0 {
			t.Errorf("LogBinomial(%v, %v) = %v, want 0", none[0], none[1], got)
		}
	}
}
