package utility

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"skyline/engine/utility"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// utilitySpec is what the kernel of release_utility gets: the columns that are compared, and
// of the tables their counted rows, as texts of these columns.
type utilitySpec struct {
	QI        []string `json:"qi"`
	Sensitive string   `json:"sensitive,omitempty"` // "" for none
	Target    string   `json:"target,omitempty"`    // likewise
	// Grouped says that rows of the release have one text more, the same for those of a QI
	// group.
	Grouped bool  `json:"grouped,omitempty"`
	Seed    int64 `json:"seed"`

	Original    []byte `json:"original,omitempty"`
	Release     []byte `json:"release,omitempty"`
	Test        []byte `json:"test,omitempty"`        // nil for none
	Hierarchies []byte `json:"hierarchies,omitempty"` // likewise; attribute, level, value, label
	Readings    []byte `json:"readings,omitempty"`    // see readingsOf
}

var utilityKernel = host.KernelOf("utility", runUtility)

// runUtility puts the release beside its original, and measures it.
func runUtility(ctx context.Context, s *utilitySpec) (*host.Rows[measureRow], error) {
	columns, err := s.columns()
	if err != nil {
		return nil, err
	}
	values := func(c *readColumn) *numbering { return &c.values }
	original, err := cellsOf(s.Original, columns, values, false)
	if err != nil {
		return nil, err
	}
	release, err := cellsOf(s.Release, columns, func(c *readColumn) *numbering { return &c.labels }, s.Grouped)
	if err != nil {
		return nil, err
	}
	var test *utility.Cells
	if s.Test != nil {
		if test, err = cellsOf(s.Test, columns, values, false); err != nil {
			return nil, err
		}
	}
	layout := utility.Layout{QI: len(s.QI), HasSensitive: s.Sensitive != "", HasTarget: s.Target != ""}
	compared := make([]utility.Column, len(columns))
	for i := range columns {
		compared[i] = columns[i].Column
	}
	r, err := utility.New(layout, compared, *original, *release)
	if err != nil {
		return nil, s.explain(err)
	}
	out := newMeasures()
	sizes := r.Sizes()
	out.add("groups", "", float64(sizes.Groups))
	out.add("suppressed", "", float64(sizes.Suppressed))
	out.add("average_group_size", "", sizes.Average)
	out.add("discernibility", "", sizes.Discernibility)
	s.addLosses(out, r)
	if layout.HasSensitive {
		divergence, err := r.Divergence(ctx)
		if err != nil {
			return nil, s.explain(err)
		}
		out.add("kl_divergence", "", divergence)
	}
	if layout.HasTarget {
		accuracy, err := r.Accuracy(ctx, test, uint64(s.Seed))
		if err != nil {
			return nil, s.explain(err)
		}
		out.add("classification_accuracy", "", accuracy.Release)
		out.add("classification_accuracy_original", "", accuracy.Original)
		out.add("classification_accuracy_baseline", "", accuracy.Baseline)
	}
	return out.rows, nil
}

