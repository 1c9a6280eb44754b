package utility

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"skyline/engine/rules"
	"skyline/engine/utility"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// rulesSpec is what the kernel of release_rules gets. The columns of rules are the quasi-identifiers,
// the target the last of them. The release has a column more for each: its distributions.
type rulesSpec struct {
	PairSpec
	HasTarget  bool    `json:"has_target,omitempty"`
	Support    float64 `json:"support"`
	Confidence float64 `json:"confidence"`
	Longest    int64   `json:"longest,omitempty"` // 0 for any
	Draws      int64   `json:"draws"`
	Key        []byte  `json:"key,omitempty"` // of the draws; nil where they are fresh
}

// ruleRow is a row of release_rules, the i-th.
type ruleRow struct {
	I           int64
	Antecedent  string
	Consequent  string
	InOriginal  bool `sql:"in_original"`
	Probability float64
	Low         float64 `sql:"probability_low"`
	High        float64 `sql:"probability_high"`
	Exact       bool
	Error       float64
	Support     sql.Null[float64]
	Confidence  sql.Null[float64]
}

var rulesKernel = host.KernelOf("rules", runRules)

func runRules(ctx context.Context, s *rulesSpec) (*host.Rows[ruleRow], error) {
	if s.Readings == nil || len(s.QI) < 2 {
		return nil, host.ErrNotKept
	}
	u := &utilitySpec{QI: s.QI, Nulls: s.Nulls, Readings: *s.Readings, Original: s.Original, Release: s.Release, Hierarchies: s.Hierarchies}
	columns, err := u.columns()
	if err != nil {
		return nil, err
	}
	table, err := cellsOf(s.Original.Value, valuesOf(columns))
	if err != nil {
		return nil, err
	}
	r := &ruleTables{names: s.QI, read: columns, release: rules.Release{Counts: s.Release.Value.Counts}}
	if err := r.readRelease(u); err != nil {
		return nil, err
	}
	of := rules.Thresholds{Support: s.Support, Confidence: s.Confidence, Target: -1, Longest: int(min(s.Longest, int64(len(s.QI))))}
	if s.HasTarget {
		of.Target = len(s.QI) - 1
	}
	original := &rules.Table{Codes: table.Codes, Counts: table.N}
	if len(table.N) == 0 {
		original.Codes = make([][]int32, len(s.QI)) // a table without rows has no columns
	}
	found, err := rules.Compare(ctx, original, &r.release, of, rules.Draws{Number: int(s.Draws), Random: rand.New(draw.Keyed(s.Key))})
	if err != nil {
		return nil, explainRules(err)
	}
	return r.rows(found, s.Original.Value.People), nil
}

func explainRules(err error) error {
	switch {
	case errors.Is(err, rules.ErrTooManySets):
		return fmt.Errorf("support must be larger, or columns fewer: more than %d combinations of values have the support; longest limits them, too", rules.MaxSets)
	case errors.Is(err, rules.ErrTooManyPeople):
		return errors.New("release must have fewer people to draw tables from; give a random sample of both tables as queries")
	}
	return err
}

// ruleTables is a release as distributions, and what numbers stand for.
type ruleTables struct {
	names   []string
	read    []readColumn
	others  []others // of each column: values that the original does not have
	release rules.Release
}

// others are values that the original does not have. Their numbers are behind those of the
// original's values.
type others struct {
	texts   []sql.Null[string]
	numbers map[sql.Null[string]]int32
}

// number returns that of a value.
func (r *ruleTables) number(column int, value sql.Null[string]) int32 {
	known := &r.read[column].values
	if !value.Valid && known.null >= 0 && int(known.null) < len(r.read[column].Values) {
		return known.null
	}
	if n, ok := known.texts[value.V]; ok && value.Valid {
		return n
	}
	o := &r.others[column]
	n, ok := o.numbers[value]
	if !ok {
		n = int32(len(r.read[column].Values) + len(o.texts))
		o.numbers[value] = n
		o.texts = append(o.texts, value)
	}
	return n
}

// value returns that of a number.
func (r *ruleTables) value(column int, number int32) sql.Null[string] {
	values := r.read[column].Values
	if n := int(number) - len(values); n >= 0 {
		return r.others[column].texts[n]
	}
	return sql.Null[string]{V: values[number].Text, Valid: !values[number].Null}
}

// readRelease reads the release: columns that have distributions as these, the others as
// release_utility does.
func (r *ruleTables) readRelease(u *utilitySpec) error {
	released, width := u.Release.Value, len(r.names)
	r.others, r.release.Shown, r.release.Of = make([]others, width), make([][]int32, width), make([][]rules.Distribution, width)
	for i := range r.others {
		r.others[i].numbers = map[sql.Null[string]]int32{}
	}
	if len(released.Counts) == 0 {
		return nil // nobody is released
	}
	if len(released.Columns) != 2*width {
		return errCells
	}
	if released.People > u.Original.Value.People {
		return u.explain(utility.ErrMorePeople)
	}
	var labelled []int
	for i := range r.names {
		shown := orderedColumn(released, width+i)
		if shown.null >= 0 && len(shown.texts) == 1 {
			labelled = append(labelled, i)
		} else if err := r.readMaps(i, &shown); err != nil {
			return err
		}
	}
	return r.readLabels(u, labelled)
}

