package gnf

import (
	"sync/atomic"

	"skyline/engine/anatomy"
	"skyline/sqlfuncs/host"
)

// seating is the groups as the rows of a plan take their places in them.
type seating struct {
	places *anatomy.Composition
	// arranged is the places in a row, nil where nobody asks for it.
	arranged *anatomy.Arrangement
	// groups has the groups of classes, where there are no places.
	groups []int32
	next   []atomic.Int32 // the first free place of each value
	left   atomic.Int64   // how many people have no place yet, as far as is known
}

func placesOf(places *anatomy.Composition, people int64) *seating {
	s := &seating{places: places, next: make([]atomic.Int32, places.Values())}
	s.left.Store(people)
	return s
}

func classGroups(groups []int32, people int64) *seating {
	s := &seating{groups: groups}
	s.left.Store(people)
	return s
}

// Served reports whether everybody has a place: host asks it when a seating may be
// forgotten.
func (s *seating) Served() bool { return s.left.Load() <= 0 }

// seat returns the group of the i-th person of a value, or class; of any that has
// none yet where i is negative.
func (s *seating) seat(value, i int64) (int32, error) {
	if s.places == nil {
		if value < 0 || value >= int64(len(s.groups)) {
			return 0, host.ErrNotKept
		}
		return s.groups[value], nil
	}
	if value < 0 || value >= int64(len(s.next)) {
		return 0, host.ErrNotKept
	}
	own := s.places.Places(int(value))
	if i < 0 {
		i = s.free(value, int64(len(own)))
	}
	if i >= int64(len(own)) {
		return 0, host.ErrNotKept
	}
	return own[i], nil
}

// free takes the next free one of the places of a value, and returns which it is, or of if
// there is none.
func (s *seating) free(value, of int64) int64 {
	for {
		i := s.next[value].Load()
		if int64(i) >= of {
			return of
		}
		if s.next[value].CompareAndSwap(i, i+1) {
			return int64(i)
		}
	}
}

// taking is for the rows of a vector, which take a place each, of one seating after another: it
// looks a seating up where the handle changes, and counts the places. Threads that noted each
// would wait for each other.
type taking struct {
	handle int64
	of     *seating
	places int64
}

// from returns the seating that a row takes a place of.
func (t *taking) from(handles *host.Column, row int) (*seating, error) {
	if handles.IsNull(row) {
		return nil, host.ErrNotKept
	}
	if handle := handles.Int64s[row]; t.of == nil || handle != t.handle {
		t.end()
		var err error
		if t.of, err = host.Look[*seating](handle); err != nil {
			return nil, err
		}
		t.handle = handle
	}
	t.places++
	return t.of, nil
}

// end notes the places.
func (t *taking) end() {
	if t.of != nil {
		t.of.left.Add(-t.places)
	}
	t.places = 0
}

// seatScalar is __skyline_seat(seating, value, i): the group, from 1, of the i-th
// person of a value; where i is NULL, of the next one. Those who have no group get NULL.
//
// It is called for each row of the table, so it takes vectors: what host.VolatileOf returns
// would look the seating up for each row, which takes eight times as long.
func seatScalar() host.Scalar {
	return host.Scalar{
		Name:     "__skyline_seat",
		Params:   []host.Type{{Kind: host.Bigint}, {Kind: host.Bigint}, {Kind: host.Bigint}},
		Result:   host.Type{Kind: host.Bigint},
		Volatile: true,
		Call: func(args []host.Column, rows int) (host.Column, error) {
			handles, values, numbers := &args[0], &args[1], &args[2]
			groups, nulls := make([]int64, rows), make([]bool, rows)
			var taken taking
			for row := range groups {
				s, err := taken.from(handles, row)
				if err == nil && values.IsNull(row) {
					err = host.ErrNotKept
				}
				if err != nil {
					return host.Column{}, err
				}
				i := int64(-1)
				if !numbers.IsNull(row) {
					i = max(0, numbers.Int64s[row])
				}
				g, err := s.seat(values.Int64s[row], i)
				if err != nil {
					return host.Column{}, err
				}
				groups[row], nulls[row] = int64(g)+1, g == anatomy.Suppressed
			}
			taken.end()
			return host.Column{Len: rows, Int64s: groups, Null: nulls}, nil
		},
	}
}

type seatsArgs struct{ Seating, Value int64 }

// seatsScalar is __skyline_seats(seating, value): the groups that a value is in, from 1.
func seatsScalar() host.Scalar {
	return host.VolatileOf("__skyline_seats", func(a *seatsArgs) ([]int64, error) {
		s, err := host.Look[*seating](a.Seating)
		if err != nil {
			return nil, err
		}
		if s.places == nil || a.Value < 0 || a.Value >= int64(s.places.Values()) {
			return nil, host.ErrNotKept
		}
		own := s.places.Places(int(a.Value))
		s.left.Add(-int64(len(own)))
		groups := make([]int64, len(own))
		for i, g := range own {
			groups[i] = int64(g) + 1
		}
		return groups, nil
	})
}
