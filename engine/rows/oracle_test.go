package rows

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/tests/trials"
)

// tiny is a table written out: each row has a person, a group and a value; value 0 is the one
// that is asked about.
type tiny struct {
	persons, groups, values []int
	people                  int
}

// worlds are all different ways to hand the values of each group to its rows. Each stands for
// as many bijections.
func (t *tiny) worlds() [][]int {
	all := [][]int{make([]int, len(t.values))}
	for g := range slices.Max(t.groups) + 1 {
		left := map[int]int{}
		for row, v := range t.values {
			if t.groups[row] == g {
				left[v]++
			}
		}
		for row := range t.values {
			if t.groups[row] != g {
				continue
			}
			var next [][]int
			for _, world := range all {
				used := map[int]int{}
				for earlier := range row {
					if t.groups[earlier] == g {
						used[world[earlier]]++
					}
				}
				for v := range 4 {
					if used[v] < left[v] {
						with := slices.Clone(world)
						with[row] = v
						next = append(next, with)
					}
				}
			}
			all = next
		}
	}
	return all
}

// event is a set of worlds.
type event []uint64

func (e event) and(f event) event {
	both := make(event, len(e))
	for i := range e {
		both[i] = e[i] & f[i]
	}
	return both
}

func (e event) size() int64 {
	n := 0
	for _, word := range e {
		n += bits.OnesCount64(word)
	}
	return int64(n)
}

// box is the breach probability of value 0 at each point up to a largest one, by enumeration
// of the definition: every target, everything that an adversary could know.
func (t *tiny) box(most knowledge.Point) map[knowledge.Point]*big.Rat {
	worlds := t.worlds()
	eventOf := func(holds func(world []int) bool) event {
		e := make(event, (len(worlds)+63)/64)
		for i, world := range worlds {
			if holds(world) {
				e[i/64] |= 1 << (i % 64)
			}
		}
		return e
	}
	has := func(person, value int) func([]int) bool {
		return func(world []int) bool {
			for row, v := range world {
				if t.persons[row] == person && v == value {
					return true
				}
			}
			return false
		}
	}
	box := map[knowledge.Point]*big.Rat{}
	for l := range most.L + 1 {
		for k := range most.K + 1 {
			for m := range most.M + 1 {
				box[knowledge.Point{L: l, K: k, M: m}] = new(big.Rat)
			}
		}
	}
	for target := range t.people {
		targetHas := has(target, 0)
		is := eventOf(targetHas)
		var lacks [4]event
		for v := 1; v < 4; v++ {
			lacks[v] = eventOf(func(world []int) bool { return !has(target, v)(world) })
		}
		others := make([]event, t.people)
		for other := range t.people {
			others[other] = eventOf(func(world []int) bool { return !has(other, 0)(world) || targetHas(world) })
		}
		row := make([][4]event, len(t.values))
		for i := range row {
			for v := range 4 {
				row[i][v] = eventOf(func(world []int) bool { return world[i] == v })
			}
		}
		isRelative := make([]bool, t.people)
		var know func(e event, p knowledge.Point, stage, from int)
		know = func(e event, p knowledge.Point, stage, from int) {
			possible := e.size()
			if possible == 0 {
				return
			}
			if pr := big.NewRat(e.and(is).size(), possible); pr.Cmp(box[p]) > 0 {
				box[p] = pr
			}
			if stage == 0 {
				for v := max(from, 1); v < 4 && p.L < most.L; v++ {
					know(e.and(lacks[v]), knowledge.Point{L: p.L + 1, K: p.K, M: p.M}, 0, v+1)
				}
				from = 0
			}
			if stage <= 1 {
				for other := from; other < t.people && p.M < most.M; other++ {
					if other != target {
						isRelative[other] = true
						know(e.and(others[other]), knowledge.Point{L: p.L, K: p.K, M: p.M + 1}, 1, other+1)
						isRelative[other] = false
					}
				}
				from = 0
			}
			for i := from; i < len(row) && p.K < most.K; i++ {
				if t.persons[i] == target || isRelative[t.persons[i]] {
					continue
				}
				for v := range 4 {
					know(e.and(row[i][v]), knowledge.Point{L: p.L, K: p.K + 1, M: p.M}, 2, i+1)
				}
			}
		}
		know(eventOf(func([]int) bool { return true }), knowledge.Point{}, 0, 0)
	}
	// An adversary at a point may know less.
	for l := range most.L + 1 {
		for k := range most.K + 1 {
			for m := range most.M + 1 {
				p := knowledge.Point{L: l, K: k, M: m}
				for q, pr := range box {
					if p.Dominates(q) && pr.Cmp(box[p]) > 0 {
						box[p] = pr
					}
				}
			}
		}
	}
	return box
}

