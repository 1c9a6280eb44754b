package cubes

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"skyline/engine"
	"skyline/engine/cube"
	"skyline/engine/cube/cellkey"
	"skyline/engine/cube/primary"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/words"
)

// protectSpec is what the kernel of cube_protect gets.
type protectSpec struct {
	Method   string          `json:"method"`
	Columns  int             `json:"columns"`
	Shown    int             `json:"shown"`            // of them, the first ones, in the result; in the others it has totals
	Counts   bool            `json:"counts,omitempty"` // a table of counts
	Masks    []int64         `json:"masks,omitempty"`  // the groupings that are published; all if there are none
	Keep     []int64         `json:"keep,omitempty"`
	Cost     string          `json:"cost"`
	Base     int64           `json:"base,omitempty"`
	Rule     string          `json:"rule,omitempty"`
	Noise    cellkey.Options `json:"noise,omitzero"`
	MaxSteps float64         `json:"max_steps"`

	// Tables that are out already; nil if there are none.
	Also        []given  `json:"also,omitempty"`
	Dimensions  []string `json:"dimensions"` // the names of all columns
	Hierarchies bool     `json:"hierarchies,omitempty"`
	MaxCells    int64    `json:"max_cells,omitempty"`

	Numbers  host.Shared[*numberTables]           `json:"numbers,omitzero"`
	AlsoRows *host.Shared[*people.GatheredTables] `json:"also_rows,omitempty"` // those of Also, then the codes of each column's labels
	Parts    int64                                `json:"parts,omitempty"`     // what numbers are in units of: 1 is so many
	Key      []byte                               `json:"key,omitempty"`
}

// addsUp reports whether a cell depends on others.
func (s *protectSpec) addsUp() bool {
	return s.Method == bySuppression || s.Method == byRounding && s.Rule == controlled
}

// outcome is a row of the kernel.
type outcome struct {
	Codes  []int64
	Number sql.Null[int64]
	Status string
}

var protectKernel = host.KernelOf("cube_protect", runProtect)

func runProtect(ctx context.Context, spec *protectSpec) (*host.Rows[outcome], error) {
	t, err := newTable(spec)
	if err != nil {
		return nil, err
	}
	outcomes := make([]outcome, len(t.cells))
	method := map[string]func(context.Context, []outcome) error{bySuppression: t.suppress, byRounding: t.round, byCellKey: t.perturb}[spec.Method]
	if method == nil {
		return nil, errNumbers
	}
	if err := method(ctx, outcomes); err != nil {
		return nil, err
	}
	rows := host.NewRows[outcome]()
	for i := range outcomes {
		if t.cells[i].published {
			outcomes[i].Codes = t.cells[i].codes
			rows.Add(outcomes[i])
		}
	}
	return rows, nil
}

// cell is one of the table, published or not.
type cell struct {
	codes        []int64
	people       int64
	number       int64
	key          int64 // the sum of the keys of its people
	unsafe       bool
	below, above int64
	published    bool
	kept         bool
	out          cube.Range // between what numbers it is by the tables that are out
	masked       bool       // one of these has it, and does not show its number
	disclosed    bool       // they tell it nearer than the rules allow
}

// table is what is counted.
type table struct {
	spec   *protectSpec
	cells  []cell          // in the order of their codes
	at     map[string]int  // the number of a cell by its codes
	labels []*columnLabels // by column
}

