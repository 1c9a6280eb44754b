package mondrian

import (
	"cmp"
	"context"
	"slices"

	"skyline/engine/releases"
)

// joint is what the partition and the earlier releases tell together: see earlier.go. While splits are looked for, nothing
// changes it.
type joint struct {
	ctx     context.Context //nolint:containedctx // of one call
	earlier *Earlier
	cells   *Cells
	who     []int32   // of each cell, its combination of earlier groups; it moves with the cells
	labels  [][]int32 // by combination: the groups
	pieces  []piece
	knots   [][]int32 // their pieces
	groups  int32     // of the partition, that there have been
	steps   float64   // that the knots of a split may take
	origins int32
}

// piece is the people of a group of the partition who are in the same groups of all earlier releases.
type piece struct {
	who    int32
	group  int32 // of the partition
	origin int32 // the number of the known piece that it is a part of, or none
	knot   int32 // that it is in, none if its counts are known
	people int64
	counts []releases.Count
	// loose says that its group of the partition does not tie it: it is of a whole group of an earlier release.
	loose bool
}

const (
	// maxCutPieces is how many pieces a split may cut, and maxKnot how many a knot may have that a split makes or changes.
	maxCutPieces, maxKnot = 12, 32
	// knotSteps are those that such a knot may take, and startSteps those of one that is there at the beginning.
	knotSteps, startSteps = 2e6, 2e9
)

const (
	none  = -1
	cutUp = -2 // stands for the part of a piece that is in several
)

// newJoint takes the labels of the cells. Their combinations are numbered in their order, whatever that of the cells is.
func newJoint(ctx context.Context, cells *Cells) *joint {
	earlier := cells.earlier
	j := &joint{ctx: ctx, earlier: earlier, cells: cells, steps: knotSteps}
	cells.combine()
	j.who = cells.Codes[len(cells.columns)]
	for _, codes := range cells.combinations {
		groups := slices.Clone(codes)
		for r := range groups {
			if groups[r] == earlier.Absent[r] {
				groups[r] = releases.Absent
			}
		}
		j.labels = append(j.labels, groups)
	}
	return j
}

// combine replaces the labels of the cells by the number of their combination.
func (c *Cells) combine() {
	if c.combinations != nil {
		return
	}
	codes := c.Codes[len(c.columns):]
	order := make([]int32, len(c.Value))
	for i := range order {
		order[i] = int32(i)
	}
	compare := func(a, b int32) int {
		for _, column := range codes {
			if order := cmp.Compare(column[a], column[b]); order != 0 {
				return order
			}
		}
		return 0
	}
	slices.SortFunc(order, compare)
	who := make([]int32, len(order))
	c.combinations = [][]int32{}
	for i, cell := range order {
		if i == 0 || compare(order[i-1], cell) != 0 {
			labels := make([]int32, len(codes))
			for r := range codes {
				labels[r] = codes[r][cell]
			}
			c.combinations = append(c.combinations, labels)
		}
		who[cell] = int32(len(c.combinations) - 1)
	}
	c.Codes = append(c.Codes[:len(c.columns):len(c.columns)], who)
}

// begin takes the groups of the partition at the beginning. It reports what they tell beside the earlier releases.
func (j *joint) begin(groups []*open) verdict {
	j.pieces, j.knots, j.groups, j.origins = nil, nil, 0, 0
	t := trial{base: 0, parts: len(groups)}
	var h histograms
	for g, o := range groups {
		o.number = int32(g)
		o.pieces = nil
		for i := o.begin; i < o.end; i++ {
			h.add(j.who[i], int32(g), j.cells.Value[i], j.cells.N[i])
		}
	}
	h.each(func(who, part int32, counts []releases.Count, people int64) {
		t.units = append(t.units, unit{piece{who, part, none, none, people, counts, false}, none, part, false})
	})
	v := j.settle(&t, false)
	if v == kept {
		for g, pieces := range j.take(&t, nil) {
			groups[g].pieces = pieces
		}
	}
	return v
}

// take makes a trial the state, and returns the pieces of each part. gone are the pieces of the group that was split.
func (j *joint) take(t *trial, gone []int32) (parts [][]int32) {
	for _, number := range gone {
		if knot := j.pieces[number].knot; knot != none {
			j.knots[knot] = nil
		}
	}
	j.groups += int32(t.parts)
	parts = make([][]int32, t.parts)
	for _, u := range t.stay {
		j.pieces[u.old] = u.piece
		parts[u.part] = append(parts[u.part], u.old)
	}
	first := int32(len(j.knots))
	for i, u := range t.units {
		if u.old == none {
			u.old = int32(len(j.pieces))
			j.pieces = append(j.pieces, piece{})
		}
		j.origins = max(j.origins, u.origin+1)
		if u.knot = none; t.knots[i] != none {
			u.knot = first + t.knots[i]
			for int(u.knot) >= len(j.knots) {
				j.knots = append(j.knots, nil)
			}
			j.knots[u.knot] = append(j.knots[u.knot], u.old)
		}
		j.pieces[u.old] = u.piece
		if u.part != none {
			parts[u.part] = append(parts[u.part], u.old)
		}
	}
	for _, pieces := range parts {
		slices.SortFunc(pieces, func(a, b int32) int { return cmp.Compare(j.pieces[a].who, j.pieces[b].who) })
	}
	return parts
}
