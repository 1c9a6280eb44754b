package mondrian

import (
	"math/bits"
	"slices"
)

// look at people only: how many have each code, whatever their values are.

// count fills the view's codes and people with cells begin..end-1 along column d, whose
// codes lie in low..high.
func (v *view) count(c *Cells, d, begin, end int, low, high int32) {
	v.reset()
	v.put(c.Codes[d][begin:end], c.counts(begin, end), low, int(high-low)+1, 0)
	last := len(v.codes) - 1
	v.first, v.last, v.total = v.codes[0], v.codes[last], v.people[last]
}

// counts returns how many the cells begin..end-1 are of; nil: each is of one.
func (c *Cells) counts(begin, end int) []int64 {
	if c.ones {
		return nil
	}
	return c.N[begin:end]
}

// put fills the view's codes and people with cells that have some codes, from low on and below
// span above it, where so many people have codes below; n is how many they are of, nil: one
// each. It is linear in the cells where codes are spread: few codes are counted in a grid, and
// otherwise cells are put into as many buckets as there are cells, and each bucket is sorted.
func (v *view) put(codes []int32, n []int64, low int32, span int, people int64) {
	v.codes, v.people = slices.Grow(v.codes, len(codes)), slices.Grow(v.people[:0], len(codes))
	switch {
	case span <= 2*len(codes)+1:
		v.putGrid(codes, n, low, span, people)
	case n == nil:
		v.few = bucketed(v.few, &v.ends32, codes, low, span, 0, 0)
		for _, key := range v.few {
			people++
			v.addPeople(low+int32(key), people)
		}
	default:
		v.keys = bucketed(v.keys, &v.ends32, codes, low, span, 32, 1<<32-1)
		for _, key := range v.keys {
			people += n[uint32(key)]
			v.addPeople(low+int32(key>>32), people)
		}
	}
}

func (v *view) putGrid(codes []int32, n []int64, low int32, span int, people int64) {
	v.countGrid(codes, n, low, span, 0)
	for i, n := range v.grid {
		if n > 0 {
			people += n
			v.codes, v.people = append(v.codes, low+int32(i)), append(v.people, people)
		}
	}
}

// countGrid counts the people of each 1<<shift codes in the grid.
func (v *view) countGrid(codes []int32, n []int64, low int32, span int, shift uint) {
	v.grid = zeroed(v.grid, (span-1)>>shift+1)
	if n == nil {
		for _, code := range codes {
			v.grid[uint32(code-low)>>shift]++
		}
		return
	}
	for i, code := range codes {
		v.grid[uint32(code-low)>>shift] += n[i]
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
