package breach

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/internal/bruteforce"
	"skyline/engine/knowledge"
	"skyline/tests/trials"

	"github.com/google/go-cmp/cmp"
)

// pairs says who is related to whom, by the numbers of people in the order of the groups.
type pairs map[[2]int]bool

// some returns random pairs of people.
func some(rng *rand.Rand, people int) pairs {
	related, share := pairs{}, rng.Float64()*rng.Float64()
	for a := range people {
		for b := range a {
			if rng.Float64() < share {
				related[[2]int{a, b}], related[[2]int{b, a}] = true, true
			}
		}
	}
	return related
}

// star returns the pairs of somebody of the first group with one person of each other group.
func star(groups []bruteforce.Group) pairs {
	related, first := pairs{}, groups[0].People
	for _, g := range groups[1:] {
		related[[2]int{0, first}], related[[2]int{first, 0}] = true, true
		first += g.People
	}
	return related
}

// every returns all pairs of people.
func every(people int) pairs {
	related := pairs{}
	for a := range people {
		for b := range people {
			related[[2]int{a, b}] = a != b
		}
	}
	return related
}

// count returns the relatives of each person, by group.
func (related pairs) count(groups []bruteforce.Group) []Related {
	var groupOf []int
	for i, g := range groups {
		for range g.People {
			groupOf = append(groupOf, i)
		}
	}
	all := make([]Related, len(groupOf))
	for t := range all {
		of := make([]int64, len(groups))
		for v := range groupOf {
			if related[[2]int{t, v}] {
				of[groupOf[v]]++
			}
		}
		all[t] = Related{Target: groupOf[t], Own: of[groupOf[t]]}
		for g, n := range of {
			if g != groupOf[t] && n > 0 {
				all[t].Others = append(all[t].Others, Relatives{g, n})
			}
		}
	}
	return all
}

func peopleOf(groups []bruteforce.Group) int {
	n := 0
	for _, g := range groups {
		n += g.People
	}
	return n
}

// checkRelated asks about a point at thresholds around the breach probability.
func checkRelated(t *testing.T, r *Release, value int32, p knowledge.Point, related []Related, want *big.Rat) {
	t.Helper()
	var requirements []Requirement
	all := thresholds(want)
	for _, c := range all {
		threshold, err := NewThresholdRat(c)
		if err != nil {
			t.Fatal(err)
		}
		requirements = append(requirements, Requirement{Point: p, C: threshold})
	}
	found, err := r.CheckRelated(t.Context(), value, requirements, related)
	if err != nil {
		t.Fatal(err)
	}
	breach, _ := want.Float64()
	for i, f := range found {
		if f.Breach != breach || f.Safe != (want.Cmp(all[i]) < 0) || f.Certain != (want.IsInt() && want.Sign() > 0) {
			t.Fatalf("at %+v below %v: %+v, want %v (%v): related %+v in %+v", p, all[i], f.Finding, want, r.constraint, related, r.table.Groups)
		}
		checkNumbers(t, r.table, r.constraint, value, p, &f.Finding)
		checkWhose(t, &f, related)
	}
}

// checkWhose makes sure that the family of a witness are relatives of the target.
func checkWhose(t *testing.T, f *RelatedFinding, related []Related) {
	t.Helper()
	w := f.Witness
	if f.Related < 0 {
		if len(w.Families) != 0 {
			t.Fatalf("a family of nobody: %+v", w)
		}
		return
	}
	of := related[f.Related]
	if of.Target != w.Target || len(f.Of) != len(w.Families) {
		t.Fatalf("%+v is not about %+v", w, of)
	}
	for i, family := range w.Families {
		whose := Relatives{of.Target, of.Own}
		if f.Of[i] >= 0 {
			whose = of.Others[f.Of[i]]
		}
		if family.Group != whose.Group || family.Relatives > whose.People {
			t.Fatalf("family %+v of %+v", family, of)
		}
	}
}

