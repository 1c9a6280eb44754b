package warehouse

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"strconv"
	"time"

	"skyline/sqlfuncs/dialect"
	"skyline/sqlfuncs/people"
)

// knownMap is a map with all of its rows.
type knownMap struct {
	values, labels []knownColumn
	group          knownColumn
	people         []int64 // of each row
	// isOfLevels says that the label of a value is the same in all rows that have a group, that
	// the labels say which group, and that a row without a group has other labels, or a value
	// that is in no row with one.
	isOfLevels bool
	// label is the number of each value's label, noLabel where no row with it has a group.
	label [][]int32
	// groups are the different labels of rows with a group, by one of the rows, and peopleOf
	// how many people have them.
	groups   []int
	peopleOf []int64
}

// knownColumn is a column: the number of each row's text, and the texts.
type knownColumn struct {
	codes []int32
	texts []*string
}

// noLabel is the label of a value that is only in rows without a group.
const noLabel = -1

func (m *knownMap) size() int { return len(m.group.codes) }

// hasGroup reports whether a row has a group.
func (m *knownMap) hasGroup(row int) bool { return m.group.texts[m.group.codes[row]] != nil }

// levelRows is how many rows the tables of the form 'levels' have.
func (m *knownMap) levelRows() int {
	n := len(m.groups)
	for _, c := range m.values {
		n += len(c.texts)
	}
	return n
}

// newKnownMap returns a map of gathered rows, or an error if a combination is in it twice.
func newKnownMap(ctx context.Context, rows *people.Gathered, r *recipe) (*knownMap, error) {
	k := len(r.qi)
	if len(rows.Columns) != 2*k+1 {
		return nil, errSpec
	}
	column := func(i int) knownColumn {
		codes, texts := rows.OrderedColumn(i)
		c := knownColumn{codes: codes, texts: make([]*string, len(texts))}
		for code := range texts {
			c.texts[code] = &texts[code]
		}
		if rows.Columns[i].Null() >= 0 {
			c.texts[len(texts)-1] = nil // it is the last
		}
		return c
	}
	m := &knownMap{people: rows.Counts}
	for i := range k {
		m.values = append(m.values, column(i))
		if r.mapTypes[i].Kind == dialect.TimestampTZ {
			m.values[i].inUTC()
		}
	}
	for i := range k {
		m.labels = append(m.labels, column(k+i))
	}
	m.group = column(2 * k)
	m.order()
	seen := map[string]bool{}
	for row := range m.size() {
		if row%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		key := keyOf(m.values, row)
		if seen[key] {
			return nil, errors.New("map must have one row for each combination of qi, and has several for one")
		}
		seen[key] = true
	}
	m.findLevels()
	return m, nil
}

// order puts the rows in the order of their values' texts, as DuckDB's threads bring them in any.
func (m *knownMap) order() {
	rows := make([]int, m.size())
	for i := range rows {
		rows[i] = i
	}
	slices.SortFunc(rows, func(a, b int) int {
		for _, c := range m.values {
			if order := cmp.Compare(c.codes[a], c.codes[b]); order != 0 {
				return order
			}
		}
		return 0
	})
	for _, columns := range [][]knownColumn{m.values, m.labels} {
		for i := range columns {
			columns[i].codes = inOrder(columns[i].codes, rows)
		}
	}
	m.group.codes = inOrder(m.group.codes, rows)
	m.people = inOrder(m.people, rows)
}

// inOrder returns the elements at some places.
func inOrder[T any](all []T, places []int) []T {
	ordered := make([]T, len(places))
	for i, place := range places {
		ordered[i] = all[place]
	}
	return ordered
}

// inUTC makes times of microseconds.
func (c *knownColumn) inUTC() {
	for i, text := range c.texts {
		if text == nil {
			continue
		}
		// What cannot be read stays, and no dialect takes it.
		if micros, err := strconv.ParseInt(*text, 10, 64); err == nil {
			stamp := time.UnixMicro(micros).UTC().Format("2006-01-02 15:04:05.999999")
			c.texts[i] = &stamp
		}
	}
}

// keyOf is different for each combination of a row's numbers.
func keyOf(columns []knownColumn, row int) string {
	var key []byte
	for _, c := range columns {
		key = binary.BigEndian.AppendUint32(key, uint32(c.codes[row]))
	}
	return string(key)
}

// findLevels finds out whether labels and groups depend on columns alone.
func (m *knownMap) findLevels() {
	m.label = make([][]int32, len(m.values))
	for i, c := range m.values {
		m.label[i] = make([]int32, len(c.texts))
		for code := range m.label[i] {
			m.label[i][code] = noLabel
		}
	}
	byLabels := map[string]int{}
	for row := range m.size() {
		if !m.hasGroup(row) {
			continue
		}
		for i, c := range m.values {
			label := &m.label[i][c.codes[row]]
			if *label != noLabel && *label != m.labels[i].codes[row] {
				return
			}
			*label = m.labels[i].codes[row]
		}
		key := keyOf(m.labels, row)
		at, ok := byLabels[key]
		if !ok {
			at = len(m.groups)
			byLabels[key] = at
			m.groups, m.peopleOf = append(m.groups, row), append(m.peopleOf, 0)
		}
		if m.group.codes[m.groups[at]] != m.group.codes[row] {
			return
		}
		m.peopleOf[at] += m.people[row]
	}
	for row := range m.size() {
		if m.hasGroup(row) {
			continue
		}
		if key, ok := m.labelsOf(row); ok {
			if _, released := byLabels[key]; released {
				return
			}
		}
	}
	m.isOfLevels = true
}

// labelsOf is the key of the labels of a row's values; ok says that they all have one.
func (m *knownMap) labelsOf(row int) (key string, ok bool) {
	var bytes []byte
	for i, c := range m.values {
		label := m.label[i][c.codes[row]]
		if label == noLabel {
			return "", false
		}
		bytes = binary.BigEndian.AppendUint32(bytes, uint32(label))
	}
	return string(bytes), true
}
