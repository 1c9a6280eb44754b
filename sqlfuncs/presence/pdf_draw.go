package presence

import (
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"slices"
	"sync"

	"skyline/engine/distribution"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
)

// copies tells equal rows of a query apart: it counts those that a hash has been seen
// for. Which of them comes first does not matter, as they are equal.
type copies struct {
	sync.Mutex
	seen map[int64]int64
}

// copiesScalar is __skyline_copies(): the handle of a new copies.
func copiesScalar() host.Scalar {
	return host.VolatileOf("__skyline_copies", func(*struct{}) (int64, error) {
		return host.Keep(&copies{seen: map[int64]int64{}}), nil
	})
}

// The arguments of __skyline_copy and __skyline_draw.
const (
	argCopies = iota
	argHash
)

const (
	argKey = iota
	argRow
	argCopy
	argColumn
	argProbabilities
)

// copyScalar is __skyline_copy(copies, hash): which of the rows with that hash this one
// is, from 1. It is called for every row, and takes vectors to take the lock once for each.
func copyScalar() host.Scalar {
	return host.Scalar{
		Name:     "__skyline_copy",
		Params:   []host.Type{{Kind: host.Bigint}, {Kind: host.Bigint}},
		Result:   host.Type{Kind: host.Bigint},
		Volatile: true,
		Call: func(args []host.Column, rows int) (host.Column, error) {
			handles, hashes := &args[argCopies], &args[argHash]
			numbers := make([]int64, rows)
			for begin := 0; begin < rows; {
				if handles.IsNull(begin) {
					return host.Column{}, host.ErrNotKept
				}
				counted, err := host.Look[*copies](handles.Int64s[begin])
				if err != nil {
					return host.Column{}, err
				}
				end := begin + 1
				for end < rows && handles.Int64s[end] == handles.Int64s[begin] {
					end++
				}
				counted.Lock()
				for row := begin; row < end; row++ {
					hash := hashes.Int64OrZero(row)
					counted.seen[hash]++
					numbers[row] = counted.seen[hash]
				}
				counted.Unlock()
				begin = end
			}
			return host.Column{Len: rows, Int64s: numbers}, nil
		},
	}
}

// drawScalar is __skyline_draw(key, row, copy, column, probabilities): the number of
// one of them, from 1. Without a key the randomness is fresh and cryptographic; with
// one it is a keyed hash of row, copy and column. It is called for every row, and takes
// vectors to have one source of randomness for each, and no copies of lists.
func drawScalar() host.Scalar {
	return host.Scalar{
		Name:     "__skyline_draw",
		Params:   []host.Type{{Kind: host.Blob}, {Kind: host.Bigint}, {Kind: host.Bigint}, {Kind: host.Bigint}, host.ListOf(host.Type{Kind: host.Double})},
		Result:   host.Type{Kind: host.Bigint},
		Volatile: true,
		Call: func(args []host.Column, rows int) (host.Column, error) {
			keys, hashes, numbered, columns, lists := &args[argKey], &args[argRow], &args[argCopy], &args[argColumn], &args[argProbabilities]
			numbers := make([]int64, rows)
			var fresh *mathrand.ChaCha8
			for row := range numbers {
				probabilities, err := probabilitiesOf(lists, row)
				if err != nil {
					return host.Column{}, fmt.Errorf("pdf_reconstruct: column %d of qi %w", columns.Int64OrZero(row), err)
				}
				var random uint64
				if !keys.IsNull(row) {
					random = draw.Number(keys.Strings[row], hashes.Int64OrZero(row), numbered.Int64OrZero(row), columns.Int64OrZero(row))
				} else {
					if fresh == nil {
						fresh = draw.Fresh()
					}
					random = fresh.Uint64()
				}
				numbers[row] = int64(1 + distribution.Draw(probabilities, float64(random>>11)/(1<<53)))
			}
			return host.Column{Len: rows, Int64s: numbers}, nil
		},
	}
}

var (
	errNoDistribution  = errors.New("must have a distribution in every row, and has NULL or an empty MAP; filter such rows in a query given as tbl")
	errNoProbabilities = errors.New("must have probabilities that are finite, not negative, not NULL, and add up to 1 within 1e-9, in every row; scale them in a query given as tbl")
)

// probabilitiesOf returns those of a row's list.
func probabilitiesOf(lists *host.Column, row int) ([]float64, error) {
	if lists.IsNull(row) {
		return nil, errNoDistribution
	}
	first, last := lists.ListRange(row)
	if first == last {
		return nil, errNoDistribution
	}
	probabilities := lists.Elem.Float64s[first:last]
	if slices.Contains(host.NullsOf(lists.Elem, first, last), true) || !distribution.Valid(probabilities) {
		return nil, errNoProbabilities
	}
	return probabilities, nil
}
