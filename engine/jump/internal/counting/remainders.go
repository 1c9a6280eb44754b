package counting

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"

	"skyline/engine/internal/budget"
	"skyline/engine/internal/combinatorics"
	"skyline/engine/jump/beliefs"
)

// remainders counts for any property, block by block. Of the blocks that are filled, only
// what they leave matters: how many people of each group still have each value; and
// values with the same counts left are interchangeable, so that the state is a multiset of
// counts. A block is filled in all ways in which its sets satisfy the property: with W the
// number of ways to fill the blocks from the b-th on,
//
//	W(b, state) = Σ ways · W(b+1, what is left of the state).
//
// For the tables in which a person of a cell has a value, the block of the cell is filled
// first, which is from one state only. The last unknown cell of a group needs no such turn;
// see complete.
//
// It takes a few steps for each pair of a state and a way to fill the next block: few where
// most values are rare or all are different.
type remainders struct {
	*part
	budget   *budget.Budget
	each     float64             // perFill
	known    map[string]*big.Int // W
	holds    map[string]bool     // the property, of a histogram
	binomial map[[2]int64]*big.Int
}

// remainder is how many values have the same counts left.
type remainder struct {
	counts []int64 // by group
	values int64
}

func newRemainders(p *part) method { return &remainders{part: p} }

func (q *remainders) count(b *budget.Budget) (*beliefs.Set, error) {
	q.budget, q.each = b, q.perFill()
	q.known, q.holds, q.binomial = map[string]*big.Int{}, map[string]bool{}, map[[2]int64]*big.Int{}
	set := q.newSet()
	last := q.kinds[len(q.kinds)-1]
	follows := len(q.kinds) > 1 && q.oneOfEach(last[0])
	for kind := range q.kinds {
		if follows && kind == len(q.kinds)-1 {
			break
		}
		if err := q.countFirst(set, kind); err != nil {
			return nil, err
		}
	}
	if follows {
		for j := range last[0].cells {
			q.complete(set, cellsAt(last, j))
		}
	}
	return set, nil
}

// cellsAt returns the j-th cells of blocks of a kind.
func cellsAt(blocks []block, j int) []int {
	var cells []int
	for _, b := range blocks {
		cells = append(cells, b.cells[j])
	}
	return cells
}

// oneOfEach reports that no two cells of a block are of the same group.
func (q *remainders) oneOfEach(b block) bool {
	in := map[int]bool{}
	for _, i := range b.cells {
		in[q.cells[i].group] = true
	}
	return len(in) == len(b.cells)
}

