package jump

import (
	"cmp"
	"context"
	"slices"

	"skyline/engine/internal/budget"
	"skyline/engine/jump/beliefs"
	"skyline/engine/jump/internal/signatures"
)

// classed is a view for package signatures: its generalizations 1..n are steps, the last of
// them g_i.
type classed struct {
	*view
	steps    []int
	cellOf   []int32 // the instance's cell of a table's cell
	instance signatures.Instance
}

// classes returns the view with its live generalizations alone, if all of them are finer
// than g_i, and to pass the first is to be ruled out: what it knows of the others then holds
// for the tables that come up in the recursion, too. Otherwise all are needed.
func (v *view) classes() *classed {
	c := &classed{view: v}
	if v.nested && v.rulesOutFirst() {
		c.steps = append(append(c.steps, v.live...), v.i)
	} else {
		for j := 1; j <= v.i; j++ {
			c.steps = append(c.steps, j)
		}
	}
	c.cellOf = make([]int32, len(v.table.cells))
	cells := v.table.everybody(c.steps)
	slices.SortFunc(cells, func(a, b []int32) int { return cmp.Compare(a[0], b[0]) })
	for k, list := range cells {
		for _, cell := range list {
			c.cellOf[cell] = int32(k)
		}
		c.instance.Cells = append(c.instance.Cells, v.table.size(list))
	}
	for _, j := range c.steps {
		of := make([]int, len(cells))
		for k, list := range cells {
			of[k] = int(v.table.generalizations[j-1].of[list[0]])
		}
		c.instance.Generalizations = append(c.instance.Generalizations, of)
	}
	c.instance.First, c.instance.After = v.algorithm.Property.HoldsGroup, c.follow(c.steps[0]+1)
	return c
}

// rulesOutFirst reports whether the first live generalization rules out what passes it.
func (v *view) rulesOutFirst() bool {
	return len(v.live) > 0 && (len(v.recursive) == 0 || v.recursive[0] != v.live[0])
}

// dense returns a signature with a column for every value.
func (t *Table) dense(signature []histogram) [][]int64 {
	counts := make([][]int64, len(signature))
	for group, h := range signature {
		counts[group] = make([]int64, t.values)
		for _, c := range h {
			counts[group][c.Value] = c.N
		}
	}
	return counts
}

// sparse is the inverse of dense.
func sparse(counts [][]int64) []histogram {
	signature := make([]histogram, len(counts))
	for group, row := range counts {
		for value, n := range row {
			if n > 0 {
				signature[group] = append(signature[group], Count{int32(value), n})
			}
		}
	}
	return signature
}

// mostClassed is of how many people classes are counted, and mostForecast how many cells
// times values there may be: beyond, the preparations alone take long.
const (
	mostClassed  = 2000
	mostForecast = 1 << 16
)

// tooHigh is by which factor a forecast is seldom too high. What goes on too long because of
// it, the budget stops.
const tooHigh = 10

// forecast is about how many steps the set takes at least.
func (c *classed) forecast() float64 {
	if len(c.instance.Cells)*c.table.values > mostForecast {
		return unfeasible
	}
	return c.instance.Forecast(c.table.dense(c.signature)) / tooHigh
}

func (c *classed) count(ctx context.Context, limit float64) (*belief, error) {
	c.instance.Step = func(k int, counts [][]int64, set func() (*beliefs.Set, error)) (int, error) {
		return c.step(ctx, k, counts, set)
	}
	set, err := c.instance.Disclosure(c.table.dense(c.signature), budget.New(ctx, limit))
	if err != nil {
		return nil, err
	}
	return c.table.ofSet(c.i, c.signature, c.steps, set, c.cellOf), nil
}

// step is the algorithm at a step, for a table of which the signature is known.
func (c *classed) step(ctx context.Context, k int, counts [][]int64, set func() (*beliefs.Set, error)) (int, error) {
	j, property := c.steps[k-1], c.algorithm.Property
	for _, row := range counts {
		if !property.HoldsGroup(row) {
			return c.follow(j + 1), nil
		}
	}
	if c.algorithm.Strategy == Naive {
		return signatures.Stop, nil
	}
	next := c.next(j)
	if next > c.i {
		return signatures.Stop, nil // released there, or jumped over
	}
	if c.algorithm.Strategy == Certified {
		verdict, _, err := c.settle(ctx, j, sparse(counts))
		if err != nil || verdict == beliefs.Yes {
			return signatures.Stop, err
		}
		return c.follow(next), nil
	}
	s, err := set()
	if err != nil || s.Holds(property) {
		return signatures.Stop, err
	}
	return c.follow(next), nil
}

// follow returns the step to which tables get from a generalization on, where those that
// are no steps send all of them the same way.
func (c *classed) follow(j int) int {
	at := 0
	for j > 0 && j <= c.i {
		for at < len(c.steps) && c.steps[at] < j {
			at++
		}
		if at < len(c.steps) && c.steps[at] == j {
			return at + 1
		}
		j = c.status[j-1].next
	}
	return signatures.Stop
}
