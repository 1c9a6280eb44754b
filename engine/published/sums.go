package published

import (
	"context"
	"fmt"
	"math"
	"slices"

	"skyline/engine/cube"
)

// model is the system of tables, and where its sums come from.
type model struct {
	whole, negative bool
	scales          []*scale
	grids           []*grid
	blocks          []*block
	exact           bool // the blocks say all that there is to know
	system          cube.System
	sums            []part // by sum; block is -1 where two blocks agree: cell is its number in meets
	meets           [][]signed
	up              map[[2]int][]int32
	below           map[[2]int]*children
}

// A block is a grid whose cells that are not known are unknowns, and the grids that it refines.
type block struct {
	grid    int
	coarser []int       // in their order, with the grid itself
	unknown []int32     // by cell: the number of its unknown, or -1
	atoms   []*children // by grid: the cells of the block that are in each cell and are unknown
	known   [][]int64   // by grid: what the others in each cell add up to
	via     [][]int     // by grid and cell: the grid between by whose cells it is written
}

// A part is a cell of a grid as a block writes it.
type part struct{ block, grid, cell int }

func newModel(ctx context.Context, t *Tables, mostJoint float64) (*model, error) {
	m := &model{whole: t.Whole, negative: t.Negative, up: map[[2]int][]int32{}, below: map[[2]int]*children{}}
	for i := range t.Dimensions {
		m.scales = append(m.scales, newScale(t.Dimensions[i].Levels))
	}
	if err := m.addSets(t.Sets); err != nil {
		return nil, err
	}
	grids, exact, err := m.chooseBlocks(mostJoint)
	if err != nil {
		return nil, err
	}
	m.exact = exact
	for _, g := range grids {
		if m.grids[g].partial {
			if err := m.grids[g].fill(m.anything()); err != nil {
				return nil, err
			}
		}
	}
	if err := m.addZeros(ctx); err != nil {
		return nil, err
	}
	for _, g := range grids {
		if err := m.addBlock(ctx, g); err != nil {
			return nil, err
		}
	}
	return m, m.agree()
}

