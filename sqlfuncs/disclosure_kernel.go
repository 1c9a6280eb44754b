package sqlfuncs

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"skyline/engine/breach"
	"skyline/engine/disclosure"
	"skyline/engine/partition"
)

// What the atoms of a result are there for.
const (
	roleConsequent = "consequent"
	roleAntecedent = "antecedent"
	roleTarget     = "target" // of negated atoms
	roleRuledOut   = "ruled out"
)

// disclosureFields are the columns of the kernel's rows: one for each number of
// pieces of knowledge, without a role, and one for each atom of its witnesses.
var disclosureFields = []Field{
	{"k", Type{Kind: Bigint}},
	{"implications", Type{Kind: Double}},
	{"negations", Type{Kind: Double}},
	{"safe", Type{Kind: Boolean}},
	{"role", Type{Kind: Varchar}},
	{"i", Type{Kind: Bigint}},
	// The atom's group is the copy-th of those with the histogram, from 1, in the order
	// of the quasi-identifiers; its person has a number within it, from 1.
	{"histogram", Type{Kind: Blob}},
	{"copy", Type{Kind: Bigint}},
	{"person", Type{Kind: Bigint}},
	{"value", Type{Kind: Varchar}},
}

func disclosureScalars() []Scalar {
	params := []Type{{Kind: Bigint}, {Kind: Varchar}, {Kind: Varchar}} // k, c, what __skyline_profiles kept
	return kernelScalars("disclosure_check", "disclosure_check", params, disclosureFields, func(args []Column, row int) (run, error) {
		k := args[0].Int64s[row]
		c, ok := parseThreshold(args[1].Strings[row])
		state, err := take[*profilesState](args[2].Strings[row])
		if err == nil && (!ok || k < 0 || k > disclosure.MaxK) {
			err = errors.New("the arguments cannot be read")
		}
		return func(ctx context.Context) (Column, error) {
			result, err := runDisclosureCheck(ctx, state.Groups(), int(k), c)
			return result, explain("disclosure_check", err)
		}, explain("disclosure_check", err)
	})
}

// profilesState is the state of __skyline_profiles.
type profilesState struct {
	*disclosure.Summary
	function string
}

// profilesAggregate is __skyline_profiles(key, function, k, histogram, apart): what
// worst-case knowledge of k pieces sees of the QI groups, kept for the kernel.
func profilesAggregate() Aggregate {
	return Aggregate{
		Name:   "__skyline_profiles",
		Params: []Type{{Kind: Varchar}, {Kind: Bigint}, {Kind: Blob}, {Kind: Double}},
		Result: Type{Kind: Varchar},
		New:    func() any { return &profilesState{Summary: disclosure.NewSummary(0)} },
		Update: func(state any, args []Column, begin, end int) error {
			s := state.(*profilesState)
			for row := begin; row < end; row++ {
				if args[0].IsNull(row) || args[1].IsNull(row) || args[2].IsNull(row) {
					return fmt.Errorf("__skyline_profiles: arguments must not be NULL")
				}
				if s.function == "" {
					s.function = strings.Clone(args[0].Strings[row])
					s.Summary = disclosure.NewSummary(min(max(args[1].Int64s[row], 0), disclosure.MaxK))
				}
				if err := s.Add(args[2].Strings[row]); err != nil {
					return explain(s.function, err)
				}
			}
			return nil
		},
		Combine: func(target, source any) error {
			t, s := target.(*profilesState), source.(*profilesState)
			switch {
			case s.function == "":
				return nil
			case t.function == "":
				t.function, t.Summary = s.function, s.Summary
				return nil
			}
			return explain(t.function, t.Merge(s.Summary))
		},
		Finalize: func(state any) (string, error) { return keepText(state), nil },
	}
}

func runDisclosureCheck(ctx context.Context, groups []disclosure.Group, k int, c float64) (Column, error) {
	threshold, err := breach.NewThreshold(c)
	if err != nil {
		return Column{}, err
	}
	levels, err := disclosure.Measure(ctx, groups, k, threshold, runtime.GOMAXPROCS(0))
	if err != nil {
		return Column{}, err
	}
	w := &witnessWriter{rowBuilder: newRowBuilder(disclosureFields), groups: groups, ranked: map[string][]partition.Value{}}
	for i := range levels {
		if err := w.level(&levels[i]); err != nil {
			return Column{}, err
		}
	}
	return w.column(), nil
}

// witnessWriter writes the rows of levels and of the atoms of their witnesses.
type witnessWriter struct {
	*rowBuilder
	groups []disclosure.Group
	ranked map[string][]partition.Value // the values of histograms, by frequency
}

func (w *witnessWriter) level(l *disclosure.Level) error {
	w.nulls()
	w.begin(l)
	w.columns[1].Float64s[w.rows], w.columns[1].Null[w.rows] = l.Implications, false
	w.columns[2].Float64s[w.rows], w.columns[2].Null[w.rows] = l.Negations, false
	w.columns[3].Bools[w.rows], w.columns[3].Null[w.rows] = l.Safe, false
	w.row()
	if l.Witness == nil {
		return nil
	}
	if err := w.atom(l, roleConsequent, 0, l.Witness.Consequent); err != nil {
		return err
	}
	for i, a := range l.Witness.Antecedents {
		if err := w.atom(l, roleAntecedent, i, a); err != nil {
			return err
		}
	}
	n := l.Negation
	if err := w.atom(l, roleTarget, 0, disclosure.Atom{Group: n.Group, Copy: n.Copy, Rank: n.Rank}); err != nil {
		return err
	}
	for i, rank := range n.RuledOut {
		if err := w.atom(l, roleRuledOut, i, disclosure.Atom{Group: n.Group, Copy: n.Copy, Rank: rank}); err != nil {
			return err
		}
	}
	return nil
}

// begin sets the level of a row.
func (w *witnessWriter) begin(l *disclosure.Level) {
	w.columns[0].Int64s[w.rows], w.columns[0].Null[w.rows] = int64(l.K), false
}

// atom writes a row for an atom: which group it is about is looked up among those that
// look alike.
func (w *witnessWriter) atom(l *disclosure.Level, role string, i int, a disclosure.Atom) error {
	histogram, number := histogramOf(&w.groups[a.Group], a.Copy)
	values, err := w.valuesOf(histogram)
	if err != nil {
		return err
	}
	value := values[a.Rank]
	w.int64(0, int64(l.K))
	w.null(1)
	w.null(2)
	w.null(3)
	w.text(4, role, false)
	w.int64(5, int64(i))
	w.text(6, histogram, false)
	w.int64(7, number)
	w.int64(8, int64(a.Person)+1)
	w.text(9, value.Text, value.Null)
	w.row()
	return nil
}

// histogramOf returns the histogram of a group's copy, and the how many-th of those
// with that histogram it is, from 1.
func histogramOf(g *disclosure.Group, copy int) (string, int64) {
	at := int64(copy)
	for _, h := range g.Histograms {
		if at < h.N {
			return h.Histogram, at + 1
		}
		at -= h.N
	}
	return "", 0
}

// valuesOf returns the values of a histogram, the most frequent first, equal ones in
// the order of their bytes.
func (w *witnessWriter) valuesOf(histogram string) ([]partition.Value, error) {
	if values, ok := w.ranked[histogram]; ok {
		return values, nil
	}
	var b partition.Builder
	if err := b.Add(histogram); err != nil {
		return nil, err
	}
	table := b.Table()
	var values []partition.Value
	for _, group := range table.Groups {
		for _, count := range group.Counts {
			values = append(values, table.Values[count.Value])
		}
	}
	w.ranked[histogram] = values
	return values, nil
}
