package refusal_test

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/cells"
	"skyline/engine/mondrian"
	"skyline/engine/partition"
	"skyline/engine/refusal"
	"skyline/tests/trials"
	"skyline/tests/worlds"
)

// instance is a small table without its sensitive values: columns[d][person].
type instance struct {
	columns [][]int
	values  int
	rules   []rule
	// c is what no posterior may reach, nil for nothing.
	c *big.Rat
}

func randomInstance(rng *rand.Rand, people int) *instance {
	in := &instance{columns: make([][]int, 1+rng.IntN(2)), values: 2 + rng.IntN(2), rules: randomRules(rng)}
	for d := range in.columns {
		in.columns[d] = make([]int, people)
		most := []int{1, 2, 4, 8}[rng.IntN(4)] // so that widths are exact in float64
		for person := range people {
			in.columns[d][person] = rng.IntN(most + 1)
		}
		in.columns[d][0], in.columns[d][1] = 0, most
	}
	if rng.IntN(2) == 0 {
		in.c = []*big.Rat{big.NewRat(1, 2), big.NewRat(2, 3), big.NewRat(3, 4), big.NewRat(9, 10)}[rng.IntN(4)]
		in.rules = append(in.rules, below(in.c))
	}
	return in
}

// oracle returns the algorithm as its definition has it: by the rule with c, a candidate is
// tried where nobody's posterior given the histogram and the refusal reaches c.
func (in *instance) oracle() *worlds.Mondrian {
	m := &worlds.Mondrian{Values: in.values, Safe: func(counts, whole []int) bool { return hold(in.rules, counts, whole) }}
	if in.c == nil {
		return m
	}
	type question struct {
		part   *worlds.Cuts
		counts string
	}
	known := map[question]bool{}
	m.Tried = func(parts []*worlds.Cuts, counts, whole []int) bool {
		q := question{parts[0], text(counts) + text(whole)}
		tried, ok := known[q]
		if !ok {
			tried = true
			for _, part := range believed(in.rules, []int{len(parts[0].People), len(parts[1].People)}, counts, whole) {
				tried = tried && !slices.ContainsFunc(part, func(p *big.Rat) bool { return p.Cmp(in.c) >= 0 })
			}
			known[q] = tried
		}
		return tried
	}
	return m
}

func text(counts []int) string {
	var b []byte
	for _, n := range counts {
		b = append(b, byte(n), ' ')
	}
	return string(b)
}

