package mondrian

import (
	"math"
	"math/bits"
)

// information measures the entropy of groups in whole numbers, so that sums do not
// depend on the order of their terms: n·log2 n in units of 2^-shift bits.
type information struct {
	shift int
	table []int64 // of small n
}

// newInformation returns a measure for groups of up to total occurrences.
func newInformation(total int64) *information {
	// total·log2 total stays below 2^61.
	length := bits.Len64(uint64(total))
	m := &information{shift: 61 - length - bits.Len(uint(length))}
	m.table = make([]int64, min(total+1, 1<<14))
	for n := range m.table {
		m.table[n] = m.compute(int64(n))
	}
	return m
}

// of returns n·log2 n.
func (m *information) of(n int64) int64 {
	if n < int64(len(m.table)) {
		return m.table[n]
	}
	return m.compute(n)
}

func (m *information) compute(n int64) int64 {
	if n <= 1 {
		return 0
	}
	return int64(math.Ldexp(float64(n)*math.Log2(float64(n)), m.shift))
}

// entropy returns n·H of a group with these counts, without that of absent people, at
// out.
func (m *information) entropy(counts []int64, out int32) int64 {
	n, sum := int64(0), int64(0)
	for i, count := range counts {
		if int32(i) == out {
			continue
		}
		n += count
		sum += m.of(count)
	}
	return m.of(n) - sum
}

// entropyOfBoth returns n·H of a tally's part and of the rest together.
func (m *information) entropyOfBoth(t *tally) int64 {
	s := split{measure: m}
	for i, n := range t.all {
		if int32(i) == t.out {
			continue
		}
		s.part += m.of(t.part[i])
		s.partN += t.part[i]
		s.rest += m.of(n - t.part[i])
		s.restN += n - t.part[i]
	}
	return s.entropy()
}

// split sums what is needed for the entropy of a part and of the rest, entry by
// entry: n·H = n·log2 n − Σ_v n_v·log2 n_v.
type split struct {
	measure    *information
	part, rest int64 // Σ_v n_v·log2 n_v
	partN      int64 // occurrences
	restN      int64
}

func (m *information) begin(t *tally) split {
	s := split{measure: m}
	for i, n := range t.all {
		if int32(i) == t.out {
			continue
		}
		s.rest += m.of(n)
		s.restN += n
	}
	return s
}

// add moves n occurrences of a value to the part, of which the part had some
// before and the group has all.
func (s *split) add(before, all, n int64) {
	m := s.measure
	s.part += m.of(before+n) - m.of(before)
	s.rest += m.of(all-before-n) - m.of(all-before)
	s.partN += n
	s.restN -= n
}

// entropy returns n·H of the part and of the rest together.
func (s *split) entropy() int64 {
	return s.measure.of(s.partN) - s.part + s.measure.of(s.restN) - s.rest
}
