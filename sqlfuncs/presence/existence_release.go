package presence

import (
	"cmp"
	"errors"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"skyline/engine/distribution"
	"skyline/engine/exact"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// shownLikelihoods are those of the distributions of a release.
type shownLikelihoods struct {
	in *existenceInput
	// groups has the distributions of each group by its text; null is that of NULL.
	groups map[string][]keyedShares
	null   []keyedShares
	keys   [][]string // of the codes of each column
}

var (
	errShown     = errors.New("release must have a MAP(VARCHAR, DOUBLE) in every qi column of every row, with probabilities of 0 or more that are finite and add up to 1, within 1e-9")
	errShownRows = errors.New("release must have the same distributions in all rows of a group, and has different ones; groups must be the column that tells the QI groups of the release")
	errShownNull = errors.New("qi columns must not have the text 'NULL' where release is given, since that is the key of NULL; rename it in a query given as tbl")
)

// entry is a key of a distribution and its probability.
type entry struct {
	column      int
	key         string
	probability float64
}

// shownRows are what a release shows: rows of the group, the number of a row, the column (-1:
// the row is there), the key and the probability. Those of a row stand together, and the rows
// of a group.
type shownRows struct {
	codes   [][]int32
	texts   [][]string
	order   []int
	null    int32 // the code of the group NULL, -1 if there is none
	columns int   // of the table
}

// The columns of shownRows.
const (
	shownGroup = iota
	shownRow
	shownColumn
	shownKey
	shownProbability
	shownWidth
)

func newShownRows(shown *people.Gathered, columns int) (*shownRows, error) {
	if len(shown.Columns) != shownWidth {
		return nil, host.ErrNotKept
	}
	r := &shownRows{order: make([]int, len(shown.Counts)), null: -1, columns: columns}
	r.codes, r.texts = shown.Ordered()
	if shown.Columns[shownGroup].Null() >= 0 {
		r.null = int32(len(r.texts[shownGroup]) - 1)
	}
	for i := range r.order {
		r.order[i] = i
	}
	groups, rows := r.codes[shownGroup], r.codes[shownRow]
	slices.SortFunc(r.order, func(a, b int) int { return cmp.Or(cmp.Compare(groups[a], groups[b]), cmp.Compare(rows[a], rows[b])) })
	return r, nil
}

// next takes the entries of the next row off, and returns its group. They are in the order of
// their columns and keys.
func (r *shownRows) next() (group int32, row []entry, err error) {
	first, n := r.order[0], 0
	for n < len(r.order) && r.code(shownGroup, r.order[n]) == r.code(shownGroup, first) && r.code(shownRow, r.order[n]) == r.code(shownRow, first) {
		e, err := r.entry(r.order[n])
		if err != nil {
			return 0, nil, err
		}
		if e.column >= 0 {
			row = append(row, e)
		}
		n++
	}
	r.order = r.order[n:]
	slices.SortFunc(row, func(a, b entry) int { return cmp.Or(cmp.Compare(a.column, b.column), strings.Compare(a.key, b.key)) })
	return r.code(shownGroup, first), row, nil
}

func (r *shownRows) code(column, at int) int32  { return r.codes[column][at] }
func (r *shownRows) text(column, at int) string { return r.texts[column][r.codes[column][at]] }

// entry reads an entry, whose column is -1 where there is none.
func (r *shownRows) entry(at int) (entry, error) {
	column, err := strconv.Atoi(r.text(shownColumn, at))
	if err != nil || column < -1 || column >= r.columns {
		return entry{}, host.ErrNotKept
	}
	if column < 0 {
		return entry{column: -1}, nil
	}
	p, err := strconv.ParseFloat(r.text(shownProbability, at), 64) // "" is NULL
	if err != nil || !(p >= 0) || math.IsInf(p, 1) {
		return entry{}, errShown
	}
	return entry{column, r.text(shownKey, at), p}, nil
}

// newShownLikelihoods reads the distributions of a release. Those of a group are in its first
// row, and the others have the same.
func newShownLikelihoods(in *existenceInput, shown *people.Gathered) (*shownLikelihoods, error) {
	s := &shownLikelihoods{in: in, groups: map[string][]keyedShares{}}
	if shown.Columns == nil {
		return s, s.readKeys() // a release without rows
	}
	rows, err := newShownRows(shown, in.columns)
	if err != nil {
		return nil, err
	}
	last, ofLast := int32(-1), []entry(nil) // the group before, and its first row
	for len(rows.order) > 0 {
		group, row, err := rows.next()
		switch {
		case err != nil:
			return nil, err
		case group == last && !slices.Equal(row, ofLast):
			return nil, errShownRows
		case group == last:
			continue
		}
		last, ofLast = group, row
		shares, err := in.sharesOf(row)
		if err != nil {
			return nil, err
		}
		if group == rows.null {
			s.null = shares
		} else {
			s.groups[rows.texts[shownGroup][group]] = shares
		}
	}
	return s, s.readKeys()
}

// readKeys finds the keys of the table's values.
func (s *shownLikelihoods) readKeys() error {
	in := s.in
	if len(in.texts) == 0 {
		return nil // an empty table
	}
	for i := range in.columns {
		keys := slices.Clone(in.texts[i+1])
		if slices.Contains(keys, people.NullKey) {
			return errShownNull
		}
		if null := in.nulls[i+1]; null >= 0 {
			keys[null] = people.NullKey
		}
		s.keys = append(s.keys, keys)
	}
	return nil
}

// sharesOf makes distributions of the entries of a row, which are in the order of the
// columns.
func (in *existenceInput) sharesOf(row []entry) ([]keyedShares, error) {
	shares := make([]keyedShares, in.columns)
	for i := range shares {
		end := 0
		for end < len(row) && row[end].column == i {
			end++
		}
		values := make([]float64, end)
		for j, e := range row[:end] {
			values[j] = e.probability
		}
		if !distribution.Valid(values) {
			return nil, errShown
		}
		numerators, denominator := exact.Common(values)
		shares[i] = keyedShares{weights: map[string]*big.Int{}, denominator: denominator}
		for j, e := range row[:end] {
			shares[i].weights[e.key] = numerators[j]
		}
		row = row[end:]
	}
	return shares, nil
}

// keyedShares is a distribution over keys.
type keyedShares struct {
	weights     map[string]*big.Int
	denominator *big.Int
}

// codedShares is one over codes, which have these keys.
type codedShares struct {
	keyedShares
	keys []string
}

func (s *codedShares) weight(code int32) *big.Int {
	if w, ok := s.weights[s.keys[code]]; ok {
		return w
	}
	return new(big.Int)
}

func (s *codedShares) word(code int32) (uint64, bool) {
	w := s.weight(code)
	return w.Uint64(), w.IsUint64()
}

func (s *codedShares) total() *big.Int { return s.denominator }

func (s *shownLikelihoods) weigh(g *projectedGroup) bool {
	keyed, ok := s.groups[s.in.texts[0][g.code]]
	if g.code == s.in.nulls[0] {
		keyed, ok = s.null, s.null != nil
	}
	if !ok {
		without(g)
		return g.present == 0
	}
	shares := make([]columnShares, len(keyed))
	for i := range shares {
		shares[i] = &codedShares{keyed[i], s.keys[i]}
	}
	s.in.multiply(g, shares)
	return true
}
