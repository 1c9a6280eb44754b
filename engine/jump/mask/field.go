package mask

import "skyline/engine/internal/modular"

// field is arithmetic modulo a prime.
type field struct{ modular.Field }

func newField(p uint64) *field { return &field{*modular.New(p)} }

// factorials returns n! and 1/n! for all n up to the given one.
func (f *field) factorials(n int64) (factorial, reciprocal []uint64) {
	factorial, reciprocal = make([]uint64, n+1), make([]uint64, n+1)
	factorial[0] = f.One
	for i := int64(1); i <= n; i++ {
		factorial[i] = f.Mul(factorial[i-1], f.From(uint64(i)))
	}
	reciprocal[n] = f.Invert(factorial[n])
	for i := n; i > 0; i-- {
		reciprocal[i-1] = f.Mul(reciprocal[i], f.From(uint64(i)))
	}
	return factorial, reciprocal
}
