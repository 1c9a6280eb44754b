package utility

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"skyline/engine/utility"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// utilitySpec is what the kernel of release_utility gets: the columns that are compared, and
// of the tables their counted rows, as texts of these columns.
type utilitySpec struct {
	QI        []string `json:"qi"`
	Sensitive []string `json:"sensitive,omitempty"`
	Target    string   `json:"target,omitempty"` // likewise
	// Grouped says that rows of the release have one text more, the same for those of a QI
	// group.
	Grouped bool   `json:"grouped,omitempty"`
	Seed    int64  `json:"seed"`
	Nulls   string `json:"nulls"`
	// Types are those of the original's columns, of so many of the last ones.
	Types []string `json:"types,omitempty"`

	Readings    host.Shared[*Readings]         `json:"readings,omitzero"`
	Original    host.Shared[*people.Gathered]  `json:"original,omitzero"`
	Release     host.Shared[*people.Gathered]  `json:"release,omitzero"`
	Test        *host.Shared[*people.Gathered] `json:"test,omitempty"`        // nil for none
	Hierarchies *host.Shared[*Nodes]           `json:"hierarchies,omitempty"` // likewise
}

// meaningsOfNull are the values of the parameter nulls.
var meaningsOfNull = map[string]utility.Nulls{"auto": utility.NullsByCount, "value": utility.NullsAreValues, "suppressed": utility.NullsAreSuppressed}

var utilityKernel = host.KernelOf("utility", runUtility)

// runUtility puts the release beside its original, and measures it.
func runUtility(ctx context.Context, s *utilitySpec) (*host.Rows[measureRow], error) {
	columns, r, err := s.beside()
	if err != nil {
		return nil, err
	}
	out := newMeasures()
	s.addSizes(out, r)
	s.addLosses(out, r)
	if err := s.addDivergence(ctx, out, r); err != nil {
		return nil, s.explain(err)
	}
	if s.Target != "" {
		if err := s.addTrees(ctx, out, r, columns); err != nil {
			return nil, s.explain(err)
		}
	}
	return out.rows, nil
}

// beside returns the columns, and the release beside its original. Its errors are for who wrote the
// query.
func (s *utilitySpec) beside() ([]readColumn, *utility.Release, error) {
	columns, err := s.columns()
	if err != nil {
		return nil, nil, err
	}
	r, err := s.release(columns)
	if err != nil {
		return nil, nil, s.explain(err)
	}
	return columns, r, nil
}

// names are those of the columns that are compared: the quasi-identifiers, the sensitive ones,
// the target.
func (s *utilitySpec) names() []string {
	names := slices.Concat(s.QI, s.Sensitive)
	if s.Target != "" {
		names = append(names, s.Target)
	}
	return names
}

// columns returns the columns, those of quasi-identifiers with their hierarchies.
func (s *utilitySpec) columns() ([]readColumn, error) {
	columns, err := s.Readings.Value.of(len(s.names()))
	if err != nil || s.Hierarchies == nil {
		return columns, err
	}
	for i, name := range s.QI {
		if columns[i].Hierarchy, err = s.Hierarchies.Value.column(name); err != nil {
			return nil, err
		}
	}
	return columns, nil
}

// release returns the release beside its original. The rows of the original have the numbers
// of values, those of the release the numbers of labels.
func (s *utilitySpec) release(columns []readColumn) (*utility.Release, error) {
	original, err := cellsOf(s.Original.Value, valuesOf(columns))
	if err != nil {
		return nil, err
	}
	labels := make([]*numbering, len(columns))
	compared := make([]utility.Column, len(columns))
	for i := range columns {
		labels[i], compared[i] = &columns[i].labels, columns[i].Column
	}
	var release *utility.Cells
	if s.Grouped {
		release, err = groupedCellsOf(s.Release.Value, labels)
	} else {
		release, err = cellsOf(s.Release.Value, labels)
	}
	if err != nil {
		return nil, err
	}
	layout := utility.Layout{QI: len(s.QI), Sensitive: len(s.Sensitive), HasTarget: s.Target != "", Nulls: meaningsOfNull[s.Nulls]}
	return utility.New(layout, compared, *original, *release)
}

// valuesOf are the numbers of the values of columns.
func valuesOf(columns []readColumn) []*numbering {
	values := make([]*numbering, len(columns))
	for i := range columns {
		values[i] = &columns[i].values
	}
	return values
}

func (s *utilitySpec) addSizes(out measures, r *utility.Release) {
	sizes := r.Sizes()
	out.add("groups", "", float64(sizes.Groups))
	out.explained("suppressed", "", float64(sizes.Suppressed), words.LeftOut(sizes.Suppressed))
	out.add("average_group_size", "", sizes.Average)
	out.add("discernibility", "", sizes.Discernibility)
}

