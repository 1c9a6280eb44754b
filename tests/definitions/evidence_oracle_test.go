package definitions

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
)

// oracle is a table as its people: the rows of each, as numbers of values.
type oracle struct {
	columns int
	people  [][][]int
}

// combinations are those that a person has in some columns.
func (o *oracle) combinations(person int, columns []int) map[string]bool {
	all := map[string]bool{}
	for _, row := range o.people[person] {
		var b strings.Builder
		for _, c := range columns {
			fmt.Fprintf(&b, "%d,", row[c])
		}
		all[b.String()] = true
	}
	return all
}

// sharing is how many people have a combination.
func (o *oracle) sharing(combination string, columns []int) (n int64) {
	for p := range o.people {
		if o.combinations(p, columns)[combination] {
			n++
		}
	}
	return n
}

// isAlone is whether one of a person's combinations is nobody else's.
func (o *oracle) isAlone(person int, columns []int) bool {
	for combination := range o.combinations(person, columns) {
		if o.sharing(combination, columns) == 1 {
			return true
		}
	}
	return false
}

// isMinimal is whether a person is alone with some columns, and with no smaller subset.
func (o *oracle) isMinimal(person int, columns []int) bool {
	if !o.isAlone(person, columns) {
		return false
	}
	for subset := 1; subset < 1<<len(columns)-1; subset++ {
		var smaller []int
		for i, c := range columns {
			if subset>>i&1 == 1 {
				smaller = append(smaller, c)
			}
		}
		if o.isAlone(person, smaller) {
			return false
		}
	}
	return true
}

// measures are what quasi_identifier_profile says of some columns, as text.
func (o *oracle) measures(columns []int) string {
	n := int64(len(o.people))
	if n == 0 {
		return "0 NULL 0 NULL NULL NULL NULL false"
	}
	sizes := map[string]int64{}
	unique, smallest, minimal, memberships := int64(0), int64(math.MaxInt64), false, int64(0)
	risk := new(big.Rat)
	for p := range o.people {
		worst := int64(math.MaxInt64)
		for combination := range o.combinations(p, columns) {
			size := o.sharing(combination, columns)
			sizes[combination] = size
			worst, smallest = min(worst, size), min(smallest, size)
			memberships++
		}
		risk.Add(risk, big.NewRat(1, worst))
		if o.isAlone(p, columns) {
			unique++
		}
		minimal = minimal || o.isMinimal(p, columns)
	}
	pairs, told := int64(0), int64(0)
	for p := range o.people {
		for q := range p {
			for a := range o.combinations(p, columns) {
				for b := range o.combinations(q, columns) {
					if pairs++; a != b {
						told++
					}
				}
			}
		}
	}
	separation := "NULL"
	if pairs > 0 {
		separation = nearestText(big.NewRat(told, pairs))
	}
	return strings.Join([]string{
		fmt.Sprint(len(sizes)), fmt.Sprint(smallest), fmt.Sprint(unique), nearestText(big.NewRat(unique, n)),
		nearestText(risk.Mul(risk, big.NewRat(1, n))), nearestText(big.NewRat(int64(len(sizes)), memberships)), separation, fmt.Sprint(minimal),
	}, " ")
}

// minimal are the subsets of up to so many columns that are minimal for a person.
func (o *oracle) minimal(person, most int) (all [][]int) {
	for _, columns := range o.subsets(most) {
		if o.isMinimal(person, columns) {
			all = append(all, columns)
		}
	}
	return all
}

// orders counts the ways to add columns to some, one after the other, until there are most,
// by going each of them.
func (o *oracle) orders(columns []int, most int) int64 {
	if len(columns) == min(most, o.columns) {
		return 1
	}
	n := int64(0)
	for c := range o.columns {
		if !slices.Contains(columns, c) {
			n += o.orders(append(slices.Clone(columns), c), most)
		}
	}
	return n
}

// nearestText is the double next to a fraction, as DuckDB and Go write it alike.
func nearestText(x *big.Rat) string {
	f, _ := x.Float64()
	return fmt.Sprintf("%.17g", f)
}

// subsets are those of up to so many columns, by size.
func (o *oracle) subsets(most int) (all [][]int) {
	for set := 1; set < 1<<o.columns; set++ {
		var columns []int
		for c := range o.columns {
			if set>>c&1 == 1 {
				columns = append(columns, c)
			}
		}
		if len(columns) <= most {
			all = append(all, columns)
		}
	}
	slices.SortFunc(all, func(a, b []int) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return slices.Compare(a, b)
	})
	return all
}

// entropy is that of a value drawn from all values of all people.
func (o *oracle) entropy(column int) float64 {
	counts, total := map[string]float64{}, 0.0
	for p := range o.people {
		for v := range o.combinations(p, []int{column}) {
			counts[v]++
			total++
		}
	}
	sum := 0.0
	for _, n := range counts {
		sum -= n / total * math.Log2(n/total)
	}
	return sum
}
