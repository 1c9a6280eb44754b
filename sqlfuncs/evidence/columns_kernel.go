package evidence

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"

	"skyline/engine/exact"
	"skyline/engine/partition"
	"skyline/engine/profile"
	"skyline/sqlfuncs/hints"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/words"
)

// columnHistogram is what __skyline_column_histograms takes of a column.
type columnHistogram struct {
	Column    int64
	Histogram host.Bytes
	Alone     sql.Null[int64] // people who are alone; NULL: each value of one person is somebody's
}

// columnHistograms is the state of __skyline_column_histograms: by column.
type columnHistograms []columnHistogram

// columnHistogramsAggregate is __skyline_column_histograms(key, function, column, histogram,
// alone): what each column has, kept for kernels to read.
func columnHistogramsAggregate() host.Aggregate {
	return host.KeptShared("__skyline_column_histograms", func() *columnHistograms { return new(columnHistograms) },
		func(s *columnHistograms, row *columnHistogram) error {
			if row.Column < 0 || row.Column > math.MaxInt16 {
				return errors.New("column must be a small number")
			}
			kept := *row
			kept.Histogram = host.Bytes(strings.Clone(string(row.Histogram)))
			*s = append(*s, kept)
			return nil
		},
		func(into, from *columnHistograms) error {
			*into = append(*into, *from...)
			return nil
		})
}

// columnsSpec is what the kernel of column_profile gets.
type columnsSpec struct {
	Persons bool     `json:"persons"` // who may have several values
	Names   []string `json:"names,omitempty"`
	Types   []string `json:"types,omitempty"`
	People  int64    `json:"people,omitempty"` // 0 unless persons
	// What each column has: of persons, its histogram, and which values are in one row, whose
	// they are in front; the rows themselves of others.
	Histograms *host.Shared[*columnHistograms]  `json:"histograms,omitempty"`
	Hashed     *host.Shared[*people.HashedRows] `json:"hashed,omitempty"`
	Texts      *host.Shared[*codedTexts]        `json:"texts,omitempty"`

	byColumn []columnHistogram // Histograms in the order of the columns
}

// columnRow is a row of column_profile, the i-th.
type columnRow struct {
	I               int64
	Attribute, Role string
	columnCounts
	Meaning           string
	Hint              sql.Null[string]
	Type              string
	Nulls             int64
	Smallest, Largest sql.Null[int64]
	Entropy           float64 `sql:"entropy,nan=null"`
	Longest           sql.Null[int64]
	DeterminedBy      []string
}

// columnCounts is what the role of a column depends on.
type columnCounts struct{ UniquePeople, DistinctValues int64 }

var columnsKernel = host.KernelOf("columns", runColumns)

func runColumns(ctx context.Context, s *columnsSpec) (*host.Rows[columnRow], error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	determinedBy, err := s.determinedBy(ctx)
	if err != nil {
		return nil, err
	}
	out := host.NewRows[columnRow]()
	for i := range s.Names {
		row, err := s.column(ctx, i, nil)
		if err != nil {
			return nil, err
		}
		row.DeterminedBy = determinedBy[i]
		row.Meaning = row.inWords(s.People)
		out.Add(row)
	}
	return out, nil
}

// check makes sure that all is there that the plan hands over.
func (s *columnsSpec) check() error {
	if len(s.Names) != len(s.Types) || s.Persons && (s.Histograms == nil || s.Hashed == nil) || !s.Persons && s.Texts == nil {
		return host.ErrNotKept
	}
	if !s.Persons {
		if columns := s.Texts.Value.columns; columns != nil && len(columns) != len(s.Names) {
			return host.ErrNotKept
		}
		s.People = s.Texts.Value.total
		return nil
	}
	s.byColumn = make([]columnHistogram, len(s.Names))
	for _, h := range *s.Histograms.Value {
		if h.Column >= int64(len(s.byColumn)) {
			return host.ErrNotKept
		}
		s.byColumn[h.Column] = h
	}
	return nil
}

// entries calls f with each value of the i-th column and how many people have it.
func (s *columnsSpec) entries(i int, f func(text string, isNull bool, n int64) error) error {
	if s.Persons {
		return partition.Entries(string(s.byColumn[i].Histogram), f)
	}
	return s.Texts.Value.entries(i, f)
}

// table is the rows for the engine.
func (s *columnsSpec) table() *profile.Table {
	if s.Persons {
		return s.Hashed.Value.Table(true)
	}
	return s.Texts.Value.table()
}

