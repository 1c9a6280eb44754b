// Package implications has the largest disclosure under worst-case knowledge by the
// paper's formula, tried with everything that it ranges over, as the tests' oracle for
// tables too large to enumerate their worlds.
package implications

import (
	"math/big"

	"skyline/tests/internal/sqltest"
)

// ByFormula returns the maximum disclosure for targets in each group under at most k
// implications, for tables too large to enumerate their worlds: Lemma 12 of the paper,
// tried with every partition, and every way to spread the atoms over the groups. The
// enumeration of worlds confirms it in TestDisclosureByEnumeration.
func ByFormula(counts [][]int64, k int) []*big.Rat {
	least := make([][]*big.Rat, len(counts))
	for g := range counts {
		for atoms := range k + 2 {
			least[g] = append(least[g], LeastNone(counts[g], atoms))
		}
	}
	targets := make([]*big.Rat, len(counts))
	before := prefixes(least, k)
	reversed := make([][]*big.Rat, len(least))
	for g := range least {
		reversed[len(least)-1-g] = least[g]
	}
	after := prefixes(reversed, k)
	for g := range counts {
		var odds *big.Rat
		n := sqltest.Sum(counts[g])
		for here := range k + 1 {
			for left := range k - here + 1 {
				o := new(big.Rat).Mul(least[g][here+1], before[g][left])
				o.Mul(o, after[len(counts)-1-g][k-here-left])
				o.Mul(o, big.NewRat(n, counts[g][0]))
				if odds == nil || o.Cmp(odds) < 0 {
					odds = o
				}
			}
		}
		targets[g] = odds.Inv(odds.Add(odds, big.NewRat(1, 1)))
	}
	return targets
}

// prefixes returns the least product over the first so many groups with so many
// atoms in all.
func prefixes(least [][]*big.Rat, k int) [][]*big.Rat {
	rows := [][]*big.Rat{make([]*big.Rat, k+1)}
	for atoms := range k + 1 {
		rows[0][atoms] = big.NewRat(1, 1)
	}
	for g := range least {
		row := make([]*big.Rat, k+1)
		for atoms := range k + 1 {
			for here := range atoms + 1 {
				p := new(big.Rat).Mul(rows[g][atoms-here], least[g][here])
				if row[atoms] == nil || p.Cmp(row[atoms]) < 0 {
					row[atoms] = p
				}
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// LeastNone is the least probability that none of so many atoms in a group holds.
func LeastNone(counts []int64, atoms int) *big.Rat {
	n := sqltest.Sum(counts)
	var next func(person, most, left int) *big.Rat
	next = func(person, most, left int) *big.Rat {
		found := big.NewRat(1, 1)
		if left == 0 || int64(person) >= n {
			return found
		}
		for j := 1; j <= min(most, left); j++ {
			rest := n - int64(person)
			hit := sqltest.Sum(counts[:min(j, len(counts))])
			p := big.NewRat(max(0, rest-hit), rest)
			if p.Mul(p, next(person+1, j, left-j)); p.Cmp(found) < 0 {
				found = p
			}
		}
		return found
	}
	return next(0, atoms, atoms)
}

// Most is the largest of some fractions, 0 of none.
func Most(list []*big.Rat) *big.Rat {
	found := new(big.Rat)
	for _, x := range list {
		if x.Cmp(found) > 0 {
			found = x
		}
	}
	return found
}
