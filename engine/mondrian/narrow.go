package mondrian

import (
	"math"
	"math/bits"
)

// Where a column has many codes, most of its cuts need not be looked at: how many people are
// before a cut, and where it lies, is known roughly from a histogram of the codes, which takes
// less time than to put them in order. So the scores of cuts are bounded, bucket by bucket,
// and only the codes of those buckets are put in order that may have the first cut.
//
// A bound is computed as the score is, of numbers none of which is larger. Rounding keeps the
// order, so it is one of the score as it is computed.

const (
	// fewCells is how many cells of a group are put in order at once.
	fewCells = 1 << 6
	// maxBuckets is how many buckets of codes there are at most; their counts are to stay in a
	// cache.
	maxBuckets = 1 << 13
)

// narrow fills the view with a group along column d as count does, but need not do so with the
// codes on both sides of cuts that come after the first one, or after than, if that is not nil.
// It does nothing, and returns false, where the column is better counted as a whole.
func (s *search) narrow(o *open, d int, than *candidate) bool {
	v, column := &s.view, &s.p.cells.columns[d]
	low, cells := o.low[d], o.end-o.begin
	span := int(o.high[d]-low) + 1
	shift := bits.Len(uint(span-1)) - bits.Len(uint(min(cells/8, maxBuckets-1)))
	if cells < fewCells || shift <= 0 || s.p.strategy == Median || column.Finest != nil {
		return false
	}
	v.reset()
	codes, n := s.p.cells.Codes[d][o.begin:o.end], s.p.cells.counts(o.begin, o.end)
	v.countGrid(codes, n, low, span, uint(shift))
	v.span(codes, n)
	b := s.newBounds(column, low, uint(shift))
	first, last, before := b.possible(s.most(than))
	if last < 0 {
		return true
	}
	begin, width := b.start(first), uint32(b.end(last)-b.start(first))
	v.near, v.nearN = v.near[:0], v.nearN[:0]
	for i, code := range codes {
		if uint32(code-begin) <= width {
			v.near = append(v.near, code)
			if n != nil {
				v.nearN = append(v.nearN, n[i])
			}
		}
	}
	if n != nil {
		n = v.nearN
	}
	v.put(v.near, n, begin, int(width)+1, before)
	return true
}

// most returns what the score of a plain cut is at most that does not come after a candidate.
// Where it is the tie that decides, the scores are all the same.
func (s *search) most(than *candidate) float64 {
	switch {
	case than == nil:
		return math.Inf(1)
	case s.p.strategy == InformationGain:
		return than.tie
	}
	return than.score
}

// span notes the first and the last code of cells, and how many people they are of.
func (v *view) span(codes []int32, n []int64) {
	v.first, v.last, v.total = codes[0], codes[0], int64(len(codes))
	for _, code := range codes {
		v.first, v.last = min(v.first, code), max(v.last, code)
	}
	if n != nil {
		v.total = 0
		for _, n := range n {
			v.total += n
		}
	}
}

// bounds are those of the scores of cuts, by the buckets in the grid of a view.
type bounds struct {
	v      *view
	column *Column
	low    int32 // of the first bucket
	shift  uint
	floor  int64
	null   bool // is the last code
	whole  float64
}

func (s *search) newBounds(column *Column, low int32, shift uint) *bounds {
	v := &s.view
	return &bounds{
		v: v, column: column, low: low, shift: shift, floor: max(1, s.p.floor.People),
		null:  column.HasNull && int(v.last) == column.Size-1,
		whole: float64(float64(v.total) * column.width(v.first, v.last)),
	}
}

// start and end are the first and the last code that a bucket may have.
func (b *bounds) start(bucket int) int32 { return max(b.v.first, b.low+int32(bucket<<b.shift)) }

func (b *bounds) end(bucket int) int32 {
	return int32(min(int64(b.v.last), int64(b.low)+int64(bucket+1)<<b.shift-1))
}

// score is that of a cut between two codes, with so many people on its sides: see firstCut.
func (b *bounds) score(before, behind int64, code, next int32) float64 {
	position := b.column.position
	right := position[b.v.last] - position[next]
	if b.null && next != b.v.last {
		right = 1
	}
	loss := float64(float64(before)*(position[code]-position[b.v.first])) + float64(float64(behind)*right)
	return b.column.weighted(loss - b.whole)
}

// allowed reports whether the floor lets some cut have from least to most people before it.
func (b *bounds) allowed(least, most int64) bool {
	return most >= b.floor && least <= b.v.total-b.floor
}

// attained returns what the first of the cuts between buckets is at most, or most if that is
// less.
func (b *bounds) attained(most float64) float64 {
	before, last := int64(0), -1
	for i, n := range b.v.grid {
		if n == 0 {
			continue
		}
		if last >= 0 && b.allowed(before, before) {
			most = min(most, b.score(before, b.v.total-before, b.end(last), b.start(i)))
		}
		before += n
		last = i
	}
	return most
}

// possible returns the first and the last bucket that have codes of cuts which may be the
// first, and whose score is not above most; and how many people are before them. The last is
// -1 if there are none.
func (b *bounds) possible(most float64) (first, last int, before int64) {
	most = b.attained(most)
	first, last = -1, -1
	people, at := int64(0), -1 // until here, and the bucket before
	for i, n := range b.v.grid {
		if n == 0 {
			continue
		}
		if at >= 0 && b.allowed(people, people) && b.score(people, b.v.total-people, b.start(at), b.end(i)) <= most {
			if first < 0 {
				first, before = at, people-b.v.grid[at]
			}
			last = i
		}
		// Inside the bucket, somebody is on both sides of a cut.
		if b.allowed(people+1, people+n-1) && b.score(people+1, b.v.total-people-n+1, b.start(i), b.end(i)) <= most {
			if first < 0 {
				first, before = i, people
			}
			last = i
		}
		people += n
		at = i
	}
	return first, last, before
}
