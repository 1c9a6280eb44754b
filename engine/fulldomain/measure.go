package fulldomain

import (
	"math"
	"math/big"
	"math/bits"
)

// wide is a sum of products that may not fit 64 bits.
type wide struct{ high, low uint64 }

// add adds the product of two numbers that are not negative.
func (w *wide) add(x, y int64) {
	high, low := bits.Mul64(uint64(x), uint64(y))
	var carry uint64
	w.low, carry = bits.Add64(w.low, low, 0)
	w.high, _ = bits.Add64(w.high, high, carry)
}

func (w wide) minus(other wide) wide {
	low, borrow := bits.Sub64(w.low, other.low, 0)
	high, _ := bits.Sub64(w.high, other.high, borrow)
	return wide{high, low}
}

func (w wide) int() *big.Int {
	x := new(big.Int).SetUint64(w.high)
	return x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(w.low))
}

// float returns the nearest float64.
func (w wide) float() float64 {
	if w.high == 0 {
		return float64(w.low)
	}
	x, _ := new(big.Float).SetInt(w.int()).Float64()
	return x
}

// quotient returns the float64 that is nearest to x/y.
func quotient(x, y *big.Int) float64 {
	q, _ := new(big.Rat).SetFrac(x, y).Float64()
	return q
}

// scale measures generalizations in whole numbers: what is lost in a column in
// shares of its hierarchy, and these with one denominator for all columns.
type scale struct {
	columns []column
	people  int64
	// lost is Σ people·leaves over the labels of a column's level.
	lost [][]wide
	// The columns' weights are leavesOf/all for Loss, and levelOf/height for Precision.
	leavesOf, levelOf []*big.Int
	leavesAll         *big.Int // all·columns·people
	levelAll          *big.Int // likewise
	// losses and steps are what levels lose, nearly, of Loss and Precision, and nothing is
	// 0 for all of them.
	losses, steps, nothing [][]float64
}

// newScale returns the scale of a table whose groups have so many people.
func newScale(columns []column, base *table, people []int64) *scale {
	s := &scale{columns: columns}
	for _, n := range people {
		s.people += n
	}
	leaves, levels := big.NewInt(1), big.NewInt(1)
	for d := range columns {
		leaves = lcm(leaves, columns[d].all)
		levels = lcm(levels, int64(max(1, columns[d].height)))
	}
	units := new(big.Int).Mul(big.NewInt(int64(len(columns))), big.NewInt(s.people))
	s.leavesAll, s.levelAll = new(big.Int).Mul(leaves, units), new(big.Int).Mul(levels, units)
	for d := range columns {
		c := &columns[d]
		height := int64(max(1, c.height))
		s.leavesOf = append(s.leavesOf, new(big.Int).Quo(leaves, big.NewInt(c.all)))
		s.levelOf = append(s.levelOf, new(big.Int).Quo(levels, big.NewInt(height)))
		counts := make([]int64, len(c.labels[0]))
		for g, n := range people {
			counts[c.some[0][c.labelOf(base.keys[c.word][g])]] += n
		}
		lost, losses, steps := make([]wide, c.height+1), make([]float64, c.height+1), make([]float64, c.height+1)
		for level := range lost {
			for v, n := range counts {
				lost[level].add(n, c.leaves[level][c.labels[level][v]])
			}
			if s.people > 0 {
				losses[level] = lost[level].float() / float64(c.all) / float64(s.people) / float64(len(columns))
				steps[level] = float64(level) / float64(height) / float64(len(columns))
			}
		}
		s.lost, s.losses, s.steps = append(s.lost, lost), append(s.losses, losses), append(s.steps, steps)
		s.nothing = append(s.nothing, make([]float64, c.height+1))
	}
	return s
}

func lcm(x *big.Int, y int64) *big.Int {
	n := big.NewInt(y)
	gcd := new(big.Int).GCD(nil, nil, x, n)
	return n.Mul(n.Quo(n, gcd), x)
}

// loss returns Loss, given what the people who are left out would lose, by column.
func (s *scale) loss(levels []int, suppressed int64, saved []wide) float64 {
	if s.people == 0 || len(levels) == 0 {
		return math.NaN()
	}
	sum := new(big.Int)
	for d := range levels {
		lost := s.lost[d][levels[d]].minus(saved[d]).int()
		lost.Add(lost, new(big.Int).Mul(big.NewInt(suppressed), big.NewInt(s.columns[d].all)))
		sum.Add(sum, lost.Mul(lost, s.leavesOf[d]))
	}
	return quotient(sum, s.leavesAll)
}

// precision returns Precision.
func (s *scale) precision(levels []int, suppressed int64) float64 {
	if s.people == 0 || len(levels) == 0 {
		return math.NaN()
	}
	kept, sum := big.NewInt(s.people-suppressed), new(big.Int)
	for d := range levels {
		lost := new(big.Int).Mul(kept, big.NewInt(int64(levels[d])))
		lost.Add(lost, new(big.Int).Mul(big.NewInt(suppressed), big.NewInt(int64(max(1, s.columns[d].height)))))
		sum.Add(sum, lost.Mul(lost, s.levelOf[d]))
	}
	return quotient(sum.Sub(s.levelAll, sum), s.levelAll)
}
