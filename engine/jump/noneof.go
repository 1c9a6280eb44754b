package jump

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"skyline/engine/internal/budget"
	"skyline/engine/internal/disjoint"
	"skyline/engine/jump/beliefs"
	"skyline/engine/jump/internal/counting"
)

// The tables of a permutation set that pass none of some generalizations are counted by
// inclusion and exclusion: those that pass all of a subset are a product of numbers, of
// one for each part of the people that neither g_i nor the subset links with others. Only
// the coarsest of the generalizations count, as a table that passes one passes all
// coarser ones.

// mostExclusive is how many generalizations inclusion and exclusion take on.
const mostExclusive = 10

// term is the tables that pass all generalizations of a subset.
type term struct {
	negative bool
	factors  []*factor
	// of is the factor of a group of g_i.
	of    []int
	at    []int32  // the cell, of the factor's component, of a table's cell
	total *big.Int // the product of its factors
}

// factor counts the tables of a part of the people: of the groups of g_i in it, or, of
// the subset without generalizations, of the one group.
type factor struct {
	counting.Component
	groups []int32
	people int64
	// values are those of its people, ascending, and columns theirs in the component's Counts.
	values  []int32
	columns []int
	// set is nil for the subset without generalizations.
	set    *beliefs.Set
	tables *big.Int
}

// coarsest returns the generalizations that no other of the list is coarser than, one of
// those that are equal.
func (t *Table) coarsest(list []int) []int {
	var result []int
	for k, j := range list {
		if !slices.ContainsFunc(list[:k], func(m int) bool { return t.finer[j-1][m-1] }) &&
			!slices.ContainsFunc(list[k+1:], func(m int) bool { return t.finer[j-1][m-1] && !t.finer[m-1][j-1] }) {
			result = append(result, j)
		}
	}
	return result
}

// noneOf counts the tables of the permutation set that pass none of a list of
// generalizations, if that takes at most limit; work is about what it takes.
//
// Errors: budget.ErrTooLarge, those of ctx.
func (v *view) noneOf(ctx context.Context, list []int, limit float64) (b *belief, work float64, err error) {
	list = v.table.coarsest(list)
	if len(list) == 0 {
		b = v.table.alike(v.i, v.signature)
		b.total = product(v.signature)
		return b, 0, nil
	}
	if len(list) > mostExclusive {
		return nil, unfeasible, fmt.Errorf("%w: the subsets of %d generalizations, limit %d", budget.ErrTooLarge, len(list), mostExclusive)
	}
	terms := make([]*term, 1<<len(list))
	for subset := range terms {
		terms[subset] = v.term(list, uint(subset))
		if work += terms[subset].forecast(ctx, v.algorithm.Property, limit-work); ctx.Err() != nil {
			return nil, work, ctx.Err()
		}
		if work > limit {
			return nil, work, fmt.Errorf("%w: about %.1e steps, limit %.1e", budget.ErrTooLarge, work, limit)
		}
	}
	total := new(big.Int)
	kept := terms[:0]
	for _, s := range terms {
		if err := v.count(ctx, s, limit); err != nil {
			return nil, work, err
		}
		if s.total.Sign() == 0 {
			continue // and so is each of its numbers
		}
		if s.negative {
			total.Sub(total, s.total)
		} else {
			total.Add(total, s.total)
		}
		kept = append(kept, s)
	}
	b = &belief{table: v.table, signature: v.signature, i: v.i, tells: list, total: total}
	g := v.table.generalizations[v.i-1]
	b.row = func(cell int32) []*big.Int {
		group := g.of[cell]
		row := make([]*big.Int, len(v.signature[group]))
		for k := range row {
			row[k] = new(big.Int)
		}
		for _, s := range kept {
			s.addRow(row, v.signature[group], int(group), cell)
		}
		return row
	}
	return b, work, nil
}

// term returns the term of a subset of a list.
func (v *view) term(list []int, subset uint) *term {
	var chosen []int
	for k, j := range list {
		if subset>>k&1 == 1 {
			chosen = append(chosen, j)
		}
	}
	s := &term{negative: bits.OnesCount(subset)%2 == 1, of: v.linked(chosen)}
	for group, f := range s.of {
		if f == len(s.factors) {
			s.factors = append(s.factors, &factor{})
		}
		s.factors[f].groups = append(s.factors[f].groups, int32(group))
		s.factors[f].people += v.signature[group].people()
	}
	if len(chosen) > 0 {
		s.at = make([]int32, len(v.table.cells))
		scratch := v.table.newScratch(chosen)
		for _, f := range s.factors {
			v.fill(s, f, chosen, scratch)
		}
	}
	return s
}

// hasComponent reports whether the factor is not of the subset without generalizations.
func (f *factor) hasComponent() bool { return f.values != nil }

// linked numbers the parts of the people that neither g_i nor any of the chosen
// generalizations links, in the order of their first groups of g_i.
func (v *view) linked(chosen []int) []int {
	parts := disjoint.New(len(v.signature))
	of := v.table.generalizations[v.i-1].of
	for _, j := range chosen {
		for _, cells := range v.table.generalizations[j-1].members {
			for _, c := range cells[1:] {
				parts.Join(int(of[cells[0]]), int(of[c]))
			}
		}
	}
	numbers, _ := parts.Numbers()
	return numbers
}
