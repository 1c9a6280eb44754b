package matching

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"skyline/engine"
	"skyline/engine/progress"
)

// MaxSteps is how many rows may be looked up: patterns times rows.
const MaxSteps = 1 << 32

// ErrTooLarge reports a table with so many rows of so many patterns that counting is refused.
var ErrTooLarge = engine.NewTooLarge("matching: the table has too many rows of too many patterns of missing values")

// Matches are those whose row may be a person's.
type Matches struct {
	People int64  // fk: how many they are, the person with them
	Weight Weight // Fk: the sum of their sampling weights
}

// looks is how often the context is looked at.
const looks = 1 << 14

// Count returns the matches of each row:
//
//	f(r) = Σ_s People[s] over the rows s with Codes[d][r] = Codes[d][s] in all columns d in
//	       which both have a value
//
// Rows are not compared with each other. Those of two patterns match if they agree on the
// columns that neither lacks; so for each pattern, and each set of columns that it leaves
// together with another, rows are added up by these columns, and looked up.
//
// With N rows of P patterns, at most 2^d for d columns, it takes O(P·N·d) time and O(N·d)
// space beside the table.
//
// Errors: *engine.ParamError, partition.ErrTooManyPeople, ErrTooLarge, those of ctx.
func Count(ctx context.Context, t *Table) ([]Matches, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	all := byPattern(t)
	if rows := len(t.People); len(all) > 0 && rows > MaxSteps/len(all) {
		return nil, fmt.Errorf("%w: %d rows of %d patterns", ErrTooLarge, rows, len(all))
	}
	c := counter{ctx: ctx, table: t, matches: make([]Matches, len(t.People))}
	for i := range all {
		progress.Report(ctx, float64(i), float64(len(all)))
		for begin, from := 0, beside(all, all[i].pattern); begin < len(from); {
			end := begin + 1
			for end < len(from) && from[end].lacking == from[begin].lacking {
				end++
			}
			if err := c.add(all[i].rows, from[begin].lacking, from[begin:end]); err != nil {
				return nil, err
			}
			begin = end
		}
	}
	return c.matches, nil
}

// lacking is the rows of a pattern.
type lacking struct {
	pattern uint64
	rows    []int32
}

// byPattern returns the rows by their patterns, in the order of these.
func byPattern(t *Table) []lacking {
	at := map[uint64]int{}
	var all []lacking
	for r := range t.People {
		pattern := t.patternOf(r)
		i, ok := at[pattern]
		if !ok {
			i = len(all)
			at[pattern] = i
			all = append(all, lacking{pattern: pattern})
		}
		all[i].rows = append(all[i].rows, int32(r))
	}
	slices.SortFunc(all, func(a, b lacking) int { return cmp.Compare(a.pattern, b.pattern) })
	return all
}

// together is rows of a pattern, and the columns that they or others lack.
type together struct {
	lacking uint64
	rows    []int32
}

// beside returns all patterns beside one, by the columns that either lacks.
func beside(all []lacking, pattern uint64) []together {
	of := make([]together, len(all))
	for i, l := range all {
		of[i] = together{l.pattern | pattern, l.rows}
	}
	slices.SortStableFunc(of, func(a, b together) int { return cmp.Compare(a.lacking, b.lacking) })
	return of
}

// counter adds up matches.
type counter struct {
	ctx     context.Context //nolint:containedctx // of one call
	table   *Table
	matches []Matches
	steps   int
	key     []byte
	columns [][]int32 // that are compared
	sums    []Matches // by number
	numbers map[string]int32
}

// add adds the people of some rows to the matches of others, where they agree on the columns
// that neither lack.
func (c *counter) add(rows []int32, lacking uint64, to []together) error {
	c.columns = c.columns[:0]
	for d, codes := range c.table.Codes {
		if lacking>>d&1 == 0 {
			c.columns = append(c.columns, codes)
		}
	}
	c.numbers, c.sums = make(map[string]int32, len(rows)), c.sums[:0]
	for _, r := range rows {
		if err := c.look(); err != nil {
			return err
		}
		number, ok := c.numbers[string(c.keyOf(r))]
		if !ok {
			number = int32(len(c.sums))
			c.numbers[string(c.key)] = number
			c.sums = append(c.sums, Matches{})
		}
		c.sums[number].add(c.table.of(r))
	}
	for _, t := range to {
		for _, r := range t.rows {
			if err := c.look(); err != nil {
				return err
			}
			if number, ok := c.numbers[string(c.keyOf(r))]; ok {
				c.matches[r].add(c.sums[number])
			}
		}
	}
	return nil
}

// of returns the people of a row.
func (t *Table) of(r int32) Matches {
	m := Matches{People: t.People[r]}
	if t.Weights != nil {
		m.Weight = t.Weights[r]
	}
	return m
}

func (m *Matches) add(more Matches) {
	m.People, m.Weight = m.People+more.People, m.Weight.plus(more.Weight)
}

// look looks at the context from time to time.
func (c *counter) look() error {
	if c.steps++; c.steps%looks == 0 && c.ctx.Err() != nil {
		return fmt.Errorf("matching: %w", c.ctx.Err())
	}
	return nil
}

// keyOf returns what a row has in the columns that are compared.
func (c *counter) keyOf(r int32) []byte {
	c.key = c.key[:0]
	for _, codes := range c.columns {
		c.key = binary.LittleEndian.AppendUint32(c.key, uint32(codes[r]))
	}
	return c.key
}
