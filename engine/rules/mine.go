package rules

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"skyline/engine"
)

// Table is a table whose rows stand for people.
type Table struct {
	// Codes are the values of each row, column by column: numbers from 0.
	Codes [][]int32
	// Counts says how many people each row stands for; nil for one each.
	Counts []int64
}

// None is the value of a column that a rule does not mention.
const None = int32(-1)

// Rule is a rule, and the people of a table who have it.
type Rule struct {
	// Items are the rule's values, by column, None where it has none; Right is the column of that
	// on the right.
	Items []int32
	Right int
	// Both is how many people have all its values, Left how many have those on the left.
	Both, Left int64
}

// Confidence is the rule's, correctly rounded for counts up to 2^53.
func (r *Rule) Confidence() float64 { return float64(r.Both) / float64(r.Left) }

// ErrTooManySets says that too many sets of values have the support. It matches engine.ErrTooLarge.
var ErrTooManySets = engine.NewTooLarge("rules: too many sets of values have the support")

// MaxSets is how many sets of values with the support a table may have, which bounds the memory.
const MaxSets = 500_000

// Mine returns the rules that a table respects, in the order of their values, column by column.
//
// It goes down the sets of values that have the support, each with its rows, which the next column
// divides (Beyer and Ramakrishnan's bottom-up computation of iceberg cubes, SIGMOD 1999). The time
// is that of reading, for each such set, its rows once for each column behind its last. The left
// side of a rule has the rule's support, so that no row is looked at for rules.
//
// Errors: *engine.ParamError, ErrTooManySets if more than MaxSets sets have the support; the context's.
func Mine(ctx context.Context, t *Table, of Thresholds) ([]Rule, error) {
	b, err := of.bounds(len(t.Codes))
	if err != nil {
		return nil, err
	}
	people, rows, err := t.check()
	if err != nil || people == 0 {
		return nil, err
	}
	return mine(ctx, t, b, rows, people)
}

// check returns the number of people and of rows.
func (t *Table) check() (people int64, rows int, err error) {
	if len(t.Codes) == 0 {
		return 0, 0, engine.NewParamError("rules", "Codes", "of at least one column", nil)
	}
	rows = len(t.Codes[0])
	for _, column := range t.Codes {
		if len(column) != rows || t.Counts != nil && len(t.Counts) != rows {
			return 0, 0, engine.NewParamError("rules", "Codes", "of as many rows in every column, with a count each", nil)
		}
		if rows > 0 && slices.Min(column) < 0 {
			return 0, 0, engine.NewParamError("rules", "Codes", "at least 0", nil)
		}
	}
	if t.Counts == nil {
		return int64(rows), rows, nil
	}
	people, err = total(t.Counts)
	return people, rows, err
}

// maxPeople bounds what sums of counts may reach.
const maxPeople = 1 << 61

// total adds up counts.
func total(counts []int64) (people int64, err error) {
	for _, n := range counts {
		if n < 1 || n > maxPeople-people {
			return 0, engine.NewParamError("rules", "Counts", fmt.Sprintf("at least 1, and at most %d in all", int64(maxPeople)), nil)
		}
		people += n
	}
	return people, nil
}

// mine is Mine for a table that is known to be sound and to have people.
func mine(ctx context.Context, t *Table, b *bounds, rows int, people int64) ([]Rule, error) {
	m := &miner{ctx: ctx, table: t, least: b.least(people), size: b.size, counts: map[string]int64{}}
	for _, column := range t.Codes {
		values := int32(0)
		if rows > 0 {
			values = slices.Max(column) + 1
		}
		m.weights, m.places = append(m.weights, make([]int64, values)), append(m.places, make([]int32, values))
	}
	all := make([]int32, rows)
	for i := range all {
		all[i] = int32(i)
	}
	set := slices.Repeat([]int32{None}, len(t.Codes))
	if err := m.visit(all, set, 0, 0); err != nil {
		return nil, err
	}
	return m.rules(b), nil
}

