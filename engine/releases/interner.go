package releases

import (
	"math/bits"
	"slices"
)

// An interner numbers states: vectors of the same length, from 0 on in the order in which they are added.
type interner struct {
	length int
	states []uint32 // one vector after the other
	count  int
	slots  []int32 // a table of numbers plus 1, by open addressing; a power of 2
}

// newInterner returns one with room for about so many vectors of a length.
func newInterner(length, room int) *interner {
	return &interner{length: length, states: make([]uint32, 0, length*room), slots: make([]int32, max(16, 1<<bits.Len(uint(2*room))))}
}

func (n *interner) len() int { return n.count }

// at returns a state.
func (n *interner) at(i int) []uint32 { return n.states[i*n.length : (i+1)*n.length] }

// add returns the number of a state.
func (n *interner) add(state []uint32) int32 {
	slot := n.slot(state)
	if number := n.slots[slot]; number > 0 {
		return number - 1
	}
	n.states = append(n.states, state...)
	n.count++
	n.slots[slot] = int32(n.count)
	if 2*n.count > len(n.slots) {
		n.slots = make([]int32, 2*len(n.slots))
		for i := range n.count {
			n.slots[n.slot(n.at(i))] = int32(i + 1)
		}
	}
	return int32(n.count - 1)
}

// slot returns where a state is in the table, or where it would be.
func (n *interner) slot(state []uint32) int {
	hash, rest := uint64(0), state
	for len(rest) > 0 {
		x := uint64(rest[0])
		if len(rest) > 1 {
			x |= uint64(rest[1]) << 32
		}
		high, low := bits.Mul64(hash^x^0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93)
		hash, rest = high^low, rest[min(2, len(rest)):]
	}
	mask := len(n.slots) - 1
	at := int(hash) & mask
	for n.slots[at] > 0 && !slices.Equal(n.at(int(n.slots[at]-1)), state) {
		at = (at + 1) & mask
	}
	return at
}