// release counts a tiny table.
func (t *tiny) release(tb testing.TB) *Release {
	tb.Helper()
	table := &partition.Table{Values: []partition.Value{{Text: "0"}, {Text: "1"}, {Text: "2"}, {Text: "3"}}}
	for g := range slices.Max(t.groups) + 1 {
		n := make([]int64, 4)
		group := partition.Group{Histogram: fmt.Sprint(g)}
		for row, v := range t.values {
			if t.groups[row] == g {
				n[v]++
				group.People++
			}
		}
		for v, c := range n {
			if c > 0 {
				group.Counts = append(group.Counts, partition.Count{Value: int32(v), N: c})
			}
		}
		partition.SortCounts(group.Counts)
		table.Groups = append(table.Groups, group)
		table.People += group.People
	}
	var profiles []Profile
	for person := range t.people {
		var parts []Part
		for g := range table.Groups {
			rows := int64(0)
			for row := range t.values {
				if t.persons[row] == person && t.groups[row] == g {
					rows++
				}
			}
			if rows > 0 {
				parts = append(parts, Part{int32(g), rows})
			}
		}
		at := slices.IndexFunc(profiles, func(p Profile) bool { return slices.Equal(p.Parts, parts) })
		if at < 0 {
			at = len(profiles)
			profiles = append(profiles, Profile{Parts: parts})
		}
		profiles[at].People++
	}
	r, err := NewRelease(table, profiles)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// draw returns a tiny table in which everybody has a row.
func draw(rng *rand.Rand) *tiny {
	n := 2 + rng.IntN(7)
	t := &tiny{people: 1 + rng.IntN(min(n, 5))}
	groups := 1 + rng.IntN(min(n, 3))
	kinds := 1 + rng.IntN(4)
	for i := range n {
		person, group := rng.IntN(t.people), rng.IntN(groups)
		if i < t.people {
			person = i
		}
		if i < groups {
			group = i
		}
		t.persons, t.groups, t.values = append(t.persons, person), append(t.groups, group), append(t.values, rng.IntN(kinds))
	}
	rng.Shuffle(n, func(i, j int) { t.groups[i], t.groups[j] = t.groups[j], t.groups[i] })
	return t
}

// TestCheckByDefinition enumerates all assignments and all knowledge of tiny tables.
func TestCheckByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(2027, 9))
	for range trials.Number(400, 6000) {
		table := draw(rng)
		most := knowledge.Point{L: 2, K: 2, M: 2}
		if rng.IntN(4) == 0 {
			most = knowledge.Point{L: 3, K: 3, M: 1}
		}
		box := table.box(most)
		r := table.release(t)
		for p, want := range box {
			for _, c := range around(want) {
				compare(t, r, p, c, want, table)
			}
		}
	}
}

// around are the probability itself, where safety turns, and what is next to it.
func around(p *big.Rat) []*big.Rat {
	near := big.NewRat(1, 1<<60)
	var out []*big.Rat
	for _, c := range []*big.Rat{p, new(big.Rat).Add(p, near), new(big.Rat).Sub(p, near)} {
		if c.Sign() > 0 && c.Cmp(big.NewRat(1, 1)) <= 0 {
			out = append(out, c)
		}
	}
	return out
}

func compare(t *testing.T, r *Release, p knowledge.Point, c, want *big.Rat, table any) {
	t.Helper()
	threshold, err := breach.NewThresholdRat(c)
	if err != nil {
		t.Fatal(err)
	}
	found, err := r.Check(context.Background(), 0, []breach.Requirement{{Point: p, C: threshold}})
	if err != nil {
		t.Fatal(err)
	}
	got := found[0]
	float, _ := want.Float64()
	if got.Breach != float || got.Safe != (want.Cmp(c) < 0) || got.Certain != (want.Cmp(big.NewRat(1, 1)) == 0) || (got.Witness == nil) != (want.Sign() == 0) {
		t.Fatalf("at %+v below %v: %+v, want %v = %v\n%+v", p, c, got, float, want, table)
	}
}
