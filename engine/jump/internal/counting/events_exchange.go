package counting

// exchange bounds how much likelier events get when a person of a cell is known to have a
// value: the gains are what becomes true, the losses what ceases to be.
//
// In a random table, let x of cell c have value w. If that is not v, he changes it with
// somebody y who has v, each of whom is as likely: then the table is a random one of those
// in which x has v. If y is in a cell d ≠ c, then n_cv and n_dw have grown by one, and
// n_cw and n_dv have shrunk. So events become true with probability
//
//	Pr(n_cv = b_c, w ≠ v, d ≠ c) + Σ_{d≠c, w≠v} Pr(n_dw = b_d, x has w, y is in d),
//
// at most, counting each event by itself, and cease to be true with
//
//	Σ_{w≠v} Pr(n_cw = b_c + 1, x has w, d ≠ c) + Σ_{d≠c} Pr(n_dv = b_d + 1, y is in d, w ≠ v).
//
// Given the number that is named, what else is asked has a mean that is a product of two
// fractions. The difference is that of the sums of the probabilities of all events, with
// and without the knowledge.
func (e *events) exchange() (gains, losses [][]Interval) {
	gainHere, gainThere := e.matrix(nothing), e.matrix(nothing)
	lossHere, lossThere := e.matrix(nothing), e.matrix(nothing)
	for c, cell := range e.cells {
		for v, value := range e.values {
			b, s, n := cell.most, cell.size, value.size
			outside, lack := e.people-s, e.people-n // people of other cells, and without the value
			// Of the b with it in the cell, x is none, and y neither; or the other way round.
			at := e.atBound[c][v]
			gainHere[c][v] = at.part(s-b, s).part(n-b, n)
			gainThere[c][v] = at.part(n-b, outside).part(s-b, lack)
			// Of the b + 1, x is one, and y is none of the cell; or the other way round.
			above := e.justAbove[c][v]
			neither := outside - n + b + 1
			lossHere[c][v] = above.part(b+1, s).part(neither, lack)
			lossThere[c][v] = above.part(b+1, n).part(neither, outside)
		}
	}
	gains = e.sum(gainHere, e.otherCells(e.otherValues(gainThere)))
	return gains, e.sum(e.otherValues(lossHere), e.otherCells(lossThere))
}

// part is x·n/d, and 0 where that is nobody of nobody. Where x is 0, n may be negative.
func (x Interval) part(n, d int64) Interval {
	if d == 0 || x.high.mantissa == 0 {
		return Interval{}
	}
	return x.times(fraction(n, d))
}

func (e *events) sum(a, b [][]Interval) [][]Interval {
	return e.matrix(func(c, v int) Interval { return a[c][v].plus(b[c][v]) })
}
