package jump

import (
	"context"
	"math/big"

	"skyline/engine/jump/beliefs"
)

// belief is what somebody believes of people who are known to be in the tables of a
// subset of a permutation set of g_i.
type belief struct {
	table     *Table
	signature []histogram
	i         int
	// tells are the generalizations that tell people of a group of g_i apart.
	tells []int
	// total is how many tables there are; nil if that is not known, or has so many digits
	// that nobody wants to see it.
	total *big.Int
	// log10 is the decimal logarithm of their number where only that is known; otherwise 0.
	log10 float64
	// isAlike says that the people of a group have its values as often as they are in it.
	isAlike bool
	// row returns, for a person of a cell, in how many of them he has each value of his
	// group's histogram, or numbers in the same ratio.
	row func(cell int32) []*big.Int
}

// mostDigits is how many digits numbers of tables have that are only there to be seen.
const mostDigits = 10000

// permutation is the belief in all tables of a permutation set.
func (t *Table) permutation(i int, signature []histogram) *belief {
	b := t.alike(i, signature)
	for _, h := range signature {
		b.log10 += h.logTables()
	}
	if b.log10 < mostDigits {
		b.total = product(signature)
		b.log10 = 0
	}
	return b
}

// product is the number of tables of a permutation set.
func product(signature []histogram) *big.Int {
	total := big.NewInt(1)
	for _, h := range signature {
		total.Mul(total, h.tables())
	}
	return total
}

// alike is the belief in tables, of an unknown number, in which the people of a group
// have its values equally likely.
func (t *Table) alike(i int, signature []histogram) *belief {
	g := t.generalizations[i-1]
	return &belief{table: t, signature: signature, i: i, isAlike: true, row: func(cell int32) []*big.Int {
		h := signature[g.of[cell]]
		row := make([]*big.Int, len(h))
		for v, c := range h {
			row[v] = big.NewInt(c.N)
		}
		return row
	}}
}

// none is the belief in no table.
func (t *Table) none(i int, signature []histogram) *belief {
	return &belief{table: t, signature: signature, i: i, total: new(big.Int)}
}

// ofSet is the belief in a counted set; cellOf is a cell's number in it, and its values
// are those of the table.
func (t *Table) ofSet(i int, signature []histogram, tells []int, set *beliefs.Set, cellOf []int32) *belief {
	g := t.generalizations[i-1]
	return &belief{table: t, signature: signature, i: i, tells: tells, total: set.Tables, row: func(cell int32) []*big.Int {
		h := signature[g.of[cell]]
		row := make([]*big.Int, len(h))
		for v, c := range h {
			row[v] = set.With[cellOf[cell]][c.Value]
		}
		return row
	}}
}

// isEmpty reports that there is no table.
func (b *belief) isEmpty() bool { return b.total != nil && b.total.Sign() == 0 }

// cells returns the lists of cells whose people believe is the same of.
func (b *belief) cells() [][]int32 {
	return b.table.everybody(append([]int{b.i}, b.tells...))
}

// measure decides a property for what is believed, and returns the largest share that
// any value has for anybody; nil where there are no tables.
func (b *belief) measure(ctx context.Context, p beliefs.Property) (holds bool, highest *big.Rat, err error) {
	if b.isEmpty() {
		return false, nil, nil
	}
	if len(b.table.cells) == 0 {
		return true, nil, nil // nobody is in the table
	}
	if b.isAlike {
		return b.measureGroups(ctx, p)
	}
	holds = true
	const precision = 128
	var most, sum *big.Int
	share := new(big.Float).SetPrec(precision)
	for k, list := range b.cells() {
		if k%64 == 0 && ctx.Err() != nil {
			return false, nil, ctx.Err()
		}
		row := b.row(list[0])
		holds = holds && p.Holds(row)
		of, largest := rowSum(row), new(big.Int)
		for _, n := range row {
			if n.Cmp(largest) > 0 {
				largest = n
			}
		}
		s := new(big.Float).SetPrec(precision).SetInt(largest)
		if s.Quo(s, new(big.Float).SetPrec(precision).SetInt(of)); s.Cmp(share) > 0 {
			share, most, sum = s, largest, of
		}
	}
	return holds, new(big.Rat).SetFrac(most, sum), nil
}

// measureGroups is measure where it is the same of everybody in a group.
func (b *belief) measureGroups(ctx context.Context, p beliefs.Property) (holds bool, highest *big.Rat, err error) {
	holds = true
	var most, people int64 = 0, 1
	var counts []int64
	for k, h := range b.signature {
		if k%1024 == 0 && ctx.Err() != nil {
			return false, nil, ctx.Err()
		}
		counts = counts[:0]
		var largest, sum int64
		for _, c := range h {
			counts = append(counts, c.N)
			largest, sum = max(largest, c.N), sum+c.N
		}
		holds = holds && p.HoldsGroup(counts)
		if largest*people > most*sum { // of fewer than 2^31 people
			most, people = largest, sum
		}
	}
	return holds, big.NewRat(most, people), nil
}

// rowSum is the number of tables that a row counts, or one in the same ratio.
func rowSum(row []*big.Int) *big.Int {
	sum := new(big.Int)
	for _, n := range row {
		sum.Add(sum, n)
	}
	return sum
}
