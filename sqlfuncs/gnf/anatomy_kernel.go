package gnf

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"

	"skyline/engine/anatomy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
)

// groupsInput is what the kernel that makes groups works on.
type groupsInput struct {
	function, columns string
	grouping          Grouping
	l                 int64
	random            *mathrand.Rand
	renumber, drawn   bool
	counts            []int64   // by value
	cells             [][]int32 // of jointGroups: the values' vectors
	classes           []anatomy.Histogram
}

var groupsParams = []host.Type{
	{Kind: host.Varchar},                      // function
	{Kind: host.Varchar},                      // the columns whose values are counted, for messages
	{Kind: host.Varchar},                      // grouping
	{Kind: host.Bigint},                       // l
	{Kind: host.Blob},                         // key
	{Kind: host.Boolean},                      // renumber
	{Kind: host.Boolean},                      // drawn
	host.ListOf(host.Type{Kind: host.Bigint}), // how many people have each value
	host.ListOf(host.Type{Kind: host.Bigint}), // of jointGroups: the numbers of the values of each column
	// Of strictGroups: class, value, and how many people.
	host.ListOf(host.Type{Kind: host.Bigint}), host.ListOf(host.Type{Kind: host.Bigint}), host.ListOf(host.Type{Kind: host.Bigint}),
}

// groupsScalars returns the private functions of plans that make groups of people.
func groupsScalars() []host.Scalar {
	kernel := host.KernelScalars("skyline_groups", "anatomize", groupsParams, []host.Field{{Name: "groups", Type: host.Type{Kind: host.Bigint}}}, func(args []host.Column, row int) (host.Run, error) {
		in, err := readGroupsInput(args, row)
		return func(ctx context.Context) (host.Column, error) {
			s, err := in.groups(ctx)
			if err != nil {
				return host.Column{}, in.explain(err)
			}
			return host.Column{Len: 1, Fields: []host.Column{{Len: 1, Int64s: []int64{host.Keep(s)}}}}, nil
		}, err
	})
	return append(kernel, seatScalar(), seatsScalar())
}

func readGroupsInput(args []host.Column, row int) (*groupsInput, error) {
	for i := range args {
		if i != 4 && args[i].IsNull(row) {
			return nil, host.ErrNotKept
		}
	}
	in := &groupsInput{
		function: strings.Clone(args[0].Strings[row]), columns: strings.Clone(args[1].Strings[row]), grouping: Grouping(strings.Clone(args[2].Strings[row])),
		l: args[3].Int64s[row], random: mathrand.New(call.SeededRandom(&args[4], row)),
		renumber: args[5].Bools[row], drawn: args[6].Bools[row],
	}
	var lists [5][]int64
	for i := range lists {
		c := &args[7+i]
		begin, end := c.ListRange(row)
		if slices.Contains(host.NullsOf(c.Elem, begin, end), true) {
			return nil, host.ErrNotKept
		}
		lists[i] = slices.Clone(c.Elem.Int64s[begin:end])
	}
	in.counts = lists[0]
	switch in.grouping {
	case jointGroups:
		if len(in.counts) == 0 || len(lists[1])%len(in.counts) != 0 {
			break
		}
		for codes := range slices.Chunk(narrow(lists[1]), max(1, len(lists[1])/len(in.counts))) {
			in.cells = append(in.cells, codes)
		}
	case strictGroups:
		var err error
		in.classes, err = classesOf(lists[2], lists[3], lists[4], len(in.counts))
		return in, err
	case anatomyGroups:
	default:
		return nil, host.ErrNotKept
	}
	return in, nil
}

func narrow(numbers []int64) []int32 {
	narrowed := make([]int32, len(numbers))
	for i, n := range numbers {
		narrowed[i] = int32(n)
	}
	return narrowed
}

// classesOf makes histograms of parallel lists, whose order does not matter.
func classesOf(class, value, n []int64, values int) ([]anatomy.Histogram, error) {
	if len(value) != len(class) || len(n) != len(class) {
		return nil, host.ErrNotKept
	}
	var classes []anatomy.Histogram
	for i, k := range class {
		if k < 0 || k >= int64(len(class)) || value[i] < 0 || value[i] >= int64(values) {
			return nil, host.ErrNotKept
		}
		for int64(len(classes)) <= k {
			classes = append(classes, nil)
		}
		classes[k] = append(classes[k], anatomy.Count{Value: int32(value[i]), N: n[i]})
	}
	for _, h := range classes {
		slices.SortFunc(h, func(x, y anatomy.Count) int { return cmp.Compare(x.Value, y.Value) })
	}
	return classes, nil
}

// groups makes the groups, and checks what it hands out.
func (in *groupsInput) groups(ctx context.Context) (*seating, error) {
	if in.grouping == strictGroups {
		groups, err := anatomy.Strict(ctx, in.classes, in.l, in.random)
		if err != nil {
			return nil, err
		}
		return newSeating(nil, groups, in.counts), anatomy.VerifyStrict(in.classes, groups, in.l)
	}
	var c *anatomy.Composition
	var err error
	if in.grouping == jointGroups {
		c, err = anatomy.Joint(ctx, in.cells, in.counts, in.l)
	} else {
		c, err = anatomy.Compose(ctx, in.counts, in.l)
	}
	if err == nil && in.drawn {
		c, err = c.Draw(ctx, in.random, in.renumber)
	}
	if err != nil {
		return nil, err
	}
	if in.grouping == jointGroups {
		err = c.VerifyJoint(in.cells, in.counts, in.l)
	} else {
		err = c.Verify(in.counts, in.l)
	}
	return newSeating(c, nil, in.counts), err
}

