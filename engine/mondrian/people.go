package mondrian

import (
	"math/bits"
	"slices"
)

// look at people only: how many have each code, whatever their values are.

// count fills the view's codes and people with cells begin..end-1 along column d, whose
// codes lie in low..high. It is linear in the cells where codes are spread: few codes
// are counted in a grid, and otherwise cells are put into as many buckets as there are
// cells, and each bucket is sorted.
func (v *view) count(c *Cells, d, begin, end int, low, high int32) {
	v.reset()
	codes, n, span := c.Codes[d][begin:end], c.N[begin:end], int(high-low)+1
	v.codes, v.people = slices.Grow(v.codes, len(codes)), slices.Grow(v.people[:0], len(codes))
	switch {
	case span <= 2*len(codes)+1:
		v.countGrid(codes, n, low, span)
	case c.ones:
		v.few = bucketed(v.few, &v.ends32, codes, low, span, 0, 0)
		for i, key := range v.few {
			v.addPeople(low+int32(key), int64(i)+1)
		}
	default:
		v.keys = bucketed(v.keys, &v.ends32, codes, low, span, 32, 1<<32-1)
		people := int64(0)
		for _, key := range v.keys {
			people += n[uint32(key)]
			v.addPeople(low+int32(key>>32), people)
		}
	}
}

func (v *view) countGrid(codes []int32, n []int64, low int32, span int) {
	v.grid = zeroed(v.grid, span)
	for i, code := range codes {
		v.grid[code-low] += n[i]
	}
	people := int64(0)
	for i, n := range v.grid {
		if n > 0 {
			people += n
			v.codes, v.people = append(v.codes, low+int32(i)), append(v.people, people)
		}
	}
}

// addPeople says how many people have a code, or one before it.
func (v *view) addPeople(code int32, people int64) {
	if last := len(v.codes) - 1; last >= 0 && v.codes[last] == code {
		v.people[last] = people
	} else {
		v.codes, v.people = append(v.codes, code), append(v.people, people)
	}
}

// bucketed returns the codes as they lie above low, below span, in order: each shifted
// up, with as many bits of its place among them as the mask has. It uses the memory of
// the keys and ends.
func bucketed[K uint32 | uint64](keys []K, ends *[]int32, codes []int32, low int32, span int, up uint, mask K) []K {
	keys = slices.Grow(keys[:0], len(codes))[:len(codes)]
	shift := max(0, bits.Len(uint(span-1))-bits.Len(uint(len(codes))))
	at := slices.Grow((*ends)[:0], span>>shift+2)[:span>>shift+2]
	clear(at)
	*ends = at
	for _, code := range codes {
		at[uint32(code-low)>>shift+1]++
	}
	for i := range len(at) - 1 {
		at[i+1] += at[i]
	}
	for i, code := range codes {
		bucket := uint32(code-low) >> shift
		keys[at[bucket]] = K(code-low)<<up | K(i)&mask
		at[bucket]++
	}
	begin := int32(0)
	for _, end := range at[:len(at)-1] {
		if end-begin > 1 {
			slices.Sort(keys[begin:end])
		}
		begin = end
	}
	return keys
}