// release runs the algorithm on a table: it returns the release, and the group of each person.
func (in *instance) release(t *testing.T, table []int, counter **refusal.Counter) (r *mondrian.Release, of []int64) {
	t.Helper()
	var b cells.Builder
	columns, all := make([]mondrian.Column, len(in.columns)), make([]int, len(in.columns))
	var codes []int64
	occurring := make([][]int, len(in.columns))
	for d, column := range in.columns {
		occurring[d] = slices.Compact(slices.Sorted(slices.Values(column)))
		columns[d].Size, all[d] = len(occurring[d]), len(occurring[d])
		for _, number := range occurring[d] {
			columns[d].Numbers = append(columns[d].Numbers, float64(number))
		}
	}
	for person, v := range table {
		begin := len(codes)
		for d, column := range in.columns {
			codes = append(codes, int64(slices.Index(occurring[d], column[person])))
		}
		if err := b.Add(codes[begin:], string([]byte{2, byte('a' + v), 1})); err != nil {
			t.Fatal(err)
		}
	}
	counted, err := b.Cells(all)
	if err != nil {
		t.Fatal(err)
	}
	prepared, err := mondrian.NewCells(counted, columns)
	if err != nil {
		t.Fatal(err)
	}
	requirements, _, _ := requirementsOf(in.rules)
	if *counter, err = refusal.New(requirements, counted.Whole()); err != nil {
		t.Fatal(err)
	}
	var tries mondrian.Tries
	if in.c != nil {
		tries = func(ctx context.Context, group *partition.Group, parts []int64) (bool, error) {
			return (*counter).Below(ctx, group, parts, in.c, limit)
		}
	}
	r, err = mondrian.PartitionPublic(t.Context(), prepared, mondrian.Options{Strategy: mondrian.Median, Requirements: requirements}, tries)
	if errors.Is(err, mondrian.ErrUnsafe) {
		return nil, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	of = make([]int64, len(table))
	r.Tree.Places(codes, of)
	return r, of
}

// TestAlgorithm runs the algorithm on all tables of some people, and asks of each thing that is
// released in how many of the tables that lead to it each person has each value. These are the
// posteriors, and with the rule none reaches c. Where nothing is released, nobody's values are
// told: whether that happens follows from how often each value occurs.
func TestAlgorithm(t *testing.T) {
	released, told, reached, naive := 0, 0, 0, 0
	for seed := range trials.Seeds(t, 60, 1500) {
		rng := rand.New(rand.NewPCG(seed, 5))
		in := randomInstance(rng, 4+rng.IntN(trials.Number(3, 4)))
		_, names, floor := requirementsOf(in.rules)
		cuts := worlds.MedianCuts(in.columns, floor)
		m := in.oracle()
		for _, published := range m.Publish(cuts) {
			table := published.Tables[rng.IntN(len(published.Tables))]
			var counter *refusal.Counter
			release, of := in.release(t, table, &counter)
			if published.Groups == nil {
				if release != nil {
					t.Fatalf("seed %d: %v: something is released", seed, names)
				}
				tellsNothing(t, seed, published.Tables)
				continue
			}
			released++
			if release == nil || release.Len() != len(published.Groups) {
				t.Fatalf("seed %d: %v, table %v: release %v, want %d groups", seed, names, table, release, len(published.Groups))
			}
			want := worlds.Shares(published.Tables, in.values)
			for _, g := range published.Groups {
				number := of[g.People[0]]
				group := release.Group(int(number))
				if group.People != int64(len(g.People)) || slices.ContainsFunc(g.People, func(person int) bool { return of[person] != number }) {
					t.Fatalf("seed %d: %v, table %v: people %v are in groups %v", seed, names, table, g.People, of)
				}
				parts, candidate := []*worlds.Cuts{g}, m.Candidate(g, table, m.Counts(cuts.People, table))
				posterior := [][]*big.Rat{nil}
				for _, count := range group.Counts {
					posterior[0] = append(posterior[0], big.NewRat(count.N, group.People))
				}
				if refused := release.Refused(int(number)); refused != nil {
					var err error
					parts = candidate
					if posterior, err = counter.Posterior(t.Context(), group, refused.Parts, limit); err != nil {
						t.Fatalf("seed %d: %v: %v", seed, names, err)
					}
				} else if candidate != nil {
					t.Fatalf("seed %d: %v: no candidate was refused, want one of %v", seed, names, g.People)
				}
				for j, part := range parts {
					for _, person := range part.People {
						for i, count := range group.Counts {
							value := valueOf(table, count.Value)
							p := want[person][value]
							if posterior[j][i].Cmp(p) != 0 {
								t.Fatalf("seed %d: %v, table %v: P(person %d, value %d) = %v, want %v", seed, names, table, person, value, posterior[j][i], p)
							}
							if p.Cmp(big.NewRat(count.N, group.People)) != 0 {
								told++
							}
							if in.c == nil && p.Cmp(big.NewRat(1, 1)) == 0 && count.N < group.People {
								naive++
							}
							if in.c != nil && p.Cmp(in.c) >= 0 {
								reached++
							}
						}
					}
				}
			}
		}
	}
	if reached > 0 {
		t.Errorf("%d posteriors reach what none may", reached)
	}
	if released < 1000 || told < released/20 || naive == 0 {
		t.Errorf("of %d releases %d posteriors are not shares, and %d are certain: too few", released, told, naive)
	}
	t.Logf("%d releases; %d posteriors are not shares, %d are certain though the share is not", released, told, naive)
}

// valueOf returns the value with a number among those of the table.
func valueOf(table []int, number int32) int {
	return slices.Compact(slices.Sorted(slices.Values(table)))[number]
}

// tellsNothing checks that with each table of which nothing is released there are all that have
// the same values as often: who has which is not told.
func tellsNothing(t *testing.T, seed uint64, tables [][]int) {
	t.Helper()
	alike := map[string]int{}
	for _, table := range tables {
		alike[text(slices.Sorted(slices.Values(table)))]++
	}
	for values, n := range alike {
		var table []int
		for i := 0; i < len(values); i += 2 {
			table = append(table, int(values[i]))
		}
		if all := len(worlds.Arrangements(table)); n != all {
			t.Fatalf("seed %d: nothing is released of %d of the %d tables with values %v", seed, n, all, table)
		}
	}
}