// miner finds the sets of values that have the support.
type miner struct {
	ctx     context.Context
	table   *Table
	least   int64 // people
	size    int   // the largest number of values in a set
	counts  map[string]int64
	sets    [][]int32 // in the order in which they are found
	read    int       // rows since the context was looked at
	weights [][]int64 // of each column's values, all 0 between two uses
	places  [][]int32 // of each column's values: where the rows of each begin, -1 for no place
	buffers [][]int32 // of rows, for each number of values in a set
}

// part is the rows with a value, in the buffer.
type part struct {
	value      int32
	people     int64
	begin, end int32
}

// visit extends a set of n values, whose rows are given, by those of the columns from one on.
func (m *miner) visit(rows, set []int32, n, from int) error {
	if n == m.size {
		return nil
	}
	for len(m.buffers) <= n {
		m.buffers = append(m.buffers, make([]int32, len(m.table.Codes[0])))
	}
	for c := from; c < len(set); c++ {
		if m.read += len(rows); m.read >= 1<<16 {
			m.read = 0
			if err := m.ctx.Err(); err != nil {
				return err
			}
		}
		parts := m.divide(rows, c, m.buffers[n])
		for _, p := range parts {
			set[c] = p.value
			if len(m.sets) == MaxSets {
				return ErrTooManySets
			}
			m.sets = append(m.sets, slices.Clone(set))
			m.counts[key(set)] = p.people
			if err := m.visit(m.buffers[n][p.begin:p.end], set, n+1, c+1); err != nil {
				return err
			}
		}
		set[c] = None
	}
	return nil
}

// divide puts the rows with the same value of a column together, those of values that have the
// support. The parts are in the order of the values.
func (m *miner) divide(rows []int32, column int, into []int32) []part {
	codes, weights, places := m.table.Codes[column], m.weights[column], m.places[column]
	var values []int32
	for _, row := range rows {
		value := codes[row]
		if weights[value] == 0 {
			values = append(values, value)
			places[value] = 0
		}
		weights[value] += m.count(row)
		places[value]++ // how many rows, for now
	}
	slices.Sort(values)
	var parts []part
	at := int32(0)
	for _, value := range values {
		n := places[value]
		places[value] = -1
		if weights[value] >= m.least {
			parts = append(parts, part{value, weights[value], at, at + n})
			places[value] = at
			at += n
		}
		weights[value] = 0
	}
	for _, row := range rows {
		if place := places[codes[row]]; place >= 0 {
			into[place] = row
			places[codes[row]]++
		}
	}
	return parts
}

func (m *miner) count(row int32) int64 {
	if m.table.Counts == nil {
		return 1
	}
	return m.table.Counts[row]
}

// rules returns those that the sets make.
func (m *miner) rules(b *bounds) []Rule {
	slices.SortFunc(m.sets, slices.Compare)
	var found []Rule
	for _, set := range m.sets {
		both, left := m.counts[key(set)], slices.Clone(set)
		rulesOf(set, b.Target, func(right int) {
			left[right] = None
			if of := m.counts[key(left)]; b.confident(both, of) {
				found = append(found, Rule{set, right, both, of})
			}
			left[right] = set[right]
		})
	}
	return found
}

// rulesOf calls f with the right side of each rule that a set of values makes, whatever its
// confidence.
func rulesOf(set []int32, target int, f func(right int)) {
	n := 0
	for _, value := range set {
		if value != None {
			n++
		}
	}
	for right, value := range set {
		if n > 1 && value != None && (target < 0 || target == right) {
			f(right)
		}
	}
}

// key is a set of values as a text.
func key(set []int32) string {
	text := make([]byte, 0, 4*len(set))
	for _, value := range set {
		text = binary.LittleEndian.AppendUint32(text, uint32(value))
	}
	return string(text)
}

// name tells the rule from others.
func (r *Rule) name() string { return key(append(slices.Clone(r.Items), int32(r.Right))) }
