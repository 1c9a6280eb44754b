package jump

import (
	"context"
	"fmt"
	"math"

	"skyline/engine/jump/classes"
	"skyline/engine/jump/profile"
	"skyline/engine/jump/tables"
)

// stepsOfClass is about how many elementary steps a class of tables takes while numbers of
// tables fit a word. Each further word is gone through for each person, to count the ways
// to choose the people of a value, and for each cell and value.
const (
	stepsOfClass = 1000
	stepsOfWord  = 10 // for each person
)

// classed is a view for package classes: its generalizations 1..n are steps, the last of
// them g_i.
type classed struct {
	*view
	steps    []int
	cellOf   []int32 // the instance's cell of a table's cell
	instance classes.Instance
}

// classes returns the view with its live generalizations alone, if all of them are finer
// than g_i: what it knows of the others then holds for the tables that come up in the
// recursion, too. Otherwise all are needed.
func (v *view) classes() *classed {
	c := &classed{view: v}
	if v.nested {
		c.steps = append(append(c.steps, v.live...), v.i)
	} else {
		for j := 1; j <= v.i; j++ {
			c.steps = append(c.steps, j)
		}
	}
	c.cellOf = make([]int32, len(v.table.cells))
	cells := v.table.split(v.table.everybody(), c.steps)
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
	// To pass the first is to be ruled out.
	if v.algorithm.Property != nil && (!v.nested || v.rulesOutFirst()) && c.follow(c.steps[0]+1) == 2 {
		c.instance.First = v.algorithm.Property.HoldsGroup
	}
	c.instance.Alike = v.algorithm.Strategy != Certified
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

func (c *classed) forecast() float64 {
	if c.table.people > mostClassed || len(c.instance.Cells)*c.table.values > mostForecast {
		return unfeasible
	}
	work := c.each() * c.instance.Forecast(len(c.steps), c.table.dense(c.signature))
	if !c.nested {
		// What the forecast does not see: disclosure sets of other tables, at each step.
		depth := float64(max(1, len(c.steps)-3))
		work *= depth * depth
	}
	return work
}

// each is about how many elementary steps a class of the tables takes.
func (c *classed) each() float64 {
	words := merged(c.signature).logTables() * math.Log2(10) / 64
	more := stepsOfWord*float64(c.table.people) + float64(len(c.instance.Cells)*c.table.values)
	return stepsOfClass + math.Floor(words)*more
}

func (c *classed) count(ctx context.Context, limit float64) (*belief, error) {
	c.instance.Step = func(k int, counts [][]int64, set func() (*tables.Set, error)) (int, error) {
		return c.step(ctx, k, counts, set)
	}
	set, err := classes.New(&c.instance, limit/c.each()).Disclosure(ctx, len(c.steps), c.table.dense(c.signature))
	if err != nil {
		return nil, err
	}
	return c.table.ofSet(c.i, c.signature, c.steps, set, c.cellOf), nil
}

// step is the algorithm at a step, for a table of which the signature is known.
func (c *classed) step(ctx context.Context, k int, counts [][]int64, set func() (*tables.Set, error)) (int, error) {
	j, property := c.steps[k-1], c.algorithm.Property
	for _, row := range counts {
		if !property.HoldsGroup(row) {
			return c.follow(j + 1), nil
		}
	}
	if c.algorithm.Strategy == Naive {
		return classes.Stop, nil
	}
	next := c.next(j)
	if next > c.i {
		return classes.Stop, nil // released there, or jumped over
	}
	if c.algorithm.Strategy == Certified {
		verdict, _, err := c.settle(ctx, j, sparse(counts))
		if err != nil || verdict == tables.Yes {
			return classes.Stop, err
		}
		return c.follow(next), nil
	}
	s, err := set()
	if err != nil || s.Holds(property) {
		return classes.Stop, err
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
	return classes.Stop
}

// chained is a view for package profile: one recursive generalization g_e, and a finer
// one that rules out.
type chained struct {
	*view
	fine, middle int
	chain        profile.Chain
	cellOf       []int32
	share        tables.MaxShare
}

// chain returns the view for package profile, or nil if it is none for it.
func (v *view) chain() *chained {
	share, ok := v.algorithm.Property.(tables.MaxShare)
	if !ok || len(v.live) != 2 || len(v.recursive) != 1 || v.live[1] != v.recursive[0] || len(v.gates) == 0 || v.algorithm.Strategy == Certified {
		return nil
	}
	c := &chained{view: v, fine: v.live[0], middle: v.live[1], share: share}
	finer := v.table.finer
	if !finer[c.fine-1][c.middle-1] || !finer[c.middle-1][v.i-1] || !v.arrives || !v.returns() {
		return nil
	}
	c.cellOf = make([]int32, len(v.table.cells))
	next := int32(0)
	dense := v.table.dense(v.signature)
	for group, cells := range v.table.generalizations[v.i-1].members {
		g := profile.Group{Counts: dense[group]}
		for _, part := range v.table.split(cells, []int{c.middle}) {
			var p profile.Part
			for _, list := range v.table.split(part, []int{c.fine}) {
				p.Sizes = append(p.Sizes, v.table.size(list))
				for _, cell := range list {
					c.cellOf[cell] = next
				}
				next++
			}
			g.Parts = append(g.Parts, p)
		}
		c.chain = append(c.chain, g)
	}
	return c
}

// returns reports whether tables that jump at the only recursive generalization get to
// g_i.
func (v *view) returns() bool {
	j := v.next(v.recursive[0])
	for j > 0 && j < v.i {
		if v.status[j-1].live {
			return false
		}
		j = v.status[j-1].next
	}
	return j == v.i
}

// stepsOfProfile is about how many elementary steps a step of package profile takes.
const stepsOfProfile = 50

func (c *chained) forecast() float64 { return stepsOfProfile * c.chain.Forecast(c.share) }

func (c *chained) count(ctx context.Context, limit float64) (*belief, error) {
	set, err := c.chain.Count(ctx, c.share, limit/stepsOfProfile)
	if err != nil {
		return nil, fmt.Errorf("jump: by profiles: %w", err)
	}
	return c.table.ofSet(c.i, c.signature, []int{c.middle, c.fine}, set, c.cellOf), nil
}
