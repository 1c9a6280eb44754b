package main

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"skyline/engine/jump"
	"skyline/engine/jump/beliefs"
	"skyline/tests/vectors"
)

// jumpCase is an algorithm and a table, of a population of such.
type jumpCase struct {
	population string
	table      *jump.Table
	algorithm  *jump.Algorithm
}

// jumpPeople is a table as a list of people: their values, and in each generalization
// their groups.
type jumpPeople struct {
	values []int
	groups [][]int
}

// build makes a table for the engine, in which people who agree in all groups are a cell.
func (p *jumpPeople) build() (*jump.Table, error) {
	cells := map[string]int{}
	var counts [][]jump.Count
	groups := make([][]int32, len(p.groups))
	for person, value := range p.values {
		var labels []int32
		for _, of := range p.groups {
			labels = append(labels, int32(of[person]))
		}
		key := fmt.Sprint(labels)
		cell, known := cells[key]
		if !known {
			cell = len(cells)
			cells[key] = cell
			counts = append(counts, nil)
			for j, label := range labels {
				groups[j] = append(groups[j], label)
			}
		}
		at := slices.IndexFunc(counts[cell], func(c jump.Count) bool { return int(c.Value) == value })
		if at < 0 {
			at = len(counts[cell])
			counts[cell] = append(counts[cell], jump.Count{Value: int32(value)})
		}
		counts[cell][at].N++
	}
	return jump.New(slices.Max(p.values)+1, counts, groups)
}

// jumpShare is a largest share.
func jumpShare(over, under int64) beliefs.Property {
	return beliefs.MaxShare{Share: big.NewRat(over, under)}
}

// jumpProperties are what is asked of beliefs; a largest share most often, as in the paper.
var jumpProperties = []beliefs.Property{
	jumpShare(1, 2), jumpShare(1, 2), jumpShare(1, 3), jumpShare(2, 3), jumpShare(9, 10),
	beliefs.Distinct{Values: 2},
	beliefs.Distinct{Values: 3},
	beliefs.Entropy{L: big.NewRat(2, 1)},
	beliefs.Recursive{C: big.NewRat(2, 1), L: 2},
	beliefs.Recursive{C: big.NewRat(1, 1), L: 3},
}

// jumpAlgorithms are distances of 1, random ones, jumps to the end, and certified.
func jumpAlgorithms(rng *rand.Rand, generalizations int, p beliefs.Property) []*jump.Algorithm {
	n := int64(generalizations)
	var one, random, end []int64
	for j := range n {
		one, random, end = append(one, 1), append(random, 1+rng.Int64N(n)), append(end, n-j)
	}
	all := []*jump.Algorithm{{Strategy: jump.Certified, Property: p}}
	for _, distances := range [][]int64{one, random, end} {
		all = append(all, &jump.Algorithm{Strategy: jump.Jump, Jump: distances, Property: p})
	}
	return all
}

// jumpPopulation is what methods are tried on: the tables of the paper and of the vectors,
// random ones, and Adult.
func jumpPopulation(ctx context.Context, l *lab) ([]jumpCase, error) {
	var all []jumpCase
	for _, make := range []func(context.Context, *lab) ([]jumpCase, error){jumpOfVectors, jumpOfRandom, jumpOfRecursion, jumpOfAdult} {
		cases, err := make(ctx, l)
		if err != nil {
			return nil, err
		}
		all = append(all, cases...)
	}
	return all, nil
}

// jumpOfVectors has those of the file kjump.json, among them the paper's.
func jumpOfVectors(context.Context, *lab) ([]jumpCase, error) {
	var cases []struct {
		Original        []string  `json:"t0"`
		Generalizations [][][]int `json:"generalizations"`
		Jump            []int64   `json:"k"`
		Property        struct{ Type, Param string }
	}
	if err := vectors.Read("kjump.json", &cases); err != nil {
		return nil, err
	}
	var all []jumpCase
	for _, v := range cases {
		people := &jumpPeople{}
		names := slices.Compact(slices.Sorted(slices.Values(v.Original)))
		for _, name := range v.Original {
			people.values = append(people.values, slices.Index(names, name))
		}
		for _, groups := range v.Generalizations {
			of := make([]int, len(v.Original))
			for g, members := range groups {
				for _, person := range members {
					of[person] = g
				}
			}
			people.groups = append(people.groups, of)
		}
		param, ok := new(big.Rat).SetString(v.Property.Param)
		if !ok {
			return nil, fmt.Errorf("kjump.json: %q is no fraction", v.Property.Param)
		}
		var property beliefs.Property = beliefs.MaxShare{Share: param}
		if v.Property.Type != "ratio" {
			property = beliefs.Distinct{Values: param.Num().Int64()}
		}
		table, err := people.build()
		if err != nil {
			return nil, err
		}
		all = append(all, jumpCase{"the vectors", table, &jump.Algorithm{Strategy: jump.Jump, Jump: v.Jump, Property: property}})
	}
	return all, nil
}

