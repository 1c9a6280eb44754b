package attackers

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"skyline/engine/exact"
	"skyline/engine/partition"
	"skyline/engine/prior"
	"skyline/sqlfuncs/host"
)

// beliefPart is what __skyline_beliefs takes: the people of a class in a QI group, with the histogram
// of their values, or, where G is NULL, a rule about a class.
type beliefPart struct {
	Class     int64
	G         sql.Null[int64]
	Histogram sql.Null[host.Bytes]
	Value     sql.Null[string]
	Rate      sql.Null[float64]
}

// beliefs is the state of __skyline_beliefs.
type beliefs struct {
	parts []classPart
	rules []classRule
}

// classPart is the people of a class in a QI group.
type classPart struct {
	group, class int64
	histogram    string
}

// classRule is what is believed of a class and a value.
type classRule struct {
	class int64
	value sql.Null[string]
	rate  float64
}

// beliefsAggregate is __skyline_beliefs(key, function, class, g, histogram, value, rate): the QI
// groups by classes, and the rules about these, kept for kernels to read.
func beliefsAggregate() host.Aggregate {
	return host.KeptShared("__skyline_beliefs", func() *beliefs { return new(beliefs) },
		func(b *beliefs, p *beliefPart) error {
			if p.G.Valid {
				b.parts = append(b.parts, classPart{p.G.V, p.Class, strings.Clone(string(p.Histogram.V))})
			} else {
				b.rules = append(b.rules, classRule{p.Class, sql.Null[string]{V: strings.Clone(p.Value.V), Valid: p.Value.Valid}, p.Rate.V})
			}
			return nil
		},
		func(into, from *beliefs) error {
			into.parts = append(into.parts, from.parts...)
			into.rules = append(into.rules, from.rules...)
			return nil
		})
}

// beliefSpec is what the kernel of knowledge_check gets.
type beliefSpec struct {
	C        float64 `json:"c"`
	MaxSteps float64 `json:"max_steps"`
	// AbsentAllowed says that prior may be about nobody of the table.
	AbsentAllowed bool                   `json:"absent_allowed,omitempty"`
	Beliefs       *host.Shared[*beliefs] `json:"beliefs,omitempty"`
}

// beliefRow is what is found out about a value, with the QI group and the class of whom it is about.
type beliefRow struct {
	Value        sql.Null[string]
	Breach       sql.Null[float64]
	Safe         bool
	Certain      bool
	People       int64
	Rate, Share  sql.Null[float64]
	G, Class     sql.Null[int64]
	TargetPeople int64
	TargetHaving int64
	ClassPeople  int64
}

var beliefKernel = host.KernelOf("belief", runBelief)

func runBelief(ctx context.Context, s *beliefSpec) (*host.Rows[beliefRow], error) {
	if s.Beliefs == nil {
		return nil, host.ErrNotKept
	}
	if !(s.C > 0 && s.C <= 1) {
		return nil, errors.New("c must be in (0, 1]")
	}
	r, err := newReader(s.Beliefs.Value)
	if err != nil {
		return nil, err
	}
	believed, err := r.beliefs(s.AbsentAllowed)
	if err != nil {
		return nil, err
	}
	verdicts, err := believed.Check(ctx, r.groups, exact.Simplest(s.C), s.MaxSteps)
	if err != nil {
		return nil, explained(err)
	}
	out := host.NewRows[beliefRow]()
	for j, v := range verdicts {
		if v.Group < 0 {
			continue
		}
		row := beliefRow{Value: r.values[j], Breach: host.Some(v.Breach), Safe: v.People == 0, Certain: v.Certain, People: v.People}
		rate, _ := believed.Rate(int32(v.Class), int32(j)).Float64()
		row.Rate = host.Some(rate)
		r.name(&row, v, int32(j))
		out.Add(row)
	}
	if len(r.groups) == 0 {
		out.Add(beliefRow{})
	}
	return out, nil
}

// explained says what the engine's errors mean.
func explained(err error) error {
	if impossible, ok := errors.AsType[*prior.Impossible](err); ok {
		return fmt.Errorf("prior must allow the values of each QI group, and the number of those that cannot have theirs is %d, with %d people: too many rates are 0 or 1; give a small rate in the place of 0, such as 0.0001, and 0.9999 in the place of 1", impossible.Groups, impossible.People)
	}
	if errors.Is(err, prior.ErrNoRoom) {
		return fmt.Errorf("prior must tell fewer classes or fewer values apart: %s, whatever max_steps is", strings.TrimPrefix(err.Error(), prior.ErrNoRoom.Error()+": "))
	}
	if errors.Is(err, prior.ErrTooLarge) {
		return fmt.Errorf("max_steps must be larger for this: %s; or let prior tell fewer classes or fewer values apart", strings.TrimPrefix(err.Error(), "prior: too large: "))
	}
	return err
}

// reader numbers what is counted: values in the order of their texts, classes in theirs, those
// without a rule being one.
type reader struct {
	rules   []classRule
	values  []sql.Null[string]
	number  map[sql.Null[string]]int32
	people  []int64         // by value
	classes map[int64]int32 // that have rules; others are class 0
	groups  []prior.Group
	parts   [][]part // of each group
}

// part is the people of a class in a QI group: the class's own number, and the one of its rules.
type part struct {
	group, class, people int64
	number               int32
}

