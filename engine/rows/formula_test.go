package rows

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/tests/trials"
)

// chanceOfNone is C(n−c, r)/C(n, r), 0 where r rows cannot all be spared.
func chanceOfNone(n, c, r int64) float64 {
	p := 1.0
	for i := range r {
		p *= float64(max(n-c-i, 0)) / float64(n-i)
	}
	return p
}

// byFormula is the largest breach probability by the definition's formulas, over all targets,
// values ruled out, relatives, and ways to spread the known rows.
func byFormula(r *Release, p knowledge.Point) float64 {
	groups := r.table.Groups
	counts := make([][]int64, len(groups))
	for g := range groups {
		counts[g] = make([]int64, len(r.table.Values))
		for _, c := range groups[g].Counts {
			counts[g][c.Value] = c.N
		}
	}
	best := 0.0
	at := func(rows, relatives, ruledOut, known []int64) {
		none, spared, family := 1.0, 1.0, 1.0 // none of the values ruled out; nor of the value itself
		for g := range groups {
			n, c := groups[g].People-known[g], counts[g][0]
			left := groups[g].People - ruledOut[g] - c - known[g]
			if known[g] > 0 && (left < 0 || known[g] > groups[g].People-rows[g]-relatives[g]) {
				return // no such rows
			}
			none *= chanceOfNone(n, ruledOut[g], rows[g])
			spared *= chanceOfNone(n, ruledOut[g]+c, rows[g])
			family *= chanceOfNone(n-rows[g], c, relatives[g])
		}
		if none > spared {
			best = max(best, 1/(1+spared*family/(none-spared)))
		}
	}
	var people []*Profile
	for i := range r.profiles {
		for range r.profiles[i].People {
			people = append(people, &r.profiles[i])
		}
	}
	for target, person := range people {
		rows, relatives, ruledOut, known := make([]int64, len(groups)), make([]int64, len(groups)), make([]int64, len(groups)), make([]int64, len(groups))
		for _, part := range person.Parts {
			rows[part.Group] = part.Rows
		}
		var spread func(g int, k int64)
		spread = func(g int, k int64) {
			if g == len(groups) {
				at(rows, relatives, ruledOut, known)
				return
			}
			for n := range k + 1 {
				known[g] = n
				spread(g+1, k-n)
			}
			known[g] = 0
		}
		var relate func(from int, m int64)
		relate = func(from int, m int64) {
			spread(0, p.K)
			for i := from; i < len(people) && m > 0; i++ {
				if i == target {
					continue
				}
				for _, part := range people[i].Parts {
					relatives[part.Group] += part.Rows
				}
				relate(i+1, m-1)
				for _, part := range people[i].Parts {
					relatives[part.Group] -= part.Rows
				}
			}
		}
		var rule func(from int, l int64)
		rule = func(from int, l int64) {
			relate(0, p.M)
			for v := from; v < len(r.table.Values) && l > 0; v++ {
				for g := range groups {
					ruledOut[g] += counts[g][v]
				}
				rule(v+1, l-1)
				for g := range groups {
					ruledOut[g] -= counts[g][v]
				}
			}
		}
		rule(1, p.L)
	}
	return best
}

// TestSearches compares the searches with all choices, on tables in which there is something
// to choose.
func TestSearches(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 7))
	c, _ := breach.NewThreshold(1)
	for range trials.Number(600, 6000) {
		r := medium(t, rng)
		for _, p := range []knowledge.Point{{L: 2}, {K: 2}, {M: 2}, {L: 1, K: 1, M: 1}, {K: 2, M: 2}, {L: 3, K: 1}} {
			want := byFormula(r, p)
			found, err := r.Check(context.Background(), 0, []breach.Requirement{{Point: p, C: c}})
			if err != nil {
				t.Fatal(err)
			}
			if got := found[0]; math.Abs(got.Breach-want) > 1e-12 {
				t.Fatalf("at %+v: %v, want %v\n%+v\n%+v", p, got.Breach, want, r.table.Groups, r.profiles)
			}
			if w := found[0].Witness; w != nil {
				checkWitness(t, w, found[0].Breach, p)
			}
		}
	}
}

