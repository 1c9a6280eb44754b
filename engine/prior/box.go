package prior

import (
	"cmp"
	"slices"

	"skyline/engine/exact"
)

// box numbers the coefficients of a polynomial: how often each column but one occurs, from 0 to its
// people. They stand in lines, along which a column, the one with the most people of these, occurs
// more and more often.
type box struct {
	rest   int // the column that is left out
	first  int // the column of a line
	length int // of a line
	size   int
	across []neighbour // the other columns
	most   []int       // their people
}

// neighbour is how far away the coefficient is with one person more, or less, of a column.
type neighbour struct{ column, stride int }

func (b *block) box() *box {
	order := make([]int, len(b.columns))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(j, k int) int { return cmp.Compare(b.columns[k], b.columns[j]) })
	x := &box{rest: order[0], first: order[1], length: int(b.columns[order[1]] + 1)}
	x.size = x.length
	for _, j := range order[2:] {
		x.across, x.most = append(x.across, neighbour{j, x.size}), append(x.most, int(b.columns[j]))
		x.size *= int(b.columns[j] + 1)
	}
	return x
}

// lines visits all lines, downward with the largest numbers first, with those columns of which
// there can be one person less, or upward, with those of which there can be one more.
func (x *box) lines(downward bool, visit func(start int, near []neighbour)) {
	counts := make([]int, len(x.most)) // how far from where it begins
	near := make([]neighbour, 0, len(x.most))
	for done := 0; done < x.size; done += x.length {
		near = near[:0]
		for d, n := range counts {
			if n < x.most[d] {
				near = append(near, x.across[d])
			}
		}
		if downward {
			visit(x.size-x.length-done, near)
		} else {
			visit(done, near)
		}
		for d := range counts {
			if counts[d]++; counts[d] <= x.most[d] {
				break
			}
			counts[d] = 0
		}
	}
}

// before returns the coefficient with one person less in a column than there are.
func (x *box) before(column int) int {
	switch d := slices.IndexFunc(x.across, func(n neighbour) bool { return n.column == column }); {
	case d >= 0:
		return x.size - 1 - x.across[d].stride
	case column == x.first:
		return x.size - 2
	}
	return x.size - 1
}

// multiply adds a person.
func (x *box) multiply(now, weights []float64) {
	rest, first := weights[x.rest], weights[x.first]
	x.lines(true, func(start int, near []neighbour) {
		line := now[start : start+x.length]
		// From the end, so that each is made of what was before.
		for i := len(line) - 1; i > 0; i-- {
			line[i] = float64(rest*line[i]) + float64(first*line[i-1])
		}
		line[0] *= rest
		for _, n := range near {
			addTo(line, now[start-n.stride:], weights[n.column])
		}
	})
}

// hand adds a person to those who take what is left.
func (x *box) hand(left, weights []float64) {
	rest, first := weights[x.rest], weights[x.first]
	x.lines(false, func(start int, near []neighbour) {
		line := left[start : start+x.length]
		for i := range line[:len(line)-1] {
			line[i] = float64(rest*line[i]) + float64(first*line[i+1])
		}
		line[len(line)-1] *= rest
		for _, n := range near {
			addTo(line, left[start+n.stride:], weights[n.column])
		}
	})
}

// addTo adds a multiple of numbers to others.
func addTo(line, other []float64, weight float64) {
	other = other[:len(line)]
	for i, p := range other {
		line[i] += float64(weight * p)
	}
}

// meet returns for each column how likely it is that some have these counts, and others take what
// is left when one person more has the column.
func (x *box) meet(have, left []float64) []float64 {
	sums := make([]exact.Sum, len(x.across)+2)
	x.lines(false, func(start int, near []neighbour) {
		for i, p := range have[start : start+x.length] {
			if p == 0 {
				continue
			}
			at := start + i
			sums[x.rest].Add(p * left[at])
			if i+1 < x.length {
				sums[x.first].Add(p * left[at+1])
			}
			for _, n := range near {
				sums[n.column].Add(p * left[at+n.stride])
			}
		}
	})
	values := make([]float64, len(sums))
	for j := range sums {
		values[j] = sums[j].Value()
	}
	return values
}