// readMaps reads a column of distributions.
func (r *ruleTables) readMaps(column int, shown *textColumn) error {
	if _, ok := r.read[column].values.texts[people.NullKey]; ok {
		return fmt.Errorf("original must not have the text 'NULL' in column %s, since that is the key of NULL in the release; rename it in queries given as original and release", sqltext.Ident(r.names[column]))
	}
	for _, text := range shown.texts {
		parts, err := people.ReadDistribution(text)
		if err != nil {
			return fmt.Errorf("release, column %s: %w", sqltext.Ident(r.names[column]), err)
		}
		var chances []rules.Chance
		for _, key := range slices.Sorted(maps.Keys(parts)) {
			value := sql.Null[string]{V: key, Valid: true}
			if key == people.NullKey {
				value = sql.Null[string]{}
			}
			chances = append(chances, rules.Chance{Value: r.number(column, value), Parts: parts[key]})
		}
		d, err := rules.NewDistribution(chances)
		if err != nil {
			return err
		}
		r.release.Of[column] = append(r.release.Of[column], d)
	}
	r.release.Shown[column] = shown.codes
	return nil
}

// readLabels reads columns of values and labels, whose values are equally likely.
func (r *ruleTables) readLabels(u *utilitySpec, labelled []int) error {
	if len(labelled) == 0 {
		return nil
	}
	original, released := u.Original.Value, u.Release.Value
	compared := make([]utility.Column, len(labelled))
	values, labels := make([][]int32, len(labelled)), make([][]int32, len(labelled))
	some := &utilitySpec{}
	for k, i := range labelled {
		compared[k] = r.read[i].Column
		values[k] = recoded(original, i, &r.read[i].values, nil)
		labels[k] = recoded(released, i, &r.read[i].labels, nil)
		some.QI = append(some.QI, r.names[i])
	}
	beside, err := utility.New(utility.Layout{QI: len(labelled), Nulls: meaningsOfNull[u.Nulls]}, compared,
		utility.Cells{N: original.Counts, Codes: values}, utility.Cells{N: released.Counts, Codes: labels})
	if err != nil {
		return some.explain(err)
	}
	one := big.NewInt(1)
	for k, i := range labelled {
		empty := 0
		for label := range compared[k].Labels {
			choices := beside.Choices(k, int32(label))
			var chances []rules.Chance
			for _, value := range choices.Values {
				chances = append(chances, rules.Chance{Value: value, Parts: one})
			}
			for _, value := range choices.Others {
				chances = append(chances, rules.Chance{Value: r.number(i, sql.Null[string]{V: value, Valid: true}), Parts: one})
			}
			if choices.Null {
				chances = append(chances, rules.Chance{Value: r.number(i, sql.Null[string]{}), Parts: one})
			}
			if len(chances) == 0 {
				empty++
				continue
			}
			d, err := rules.NewDistribution(chances)
			if err != nil {
				return err
			}
			r.release.Of[i] = append(r.release.Of[i], d)
		}
		if empty > 0 {
			return fmt.Errorf("release must have labels that contain a value of the original in column %s, and the number of different ones that do not is %d; give the table that it was made of as original", sqltext.Ident(r.names[i]), empty)
		}
		r.release.Shown[i] = labels[k]
	}
	return nil
}

// rows returns the rows of the result.
func (r *ruleTables) rows(found []rules.Outcome, people int64) *host.Rows[ruleRow] {
	out := host.NewRows[ruleRow]()
	for i := range found {
		o := &found[i]
		row := ruleRow{
			I: int64(i), InOriginal: o.InOriginal, Probability: o.Probability, Low: o.Low, High: o.High, Exact: o.Exact, Error: o.Error,
		}
		var left []string
		for column, value := range o.Items {
			if value == rules.None {
				continue
			}
			if condition := conditionOf(r.names[column], r.value(column, value)); column == o.Right {
				row.Consequent = condition
			} else {
				left = append(left, condition)
			}
		}
		row.Antecedent = strings.Join(left, " AND ")
		if o.InOriginal {
			row.Support = sql.Null[float64]{V: float64(o.Both) / float64(people), Valid: true}
			row.Confidence = sql.Null[float64]{V: o.Confidence(), Valid: true}
		}
		out.Add(row)
	}
	return out
}

// conditionOf is the condition in SQL that a column has a value.
func conditionOf(column string, value sql.Null[string]) string {
	if !value.Valid {
		return string(sqltext.Ident(column)) + " IS NULL"
	}
	return string(sqltext.Ident(column) + " = " + sqltext.Text(value.V))
}
