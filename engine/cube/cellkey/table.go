package cellkey

import (
	"errors"
	"fmt"
	"sort"
)

// Limits of a table.
const (
	MostNoise   = 50      // the largest noise
	MostModulus = 1 << 16 // keys of a person
)

// Options says what a table of noise is.
type Options struct {
	Largest  int     // no count changes by more: 1 to MostNoise
	Variance float64 // of the noise, where a count allows it: above 0, at most Largest²
	Smallest int     // published counts are 0, or larger than this: 0 to Largest − 1
	Modulus  int     // keys are 0 to Modulus − 1: 2 to MostModulus
}

// Table says by how much a count with a key changes. Of a count's keys, so many lead to each
// noise that its mean is exactly 0, its variance is as near to what was asked for as so many keys
// allow, and it is otherwise as random as it can be (of largest entropy). A count of 0 stays 0, and
// none becomes negative. A small count has the smallest or largest variance that it can have
// where it cannot have the one that was asked for.
type Table struct {
	options Options
	rows    [][]int64 // by count from 1: how many keys are at or below each noise, from −Largest on
}

// New makes a table. It takes time of the order of Largest³.
//
// Errors: one that says which option is out of its range, or that there are too few keys.
func New(o Options) (*Table, error) {
	switch {
	case o.Largest < 1 || o.Largest > MostNoise:
		return nil, fmt.Errorf("cellkey: the largest noise must be from 1 to %d", MostNoise)
	case !(o.Variance > 0 && o.Variance <= float64(o.Largest*o.Largest)):
		return nil, errors.New("cellkey: the variance must be above 0, and at most the square of the largest noise")
	case o.Smallest < 0 || o.Smallest >= o.Largest:
		return nil, errors.New("cellkey: the smallest count must be from 0 to the largest noise less 1")
	case o.Modulus < 2 || o.Modulus > MostModulus:
		return nil, fmt.Errorf("cellkey: the number of keys must be from 2 to %d", MostModulus)
	}
	t := &Table{options: o, rows: make([][]int64, o.Largest+o.Smallest+1)}
	for i := range t.rows {
		noises := o.noises(i + 1)
		keys := apportion(noises, chances(noises, o.Variance), int64(o.Modulus))
		if keys == nil {
			return nil, fmt.Errorf("cellkey: %d keys are too few for noise of up to %d whose mean is 0", o.Modulus, o.Largest)
		}
		row := make([]int64, 2*o.Largest+1)
		for j, v := range noises {
			row[v+o.Largest] = keys[j]
		}
		for j := range row[1:] {
			row[j+1] += row[j]
		}
		t.rows[i] = row
	}
	return t, nil
}

// noises are those that a count may get, in ascending order.
func (o Options) noises(count int) (noises []int) {
	for v := -min(count, o.Largest); v <= o.Largest; v++ {
		if becomes := count + v; becomes == 0 || becomes > o.Smallest {
			noises = append(noises, v)
		}
	}
	return noises
}

// Options returns those that the table was made with.
func (t *Table) Options() Options { return t.options }

// Rows returns how many counts, from 1 on, have a row of their own; larger ones have the last.
func (t *Table) Rows() int { return len(t.rows) }

// Keys returns how many keys of a count, from 1 on, lead to a noise.
func (t *Table) Keys(count int64, noise int) int64 {
	at := noise + t.options.Largest
	if at < 0 || at > 2*t.options.Largest {
		return 0
	}
	row := t.row(count)
	if at == 0 {
		return row[0]
	}
	return row[at] - row[at-1]
}

func (t *Table) row(count int64) []int64 { return t.rows[min(count, int64(len(t.rows)))-1] }

// Of returns the noise of a count with a key, which is taken modulo the number of keys: 0 where
// the count is at most 0.
func (t *Table) Of(count int64, key uint64) int64 {
	if count <= 0 {
		return 0
	}
	row, k := t.row(count), int64(key%uint64(t.options.Modulus))
	return int64(sort.Search(len(row), func(j int) bool { return k < row[j] }) - t.options.Largest)
}

// Variance returns that of the noise of a count.
func (t *Table) Variance(count int64) float64 {
	if count <= 0 {
		return 0
	}
	sum := int64(0)
	for v := -t.options.Largest; v <= t.options.Largest; v++ {
		sum += t.Keys(count, v) * int64(v*v)
	}
	return float64(sum) / float64(t.options.Modulus)
}