// TestRelatedByDefinition enumerates every reconstruction, every target and every grounding
// whose v are related to it, of small tables and random pairs.
func TestRelatedByDefinition(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(2009, 9))
	spread, between := 0, 0
	for done := 0; done < trials.Number(2500, 12000); {
		constraint := constraints[rng.IntN(3)]
		groups := randomGroups(rng, constraint, 1+rng.IntN(4), 2+rng.IntN(4), 2+rng.IntN(2))
		people := peopleOf(groups)
		if people > 8 {
			continue
		}
		related := some(rng, people)
		if rng.IntN(2) == 0 {
			related = star(groups)
		}
		top := knowledge.Point{L: int64(rng.IntN(3) * rng.IntN(2)), K: int64(rng.IntN(3)), M: 3}
		box, err := bruteforce.RelatedBreachProbabilities(groups, "v0", constraint, top, func(t, v int) bool { return related[[2]int{t, v}] })
		if errors.Is(err, bruteforce.ErrTooLarge) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		r, value := release(t, constraint, groups, "v0")
		if value < 0 {
			continue
		}
		done++
		counted := related.count(groups)
		for k := range top.K + 1 {
			for m := range top.M + 1 {
				p := knowledge.Point{L: top.L, K: k, M: m}
				checkRelated(t, r, value, p, counted, box.At(p))
			}
		}
		for k := range top.K + 1 {
			p := knowledge.Point{L: top.L, K: k, M: 2}
			found, err := r.CheckRelated(t.Context(), value, []Requirement{{Point: p, C: half(t)}}, counted)
			if err != nil {
				t.Fatal(err)
			}
			if f := found[0]; len(f.Of) > 1 && !f.Certain {
				spread++
			}
			alone := box.At(knowledge.Point{L: p.L, K: p.K})
			if plain := defined(r.table.Groups, value, constraint, p); box.At(p).Cmp(alone) > 0 && box.At(p).Cmp(plain) < 0 {
				between++
			}
		}
	}
	t.Logf("families in several groups: %d; between no relatives and any: %d", spread, between)
	if spread < 20 || between < 100 {
		t.Errorf("families in several groups: %d, between no relatives and any: %d are too few", spread, between)
	}
}

// leastByFormula tries all ways to take at most m of a target's relatives and to know of at most
// k others, those in several QI groups, too: the least negated ratio, by the formulas of
// Sect. 7.1.
func leastByFormula(r *Release, value int32, p knowledge.Point, of *Related) *big.Rat {
	groups := append([]Relatives{{of.Target, of.Own}}, of.Others...)
	target := &r.table.Groups[of.Target]
	var ruledOut []int64
	for _, c := range target.Counts { // the most frequent first
		if c.Value != value && int64(len(ruledOut)) < p.L {
			ruledOut = append(ruledOut, c.N)
		}
	}
	var least *big.Rat
	var next func(i int, k, m int64, ratio *big.Rat)
	next = func(i int, k, m int64, ratio *big.Rat) {
		if i == len(groups) {
			if least == nil || ratio.Cmp(least) < 0 {
				least = ratio
			}
			return
		}
		g := &r.table.Groups[groups[i].Group]
		for known := range k + 1 {
			for h := range min(m, groups[i].People) + 1 {
				product := new(big.Rat).Set(ratio)
				family := Family{Relatives: h, People: g.People, Having: g.Of(value), Known: known}
				if i == 0 {
					product.Mul(product, oddsByHand(r.constraint, &Witness{People: g.People, Having: g.Of(value), TargetKnown: known, RuledOutHaving: ruledOut}))
					family.Known++
				}
				if h > 0 && family.Having > 0 {
					product.Mul(product, chanceByHand(r.constraint, &family))
				}
				next(i+1, k-known, m-h, product)
			}
		}
	}
	next(0, p.K, p.M, big.NewRat(1, 1))
	return least
}

// TestRelatedByFormula: what is found group by group is the least of all distributions, for
// groups too large to enumerate their tables.
func TestRelatedByFormula(t *testing.T) {
	apart := 0
	for seed := range uint64(trials.Number(1500, 15000)) {
		rng := rand.New(rand.NewPCG(seed, 43))
		constraint := constraints[rng.IntN(3)]
		groups := randomGroups(rng, constraint, 2+rng.IntN(3), 3+rng.IntN(40), 2+rng.IntN(6))
		r, value := release(t, constraint, groups, "v0")
		of := Related{Own: rng.Int64N(min(4, int64(groups[0].People)))}
		for i, g := range groups[1:] {
			of.Others = append(of.Others, Relatives{i + 1, rng.Int64N(min(4, int64(g.People)) + 1)})
		}
		if value < 0 || r.table.Groups[0].Of(value) == 0 {
			continue
		}
		p := knowledge.Point{L: int64(rng.IntN(3)), K: int64(rng.IntN(5)), M: int64(1 + rng.IntN(4))}
		want := leastByFormula(r, value, p, &of)
		// Others without relatives may be worse.
		alone := r.alone(value, p)
		if best, _ := want.Float64(); best > alone.value {
			continue
		}
		want.Add(want, big.NewRat(1, 1))
		checkRelated(t, r, value, p, []Related{of}, want.Inv(want))
		found, err := r.CheckRelated(t.Context(), value, []Requirement{{Point: p, C: half(t)}}, []Related{of})
		if err != nil {
			t.Fatal(err)
		}
		if w := found[0].Witness; w.Known >= 0 && w.Known != w.Target && !found[0].Certain {
			apart++
		}
	}
	t.Logf("others known apart from the target: %d", apart)
	if apart < 10 {
		t.Errorf("others known apart from the target: %d are too few", apart)
	}
}

