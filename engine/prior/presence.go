package prior

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"skyline/engine/internal/budget"
	"skyline/engine/presence"
)

// asPresence returns the chances of a block of two columns: those of the first are present. relative
// says that small chances must be as accurate as others, since they are going to be multiplied.
func (b *block) asPresence(ctx context.Context, relative bool, work *budget.Budget) ([][]chance, error) {
	// The odds of the first column, with a common denominator.
	denominator := big.NewInt(1)
	for _, w := range b.weights {
		common := new(big.Int).GCD(nil, nil, denominator, w[1])
		denominator.Mul(denominator, common.Quo(w[1], common))
	}
	classes := make([]presence.Class, len(b.rows))
	order := make([]int, len(b.rows))
	for i, w := range b.weights {
		odds := new(big.Int).Quo(denominator, w[1])
		order[i], classes[i] = i, presence.Class{Weight: odds.Mul(odds, w[0]), People: b.rows[i]}
	}
	set, err := presence.NewSet(classes, b.columns[0])
	if err != nil {
		return nil, err
	}
	existence, absent, err := odds(ctx, set, relative, work)
	if err != nil {
		return nil, err
	}
	// No two odds are equal, or the rows would be one: a class of the set is a row.
	slices.SortFunc(order, func(i, k int) int { return cmp.Or(classes[i].Weight.Cmp(classes[k].Weight), cmp.Compare(i, k)) })
	chances := make([][]chance, len(b.rows))
	for class, i := range order {
		chances[i] = []chance{
			present{set: set, class: class, existence: existence[class], absent: absent[class]},
			present{set: set, class: class, existence: existence[class], absent: absent[class], isAbsent: true},
		}
	}
	return chances, nil
}

// presenceCost is what it takes with a projected set. See odds.
func (b *block) presenceCost(relative bool) float64 {
	cost := 2000 * float64(len(b.rows)+1)
	if relative {
		cost *= float64(len(b.rows))
	}
	return cost
}

// odds returns how likely people of each class of a set are present, and absent: relative to
// themselves, at the cost of the square of the classes, where that is asked for.
func odds(ctx context.Context, set *presence.Set, relative bool, work *budget.Budget) (existence, absent []float64, err error) {
	n := len(set.Classes())
	existence, absent = make([]float64, n), make([]float64, n)
	if !relative {
		existence, err = set.Existence(ctx)
		for i, p := range existence {
			absent[i] = 1 - p
		}
		return existence, absent, err
	}
	for i := range existence {
		if err := work.Spend(float64(2000 * n)); err != nil {
			return nil, nil, fmt.Errorf("%w: a group with two classes and %d values that count, or the other way round, takes about %.1e steps, and the limit is %.1e for all groups together",
				ErrTooLarge, n, float64(2000*n)*float64(n), work.Limit())
		}
		odds := set.Odds(i)
		existence[i], absent[i] = 1/(1+1/odds), 1/(1+odds)
	}
	return existence, absent, nil
}

// present is a chance in (0, 1) that somebody of a projected set is present, or absent.
type present struct {
	set               *presence.Set
	class             int
	existence, absent float64 // the two chances
	isAbsent          bool
}

func (p present) float() float64 {
	if p.isAbsent {
		return p.absent
	}
	return p.existence
}

func (p present) compare(ctx context.Context, bound *big.Rat) (int, error) {
	if !p.isAbsent {
		return p.set.Compare(ctx, p.class, p.existence, bound)
	}
	sign, err := p.set.Compare(ctx, p.class, p.existence, new(big.Rat).Sub(one, bound))
	return -sign, err
}
