package releases

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skyline/engine/releases"
	engine "skyline/engine/utility"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/utility"
)

// read makes the table of what the kernel was given.
func (s *checkSpec) read(ctx context.Context) (*cells, error) {
	k := &cells{}
	if len(s.Given) == 0 {
		c, err := k.labelled(s.Cells.Value, len(s.Releases))
		if err != nil {
			return nil, err
		}
		k.put(c)
		return k, nil
	}
	if len(s.Given) != len(s.Releases) || s.Released == nil || s.Readings == nil {
		return nil, errCells
	}
	c, err := s.placed(ctx, k)
	if err != nil {
		return nil, err
	}
	k.put(c)
	return k, nil
}

// placed finds out in which groups people are. A counted row has the values of the columns that
// the releases generalize, a sensitive one, and NULL; a row of a release the number of that,
// labels of its columns, and a sensitive value.
func (s *checkSpec) placed(ctx context.Context, k *cells) (*counts, error) {
	counted, released := s.Cells.Value, s.Released.Value
	c := &counts{n: counted.Counts, counterfeit: make([]bool, len(counted.Counts))}
	if len(counted.Counts) > 0 {
		if len(counted.Columns) < 3 {
			return nil, errCells
		}
		c.values, k.values, _ = textsOf(counted, len(counted.Columns)-2)
	}
	rows, err := s.rowsOf(released)
	if err != nil {
		return nil, err
	}
	for i := range s.Given {
		groups, labels, err := s.place(ctx, i, rows[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", call.ElementOf("releases", i), err)
		}
		c.groups, k.labels = append(c.groups, groups), append(k.labels, labels)
	}
	return c, nil
}

// rowsOf returns the rows of each release.
func (s *checkSpec) rowsOf(released *people.Gathered) ([][]int, error) {
	rows := make([][]int, len(s.Given))
	if len(released.Counts) == 0 {
		return rows, nil
	}
	codes, texts := released.Column(0)
	for row, code := range codes {
		at, err := strconv.Atoi(texts[code])
		if err != nil || at < 0 || at >= len(rows) {
			return nil, errCells
		}
		rows[at] = append(rows[at], row)
	}
	return rows, nil
}

// besideOf is a release, of which rows are given, beside the people.
func (s *checkSpec) besideOf(g *given, rows []int) (*utility.Beside, error) {
	counted, released := s.Cells.Value, s.Released.Value
	b := &utility.Beside{Original: counted, Release: released, Columns: g.Known, Rows: rows, Names: g.Columns}
	for i := range s.Given {
		b.Read += len(s.Given[i].Columns)
	}
	if len(g.Columns) == 0 || len(g.Known) != len(g.Columns) || g.First < 0 || g.First > b.Read-len(g.Columns) ||
		len(rows) > 0 && len(released.Columns) < 2+len(g.Columns) {
		return nil, errCells
	}
	for i := range g.Columns {
		if len(counted.Counts) > 0 && (g.Known[i] < 0 || g.Known[i] >= len(counted.Columns)-2) {
			return nil, errCells
		}
		b.ReleaseColumns, b.ReadColumns = append(b.ReleaseColumns, 1+i), append(b.ReadColumns, g.First+i)
	}
	return b, nil
}

// place returns the group of each counted row in a release, and the labels of its groups.
func (s *checkSpec) place(ctx context.Context, at int, rows []int) (groups []int32, labels []sql.Null[string], err error) {
	counted, released, g := s.Cells.Value, s.Released.Value, &s.Given[at]
	beside, err := s.besideOf(g, rows)
	if err != nil {
		return nil, nil, err
	}
	var hierarchies *utility.Nodes
	if s.Hierarchies != nil {
		hierarchies = s.Hierarchies.Value
	}
	groups, of, err := beside.Places(ctx, s.Readings.Value, hierarchies)
	if err != nil {
		return nil, nil, g.explain(err)
	}
	several := int64(0)
	for row, group := range groups {
		if group == engine.SeveralMatch {
			several += counted.Counts[row]
		}
	}
	if several > 0 {
		return nil, nil, fmt.Errorf("the groups must lie apart, and the number of people of tbl who may be in several is %d; say who is in which by a column of labels, as groups", several)
	}
	if n := differing(counted, groups, released, rows, of); n > 0 {
		return nil, nil, fmt.Errorf("the groups must have the values of the people of tbl who are in their regions, and the number of groups that have others is %d; give the table that the release was made of, and only the people that it was made of; or say who is in which group by a column of labels, as groups", n)
	}
	rank, labels := g.inOrder(released, rows, of)
	for row, group := range groups {
		if groups[row] = releases.Absent; group != engine.NoMatch {
			groups[row] = rank[group]
		}
	}
	return groups, labels, nil
}

// differing returns how many groups of a release have other values than the people who are in
// them.
func differing(counted *people.Gathered, groups []int32, released *people.Gathered, rows []int, of []int32) int {
	type place struct {
		group int32
		value string
		null  bool
	}
	left := map[place]int64{}
	if len(rows) > 0 {
		last := len(released.Columns) - 1
		codes, texts := released.Column(last)
		for i, row := range rows {
			left[place{of[i], texts[codes[row]], codes[row] == released.Columns[last].Null()}] += released.Counts[row]
		}
	}
	if len(groups) > 0 {
		value := len(counted.Columns) - 2
		codes, texts := counted.Column(value)
		for row, group := range groups {
			if group != engine.NoMatch {
				left[place{group, texts[codes[row]], codes[row] == counted.Columns[value].Null()}] -= counted.Counts[row]
			}
		}
	}
	wrong := map[int32]bool{}
	for at, n := range left {
		if n != 0 {
			wrong[at.group] = true
		}
	}
	return len(wrong)
}

// inOrder numbers the groups of a release anew, in the order of their labels, which does not
// depend on that of rows. It returns the new numbers, and the labels: of one column its label, of
// several the names with them.
func (g *given) inOrder(released *people.Gathered, rows []int, of []int32) (rank []int32, labels []sql.Null[string]) {
	codes, texts := make([][]int32, len(g.Columns)), make([][]sql.Null[string], len(g.Columns))
	if len(rows) > 0 {
		for c := range g.Columns {
			codes[c], texts[c], _ = textsOf(released, 1+c)
		}
	}
	var first []int // by group: one of its rows
	for i, group := range of {
		for int(group) >= len(first) {
			first = append(first, -1)
		}
		first[group] = rows[i]
	}
	order := make([]int32, len(first))
	for group := range order {
		order[group] = int32(group)
	}
	slices.SortFunc(order, func(a, b int32) int {
		for _, column := range codes {
			if c := cmp.Compare(column[first[a]], column[first[b]]); c != 0 {
				return c
			}
		}
		return 0
	})
	rank, labels = make([]int32, len(order)), make([]sql.Null[string], len(order))
	for place, group := range order {
		parts := make([]string, len(g.Columns))
		for c, name := range g.Columns {
			label := texts[c][codes[c][first[group]]]
			if parts[c] = label.V; !label.Valid {
				parts[c] = "NULL"
			}
			if len(g.Columns) > 1 {
				parts[c] = people.PlainIdentifier(name) + " " + parts[c]
			}
		}
		rank[group], labels[place] = int32(place), host.Some(strings.Join(parts, ", "))
	}
	return rank, labels
}

// explain turns the engine's errors into ones for who wrote the query.
func (g *given) explain(err error) error {
	unknown, isUnknown := errors.AsType[*engine.UnknownLabelError](err)
	switch {
	case isUnknown:
		return fmt.Errorf("column %s must have values of tbl or labels of them, and the number of different ones that are neither is %d; give their hierarchy in hierarchies, or write them as [low, high], {a, b} or *", sqltext.Ident(g.Columns[unknown.Column]), unknown.Labels)
	case errors.Is(err, engine.ErrMorePeople):
		return errors.New("a release must have at most as many people as tbl; give the table that it was made of, or say who is in which group, and what is a counterfeit, by a column of labels, as groups")
	case errors.Is(err, engine.ErrTooManyPeople):
		return errors.New(call.TooManyPeople("a release"))
	}
	return err
}
