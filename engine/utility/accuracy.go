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

// Accuracy is how well decision trees tell the target of exact rows.
type Accuracy struct {
	// Release and Original are the shares of people whose target is predicted by a
	// tree that was trained on the release, and on the original.
	Release, Original float64
	// Baseline is the share of people who have the most frequent target of the
	// original.
	Baseline float64
	// People is how many were tested.
	People int64
}

// sample is rows of exact or generalized values, in a canonical order.
type sample struct {
	codes   [][]int32 // by feature
	classes []int32
	n       []int64
	tuples  []int32 // of a release: the combination of labels
}

// Accuracy returns the accuracy of trees for the target. The features are the
// quasi-identifiers and the sensitive columns. A number's label counts as the
// midpoint of its interval or the mean of its values, any other label as each of
// its values in equal parts, and NULL among numbers is unknown.
//
// With test cells, exact rows coded as in the original, each tree is trained on
// all rows and tested on those. Without, it is a tenfold cross validation: the
// original is split at random into ten parts, each of which is tested with trees
// trained on the rest. The two tables have no key in common, so the rows to leave
// out of the release are found through the regions: see link. Where regions
// overlap or people are suppressed, some of the people tested may stay in the
// training set while others are left out. The release itself has been made of all
// people, those tested included; the regions may follow them a little.
//
// Equal seeds give equal results. Without people to test the shares are NaN.
//
// Errors: test cells that do not fit the columns; that of ctx.
func (r *Release) Accuracy(ctx context.Context, test *Cells, seed uint64) (Accuracy, error) {
	features, err := r.features()
	if err != nil {
		return Accuracy{}, err
	}
	original := r.sample(&r.original, false)
	release := r.sample(&r.release, true)
	c := classifier{features: features, classes: len(r.columns[r.target].Values)}
	var right, tested [2]int64
	examined := original
	if test != nil {
		if _, err := test.check(r.columns, false); err != nil {
			return Accuracy{}, err
		}
		examined = r.sample(test, false)
		for i, training := range []sample{release, original} {
			if right[i], tested[i], err = c.run(ctx, weighted{training, training.n}, weighted{examined, examined.n}); err != nil {
				return Accuracy{}, err
			}
		}
	} else {
		linked, err := r.newLink(ctx, original, release)
		if err != nil {
			return Accuracy{}, err
		}
		for fold := range folds {
			in, out := split(original, fold, rand.New(rand.NewPCG(seed, 0)))
			left := linked.without(out, rand.New(rand.NewPCG(seed, uint64(fold+1))))
			for i, training := range []weighted{{release, left}, {original, in}} {
				x, y, err := c.run(ctx, training, weighted{original, out})
				if err != nil {
					return Accuracy{}, err
				}
				right[i] += x
				tested[i] += y
			}
		}
	}
	return Accuracy{
		Release:  float64(right[0]) / float64(tested[0]),
		Original: float64(right[1]) / float64(tested[1]),
		Baseline: baseline(original, examined, c.classes),
		People:   tested[1],
	}, nil
}

// baseline returns how many of the examined have the most frequent class.
func baseline(original, examined sample, classes int) float64 {
	counts := make([]int64, classes)
	for i, class := range original.classes {
		counts[class] += original.n[i]
	}
	best := int32(0)
	for class := range counts {
		if counts[class] > counts[best] {
			best = int32(class)
		}
	}
	having, all := int64(0), int64(0)
	for i, class := range examined.classes {
		all += examined.n[i]
		if class == best {
			having += examined.n[i]
		}
	}
	return float64(having) / float64(all)
}

// features returns the features of trees. Their codes are the values of a column
// and behind them its labels.
func (r *Release) features() ([]tree.Feature, error) {
	columns := r.qi + r.sensitive
	features := make([]tree.Feature, columns)
	for i := range features {
		c := &r.columns[i]
		if c.isNumeric() {
			numbers := make([]float64, 0, len(c.Values)+len(c.Labels))
			for _, v := range c.Values {
				numbers = append(numbers, v.Position)
			}
			for l := range c.regions {
				numbers = append(numbers, c.position(&c.regions[l]))
			}
			features[i] = tree.Numeric(numbers)
			continue
		}
		members := make([][]int32, 0, len(c.Values)+len(c.Labels))
		for v := range c.Values {
			members = append(members, []int32{int32(v)})
		}
		for l := range c.regions {
			members = append(members, c.regions[l].values())
		}
		var err error
		if features[i], err = tree.Generalized(len(c.Values), members); err != nil {
			return nil, err
		}
	}
	return features, nil
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

type classifier struct {
	features []tree.Feature
	classes  int
}

// run trains a tree and returns how many of those tested it tells right.
func (c *classifier) run(ctx context.Context, training, test weighted) (right, tested int64, err error) {
	weights := make([]float64, len(training.people))
	for i, n := range training.people {
		weights[i] = float64(n)
	}
	rows := tree.Rows{Codes: training.codes, Classes: training.classes, Weights: weights}
	t, err := tree.Train(ctx, c.features, rows, c.classes)
	if err != nil {
		return 0, 0, err
	}
	codes := make([]int32, len(c.features))
	for i, n := range test.people {
		if n == 0 {
			continue
		}
		tested += n
		for f := range codes {
			codes[f] = test.codes[f][i]
		}
		if t.Predict(codes) == test.classes[i] {
			right += n
		}
	}
	return right, tested, nil
}