func newReader(b *beliefs) (*reader, error) {
	parts := slices.Clone(b.parts)
	slices.SortFunc(parts, func(x, y classPart) int {
		return cmp.Or(cmp.Compare(x.group, y.group), cmp.Compare(x.class, y.class))
	})
	r := &reader{rules: slices.Clone(b.rules), number: map[sql.Null[string]]int32{}, classes: map[int64]int32{}}
	slices.SortFunc(r.rules, func(x, y classRule) int { return cmp.Compare(x.class, y.class) })
	for _, rule := range r.rules {
		if _, ok := r.classes[rule.class]; !ok {
			r.classes[rule.class] = int32(len(r.classes)) + 1
		}
	}
	if err := r.readValues(parts); err != nil {
		return nil, err
	}
	for len(parts) > 0 {
		n := 1
		for n < len(parts) && parts[n].group == parts[0].group {
			n++
		}
		if err := r.readGroup(parts[:n]); err != nil {
			return nil, err
		}
		parts = parts[n:]
	}
	return r, nil
}

// entries calls f for each value of a histogram.
func entries(histogram string, f func(value sql.Null[string], n int64)) error {
	return partition.Entries(histogram, func(value string, isNull bool, n int64) error {
		if n > partition.MaxPeople {
			return partition.ErrTooManyPeople
		}
		f(sql.Null[string]{V: value, Valid: !isNull}, n)
		return nil
	})
}

func (r *reader) readValues(parts []classPart) error {
	all, total := map[sql.Null[string]]int64{}, int64(0)
	for _, p := range parts {
		err := entries(p.histogram, func(value sql.Null[string], n int64) {
			all[value] += n
			total += n
		})
		if err != nil {
			return err
		}
		if total > partition.MaxPeople || total < 0 {
			return partition.ErrTooManyPeople
		}
	}
	for value := range all {
		r.values = append(r.values, value)
	}
	slices.SortFunc(r.values, func(x, y sql.Null[string]) int {
		if x.Valid != y.Valid {
			return cmp.Compare(len(x.V), len(y.V)) // NULL has no text
		}
		return cmp.Compare(x.V, y.V)
	})
	for i, value := range r.values {
		r.number[value] = int32(i)
		r.people = append(r.people, all[value])
	}
	return nil
}

// readGroup reads the parts of a QI group.
func (r *reader) readGroup(classParts []classPart) error {
	classes, values := map[int32]int64{}, map[int32]int64{}
	var parts []part
	for _, p := range classParts {
		own := part{group: p.group, class: p.class, number: r.classes[p.class]}
		err := entries(p.histogram, func(value sql.Null[string], n int64) {
			values[r.number[value]] += n
			own.people += n
		})
		if err != nil {
			return err
		}
		if own.people > 0 {
			classes[own.number] += own.people
			parts = append(parts, own)
		}
	}
	if len(parts) > 0 {
		r.groups = append(r.groups, prior.Group{Classes: counts(classes), Values: counts(values)})
		r.parts = append(r.parts, parts)
	}
	return nil
}

// counts are the counts of a map in the order of its keys.
func counts(of map[int32]int64) []prior.Count {
	list := make([]prior.Count, 0, len(of))
	for id, n := range of {
		list = append(list, prior.Count{ID: id, People: n})
	}
	slices.SortFunc(list, func(x, y prior.Count) int { return cmp.Compare(x.ID, y.ID) })
	return list
}

// beliefs are those of the rules.
func (r *reader) beliefs(absentAllowed bool) (*prior.Beliefs, error) {
	type about struct {
		class int64
		value sql.Null[string]
	}
	seen := map[about]bool{}
	var rules []prior.Rule
	isAboutSomebody := absentAllowed || len(r.rules) == 0 || len(r.groups) == 0
	present := map[int32]bool{}
	for _, parts := range r.parts {
		for _, p := range parts {
			present[p.number] = true
		}
	}
	for _, rule := range r.rules {
		if seen[about{rule.class, rule.value}] {
			return nil, errors.New("prior must have one rate for each class and value, and has several; aggregate them in a query given as prior, or name all columns in known by which they differ")
		}
		seen[about{rule.class, rule.value}] = true
		rate := exact.Simplest(rule.rate)
		if rate == nil {
			return nil, errors.New("prior must have rates from 0 to 1; 0.3 % is 0.003")
		}
		value := int32(prior.Outside)
		if number, ok := r.number[rule.value]; ok {
			value = number
			isAboutSomebody = isAboutSomebody || present[r.classes[rule.class]]
		}
		rules = append(rules, prior.Rule{Class: r.classes[rule.class], Value: value, Rate: rate})
	}
	if !isAboutSomebody {
		return nil, errors.New("prior must be about people of tbl and values that occur there, and no row of it is; see how both write them, such as 'F' and 'f', or ask skyline_check, without rates; absent_values := 'allow' if the table may lack the value")
	}
	believed, err := prior.New(r.people, len(r.classes)+1, rules)
	if errors.Is(err, prior.ErrAboveOne) {
		return nil, errors.New("prior must have rates of at most 1 together for each class; they are shares of the class's people, one for each value")
	}
	return believed, err
}

// name says which people a verdict about a value is about: of those of the class, the first part.
func (r *reader) name(row *beliefRow, v prior.Verdict, value int32) {
	g := &r.groups[v.Group]
	for _, c := range g.Classes {
		row.TargetPeople += c.People
	}
	for _, c := range g.Values {
		if c.ID == value {
			row.TargetHaving = c.People
		}
	}
	row.Share = host.Some(float64(row.TargetHaving) / float64(row.TargetPeople))
	for _, p := range r.parts[v.Group] {
		if p.number == int32(v.Class) {
			row.G, row.Class, row.ClassPeople = host.Some(p.group), host.Some(p.class), p.people
			return
		}
	}
}
