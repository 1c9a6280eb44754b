package check

import (
	"context"
	"database/sql"
	"fmt"
	"runtime"

	"skyline/engine/breach"
	"skyline/engine/disclosure"
	"skyline/engine/partition"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/words"
)

// What the atoms of a result are there for.
const (
	roleConsequent = "consequent"
	roleAntecedent = "antecedent"
	roleTarget     = "target" // of negated atoms
	roleRuledOut   = "ruled out"
)

// disclosureRow is a row of the kernel: one for each number of pieces of knowledge,
// without a role, and one for each atom of its witnesses.
type disclosureRow struct {
	K            int64
	Implications sql.Null[float64]
	Negations    sql.Null[float64]
	Safe         sql.Null[bool]
	Meaning      sql.Null[string]
	Role         sql.Null[string]
	I            sql.Null[int]
	// The atom's group is the copy-th of those with the histogram, from 1, in the order
	// of the quasi-identifiers; its person has a number within it, from 1.
	Histogram sql.Null[host.Bytes]
	Copy      sql.Null[int64]
	Person    sql.Null[int64]
	Value     sql.Null[string]
}

// disclosureSpec is what the kernel gets.
type disclosureSpec struct {
	K        int64                  `json:"k"`
	C        float64                `json:"c"`
	Column   string                 `json:"column"` // the sensitive one, as sentences call it
	Profiles host.Shared[*profiles] `json:"profiles,omitzero"`
}

// profiles is the state of __skyline_profiles.
type profiles struct {
	*disclosure.Summary
	k int64 // -1 before the first row
}

// profiled is what __skyline_profiles takes of a QI group.
type profiled struct {
	K         int64
	Histogram host.Bytes
}

// profilesAggregate is __skyline_profiles(key, function, k, histogram): what worst-case
// knowledge of k pieces sees of the QI groups, kept for kernels to read.
func profilesAggregate() host.Aggregate {
	return host.KeptShared("__skyline_profiles", func() *profiles { return &profiles{disclosure.NewSummary(0), -1} },
		func(p *profiles, row *profiled) error {
			p.begin(min(max(row.K, 0), disclosure.MaxK))
			return p.Add(string(row.Histogram))
		},
		func(into, from *profiles) error {
			into.begin(from.k)
			return into.Merge(from.Summary)
		})
}

// begin says, for the first time, how many pieces of knowledge there are.
func (p *profiles) begin(k int64) {
	if p.k < 0 && k >= 0 {
		p.Summary, p.k = disclosure.NewSummary(k), k
	}
}

var disclosureKernel = host.KernelOf("disclosure", runDisclosure)

func runDisclosure(ctx context.Context, spec *disclosureSpec) (*host.Rows[disclosureRow], error) {
	if spec.K < 0 || spec.K > disclosure.MaxK {
		return nil, fmt.Errorf("pieces must be from 0 to %d", disclosure.MaxK)
	}
	threshold, err := breach.NewThreshold(spec.C)
	if err != nil {
		return nil, err
	}
	groups := spec.Profiles.Value.Groups()
	levels, err := disclosure.Measure(ctx, groups, int(spec.K), threshold, runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, err
	}
	w := &witnessWriter{spec: spec, Rows: host.NewRows[disclosureRow](), groups: groups, ranked: map[string][]partition.Value{}}
	for i := range levels {
		if err := w.level(&levels[i]); err != nil {
			return nil, err
		}
	}
	return w.Rows, nil
}

// witnessWriter writes the rows of levels and of the atoms of their witnesses.
type witnessWriter struct {
	spec *disclosureSpec
	*host.Rows[disclosureRow]
	groups []disclosure.Group
	ranked map[string][]partition.Value // the values of histograms, by frequency
}

func (w *witnessWriter) level(l *disclosure.Level) error {
	safe := l.Safe && l.Witness != nil // somebody is in the table
	sureness := words.Sureness{Breach: l.Implications, C: w.spec.C, Safe: safe, Certain: l.Certain}
	w.Add(disclosureRow{
		K: int64(l.K), Implications: host.Some(l.Implications), Negations: host.Some(l.Negations), Safe: host.Some(safe),
		Meaning: host.Some(words.Disclosure(int64(l.K), w.spec.Column, sureness, l.Negations)),
	})
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

// atom writes a row for an atom: which group it is about is looked up among those that
// look alike.
func (w *witnessWriter) atom(l *disclosure.Level, role string, i int, a disclosure.Atom) error {
	histogram, number := histogramOf(&w.groups[a.Group], a.Copy)
	values, err := w.valuesOf(histogram)
	if err != nil {
		return err
	}
	value := values[a.Rank]
	w.Add(disclosureRow{
		K: int64(l.K), Role: host.Some(role), I: host.Some(i), Histogram: host.Some(host.Bytes(histogram)), Copy: host.Some(number), Person: host.Some(int64(a.Person) + 1),
		Value: sql.Null[string]{V: value.Text, Valid: !value.Null},
	})
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