// addBlock adds the unknowns of a block and the sums of all cells that it divides.
func (m *model) addBlock(ctx context.Context, g int) error {
	b := &block{grid: g, unknown: make([]int32, len(m.grids[g].cells))}
	for i := range m.grids[g].cells {
		c := &m.grids[g].cells[i]
		if b.unknown[i] = -1; !c.known() {
			b.unknown[i] = int32(len(m.system.Unknowns))
			m.system.Unknowns = append(m.system.Unknowns, cube.Unknown{Range: c.Range, Whole: m.whole})
		}
	}
	b.atoms, b.known, b.via = make([]*children, len(m.grids)), make([][]int64, len(m.grids)), make([][]int, len(m.grids))
	for v := range m.grids {
		if m.finer(g, v) {
			b.coarser = append(b.coarser, v)
			if err := m.gather(b, v); err != nil {
				return err
			}
		}
	}
	m.blocks = append(m.blocks, b)
	for _, v := range b.coarser {
		if v == g {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := m.addSums(len(m.blocks)-1, v); err != nil {
			return err
		}
	}
	return nil
}

// gather finds the atoms of a block in each cell of a grid.
func (m *model) gather(b *block, v int) error {
	up := slices.Clone(m.parents(b.grid, v))
	known := make([]int64, len(m.grids[v].cells))
	for i, parent := range up {
		if b.unknown[i] >= 0 || parent < 0 {
			continue
		}
		if up[i] = -1; !add(&known[parent], m.grids[b.grid].cells[i].Least) {
			return errSum
		}
	}
	b.known[v], b.atoms[v] = known, listed(up, len(known))
	return nil
}

// add adds, and reports whether that is possible.
func add(to *int64, x int64) bool {
	sum := *to + x
	if (sum > *to) != (x > 0) && x != 0 {
		return false
	}
	*to = sum
	return true
}

var errSum = fmt.Errorf("%w: their numbers add up to 2^52 or more", ErrTooLarge)

// mostNumber bounds the numbers of a system: see package cube.
const mostNumber = 1 << 52

// between returns the grids by whose cells those of a grid may be written: those of which no other is between, and the block's.
func (m *model) between(b *block, v int) []int {
	var all []int
	for _, u := range b.coarser {
		if u != v && m.finer(u, v) && !m.grids[u].partial && !slices.ContainsFunc(b.coarser, func(w int) bool {
			return w != u && w != v && m.finer(u, w) && m.finer(w, v) && !m.grids[w].partial
		}) {
			all = append(all, u)
		}
	}
	if !slices.Contains(all, b.grid) {
		all = append(all, b.grid)
	}
	return all
}

// addSums writes the sums of the cells of a grid, each by the cells of the grid between that leaves the fewest unknowns.
func (m *model) addSums(number, v int) error {
	b, g := m.blocks[number], m.grids[v]
	fewest := make([]int, len(g.cells))
	b.via[v] = make([]int, len(g.cells))
	for i := range fewest {
		fewest[i] = math.MaxInt
	}
	for _, u := range m.between(b, v) {
		counts := make([]int, len(g.cells))
		for i, parent := range m.parents(u, v) {
			if parent >= 0 && !m.grids[u].cells[i].known() {
				counts[parent] += len(b.atoms[u].of(int32(i)))
			}
		}
		for i, n := range counts {
			if n < fewest[i] {
				fewest[i], b.via[v][i] = n, u
			}
		}
	}
	wrong, parts := map[int]int{}, 0
	for i := range g.cells {
		c := &g.cells[i]
		if c.Range == m.anything() {
			continue // it says nothing
		}
		terms, rest, err := m.write(part{number, v, i})
		if err != nil {
			return err
		}
		r := c.Range
		if len(terms) == 0 {
			if !r.NoLeast && rest < r.Least || !r.NoLargest && rest > r.Largest {
				wrong[b.via[v][i]]++
				parts = b.via[v][i]
			}
			continue
		}
		if !shift(&r, rest) {
			return errSum
		}
		m.system.Sums = append(m.system.Sums, cube.Sum{Terms: terms, Range: r})
		m.sums = append(m.sums, part{number, v, i})
	}
	if len(wrong) > 0 {
		for u := range wrong {
			parts = min(parts, u)
		}
		return &Conflict{Whole: g.levels, Parts: m.grids[parts].levels, Set: m.setOf(v), Lines: wrong[parts]}
	}
	return nil
}

// setOf returns a set that has cells of a grid, or -1.
func (m *model) setOf(v int) int {
	for i := range m.grids[v].cells {
		if set := m.grids[v].cells[i].at.Set; set >= 0 {
			return set
		}
	}
	return -1
}

// shift subtracts from a range.
func shift(r *cube.Range, x int64) bool {
	for _, end := range []*int64{&r.Least, &r.Largest} {
		if !add(end, -x) || *end > mostNumber || *end < -mostNumber {
			return false
		}
	}
	return true
}

// write returns a cell as the unknowns that it is the sum of, and what the rest of it adds up to.
func (m *model) write(p part) (terms []cube.Term, rest int64, err error) {
	b := m.blocks[p.block]
	if p.grid == b.grid {
		return []cube.Term{{Unknown: b.unknown[p.cell], Times: 1}}, 0, nil
	}
	u := b.via[p.grid][p.cell]
	for _, child := range m.children(u, p.grid).of(int32(p.cell)) {
		c := &m.grids[u].cells[child]
		x := b.known[u][child]
		if c.known() {
			x = c.Least
		} else {
			for _, atom := range b.atoms[u].of(child) {
				terms = append(terms, cube.Term{Unknown: b.unknown[atom], Times: 1})
			}
		}
		if !add(&rest, x) {
			return nil, 0, errSum
		}
	}
	return terms, rest, nil
}
