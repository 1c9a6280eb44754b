package anatomy

import (
	"context"
	"math/rand/v2"
)

// Suppressed is the place of who is in no group.
const Suppressed = -1

// Draw is a composition whose places are given to people.
type Draw struct {
	places
	groups int
}

// Len returns the number of groups.
func (d *Draw) Len() int { return d.groups }

// Draw gives the places of each value to its people: the i-th person of the value
// takes the i-th place of a random order. All assignments are equally likely, whatever
// the order in which people come. If renumber is true the groups get random numbers;
// otherwise they keep those of the composition.
//
// It takes time proportional to the people, and four bytes a person.
//
// Errors: the context's.
func (c *Composition) Draw(ctx context.Context, random *rand.Rand, renumber bool) (*Draw, error) {
	d := &Draw{places: places{ends: c.ends, groups: make([]int32, len(c.places.groups))}, groups: c.groups}
	copy(d.places.groups, c.places.groups)
	if renumber {
		numbers := random.Perm(c.groups)
		for i, g := range d.places.groups {
			if g != Suppressed {
				d.places.groups[i] = int32(numbers[g])
			}
		}
	}
	work := 0
	for v := range d.ends {
		own := d.Places(v)
		for i := len(own) - 1; i > 0; i-- {
			if work++; work%(1<<20) == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			j := random.Int32N(int32(i) + 1)
			own[i], own[j] = own[j], own[i]
		}
	}
	return d, nil
}

// Verify makes sure that the groups are l-diverse and that everybody has a place:
// counts has the number of people of each value.
//
// Errors: ErrUnsafe.
func (d *Draw) Verify(counts []int64, l int64) error {
	if len(counts) != d.Values() {
		return ErrUnsafe
	}
	sizes := make([]int64, d.groups)
	for v, n := range counts {
		own := d.Places(v)
		if int64(len(own)) != n {
			return ErrUnsafe
		}
		for _, g := range own {
			if g < 0 || int(g) >= len(sizes) {
				return ErrUnsafe
			}
			sizes[g]++
		}
	}
	often := make([]int64, d.groups)
	for v := range counts {
		own := d.Places(v)
		for _, g := range own {
			if often[g]++; often[g] > sizes[g]/l {
				return ErrUnsafe
			}
		}
		for _, g := range own {
			often[g] = 0
		}
	}
	return nil
}
