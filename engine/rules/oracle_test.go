package rules

import (
	"math/big"
	"slices"
)

// The oracle lists all reconstructions of a release and, in each table, counts people for every
// choice of a value, or none, of each column. It knows nothing of sets that have the support.

// oracleRule is a rule: values by column, -1 for none, and the column on the right behind them.
type oracleRule [8]int

// oracleTerms are the terms of a call, as fractions.
type oracleTerms struct {
	support, confidence *big.Rat
	target, longest     int
}

// rulesOf returns the rules that a table respects, with their confidences. A person is a row.
func (o *oracleTerms) rulesOf(people [][]int) map[oracleRule]*big.Rat {
	found := map[oracleRule]*big.Rat{}
	if len(people) == 0 {
		return found
	}
	width := len(people[0])
	most := 0
	for _, person := range people {
		most = max(most, slices.Max(person))
	}
	chosen := make([]int, width)
	var choose func(column int)
	choose = func(column int) {
		if column < width {
			for value := -1; value <= most; value++ {
				chosen[column] = value
				choose(column + 1)
			}
			return
		}
		for right := range width {
			if chosen[right] < 0 || o.target >= 0 && right != o.target {
				continue
			}
			var both, left, items int64
			for column, value := range chosen {
				if value >= 0 && column != right {
					items++
				}
			}
			if items == 0 || o.longest > 0 && items > int64(o.longest) {
				continue
			}
			for _, person := range people {
				matches := true
				for column, value := range chosen {
					matches = matches && (column == right || value < 0 || person[column] == value)
				}
				if matches {
					left++
					if person[right] == chosen[right] {
						both++
					}
				}
			}
			if both > 0 && big.NewRat(both, int64(len(people))).Cmp(o.support) >= 0 && big.NewRat(both, left).Cmp(o.confidence) >= 0 {
				name := oracleRule{7: right}
				copy(name[:], chosen)
				found[name] = big.NewRat(both, left)
			}
		}
	}
	choose(0)
	return found
}

// oracleCell is what a release shows of a person in a column: parts by value.
type oracleCell []int64

// oracleOutcome is what is expected of a rule.
type oracleOutcome struct {
	inOriginal         bool
	probability, error *big.Rat
}

// compare returns what is expected of each rule that the original or a reconstruction respects.
func (o *oracleTerms) compare(original [][]int, release [][]oracleCell) map[oracleRule]*oracleOutcome {
	truth := o.rulesOf(original)
	expected := map[oracleRule]*oracleOutcome{}
	type reconstruction struct {
		probability *big.Rat
		rules       map[oracleRule]*big.Rat
	}
	var all []reconstruction
	people := make([][]int, len(release))
	for i := range people {
		people[i] = make([]int, len(release[i]))
	}
	var visit func(cell int, probability *big.Rat)
	visit = func(cell int, probability *big.Rat) {
		if len(release) == 0 || cell == len(release)*len(release[0]) {
			all = append(all, reconstruction{probability, o.rulesOf(people)})
			return
		}
		row, column := cell/len(release[0]), cell%len(release[0])
		of, sum := release[row][column], int64(0)
		for _, parts := range of {
			sum += parts
		}
		for value, parts := range of {
			if parts > 0 {
				people[row][column] = value
				visit(cell+1, new(big.Rat).Mul(probability, big.NewRat(parts, sum)))
			}
		}
	}
	visit(0, big.NewRat(1, 1))
	for rule := range truth {
		expected[rule] = &oracleOutcome{true, new(big.Rat), new(big.Rat)}
	}
	for _, r := range all {
		for rule := range r.rules {
			if expected[rule] == nil {
				expected[rule] = &oracleOutcome{false, new(big.Rat), new(big.Rat)}
			}
		}
	}
	for rule, of := range expected {
		for _, r := range all {
			here, there := truth[rule], r.rules[rule]
			if there != nil {
				of.probability.Add(of.probability, r.probability)
			}
			if here == nil {
				here = o.confidence
			}
			if there == nil {
				there = o.confidence
			}
			apart := new(big.Rat).Sub(here, there)
			of.error.Add(of.error, apart.Mul(apart.Abs(apart), r.probability))
		}
	}
	return expected
}
