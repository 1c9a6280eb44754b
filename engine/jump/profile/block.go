package profile

import (
	"math"
	"math/big"
	"math/bits"
)

// block is a group of people divided into cells, each with a bound on how many of its
// people may have the same value.
type block struct {
	sizes, bounds []int64
	last          int     // the largest cell, whose people follow from those of the others
	stride        []int   // of each cell, in slots; 0 for the last one
	words         int     // of a slot
	valid         []bool  // slots that no cell's size rules out
	people        int64   // of the group
	rows          *pascal // shared
}

// feasible reports whether any table respects the bounds, for counts in descending order:
// if and only if for each k the k largest counts have room,
//
//	c₁ + … + c_k ≤ Σ_G min(|G|, k·b_G)
//
// (the cuts of a flow from values to cells).
func feasible(sizes, bounds, counts []int64) bool {
	var sum int64
	for k, n := range counts {
		var room int64
		for i, s := range sizes {
			room += min(s, int64(k+1)*bounds[i])
		}
		if sum += n; sum > room {
			return false
		}
	}
	return true
}

func newBlock(sizes, bounds []int64, rows *pascal) *block {
	b := &block{sizes: sizes, bounds: bounds, stride: make([]int, len(sizes)), rows: rows}
	for i, s := range sizes {
		b.people += s
		if s > sizes[b.last] {
			b.last = i
		}
	}
	slots := layout(sizes, b.last, b.stride)
	b.words = slotWords(b.people, len(sizes))
	b.valid = make([]bool, slots)
	b.mark(0, 0)
	return b
}

// layout places the powers of the cells' unknowns, all but the last cell's, so that the
// product of two polynomials of admissible degrees does not mix them up, and returns the
// number of slots.
func layout(sizes []int64, last int, stride []int) (slots int) {
	step := 1
	slots = 1
	for i, s := range sizes {
		if i == last {
			continue
		}
		stride[i] = step
		slots += int(s) * step
		step *= 2*int(s) + 1
	}
	return slots
}

func (b *block) mark(cell, slot int) {
	switch {
	case cell == len(b.sizes):
		b.valid[slot] = true
	case cell == b.last:
		b.mark(cell+1, slot)
	default:
		for n := range int(b.sizes[cell]) + 1 {
			b.mark(cell+1, slot+n*b.stride[cell])
		}
	}
}

// slotWords returns how many words hold a coefficient: at most m^people.
func slotWords(people int64, m int) int {
	return int(math.Ceil((float64(people)*math.Log2(float64(max(m, 1)))*(1+1e-9) + 2) / bits.UintSize))
}

// blockSteps is about what counting a block costs, in steps of 50 word products.
func blockSteps(sizes []int64, values int) float64 {
	if len(sizes) == 0 {
		return 1
	}
	slots, people, biggest := 1.0, int64(0), int64(0)
	for _, s := range sizes {
		people += s
		biggest = max(biggest, s)
		slots *= 2*float64(s) + 1
	}
	slots /= 2*float64(biggest) + 1
	words := slots * math.Ceil((float64(people)*math.Log2(float64(len(sizes)))+2)/bits.UintSize)
	product := words * words
	if words > 40 { // Karatsuba's method
		product = 1600 * math.Pow(words/40, math.Log2(3))
	}
	return float64(values) * (20 + (3*product+8*words)/50)
}

// count returns how many tables respect the bounds, and in how many of them a given
// person of cell i has a given value that with the count n has: with[i][n], nil if no
// value has that count or it is 0. counts are in descending order.
//
// With one unknown for each cell but the largest, the number of tables is
//
//	Π |i|! / Π c_v! · [z^sizes] Π_v F_v,   F_v = Σ (c_v)! / Π nᵢ! · Π zᵢ^nᵢ
//
// over n with Σ nᵢ = c_v and nᵢ ≤ bᵢ; a person of cell i has v in those tables weighted
// by nᵢ/|i|. The polynomials are integers in which coefficients have fixed places, so
// their products are those of integers. Cost: 3 products for each count.
func (b *block) count(counts []int64) (passing *big.Int, with [][]*big.Int) {
	passing, with = new(big.Int), make([][]*big.Int, len(b.sizes))
	var most int64
	if len(counts) > 0 {
		most = counts[0]
	}
	for i := range with {
		with[i] = make([]*big.Int, most+1)
	}
	present := counts
	for len(present) > 0 && present[len(present)-1] == 0 {
		present = present[:len(present)-1]
	}
	if !feasible(b.sizes, b.bounds, counts) {
		for _, n := range present {
			for i := range with {
				with[i][n] = new(big.Int)
			}
		}
		return passing, with
	}
	if len(present) == 0 {
		return passing.SetInt64(1), with
	}
	factors := make([]*big.Int, len(present))
	for v, n := range present {
		if v > 0 && n == present[v-1] {
			factors[v] = factors[v-1]
			continue
		}
		factors[v] = b.factor(n)
	}
	after := make([]*big.Int, len(present)+1)
	after[len(present)] = big.NewInt(1)
	for v := len(present) - 1; v > 0; v-- {
		after[v] = b.product(after[v+1], factors[v])
	}
	// Π |i|! / Π c_v!, of which the second part divides only the result.
	scale, divisor := big.NewInt(1), big.NewInt(1)
	for _, s := range b.sizes {
		scale.Mul(scale, b.rows.factorial(s))
	}
	for _, n := range present {
		divisor.Mul(divisor, b.rows.factorial(n))
	}
	before := big.NewInt(1)
	for v, n := range present {
		if v == 0 || n != present[v-1] {
			others := b.product(before, after[v+1])
			sum, weighted := b.meet(others, n)
			if v == 0 {
				passing.Quo(passing.Mul(sum, scale), divisor)
			}
			for i, s := range b.sizes {
				share := weighted[i].Mul(weighted[i], scale)
				with[i][n] = share.Quo(share, new(big.Int).Mul(divisor, big.NewInt(s)))
			}
		}
		before = b.product(before, factors[v])
	}
	return passing, with
}

