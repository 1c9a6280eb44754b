package anatomy

import (
	"context"
	"math/rand/v2"
	"slices"

	"skyline/engine/internal/countsort"
)

// Arrangement is the people of a composition in a row, and beside them the values that are
// published: group by group, the people of a group in random order, and its values in one of
// their own.
type Arrangement struct {
	composition *Composition
	slots       []int32 // by place, where in the row its person stands
	values      []int32 // by slot
}

// Arrange returns an arrangement of the people of a composition, all of whom have a group. In
// each group every way to give its people its values is equally likely, and so is every order
// of the people beside the values.
//
// It takes time proportional to the people, and eight bytes a person.
//
// Errors: ErrUnsafe where somebody has no group; the context's.
func (c *Composition) Arrange(ctx context.Context, random *rand.Rand) (*Arrangement, error) {
	if slices.Contains(c.places, Suppressed) {
		return nil, ErrUnsafe
	}
	a := &Arrangement{c, make([]int32, len(c.places)), make([]int32, len(c.places))}
	valueOf := c.valueOf()
	var members countsort.Buckets // places by group
	members.Fill(c.places, c.groups)
	start, work := 0, 0
	for g := range int32(c.groups) {
		people := members.Of(g)
		if work += len(people); work >= 1<<20 {
			if work = 0; ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		swap := func(i, j int) { people[i], people[j] = people[j], people[i] }
		random.Shuffle(len(people), swap)
		for i, place := range people {
			a.slots[place] = int32(start + i)
		}
		random.Shuffle(len(people), swap)
		for i, place := range people {
			a.values[start+i] = valueOf[place]
		}
		start += len(people)
	}
	return a, nil
}

// valueOf returns the value of each place.
func (c *Composition) valueOf() []int32 {
	values := make([]int32, len(c.places))
	begin := 0
	for v, end := range c.ends {
		for place := begin; place < end; place++ {
			values[place] = int32(v)
		}
		begin = end
	}
	return values
}

// Stand returns the group of the i-th person of a value, where in the row the person stands,
// and the value beside them. Both value and i must be ones that the composition has.
func (a *Arrangement) Stand(value, i int) (group, slot, beside int32) {
	place := i
	if value > 0 {
		place += a.composition.ends[value-1]
	}
	slot = a.slots[place]
	return a.composition.places[place], slot, a.values[slot]
}

// Verify makes sure that nobody stands where somebody else does, that groups follow each
// other, and that the values beside a group are those of its people.
//
// Errors: ErrUnsafe.
func (a *Arrangement) Verify() error {
	c := a.composition
	starts := make([]int, c.groups+1)
	for _, g := range c.places {
		starts[g+1]++
	}
	for g := range c.groups {
		starts[g+1] += starts[g]
	}
	own := slices.Repeat([]int32{-1}, len(a.slots)) // by slot, the value of who stands there
	for place, v := range c.valueOf() {
		slot, g := int(a.slots[place]), c.places[place]
		if slot < starts[g] || slot >= starts[g+1] || own[slot] >= 0 {
			return ErrUnsafe
		}
		own[slot] = v
	}
	var beside []int32
	for g := range c.groups {
		people := own[starts[g]:starts[g+1]]
		beside = append(beside[:0], a.values[starts[g]:starts[g+1]]...)
		slices.Sort(people)
		slices.Sort(beside)
		if !slices.Equal(people, beside) {
			return ErrUnsafe
		}
	}
	return nil
}
