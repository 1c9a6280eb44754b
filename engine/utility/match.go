package utility

import (
	"context"
	"errors"

	boxindex "skyline/engine/region"
)

// Match says which rows of a release can be those of a person of the original: those whose
// labels the person's values are in.
type Match struct {
	Rows int64 // how many people these rows stand for
	// Labels is the only combination of labels that they have, by a number from 0, or
	// NoMatch, or SeveralMatch.
	Labels int32
}

// What Labels is of people whose values are in no combination of labels, or in several.
const (
	NoMatch      = -1
	SeveralMatch = -2
)

// Combinations returns the number that the combination of labels of each row of the release
// has, and how many people each combination has.
func (r *Release) Combinations() (of []int32, people []int64) {
	for i, tuple := range r.tuples {
		for int(tuple) >= len(people) {
			people = append(people, 0)
		}
		people[tuple] += r.release.N[i]
	}
	return r.tuples, people
}

// Matches returns those of each row of the original.
//
// Where the combinations of labels lie apart, as cuts make them, it takes a step for each cut;
// otherwise a walk down a trie of them.
//
// Errors: that of ctx.
func (r *Release) Matches(ctx context.Context) ([]Match, error) {
	_, people := r.Combinations()
	matches := make([]Match, len(r.original.N))
	index, err := r.index(ctx, len(people))
	switch {
	case errors.Is(err, boxindex.ErrTangled):
		index = nil // the trie takes any
	case err != nil:
		return nil, err
	}
	trie := r.boxes
	codes, place := make([]int64, r.qi), make([]int64, 1)
	for i := range matches {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m := &matches[i]
		if index != nil {
			for c := range codes {
				codes[c] = int64(r.original.Codes[c][i])
			}
			index.Places(codes, place)
			if place[0] != boxindex.Several {
				m.Labels = int32(place[0]) // boxindex.None is NoMatch
				if place[0] >= 0 {
					m.Rows = people[place[0]]
				}
				continue
			}
		}
		if trie.root == nil {
			trie = newBoxes(r, len(people))
		}
		found := trie.find(r.original.Codes, i, nil)
		m.Labels = NoMatch
		for n, end := range found {
			m.Rows += people[end.tuple]
			m.Labels = end.tuple
			if n > 0 {
				m.Labels = SeveralMatch
			}
		}
	}
	return matches, nil
}

// index returns the index of the combinations of labels.
func (r *Release) index(ctx context.Context, combinations int) (*boxindex.Index, error) {
	covers := make([][][]boxindex.Span, r.qi)
	for c := range covers {
		covers[c] = make([][]boxindex.Span, len(r.columns[c].regions))
		for label := range covers[c] {
			for _, x := range r.columns[c].regions[label].runs {
				covers[c][label] = append(covers[c][label], boxindex.Span{First: x.first, Last: x.last})
			}
		}
	}
	labels := make([]int32, combinations*r.qi)
	for i, tuple := range r.tuples {
		for c := range r.qi {
			labels[int(tuple)*r.qi+c] = r.release.Codes[c][i]
		}
	}
	return boxindex.New(ctx, covers, labels)
}
