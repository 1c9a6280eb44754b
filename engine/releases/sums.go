package releases

import (
	"math/big"

	"skyline/engine/internal/budget"
	"skyline/engine/internal/combinatorics"
	"skyline/engine/internal/modular"
)

// counted is the worlds of a core, and for each cell and class of values the sum, over all worlds, of how many people of
// the cell have a value of the class.
type counted struct {
	worlds *big.Int
	people [][]*big.Int
}

// bound returns a number that none of counted exceeds. In the groups of a release there are as many worlds as ways to arrange
// each group's values; people who are in none of them can have any value.
func (c *core) bound() *big.Int {
	values, people := big.NewInt(int64(len(c.values))), int64(0)
	for i := range c.cells {
		people += c.cells[i].people
	}
	most := new(big.Int).Exp(values, big.NewInt(people), nil)
	for r := range c.releases() {
		inside, product := int64(0), big.NewInt(1)
		for _, g := range c.groups {
			if g.release != r {
				continue
			}
			product.Mul(product, combinatorics.Multinomial(g.counts))
			for _, n := range g.counts {
				inside += n
			}
		}
		product.Mul(product, new(big.Int).Exp(values, big.NewInt(people-inside), nil))
		if product.Cmp(most) < 0 {
			most = product
		}
	}
	return most.Mul(most, big.NewInt(people))
}

// releases returns a number that is larger than that of each release.
func (c *core) releases() int {
	n := 0
	for _, g := range c.groups {
		n = max(n, g.release+1)
	}
	return n
}

// primesFor returns how many primes determine numbers up to a bound.
func primesFor(bound *big.Int) int { return bound.BitLen()/modular.Bits + 1 }

// add adds up the weights of all paths modulo primes, and finds the numbers from what remains of them.
//
// Errors: budget.ErrTooLarge, the context's.
func (l *layers) add(primes int, steps *budget.Budget) (*counted, error) {
	classes, sizes := l.c.classes()
	width := len(sizes)
	residues := make([][]uint64, 1+len(l.c.cells)*width) // the worlds, then cell by cell and class by class
	var fields []*modular.Field
	p := uint64(modular.FirstPrime)
	for range primes {
		p = modular.NextPrime(p)
		f := modular.New(p)
		fields = append(fields, f)
		remainders, err := l.modulo(f, classes, width, steps)
		if err != nil {
			return nil, err
		}
		for i, x := range remainders {
			residues[i] = append(residues[i], x)
		}
	}
	numbers := newRemainders(fields)
	all := &counted{worlds: numbers.number(residues[0])}
	for i := range l.c.cells {
		row := make([]*big.Int, width)
		for k := range row {
			row[k] = numbers.number(residues[1+i*width+k])
		}
		all.people = append(all.people, row)
	}
	return all, nil
}

// modulo adds up modulo a prime: the worlds, and for each cell and class the people.
func (l *layers) modulo(f *modular.Field, classes []int, width int, steps *budget.Budget) ([]uint64, error) {
	most := int64(0)
	for i := range l.c.cells {
		most = max(most, l.c.cells[i].people)
	}
	factorials, reciprocals := f.Factorials(most)
	numbers := make([]uint64, most+1)
	for x := range numbers {
		numbers[x] = f.From(uint64(x))
	}
	// ahead[t][i] is the weight of the paths to state i before place t.
	ahead := make([][]uint64, len(l.of)+1)
	ahead[0] = []uint64{f.One}
	for t := range l.of {
		at := &l.of[t]
		if err := steps.Spend(costAdded / 3 * float64(len(at.to))); err != nil {
			return nil, err
		}
		next := make([]uint64, l.statesBefore(t+1))
		for state, weight := range ahead[t] {
			x := at.low[state]
			for _, to := range at.to[at.start[state]:at.start[state+1]] {
				next[to] = f.Add(next[to], f.Mul(weight, reciprocals[x]))
				x++
			}
		}
		ahead[t+1] = next
	}
	all := make([]uint64, 1+len(l.c.cells)*width)
	all[0] = ahead[len(l.of)][0]
	behind := []uint64{f.One} // the weight of the paths from a state on
	for t := len(l.of) - 1; t >= 0; t-- {
		at, place := &l.of[t], l.places[t]
		if err := steps.Spend(costAdded * 2 / 3 * float64(len(at.to))); err != nil {
			return nil, err
		}
		before, sum := make([]uint64, at.states), uint64(0)
		for state, weight := range ahead[t] {
			paths, people := uint64(0), uint64(0)
			x := at.low[state]
			for _, to := range at.to[at.start[state]:at.start[state+1]] {
				w := f.Mul(reciprocals[x], behind[to])
				paths = f.Add(paths, w)
				people = f.Add(people, f.Mul(numbers[x], w))
				x++
			}
			before[state] = paths
			sum = f.Add(sum, f.Mul(weight, people))
		}
		i := 1 + int(place.cell)*width + classes[place.value]
		all[i] = f.Add(all[i], sum)
		behind = before
	}
	arrangements := f.One
	for i := range l.c.cells {
		arrangements = f.Mul(arrangements, factorials[l.c.cells[i].people])
	}
	for i, x := range all {
		all[i] = f.Plain(f.Mul(x, arrangements))
	}
	return all, nil
}

// statesBefore returns how many states there are before a place; behind the last one there is one.
func (l *layers) statesBefore(t int) int {
	if t == len(l.of) {
		return 1
	}
	return l.of[t].states
}

// remainders finds numbers from what remains of them modulo primes: the Chinese remainder theorem.
type remainders struct {
	product *big.Int
	parts   []*big.Int // numbers that are 1 modulo one prime and 0 modulo the others
}

func newRemainders(fields []*modular.Field) *remainders {
	r := &remainders{product: big.NewInt(1)}
	for _, f := range fields {
		r.product.Mul(r.product, new(big.Int).SetUint64(f.P))
	}
	for _, f := range fields {
		p := new(big.Int).SetUint64(f.P)
		others := new(big.Int).Quo(r.product, p)
		r.parts = append(r.parts, others.Mul(others, new(big.Int).ModInverse(others, p)))
	}
	return r
}

// number returns the number below the product of the primes.
func (r *remainders) number(residues []uint64) *big.Int {
	sum, term := new(big.Int), new(big.Int)
	for i, x := range residues {
		sum.Add(sum, term.Mul(term.SetUint64(x), r.parts[i]))
	}
	return sum.Mod(sum, r.product)
}