// jumpOfRandom has 10 to 10,000 people in groups that are merged from one generalization to
// the next, or drawn anew; at last everybody is in one. Of values drawn up to sixty times
// those are taken that satisfy the property at last, and not at first.
func jumpOfRandom(ctx context.Context, l *lab) ([]jumpCase, error) {
	var all []jumpCase
	for _, people := range pick(l, []int{10, 14, 20, 50, 100, 300, 1000, 3000, 10_000}, []int{10, 50}) {
		for _, population := range []string{"random, nested", "random, crossing"} {
			for k := range pick(l, 20, 2) {
				rng := rand.New(rand.NewPCG(uint64(people), uint64(2*k+len(population))))
				in := &jumpPeople{}
				size := []int{2, 3, 5, 8, 12, 20}[rng.IntN(6)]
				for range 2 + rng.IntN(3) {
					if population == "random, nested" && len(in.groups) > 0 {
						in.groups = append(in.groups, mergedGroups(rng, in.groups[len(in.groups)-1]))
						continue
					}
					order := rng.Perm(people)
					if population == "random, nested" {
						slices.Sort(order)
					}
					in.groups = append(in.groups, drawnGroups(rng, order, size))
					size *= 2
				}
				in.groups = append(in.groups, make([]int, people))
				cases, err := in.cases(ctx, population, rng, 2+rng.IntN(8), rng.IntN(2) == 0)
				if err != nil {
					return nil, err
				}
				all = append(all, cases...)
			}
		}
	}
	return all, nil
}

// drawnGroups takes people in an order into groups of about a size.
func drawnGroups(rng *rand.Rand, order []int, size int) []int {
	of := make([]int, len(order))
	group, left := -1, 0
	for _, person := range order {
		if left == 0 {
			group++
			left = 2 + rng.IntN(max(1, 2*size-3))
		}
		of[person] = group
		left--
	}
	return of
}

// mergedGroups joins up to four groups to one.
func mergedGroups(rng *rand.Rand, of []int) []int {
	to := make([]int, slices.Max(of)+1)
	group, left := -1, 0
	for g := range to {
		if left == 0 {
			group++
			left = 1 + rng.IntN(4)
		}
		to[g] = group
		left--
	}
	merged := make([]int, len(of))
	for person, g := range of {
		merged[person] = to[g]
	}
	return merged
}

// cases draws values, and a property.
func (p *jumpPeople) cases(ctx context.Context, population string, rng *rand.Rand, values int, skewed bool) ([]jumpCase, error) {
	property := jumpProperties[rng.IntN(len(jumpProperties))]
	table, err := p.draw(ctx, rng, values, skewed, property, 60)
	if err != nil {
		return nil, err
	}
	var all []jumpCase
	for _, a := range jumpAlgorithms(rng, len(p.groups), property) {
		all = append(all, jumpCase{population, table, a})
	}
	return all, nil
}

// draw draws values until they satisfy the property in the last generalization, and in no
// other, or so many times.
func (p *jumpPeople) draw(ctx context.Context, rng *rand.Rand, values int, skewed bool, property beliefs.Property, times int) (*jump.Table, error) {
	weights := make([]float64, values)
	sum := 0.0
	for v := range weights {
		weights[v] = 1
		if skewed {
			weights[v] = 1 / float64(v+1)
		}
		sum += weights[v]
	}
	people := len(p.groups[0])
	for {
		p.values = p.values[:0]
		for range people {
			x, v := rng.Float64()*sum, 0
			for x -= weights[0]; x > 0 && v < values-1; x -= weights[v] {
				v++
			}
			p.values = append(p.values, v)
		}
		table, err := p.build()
		if err != nil {
			return nil, err
		}
		got, err := table.Publish(ctx, &jump.Algorithm{Strategy: jump.Naive, Property: property}, &jump.Options{})
		if times--; err != nil || times <= 0 || got.Released == len(p.groups) {
			return table, err
		}
	}
}

// jumpOfRecursion has nested groups of 2 to 7, of two or three of these, and of two to four
// of those or everybody, and distances of 1: whether tables pass the second generalization
// on their way to the third is a recursion.
func jumpOfRecursion(ctx context.Context, l *lab) ([]jumpCase, error) {
	var all []jumpCase
	for _, people := range pick(l, []int{10, 15, 20, 25, 30, 40, 60, 100, 200, 300, 600, 1500, 3000}, []int{15}) {
		for k := range pick(l, 10, 2) {
			rng := rand.New(rand.NewPCG(uint64(people), uint64(k)+1000))
			values, size := 3+rng.IntN(6), 2+rng.IntN(6)
			second := size * (2 + rng.IntN(2))
			third := second * (2 + rng.IntN(3))
			in := &jumpPeople{groups: make([][]int, 3)}
			whole := rng.IntN(2) == 0
			for person := range people {
				for j, width := range []int{size, second, third} {
					group := person / width
					if j == 2 && whole {
						group = 0
					}
					in.groups[j] = append(in.groups[j], group)
				}
			}
			for _, property := range []beliefs.Property{jumpShare(1, 2), jumpShare(1, 3), jumpShare(2, 3), beliefs.Distinct{Values: 3}} {
				table, err := in.draw(ctx, rng, values, false, property, 300)
				if err != nil {
					return nil, err
				}
				all = append(all, jumpCase{"random, for recursion", table, &jump.Algorithm{Strategy: jump.Jump, Jump: []int64{1, 1, 1}, Property: property}})
			}
		}
	}
	return all, nil
}
