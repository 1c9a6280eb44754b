package utility

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"skyline/engine/tree"
)

// folds is how many parts a cross validation has.
const folds = 10

// sample is rows of exact or generalized values, in a canonical order.
type sample struct {
	codes   [][]int32 // by feature
	classes []int32
	n       []int64
	tuples  []int32 // of a release: the combination of labels
}

// examine calls each with the people that models are trained on, of the release and of the original,
// and those they are tested on: once with test cells, and ten times without. It returns the original,
// and who is tested.
func (r *Release) examine(ctx context.Context, test *Cells, seed uint64, each func(training [2]weighted, tested weighted) error) (original, tested sample, err error) {
	original = r.sample(&r.original, false)
	release := r.sample(&r.release, true)
	if test != nil {
		if _, err := test.check(r.columns, false); err != nil {
			return sample{}, sample{}, err
		}
		tested = r.sample(test, false)
		return original, tested, each([2]weighted{{release, release.n}, {original, original.n}}, weighted{tested, tested.n})
	}
	linked, err := r.newLink(ctx, original, release)
	if err != nil {
		return sample{}, sample{}, err
	}
	for fold := range folds {
		in, out := split(original, fold, rand.New(rand.NewPCG(seed, 0)))
		left := linked.without(out, rand.New(rand.NewPCG(seed, uint64(fold+1))))
		if err := each([2]weighted{{release, left}, {original, in}}, weighted{original, out}); err != nil {
			return sample{}, sample{}, err
		}
	}
	return original, original, nil
}

// features returns the features of trees. Their codes are the values of a column
// and behind them its labels.
func (r *Release) features() ([]tree.Feature, error) {
	columns := r.qi + r.sensitive
	features := make([]tree.Feature, columns)
	for i := range features {
		c := &r.columns[i]
		if c.isNumeric() {
			features[i] = tree.Numeric(append(c.positions(), c.middles()...))
			continue
		}
		var err error
		if features[i], err = tree.Generalized(len(c.Values), c.valuesByCode()); err != nil {
			return nil, err
		}
	}
	return features, nil
}

// valuesByCode are what each value and, behind them, each label may be.
func (c *Column) valuesByCode() [][]int32 {
	members := make([][]int32, 0, len(c.Values)+len(c.Labels))
	for v := range c.Values {
		members = append(members, []int32{int32(v)})
	}
	for l := range c.regions {
		members = append(members, c.regions[l].values())
	}
	return members
}

// position returns the number that a label of a column of numbers counts as.
func (c *Column) position(r *region) float64 {
	switch r.kind {
	case interval:
		return r.low + float64((r.high-r.low)/2)
	case all:
		return c.low + float64((c.high-c.low)/2)
	case single:
		if len(r.runs) == 0 {
			return r.low
		}
	case node, set:
	}
	sum, n := 0.0, 0
	for _, v := range r.values() {
		if !c.Values[v].Null {
			sum += c.Values[v].Position
			n++
		}
	}
	return sum / float64(n) // NaN, unknown, for NULL alone
}

// sample returns the rows of a table for training and testing, equal ones as one.
func (r *Release) sample(cells *Cells, labels bool) sample {
	columns := r.qi + r.sensitive
	codes := make([][]int32, 0, columns+1)
	for i := range columns {
		codes = append(codes, cells.Codes[i])
	}
	codes = append(codes, cells.Codes[r.target])
	order := make([]int32, len(cells.N))
	for i := range order {
		order[i] = int32(i)
	}
	compare := func(x, y int32) int {
		for _, column := range codes {
			if d := cmp.Compare(column[x], column[y]); d != 0 {
				return d
			}
		}
		return 0
	}
	slices.SortFunc(order, compare)
	s := sample{codes: make([][]int32, columns)}
	for i, row := range order {
		if i > 0 && compare(order[i-1], row) == 0 {
			s.n[len(s.n)-1] += cells.N[row]
			continue
		}
		for f := range s.codes {
			code := codes[f][row]
			if labels {
				code += int32(len(r.columns[f].Values))
			}
			s.codes[f] = append(s.codes[f], code)
		}
		class := cells.Codes[r.target][row]
		if labels {
			class = r.value(r.target, class)
		}
		s.classes = append(s.classes, class)
		s.n = append(s.n, cells.N[row])
		if labels {
			s.tuples = append(s.tuples, r.tuples[row])
		}
	}
	return s
}

// weighted is a sample of which only some people are taken.
type weighted struct {
	sample
	people []int64
}

// split puts people into folds: a tenth of those who are equal into each, and the
// rest, fewer than ten, each into one at random. It returns how many people of
// each row are not in the fold, and how many are.
func split(rows sample, fold int, random *rand.Rand) (in, out []int64) {
	in, out = make([]int64, len(rows.n)), make([]int64, len(rows.n))
	for i, n := range rows.n {
		out[i] = n / folds
		for range n % folds {
			if random.IntN(folds) == fold {
				out[i]++
			}
		}
		in[i] = n - out[i]
	}
	return in, out
}
