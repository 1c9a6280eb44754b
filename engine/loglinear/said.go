package loglinear

import (
	"context"
	"math"
	"slices"

	"skyline/engine/internal/countsort"
)

// groupLists are what the groups of a draw say, while it is filled.
type groupLists struct {
	draw    *draw
	values  []int32 // by person
	said    []said
	starts  []int     // of the groups in said, and the end
	own     []float64 // by person, the share of the own value in the own group
	have    []int32   // by value; 0 between groups
	numbers *numbering
}

// fill finds what is said of the people of cells with these codes and counts, who are in so
// many groups at most.
//
// Errors: that of ctx.
func (d *draw) fill(ctx context.Context, codes []int32, counts []int64, groups int) error {
	l := &groupLists{draw: d, starts: make([]int, 1, groups+2), own: make([]float64, len(d.by)), have: make([]int32, d.values), numbers: newNumbering(0)}
	for i, code := range codes {
		for range counts[i] {
			l.values = append(l.values, code)
		}
	}
	by := slices.Clone(d.by)
	var released []int32
	for p, g := range by {
		if g == suppressed {
			by[p], d.suppressed = int32(groups), true
		} else {
			released = append(released, int32(p))
		}
	}
	var members countsort.Buckets
	members.Fill(by, groups+1)
	for g := range groups {
		if g%chunk == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		l.add(members.Of(int32(g)), members.Of(int32(g)))
	}
	if d.suppressed {
		l.add(released, members.Of(int32(groups)))
	}
	return l.copy(ctx, codes, counts, by)
}

// add adds a group that has the right values of some people, for the members.
func (l *groupLists) add(people, members []int32) {
	start := len(l.said)
	for _, p := range people {
		v := l.values[p]
		if l.have[v] == 0 {
			l.said = append(l.said, said{value: v})
		}
		l.have[v]++
	}
	of := int32(len(people))
	for _, p := range members {
		if n := l.have[l.values[p]]; n > 0 {
			l.own[p] = float64(n) / float64(of)
		}
	}
	for i := range l.said[start:] {
		e := &l.said[start+i]
		n := l.have[e.value]
		l.have[e.value] = 0
		if e.share = l.numbers.number(n, of); int(e.share) == len(l.draw.shares) {
			l.draw.shares = append(l.draw.shares, float64(n)/float64(of))
		}
	}
	l.starts = append(l.starts, len(l.said))
}

// copy writes to the draw what is said of each cell's people, who are in groups by.
//
// Errors: that of ctx.
func (l *groupLists) copy(ctx context.Context, codes []int32, counts []int64, by []int32) error {
	d := l.draw
	long := make([]int32, len(l.starts)-1) // the numbers of long groups
	size := len(codes)
	for g := range long {
		if l.starts[g+1]-l.starts[g] >= longGroup {
			long[g] = int32(len(d.groups))
			d.groups = append(d.groups, l.said[l.starts[g]:l.starts[g+1]])
		}
	}
	for _, g := range by {
		if n := l.starts[g+1] - l.starts[g]; n < longGroup {
			size += n
		} else {
			size++
		}
	}
	d.at, d.said, d.alone = make([]int, 1, len(codes)+1), make([]said, 0, size), make([]float64, len(codes))
	p := 0
	for i, code := range codes {
		if i%chunk == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		d.said = append(d.said, said{code, int32(counts[i])}) // of at most 2^31-1 people
		var n float64
		for range counts[i] {
			if list := l.said[l.starts[by[p]]:l.starts[by[p]+1]]; len(list) < longGroup {
				d.said = append(d.said, list...)
			} else {
				d.said = append(d.said, said{value: ^long[by[p]]})
			}
			n += l.own[p]
			p++
		}
		d.at = append(d.at, len(d.said))
		d.alone[i] = -float64(counts[i]) * math.Log(n)
	}
	return nil
}
