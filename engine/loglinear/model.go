package loglinear

import (
	"context"
	"fmt"
	"math"
	"slices"

	"skyline/engine"
)

// Relation is the rows of one published table, in an order of its own.
type Relation struct {
	Attributes []int
	Columns    [][]int32 // of the attributes, in their order
	Right      []int     // nil for a plain table
	// Groups has the group of each row of a bucketized table, -1 where the right
	// side is suppressed; what Columns has of it there is not looked at, but must be
	// a code.
	Groups []int32
	Counts []int64 // how many people each row stands for; nil: one each
}

// Limits bound the estimates that have no closed form: the cells that they are
// fitted on, and the rounds. 0 stands for DefaultMaxCells and DefaultMaxRounds.
type Limits struct{ MaxCells, MaxRounds int }

// Model is the estimate of a table from published ones, to be asked for counts.
type Model struct {
	// Closed, Rounds and Deviation are as in Divergence. Where published tables
	// differ in their people, because some were suppressed, or contradict each other,
	// Deviation also says how far they are apart in what they have in common.
	Closed    bool
	Rounds    int
	Deviation float64

	people int64 // of the table with the most
	homes  []int
	parts  []part // each before those that hang on it
	tops   []int  // by part, the root that it hangs on in the end
}

// part is a node of the join forest.
type part struct {
	*node
	parent int // -1 for a root
	// What it has in common with its parent stands on one side of each. Rows that are
	// equal there have one number, in both; a row that has no counterpart in the
	// parent has -1.
	mine, theirs link
	values       int // numbers
	base         []float64
	marginals    map[int][]float64 // by attribute: the shares of its values
}

// link numbers the rows of a side by what they have in a separator.
type link struct {
	right bool
	ids   []int32
}

// NewModel returns the estimate that is made of published tables: the distribution
// of the largest entropy that has their marginals, see Measure.Divergence. sizes
// are those of the attributes, each of which must be in a table.
//
// A table that has fewer rows than another stands for all people: its rows count
// for more. If tables that hang together then disagree on what they have in common,
// the one further from the root says only how its other attributes depend on it.
//
// Errors: *engine.ParamError; ErrTooLarge if the tables that have to be fitted together
// allow more than MaxCells cells; that of ctx.
func NewModel(ctx context.Context, relations []Relation, sizes []int, limits Limits) (*Model, error) {
	shapes := make([]shape, len(relations))
	tables := make([]*relation, len(relations))
	var covered []int
	m := &Model{Closed: true, homes: make([]int, len(sizes))}
	for i := range relations {
		r, err := relations[i].check(i, sizes)
		if err != nil {
			return nil, err
		}
		shapes[i], tables[i] = r.shape, r
		covered = union(covered, r.attributes)
		var people int64
		for _, n := range r.weights {
			people += n
		}
		m.people = max(m.people, people)
	}
	if err := checkCovered(covered, len(sizes)); err != nil {
		return nil, err
	}
	for i, s := range decompose(shapes) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n, err := m.build(ctx, tables, s, sizes, limits)
		if err != nil {
			return nil, err
		}
		p, top := part{node: n, parent: s.parent, marginals: map[int][]float64{}}, i
		if p.parent >= 0 {
			top = m.tops[p.parent]
			m.attach(&p, s.separator)
		}
		m.parts = append(m.parts, p)
		m.tops = append(m.tops, top)
	}
	for a := range m.homes {
		m.homes[a] = m.home(a)
	}
	for i := range tables {
		if by := superseding(shapes, i); by >= 0 {
			m.compare(tables[i], tables[by], sizes)
		}
	}
	return m, nil
}

// compare notes how far a table that is left out is from the plain one that it is within,
// in the marginals that both have exactly: of the left side, and of the right one unless
// some of it is suppressed.
func (m *Model) compare(t, plain *relation, sizes []int) {
	for _, set := range [][]int{difference(t.attributes, t.right), t.right} {
		if len(set) == 0 || !t.exact(set) {
			continue
		}
		mine, theirs := t.marginal(set).node(sizes).left, plain.marginal(set).node(sizes).left
		ofTheirs, ofMine, values := numberRows(theirs.columns, len(theirs.weight), mine.columns, len(mine.weight))
		apart := make([]float64, values)
		for i, v := range ofTheirs {
			apart[v] = theirs.weight[i]
		}
		covered := 0.0
		for i, v := range ofMine {
			if v >= 0 {
				apart[v] -= mine.weight[i]
				covered += mine.weight[i]
			}
		}
		for _, by := range apart {
			m.differ(by)
		}
		m.differ(1 - covered)
	}
}