// names are those of the columns that are compared: the quasi-identifiers, the sensitive one,
// the target.
func (s *utilitySpec) names() []string {
	names := slices.Clip(s.QI)
	for _, name := range []string{s.Sensitive, s.Target} {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

// columns returns the columns, those of quasi-identifiers with their hierarchies.
func (s *utilitySpec) columns() ([]readColumn, error) {
	g, err := people.ReadGathered(s.Readings)
	if err != nil {
		return nil, err
	}
	all, err := readingsOf(g)
	if err != nil {
		return nil, err
	}
	columns, err := readColumns(len(s.names()), all)
	if err != nil || s.Hierarchies == nil {
		return columns, err
	}
	return columns, s.addHierarchies(columns)
}

// addHierarchies gives the quasi-identifiers their hierarchies.
func (s *utilitySpec) addHierarchies(columns []readColumn) error {
	g, err := people.ReadGathered(s.Hierarchies)
	if err != nil {
		return err
	}
	byName := map[string]*readColumn{}
	for i, name := range s.QI {
		byName[call.Folded(name)] = &columns[i]
	}
	rows := columnsOf(g)
	if len(rows) != 4 && len(rows) != 0 {
		return errCells
	}
	for row := range g.Counts {
		var texts [4]string
		for i := range rows {
			texts[i] = rows[i].texts[rows[i].codes[row]]
		}
		c := byName[call.Folded(texts[0])]
		if c == nil {
			continue
		}
		level, err := strconv.ParseInt(texts[1], 10, 64)
		switch {
		case err != nil || level < 0 || level > maxLevel:
			return fmt.Errorf("hierarchies must have levels from 0 to %d", maxLevel)
		case level == 0:
			continue // the value itself
		}
		c.Hierarchy = append(c.Hierarchy, utility.Node{Value: texts[2], Null: rows[2].codes[row] == rows[2].null, Level: int(level), Label: texts[3]})
	}
	return nil
}

// maxLevel is the highest level of a hierarchy that makes sense.
const maxLevel = 1_000_000

var errCells = errors.New("the rows of a table must have the columns that are compared")

// cellsOf returns the rows of a table with the numbers of their texts in each column. What a
// text has no number for, the engine refuses.
func cellsOf(rows []byte, columns []readColumn, of func(c *readColumn) *numbering, grouped bool) (*utility.Cells, error) {
	table, err := people.ReadGathered(rows)
	if err != nil {
		return nil, err
	}
	texts := columnsOf(table)
	if grouped { // numbers of groups do not depend on the order of rows
		texts = orderedColumns(table)
	}
	cells := &utility.Cells{N: table.Counts, Codes: make([][]int32, len(columns))}
	width := len(columns) + people.BoolToInt(grouped)
	if table.People == 0 {
		texts = make([]textColumn, width)
	}
	if len(texts) != width {
		return nil, errCells
	}
	for i := range columns {
		numbers := texts[i].elsewhere(of(&columns[i]))
		cells.Codes[i] = texts[i].codes
		for row, code := range cells.Codes[i] {
			cells.Codes[i][row] = numbers[code]
		}
	}
	if grouped {
		cells.Groups = make([]int64, len(cells.N))
		for row, code := range texts[len(columns)].codes {
			cells.Groups[row] = int64(code)
		}
	}
	return cells, nil
}

// addLosses adds the measures that every quasi-identifier has, and their averages.
func (s *utilitySpec) addLosses(out measures, r *utility.Release) {
	for _, measure := range []struct {
		name  string
		value func(utility.Loss) float64
		all   bool // columns without a hierarchy too
	}{
		{"ncp", func(l utility.Loss) float64 { return l.NCP }, true},
		{"generalized_information_loss", func(l utility.Loss) float64 { return l.Generalized }, true},
		{"precision", func(l utility.Loss) float64 { return l.Precision }, false},
	} {
		sum, n := 0.0, 0
		for i, name := range s.QI {
			loss := r.Loss(i)
			if measure.all || loss.HasHierarchy {
				value := measure.value(loss)
				out.add(measure.name, name, value)
				sum += value
				n++
			}
		}
		if n > 0 {
			out.add(measure.name, "", sum/float64(n))
		}
	}
}

// explain turns the engine's errors into ones for who wrote the query.
func (s *utilitySpec) explain(err error) error {
	if unknown, ok := errors.AsType[*utility.UnknownLabelError](err); ok {
		column := sqltext.Ident(s.names()[unknown.Column])
		if unknown.Column < len(s.QI) {
			return fmt.Errorf("release must have values of the original or labels of them in column %s, and the number of different ones that are neither is %d; give their hierarchy in hierarchies, or write them as [low, high], {a, b} or *", column, unknown.Labels)
		}
		return fmt.Errorf("release must have values of the original in column %s, and the number of different others is %d; leave the column out of the call, or filter such rows in a query given as release", column, unknown.Labels)
	}
	if uncovered, ok := errors.AsType[*utility.UncoveredError](err); ok {
		return fmt.Errorf("release must have a row whose labels contain the values of each person of the original as long as nobody is suppressed, and the number of people without one is %d; give the table that the release was made of as original", uncovered.People)
	}
	switch {
	case errors.Is(err, utility.ErrMorePeople):
		return errors.New("release must have at most as many people as original; give the table that it was made of")
	case errors.Is(err, utility.ErrTooManyPeople):
		return errors.New(call.TooManyPeople("a table"))
	}
	return err
}
