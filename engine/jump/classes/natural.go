package classes

import (
	"math/big"
	"math/bits"
)

// natural is a number of a fixed count of words, the lowest first. Whoever chooses the
// count makes sure that nothing overflows.
type natural []uint64

// words returns how many words hold all numbers below 2^bits.
func words(bits int) int { return max((bits+63)/64, 1) }

// set1 sets x to 1.
func (x natural) set1() {
	clear(x)
	x[0] = 1
}

// mul multiplies x by k.
func (x natural) mul(k uint64) {
	if len(x) == 1 {
		x[0] *= k
		return
	}
	var carry uint64
	for i := range x {
		high, low := bits.Mul64(x[i], k)
		var c uint64
		x[i], c = bits.Add64(low, carry, 0)
		carry = high + c
	}
}

// div divides x by k, which goes without a remainder.
func (x natural) div(k uint64) {
	if k == 1 {
		return
	}
	var rest uint64
	for i := len(x) - 1; i >= 0; i-- {
		x[i], rest = bits.Div64(rest, x[i], k)
	}
}

// addMul adds a·k.
func (x natural) addMul(a natural, k uint64) {
	var carry uint64
	for i := range x {
		high, low := bits.Mul64(a[i], k)
		var c, d uint64
		low, c = bits.Add64(low, carry, 0)
		x[i], d = bits.Add64(x[i], low, 0)
		carry = high + c + d
	}
}

// addProduct adds a·b.
func (x natural) addProduct(a, b natural) {
	for i, k := range b {
		if k != 0 {
			x[i:].addMul(a[:len(a)-i], k)
		}
	}
}

// sub subtracts a, which is not larger.
func (x natural) sub(a natural) {
	var borrow uint64
	for i := range x {
		x[i], borrow = bits.Sub64(x[i], a[i], borrow)
	}
}

// mulChoose multiplies x by C(n, k).
func (x natural) mulChoose(n, k int32) {
	k = min(k, n-k)
	switch {
	case k <= 0:
	case n < tabulated:
		x.mul(chooseTable[n][k])
	default:
		// After each step, x is multiplied by C(n−k+i, i).
		for i := int32(1); i <= k; i++ {
			x.mul(uint64(n - k + i))
			x.div(uint64(i))
		}
	}
}

// bigs returns numbers of a width as integers.
func bigs(numbers []uint64, width int) []big.Int {
	perNumber := width * 64 / bits.UintSize
	all := make([]big.Word, 0, len(numbers)*64/bits.UintSize)
	for _, w := range numbers {
		for k := 0; k < 64; k += bits.UintSize {
			all = append(all, big.Word(w>>k))
		}
	}
	integers := make([]big.Int, len(numbers)/width)
	for k := range integers {
		integers[k].SetBits(all[k*perNumber:][:perNumber:perNumber])
	}
	return integers
}

// tabulated is such that all C(n, k) with a smaller n are less than 2^64.
const tabulated = 63

var chooseTable = func() (table [tabulated][tabulated]uint64) {
	for n := range table {
		table[n][0] = 1
		for k := 1; k <= n; k++ {
			table[n][k] = table[n-1][k-1] + table[n-1][k]
		}
	}
	return table
}()
