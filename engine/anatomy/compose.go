package anatomy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"skyline/engine"
)

// Errors of the functions that make groups.
var (
	// ErrNobody reports that there are no people.
	ErrNobody = errors.New("anatomy: nobody")
	// ErrTooLarge reports more than 2^31-1 people.
	ErrTooLarge = engine.NewTooLarge("anatomy: more than 2^31-1 people")
	// ErrUnsafe reports groups that are not what was asked for.
	ErrUnsafe = errors.New("anatomy: the groups are not l-diverse")
)

// IneligibleError reports people who cannot be put into l-diverse groups, not even
// into a single one.
type IneligibleError struct {
	L      int64
	People int64
	Values int64 // how many values have people
	// Value is the most frequent value, the first one of several, and Count the
	// number of its people: more than People/L.
	Value int
	Count int64
}

// Error does not name the value.
func (e *IneligibleError) Error() string {
	return fmt.Sprintf("anatomy: one of %d values has %d of %d people, more than 1/%d", e.Values, e.Count, e.People, e.L)
}

// MaxL is the largest l that the people are eligible for; 1 says none.
func (e *IneligibleError) MaxL() int64 { return e.People / e.Count }

// Composition says which values are in which group: for each person of a value a
// place, which is the number of a group, from 0.
type Composition struct {
	ends   []int   // where the places of a value end
	places []int32 // by value
	groups int
}

// Values returns the number of values.
func (c *Composition) Values() int { return len(c.ends) }

// Places returns the places of the people of a value. It must not be changed.
func (c *Composition) Places(value int) []int32 {
	begin := 0
	if value > 0 {
		begin = c.ends[value-1]
	}
	return c.places[begin:c.ends[value]]
}

// Eligible makes sure that l-diverse groups exist, and returns how many people
// there are: counts has the number of people of each value.
//
// Errors: *IneligibleError, ErrNobody, ErrTooLarge, *engine.ParamError.
func Eligible(counts []int64, l int64) (int64, error) {
	if l < 2 {
		return 0, engine.NewParamError("anatomy", "l", "at least 2", l)
	}
	people, values, top := int64(0), int64(0), 0
	for v, n := range counts {
		if n < 0 {
			return 0, engine.NewParamError("anatomy", "counts", "at least 0", n)
		}
		if n > math.MaxInt32-people {
			return 0, ErrTooLarge
		}
		people += n
		if n > 0 {
			values++
		}
		if n > counts[top] {
			top = v
		}
	}
	switch {
	case people == 0:
		return 0, ErrNobody
	case counts[top] > people/l: // n·l > people, without overflow
		return 0, &IneligibleError{L: l, People: people, Values: values, Value: top, Count: counts[top]}
	}
	return people, nil
}

// Compose returns the canonical composition of Anatomy. counts has the number of
// people of each value, in the order of the values. As long as at least l values
// have people left, a group gets one person of each of the l values with most people
// left; of values with equally many, those that had fewest at first come first, and
// of these the first ones. Those who remain, fewer than l and no two of one value,
// go each to a group that lacks their value, one group after another from the first.
// So a group has l values or more, and each of them once. The places of a value are
// in ascending order.
//
// That no two of one value remain (the source's Property 1): let v be the value with
// most people left in the end, x ≥ 2 of them, after h groups. Had v not been in some
// group, consider the last such, with k groups behind it: the l values that were in
// it had at least as many people left as v, k+x, and lose at most k+1 of them: all l
// still have people, and the grouping would not have ended. So v is in all groups
// and had h+x people. Fewer than l values remain, each with at most x people, so
// there are n < h·l + l·x people, and (h+x)·l > n: v is not eligible.
//
// That there is a group without v for v's remaining person: v had at most n/l people,
// and n < h·l + l, so it had at most h, and h-1 of them have a place.
//
// It takes time proportional to the people and the sorted values, O(log V) more for
// each group, and four bytes a person.
//
// Errors: *IneligibleError, ErrNobody, ErrTooLarge, *engine.ParamError, the context's.
//
// Source: Xiao, Tao 2006, Figure 3. The paper leaves open which of equally large
// values are taken, and draws the groups of those who remain at random; here that is
// settled, since composition must follow from counts alone.
func Compose(ctx context.Context, counts []int64, l int64) (*Composition, error) {
	people, err := Eligible(counts, l)
	if err != nil {
		return nil, err
	}
	c := &Composition{ends: make([]int, len(counts)), places: make([]int32, people)}
	end := 0
	for v, n := range counts {
		end += int(n)
		c.ends[v] = end
	}
	rest, err := c.fill(ctx, newRanking(counts), int(l))
	if err != nil {
		return nil, err
	}
	c.placeRest(rest)
	return c, nil
}

// ranking has the values in descending order of the people they have left. It stays
// in that order when one person is taken of each of the first values and, of a run
// of values with equally many, the last ones are taken: nothing ever moves.
type ranking struct {
	values []int32
	left   []int32
	alive  int // how many of them have people left
}

func newRanking(counts []int64) *ranking {
	r := &ranking{}
	for v, n := range counts {
		if n > 0 {
			r.values = append(r.values, int32(v))
		}
	}
	slices.SortFunc(r.values, func(x, y int32) int {
		return cmp.Or(cmp.Compare(counts[y], counts[x]), cmp.Compare(y, x))
	})
	r.left = make([]int32, len(r.values))
	for i, v := range r.values {
		r.left[i] = int32(counts[v])
	}
	r.alive = len(r.values)
	return r
}

// fill makes groups of one person each of l values until fewer values have people
// left, and returns those values, in their order.
func (c *Composition) fill(ctx context.Context, r *ranking, l int) ([]int32, error) {
	next := make([]int, len(r.values)) // where the next place of a value goes
	for i, v := range r.values {
		next[i] = c.ends[v] - int(r.left[i])
	}
	for work := 0; r.alive >= l; c.groups++ {
		if work += l; work >= 1<<20 {
			if work = 0; ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		least := r.left[l-1]
		run := sort.Search(l-1, func(i int) bool { return r.left[i] == least })
		runEnd := l + sort.Search(r.alive-l, func(i int) bool { return r.left[l+i] < least })
		take := func(begin, end int) {
			for i := begin; i < end; i++ {
				c.places[next[i]] = int32(c.groups)
				next[i]++
				r.left[i]--
			}
		}
		take(0, run)
		take(runEnd-(l-run), runEnd)
		if least == 1 {
			r.alive -= l - run
		}
	}
	rest := slices.Clone(r.values[:r.alive])
	slices.Sort(rest)
	return rest, nil
}

// placeRest gives a person of each of some values a place. All other places of these
// values are taken; the last one is free.
func (c *Composition) placeRest(values []int32) {
	group := 0
	for _, v := range values {
		own := c.Places(int(v))
		last := len(own) - 1
		for ; ; group = (group + 1) % c.groups {
			if at, found := slices.BinarySearch(own[:last], int32(group)); !found {
				copy(own[at+1:], own[at:last])
				own[at] = int32(group)
				break
			}
		}
		group = (group + 1) % c.groups
	}
}
