package anatomy

import (
	"context"
	"math/rand/v2"
	"slices"
)

// Suppressed is the place of who is in no group.
const Suppressed = -1

// Draw returns the composition with the places of each value in random order: the
// i-th person of the value takes the i-th place. All assignments are equally likely, whatever
// the order in which people come. If renumber is true the groups get random numbers;
// otherwise they keep those of the composition.
//
// It takes time proportional to the people, and four bytes a person.
//
// Errors: the context's.
func (c *Composition) Draw(ctx context.Context, random *rand.Rand, renumber bool) (*Composition, error) {
	d := &Composition{ends: c.ends, places: slices.Clone(c.places), groups: c.groups}
	if renumber {
		numbers := random.Perm(c.groups)
		for i, g := range d.places {
			if g != Suppressed {
				d.places[i] = int32(numbers[g])
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
func (c *Composition) Verify(counts []int64, l int64) error {
	if len(counts) != c.Values() {
		return ErrUnsafe
	}
	sizes := make([]int64, c.groups)
	for v, n := range counts {
		own := c.Places(v)
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
	often := make([]int64, c.groups)
	for v := range counts {
		own := c.Places(v)
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
