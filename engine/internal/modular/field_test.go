package modular

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestField compares with whole numbers of any size.
func TestField(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	p := uint64(FirstPrime)
	for range 4 {
		p = NextPrime(p)
		prime := new(big.Int).SetUint64(p)
		if !prime.ProbablyPrime(20) || p%(1<<Twos) != 1 || p>>Bits == 0 {
			t.Fatalf("%d is no prime of the form, above 2^%d", p, Bits)
		}
		f := New(p)
		for range 1000 {
			x, y := r.Uint64N(p), 1+r.Uint64N(p-1)
			a, b := new(big.Int).SetUint64(x), new(big.Int).SetUint64(y)
			for _, test := range []struct {
				of   string
				got  uint64
				want *big.Int
			}{
				{"product", f.Mul(f.From(x), f.From(y)), new(big.Int).Mul(a, b)},
				{"sum", f.Add(f.From(x), f.From(y)), new(big.Int).Add(a, b)},
				{"difference", f.Sub(f.From(x), f.From(y)), new(big.Int).Sub(a, b)},
				{"power", f.Pow(f.From(x), y), new(big.Int).Exp(a, b, prime)},
				{"reciprocal", f.Invert(f.From(y)), new(big.Int).ModInverse(b, prime)},
			} {
				if want := new(big.Int).Mod(test.want, prime).Uint64(); f.Plain(test.got) != want {
					t.Fatalf("modulo %d: the %s of %d and %d is %d, want %d", p, test.of, x, y, f.Plain(test.got), want)
				}
			}
		}
		root := f.root()
		if f.Pow(root, 1<<Twos) != f.One || f.Pow(root, 1<<(Twos-1)) == f.One {
			t.Errorf("modulo %d: the root does not have the order 2^%d", p, Twos)
		}
	}
}
