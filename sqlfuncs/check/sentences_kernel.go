package check

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"skyline/engine/exact"
	"skyline/engine/sentences"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// sentencesSpec is what the kernel of sentences_check gets.
type sentencesSpec struct {
	C         float64         `json:"c"`
	MaxSteps  float64         `json:"max_steps"`
	Person    string          `json:"person"` // the columns' names
	Sensitive string          `json:"sensitive"`
	Given     *givenSentences `json:"given"`

	Groups host.Shared[*knownGroups] `json:"groups,omitzero"`
	// People and Values are those of Given as the columns write them, nil for what is none.
	People []*string `json:"people,omitempty"`
	Values []*string `json:"values,omitempty"`
}

// sentencesRow is a row of the kernel.
type sentencesRow struct {
	I                   int64
	Person, Value       sql.Null[string]
	Safe                bool
	Probability, Before sql.Null[float64]
	Certain, Never      bool // Probability is 1, or 0, and not only rounded to it
	Surest              bool
	G, People           sql.Null[int64]
	TableShare          float64
	TableCountLog10     float64 `sql:"table_count_log10"`
	Implications        int64
}

var errSentences = errors.New("the arguments cannot be read")

var sentencesKernel = host.KernelOf("sentences", runSentences)

func runSentences(ctx context.Context, spec *sentencesSpec) (*host.Rows[sentencesRow], error) {
	if !(spec.C > 0 && spec.C <= 1) || spec.Given == nil || len(spec.People) != len(spec.Given.People) || len(spec.Values) != len(spec.Given.Values) {
		return nil, errSentences
	}
	if spec.Groups.Value == nil {
		return nil, host.ErrNotKept
	}
	k, err := spec.read()
	if err != nil {
		return nil, err
	}
	answer, err := k.Solve(ctx, spec.MaxSteps)
	if err != nil {
		return nil, explainSentences(err)
	}
	return k.rows(answer, exact.Simplest(spec.C)), nil
}

// known is a problem for the engine, and what its numbers mean.
type known struct {
	sentences.Problem
	of     *knownGroups
	groups []namedGroup
	people []string
}

// read finds the people and the values that sentences name.
func (spec *sentencesSpec) read() (*known, error) {
	k := &known{of: spec.Groups.Value, groups: spec.Groups.Value.inOrder()}
	number := map[sql.Null[string]]int32{}
	groupOf := map[string]int{}
	for i, group := range k.groups {
		var g sentences.Group
		for _, c := range group.counts {
			if _, ok := number[c.value]; !ok {
				number[c.value] = int32(len(number))
			}
			g = append(g, sentences.Count{Value: number[c.value], People: c.people})
		}
		k.Groups = append(k.Groups, g)
		for _, name := range group.people {
			groupOf[name] = i
		}
	}
	persons, at := make([]int, len(spec.People)), map[string]int{}
	for i, name := range spec.People {
		group, ok := 0, false
		if name != nil {
			group, ok = groupOf[*name]
		}
		if !ok {
			return nil, fmt.Errorf("sentences: %s is nobody of the column %s; write people as it has them, in double quotes where a name has and, or, not, :, = or -> in it", sqltext.Text(spec.Given.People[i]), people.PlainIdentifier(spec.Person))
		}
		if persons[i], ok = at[*name]; !ok {
			persons[i] = len(k.people)
			at[*name], k.people, k.People = persons[i], append(k.people, *name), append(k.People, group)
		}
	}
	unknown := func(written string) error {
		column := people.PlainIdentifier(spec.Sensitive)
		return fmt.Errorf("sentences: %s is none of the %d values of %s; SELECT DISTINCT %s lists them", written, len(k.of.values), column, column)
	}
	// numberOf is the number of a value: one of nobody's for those that only other groups have.
	numberOf := func(value sql.Null[string]) int32 {
		if n, ok := number[value]; ok {
			return n
		}
		return int32(len(number))
	}
	values := make([]int32, len(spec.Values))
	for i, text := range spec.Values {
		if text == nil || !k.of.values[host.Some(*text)] {
			return nil, unknown(string(sqltext.Text(spec.Given.Values[i])))
		}
		values[i] = numberOf(host.Some(*text))
	}
	for _, given := range spec.Given.Sentences {
		s, err := k.sentence(&given, persons, func(v int) (int32, error) {
			switch null := (sql.Null[string]{}); {
			case v == nullValue && !k.of.values[null]:
				return 0, unknown("NULL")
			case v == nullValue:
				return numberOf(null), nil
			case v < 0 || v >= len(values):
				return 0, errSentences
			}
			return values[v], nil
		})
		if err != nil {
			return nil, err
		}
		k.Sentences = append(k.Sentences, s)
	}
	return k, nil
}

