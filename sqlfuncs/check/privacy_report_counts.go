package check

import (
	"encoding/binary"
	"errors"

	"skyline/engine/risk"
	"skyline/sqlfuncs/host"
)

// What the kernel of privacy_report gets has no bound but the table: with weights, each
// group may have a size of its own. So it comes as bytes, not as lists in JSON. It is not
// kept: in a correlated subquery the same counts are asked several times.

// What a size is of: these, or the index of a quasi-identifier.
const (
	ofGroups = -1 // QI groups of the table; the others are people of the population
	ofPublic = -2 // QI groups of the public table; the others are its people
)

// sizeCount is what __skyline_size_counts takes: n groups, or values, have so many people.
type sizeCount struct{ Of, People, Others, N int64 }

// sizeCountsAggregate is __skyline_size_counts(key, function, of, people, others, n): how
// many QI groups and values have so many people, for readSizes.
func sizeCountsAggregate() host.Aggregate {
	return foldedCounts("__skyline_size_counts", func(counts []byte, c *sizeCount) []byte {
		for _, number := range []int64{c.Of, c.People, c.Others, c.N} {
			counts = binary.AppendVarint(counts, number)
		}
		return counts
	})
}

// histogramCount is what __skyline_histogram_counts takes.
type histogramCount struct {
	Histogram host.Bytes
	N         int64
}

// histogramCountsAggregate is __skyline_histogram_counts(key, function, histogram, n):
// different histograms, which n QI groups have, for readHistograms.
func histogramCountsAggregate() host.Aggregate {
	return foldedCounts("__skyline_histogram_counts", func(counts []byte, c *histogramCount) []byte {
		counts = binary.AppendUvarint(counts, uint64(len(c.Histogram)))
		counts = append(counts, c.Histogram...)
		return binary.AppendVarint(counts, c.N)
	})
}

// foldedCounts is an aggregate that writes one row behind the other.
func foldedCounts[A any](name string, add func(counts []byte, row *A) []byte) host.Aggregate {
	return host.Folded(name, func() *[]byte { return new([]byte) },
		func(counts *[]byte, row *A) error {
			*counts = add(*counts, row)
			return nil
		},
		func(into, from *[]byte) error {
			*into = append(*into, *from...)
			return nil
		},
		func(counts *[]byte) (host.Bytes, error) { return host.Bytes(*counts), nil })
}

// sizeCounts are the counts of __skyline_size_counts.
type sizeCounts struct {
	groups, public []risk.GroupSize
	columns        [][]risk.ValueCount // of the quasi-identifiers
}

var errCounts = errors.New("the counts cannot be read")

// readSizes reads sizes of groups, and of the values of so many columns.
func readSizes(counts []byte, columns int) (*sizeCounts, error) {
	s := &sizeCounts{columns: make([][]risk.ValueCount, columns)}
	for len(counts) > 0 {
		var numbers [4]int64
		for i := range numbers {
			length := 0
			if numbers[i], length = binary.Varint(counts); length <= 0 {
				return nil, errCounts
			}
			counts = counts[length:]
		}
		c := sizeCount{numbers[0], numbers[1], numbers[2], numbers[3]}
		size := risk.GroupSize{People: c.People, Population: c.Others, Groups: c.N}
		switch {
		case c.Of == ofGroups:
			s.groups = append(s.groups, size)
		case c.Of == ofPublic:
			s.public = append(s.public, size)
		case c.Of < 0 || c.Of >= int64(columns):
			return nil, errCounts
		default:
			s.columns[c.Of] = append(s.columns[c.Of], risk.ValueCount{People: c.People, Values: c.N})
		}
	}
	return s, nil
}

// readHistograms calls add with each histogram, and returns how many QI groups have it.
func readHistograms(counts []byte, add func(histogram string) error) ([]int64, error) {
	var groups []int64
	for len(counts) > 0 {
		length, n := binary.Uvarint(counts)
		if n <= 0 || length > uint64(len(counts)-n) {
			return nil, errCounts
		}
		histogram := string(counts[n : n+int(length)])
		counts = counts[n+int(length):]
		number, n := binary.Varint(counts)
		if n <= 0 {
			return nil, errCounts
		}
		counts = counts[n:]
		if err := add(histogram); err != nil {
			return nil, err
		}
		groups = append(groups, number)
	}
	return groups, nil
}
