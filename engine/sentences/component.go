package sentences

import (
	"errors"
	"fmt"
	"math"

	"skyline/engine/internal/budget"
	"skyline/engine/internal/combinatorics"
	"skyline/engine/internal/disjoint"
)

// component is people who hang together, in the order in which they are given values.
type component struct {
	*restricted
	people []int
	of     map[int][]int // the constraints of each person
	// last and lastOf are, by group and by constraint, which of people is the last of it, -1 for none.
	last, lastOf []int
	most         float64 // the logarithm of how many histories there can be, at most
}

// components returns the sets of people who hang together, by a group or by a constraint.
//
// Errors: ErrTooLarge, the context's.
func (r *restricted) components(work *budget.Budget) ([]*component, error) {
	sets := disjoint.New(len(r.Groups) + len(r.constraints))
	of := map[int][]int{}
	for i, c := range r.constraints {
		for _, person := range c.people {
			sets.Join(len(r.Groups)+i, r.People[person])
			of[person] = append(of[person], i)
		}
	}
	number, n := sets.Numbers()
	all := make([]*component, n)
	for i := range all {
		all[i] = &component{restricted: r, of: of}
	}
	for g := range r.groups {
		all[number[g]].people = append(all[number[g]].people, r.groups[g].people...)
	}
	var some []*component
	for _, c := range all {
		if len(c.people) > 0 {
			if err := c.order(work); err != nil {
				return nil, err
			}
			some = append(some, c)
		}
	}
	return some, nil
}

// open is what is not yet done with.
type open struct {
	left []int // by group: how many people are still to come
	gone []int // how many have come
	have []int // by constraint, likewise
	come []int
	cost float64 // the logarithm of how many histories can be told apart, at most
}

// stepsOfChoice is what it takes to look at a person who could be the next, in nanoseconds.
const stepsOfChoice = 500

// groupCost is the logarithm of how many ways there are to take people from the classes of a
// group.
func (c *component) groupCost(g, gone, left int) float64 {
	if gone == 0 || left == 0 {
		return 0
	}
	return combinatorics.LogBinomial(float64(gone+len(c.groups[g].count)-1), float64(len(c.groups[g].count)-1))
}

// after is the cost after one more person.
func (c *component) after(o *open, person int) float64 {
	g := c.People[person]
	cost := o.cost - c.groupCost(g, o.gone[g], o.left[g]) + c.groupCost(g, o.gone[g]+1, o.left[g]-1)
	for _, i := range c.of[person] {
		switch first, last := o.come[i] == 0, o.have[i] == 1; {
		case first && !last:
			cost += math.Ln2
		case last && !first:
			cost -= math.Ln2
		}
	}
	return cost
}

// order puts the people in an order that keeps the number of histories low: the next is always the one
// after whom it is least, and of those who are equal the first.
func (c *component) order(work *budget.Budget) error {
	o := open{left: make([]int, len(c.groups)), gone: make([]int, len(c.groups)), have: make([]int, len(c.constraints)), come: make([]int, len(c.constraints))}
	for _, person := range c.people {
		o.left[c.People[person]]++
		for _, i := range c.of[person] {
			o.have[i]++
		}
	}
	c.last, c.lastOf = filledInts(len(c.groups)), filledInts(len(c.constraints))
	for at := range c.people {
		if err := work.Spend(stepsOfChoice * float64(len(c.people)-at)); errors.Is(err, budget.ErrTooLarge) {
			return fmt.Errorf("%w: %d people hang together, and to put them in order takes more than %.1e steps", ErrTooLarge, len(c.people), work.Limit())
		} else if err != nil {
			return err
		}
		best, least := at, math.Inf(1)
		for i := at; i < len(c.people); i++ {
			if cost := c.after(&o, c.people[i]); cost < least || cost == least && c.people[i] < c.people[best] {
				best, least = i, cost
			}
		}
		person := c.people[best]
		c.people[at], c.people[best] = person, c.people[at]
		o.cost = least
		c.most = math.Max(c.most, least) + math.Log1p(math.Exp(-math.Abs(c.most-least)))
		o.left[c.People[person]]--
		o.gone[c.People[person]]++
		c.last[c.People[person]] = at
		for _, i := range c.of[person] {
			o.have[i]--
			o.come[i]++
			c.lastOf[i] = at
		}
	}
	return nil
}

// filledInts is n times -1.
func filledInts(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = -1
	}
	return s
}
