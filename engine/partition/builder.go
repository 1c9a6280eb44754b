package partition

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"skyline/engine"
)

// ErrTooManyPeople reports counts whose sum exceeds 2^61.
var ErrTooManyPeople = engine.NewTooLarge("partition: more than 2^61 people")

// ErrMalformed reports a histogram that does not follow the encoding.
var ErrMalformed = errors.New("partition: malformed histogram")

// Builder makes a Table of encoded histograms.
type Builder struct {
	// PeopleCounted says that the count of NULL in a histogram is the number of
	// people of the group, and the other counts are of values that people may
	// have several of (MVPI). Otherwise each person has one value, NULL being
	// one, and the counts add up to the number of people (SVPI).
	PeopleCounted bool

	table   Table
	numbers map[string]int32
	null    int32 // 1 + the number of the NULL value, 0 while there is none
}

// AddSummary adds what Summary.Encode returned.
//
// Errors: ErrMalformed, ErrTooManyPeople.
func (b *Builder) AddSummary(encoded string) error {
	people, rest, ok := uvarint(encoded)
	if !ok || people > maxPeople {
		return ErrMalformed
	}
	for rest != "" {
		length, tail, ok := uvarint(rest)
		if !ok || length > uint64(len(tail)) {
			return ErrMalformed
		}
		if err := b.Add(tail[:length]); err != nil {
			return err
		}
		rest = tail[length:]
	}
	// The histograms stand for more groups than themselves.
	b.table.People = int64(people)
	return nil
}

// Add adds a QI group. A histogram without people is left out.
//
// An encoded histogram holds, for each value in the order of its bytes (NULL
// first), varint(0) for NULL or varint(1+length) and the bytes, then
// varint(count); counts are positive. With PeopleCounted, the value NULL is what AppendNullValue appends.
//
// Errors: ErrMalformed, ErrTooManyPeople.
func (b *Builder) Add(histogram string) error {
	g := Group{Histogram: strings.Clone(histogram)}
	for rest := histogram; rest != ""; {
		value, isNull, n, tail, ok := next(rest)
		if !ok || n <= 0 {
			return ErrMalformed
		}
		rest = tail
		of, people := ReadEntry(value, isNull, b.PeopleCounted)
		if people || !b.PeopleCounted {
			g.People += n
		}
		if !people {
			g.Counts = append(g.Counts, Count{b.number(of.Text, of.Null), n})
		}
		if n > maxPeople || g.People > maxPeople {
			return ErrTooManyPeople
		}
	}
	if g.People == 0 {
		return nil
	}
	if g.People > maxPeople-b.table.People {
		return ErrTooManyPeople
	}
	b.table.People += g.People
	// The encoding is in the order of bytes, and the sort is stable.
	slices.SortStableFunc(g.Counts, func(x, y Count) int { return cmp.Compare(y.N, x.N) })
	b.table.Groups = append(b.table.Groups, g)
	return nil
}

// Entries calls f with each value of an encoded histogram and its count, in the
// order of the values' bytes, NULL first. The texts are views of the histogram.
//
// Errors: ErrMalformed, those of f.
func Entries(histogram string, f func(value string, isNull bool, n int64) error) error {
	for rest := histogram; rest != ""; {
		value, isNull, n, tail, ok := next(rest)
		if !ok || n <= 0 {
			return ErrMalformed
		}
		if err := f(value, isNull, n); err != nil {
			return err
		}
		rest = tail
	}
	return nil
}

// MaxPeople bounds what counts may add up to.
const MaxPeople = maxPeople

// number returns the number of a value; a text is cloned when it is new.
func (b *Builder) number(text string, isNull bool) int32 {
	if isNull {
		if b.null == 0 {
			b.table.Values = append(b.table.Values, Value{Null: true})
			b.null = int32(len(b.table.Values))
		}
		return b.null - 1
	}
	if n, ok := b.numbers[text]; ok {
		return n
	}
	if b.numbers == nil {
		b.numbers = make(map[string]int32)
	}
	n := int32(len(b.table.Values))
	text = strings.Clone(text)
	b.numbers[text] = n
	b.table.Values = append(b.table.Values, Value{Text: text})
	return n
}

// Number returns the number of the value with this text in the table so far.
func (b *Builder) Number(text string) (int32, bool) {
	n, ok := b.numbers[text]
	return n, ok
}

// Len returns the number of groups so far.
func (b *Builder) Len() int { return len(b.table.Groups) }

// Table returns what has been added. The builder must not be used afterwards.
func (b *Builder) Table() *Table { return &b.table }

// next splits the first entry off an encoded histogram.
func next(s string) (value string, isNull bool, n int64, rest string, ok bool) {
	length, s, ok := uvarint(s)
	if !ok || length > uint64(len(s)) {
		return "", false, 0, "", false
	}
	if length > 0 {
		value, s = s[:length-1], s[length-1:]
	}
	count, s, ok := uvarint(s)
	return value, length == 0, int64(count), s, ok
}
