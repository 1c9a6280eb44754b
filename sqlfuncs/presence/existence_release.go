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

// newShownLikelihoods reads the distributions of a release: rows of the group, the
// number of a row, the column (-1: the row is there), the key and the probability.
func newShownLikelihoods(in *existenceInput, shown *people.Gathered) (*shownLikelihoods, error) {
	s := &shownLikelihoods{in: in, groups: map[string][]keyedShares{}}
	if shown.Columns == nil {
		return s, s.readKeys()
	}
	if len(shown.Columns) != 5 {
		return nil, host.ErrNotKept
	}
	codes, texts := shown.Ordered()
	order := make([]int, len(shown.Counts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(codes[0][a], codes[0][b]), cmp.Compare(codes[1][a], codes[1][b]))
	})
	same := func(column, a, b int) bool { return codes[column][a] == codes[column][b] }
	var first []entry // of the group's first row
	for begin := 0; begin < len(order); {
		end := begin
		var row []entry
		for ; end < len(order) && same(0, order[begin], order[end]) && same(1, order[begin], order[end]); end++ {
			at := order[end]
			column, err := strconv.Atoi(texts[2][codes[2][at]])
			if err != nil || column < -1 || column >= in.columns {
				return nil, host.ErrNotKept
			}
			if column < 0 {
				continue
			}
			p, err := strconv.ParseFloat(texts[4][codes[4][at]], 64) // "" is NULL
			if err != nil || !(p >= 0) || math.IsInf(p, 1) {
				return nil, errShown
			}
			row = append(row, entry{column, texts[3][codes[3][at]], p})
		}
		slices.SortFunc(row, func(a, b entry) int { return cmp.Or(cmp.Compare(a.column, b.column), strings.Compare(a.key, b.key)) })
		if begin > 0 && same(0, order[begin-1], order[begin]) {
			if !slices.Equal(row, first) {
				return nil, errShownRows
			}
		} else {
			first = row
			shares, err := in.sharesOf(row)
			if err != nil {
				return nil, err
			}
			if group := codes[0][order[begin]]; shown.Columns[0].Null >= 0 && int(group) == len(texts[0])-1 {
				s.null = shares
			} else {
				s.groups[texts[0][group]] = shares
			}
		}
		begin = end
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
