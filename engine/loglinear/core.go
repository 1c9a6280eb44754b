package loglinear

import (
	"context"
	"math"

	"skyline/engine/exact"
)

// core returns the cross-entropy of tables that have to be fitted together:
//
//	-Σ_x p(x) ln p~(x)
//
// over the values x of their attributes that occur.
func (m *Measure) core(ctx context.Context, tables []Table, shapes []shape, s step, result *Divergence) (float64, error) {
	result.Closed = false
	nodes := make([]*node, len(s.tables))
	for k, t := range s.tables {
		nodes[k] = m.relation(shapes[t], tables[t].Groups).within(s.sets[k]).node(m.cells.Sizes)
	}
	p, q, err := fitNodes(ctx, nodes, Limits{m.MaxCells, m.MaxRounds})
	if err != nil {
		return 0, err
	}
	result.Rounds = max(result.Rounds, q.rounds)
	result.Deviation = max(result.Deviation, q.deviation)

	columns := make([][]int32, len(p.attributes))
	for k, a := range p.attributes {
		columns[k] = m.cells.Columns[a]
	}
	ids, where, count := numberRows(columns, len(m.cells.Counts), p.columns, len(p.share))
	counts, estimates := make([]int64, count), make([]float64, count)
	for i, id := range ids {
		counts[id] += m.cells.Counts[i]
	}
	for i, id := range where {
		if id >= 0 {
			estimates[id] = p.share[i]
		}
	}
	var h exact.Sum
	for id, n := range counts {
		h.Add(float64(n) / float64(m.people) * -math.Log(estimates[id]))
	}
	return h.Value(), nil
}

func orDefault(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

// relation returns what a table publishes of the cells. Where there are groups, it
// has a row for each person.
func (m *Measure) relation(s shape, groups []int32) *relation {
	r := &relation{shape: s, weights: m.cells.Counts}
	for _, a := range s.attributes {
		r.columns = append(r.columns, m.cells.Columns[a])
	}
	if len(s.right) == 0 {
		return r
	}
	var cells []int32 // of the persons
	for i, k := range m.cells.Counts {
		for range k {
			cells = append(cells, int32(i))
		}
	}
	for k, column := range r.columns {
		r.columns[k] = gather(column, cells)
	}
	r.weights = make([]int64, len(cells))
	for p := range r.weights {
		r.weights[p] = 1
	}
	r.groups = groups
	for _, g := range groups {
		r.count = max(r.count, int(g)+1)
	}
	return r
}