// determinedBy are the names of the columns that determine each.
func (s *columnsSpec) determinedBy(ctx context.Context) ([][]string, error) {
	all := make([][]string, len(s.Names))
	found, err := s.table().DeterminedBy(ctx, runtime.GOMAXPROCS(0))
	if err == nil && len(found) > 0 && len(found) != len(all) {
		err = host.ErrNotKept
	}
	for i := range all {
		all[i] = []string{}
		if i < len(found) { // without rows there is none
			for _, by := range found[i] {
				all[i] = append(all[i], s.Names[by])
			}
		}
	}
	return all, err
}

// column measures the i-th column. Each of its different values but NULL is looked at once, by
// also, too, if it is not nil.
func (s *columnsSpec) column(ctx context.Context, i int, also func(text string, n int64)) (columnRow, error) {
	row := columnRow{I: int64(i), Attribute: s.Names[i], Type: s.Types[i]}
	sizes := map[int64]int64{} // how many values have so many people
	total := int64(0)
	err := s.entries(i, func(_ string, isNull bool, n int64) error {
		if n > partition.MaxPeople-total {
			return partition.ErrTooManyPeople
		}
		total += n
		sizes[n]++
		row.DistinctValues++
		if isNull {
			row.Nulls = n
		}
		return nil
	})
	if err != nil {
		return row, err
	}
	row.UniquePeople = sizes[1]
	if s.Persons {
		row.UniquePeople = s.byColumn[i].Alone.V
	}
	for n := range sizes {
		row.Smallest = sql.Null[int64]{V: min(n, orElse(row.Smallest, n)), Valid: true}
		row.Largest = sql.Null[int64]{V: max(n, orElse(row.Largest, n)), Valid: true}
	}
	row.Entropy = entropy(sizes, total)
	row.Role = roleOf(&row.columnCounts, s.People)
	return row, s.look(ctx, i, &row, also)
}

// inWords says what the column tells about so many people.
func (row *columnRow) inWords(people int64) string {
	c := words.Column{
		Role: row.Role, Hint: row.Hint.V, People: people, Alone: row.UniquePeople, Values: row.DistinctValues, Rarest: row.Smallest.V, DeterminedBy: plainNames(row.DeterminedBy),
	}
	return c.Sentence()
}

// plainNames are names as sentences write them.
func plainNames(names []string) []string {
	plain := make([]string, len(names))
	for i, name := range names {
		plain[i] = people.PlainIdentifier(name)
	}
	return plain
}

// look looks at the different values of a column that has been counted.
func (s *columnsSpec) look(ctx context.Context, i int, row *columnRow, also func(text string, n int64)) error {
	values := int(row.DistinctValues)
	if row.Nulls > 0 {
		values--
	}
	look, seen := hints.NewLook(row.Attribute, row.Type, values), 0
	err := s.entries(i, func(text string, isNull bool, n int64) error {
		if !isNull {
			look.At(text, n)
		}
		if !isNull && also != nil {
			also(text, n)
		}
		if seen++; seen%4096 == 0 {
			return ctx.Err()
		}
		return nil
	})
	hint := look.Hint()
	row.Hint = sql.Null[string]{V: hint, Valid: hint != ""}
	row.Longest.V, row.Longest.Valid = look.Longest()
	return err
}

func orElse(n sql.Null[int64], otherwise int64) int64 {
	if n.Valid {
		return n.V
	}
	return otherwise
}

// entropy returns -Σ p log₂ p over values of so many people, NaN where there are none.
func entropy(sizes map[int64]int64, people int64) float64 {
	if people == 0 {
		return math.NaN()
	}
	ordered := make([]int64, 0, len(sizes))
	for n := range sizes {
		ordered = append(ordered, n)
	}
	slices.Sort(ordered)
	var sum exact.Sum
	for _, n := range ordered {
		// Of each p by itself: the difference of two large logarithms would lose digits.
		p := float64(n) / float64(people)
		sum.Add(p * float64(sizes[n]) * math.Log2(1/p))
	}
	return sum.Value()
}

// The roles of a column, in the order in which they are tried.
const (
	constant   = "constant"
	identifier = "identifier"
	candidate  = "candidate"
)

// roleOf returns the role of a column of a table of so many people.
func roleOf(c *columnCounts, people int64) string {
	switch {
	case c.DistinctValues <= 1:
		return constant
	case c.UniquePeople >= people-people/10: // without overflow
		return identifier
	}
	return candidate
}
