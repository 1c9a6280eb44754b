package releases_test

import (
	"cmp"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/releases"
)

// cycle returns a table of two releases whose groups form a cycle of so many cells, of so many people each.
func cycle(r *rand.Rand, cells, people, values int) *releases.Table {
	t := &releases.Table{Releases: 2, Values: values}
	for j := range cells {
		groups := []int32{int32(j / 2), int32((j + 1) / 2 % (cells / 2))}
		t.Cells = append(t.Cells, releases.Cell{Groups: groups, Counts: counts(r, people, values)})
	}
	return t
}

// ladder returns a table of two releases whose groups are the knots of a ladder with so many rungs: each cell is a side of
// a square.
func ladder(r *rand.Rand, rungs, people, values int) *releases.Table {
	t := &releases.Table{Releases: 2, Values: values}
	join := func(a, b int) { // knots, of which those next to each other are in different releases
		if (a/2+a)%2 == 1 {
			a, b = b, a
		}
		t.Cells = append(t.Cells, releases.Cell{Groups: []int32{int32(a), int32(b)}, Counts: counts(r, people, values)})
	}
	for i := range rungs {
		join(2*i, 2*i+1)
		if i > 0 {
			join(2*i-2, 2*i)
			join(2*i-1, 2*i+1)
		}
	}
	return t
}

// counts returns how many of people have each value: the first values are more frequent.
func counts(r *rand.Rand, people, values int) []releases.Count {
	all := make([]int64, values)
	for range people {
		all[min(r.IntN(values), r.IntN(values))]++
	}
	var counts []releases.Count
	for value, n := range all {
		if n > 0 {
			counts = append(counts, releases.Count{Value: int32(value), People: n})
		}
	}
	return counts
}

// plane returns people at random places of a plane in two releases, that cut it at medians into groups of at least so many:
// one begins with one coordinate and one with the other, and every cut of the second is moved by a share of its people.
func plane(r *rand.Rand, people, least, values int, moved float64) *releases.Table {
	type person struct {
		at     [2]float64
		groups [2]int32
		value  int32
	}
	all := make([]*person, people)
	for i := range all {
		all[i] = &person{at: [2]float64{r.Float64(), r.Float64()}, value: int32(min(r.IntN(values), r.IntN(values)))}
	}
	for release := range 2 {
		next := int32(0)
		var cut func(part []*person, along int)
		cut = func(part []*person, along int) {
			if len(part) < 2*least+2 {
				for _, p := range part {
					p.groups[release] = next
				}
				next++
				return
			}
			slices.SortFunc(part, func(a, b *person) int { return cmp.Compare(a.at[along], b.at[along]) })
			middle := len(part) / 2
			if release == 1 {
				middle = max(least, min(len(part)-least, middle+int(moved*float64(len(part)))))
			}
			cut(part[:middle], 1-along)
			cut(part[middle:], 1-along)
		}
		cut(slices.Clone(all), 0)
	}
	number := map[[2]int32]int{}
	t := &releases.Table{Releases: 2, Values: values}
	var has []map[int32]int64
	for _, p := range all {
		cell, ok := number[p.groups]
		if !ok {
			cell = len(has)
			number[p.groups] = cell
			has = append(has, map[int32]int64{})
			t.Cells = append(t.Cells, releases.Cell{Groups: p.groups[:]})
		}
		has[cell][p.value]++
	}
	for cell, of := range has {
		for value, n := range of {
			t.Cells[cell].Counts = append(t.Cells[cell].Counts, releases.Count{Value: value, People: n})
		}
		slices.SortFunc(t.Cells[cell].Counts, func(a, b releases.Count) int { return cmp.Compare(a.Value, b.Value) })
	}
	return t
}

var instances = []struct {
	name  string
	table func(r *rand.Rand) *releases.Table
}{
	{"cycle/cells=4", func(r *rand.Rand) *releases.Table { return cycle(r, 4, 10, 14) }},
	{"cycle/cells=16", func(r *rand.Rand) *releases.Table { return cycle(r, 16, 10, 14) }},
	{"cycle/cells=64", func(r *rand.Rand) *releases.Table { return cycle(r, 64, 10, 14) }},
	{"cycle/cells=256", func(r *rand.Rand) *releases.Table { return cycle(r, 256, 10, 14) }},
	{"cycle/values=2", func(r *rand.Rand) *releases.Table { return cycle(r, 16, 10, 2) }},
	{"cycle/values=50", func(r *rand.Rand) *releases.Table { return cycle(r, 16, 10, 50) }},
	{"cycle/people=100", func(r *rand.Rand) *releases.Table { return cycle(r, 8, 100, 14) }},
	{"ladder/rungs=3", func(r *rand.Rand) *releases.Table { return ladder(r, 3, 5, 5) }},
	{"ladder/rungs=30", func(r *rand.Rand) *releases.Table { return ladder(r, 30, 4, 2) }},
	{"plane/moved=0", func(r *rand.Rand) *releases.Table { return plane(r, 50_000, 10, 14, 0) }},
	{"plane/moved=0.02", func(r *rand.Rand) *releases.Table { return plane(r, 50_000, 10, 14, 0.02) }},
	{"plane/moved=0.1", func(r *rand.Rand) *releases.Table { return plane(r, 50_000, 10, 14, 0.1) }},
}

// BenchmarkCheck reports besides of which share of the people everything is known exactly.
func BenchmarkCheck(b *testing.B) {
	for _, i := range instances {
		t := i.table(rand.New(rand.NewPCG(24, 5)))
		for _, limit := range []float64{0, 1e9} {
			b.Run(fmt.Sprintf("%s/limit=%.0e", i.name, limit), func(b *testing.B) {
				b.ReportAllocs()
				exact, people := int64(0), int64(0)
				for b.Loop() {
					verdicts, err := releases.Check(b.Context(), t, big.NewRat(1, 2), limit)
					if err != nil {
						b.Fatal(err)
					}
					exact, people = 0, 0
					for _, v := range verdicts {
						exact += v.Exact
					}
					for _, c := range t.Cells {
						for _, n := range c.Counts {
							people += n.People
						}
					}
				}
				b.ReportMetric(float64(exact)/float64(people)/float64(t.Values), "exact")
			})
		}
	}
}