// sentence is a sentence for the engine.
func (k *known) sentence(given *givenSentence, persons []int, value func(v int) (int32, error)) (sentences.Sentence, error) {
	person := func(i int) (int, error) {
		if i < 0 || i >= len(persons) {
			return 0, errSentences
		}
		return persons[i], nil
	}
	if given.Same != nil {
		var both []int
		for _, i := range given.Same {
			p, err := person(i)
			if err != nil {
				return nil, err
			}
			both = append(both, p)
		}
		if len(both) != 2 {
			return nil, errSentences
		}
		return k.Same(both[0], both[1]), nil
	}
	var clause sentences.Clause
	for _, l := range given.Any {
		p, err := person(l[0])
		if err != nil {
			return nil, err
		}
		v, err := value(l[1])
		if err != nil {
			return nil, err
		}
		clause = append(clause, sentences.Literal{Person: p, Value: v, Not: l[2] != 0})
	}
	return sentences.Sentence{clause}, nil
}

// explainSentences says what the engine's errors mean.
func explainSentences(err error) error {
	if c, ok := errors.AsType[*sentences.Contradiction](err); ok {
		numbers := make([]string, len(c.Sentences))
		for i, s := range c.Sentences {
			numbers[i] = fmt.Sprint(s + 1)
		}
		switch {
		case len(numbers) == 1:
			return fmt.Errorf("sentences: number %s is not true of any table that agrees with the release: too few people of the group have the value, or nobody; leave it out", numbers[0])
		case c.Fewer:
			return errors.New("sentences must be true together of some table that agrees with the release, and are not; which of them contradict each other would take more than max_steps to find out")
		}
		return fmt.Errorf("sentences must be true together of some table that agrees with the release, and numbers %s are not; leave one of them out", strings.Join(numbers[:len(numbers)-1], ", ")+" and "+numbers[len(numbers)-1])
	}
	if errors.Is(err, sentences.ErrNoRoom) {
		return fmt.Errorf("sentences must link fewer people or name fewer values: %s, whatever max_steps is", strings.TrimPrefix(err.Error(), sentences.ErrNoRoom.Error()+": "))
	}
	if errors.Is(err, sentences.ErrTooLarge) {
		return fmt.Errorf("max_steps must be larger for this: %s; or let sentences link fewer people", strings.TrimPrefix(err.Error(), sentences.ErrTooLarge.Error()+": "))
	}
	return err
}

// exactRow is a row with its probability.
type exactRow struct {
	sentencesRow
	probability *big.Rat
}

// rows writes an answer.
func (k *known) rows(a *sentences.Answer, threshold *big.Rat) *host.Rows[sentencesRow] {
	var all []exactRow
	about := func(person sql.Null[string], group int, alike int64, probabilities []*big.Rat) {
		begin := len(all)
		g := &k.groups[group]
		total := int64(0)
		for _, c := range g.counts {
			total += c.people
		}
		for j, p := range probabilities {
			before, _ := big.NewRat(g.counts[j].people, total).Float64()
			all = append(all, exactRow{sentencesRow{Person: person, Value: g.counts[j].value, Before: host.Some(before), G: host.Some(g.g), People: host.Some(alike)}, p})
		}
		slices.SortFunc(all[begin:], func(x, y exactRow) int {
			if order := y.probability.Cmp(x.probability); order != 0 {
				return order
			}
			return compareValues(x.Value, y.Value)
		})
	}
	named := make([]int64, len(k.groups))
	for person, group := range k.People {
		named[group]++
		about(host.Some(k.people[person]), group, 1, a.People[person])
	}
	for group, probabilities := range a.Others {
		if probabilities != nil {
			total := -named[group]
			for _, c := range k.groups[group].counts {
				total += c.people
			}
			about(sql.Null[string]{}, group, total, probabilities)
		}
	}
	if o := &k.of.other; o.people > 0 {
		share := big.NewRat(o.having, o.people)
		before, _ := share.Float64()
		all = append(all, exactRow{sentencesRow{Value: o.value, Before: host.Some(before), G: host.Some(o.g), People: host.Some(o.people)}, share})
	}
	tableShare, _ := a.Hold.Float64()
	log10 := a.TablesLog10(k.of.logTables())
	implications := int64(0)
	for _, s := range k.Sentences {
		implications += int64(k.Implications(s))
	}
	surest := 0
	for i := range all {
		if all[i].probability.Cmp(all[surest].probability) > 0 {
			surest = i
		}
	}
	out := host.NewRows[sentencesRow]()
	for i, row := range all {
		row.I, row.Surest, row.Safe = int64(i), i == surest, row.probability.Cmp(threshold) < 0
		probability, _ := row.probability.Float64()
		row.Probability = host.Some(probability)
		row.Certain, row.Never = row.probability.IsInt() && row.probability.Sign() > 0, row.probability.Sign() == 0
		row.TableShare, row.TableCountLog10, row.Implications = tableShare, log10, implications
		out.Add(row.sentencesRow)
	}
	if len(all) == 0 { // nobody is in the table
		out.Add(sentencesRow{TableShare: tableShare, TableCountLog10: log10})
	}
	return out
}
