package linked

// tally adds up numbers by value.
type tally struct {
	sums []uint64 // by value
	seen []int32  // the values whose sums are not 0
}

func newTally() *tally { return &tally{} }

func (t *tally) add(value int32, n uint64) {
	if int(value) >= len(t.sums) {
		t.sums = append(t.sums, make([]uint64, int(value)+1-len(t.sums))...)
	}
	if n > 0 && t.sums[value] == 0 {
		t.seen = append(t.seen, value)
	}
	t.sums[value] += n
}

// most returns the value with the largest sum, of several the first, and forgets all sums.
func (t *tally) most() (value int32, sum uint64) {
	for _, v := range t.seen {
		if t.sums[v] > sum || t.sums[v] == sum && v < value {
			value, sum = v, t.sums[v]
		}
		t.sums[v] = 0
	}
	t.seen = t.seen[:0]
	return value, sum
}

// of is the sum of a value.
func (t *tally) of(value int32) uint64 {
	if int(value) >= len(t.sums) {
		return 0
	}
	return t.sums[value]
}
