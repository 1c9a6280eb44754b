package profile

import (
	"context"
	"math/big"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"skyline/engine/internal/bitset"
	"skyline/engine/internal/parallel"
)

// Unique is somebody with minimal subsets: they are alone with each, and with no smaller one
// of it.
type Unique struct {
	// Body is their row, of a table that NewTable has returned, or the number of the person.
	Body int
	// Score is the SUDA score: see Uniques.
	Score float64
	// Count is how many minimal subsets they have, and Fewest how many columns the smallest
	// has; both are at least 1.
	Count, Fewest int64
	// First has the first of these subsets, as places in what Subsets returns, rising.
	First []int
}

// Uniques returns everybody who has a minimal subset of one to maxSize columns, in the order
// of bodies, with up to most of their subsets; and Subsets. The score of somebody with c_s
// minimal subsets of size s, n being the number of columns, is
//
//	Σ_s c_s · ∏_{i=s}^{maxSize-1} (n - i)
//
// in which the product is how many ways there are to add further columns to a subset, one
// after the other, until there are maxSize; a maxSize above n counts as n. It is a whole
// number, rounded to a double once.
//
// Source: Elliot, Manning, Ford, "A Computational Algorithm for Handling the Special Uniques
// Problem", IJUFKS 10(5) (2002); Elliot, Manning, Mayes, Gurd, Bane, "SUDA: A Program for
// Detecting Special Uniques", UNECE/Eurostat Work Session on Statistical Data Confidentiality
// (2005). Where the latter is restated, the product may run up to i = maxSize: then all scores
// are n - maxSize times those here, which is 0 where maxSize is n.
//
// It takes what Subsets takes, and O(1) for each minimal subset of each body. Beside that it
// keeps 24 bytes for each body, 4 for each body and size, and 8 for each place in First.
//
// Errors: those of ctx.
func (t *Table) Uniques(ctx context.Context, maxSize, most, workers int) ([]Unique, []Subset, error) {
	maxSize = min(maxSize, len(t.columns))
	s := t.newSearch(ctx, workers)
	s.notes = &notes{most: most, first: make([][]int, t.bodies())}
	subsets, err := s.run(maxSize)
	if err != nil {
		return nil, nil, err
	}
	return s.notes.uniques(ways(len(t.columns), maxSize)), subsets, nil
}

// ways returns, by size - 1, how many ways there are to add further ones of n columns to a
// subset, one after the other, until there are maxSize.
func ways(n, maxSize int) []*big.Int {
	all := make([]*big.Int, maxSize)
	product := big.NewInt(1)
	for size := maxSize; size > 0; size-- {
		all[size-1] = new(big.Int).Set(product)
		product.Mul(product, big.NewInt(int64(n-size+1)))
	}
	return all
}

// notes is what is noted of the minimal subsets of each body.
type notes struct {
	most   int
	before int       // subsets of smaller sizes
	counts [][]int32 // by size - 1, then by body
	first  [][]int   // by body
}

// noteWords is how many words of bodies a goroutine takes at a time: what is noted of them
// stays in its cache.
const noteWords = 64

// note notes whose minimal subsets those of a batch are. No two goroutines have the same
// body, and First does not depend on the order of the batch.
func (s *search) note(batch []found) {
	n := s.notes
	if len(n.counts) < s.size {
		n.counts = append(n.counts, make([]int32, s.bodies()))
		n.before = int(Forecast(len(s.columns), s.size-1))
	}
	counts := n.counts[s.size-1]
	places := make([]int, len(batch))
	for i := range batch {
		places[i] = n.before + combin.CombinationIndex(batch[i].Columns, len(s.columns), s.size)
	}
	words := bitset.Words(s.bodies())
	parallel.For(len(s.workers), (words+noteWords-1)/noteWords, func(_, part int) {
		begin := part * noteWords
		for i := range batch {
			if s.ctx.Err() != nil {
				return
			}
			batch[i].alone.Only(batch[i].smaller, begin, min(begin+noteWords, words), func(body int) {
				counts[body]++
				n.add(body, places[i])
			})
		}
	})
}

// add keeps a place, if it is among the first of a body.
func (n *notes) add(body, place int) {
	first := n.first[body]
	if len(first) == n.most {
		if n.most == 0 || first[n.most-1] < place {
			return
		}
		first = first[:n.most-1]
	}
	at, _ := slices.BinarySearch(first, place)
	n.first[body] = slices.Insert(first, at, place)
}

// uniques returns what has been noted.
func (n *notes) uniques(ways []*big.Int) []Unique {
	var all []Unique
	score, term := new(big.Int), new(big.Int)
	for body, first := range n.first {
		u := Unique{Body: body, First: first}
		score.SetInt64(0)
		for i, counts := range n.counts {
			c := int64(counts[body])
			if c == 0 {
				continue
			}
			if u.Count == 0 {
				u.Fewest = int64(i + 1)
			}
			u.Count += c
			score.Add(score, term.Mul(term.SetInt64(c), ways[i]))
		}
		if u.Count > 0 {
			u.Score, _ = score.Float64()
			all = append(all, u)
		}
	}
	return all
}
