package sentences

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"skyline/engine"
	"skyline/engine/internal/budget"
	"skyline/engine/progress"
)

// Contradiction says that no world agrees with the release and with these sentences, by position. With
// any of them left out, some world does with the others, unless Fewer is true: then that was too much
// to find out, and fewer of them may be enough.
type Contradiction struct {
	Sentences []int
	Fewer     bool
}

func (e *Contradiction) Error() string {
	return fmt.Sprintf("sentences: %d sentences contradict each other or the release", len(e.Sentences))
}

// Solve returns what somebody knows who knows the release and the sentences. It may take so many
// steps of about a nanosecond.
//
// Cost: for people who hang together, the number of histories times the number of values that sentences
// tell apart; at most Π C(u + V, V) · 2^b histories, where u people of a group with V such values
// have come and b clauses are open. A limit of 2^20 histories holds whatever the steps.
//
// Errors: *Contradiction, *engine.ParamError, ErrTooLarge, ErrNoRoom, the context's.
func (p *Problem) Solve(ctx context.Context, limit float64) (*Answer, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	work := budget.New(ctx, limit)
	r, ok := p.restrict(p.Sentences)
	if !ok {
		return nil, p.contradiction(work)
	}
	a := &Answer{Hold: big.NewRat(1, 1), People: make([][]*big.Rat, len(p.People))}
	components, err := r.components(work)
	if err != nil {
		return nil, err
	}
	for i, c := range components {
		progress.Report(ctx, float64(i), float64(len(components)))
		if err := c.solve(a, work); err != nil {
			if errors.Is(err, errNone) {
				err = p.contradiction(work)
			}
			return nil, err
		}
	}
	r.others(a)
	return a, nil
}

// errNone says that no world agrees.
var errNone = errors.New("sentences: no world")

// solve puts into an answer what it says of a component's people.
func (c *component) solve(a *Answer, work *budget.Budget) error {
	run := c.newRun(work)
	total, err := run.forward()
	if err != nil {
		return err
	}
	if total.Sign() == 0 {
		return errNone
	}
	having, err := run.backward()
	if err != nil {
		return err
	}
	for person, ways := range having {
		classes := make([]*big.Rat, len(ways))
		for class, n := range ways {
			classes[class] = new(big.Rat).SetFrac(n, total)
		}
		a.People[person] = c.spread(c.People[person], classes)
	}
	a.Hold.Mul(a.Hold, new(big.Rat).SetFrac(total, c.all()))
	return nil
}

// all is how many ways there are to give the people of a component values, whatever is known of them.
func (c *component) all() *big.Int {
	ways := big.NewInt(1)
	gone := map[int]int64{}
	for _, person := range c.people {
		g := c.People[person]
		ways.Mul(ways, big.NewInt(c.Groups[g].people()-gone[g]))
		gone[g]++
	}
	return ways
}

// others puts in what is left for people who are not restricted.
func (r *restricted) others(a *Answer) {
	named := make([][]int, len(r.Groups))
	for person, g := range r.People {
		named[g] = append(named[g], person)
	}
	for i, g := range r.Groups {
		left := make([]*big.Rat, len(g))
		for j, c := range g {
			left[j] = new(big.Rat).SetInt64(c.People)
		}
		for _, person := range r.groups[i].people {
			for j := range left {
				left[j].Sub(left[j], a.People[person][j])
			}
		}
		if n := g.people() - int64(len(r.groups[i].people)); n > 0 {
			each := big.NewRat(1, n)
			for j := range left {
				left[j].Mul(left[j], each)
			}
		}
		for _, person := range named[i] {
			if a.People[person] == nil {
				a.People[person] = left
			}
		}
		if int64(len(named[i])) == g.people() {
			left = nil
		}
		a.Others = append(a.Others, left)
	}
}

// contradiction finds a set of sentences that cannot all be true, of which none can be left out: one
// after the other is, if the others are still a contradiction.
func (p *Problem) contradiction(work *budget.Budget) error {
	e := &Contradiction{}
	for i := range p.Sentences {
		e.Sentences = append(e.Sentences, i)
	}
	for i := 0; i < len(e.Sentences); {
		without := slices.Delete(slices.Clone(e.Sentences), i, i+1)
		switch possible, err := p.possible(without, work); {
		case errors.Is(err, engine.ErrTooLarge):
			e.Fewer = true
			i++
		case err != nil:
			return err
		case possible:
			i++
		default:
			e.Sentences = without
		}
	}
	return e
}

// possible reports whether some world agrees with some of the sentences.
func (p *Problem) possible(which []int, work *budget.Budget) (bool, error) {
	var some []Sentence
	for _, i := range which {
		some = append(some, p.Sentences[i])
	}
	r, ok := p.restrict(some)
	if !ok {
		return false, nil
	}
	components, err := r.components(work)
	if err != nil {
		return false, err
	}
	for _, c := range components {
		total, err := c.newRun(work).forward()
		if err != nil || total.Sign() == 0 {
			return false, err
		}
	}
	return true, nil
}
