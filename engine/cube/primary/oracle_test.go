package primary

import (
	"math/big"
)

// The oracle knows all contributors of a cell, and asks who can learn what: it shares nothing with
// the package but its plain types.

// canBound reports whether somebody can bound the contribution of somebody else to within p of it, where
// everybody knows beforehand each contribution but their own to within q. The attacker is an outsider, or any
// contributor, who knows their own exactly; they know the sum too.
func canBound(contributions []int64, p, q *big.Rat) bool {
	total := new(big.Rat)
	for _, x := range contributions {
		total.Add(total, rat(x))
	}
	for attacker := -1; attacker < len(contributions); attacker++ {
		for target, x := range contributions {
			if target == attacker {
				continue
			}
			// The least that all others may have leaves the most for the target.
			most := new(big.Rat).Set(total)
			for i, y := range contributions {
				switch i {
				case target:
				case attacker:
					most.Sub(most, rat(y))
				default:
					least := new(big.Rat).Mul(rat(y), new(big.Rat).Sub(rat(1), q))
					most.Sub(most, least)
				}
			}
			if error := most.Sub(most, rat(x)); error.Cmp(new(big.Rat).Mul(p, rat(x))) < 0 {
				return true
			}
		}
	}
	return false
}

// dominate reports whether some n contributors have more than k of the sum.
func dominate(contributions []int64, n int, k *big.Rat) bool {
	for set := range 1 << len(contributions) {
		size, sum, total := 0, int64(0), int64(0)
		for i, x := range contributions {
			total += x
			if set>>i&1 == 1 {
				size, sum = size+1, sum+x
			}
		}
		if size <= n && rat(sum).Cmp(new(big.Rat).Mul(k, rat(total))) > 0 {
			return true
		}
	}
	return false
}

func rat(n int64) *big.Rat { return big.NewRat(n, 1) }