// countFirst counts the tables, and those with each value for the cells of a kind, by
// filling one of its blocks first.
func (q *remainders) countFirst(set *beliefs.Set, kind int) error {
	blocks := q.kinds[kind]
	var start []remainder
	for _, k := range q.columns {
		start = append(start, remainder{counts: k.counts, values: int64(len(k.values))})
	}
	tables, with := new(big.Int), q.newSet().With
	term := new(big.Int)
	without := slices.IndexFunc(q.blocks, func(b block) bool { return b.kind == kind })
	err := q.fill(blocks[0], start, func(f filling) error {
		ways, err := q.rest(0, without, f.left)
		if err != nil {
			return err
		}
		ways = new(big.Int).Mul(ways, f.ways)
		tables.Add(tables, ways)
		for _, x := range f.portions {
			for j, i := range blocks[0].cells {
				if n := x.people[j] * x.values; n > 0 {
					with[i][x.of].Add(with[i][x.of], term.Mul(ways, term.SetInt64(n)))
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	set.Tables = tables
	for j, i := range blocks[0].cells {
		for k, column := range q.columns {
			mean := with[i][k].Quo(with[i][k], term.SetInt64(q.cells[i].size*int64(len(column.values))))
			for _, other := range cellsAt(blocks, j) {
				set.With[other][k].Set(mean)
			}
		}
	}
	return nil
}

// rest returns in how many ways the blocks from the given one on, except one, can be
// filled with what is left.
func (q *remainders) rest(from, except int, left []remainder) (*big.Int, error) {
	if from == except {
		from++
	}
	if from == len(q.blocks) {
		return big.NewInt(1), nil
	}
	key := binary.AppendUvarint(nil, uint64(from))
	if from < except {
		// Which block of the kind is missing does not matter.
		key = binary.AppendUvarint(key, uint64(q.blocks[except].kind+1))
	} else {
		key = binary.AppendUvarint(key, 0)
	}
	for _, r := range left {
		key = binary.AppendUvarint(key, uint64(r.values))
		for _, n := range r.counts {
			key = binary.AppendUvarint(key, uint64(n))
		}
	}
	if ways, ok := q.known[string(key)]; ok {
		return ways, nil
	}
	ways := new(big.Int)
	err := q.fill(q.blocks[from], left, func(f filling) error {
		rest, err := q.rest(from+1, except, f.left)
		if err == nil {
			ways.Add(ways, new(big.Int).Mul(f.ways, rest))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	q.known[string(key)] = ways
	return ways, nil
}

// choose returns the binomial coefficient.
func (q *remainders) choose(n, k int64) *big.Int {
	key := [2]int64{n, min(k, n-k)}
	b, ok := q.binomial[key]
	if !ok {
		b = new(big.Int).Binomial(n, key[1])
		q.binomial[key] = b
	}
	return b
}

// perFill is what a way to fill a block takes, in steps: it is about as many values, and
// numbers as long, as there are.
func (q *remainders) perFill() float64 {
	return 500 * (1 + float64(0.1*float64(q.values()))) * q.words(512)
}

// forecast estimates the pairs of a state and a way to fill the next block: the tables
// whose rows are the people of the blocks before, the cells of the block, and the people
// after, given the sums of rows and columns.
func (q *remainders) forecast() float64 {
	work := 0.0
	filled := make([]int64, q.groups)
	for _, block := range q.blocks {
		rows := make([][]int64, q.groups)
		for h, n := range filled {
			if n > 0 {
				rows[h] = append(rows[h], n)
			}
		}
		for _, i := range block.cells {
			c := &q.cells[i]
			rows[c.group] = append(rows[c.group], c.size)
			filled[c.group] += c.size
		}
		for h, n := range filled {
			if people := q.people(h); n < people {
				rows[h] = append(rows[h], people-n)
			}
		}
		if work += math.Exp(max(0, q.logTables(rows))); work > 1e18 {
			return math.Inf(1) // it does not get less
		}
	}
	return work * float64(max(1, len(q.kinds)-1)) * q.perFill()
}

// logTables estimates how many matrices of counts there are in each group with such sums of
// rows, and the values' counts as sums of columns, values that are alike being
// interchangeable. For a group it is, approximately,
//
//	Π_r C(s_r+d−1, d−1) · Π_v C(c_v+m−1, m−1) / C(N+m·d−1, m·d−1)
//
// with m rows and d values (I. J. Good, “On the application of symmetric Dirichlet
// distributions and their mixtures to contingency tables”, 1976). The second product is
// about the values, and one over multisets for those that are alike.
func (q *remainders) logTables(rows [][]int64) float64 {
	log := 0.0
	for h, sums := range rows {
		values := int64(0)
		for _, k := range q.columns {
			if k.counts[h] > 0 {
				values += int64(len(k.values))
			}
		}
		for _, n := range sums {
			log += combinatorics.LogBinomial(float64(n+values-1), float64(n))
		}
		people := q.people(h)
		log -= combinatorics.LogBinomial(float64(people+int64(len(sums))*values-1), float64(people))
	}
	for _, k := range q.columns {
		ways, alike := 0.0, float64(len(k.values))
		for h, n := range k.counts {
			ways += combinatorics.LogBinomial(float64(n+int64(len(rows[h]))-1), float64(n))
		}
		if ways < 30 {
			log += combinatorics.LogBinomial(math.Exp(ways)+alike-1, alike)
		} else {
			log += float64(ways*alike) - combinatorics.LogFactorial(alike)
		}
	}
	return log
}