func newTable(spec *protectSpec) (*table, error) {
	n := spec.Columns
	if n < 1 || n > maxColumns || spec.Shown < 1 || spec.Shown > n || spec.Numbers.Value == nil {
		return nil, errNumbers
	}
	rows, err := spec.Numbers.Value.of(cellNumbers, n+6)
	if err != nil {
		return nil, err
	}
	t := &table{spec: spec, cells: make([]cell, len(rows)), at: make(map[string]int, len(rows))}
	slices.SortFunc(rows, slices.Compare)
	for i, row := range rows {
		c := &t.cells[i]
		*c = cell{codes: row[:n], people: row[n], number: row[n+1], key: row[n+2], unsafe: row[n+3] == 1, below: row[n+4], above: row[n+5], out: cube.Range{NoLargest: true}}
		if maskOfCodes(c.codes[spec.Shown:]) == 1<<(n-spec.Shown)-1 {
			mask := maskOfCodes(c.codes[:spec.Shown])
			c.published = spec.Masks == nil || slices.Contains(spec.Masks, mask)
			c.kept = slices.Contains(spec.Keep, mask)
		}
		t.at[codesKey(c.codes)] = i
	}
	if len(t.at) != len(t.cells) {
		return nil, errNumbers
	}
	above, err := spec.Numbers.Value.of(labelNumbers, 3)
	if err != nil {
		return nil, err
	}
	for d := range n {
		labels, err := newColumnLabels(above, int64(d))
		if err != nil {
			return nil, err
		}
		t.labels = append(t.labels, labels)
	}
	return t, nil
}

// maskOfCodes is what GROUPING_ID says of codes.
func maskOfCodes(codes []int64) (mask int64) {
	for _, code := range codes {
		mask <<= 1
		if code == 0 {
			mask |= 1
		}
	}
	return mask
}

// codesKey is a text for codes.
func codesKey(codes []int64) string {
	b := make([]byte, 0, 8*len(codes))
	for _, code := range codes {
		for shift := 0; shift < 64; shift += 8 {
			b = append(b, byte(code>>shift))
		}
	}
	return string(b)
}

// suppress hides the unsafe cells, and others.
func (t *table) suppress(ctx context.Context, outcomes []outcome) error {
	if err := t.readAlso(); err != nil {
		return err
	}
	p, err := t.problem()
	if err != nil {
		return err
	}
	if err := t.disclose(ctx, p); err != nil {
		return err
	}
	hidden := make([]bool, len(t.cells))
	pattern, err := p.Protect(ctx, t.spec.MaxSteps)
	if err != nil {
		return t.explain(err)
	}
	for _, i := range pattern.Secondary {
		hidden[i] = true
	}
	for i := range outcomes { // there may be more cells, which are not published
		c, o := &t.cells[i], &outcomes[i]
		switch {
		case c.disclosed:
			o.Status = "disclosed"
		case c.unsafe:
			o.Status = "primary"
		case hidden[i]:
			o.Status = "secondary"
		default:
			o.Status, o.Number = "published", host.Some(c.number)
		}
	}
	return nil
}

// problem is the table as engine/cube takes it.
func (t *table) problem() (*cube.Problem, error) {
	lines, err := t.lines()
	if err != nil {
		return nil, err
	}
	unit := t.unit()
	p := &cube.Problem{Cells: make([]cube.Cell, len(t.cells)), Lines: lines}
	for i := range t.cells {
		c := &t.cells[i]
		value := c.number / unit
		if value > mostOfCell {
			return nil, fmt.Errorf("value must sum to less than 2^52 for each cell, in the smallest unit that all sums have; round it in a query given as tbl")
		}
		x := cube.Cell{Unknown: cube.Unknown{Range: c.out, Whole: t.spec.Counts}, Value: value, Cost: max(1, value), Keep: c.kept && c.published && !c.unsafe}
		x.Least = scale(c.out.Least, unit)
		if !c.out.NoLargest {
			x.Largest = min(mostOfCell, c.out.Largest/unit)
		}
		switch {
		case c.masked:
			x.Cost = 0 // what is suppressed already
		case t.spec.Cost == costCells:
			x.Cost = 1
		}
		switch {
		case !c.published && (!c.masked || !c.unsafe):
			// Nobody sees it, and nothing is promised of it.
			x.Primary, x.Keep = true, false
		case c.unsafe:
			x.Primary, x.Below, x.Above = true, min(scale(c.below, unit), value), scale(c.above, unit)
		}
		p.Cells[i] = x
		p.Codes = append(p.Codes, c.codes)
	}
	if !t.spec.Counts {
		p.Insiders = t.insiders(lines)
	}
	return p, nil
}

