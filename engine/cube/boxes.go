package cube

import (
	"cmp"
	"slices"
)

// A grid is where cells are in the dimensions of their table.
type grid struct {
	*Problem
	strides []int64 // by how much a key grows with a code
	at      map[int64]int32
	// moves are, of each dimension and code, the changes of a line of cells in which that code changes by 1.
	moves []map[int64][]move
	dims  []dimension
}

// A dimension says which codes add up to which.
type dimension struct {
	leaves map[int64][]int64 // of each code those that are no sums of others, itself if it is one
	above  map[int64][]int64 // of each leaf the codes that it is in, itself too
	codes  []int64           // all leaves
}

// A move is codes of a dimension that change along with another.
type move []shift

// A shift is a code that changes by 1, or by -1.
type shift struct{ code, by int64 }

// newGrid returns the grid of a problem whose cells have codes; nil if they have none, or too large ones.
func newGrid(p *Problem) *grid {
	if len(p.Codes) == 0 {
		return nil
	}
	n := len(p.Codes[0])
	g := &grid{Problem: p, strides: make([]int64, n), at: make(map[int64]int32, len(p.Cells))}
	all := int64(1)
	for d := range n {
		g.strides[d] = all
		largest := int64(0)
		for _, codes := range p.Codes {
			largest = max(largest, codes[d])
		}
		more, ok := times(all, largest+1)
		if !ok {
			return nil
		}
		all = more
	}
	for i, codes := range p.Codes {
		g.at[g.key(codes)] = int32(i)
	}
	parts := make([]map[int64][]int64, n)
	for d := range parts {
		parts[d] = map[int64][]int64{}
		g.moves = append(g.moves, map[int64][]move{})
	}
	for _, line := range p.Lines {
		g.addLine(parts, line)
	}
	for d := range n {
		g.dims = append(g.dims, newDimension(p, parts[d], d))
	}
	return g
}

// key returns a number for codes.
func (g *grid) key(codes []int64) (key int64) {
	for d, c := range codes {
		key += c * g.strides[d]
	}
	return key
}

// addLine notes which codes a code is the sum of.
func (g *grid) addLine(parts []map[int64][]int64, line []Term) {
	whole := slices.IndexFunc(line, func(t Term) bool { return t.Times == -1 })
	if whole < 0 {
		return
	}
	of := g.Codes[line[whole].Unknown]
	for _, t := range line {
		codes, differs := g.Codes[t.Unknown], -1
		for d := range codes {
			if codes[d] != of[d] {
				if differs >= 0 {
					return
				}
				differs = d
			}
		}
		if differs < 0 || t.Times != 1 {
			continue
		}
		known := parts[differs][of[differs]]
		if at, found := slices.BinarySearch(known, codes[differs]); !found {
			parts[differs][of[differs]] = slices.Insert(known, at, codes[differs])
		}
	}
}

func newDimension(p *Problem, parts map[int64][]int64, d int) dimension {
	x := dimension{leaves: map[int64][]int64{}, above: map[int64][]int64{}}
	var find func(code int64) []int64
	find = func(code int64) []int64 {
		if known, ok := x.leaves[code]; ok {
			return known
		}
		x.leaves[code] = nil // codes that are parts of each other have none
		leaves := []int64{code}
		if len(parts[code]) > 0 {
			leaves = nil
			for _, part := range parts[code] {
				leaves = append(leaves, find(part)...)
			}
			slices.Sort(leaves)
			leaves = slices.Compact(leaves)
		}
		x.leaves[code] = leaves
		return leaves
	}
	var codes []int64
	for i := range p.Codes {
		codes = append(codes, p.Codes[i][d])
	}
	slices.Sort(codes)
	for _, code := range slices.Compact(codes) {
		for _, leaf := range find(code) {
			if leaf == code {
				x.codes = append(x.codes, leaf)
			}
			x.above[leaf] = append(x.above[leaf], code)
		}
	}
	return x
}

// mostMoves is how many moves of a code are looked at.
const mostMoves = 1000

