package people

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"math"
	"slices"
	"unsafe"
)

// TextSet is a set of texts, numbered from 0 as they come. It has no pointers but to a few long
// pieces of memory: a map of texts takes the collector and the caches twice as long.
type TextSet struct {
	slots   []uint64 // of a power of two, half of them free: the upper half of a key's hash, and its number + 1; 0 is free
	entries []textEntry
	pieces  [][]byte // the keys themselves
}

// textEntry is where a key is.
type textEntry struct{ piece, begin, length uint32 }

// pieceSize is that of a piece that has no longer key.
const pieceSize = 1 << 16

var seedOfTexts = maphash.MakeSeed()

// Len returns how many texts there are.
func (s *TextSet) Len() int { return len(s.entries) }

// bytes are those of a text.
func (s *TextSet) bytes(n int) []byte {
	e := s.entries[n]
	return s.pieces[e.piece][e.begin : e.begin+e.length]
}

// Text is a text as a view of the set's memory, which is not written to again.
func (s *TextSet) Text(n int) string {
	b := s.bytes(n)
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Find returns the number of a text, -1 if it is not in the set.
func (s *TextSet) Find(key string) int {
	n, _ := s.slotOf(key, maphash.String(seedOfTexts, key))
	return n
}

// slotOf returns the number of a key of a hash, or else -1 and the slot for it.
func (s *TextSet) slotOf(key string, hash uint64) (n int, slot uint64) {
	if len(s.slots) == 0 {
		return -1, 0
	}
	mask := uint64(len(s.slots) - 1)
	for slot = hash & mask; s.slots[slot] != 0; slot = (slot + 1) & mask {
		if s.slots[slot]>>32 == hash>>32 {
			if n := int(uint32(s.slots[slot])) - 1; s.Text(n) == key {
				return n, slot
			}
		}
	}
	return -1, slot
}

// Add returns the number of a text, which is in the set from then on. It may be a view of memory that is not ours.
func (s *TextSet) Add(key string) (int, error) {
	hash := maphash.String(seedOfTexts, key)
	n, slot := s.slotOf(key, hash)
	if n >= 0 {
		return n, nil
	}
	n = len(s.entries)
	switch {
	case n == math.MaxInt32-1:
		return 0, errors.New("a column must have at most 2147483647 different values; leave it out")
	case len(key) > math.MaxInt32:
		return 0, errors.New("a value must have at most 2147483647 bytes; leave the column out")
	}
	if 2*(n+1) > len(s.slots) {
		s.grow()
		_, slot = s.slotOf(key, hash)
	}
	last := len(s.pieces) - 1
	if last < 0 || cap(s.pieces[last])-len(s.pieces[last]) < len(key) {
		// Small sets stay small: hundreds of columns may have a value or two.
		s.pieces = append(s.pieces, make([]byte, 0, max(len(key), min(pieceSize, 64<<(2*len(s.pieces))))))
		last++
	}
	begin := len(s.pieces[last])
	s.pieces[last] = append(s.pieces[last], key...)
	s.entries = append(s.entries, textEntry{uint32(last), uint32(begin), uint32(len(key))})
	s.slots[slot] = hash&^math.MaxUint32 | uint64(n+1)
	return n, nil
}

// grow doubles the slots.
func (s *TextSet) grow() {
	s.slots = make([]uint64, max(8, 2*len(s.slots)))
	mask := uint64(len(s.slots) - 1)
	for n := range s.entries {
		hash := maphash.Bytes(seedOfTexts, s.bytes(n))
		slot := hash & mask
		for s.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		s.slots[slot] = hash&^math.MaxUint32 | uint64(n+1)
	}
}

// InOrder returns the numbers of the texts in the order of their bytes.
func (s *TextSet) InOrder() []int32 {
	// Eight bytes behind what all begin with tell most of them apart.
	type keyed struct {
		head uint64
		n    int32
	}
	common := s.common()
	order := make([]keyed, len(s.entries))
	for n := range order {
		var head [8]byte
		copy(head[:], s.bytes(n)[common:])
		order[n] = keyed{binary.BigEndian.Uint64(head[:]), int32(n)}
	}
	slices.SortFunc(order, func(a, b keyed) int {
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		return bytes.Compare(s.bytes(int(a.n)), s.bytes(int(b.n)))
	})
	numbers := make([]int32, len(order))
	for i, k := range order {
		numbers[i] = k.n
	}
	return numbers
}

// common returns how many bytes all keys begin with.
func (s *TextSet) common() int {
	if len(s.entries) == 0 {
		return 0
	}
	first := s.bytes(0)
	common := len(first)
	for n := range s.entries {
		key := s.bytes(n)
		common = min(common, len(key))
		for i := range common {
			if key[i] != first[i] {
				common = i
				break
			}
		}
	}
	return common
}