// mostOfCell is the largest number that engine/cube takes.
const mostOfCell = 1 << 52

// unit is the largest number that all sums are multiples of.
func (t *table) unit() int64 {
	if t.spec.Counts {
		return 1
	}
	unit := int64(0)
	for i := range t.cells {
		for a := t.cells[i].number; a != 0; {
			unit, a = a, unit%a
		}
	}
	return max(1, unit)
}

// scale is a width in units, rounded up.
func scale(width, unit int64) int64 {
	if width == primary.Unlimited {
		return mostOfCell
	}
	return min(mostOfCell, width/unit+min(1, width%unit))
}

// lines are the sums that hold: each label, and the total, is the sum of its parts, in each column.
func (t *table) lines() ([][]cube.Term, error) {
	var lines [][]cube.Term
	wrong := 0
	for d, labels := range t.labels {
		parts := make(map[int][]int32)
		var order []int
		for i := range t.cells {
			for _, whole := range labels.partOf[t.cells[i].codes[d]] {
				codes := slices.Clone(t.cells[i].codes)
				codes[d] = whole
				at, ok := t.at[codesKey(codes)]
				if !ok {
					return nil, errNumbers
				}
				if parts[at] == nil {
					order = append(order, at)
				}
				parts[at] = append(parts[at], int32(i))
			}
		}
		for _, at := range order {
			line, sum := []cube.Term{{Unknown: int32(at), Times: -1}}, -t.cells[at].number
			for _, i := range parts[at] {
				line = append(line, cube.Term{Unknown: i, Times: 1})
				sum += t.cells[i].number
			}
			if sum != 0 {
				wrong++
			}
			lines = append(lines, line)
		}
	}
	if wrong > 0 {
		return nil, fmt.Errorf("method 'suppress' needs counts that add up, and %s not the sum of the cells: somebody is in several cells of a line, and counts once in its total; count rows, without person, or use columns in by in which all rows of a person agree",
			words.Count(int64(wrong), "total is", "totals are"))
	}
	return lines, nil
}

// insiders are the only contributors of cells, who know these: of cells that are one another's parts, and have one
// contributor each, it is the same one.
func (t *table) insiders(lines [][]cube.Term) [][]int32 {
	set := make([]int32, len(t.cells))
	for i := range set {
		set[i] = int32(i)
	}
	var find func(i int32) int32
	find = func(i int32) int32 {
		if set[i] != i {
			set[i] = find(set[i])
		}
		return set[i]
	}
	for _, line := range lines {
		for _, x := range line[1:] {
			if t.cells[line[0].Unknown].people == 1 && t.cells[x.Unknown].people == 1 {
				set[find(x.Unknown)] = find(line[0].Unknown)
			}
		}
	}
	members := make([][]int32, len(t.cells))
	for i := range t.cells {
		if t.cells[i].people == 1 {
			first := find(int32(i))
			members[first] = append(members[first], int32(i))
		}
	}
	return slices.DeleteFunc(members, func(cells []int32) bool { return cells == nil })
}

// explain says what cannot be protected.
func (t *table) explain(err error) error {
	switch {
	case errors.Is(err, engine.ErrTooLarge):
		return fmt.Errorf("method 'suppress' found no cells to suppress within max_steps, which is %.0f; publish fewer totals (sets), coarser labels, or give more max_steps", t.spec.MaxSteps)
	default:
		if _, ok := errors.AsType[*cube.Unprotected](err); ok {
			return errors.New("method 'suppress' cannot protect every unsafe cell: one follows too closely even if all other cells are suppressed that may be, as where the rest of its line has nobody; publish fewer totals (sets), give no keep or group_disclosure, use coarser labels, or method := 'round'" + t.beside())
		}
	}
	return err
}
