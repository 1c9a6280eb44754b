package loglinear

// numbering numbers pairs of codes from 0, in the order in which they come. It is
// an open hash table: with linear probing, at most half full.
type numbering struct {
	keys   []uint64
	values []int32 // 1 + the number
	used   int32
}

func newNumbering(capacity int) *numbering {
	size := 16
	for size < 2*capacity {
		size *= 2
	}
	return &numbering{keys: make([]uint64, size), values: make([]int32, size)}
}

// slot returns the place of a pair, or the free place where it belongs.
func (n *numbering) slot(key uint64) int {
	mask := len(n.keys) - 1
	// The high bits of a product depend on all bits of the key (Fibonacci hashing).
	for at := int(key*0x9E3779B97F4A7C15>>32) & mask; ; at = (at + 1) & mask {
		if n.values[at] == 0 || n.keys[at] == key {
			return at
		}
	}
}

func pair(a, b int32) uint64 { return uint64(uint32(a))<<32 | uint64(uint32(b)) }

// number returns the number of a pair, a new one if it is new.
func (n *numbering) number(a, b int32) int32 {
	at := n.slot(pair(a, b))
	if n.values[at] == 0 {
		if 2*int(n.used) >= len(n.keys) {
			n.grow()
			at = n.slot(pair(a, b))
		}
		n.used++
		n.keys[at], n.values[at] = pair(a, b), n.used
	}
	return n.values[at] - 1
}

// find returns the number of a pair, -1 if it has none.
func (n *numbering) find(a, b int32) int32 {
	return n.values[n.slot(pair(a, b))] - 1
}

func (n *numbering) grow() {
	old := *n
	n.keys, n.values = make([]uint64, 2*len(old.keys)), make([]int32, 2*len(old.keys))
	for i, v := range old.values {
		if v != 0 {
			at := n.slot(old.keys[i])
			n.keys[at], n.values[at] = old.keys[i], v
		}
	}
}

// numberRows gives rows that are equal in all columns one number, in the order in
// which they come, and returns the numbers and how many there are. The other rows
// get the number of the row they equal, or -1.
func numberRows(columns [][]int32, rows int, others [][]int32, otherRows int) (ids, otherIDs []int32, count int) {
	ids, otherIDs, count = make([]int32, rows), make([]int32, otherRows), min(1, rows)
	if rows == 0 {
		for j := range otherIDs {
			otherIDs[j] = -1
		}
	}
	for a, column := range columns {
		n := newNumbering(count)
		for i, v := range column {
			ids[i] = n.number(ids[i], v)
		}
		for j, id := range otherIDs {
			if id >= 0 {
				otherIDs[j] = n.find(id, others[a][j])
			}
		}
		count = int(n.used)
	}
	return ids, otherIDs, count
}