// movesOf returns the moves of a code: a leaf of it more and another less, along with whatever they are in, or only more.
func (g *grid) movesOf(d int, code int64) []move {
	if known, ok := g.moves[d][code]; ok {
		return known
	}
	x := &g.dims[d]
	var all []move
	for _, leaf := range x.leaves[code] {
		for _, other := range append([]int64{none}, x.codes...) {
			if len(all) < mostMoves && !slices.Contains(x.leaves[code], other) {
				all = append(all, x.move(code, leaf, other))
			}
		}
	}
	g.moves[d][code] = all
	return all
}

func (x *dimension) move(code, leaf, other int64) (m move) {
	for _, c := range x.above[leaf] {
		if c != code && !slices.Contains(x.above[other], c) {
			m = append(m, shift{c, 1})
		}
	}
	for _, c := range x.above[other] {
		if !slices.Contains(x.above[leaf], c) {
			m = append(m, shift{c, -1})
		}
	}
	return m
}

// A corner is a cell of a change that takes so many times what is needed.
type corner struct{ key, by int64 }

// A boxing is the search for the boxes of least cost that meet a need.
type boxing struct {
	*witnesses
	g     *grid
	need  need
	most  int
	steps int
	found []foundBox // the cheapest first
}

type foundBox struct {
	cost  int64
	cells []int32
}

// boxes allows the cells of the cheapest changes that are boxes: in each dimension of the table a few codes, in all combinations of
// which cells become more or less by what is needed.
func (w *witnesses) boxes(n need, most int, allowed []bool) {
	if w.grid == nil || most < 1 {
		return
	}
	b := &boxing{witnesses: w, g: w.grid, need: n, most: most, steps: mostBoxSteps}
	b.extend(0, []corner{{w.grid.key(w.Codes[n.cell]), 1}}, []int32{n.cell}, 0)
	w.spent += float64(100 * (mostBoxSteps - b.steps))
	for _, f := range b.found {
		for _, i := range f.cells {
			allowed[i] = true
		}
	}
}

// mostBoxSteps is how many corners are looked at, and mostCorners how many a box may have.
const (
	mostBoxSteps = 200_000
	mostCorners  = 256
)

// extend goes on in the next dimension.
func (b *boxing) extend(d int, corners []corner, cells []int32, cost int64) {
	if d == len(b.g.dims) {
		at, _ := slices.BinarySearchFunc(b.found, cost+1, func(f foundBox, cost int64) int { return cmp.Compare(f.cost, cost) })
		b.found = slices.Insert(b.found, at, foundBox{cost, slices.Clone(cells)})
		b.found = b.found[:min(len(b.found), b.most)]
		return
	}
	type next struct {
		move move
		cost int64
	}
	var all []next
	for _, m := range b.g.movesOf(d, b.Codes[b.need.cell][d]) {
		if len(corners)*(len(m)+1) > mostCorners {
			continue
		}
		if more, ok := b.price(d, corners, m, nil); ok {
			all = append(all, next{m, more})
		}
	}
	slices.SortStableFunc(all, func(x, y next) int { return cmp.Compare(x.cost, y.cost) })
	for _, x := range all {
		if b.steps <= 0 || len(b.found) == b.most && cost+x.cost >= b.found[len(b.found)-1].cost {
			return
		}
		more, with := slices.Clone(corners), slices.Clone(cells)
		b.price(d, corners, x.move, func(c corner, i int32) { more, with = append(more, c), append(with, i) })
		b.extend(d+1, more, with, cost+x.cost)
	}
}

// price returns what cells cost that a move adds, and whether there are such and they may change so; each is told.
func (b *boxing) price(d int, corners []corner, m move, each func(c corner, i int32)) (cost int64, ok bool) {
	own := b.Codes[b.need.cell][d]
	for _, c := range corners {
		for _, s := range m {
			b.steps--
			key := c.key + (s.code-own)*b.g.strides[d]
			i, found := b.g.at[key]
			if !found {
				return 0, false
			}
			x := &b.Cells[i]
			by := c.by * s.by
			least, largest := x.ends()
			change, fits := times(by, b.need.by)
			if v := x.Value + change; !fits || v < least || v > largest || b.kept[i] {
				return 0, false
			}
			if b.need.insider != none && slices.Contains(b.insiders[i], b.need.insider) {
				return 0, false
			}
			if !b.hidden[i] {
				cost += x.Cost
			}
			if each != nil {
				each(corner{key, by}, i)
			}
		}
	}
	return cost, true
}