// checkWitness computes the breach probability from the numbers of a witness.
func checkWitness(t *testing.T, w *Witness, want float64, p knowledge.Point) {
	t.Helper()
	none, spared, family, known, relatives := 1.0, 1.0, 1.0, int64(0), int64(0)
	for _, at := range w.Places {
		n := at.Rows - at.Known
		none *= chanceOfNone(n, at.RuledOut, at.Target)
		spared *= chanceOfNone(n, at.RuledOut+at.Having, at.Target)
		family *= chanceOfNone(n-at.Target, at.Having, at.Relatives)
		known += at.Known
	}
	for _, rel := range w.Relatives {
		relatives += rel.People
	}
	ratio := spared * family / (none - spared)
	if got := 1 / (1 + ratio); want < 1 && math.Abs(got-want) > 1e-12 || math.Abs(1/(1+w.NegatedRatio)-want) > 1e-9 {
		t.Fatalf("witness of %v at %+v comes to %v: %+v", want, p, got, w)
	}
	if int64(len(w.RuledOut)) > p.L || known > p.K || relatives > p.M {
		t.Fatalf("witness knows more than %+v: %+v", p, w)
	}
}

// medium returns a table of some dozen rows, of people with a few rows each.
func medium(t *testing.T, rng *rand.Rand) *Release {
	t.Helper()
	table := &partition.Table{}
	values, groups := 2+rng.IntN(4), 1+rng.IntN(3)
	for v := range values {
		table.Values = append(table.Values, partition.Value{Text: fmt.Sprint(v)})
	}
	profiles := make([]Profile, 0, 13)
	left := make([]int64, groups)
	for range 5 + rng.IntN(6) {
		p := Profile{People: 1}
		for g := range groups {
			if n := rng.Int64N(5) - 1; n > 0 {
				p.Parts = append(p.Parts, Part{int32(g), n})
				left[g] += n
			}
		}
		if len(p.Parts) > 0 {
			profiles = append(profiles, p)
		}
	}
	for g := range groups {
		if left[g] == 0 {
			profiles = append(profiles, Profile{[]Part{{int32(g), 1}}, 1})
			left[g] = 1
		}
		n := make([]int64, values)
		for range left[g] {
			n[max(rng.IntN(values), rng.IntN(values))]++
		}
		group := partition.Group{Histogram: fmt.Sprint(g), People: left[g]}
		for v, c := range n {
			if c > 0 {
				group.Counts = append(group.Counts, partition.Count{Value: int32(v), N: c})
			}
		}
		partition.SortCounts(group.Counts)
		table.Groups = append(table.Groups, group)
		table.People += group.People
	}
	r, err := NewRelease(table, profiles)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestKnownElsewhere has its worst case where the known row is beside the relative: among 40
// rows one more changes little, among the relative's six it does.
func TestKnownElsewhere(t *testing.T) {
	table := &partition.Table{Values: make([]partition.Value, 2), People: 46, Groups: []partition.Group{
		{Histogram: "0", People: 40, Counts: []partition.Count{{Value: 0, N: 20}, {Value: 1, N: 20}}},
		{Histogram: "1", People: 6, Counts: []partition.Count{{Value: 1, N: 5}, {Value: 0, N: 1}}},
	}}
	r, err := NewRelease(table, []Profile{{[]Part{{0, 1}}, 38}, {[]Part{{0, 2}}, 1}, {[]Part{{1, 1}}, 3}, {[]Part{{1, 3}}, 1}})
	if err != nil {
		t.Fatal(err)
	}
	c, _ := breach.NewThreshold(1)
	p := knowledge.Point{K: 1, M: 1}
	found, err := r.Check(context.Background(), 0, []breach.Requirement{{Point: p, C: c}})
	if err != nil {
		t.Fatal(err)
	}
	if want := byFormula(r, p); math.Abs(found[0].Breach-want) > 1e-12 {
		t.Errorf("breach = %v, want %v", found[0].Breach, want)
	}
	w := found[0].Witness
	checkWitness(t, w, found[0].Breach, p)
	if len(w.Places) != 2 || w.Places[0].Target != 2 || w.Places[1].Relatives != 3 || w.Places[1].Known != 1 {
		t.Errorf("witness = %+v, want the target's two rows in the first group, and the relative's three and the known one in the second", w)
	}
}
