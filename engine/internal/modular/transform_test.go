package modular

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// evaluate returns a polynomial's value.
func (f *Field) evaluate(coefficients []uint64, x uint64) uint64 {
	sum := uint64(0)
	for _, c := range slices.Backward(coefficients) {
		sum = f.Add(f.Mul(sum, x), c)
	}
	return sum
}

func (f *Field) random(r *rand.Rand, n int) []uint64 {
	all := make([]uint64, n)
	for i := range all {
		all[i] = r.Uint64N(f.P)
	}
	return all
}

// TestTransform compares the values with those of the polynomial, and goes back.
func TestTransform(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	f := New(NextPrime(FirstPrime))
	for n := 1; n <= 64; n *= 2 {
		transform := f.transform(n)
		coefficients := f.random(r, n)
		values := slices.Clone(coefficients)
		transform.forward(values)
		root, want := f.Pow(f.root(), uint64(1<<Twos/n)), []uint64{}
		for i := range n {
			want = append(want, f.evaluate(coefficients, f.Pow(root, uint64(i))))
		}
		slices.Sort(want)
		if !slices.Equal(slices.Sorted(slices.Values(values)), want) {
			t.Errorf("the values of %d coefficients are not those of the polynomial", n)
		}
		if transform.backward(values); !slices.Equal(values, coefficients) {
			t.Errorf("there and back: other coefficients than the %d", n)
		}
	}
}

// TestProduct compares with the definition, on both sides of where factors are short.
func TestProduct(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 3))
	f := New(NextPrime(FirstPrime))
	for _, n := range []int{1, 2, short, short + 1, 100} {
		for _, m := range []int{1, short, short + 1, 65} {
			a, b := f.random(r, n), f.random(r, m)
			all := make([]uint64, n+m-1)
			for i, x := range a {
				for j, y := range b {
					all[i+j] = f.Add(all[i+j], f.Mul(x, y))
				}
			}
			for _, terms := range []int{1, n, n + m - 2, n + m - 1, n + m + 5} {
				if terms < 1 {
					continue
				}
				want := all[:min(terms, len(all))]
				if got := f.Product(a, b, terms); !slices.Equal(got, want) {
					t.Errorf("the first %d terms of the product of %d and %d are others", terms, n, m)
				}
			}
		}
	}
}

func TestTables(t *testing.T) {
	f := New(NextPrime(FirstPrime))
	const n = 50
	factorial, reciprocal := f.Factorials(n)
	inverses := f.Inverses(n)
	want := f.One
	for i := uint64(1); i <= n; i++ {
		want = f.Mul(want, f.From(i))
		if factorial[i] != want || f.Mul(want, reciprocal[i]) != f.One || f.Mul(inverses[i], f.From(i)) != f.One {
			t.Errorf("wrong for %d", i)
		}
	}
	if factorial[0] != f.One || reciprocal[0] != f.One {
		t.Error("0! is not 1")
	}
	for _, x := range []int64{0, 1, 12345, -1, -12345} {
		large := new(big.Int).Add(big.NewInt(x), new(big.Int).Lsh(new(big.Int).SetUint64(f.P), 100))
		want := f.From(uint64(max(x, 0)))
		if x < 0 {
			want = f.Sub(0, f.From(uint64(-x)))
		}
		if got := f.Reduce(large); got != want {
			t.Errorf("Reduce(%d + 2^100·p) = %d, want %d", x, got, want)
		}
	}
}
