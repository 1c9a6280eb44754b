package beliefs

import "math/big"

// Set is a set of tables that treats the people of a cell alike.
type Set struct {
	// Tables is how many there are.
	Tables *big.Int
	// With[c][v] is in how many of them a given person of cell c has value v. For each
	// cell they sum up to Tables.
	With [][]*big.Int
}

// NewSet returns the empty set.
func NewSet(cells, values int) *Set {
	s := &Set{Tables: new(big.Int), With: make([][]*big.Int, cells)}
	for c := range s.With {
		s.With[c] = make([]*big.Int, values)
		for v := range s.With[c] {
			s.With[c][v] = new(big.Int)
		}
	}
	return s
}

// Holds reports whether the set satisfies a property. The empty set satisfies none.
func (s *Set) Holds(p Property) bool {
	if s.Tables.Sign() == 0 {
		return false
	}
	for _, with := range s.With {
		if !p.Holds(with) {
			return false
		}
	}
	return true
}