// TestRelatedLaws: with all pairs it is Check, whatever the size; with none it is Check for
// m = 0; and with more pairs nobody is safer.
func TestRelatedLaws(t *testing.T) {
	for seed := range uint64(trials.Number(1500, 10000)) {
		rng := rand.New(rand.NewPCG(seed, 41))
		constraint := constraints[rng.IntN(3)]
		groups := randomGroups(rng, constraint, 1+rng.IntN(5), 12, 4)
		r, value := release(t, constraint, groups, "v0")
		if value < 0 {
			continue
		}
		q := Requirement{Point: knowledge.Point{L: int64(rng.IntN(3)), K: int64(rng.IntN(4)), M: int64(rng.IntN(6))}, C: half(t)}
		ask := func(related pairs) Finding {
			found, err := r.CheckRelated(t.Context(), value, []Requirement{q}, related.count(groups))
			if err != nil {
				t.Fatal(err)
			}
			return found[0].Finding
		}
		check := func(q Requirement) Finding {
			found, err := r.Check(t.Context(), value, []Requirement{q})
			if err != nil {
				t.Fatal(err)
			}
			return found[0]
		}
		none := q
		none.Point.M = 0
		people := peopleOf(groups)
		few := some(rng, people)
		more := some(rng, people)
		for pair, is := range few {
			more[pair] = more[pair] || is
		}
		least, less, larger, most := ask(nil), ask(few), ask(more), ask(every(people))
		if diff := cmp.Diff(check(none), least); diff != "" {
			t.Fatalf("seed %d: no pairs (-want +got):\n%s", seed, diff)
		}
		if want := check(q); most.Breach != want.Breach || most.Safe != want.Safe || most.Certain != want.Certain {
			t.Fatalf("seed %d: all pairs: %+v, want %+v", seed, most, want)
		}
		if least.Breach > less.Breach || less.Breach > larger.Breach || larger.Breach > most.Breach {
			t.Fatalf("seed %d: more pairs are safer: %v, %v, %v, %v", seed, least.Breach, less.Breach, larger.Breach, most.Breach)
		}
	}
}

// TestRelatedByHand: Table 1b of the paper, where outsiders know one couple, Ann of the first
// group and Tom of the second. For Tom T = 3/1 and V = 2/4, for Ann T = 2/2 and V = 3/4.
func TestRelatedByHand(t *testing.T) {
	groups := []bruteforce.Group{
		{People: 4, Counts: map[string]int{"AIDS": 2, "Flu": 2}},
		{People: 4, Counts: map[string]int{"AIDS": 1, "Cancer": 1, "Flu": 2}},
	}
	r, value := release(t, knowledge.SVPI, groups, "AIDS")
	tom := []Related{{Target: 1, Others: []Relatives{{0, 1}}}}
	ann := []Related{{Target: 0, Others: []Relatives{{1, 1}}}}
	p := knowledge.Point{M: 1}
	checkRelated(t, r, value, p, ann, big.NewRat(4, 7))
	// Nobody of the second group is as likely as 1/2, which is everybody's of the first.
	checkRelated(t, r, value, p, tom, big.NewRat(1, 2))
	checkRelated(t, r, value, knowledge.Point{M: 7}, append(tom, ann...), big.NewRat(4, 7))
	// Whoever of Tom's group has Dick as relative, too, has all with AIDS of the first group.
	checkRelated(t, r, value, knowledge.Point{M: 2}, []Related{{Target: 1, Others: []Relatives{{0, 2}}}}, big.NewRat(2, 3))
	checkRelated(t, r, value, knowledge.Point{M: 3}, []Related{{Target: 1, Others: []Relatives{{0, 3}}}}, big.NewRat(1, 1))
}

// TestTooManyRelatives: what is too much is refused, and what a bound tells is not.
func TestTooManyRelatives(t *testing.T) {
	trials.Long(t)
	var groups []bruteforce.Group
	for range 300 {
		groups = append(groups, bruteforce.Group{People: 1000, Counts: map[string]int{"v0": 1, "v1": 999}})
	}
	r, value := release(t, knowledge.SVPI, groups, "v0")
	wide := Related{Target: 0}
	for g := range 299 {
		wide.Others = append(wide.Others, Relatives{g + 1, 2})
	}
	for m, want := range map[int64]error{3: nil, 200: nil, 201: ErrTooManyRelatives, 250: ErrTooManyRelatives} {
		_, err := r.CheckRelated(t.Context(), value, []Requirement{{Point: knowledge.Point{M: m}, C: half(t)}}, []Related{wide})
		if !errors.Is(err, want) {
			t.Errorf("m = %d: %v, want %v", m, err, want)
		}
	}
}
