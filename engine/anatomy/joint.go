package anatomy

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"skyline/engine"
)

// Joint returns the single group of people that multi-SA publishing makes of a
// table with several sensitive attributes, as a composition whose values are the
// cells; the places of others are Suppressed. cells has different vectors, one value
// of each of the m attributes; counts has the number of people of each.
//
// For each attribute i, and each combination of values of the others, the people x
// of the group must satisfy
//
//	l · x(v, rest) ≤ Σ_w x(w, rest)   for each value v of attribute i.
//
// The group has as many people as possible. Appendix B of the source calls for an
// integer program; it is not needed. If x and y satisfy the constraints, so does
// their maximum z, cell by cell: l·z(v) is l·x(v) or l·y(v), which is at most Σx or
// Σy, and so at most Σz. Hence there is a largest x, which has most people, and it is
// reached by taking away what no solution can have: in a line with counts n(w), no
// cell of a solution has more than c, the largest number with l·c ≤ Σ_w min(n(w), c).
//
// The source goes on with those who are left. But sums of solutions are solutions: if
// there were a group among those, the first one would not have been the largest. So
// one group is all that its Algorithm 3 ever makes, and the others are suppressed.
//
// It takes O(m·K·log K) time for K cells for each time that all lines are looked at;
// each but the last takes somebody away.
//
// Errors: *IneligibleError never, since suppressing everybody is a solution;
// ErrNobody, ErrTooLarge, *engine.ParamError, the context's.
//
// Source: Jin, Zhang, Das 2010, Appendix B, Algorithm 3.
func Joint(ctx context.Context, cells [][]int32, counts []int64, l int64) (*Composition, error) {
	people, err := checkCells(cells, counts, l)
	if err != nil {
		return nil, err
	}
	left := slices.Clone(counts)
	lines := linesOf(cells)
	for changed := true; changed; {
		changed = false
		for i, line := range lines {
			if i%1024 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if cut(line, left, l) {
				changed = true
			}
		}
	}
	c := &Composition{ends: make([]int, len(cells)), places: make([]int32, 0, people)}
	for cell, n := range counts {
		for i := range n {
			place := int32(Suppressed)
			if i < left[cell] {
				place, c.groups = 0, 1
			}
			c.places = append(c.places, place)
		}
		c.ends[cell] = len(c.places)
	}
	return c, nil
}

func checkCells(cells [][]int32, counts []int64, l int64) (int64, error) {
	if l < 2 {
		return 0, engine.NewParamError("anatomy", "l", "at least 2", l)
	}
	if len(cells) != len(counts) {
		return 0, engine.NewParamError("anatomy", "counts", fmt.Sprintf("one for each of %d cells", len(cells)), len(counts))
	}
	people := int64(0)
	for i, n := range counts {
		if n < 0 || len(cells[i]) != len(cells[0]) {
			return 0, engine.NewParamError("anatomy", "cells", "of one width, with counts of at least 0", nil)
		}
		if n > math.MaxInt32-people {
			return 0, ErrTooLarge
		}
		people += n
	}
	if people == 0 {
		return 0, ErrNobody
	}
	return people, nil
}

// linesOf returns the cells that agree on all attributes but one, for each.
func linesOf(cells [][]int32) [][]int32 {
	var lines [][]int32
	order := make([]int32, len(cells))
	for i := range cells[0] {
		for k := range order {
			order[k] = int32(k)
		}
		compare := func(x, y int32) int {
			return cmp.Or(slices.Compare(cells[x][:i], cells[y][:i]), slices.Compare(cells[x][i+1:], cells[y][i+1:]))
		}
		slices.SortFunc(order, compare)
		for begin := 0; begin < len(order); {
			end := begin + 1
			for end < len(order) && compare(order[begin], order[end]) == 0 {
				end++
			}
			lines = append(lines, slices.Clone(order[begin:end]))
			begin = end
		}
	}
	return lines
}

// cut takes people of the cells of a line away until none has more than the largest
// c with l·c ≤ Σ min(n, c), and reports whether it did. The difference of the two
// sides is concave in c and 0 at 0, so that the c that satisfy it are an interval.
func cut(line []int32, left []int64, l int64) bool {
	top, total := int64(0), int64(0)
	for _, cell := range line {
		top = max(top, left[cell])
		total += left[cell]
	}
	if top <= total/l {
		return false
	}
	low, high := int64(0), top // low satisfies it, high does not
	for high-low > 1 {
		c := low + (high-low)/2
		sum := int64(0)
		for _, cell := range line {
			sum += min(left[cell], c)
		}
		if c <= sum/l {
			low = c
		} else {
			high = c
		}
	}
	for _, cell := range line {
		left[cell] = min(left[cell], low)
	}
	return true
}

// VerifyJoint makes sure that the people of each group that Joint has made satisfy its
// constraints.
//
// Errors: ErrUnsafe.
func (c *Composition) VerifyJoint(cells [][]int32, counts []int64, l int64) error {
	if len(cells) != c.Values() || len(counts) != c.Values() {
		return ErrUnsafe
	}
	// A line is known by the group, the attribute, and the values of the others.
	key := func(group int32, i int, cell []int32) string {
		b := binary.LittleEndian.AppendUint32(nil, uint32(group))
		b = binary.LittleEndian.AppendUint32(b, uint32(i))
		for j, v := range cell {
			if j != i {
				b = binary.LittleEndian.AppendUint32(b, uint32(v))
			}
		}
		return string(b)
	}
	totals := map[string]int64{}
	in := make([]map[int32]int64, len(cells)) // by cell and group
	for cell, vector := range cells {
		if int64(len(c.Places(cell))) != counts[cell] {
			return ErrUnsafe
		}
		in[cell] = map[int32]int64{}
		for _, g := range c.Places(cell) {
			in[cell][g]++
		}
		delete(in[cell], Suppressed)
		for g, n := range in[cell] {
			for i := range vector {
				totals[key(g, i, vector)] += n
			}
		}
	}
	for cell, vector := range cells {
		for g, n := range in[cell] {
			for i := range vector {
				if n > totals[key(g, i, vector)]/l {
					return ErrUnsafe
				}
			}
		}
	}
	return nil
}
