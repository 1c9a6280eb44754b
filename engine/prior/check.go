package prior

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"

	"skyline/engine/internal/budget"
	"skyline/engine/progress"
)

// A Chance is how likely it is that somebody of a class has a value, for who has seen the release.
type Chance struct {
	Value float64
	Exact *big.Rat // nil where it is not known as a fraction
}

// A Verdict is what the release tells of one value.
type Verdict struct {
	// Breach is the largest probability that somebody has the value, rounded once where it is known as
	// a fraction, within 1e-8 of itself or 1e-12 otherwise. Certain: it is 1.
	Breach  float64
	Certain bool
	// People is the number of people of whom the adversary is at least as sure as the threshold.
	People int64
	// Group and Class are of the first whose people have the largest one: -1 for a value that nobody has.
	Group, Class int
}

// Impossible says that some groups cannot have their histograms if the beliefs are right: their
// number and that of their people.
type Impossible struct{ Groups, People int64 }

func (e *Impossible) Error() string {
	return fmt.Sprintf("prior: %d groups with %d people cannot have their histograms", e.Groups, e.People)
}

// Posterior returns the chances of a group, for each of its classes and each of its values. It may
// take so many steps of about a nanosecond.
//
// Errors: *Impossible, ErrTooLarge, ErrNoRoom, the context's.
func (b *Beliefs) Posterior(ctx context.Context, g *Group, limit float64) ([][]Chance, error) {
	chances, err := b.chances(ctx, g, budget.New(ctx, limit))
	if errors.Is(err, errImpossible) {
		return nil, &Impossible{1, g.people()}
	}
	if err != nil {
		return nil, err
	}
	posterior := make([][]Chance, len(chances))
	for i, row := range chances {
		for _, c := range row {
			p := Chance{Value: c.float()}
			if k, ok := c.(known); ok {
				p.Exact = k.Rat
			}
			posterior[i] = append(posterior[i], p)
		}
	}
	return posterior, nil
}

// chances returns the chances of a group by classes and values.
func (b *Beliefs) chances(ctx context.Context, g *Group, work *budget.Budget) ([][]chance, error) {
	t, column, share := b.tableOf(g)
	small, err := solve(ctx, t, work)
	if err != nil {
		return nil, err
	}
	chances := make([][]chance, len(g.Classes))
	for i := range chances {
		for k, j := range column {
			chances[i] = append(chances[i], multiplied(share[k], small[i][j]))
		}
	}
	return chances, nil
}

func (g *Group) people() (n int64) {
	for _, c := range g.Classes {
		n += c.People
	}
	return n
}

// key is equal for groups that look alike.
func (g *Group) key() string {
	key := binary.AppendUvarint(nil, uint64(len(g.Classes)))
	for _, list := range [][]Count{g.Classes, g.Values} {
		for _, c := range list {
			key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(c.ID)), uint64(c.People))
		}
	}
	return string(key)
}

// Check returns the verdict on each value of the table: whether anybody's probability to have it is
// at least the threshold, in (0, 1], which is decided exactly. Groups that look alike are looked at
// once; those together may take so many steps of about a nanosecond.
//
// Errors: *Impossible for all groups that are, ErrTooLarge, ErrNoRoom, the context's.
func (b *Beliefs) Check(ctx context.Context, groups []Group, threshold *big.Rat, limit float64) ([]Verdict, error) {
	verdicts := make([]Verdict, len(b.people))
	for j := range verdicts {
		verdicts[j].Group, verdicts[j].Class = -1, -1
	}
	work := budget.New(ctx, limit)
	seen := map[string]*findings{}
	var impossible Impossible
	for at := range groups {
		g := &groups[at]
		key := g.key()
		found := seen[key]
		if found == nil {
			progress.Report(ctx, float64(at), float64(len(groups)))
			var err error
			if found, err = b.find(ctx, g, threshold, work); err != nil {
				return nil, err
			}
			seen[key] = found
		}
		if found.impossible {
			impossible.Groups++
			impossible.People += g.people()
			continue
		}
		for k, v := range g.Values {
			verdict, f := &verdicts[v.ID], &found.values[k]
			verdict.People += f.people
			if verdict.Group < 0 || f.most > verdict.Breach || f.certain && !verdict.Certain {
				verdict.Breach, verdict.Certain, verdict.Group, verdict.Class = f.most, f.certain, at, f.class
			}
		}
	}
	if impossible.Groups > 0 {
		return nil, &impossible
	}
	return verdicts, nil
}

// findings are what is found out about a group.
type findings struct {
	impossible bool
	values     []finding
}

// finding is what is found out about a value in a group.
type finding struct {
	most    float64
	certain bool
	class   int   // the first class with the largest chance
	people  int64 // who are at or above the threshold
}

// reaches reports whether a chance is at least the threshold. Far from it the float decides, whose
// error is below 1e-8 of itself or 1e-12.
func reaches(ctx context.Context, p chance, threshold *big.Rat) (bool, error) {
	estimate, limit := p.float(), known{threshold}.float()
	if math.Abs(estimate-limit) > float64(1e-6*max(estimate, limit))+1e-9 {
		return estimate > limit, nil
	}
	sign, err := p.compare(ctx, threshold)
	return sign >= 0, err
}

// find finds out about the values of a group.
func (b *Beliefs) find(ctx context.Context, g *Group, threshold *big.Rat, work *budget.Budget) (*findings, error) {
	chances, err := b.chances(ctx, g, work)
	if errors.Is(err, errImpossible) {
		return &findings{impossible: true}, nil
	}
	if err != nil {
		return nil, err
	}
	found := &findings{values: make([]finding, len(g.Values))}
	for k := range g.Values {
		f := &found.values[k]
		f.class = -1
		for i, c := range g.Classes {
			p := chances[i][k]
			k, isKnown := p.(known)
			certain := isKnown && k.Cmp(one) == 0
			if estimate := p.float(); f.class < 0 || estimate > f.most || certain && !f.certain {
				f.most, f.certain, f.class = estimate, certain, i
			}
			reaches, err := reaches(ctx, p, threshold)
			if err != nil {
				return nil, err
			}
			if reaches {
				f.people += c.People
			}
		}
		f.class = int(g.Classes[f.class].ID)
	}
	return found, nil
}
