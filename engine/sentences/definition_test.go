package sentences

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/disclosure"
	"skyline/tests/trials"
	"skyline/tests/worlds"
)

// made is a problem, and all tables that agree with its release, one person after the other, group by
// group. The first people of the groups are named.
type made struct {
	*Problem
	space *worlds.Space
	named []int // among all people
}

// makeProblem makes a problem of groups, as how often each value occurs in them; nil if there are too many
// worlds.
func makeProblem(groups [][]int, named []int, limit int) *made {
	m := &made{Problem: &Problem{}}
	var members [][]int
	var table []int
	for i, counts := range groups {
		var group []int
		var g Group
		for v, n := range counts {
			for range n {
				group = append(group, len(table))
				table = append(table, v)
			}
			if n > 0 {
				g = append(g, Count{int32(v), int64(n)})
			}
		}
		for _, person := range group[:min(named[i], len(group))] {
			m.named, m.People = append(m.named, person), append(m.People, i)
		}
		members, m.Groups = append(members, group), append(m.Groups, g)
	}
	if m.space = worlds.NewSpace(members, table, limit); m.space == nil {
		return nil
	}
	return m
}

// atom returns the worlds in which a named person has a value.
func (m *made) atom(person int, value int32) worlds.Set {
	of := m.space.Where[m.named[person]]
	if int(value) >= len(of) {
		return m.space.All.Minus(m.space.All)
	}
	return of[value]
}

// where returns the worlds in which some sentences are true: the definition.
func (m *made) where(which []int) worlds.Set {
	known := m.space.All
	for _, i := range which {
		for _, clause := range m.Sentences[i] {
			some := m.space.All.Minus(m.space.All)
			for _, l := range clause {
				if l.Not {
					some = some.Or(m.space.All.Minus(m.atom(l.Person, l.Value)))
				} else {
					some = some.Or(m.atom(l.Person, l.Value))
				}
			}
			known = known.And(some)
		}
	}
	return known
}

// compare compares what Solve says with the definition. It returns the worlds.
func (m *made) compare(t *testing.T) worlds.Set {
	t.Helper()
	all := make([]int, len(m.Sentences))
	for i := range all {
		all[i] = i
	}
	known := m.where(all)
	n := int64(known.Count())
	got, err := m.Solve(t.Context(), 1e9)
	if n == 0 {
		c, ok := errors.AsType[*Contradiction](err)
		if !ok || c.Fewer {
			t.Fatalf("%+v: %v, want a contradiction", m.Problem, err)
		}
		if m.where(c.Sentences).Count() > 0 {
			t.Fatalf("%+v: %v is no contradiction", m.Problem, c.Sentences)
		}
		for i := range c.Sentences {
			if m.where(slices.Delete(slices.Clone(c.Sentences), i, i+1)).Count() == 0 {
				t.Fatalf("%+v: %v has one too many", m.Problem, c.Sentences)
			}
		}
		return known
	}
	if err != nil {
		t.Fatalf("%+v: %v", m.Problem, err)
	}
	if want := big.NewRat(n, int64(m.space.All.Count())); got.Hold.Cmp(want) != 0 {
		t.Fatalf("%+v: Hold = %v, want %v", m.Problem, got.Hold, want)
	}
	same := func(got []*big.Rat, of []worlds.Set, g Group) {
		for j, c := range g {
			if want := big.NewRat(int64(of[c.Value].Common(known)), n); got[j].Cmp(want) != 0 {
				t.Fatalf("%+v: %v, want %v for value %d", m.Problem, got, want, c.Value)
			}
		}
	}
	for person, g := range m.People {
		same(got.People[person], m.space.Where[m.named[person]], m.Groups[g])
	}
	for i, group := range m.space.Groups {
		var others []int
		for _, person := range group {
			if !slices.Contains(m.named, person) {
				others = append(others, person)
			}
		}
		if (got.Others[i] == nil) != (len(others) == 0) {
			t.Fatalf("%+v: Others[%d] = %v, and there are %d", m.Problem, i, got.Others[i], len(others))
		}
		for _, person := range others {
			same(got.Others[i], m.space.Where[person], m.Groups[i])
		}
	}
	return known
}

// randomSentence is about people and values, of which one may be nobody's.
func randomSentence(rng *rand.Rand, m *made, values int) Sentence {
	people := len(m.People)
	atom := func(not bool) Literal {
		return Literal{Person: rng.IntN(people), Value: int32(rng.IntN(values + 1)), Not: not}
	}
	switch rng.IntN(6) {
	case 0:
		return m.Same(rng.IntN(people), rng.IntN(people))
	case 1:
		return Sentence{{atom(rng.IntN(4) > 0)}}
	case 2:
		return Sentence{{atom(true), atom(false)}}
	}
	var clause Clause
	for range 1 + rng.IntN(4) {
		clause = append(clause, atom(rng.IntN(2) == 0))
	}
	return Sentence{clause}
}

