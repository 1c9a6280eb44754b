package loglinear

import (
	"context"
	"math"

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
		d.scratch = append(d.scratch, d.newScratch(len(d.scratch[0].sums)))
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
	together := make([]bool, len(d.alone))
	for _, i := range p.cells {
		together[i] = true
	}
	var total exact.Sum
	for i, is := range together {
		if !is {
			total.Add(d.alone[i])
		}
	}
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
	sums, members := s.sums, s.members
	add := func(group []entry, n float64) {
		for _, e := range group {
			if sum := &sums[e.value]; sum.have != 0 {
				sum.expected += float64(n * e.share)
			}
		}
	}
	for k := begin; k < end; k++ {
		touched, found = touched[:0], found[:0]
		class := p.class(k)
		for _, i := range class {
			sum := &sums[d.codes[i]]
			if sum.have == 0 {
				found = append(found, d.codes[i])
			}
			sum.have += int64(d.first[i+1] - d.first[i])
		}
		for _, i := range class {
			for _, at := range d.at[d.first[i]:d.first[i+1]] {
				group := d.entries[at : at+d.entries[at].left]
				if len(group) < longGroup {
					add(group, 1)
					continue
				}
				if members[at] == 0 {
					touched = append(touched, at)
				}
				members[at]++
			}
		}
		for _, at := range touched {
			add(d.entries[at:at+d.entries[at].left], float64(members[at]))
			members[at] = 0
		}
		for _, v := range found {
			logs.Add(-float64(sums[v].have) * math.Log(sums[v].expected))
			sums[v] = valueSum{}
		}
	}
	return logs
}
