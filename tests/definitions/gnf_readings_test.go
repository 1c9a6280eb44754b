package definitions

import (
	"maps"
	"math/big"
	"slices"
	"strings"
)

// A reading says which worlds the adversary thinks equally likely. They differ in
// whether people can be told apart, and in whether a person's bucket is part of the
// world or only of the way it was published.
type reading string

const (
	// labelledExtended: people are labelled, and belong to buckets. Every way to hand
	// out each table's rows to the people at random, such that tables agree where they
	// share columns, is as likely as any other. This is the adversary that the normal
	// form is about.
	labelledExtended reading = "RM"
	// labelledPlain: people are labelled; buckets only rule worlds out.
	labelledPlain reading = "LA"
	// unlabelledExtended: multisets of rows, with the buckets' numbers.
	unlabelledExtended reading = "ME"
	// unlabelledPlain: multisets of rows; buckets only rule worlds out.
	unlabelledPlain reading = "MS"
)

var readings = []reading{labelledExtended, labelledPlain, unlabelledExtended, unlabelledPlain}

// gnfRule says that who knows a person's left attributes must not infer the right one.
type gnfRule struct {
	lhs []string
	rhs string
}

func (r gnfRule) String() string { return strings.Join(r.lhs, "+") + "->" + r.rhs }

// inference is the adversary's best guess: that someone with the values q of a rule's
// left attributes (those that are published) has s, with probability p.
type inference struct {
	p *big.Rat
	q []string
	s string
}

// worldLimit is how many worlds the readings other than RM look at before they give up.
const worldLimit = 50_000

// worst returns the best guess that the published tables allow, over all values of the
// left attributes that are possible:
//
//	max over q, s of P(S = s | Q = q) = E(number of people with q and s) / E(number with q)
//
// which for labelled people is the probability that a given person has s, given that
// the person has q. If the right attribute is not published, p is 0. It fails where
// tables contradict each other, and where there are too many worlds.
func worst(tables []publishedTable, rule gnfRule, r reading) (inference, error) {
	if r == labelledExtended {
		tables = reduce(tables, append(slices.Clone(rule.lhs), rule.rhs))
	}
	c, err := encode(tables)
	if err != nil {
		return inference{}, err
	}
	expected := newExpectation(c, rule)
	if expected.s < 0 {
		return inference{p: new(big.Rat)}, nil
	}
	if r == labelledExtended {
		expected.sums, err = c.matchings(expected.columns())
	} else {
		err = expected.enumerate(r)
	}
	if err != nil {
		return inference{}, err
	}
	return expected.best(), nil
}

// expectation is, up to a factor, the expected number of people who have each
// combination of values of the left attributes and, in the last place, the right one.
type expectation struct {
	*codedRelease
	q    []int
	s    int // -1: not published
	sums map[string]int64
}

func newExpectation(c *codedRelease, rule gnfRule) *expectation {
	e := &expectation{codedRelease: c, s: slices.Index(c.columns, rule.rhs), sums: map[string]int64{}}
	for _, name := range rule.lhs {
		if at := slices.Index(c.columns, name); at >= 0 {
			e.q = append(e.q, at)
		}
	}
	return e
}

func (e *expectation) columns() []int { return append(slices.Clone(e.q), e.s) }

// enumerate adds up the worlds, weighted with the number of ways to label their people
// if those are labelled.
func (e *expectation) enumerate(r reading) error {
	plain := []int{}
	all := make([]int, len(e.codedRelease.columns))
	for at, name := range e.codedRelease.columns {
		all[at] = at
		if !bookkeeping.MatchString(name) {
			plain = append(plain, at)
		}
	}
	of := plain
	if r == labelledExtended || r == unlabelledExtended {
		of = all
	}
	columns := e.columns()
	seen := map[string]bool{}
	visited := 0
	e.worlds(func(tuples [][]int) bool {
		visited++
		keys := make([]string, len(tuples))
		for i, tuple := range tuples {
			keys[i] = tupleText(tuple, of)
		}
		slices.Sort(keys)
		if len(of) < len(all) {
			world := strings.Join(keys, ";")
			if seen[world] {
				return visited < worldLimit
			}
			seen[world] = true
		}
		weight := int64(1)
		if r == labelledExtended || r == labelledPlain {
			weight = labellings(keys)
		}
		for _, tuple := range tuples {
			e.sums[tupleText(tuple, columns)] += weight
		}
		return visited < worldLimit
	})
	switch visited {
	case 0:
		return errNoWorld
	case worldLimit:
		return errTooManyWorlds
	}
	return nil
}

// labellings is the number of ways to give sorted tuples to as many people.
func labellings(tuples []string) int64 {
	ways, equal := int64(1), int64(0)
	for i, tuple := range tuples {
		if i > 0 && tuple == tuples[i-1] {
			equal++
		} else {
			equal = 1
		}
		ways = ways * int64(i+1) / equal
	}
	return ways
}

// best finds the largest quotient, the first in the order of keys of several.
func (e *expectation) best() inference {
	totals := map[string]int64{}
	split := func(key string) string { return key[:strings.LastIndexByte(key[:len(key)-1], ' ')+1] }
	for key, sum := range e.sums {
		totals[split(key)] += sum
	}
	best := inference{p: new(big.Rat)}
	for _, key := range slices.Sorted(maps.Keys(e.sums)) {
		p := big.NewRat(e.sums[key], totals[split(key)])
		if p.Cmp(best.p) <= 0 {
			continue
		}
		best = inference{p: p}
		for i, value := range strings.Fields(key) {
			column := e.columns()[i]
			name := e.values[column][atoi(value)]
			if column == e.s {
				best.s = name
			} else {
				best.q = append(best.q, name)
			}
		}
	}
	return best
}

// certain returns the combinations of values that someone has in every world, in order.
func certain(tables []publishedTable, attributes ...string) ([][]string, error) {
	c, err := encode(reduce(tables, attributes))
	if err != nil {
		return nil, err
	}
	var columns []int
	for _, name := range attributes {
		columns = append(columns, slices.Index(c.columns, name))
	}
	var common map[string]bool
	visited := 0
	c.worlds(func(tuples [][]int) bool {
		visited++
		here := map[string]bool{}
		for _, tuple := range tuples {
			if key := tupleText(tuple, columns); common == nil || common[key] {
				here[key] = true
			}
		}
		common = here
		return visited < worldLimit
	})
	switch visited {
	case 0:
		return nil, errNoWorld
	case worldLimit:
		return nil, errTooManyWorlds
	}
	var result [][]string
	for key := range common {
		var values []string
		for i, value := range strings.Fields(key) {
			values = append(values, c.values[columns[i]][atoi(value)])
		}
		result = append(result, values)
	}
	slices.SortFunc(result, slices.Compare)
	return result, nil
}
