package loglinear

import (
	"context"
	"math"
	"slices"

	"skyline/engine/exact"
	"skyline/engine/internal/parallel"
)

// chunk is how many cells are worth a goroutine. Sums are over chunks, of the classes
// or of the cells, and in their order, so that they do not depend on the workers.
const chunk = 1 << 13

// crossEntropy adds up over the classes of the left side.
func (d *draw) crossEntropy(ctx context.Context, p *classes, people int64, workers int) (float64, error) {
	ends := chunks(p)
	workers = min(max(1, workers), max(1, len(ends)))
	for len(d.scratch) < workers {
		s := d.scratch[0]
		d.scratch = append(d.scratch, newScratch(len(s.acc), len(s.members)))
	}
	logs := make([]exact.Sum, len(ends)) // -ln of n·p~, over the people
	parallel.For(workers, len(ends), func(worker, i int) {
		begin := 0
		if i > 0 {
			begin = ends[i-1]
		}
		if ctx.Err() == nil {
			logs[i] = d.scratch[worker].classes(d, p, begin, ends[i])
		}
	})
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	alone := slices.Repeat([]bool{true}, len(d.codes))
	for _, i := range p.cells {
		alone[i] = false
	}
	total := d.alone(alone)
	for _, s := range logs {
		total.Add(s.Value())
	}
	return math.Log(float64(people)) + total.Value()/float64(people), nil
}

// chunks cuts the classes into runs of a chunk of cells or, the last one, less; a class
// is not cut. It returns where they end.
func chunks(p *classes) []int {
	var ends []int
	for k, begin := 0, int32(0); k < p.len(); k++ {
		if end := p.starts[k+1]; end-begin >= chunk || k == p.len()-1 {
			ends, begin = append(ends, k+1), end
		}
	}
	return ends
}

// classes adds up over the people of some classes.
func (s *scratch) classes(d *draw, p *classes, begin, end int) exact.Sum {
	var logs exact.Sum
	var touched, found []int32
	acc, have, members := s.acc, s.have, s.members
	for k := begin; k < end; k++ {
		touched, found = touched[:0], found[:0]
		for _, i := range p.class(k) {
			for _, g := range d.groups[d.first[i]:d.first[i+1]] {
				if members[g] == 0 {
					touched = append(touched, g)
				}
				members[g]++
			}
			v := d.codes[i]
			if have[v] == 0 {
				found = append(found, v)
			}
			have[v] += d.first[i+1] - d.first[i]
		}
		for _, g := range touched {
			n := float64(members[g])
			members[g] = 0
			for _, e := range d.entries[d.starts[g]:d.starts[g+1]] {
				acc[e.value] += float64(n * e.share)
			}
		}
		for _, v := range found {
			logs.Add(-float64(have[v]) * math.Log(acc[v]))
			have[v] = 0
		}
		for _, g := range touched {
			for _, e := range d.entries[d.starts[g]:d.starts[g+1]] {
				acc[e.value] = 0
			}
		}
	}
	return logs
}

// alone adds up over the people of cells that are alone. All people of such a cell have
// one right value.
func (d *draw) alone(alone []bool) exact.Sum {
	var logs exact.Sum
	for i, is := range alone {
		first, end := d.first[i], d.first[i+1]
		switch {
		case !is:
		case end == first+1:
			logs.Add(-d.logs[first])
		default:
			var n float64
			for _, own := range d.own[first:end] {
				n += own
			}
			logs.Add(-float64(end-first) * math.Log(n))
		}
	}
	return logs
}
