package mondrian

import (
	"math/bits"
	"slices"

	"skyline/engine/cells"
)

// view is what a group's cells look like along one column: for each code that
// occurs, in order, how often it occurs with which value.
type view struct {
	codes []int32 // that occur, ascending
	ends  []int   // of each code's entries
	// An entry is the number of a value among the group's (see tally), or
	// cells.OfPeople, and a count. A value may have several entries in a code.
	values []int32
	counts []int64
	units  []int32 // of each entry, where cells have units; none otherwise

	// Instead of entries, of count: who have the code, or one before it; all people; and the
	// first and the last code, where the view may not have all (see narrow.go).
	people      []int64
	total       int64
	first, last int32

	grid   []int64  // scratch: counts by code and value
	keys   []uint64 // scratch: code and cell
	swap   []uint64 // scratch
	ends32 []int32  // scratch: where buckets end
	few    []uint32 // scratch: codes
	near   []int32  // scratch: codes
	nearN  []int64  // scratch: counts
}

func (v *view) reset() {
	v.codes, v.ends, v.values, v.counts, v.units = v.codes[:0], v.ends[:0], v.values[:0], v.counts[:0], v.units[:0]
}

// unit returns the unit of an entry, -1 for none.
func (v *view) unit(entry int) int32 {
	if len(v.units) == 0 {
		return -1
	}
	return v.units[entry]
}

// look fills the view with the cells begin..end-1 along column d, whose codes lie
// in low..high. It is linear in the cells: few codes and values are counted in a
// grid, and otherwise cells are sorted by the digits of their codes.
func (v *view) look(c *Cells, t *tally, d, begin, end int, low, high int32) {
	v.reset()
	width := len(t.present) + 1
	span := int(high-low) + 1
	if cells := end - begin; span <= 2*cells/width+1 && c.Unit == nil {
		v.lookGrid(c, t, d, begin, end, low, span)
	} else {
		v.lookSorted(c, t, d, begin, end, low, span)
	}
}

func (v *view) lookGrid(c *Cells, t *tally, d, begin, end int, low int32, span int) {
	width := len(t.present) + 1 // the last is for people
	v.grid = zeroed(v.grid, span*width)
	codes, n := c.Codes[d][begin:end], c.N[begin:end]
	for i, value := range c.Value[begin:end] {
		at := width - 1
		if value != cells.OfPeople {
			at = int(t.local[value])
		}
		v.grid[int(codes[i]-low)*width+at] += n[i]
	}
	for code := range span {
		before := len(v.values)
		for at, n := range v.grid[code*width : (code+1)*width] {
			if n == 0 {
				continue
			}
			if at == width-1 {
				at = cells.OfPeople
			}
			v.values = append(v.values, int32(at))
			v.counts = append(v.counts, n)
		}
		if len(v.values) > before {
			v.codes = append(v.codes, low+int32(code))
			v.ends = append(v.ends, len(v.values))
		}
	}
}

func zeroed(s []int64, n int) []int64 {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

func (v *view) lookSorted(c *Cells, t *tally, d, begin, end int, low int32, span int) {
	v.keys = v.keys[:0]
	for i, code := range c.Codes[d][begin:end] {
		v.keys = append(v.keys, uint64(code-low)<<32|uint64(i))
	}
	v.sortKeys(span)
	values, n := c.Value[begin:end], c.N[begin:end]
	for i, key := range v.keys {
		code, cell := low+int32(key>>32), uint32(key)
		value := values[cell]
		if value != cells.OfPeople {
			value = t.local[value]
		}
		if i > 0 && code == v.codes[len(v.codes)-1] {
			v.ends[len(v.ends)-1]++
		} else {
			v.codes = append(v.codes, code)
			v.ends = append(v.ends, i+1)
		}
		v.values = append(v.values, value)
		v.counts = append(v.counts, n[cell])
		if c.Unit != nil {
			v.units = append(v.units, c.Unit[begin+int(cell)])
		}
	}
}

// fewKeys are sorted by comparing; more, by digits.
const fewKeys = 64

// sortKeys orders the keys by their codes, below span, and cells.
func (v *view) sortKeys(span int) {
	if len(v.keys) <= fewKeys {
		slices.Sort(v.keys)
		return
	}
	// Digits of about as many values as there are keys, from the lowest.
	width := min(bits.Len(uint(len(v.keys))), 12)
	v.swap = slices.Grow(v.swap[:0], len(v.keys))[:len(v.keys)]
	var starts [1 << 12]int32
	for shift := 0; span>>shift > 0; shift += width {
		digits := starts[:1<<width]
		clear(digits)
		mask := uint64(len(digits) - 1)
		for _, key := range v.keys {
			digits[key>>(32+shift)&mask]++
		}
		sum := int32(0)
		for i, n := range digits {
			digits[i] = sum
			sum += n
		}
		for _, key := range v.keys {
			digit := key >> (32 + shift) & mask
			v.swap[digits[digit]] = key
			digits[digit]++
		}
		v.keys, v.swap = v.swap, v.keys
	}
}
