package rules

import (
	"cmp"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"

	"skyline/engine"
)

// Chance says that a value has a probability of so many parts.
type Chance struct {
	Value int32
	Parts *big.Int // at least 0
}

// Distribution is what a release shows of a person in a column. Its parts are taken of their sum.
type Distribution struct {
	chances []Chance // by value, none of no parts
	sum     *big.Int
	upTo    []float64 // by chance: the probability of it and those before it
}

// NewDistribution returns a distribution of chances, in any order.
//
// Errors: *engine.ParamError if a value is negative or there twice, parts are negative, or all are 0.
func NewDistribution(chances []Chance) (Distribution, error) {
	d := Distribution{sum: new(big.Int)}
	for _, c := range chances {
		if c.Value < 0 || c.Parts.Sign() < 0 {
			return d, engine.NewParamError("rules", "chances", "of values and parts of at least 0", nil)
		}
		if c.Parts.Sign() > 0 {
			d.chances = append(d.chances, c)
			d.sum.Add(d.sum, c.Parts)
		}
	}
	slices.SortFunc(d.chances, func(a, b Chance) int { return int(a.Value) - int(b.Value) })
	for i := range d.chances {
		if i > 0 && d.chances[i].Value == d.chances[i-1].Value {
			return d, engine.NewParamError("rules", "chances", "of different values", nil)
		}
	}
	if len(d.chances) == 0 {
		return d, engine.NewParamError("rules", "chances", "of a value that has parts", nil)
	}
	sum := new(big.Int)
	for _, c := range d.chances {
		upTo, _ := new(big.Rat).SetFrac(sum.Add(sum, c.Parts), d.sum).Float64()
		d.upTo = append(d.upTo, upTo)
	}
	return d, nil
}

// Sure returns the distribution of one value.
func Sure(value int32) Distribution {
	d, _ := NewDistribution([]Chance{{value, big.NewInt(1)}})
	return d
}

// parts returns those of a value; nil for none.
func (d *Distribution) parts(value int32) *big.Int {
	i, ok := slices.BinarySearchFunc(d.chances, value, func(c Chance, v int32) int { return int(c.Value) - int(v) })
	if !ok {
		return nil
	}
	return d.chances[i].Parts
}

// draw returns a value, by 53 random bits.
func (d *Distribution) draw(random *rand.Rand) int32 {
	if len(d.chances) == 1 {
		return d.chances[0].Value
	}
	x := random.Float64()
	i := sort.Search(len(d.upTo)-1, func(i int) bool { return x < d.upTo[i] })
	return d.chances[i].Value
}

// Release is a release: of each row what it shows in each column.
type Release struct {
	// Shown are the numbers of distributions, column by column.
	Shown [][]int32
	// Of are the distributions of each column.
	Of [][]Distribution
	// Counts says how many people each row stands for, each of whom has a draw.
	Counts []int64
}

// check returns the number of people.
func (r *Release) check(columns int) (people int64, err error) {
	if len(r.Shown) != columns || len(r.Of) != columns {
		return 0, engine.NewParamError("rules", "Shown", fmt.Sprintf("of %d columns, as the original's", columns), nil)
	}
	for c, shown := range r.Shown {
		if len(shown) != len(r.Counts) {
			return 0, engine.NewParamError("rules", "Shown", "of as many rows as there are counts", nil)
		}
		for _, d := range shown {
			if d < 0 || int(d) >= len(r.Of[c]) {
				return 0, engine.NewParamError("rules", "Shown", "numbers of distributions", nil)
			}
		}
	}
	return total(r.Counts)
}

// sure returns the release as a table, if it shows nothing but values.
func (r *Release) sure() (*Table, bool) {
	t := &Table{Counts: r.Counts}
	for c, shown := range r.Shown {
		codes := make([]int32, len(shown))
		for row, d := range shown {
			of := &r.Of[c][d]
			if len(of.chances) > 1 {
				return nil, false
			}
			codes[row] = of.chances[0].Value
		}
		t.Codes = append(t.Codes, codes)
	}
	return t, true
}

// sorted returns the release with its rows in the order of what they show, so that draws do not
// depend on their order.
func (r *Release) sorted() *Release {
	order := make([]int, len(r.Counts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		for _, shown := range r.Shown {
			if shown[a] != shown[b] {
				return int(shown[a]) - int(shown[b])
			}
		}
		return cmp.Compare(r.Counts[a], r.Counts[b])
	})
	s := &Release{Of: r.Of, Counts: make([]int64, len(order))}
	for i, row := range order {
		s.Counts[i] = r.Counts[row]
	}
	for _, shown := range r.Shown {
		column := make([]int32, len(order))
		for i, row := range order {
			column[i] = shown[row]
		}
		s.Shown = append(s.Shown, column)
	}
	return s
}

// draw returns a reconstruction of so many people, a row each.
func (r *Release) draw(random *rand.Rand, people int64) *Table {
	t := &Table{}
	for c, shown := range r.Shown {
		codes := make([]int32, 0, people)
		for row, d := range shown {
			of := &r.Of[c][d]
			for range r.Counts[row] {
				codes = append(codes, of.draw(random))
			}
		}
		t.Codes = append(t.Codes, codes)
	}
	return t
}