// explain says what is wrong with a table, by counts.
func (in *groupsInput) explain(err error) error {
	var e *anatomy.IneligibleError
	switch {
	case errors.Is(err, anatomy.ErrNobody):
		return fmt.Errorf("%s: tbl must have rows, and has none", in.function)
	case errors.Is(err, anatomy.ErrTooLarge):
		return fmt.Errorf("%s: tbl must have at most 2147483647 rows", in.function)
	case !errors.As(err, &e):
		return oldpeople.Explain(in.function, err)
	}
	what := in.columns
	if strings.Contains(what, `", "`) {
		what += " together"
	}
	return fmt.Errorf("%s: %s", in.function, ineligible(what, e))
}

// ineligible says why no groups are diverse in a column, or several together.
func ineligible(what string, e *anatomy.IneligibleError) string {
	if e.Values < e.L {
		way := ""
		if e.Values < 2 {
			way = "; leave the column out"
		}
		return fmt.Sprintf("l must be at most the number of different values of %s, which is %d, got %d%s", what, e.Values, e.L, way)
	}
	way := "leave people out in a query given as tbl"
	if e.MaxL() >= 2 {
		way = fmt.Sprintf("take l := %d, or %s", e.MaxL(), way)
	}
	return fmt.Sprintf("l must leave room for each value, and the most frequent value of %s has %d of %d people, where l := %d allows %d; %s",
		what, e.Count, e.People, e.L, e.People/e.L, way)
}

// seating is the groups as the rows of a plan take their places in them.
type seating struct {
	places *anatomy.Composition
	// groups has the groups of classes, where there are no places.
	groups []int32
	next   []atomic.Int32 // the first free place of each value
	left   atomic.Int64   // how many people have no place yet, as far as is known
}

func newSeating(places *anatomy.Composition, groups []int32, counts []int64) *seating {
	s := &seating{places: places, groups: groups}
	if places != nil {
		s.next = make([]atomic.Int32, places.Values())
	}
	for _, n := range counts {
		s.left.Add(n)
	}
	return s
}

// Served implements serving.
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
		i = int64(s.next[value].Load())
		for i < int64(len(own)) && !s.next[value].CompareAndSwap(int32(i), int32(i)+1) {
			i = int64(s.next[value].Load())
		}
	}
	if i >= int64(len(own)) {
		return 0, host.ErrNotKept
	}
	return own[i], nil
}

// seatScalar is __skyline_seat(groups, value, i): the group, from 1, of the i-th
// person of a value; where i is NULL, of the next one.
func seatScalar() host.Scalar {
	return host.Scalar{
		Name:     "__skyline_seat",
		Params:   []host.Type{{Kind: host.Bigint}, {Kind: host.Bigint}, {Kind: host.Bigint}},
		Result:   host.Type{Kind: host.Bigint},
		Volatile: true,
		Call: func(args []host.Column, rows int) (host.Column, error) {
			groups, nulls := make([]int64, rows), make([]bool, rows)
			var s *seating
			for row := range groups {
				if args[0].IsNull(row) || args[1].IsNull(row) {
					return host.Column{}, host.ErrNotKept
				}
				var err error
				if row == 0 || args[0].Int64s[row] != args[0].Int64s[row-1] {
					if s, err = host.Look[*seating](args[0].Int64s[row]); err != nil {
						return host.Column{}, err
					}
				}
				i := int64(-1)
				if !args[2].IsNull(row) {
					i = max(0, args[2].Int64s[row])
				}
				g, err := s.seat(args[1].Int64s[row], i)
				if err != nil {
					return host.Column{}, err
				}
				groups[row], nulls[row] = int64(g)+1, g == anatomy.Suppressed
				s.left.Add(-1)
			}
			return host.Column{Len: rows, Int64s: groups, Null: nulls}, nil
		},
	}
}

// seatsScalar is __skyline_seats(groups, value): the groups that a value is in.
func seatsScalar() host.Scalar {
	return host.Scalar{
		Name:     "__skyline_seats",
		Params:   []host.Type{{Kind: host.Bigint}, {Kind: host.Bigint}},
		Result:   host.ListOf(host.Type{Kind: host.Bigint}),
		Volatile: true,
		Call: func(args []host.Column, rows int) (host.Column, error) {
			lists := host.Column{Len: rows, Ends: make([]int, rows), Elem: &host.Column{}}
			for row := range rows {
				if args[0].IsNull(row) || args[1].IsNull(row) {
					return host.Column{}, host.ErrNotKept
				}
				s, err := host.Look[*seating](args[0].Int64s[row])
				if err != nil {
					return host.Column{}, err
				}
				value := args[1].Int64s[row]
				if s.places == nil || value < 0 || value >= int64(s.places.Values()) {
					return host.Column{}, host.ErrNotKept
				}
				for _, g := range s.places.Places(int(value)) {
					lists.Elem.Int64s = append(lists.Elem.Int64s, int64(g)+1)
					s.left.Add(-1)
				}
				lists.Elem.Len = len(lists.Elem.Int64s)
				lists.Ends[row] = lists.Elem.Len
			}
			return lists, nil
		},
	}
}
