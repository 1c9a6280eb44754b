package people

import (
	"errors"

	"skyline/sqlfuncs/host"
)

// GatheredHistograms is the state of __skyline_gather_histograms: rows that are gathered, each
// with a histogram.
type GatheredHistograms struct {
	Gathered
	bytes []byte
	ends  []int // where the histogram of each row ends in bytes
}

// GatherHistogramsAggregate is __skyline_gather_histograms(key, function, integers, values,
// histogram): __skyline_gather_integers of rows that count once, each with what
// __skyline_histogram returned.
func GatherHistogramsAggregate() host.Aggregate {
	bigint, varchar := host.Type{Kind: host.Bigint}, host.Type{Kind: host.Varchar}
	return host.KeptSharedColumns("__skyline_gather_histograms", []host.Type{host.ListOf(bigint), host.ListOf(varchar), {Kind: host.Blob}},
		func() *GatheredHistograms { return new(GatheredHistograms) }, (*GatheredHistograms).add, (*GatheredHistograms).merge)
}

func (g *GatheredHistograms) add(args []host.Column, begin, end int) error {
	histograms := &args[2]
	for row := begin; row < end; row++ {
		if histograms.IsNull(row) {
			return errors.New("histograms must not be NULL")
		}
		g.bytes = append(g.bytes, histograms.Strings[row]...)
		g.ends = append(g.ends, len(g.bytes))
	}
	return g.addRows(&args[0], &args[1], nil, begin, end)
}

func (g *GatheredHistograms) merge(from *GatheredHistograms) error {
	for _, end := range from.ends {
		g.ends = append(g.ends, len(g.bytes)+end)
	}
	g.bytes = append(g.bytes, from.bytes...)
	return g.Gathered.merge(&from.Gathered)
}

// Histogram returns the histogram of a row.
func (g *GatheredHistograms) Histogram(row int) []byte {
	begin := 0
	if row > 0 {
		begin = g.ends[row-1]
	}
	return g.bytes[begin:g.ends[row]]
}