// TestDefinition compares random problems with all worlds.
func TestDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 1))
	possible, impossible := 0, 0
	for range trials.Number(4000, 40000) {
		values := 1 + rng.IntN(4)
		groups, named := make([][]int, 1+rng.IntN(3)), []int{}
		for i := range groups {
			groups[i] = make([]int, values)
			for range 1 + rng.IntN(5) {
				groups[i][rng.IntN(values)]++
			}
			named = append(named, 1+rng.IntN(4))
		}
		m := makeProblem(groups, named, 2000)
		if m == nil {
			continue
		}
		for range rng.IntN(6) {
			m.Sentences = append(m.Sentences, randomSentence(rng, m, values))
		}
		if m.compare(t).Count() > 0 {
			possible++
		} else {
			impossible++
		}
	}
	if possible < 1000 || impossible < 200 {
		t.Errorf("%d problems have worlds, and %d have none: too few of a kind", possible, impossible)
	}
}

// TestImplications: nobody who knows sentences that so many basic implications say is surer than the
// worst case of so many.
func TestImplications(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 2))
	threshold, err := breach.NewThreshold(0.5)
	if err != nil {
		t.Fatal(err)
	}
	reached := 0
	for range trials.Number(1500, 15000) {
		values := 2 + rng.IntN(3)
		groups, named := make([][]int, 1+rng.IntN(2)), []int{}
		var seen []disclosure.Group
		for i := range groups {
			groups[i] = make([]int, values)
			for range 2 + rng.IntN(4) {
				groups[i][rng.IntN(values)]++
			}
			named = append(named, 4)
			g := disclosure.Group{Copies: 1}
			for _, n := range groups[i] {
				if n > 0 {
					g.People, g.Counts = g.People+int64(n), append(g.Counts, int64(n))
				}
			}
			slices.Sort(g.Counts)
			slices.Reverse(g.Counts)
			seen = append(seen, g)
		}
		m := makeProblem(groups, named, 2000)
		if m == nil {
			continue
		}
		pieces := 0
		for range 1 + rng.IntN(2) {
			s := randomSentence(rng, m, values)
			m.Sentences, pieces = append(m.Sentences, s), pieces+m.Implications(s)
		}
		got, err := m.Solve(t.Context(), 1e9)
		if err != nil {
			continue
		}
		level, err := disclosure.Measure(t.Context(), seen, pieces, threshold, 1)
		if err != nil {
			t.Fatal(err)
		}
		worst, risk := level[pieces].Implications, new(big.Rat)
		for _, p := range append(got.People, got.Others...) {
			for _, x := range p {
				if x.Cmp(risk) > 0 {
					risk = x
				}
			}
		}
		is, _ := risk.Float64()
		if is > worst {
			t.Fatalf("%+v: %v by %d implications, and the worst case is %v", m.Problem, risk, pieces, worst)
		}
		if is == worst && is < 1 {
			reached++
		}
	}
	if reached < 5 {
		t.Errorf("the worst case is reached %d times", reached)
	}
}

// TestWitness: the sentences of a worst case make somebody just as sure as it says.
func TestWitness(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 3))
	threshold, err := breach.NewThreshold(0.5)
	if err != nil {
		t.Fatal(err)
	}
	for range trials.Number(500, 5000) {
		p, seen := &Problem{}, []disclosure.Group(nil)
		var first []int // of each group, among the people
		for i := range 1 + rng.IntN(4) {
			var g Group
			of := disclosure.Group{Copies: 1}
			n := int64(1 + rng.IntN(20))
			for v := range 1 + rng.IntN(8) {
				g = append(g, Count{int32(v), n})
				of.Counts, of.People = append(of.Counts, n), of.People+n
				n = max(1, n-int64(rng.IntN(4)))
			}
			p.Groups, seen, first = append(p.Groups, g), append(seen, of), append(first, len(p.People))
			for range of.People {
				p.People = append(p.People, i)
			}
		}
		k := rng.IntN(6)
		levels, err := disclosure.Measure(t.Context(), seen, k, threshold, 1)
		if err != nil {
			t.Fatal(err)
		}
		w := levels[k].Witness
		literal := func(a disclosure.Atom, not bool) Literal {
			return Literal{Person: first[a.Group] + a.Person, Value: p.Groups[a.Group][a.Rank].Value, Not: not}
		}
		target := literal(w.Consequent, false)
		for _, a := range w.Antecedents {
			p.Sentences = append(p.Sentences, Sentence{{literal(a, true), target}})
		}
		got, err := p.Solve(t.Context(), 1e9)
		if err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
		if x, _ := got.People[target.Person][target.Value].Float64(); x != levels[k].Implications {
			t.Fatalf("%+v: %v, want %v", p, x, levels[k].Implications)
		}
	}
}