// each calls f for how the people of a value may lie in the cells, with the number of
// ways. The arguments are valid during the call only.
func (b *block) each(n int64, f func(spread []int64, ways *big.Int)) {
	spread := make([]int64, len(b.sizes))
	room := make([]int64, len(b.sizes)+1)
	for i := len(b.sizes) - 1; i >= 0; i-- {
		room[i] = room[i+1] + b.bounds[i]
	}
	products := make([]big.Int, len(b.sizes)+1)
	products[0].SetInt64(1)
	var place func(i int, left int64)
	place = func(i int, left int64) {
		if i == len(b.sizes) {
			f(spread, &products[i])
			return
		}
		row := b.rows.row(left)
		for k := max(0, left-room[i+1]); k <= min(left, b.bounds[i]); k++ {
			spread[i] = k
			products[i+1].Mul(&products[i], row[k])
			place(i+1, left-k)
		}
	}
	if n <= room[0] {
		place(0, n)
	}
}

func (b *block) slot(spread []int64) int {
	slot := 0
	for i, n := range spread {
		slot += int(n) * b.stride[i]
	}
	return slot
}

// factor returns F_v for a count.
func (b *block) factor(n int64) *big.Int {
	words := make([]big.Word, len(b.valid)*b.words)
	b.each(n, func(spread []int64, ways *big.Int) {
		copy(words[b.slot(spread)*b.words:], ways.Bits())
	})
	return new(big.Int).SetBits(words)
}

// product returns the product of two polynomials up to the degrees that matter.
func (b *block) product(x, y *big.Int) *big.Int {
	words := new(big.Int).Mul(x, y).Bits()
	words = words[:min(len(words), len(b.valid)*b.words)]
	for slot := 0; slot*b.words < len(words); slot++ {
		if !b.valid[slot] {
			clear(words[slot*b.words : min((slot+1)*b.words, len(words))])
		}
	}
	return new(big.Int).SetBits(words)
}

// meet returns the coefficient at the sizes of others·F_v, and the same with each term
// of F_v weighted by how many of the people of v it places in cell i.
func (b *block) meet(others *big.Int, n int64) (sum *big.Int, weighted []*big.Int) {
	sum, weighted = new(big.Int), make([]*big.Int, len(b.sizes))
	for i := range weighted {
		weighted[i] = new(big.Int)
	}
	words, goal := others.Bits(), b.slot(b.sizes)
	var coefficient, term, part, factor big.Int
	b.each(n, func(spread []int64, ways *big.Int) {
		for i, k := range spread {
			if k > b.sizes[i] {
				return
			}
		}
		slot := goal - b.slot(spread)
		if slot*b.words >= len(words) {
			return
		}
		coefficient.SetBits(words[slot*b.words : min((slot+1)*b.words, len(words))])
		term.Mul(&coefficient, ways)
		sum.Add(sum, &term)
		for i, k := range spread {
			if k > 0 {
				weighted[i].Add(weighted[i], part.Mul(&term, factor.SetInt64(k)))
			}
		}
	})
	return sum, weighted
}

// pascal remembers binomial coefficients and factorials.
type pascal struct {
	rows       [][]*big.Int
	factorials []*big.Int
}

// row returns C(n, 0), …, C(n, n).
func (p *pascal) row(n int64) []*big.Int {
	if int(n) >= len(p.rows) {
		p.rows = append(p.rows, make([][]*big.Int, int(n)+1-len(p.rows))...)
	}
	if p.rows[n] == nil {
		row := make([]*big.Int, n+1)
		row[0] = big.NewInt(1)
		for k := int64(1); k <= n; k++ {
			row[k] = new(big.Int).Mul(row[k-1], big.NewInt(n-k+1))
			row[k].Quo(row[k], big.NewInt(k))
		}
		p.rows[n] = row
	}
	return p.rows[n]
}

// factorial returns n!.
func (p *pascal) factorial(n int64) *big.Int {
	for int64(len(p.factorials)) <= n {
		k := int64(len(p.factorials))
		if k == 0 {
			p.factorials = append(p.factorials, big.NewInt(1))
			continue
		}
		p.factorials = append(p.factorials, new(big.Int).Mul(p.factorials[k-1], big.NewInt(k)))
	}
	return p.factorials[n]
}
