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
func Count(ctx context.Context, t *Table) ([]Matches, error) { return CountIn(ctx, t, t) }

// CountIn returns the matches in a table of each row of another one with the same codes, who are
// not counted themselves.
//
// Errors: as of Count; *engine.ParamError where the tables have other columns.
func CountIn(ctx context.Context, t, of *Table) ([]Matches, error) {
	for _, table := range []*Table{t, of} {
		if err := table.check(); err != nil {
			return nil, err
		}
	}
	if !slices.Equal(t.Missing, of.Missing) {
		return nil, engine.NewParamError("matching", "Missing", "the same of both tables", nil)
	}
	counted, asked := byPattern(t), byPattern(of)
	rows, patterns := len(t.People)+len(of.People), max(len(counted), len(asked))
	if patterns > 0 && rows > MaxSteps/patterns {
		return nil, fmt.Errorf("%w: %d rows of %d patterns", ErrTooLarge, rows, patterns)
	}
	c := counter{ctx: ctx, table: t, of: of, matches: make([]Matches, len(of.People))}
	for i := range counted {
		progress.Report(ctx, float64(i), float64(len(counted)))
		for begin, to := 0, beside(asked, counted[i].pattern); begin < len(to); {
			end := begin + 1
			for end < len(to) && to[end].lacking == to[begin].lacking {
				end++
			}
			if err := c.add(counted[i].rows, to[begin].lacking, to[begin:end]); err != nil {
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
	table   *Table          // whose people are counted
	of      *Table          // for whose rows
	matches []Matches
	steps   int
	key     []byte
	columns []int     // that are compared
	sums    []Matches // by number
	numbers map[string]int32
}

// add adds the people of some rows to the matches of others, where they agree on the columns
// that neither lack.
func (c *counter) add(rows []int32, lacking uint64, to []together) error {
	c.columns = c.columns[:0]
	for d := range c.table.Codes {
		if lacking>>d&1 == 0 {
			c.columns = append(c.columns, d)
		}
	}
	c.numbers, c.sums = make(map[string]int32, len(rows)), c.sums[:0]
	for _, r := range rows {
		if err := c.look(); err != nil {
			return err
		}
		number, ok := c.numbers[string(c.keyOf(c.table, r))]
		if !ok {
			number = int32(len(c.sums))
			c.numbers[string(c.key)] = number
			c.sums = append(c.sums, Matches{})
		}
		c.sums[number].add(c.table.row(r))
	}
	for _, t := range to {
		for _, r := range t.rows {
			if err := c.look(); err != nil {
				return err
			}
			if number, ok := c.numbers[string(c.keyOf(c.of, r))]; ok {
				c.matches[r].add(c.sums[number])
			}
		}
	}
	return nil
}

// row returns the people of a row.
func (t *Table) row(r int32) Matches {
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
func (c *counter) keyOf(t *Table, r int32) []byte {
	c.key = c.key[:0]
	for _, d := range c.columns {
		c.key = binary.LittleEndian.AppendUint32(c.key, uint32(t.Codes[d][r]))
	}
	return c.key
}
