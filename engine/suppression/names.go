package suppression

import (
	"cmp"
	"slices"
)

// maxRefined is how many codes are looked at to tell values apart by whom they have.
const maxRefined = 1 << 26

// names tells the values of a table apart by how many people have them, with which other
// values, and not by their codes, so that ties are broken in the same way whatever values are
// called. Colors are equal for values that nothing so far tells apart: they follow from the
// colors of the people who have a value, and these from those of their values, round by round.
// Where a round tells no more apart, one of several equal values is taken as the first; which
// one does not matter where they can be exchanged for each other.
type names struct {
	*table
	values [][]uint64 // colors by column and code
	had    [][]int64  // how many people have each
	people []uint64   // colors by people who are alike
	looked int
}

// renumber gives the values of a table other codes, by whom they have, and puts people in the
// order of these.
func (t *table) renumber(sizes []int) {
	n := names{table: t, people: make([]uint64, len(t.alike))}
	for d, size := range sizes {
		n.values, n.had = append(n.values, make([]uint64, size)), append(n.had, make([]int64, size))
		if int(t.hidden[d]) < size {
			n.values[d][t.hidden[d]] = 1
		}
		for i := range t.alike {
			n.had[d][t.code(int32(i), d)] += t.alike[i].people
		}
	}
	for n.refine(); n.looked < maxRefined && n.single(); {
		n.refine()
	}
	t.codesOf = make([][]int32, t.columns)
	for d, size := range sizes {
		t.codesOf[d] = make([]int32, size)
		for to, from := range n.order(d) {
			t.codesOf[d][from] = int32(to)
		}
		if int(t.hidden[d]) < size {
			t.hidden[d] = t.codesOf[d][t.hidden[d]]
		}
	}
	for at, code := range t.codes {
		d := at % t.columns
		t.codes[at] = t.codesOf[d][code]
	}
	t.sort()
}

// sort puts people in the order of their codes.
func (t *table) sort() {
	order := make([]int32, len(t.alike))
	for i := range order {
		order[i] = int32(i)
	}
	of := func(i int32) []int32 { return t.codes[int(i)*t.columns : (int(i)+1)*t.columns] }
	slices.SortFunc(order, func(a, b int32) int { return slices.Compare(of(a), of(b)) })
	people, codes := make([]alike, len(order)), make([]int32, 0, len(t.codes))
	for to, from := range order {
		people[to], codes = t.alike[from], append(codes, of(from)...)
	}
	t.alike, t.codes = people, codes
}

// order returns the values of a column, those that most people have first.
func (n *names) order(d int) []int {
	order := make([]int, len(n.values[d]))
	for code := range order {
		order[code] = code
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(n.had[d][b], n.had[d][a]), cmp.Compare(n.values[d][a], n.values[d][b]))
	})
	return order
}

// refine tells values apart until a round tells no more apart.
func (n *names) refine() {
	for different := -1; n.looked < maxRefined; {
		for i := range n.alike {
			a := &n.alike[i]
			color := mixed(uint64(a.people))
			for _, c := range a.counts {
				color = mixed(color ^ mixed(uint64(c.Value))*3 ^ uint64(c.N))
			}
			for d := range n.columns {
				color = mixed(color + n.values[d][n.code(int32(i), d)])
			}
			n.people[i] = color
		}
		now := 0
		for d := range n.values {
			sums := make([]uint64, len(n.values[d]))
			for i, color := range n.people {
				sums[n.code(int32(i), d)] += mixed(color + uint64(d))
			}
			colors := map[uint64]bool{}
			for code := range sums {
				if n.had[d][code] > 0 {
					n.values[d][code] = mixed(n.values[d][code] + mixed(sums[code]))
					colors[n.values[d][code]] = true
				}
			}
			now += len(colors)
		}
		n.looked += 2 * len(n.codes)
		if now == different {
			return
		}
		different = now
	}
}

// single takes one of several values that nothing tells apart as the first. It reports whether
// there are such.
func (n *names) single() bool {
	for d := range n.values {
		order := n.order(d)
		n.looked += 16 * len(order) // it is sorted
		for at := 1; at < len(order); at++ {
			a, b := order[at-1], order[at]
			if n.had[d][a] > 0 && n.had[d][a] == n.had[d][b] && n.values[d][a] == n.values[d][b] {
				n.values[d][a] = mixed(n.values[d][a] + 1)
				return true
			}
		}
	}
	return false
}

// mixed spreads the bits of a number (the finalizer of SplitMix64).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
