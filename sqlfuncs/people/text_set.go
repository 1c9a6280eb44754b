package people

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"math"
	"math/bits"
	"slices"
	"unsafe"
)

// TextSet is a set of texts, numbered from 0 as they come. It has no pointers but to a few long
// pieces of memory: a map of texts takes the collector and the caches twice as long.
type TextSet struct {
	// Of a power of two, half of them free: the upper half of a key's hash, whose first bits are its place,
	// and its number + 1; 0 is free.
	slots   []uint64
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

// place is the first slot for a hash.
func (s *TextSet) place(hash uint64) uint64 {
	return hash >> (64 - bits.TrailingZeros(uint(len(s.slots))))
}

// slotOf returns the number of a key of a hash, or else -1 and the slot for it.
func (s *TextSet) slotOf(key string, hash uint64) (n int, slot uint64) {
	if len(s.slots) == 0 {
		return -1, 0
	}
	mask := uint64(len(s.slots) - 1)
	for slot = s.place(hash); s.slots[slot] != 0; slot = (slot + 1) & mask {
		if s.slots[slot]>>32 == hash>>32 {
			if n := int(uint32(s.slots[slot])) - 1; s.Text(n) == key {
				return n, slot
			}
		}
	}
	return -1, slot
}

// Looked is where a text probably is: its hash, and the number of the one that it may be, -1 for none.
type Looked struct {
	hash uint64
	n    int32
}

// Look looks for texts, as many as there are places for what is found. Of one after the other, each step
// waits for memory; here each waits for that of all.
func (s *TextSet) Look(keys []string, looked []Looked) {
	for i, key := range keys {
		hash := maphash.String(seedOfTexts, key)
		looked[i] = Looked{hash, -1}
		if len(s.slots) == 0 {
			continue
		}
		if kept := s.slots[s.place(hash)]; kept>>32 == hash>>32 {
			looked[i].n = int32(uint32(kept)) - 1
		}
	}
	for i, key := range keys {
		if n := looked[i].n; n >= 0 && int(s.entries[n].length) != len(key) {
			looked[i].n = -1
		}
	}
}

// Add returns the number of a text, which is in the set from then on. It may be a view of memory that is not ours.
func (s *TextSet) Add(key string) (int, error) {
	return s.AddLooked(key, Looked{maphash.String(seedOfTexts, key), -1})
}

// AddLooked is Add for a text that was looked for.
func (s *TextSet) AddLooked(key string, looked Looked) (int, error) {
	if looked.n >= 0 && s.Text(int(looked.n)) == key {
		return int(looked.n), nil
	}
	hash := looked.hash
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

// grow doubles the slots. What is in one has the bits of its new place: no key is looked at.
func (s *TextSet) grow() {
	old := s.slots
	s.slots = make([]uint64, max(8, 2*len(old)))
	mask := uint64(len(s.slots) - 1)
	for _, kept := range old {
		if kept == 0 {
			continue
		}
		slot := s.place(kept)
		for s.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		s.slots[slot] = kept
	}
}

// Clone returns a copy, which may be added to while others read the set.
func (s *TextSet) Clone() TextSet {
	pieces := slices.Clone(s.pieces)
	if last := len(pieces) - 1; last >= 0 {
		pieces[last] = slices.Clip(pieces[last]) // what is behind it is the other's
	}
	return TextSet{slices.Clone(s.slots), slices.Clone(s.entries), pieces}
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
