package check

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"skyline/engine/breach"
	"skyline/engine/disclosure"
	"skyline/engine/partition"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
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
var disclosureFields = []host.Field{
	{Name: "k", Type: host.Type{Kind: host.Bigint}},
	{Name: "implications", Type: host.Type{Kind: host.Double}},
	{Name: "negations", Type: host.Type{Kind: host.Double}},
	{Name: "safe", Type: host.Type{Kind: host.Boolean}},
	{Name: "role", Type: host.Type{Kind: host.Varchar}},
	{Name: "i", Type: host.Type{Kind: host.Bigint}},
	// The atom's group is the copy-th of those with the histogram, from 1, in the order
	// of the quasi-identifiers; its person has a number within it, from 1.
	{Name: "histogram", Type: host.Type{Kind: host.Blob}},
	{Name: "copy", Type: host.Type{Kind: host.Bigint}},
	{Name: "person", Type: host.Type{Kind: host.Bigint}},
	{Name: "value", Type: host.Type{Kind: host.Varchar}},
}

func disclosureScalars() []host.Scalar {
	params := []host.Type{{Kind: host.Bigint}, {Kind: host.Varchar}, {Kind: host.Varchar}} // k, c, what __skyline_profiles kept
	return host.KernelScalars("disclosure_check", "disclosure_check", params, disclosureFields, func(args []host.Column, row int) (host.Run, error) {
		k := args[0].Int64s[row]
		c, ok := call.ParseThreshold(args[1].Strings[row])
		state, err := host.Take[*profilesState](args[2].Strings[row])
		if err == nil && (!ok || k < 0 || k > disclosure.MaxK) {
			err = errors.New("the arguments cannot be read")
		}
		return func(ctx context.Context) (host.Column, error) {
			result, err := runDisclosureCheck(ctx, state.Groups(), int(k), c)
			return result, oldpeople.Explain("disclosure_check", err)
		}, oldpeople.Explain("disclosure_check", err)
	})
}

// profilesState is the state of __skyline_profiles.
type profilesState struct {
	*disclosure.Summary
	function string
}

// ProfilesAggregate is __skyline_profiles(key, function, k, histogram, apart): what
// worst-case knowledge of k pieces sees of the QI groups, kept for the kernel.
func ProfilesAggregate() host.Aggregate {
	return host.Aggregate{
		Name:   "__skyline_profiles",
		Params: []host.Type{{Kind: host.Varchar}, {Kind: host.Bigint}, {Kind: host.Blob}, {Kind: host.Double}},
		Result: host.Type{Kind: host.Varchar},
		New:    func() any { return &profilesState{Summary: disclosure.NewSummary(0)} },
		Update: func(state any, args []host.Column, begin, end int) error {
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
					return oldpeople.Explain(s.function, err)
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
			return oldpeople.Explain(t.function, t.Merge(s.Summary))
		},
		Finalize: func(state any) (string, error) { return host.KeepText(state), nil },
	}
}

func runDisclosureCheck(ctx context.Context, groups []disclosure.Group, k int, c float64) (host.Column, error) {
	threshold, err := breach.NewThreshold(c)
	if err != nil {
		return host.Column{}, err
	}
	levels, err := disclosure.Measure(ctx, groups, k, threshold, runtime.GOMAXPROCS(0))
	if err != nil {
		return host.Column{}, err
	}
	w := &witnessWriter{RowBuilder: host.NewRowBuilder(disclosureFields), groups: groups, ranked: map[string][]partition.Value{}}
	for i := range levels {
		if err := w.level(&levels[i]); err != nil {
			return host.Column{}, err
		}
	}
	return w.Column(), nil
}

// witnessWriter writes the rows of levels and of the atoms of their witnesses.
type witnessWriter struct {
	*host.RowBuilder
	groups []disclosure.Group
	ranked map[string][]partition.Value // the values of histograms, by frequency
}

func (w *witnessWriter) level(l *disclosure.Level) error {
	w.Nulls()
	w.begin(l)
	w.Columns[1].Float64s[w.Rows], w.Columns[1].Null[w.Rows] = l.Implications, false
	w.Columns[2].Float64s[w.Rows], w.Columns[2].Null[w.Rows] = l.Negations, false
	w.Columns[3].Bools[w.Rows], w.Columns[3].Null[w.Rows] = l.Safe, false
	w.Row()
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
	w.Columns[0].Int64s[w.Rows], w.Columns[0].Null[w.Rows] = int64(l.K), false
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
	w.Int64(0, int64(l.K))
	w.Null(1)
	w.Null(2)
	w.Null(3)
	w.Text(4, role, false)
	w.Int64(5, int64(i))
	w.Text(6, histogram, false)
	w.Int64(7, number)
	w.Int64(8, int64(a.Person)+1)
	w.Text(9, value.Text, value.Null)
	w.Row()
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