// check returns the relation as it is aggregated.
func (r *Relation) check(i int, sizes []int) (*relation, error) {
	name := fmt.Sprintf("relations[%d]", i)
	s, err := newShape(name, r.Attributes, r.Right, len(sizes))
	if err != nil {
		return nil, err
	}
	s.suppressed = len(s.right) > 0 && slices.Contains(r.Groups, suppressed)
	if len(r.Columns) != len(r.Attributes) {
		return nil, engine.NewParamError("loglinear", name+".Columns", "one for each attribute", fmt.Sprint(len(r.Columns)))
	}
	out := &relation{shape: s}
	of := make([]int, len(s.attributes))
	for k, a := range s.attributes {
		out.columns = append(out.columns, r.Columns[position(r.Attributes, a)])
		of[k] = sizes[a]
	}
	rows := len(r.Groups)
	if len(r.Columns) > 0 {
		rows = len(r.Columns[0])
	}
	if err := checkColumns(out.columns, of, rows); err != nil {
		return nil, err
	}
	if len(s.right) > 0 {
		if out.count, err = checkGroups(r.Groups, int64(rows)); err != nil {
			return nil, err
		}
		out.groups = r.Groups
	}
	if out.weights, err = weightsOf(name, r.Counts, rows); err != nil {
		return nil, err
	}
	return out, nil
}

func weightsOf(name string, counts []int64, rows int) ([]int64, error) {
	if counts == nil {
		return slices.Repeat([]int64{1}, rows), nil
	}
	if len(counts) != rows {
		return nil, engine.NewParamError("loglinear", name+".Counts", "one for each row", fmt.Sprintf("%d for %d", len(counts), rows))
	}
	return counts, checkCounts(counts)
}

// build makes the node of a table, or of tables that have to be fitted.
func (m *Model) build(ctx context.Context, tables []*relation, s step, sizes []int, limits Limits) (*node, error) {
	if !s.isCore() {
		return tables[s.tables[0]].node(sizes), nil
	}
	m.Closed = false
	nodes := make([]*node, len(s.tables))
	for k, t := range s.tables {
		nodes[k] = tables[t].within(s.sets[k]).node(sizes)
	}
	p, q, err := fitNodes(ctx, nodes, limits)
	if err != nil {
		return nil, err
	}
	m.Rounds, m.Deviation = max(m.Rounds, q.rounds), max(m.Deviation, q.deviation)
	return &node{left: side{p.attributes, p.columns, p.share, []int32{0, int32(len(p.share))}}}, nil
}

// attach numbers what a part has in common with its parent.
func (m *Model) attach(p *part, separator []int) {
	parent := &m.parts[p.parent]
	mine, theirs := p.sideOf(separator[0]), parent.sideOf(separator[0])
	of := func(s *side) [][]int32 {
		var columns [][]int32
		for _, a := range separator {
			columns = append(columns, s.columns[position(s.attributes, a)])
		}
		return columns
	}
	p.theirs.ids, p.mine.ids, p.values = numberRows(of(theirs), len(theirs.weight), of(mine), len(mine.weight))
	p.theirs.right, p.mine.right = theirs == parent.right, mine == p.right
	p.base = p.onto(p.mine, p.values, nil)
	expected := parent.onto(p.theirs, p.values, nil)
	covered := 0.0
	for v, share := range p.base {
		m.differ(share - expected[v])
		covered += share
	}
	m.differ(1 - covered)
}

// differ notes by how much tables are apart, beyond rounding.
func (m *Model) differ(by float64) {
	if by = math.Abs(by); by > tolerance {
		m.Deviation = max(m.Deviation, by)
	}
}

// sideOf returns the side that has an attribute, nil if none has.
func (n *node) sideOf(a int) *side {
	switch {
	case contains(n.left.attributes, a):
		return &n.left
	case n.right != nil && contains(n.right.attributes, a):
		return n.right
	}
	return nil
}

// home returns the part nearest to its root that has an attribute.
func (m *Model) home(a int) int {
	for i := range m.parts {
		if m.parts[i].sideOf(a) != nil {
			return i
		}
	}
	return -1
}
