package people

import (
	"encoding/binary"
	"errors"

	"skyline/sqlfuncs/host"
)

// GatheredAggregate is __skyline_gathered(key, function, values, n) BLOB: __skyline_gather
// that keeps nothing, and returns the rows as bytes. A correlated subquery starts several
// kernels with one result, of which only the first could take what is kept.
func GatheredAggregate() host.Aggregate {
	return host.Folded("__skyline_gathered", func() *Gathered { return new(Gathered) }, (*Gathered).add, (*Gathered).merge,
		func(g *Gathered) (host.Bytes, error) { return host.Bytes(g.bytes()), nil })
}

// bytes returns the rows in bytes. Numbers are varints: how many columns there are; of each,
// how many texts, the number of NULL and 1, and the texts with their lengths; then, row by
// row, the codes and the count.
func (g *Gathered) bytes() []byte {
	b := binary.AppendUvarint(make([]byte, 0, 3*(len(g.codes)+len(g.Counts))), uint64(len(g.Columns)))
	for i := range g.Columns {
		c := &g.Columns[i]
		b = binary.AppendUvarint(b, uint64(len(c.texts)))
		b = binary.AppendUvarint(b, uint64(c.Null+1))
		for _, text := range c.texts {
			b = binary.AppendUvarint(b, uint64(len(text)))
			b = append(b, text...)
		}
	}
	for row, n := range g.Counts {
		for i := range g.Columns {
			b = binary.AppendUvarint(b, uint64(g.codes[row*len(g.Columns)+i]))
		}
		b = binary.AppendUvarint(b, uint64(n))
	}
	return b
}

var errGathered = errors.New("rows must be what __skyline_gathered has written")

// ReadGathered returns the rows that __skyline_gathered has written.
func ReadGathered(b []byte) (*Gathered, error) {
	wrong := false
	// next reads a number that is at most a limit.
	next := func(limit uint64) int64 {
		n, size := binary.Uvarint(b)
		if size <= 0 || n > limit {
			b, wrong = nil, true
			return 0
		}
		b = b[size:]
		return int64(n)
	}
	g := new(Gathered)
	if width := next(uint64(len(b))); width > 0 {
		g.Columns = make([]gatheredColumn, width)
	}
	for i := range g.Columns {
		c := &g.Columns[i]
		texts := next(uint64(len(b)))
		c.texts = make([]string, 0, texts)
		c.Null = int32(next(uint64(texts))) - 1
		for range texts {
			length := next(uint64(len(b)))
			if length > int64(len(b)) {
				return nil, errGathered
			}
			c.texts = append(c.texts, string(b[:length]))
			b = b[length:]
		}
	}
	for len(b) > 0 {
		for i := range g.Columns {
			code := next(uint64(len(g.Columns[i].texts)))
			wrong = wrong || code == int64(len(g.Columns[i].texts))
			g.codes = append(g.codes, int32(code))
		}
		if err := g.count(next(1 << 62)); err != nil || wrong {
			return nil, errors.Join(errGathered, err)
		}
	}
	if wrong {
		return nil, errGathered
	}
	return g, nil
}