func (s *utilitySpec) addDivergence(ctx context.Context, out measures, r *utility.Release) error {
	for i, name := range s.Sensitive {
		divergence, err := r.Divergence(ctx, i)
		if err != nil {
			return err
		}
		if len(s.Sensitive) == 1 {
			name = "" // it is the release's
		}
		out.add("kl_divergence", name, divergence)
	}
	return nil
}

// testCells are those to test on, nil for a cross validation.
func (s *utilitySpec) testCells(columns []readColumn) (*utility.Cells, error) {
	if s.Test == nil {
		return nil, nil
	}
	return cellsOf(s.Test.Value, valuesOf(columns))
}

// hasNumbers reports whether the type of a column is one of numbers.
func (s *utilitySpec) hasNumbers(column int) bool {
	at := column - (len(s.names()) - len(s.Types))
	return at >= 0 && at < len(s.Types) && numericType.MatchString(s.Types[at])
}

// codes is how many different whole numbers are taken for classes.
const codes = 20

// isQuantity reports whether the target is a number to come close to. Two different numbers are yes and
// no, and a few whole numbers are codes of something.
func (s *utilitySpec) isQuantity(r *utility.Release) bool {
	target := len(s.names()) - 1
	numbers := r.Numbers(target)
	return s.hasNumbers(target) && (numbers > codes || numbers > 2 && !wholeType.MatchString(s.Types[len(s.Types)-1]))
}

// addTrees adds how well trees tell the target.
func (s *utilitySpec) addTrees(ctx context.Context, out measures, r *utility.Release, columns []readColumn) error {
	test, err := s.testCells(columns)
	if err != nil {
		return err
	}
	if s.isQuantity(r) {
		trees, err := r.Regression(ctx, test, uint64(s.Seed))
		if err != nil {
			return err
		}
		out.explained("mean_absolute_error", "", trees.Release, words.Regression{
			Target: s.Target, Release: trees.Release, Original: trees.Original, Guessing: trees.Baseline,
			ReleaseR2: trees.ReleaseR2, OriginalR2: trees.OriginalR2, OriginalR2Error: trees.OriginalR2Error, People: trees.People,
		}.Sentence())
		out.add("mean_absolute_error_original", "", trees.Original)
		out.add("mean_absolute_error_baseline", "", trees.Baseline)
		out.add("r_squared", "", trees.ReleaseR2)
		out.add("r_squared_original", "", trees.OriginalR2)
		return nil
	}
	accuracy, err := r.Accuracy(ctx, test, uint64(s.Seed))
	if err != nil {
		return err
	}
	out.explained("classification_accuracy", "", accuracy.Release, words.Accuracy{
		Target: s.Target, Release: accuracy.Release, Original: accuracy.Original, Guessing: accuracy.Baseline, People: accuracy.People,
	}.Sentence())
	out.add("classification_accuracy_original", "", accuracy.Original)
	out.add("classification_accuracy_baseline", "", accuracy.Baseline)
	return nil
}

// addLosses adds the measures that every quasi-identifier has, and their averages.
func (s *utilitySpec) addLosses(out measures, r *utility.Release) {
	for _, measure := range []struct {
		name  string
		value func(utility.Loss) float64
		all   bool // columns without a hierarchy too

		meaning func(columns string, value float64) string
	}{
		{"ncp", func(l utility.Loss) float64 { return l.NCP }, true, words.DetailLost},
		{"generalized_information_loss", func(l utility.Loss) float64 { return l.Generalized }, true, unexplained},
		{"precision", func(l utility.Loss) float64 { return l.Precision }, false, unexplained},
	} {
		sum, n := 0.0, 0
		for i, name := range s.QI {
			loss := r.Loss(i)
			if measure.all || loss.HasHierarchy {
				value := measure.value(loss)
				out.explained(measure.name, name, value, measure.meaning(name, value))
				sum += value
				n++
			}
		}
		if n > 0 {
			out.explained(measure.name, "", sum/float64(n), measure.meaning(words.List(s.QI, "columns"), sum/float64(n)))
		}
	}
}

// unexplained is the meaning of a measure that has none beside that of another.
func unexplained(string, float64) string { return "" }

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
	case errors.Is(err, utility.ErrTooManyNumbers):
		return fmt.Errorf("output := 'rows' must take at most %d numbers: one a row for each column of numbers, and for each value of any other; leave out columns of many values", utility.MaxNumbers)
	case errors.Is(err, utility.ErrTooManyPeople):
		return errors.New(call.TooManyPeople("a table"))
	}
	return err
}
