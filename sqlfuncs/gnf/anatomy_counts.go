package gnf

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"skyline/engine/anatomy"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// counts is how many people there are of each class and value, by their numbers: what
// __skyline_counts gathers and the kernel gets. There can be as many values as people, so it
// takes little memory for each: 12 bytes, and four for each code.
type counts struct {
	classes, values, people []int32 // one of each for each row
	// codes are those of all rows, of each of which there are as many.
	codes []int32
	width int
	total int64 // of people
}

// countedRow is what __skyline_counts takes of a row: how many people of a class have a
// value.
type countedRow struct {
	Class, Value, People int64
	// Codes are the numbers of the parts of a value that is made of several columns, NULL
	// where nobody asks for them.
	Codes []int64 `sql:"codes,nil=null"`
}

// countsAggregate is __skyline_counts(key, function, class, value, people, codes): what is
// counted, kept for kernels to read.
func countsAggregate() host.Aggregate {
	return host.KeptShared("__skyline_counts", func() *counts { return new(counts) }, (*counts).add, (*counts).merge)
}

var errTooManyRows = errors.New(people.TooManyRows)

func (c *counts) add(row *countedRow) error {
	if row.Class < 0 || row.Value < 0 || row.People < 0 {
		return host.ErrNotKept // No plan counts so.
	}
	if max(row.Class, row.Value, row.People) > math.MaxInt32 {
		return errTooManyRows
	}
	c.classes, c.values, c.people = append(c.classes, int32(row.Class)), append(c.values, int32(row.Value)), append(c.people, int32(row.People))
	for _, code := range row.Codes {
		c.codes = append(c.codes, int32(code))
	}
	return c.counted(len(row.Codes), row.People)
}

// counted notes that people have been added, with rows of a number of codes each.
func (c *counts) counted(width int, people int64) error {
	c.width = width
	if len(c.codes) != width*len(c.values) {
		return host.ErrNotKept
	}
	if c.total += people; c.total > math.MaxInt32 {
		return errTooManyRows
	}
	return nil
}

func (c *counts) merge(from *counts) error {
	if len(from.values) == 0 {
		return nil
	}
	c.classes, c.values, c.people = append(c.classes, from.classes...), append(c.values, from.values...), append(c.people, from.people...)
	c.codes = append(c.codes, from.codes...)
	return c.counted(from.width, from.total)
}

// check makes sure that classes and values have the numbers from 0 on, and returns how
// many there are.
func (c *counts) check() (classes, values int, err error) {
	for i := range c.values {
		classes, values = max(classes, int(c.classes[i])+1), max(values, int(c.values[i])+1)
	}
	if max(classes, values) > len(c.values) {
		return 0, 0, host.ErrNotKept
	}
	return classes, values, nil
}

// byValue returns the number of people of each value.
func (c *counts) byValue() ([]int64, error) {
	_, n, err := c.check()
	people := make([]int64, n)
	if err == nil {
		for i, value := range c.values {
			people[value] += int64(c.people[i])
		}
	}
	return people, err
}

// vectors returns the codes of each value.
func (c *counts) vectors() ([][]int32, error) {
	_, n, err := c.check()
	vectors := make([][]int32, n)
	if err == nil {
		for i, value := range c.values {
			vectors[value] = c.codes[i*c.width : (i+1)*c.width]
		}
	}
	return vectors, err
}

// histograms returns the values of the people of each class, in order.
func (c *counts) histograms() ([]anatomy.Histogram, error) {
	n, _, err := c.check()
	histograms := make([]anatomy.Histogram, n)
	if err == nil {
		for i, class := range c.classes {
			histograms[class] = append(histograms[class], anatomy.Count{Value: c.values[i], N: int64(c.people[i])})
		}
	}
	for _, h := range histograms {
		slices.SortFunc(h, func(x, y anatomy.Count) int { return cmp.Compare(x.Value, y.Value) })
	}
	return histograms, err
}
