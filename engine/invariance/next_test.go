package invariance

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"

	"github.com/google/go-cmp/cmp"
)

// column is one of numbers from 0 to size-1, which lie at even distances.
func column(size int, codes ...int32) Column {
	c := Column{Codes: codes, Positions: make([]float64, size)}
	for i := range c.Positions {
		c.Positions[i] = float64(i) / max(1, float64(size-1))
	}
	return c
}

// history is a population of which some are in each release: a table that changes.
type history struct {
	values  int
	value   []int32
	ages    []int32
	sexes   []int32
	sets    [][]int32 // by person: the signature, nil as long as there is none
	ever    int       // how many rows there have been, counterfeits among them
	shown   []shownGroup
	renewed bool // who was absent is taken for somebody new
	last    []bool
}

func newHistory(rng *rand.Rand, people, values int) *history {
	h := &history{values: values, ever: people, sets: make([][]int32, people), last: make([]bool, people)}
	for range people {
		h.value = append(h.value, rng.Int32N(int32(values)))
		h.ages = append(h.ages, rng.Int32N(6))
		h.sexes = append(h.sexes, rng.Int32N(2))
	}
	return h
}

// table is the table of those who are present, in an order of its own, and who they are.
func (h *history) table(present []int) *Table {
	t := &Table{Values: h.values, Columns: []Column{column(6), column(2)}}
	for _, i := range present {
		t.Value = append(t.Value, h.value[i])
		t.Columns[0].Codes = append(t.Columns[0].Codes, h.ages[i])
		t.Columns[1].Codes = append(t.Columns[1].Codes, h.sexes[i])
		signature := int32(New)
		if h.sets[i] != nil && (h.last[i] || !h.renewed) {
			signature = int32(len(t.Signatures))
			t.Signatures = append(t.Signatures, h.sets[i]) // equal ones more than once, and in any order
		}
		t.Signature = append(t.Signature, signature)
	}
	return t
}

// people are those who are present as the oracle wants them.
func (h *history) people(present []int) []someone {
	var all []someone
	for _, i := range present {
		p := someone{value: int(h.value[i])}
		if h.sets[i] != nil {
			p.set = map[int]bool{}
			for _, v := range h.sets[i] {
				p.set[int(v)] = true
			}
		}
		all = append(all, p)
	}
	return all
}

// release makes the next one, and notes what is shown.
func (h *history) release(t *testing.T, present []int, o Options) (*Release, error) {
	r, err := Next(t.Context(), h.table(present), o)
	if err != nil {
		return nil, err
	}
	clear(h.last)
	for g := range r.Groups {
		group := shownGroup{}
		for _, v := range r.Signatures[r.Groups[g].Signature] {
			group.values = append(group.values, int(v))
		}
		for _, i := range r.Groups[g].People {
			group.people = append(group.people, present[i])
			h.sets[present[i]] = r.Signatures[r.Groups[g].Signature]
			h.last[present[i]] = true
		}
		for range r.Groups[g].Counterfeits {
			group.people = append(group.people, h.ever)
			h.ever++
		}
		h.shown = append(h.shown, group)
	}
	return r, nil
}

func someOf(rng *rand.Rand, people int) []int {
	var present []int
	for _, i := range rng.Perm(people) {
		if rng.IntN(3) > 0 {
			present = append(present, i)
		}
	}
	return present
}

// TestByDefinition makes up to four releases of small tables that people join, leave and come back to, and compares the
// fewest counterfeits, and the probabilities that all releases together tell, with those that trying everything finds.
func TestByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(2007, 1))
	refused, counterfeited, returned, several := 0, 0, 0, 0
	for trial := range 3000 {
		values := 2 + rng.IntN(3)
		h := newHistory(rng, 2+rng.IntN(5), values)
		m := 2 + rng.Int64N(2)
		for range 1 + rng.IntN(4) {
			present := someOf(rng, len(h.value))
			people, before := h.people(present), slices.Clone(h.sets)
			r, err := h.release(t, present, Options{M: m, Counterfeits: true})
			least := fewest(people, int(m), true)
			if ineligible, ok := errors.AsType[*IneligibleError](err); ok {
				refused++
				if least < impossible {
					t.Fatalf("trial %d: refused, and possible with %d counterfeits: %v", trial, least, people)
				}
				if want := fewestWaiting(people, int(m)); int64(want) != ineligible.Waiting {
					t.Fatalf("trial %d: %d must wait, want %d: %v", trial, ineligible.Waiting, want, people)
				}
				if ineligible.MaxM >= 2 && fewest(people, int(ineligible.MaxM), true) == impossible || fewest(people, int(ineligible.MaxM+1), true) < impossible && ineligible.MaxM >= 1 && noNarrower(people, int(ineligible.MaxM+1)) {
					t.Fatalf("trial %d: the largest m is not %d: %v", trial, ineligible.MaxM, people)
				}
				continue
			}
			if err != nil {
				t.Fatalf("trial %d: %v", trial, err)
			}
			if r.counterfeits() != int64(least) {
				t.Fatalf("trial %d: %d counterfeits, want %d: %v", trial, r.counterfeits(), least, people)
			}
			// Counterfeits among new people only would not make it fewer.
			if values >= int(m) && fewest(people, int(m), false) != least {
				t.Fatalf("trial %d: %d counterfeits are the fewest: %v", trial, fewest(people, int(m), false), people)
			}
			if least > 0 {
				counterfeited++
			}
			for _, i := range present {
				if before[i] != nil {
					returned++
				}
			}
		}
		checkChances(t, trial, h, m, &several)
	}
	if refused < 100 || counterfeited < 100 || returned < 1000 || several < 1000 {
		t.Fatalf("%d refused, %d with counterfeits, %d came again, %d in several releases", refused, counterfeited, returned, several)
	}
}

// noNarrower reports whether all who were hidden before were so by m values.
func noNarrower(people []someone, m int) bool {
	return !slices.ContainsFunc(people, func(p someone) bool { return p.set != nil && len(p.set) < m })
}

// checkChances makes sure that each value of a signature has the same probability.
func checkChances(t *testing.T, trial int, h *history, m int64, several *int) {
	t.Helper()
	if h.ever > 14 {
		return // counterfeits make too many worlds
	}
	worlds, having := chances(h.ever, h.values, h.shown)
	if worlds == 0 {
		t.Fatalf("trial %d: not even the truth is possible", trial)
	}
	seen := make([]int, h.ever)
	for _, g := range h.shown {
		for _, i := range g.people {
			seen[i]++
		}
	}
	for i, set := range h.sets {
		if set == nil {
			continue
		}
		if seen[i] > 1 {
			*several++
		}
		if int64(len(set)) < m {
			t.Fatalf("trial %d: person %d is hidden by %v, m = %d", trial, i, set, m)
		}
		for v := range h.values {
			want := new(big.Rat)
			if slices.Contains(set, int32(v)) {
				want.SetFrac64(1, int64(len(set)))
			}
			if got := share(having[i][v], worlds); got.Cmp(want) != 0 {
				t.Fatalf("trial %d: person %d has value %d with %v, want %v: %v", trial, i, v, got, want, h.shown)
			}
		}
	}
}

// TestReturningNeedsTheSignature has three releases of which any two neighbours are m-invariant, as Lemma 2 of the paper
// asks, and that tell somebody's value: the publisher has forgotten who was there before the last release.
func TestReturningNeedsTheSignature(t *testing.T) {
	const bob, ann, eve = 0, 1, 2
	h := &history{values: 3, value: []int32{0, 1, 2}, ages: make([]int32, 3), sexes: make([]int32, 3), sets: make([][]int32, 3), ever: 3, last: make([]bool, 3), renewed: true}
	for _, present := range [][]int{{bob, ann}, {}, {bob, eve}} {
		if _, err := h.release(t, present, Options{M: 2, Counterfeits: true}); err != nil {
			t.Fatal(err)
		}
	}
	worlds, having := chances(h.ever, h.values, h.shown)
	if worlds != 1 || having[bob][0] != 1 {
		t.Errorf("%d worlds, Bob has his value in %d; want 1 of 1", worlds, having[bob][0])
	}
	// With his signature he is released beside a counterfeit, and Eve cannot be.
	h.renewed, h.shown, h.sets[bob] = false, h.shown[:1], []int32{0, 1}
	h.sets[eve] = nil
	var ineligible *IneligibleError
	if _, err := h.release(t, []int{bob, eve}, Options{M: 2, Counterfeits: true}); !errors.As(err, &ineligible) || ineligible.Waiting != 1 {
		t.Errorf("err = %v, want that Eve has to wait", err)
	}
	if _, err := h.release(t, []int{bob}, Options{M: 2, Counterfeits: true}); err != nil {
		t.Fatal(err)
	}
	if worlds, having = chances(h.ever, h.values, h.shown); 2*having[bob][0] != worlds {
		t.Errorf("Bob has his value in %d of %d worlds, want 1/2", having[bob][0], worlds)
	}
}

// TestLarge makes ten releases of a table of some thousands of people and looks at what is promised of each.
func TestLarge(t *testing.T) {
	rng := rand.New(rand.NewPCG(2007, 2))
	const people = 5000
	h := newHistory(rng, people, 12)
	for i := range h.value { // some values are frequent
		h.value[i] = min(h.value[i], rng.Int32N(12))
		h.ages[i] = rng.Int32N(80)
	}
	for release := range 10 {
		present := someOf(rng, people)
		table := h.table(present)
		table.Columns[0] = column(80, table.Columns[0].Codes...)
		r, err := Next(t.Context(), table, Options{M: 3, Counterfeits: true, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range r.Groups {
			for _, i := range group.People {
				h.sets[present[i]] = r.Signatures[group.Signature]
			}
		}
		if len(r.Signatures) > 12*(release+2) {
			t.Errorf("release %d has %d signatures", release, len(r.Signatures))
		}
		// Nothing depends on the order of people, on that of signatures, or on the number of goroutines.
		again := shuffled(rng, table)
		s, err := Next(t.Context(), again.table, Options{M: 3, Counterfeits: true, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(contents(table, r), contents(again.table, s)); diff != "" {
			t.Fatalf("release %d (-want +got):\n%s", release, diff)
		}
	}
}

type shuffledTable struct{ table *Table }

func shuffled(rng *rand.Rand, t *Table) shuffledTable {
	s := &Table{Values: t.Values, Signatures: slices.Clone(t.Signatures), Columns: slices.Clone(t.Columns)}
	at := rng.Perm(len(t.Signatures))
	for i, to := range at {
		s.Signatures[to] = slices.Clone(t.Signatures[i])
		rng.Shuffle(len(s.Signatures[to]), func(a, b int) {
			x := s.Signatures[to]
			x[a], x[b] = x[b], x[a]
		})
	}
	for d := range s.Columns {
		s.Columns[d].Codes = nil
	}
	for _, i := range rng.Perm(len(t.Value)) {
		s.Value = append(s.Value, t.Value[i])
		signature := t.Signature[i]
		if signature != New {
			signature = int32(at[signature])
		}
		s.Signature = append(s.Signature, signature)
		for d := range s.Columns {
			s.Columns[d].Codes = append(s.Columns[d].Codes, t.Columns[d].Codes[i])
		}
	}
	return shuffledTable{s}
}

// contents are the groups with what their people have, in order; people who have the same can change places.
func contents(t *Table, r *Release) []string {
	var all []string
	for _, group := range r.Groups {
		var people []string
		for _, i := range group.People {
			text := fmt.Sprint(t.Value[i])
			for d := range t.Columns {
				text += fmt.Sprint(" ", t.Columns[d].Codes[i])
			}
			people = append(people, text)
		}
		slices.Sort(people)
		all = append(all, fmt.Sprint(people, group.Counterfeits, r.Signatures[group.Signature]))
	}
	slices.Sort(all)
	return all
}

func TestErrors(t *testing.T) {
	one := func(value, signature int32) *Table {
		return &Table{Values: 3, Signatures: [][]int32{{0, 1}, {1, 2, 0}}, Value: []int32{value}, Signature: []int32{signature}, Columns: []Column{column(1, 0)}}
	}
	for name, c := range map[string]struct {
		table *Table
		o     Options
		want  error
	}{
		"m":          {one(0, 0), Options{M: 1}, &engine.ParamError{Param: "m"}},
		"value":      {one(3, 0), Options{M: 2}, &engine.ParamError{Param: "value"}},
		"signature":  {one(0, 2), Options{M: 2}, &engine.ParamError{Param: "signature"}},
		"signatures": {&Table{Values: 1, Signatures: [][]int32{{1}}}, Options{M: 2}, &engine.ParamError{Param: "signatures"}},
		"codes":      {&Table{Values: 1, Value: []int32{0}, Signature: []int32{New}, Columns: []Column{column(1, 1)}}, Options{M: 2}, &engine.ParamError{Param: "columns"}},
		"columns":    {&Table{Values: 1, Value: []int32{0}, Signature: []int32{New}, Columns: []Column{column(1)}}, Options{M: 2}, &engine.ParamError{Param: "columns"}},
		"length":     {&Table{Values: 1, Value: []int32{0}}, Options{M: 2}, &engine.ParamError{Param: "signature"}},
	} {
		if _, err := Next(t.Context(), c.table, c.o); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	var changed *ChangedError
	if _, err := Next(t.Context(), one(2, 0), Options{M: 2}); !errors.As(err, &changed) || changed.People != 1 {
		t.Errorf("a value outside of the signature: %v", err)
	}
	var narrow *NarrowError
	if _, err := Next(t.Context(), one(0, 0), Options{M: 3}); !errors.As(err, &narrow) || *narrow != (NarrowError{3, 1, 2}) {
		t.Errorf("a small signature: %v", err)
	}
	var refused *RefusedError
	if _, err := Next(t.Context(), one(0, 1), Options{M: 3}); !errors.As(err, &refused) || refused.Counterfeits != 2 {
		t.Errorf("counterfeits: %v", err)
	}
	if r, err := Next(t.Context(), &Table{}, Options{M: 2}); err != nil || len(r.Groups) != 0 {
		t.Errorf("nobody: %v, %v", r, err)
	}
}

// TestVerify breaks releases in each way.
func TestVerify(t *testing.T) {
	table := &Table{Values: 3, Signatures: [][]int32{{1, 0}}, Value: []int32{0, 1, 2}, Signature: []int32{0, 0, New}, Columns: []Column{column(3, 0, 1, 2)}}
	good := func() *Release {
		return &Release{
			Signatures: [][]int32{{0, 1}, {0, 2}}, Of: []int32{0, 0, 1},
			Groups: []Group{{Signature: 0, People: []int32{0, 1}}, {Signature: 1, People: []int32{2}, Counterfeits: []int32{0}}},
		}
	}
	if err := verify(table, good(), 2); err != nil {
		t.Fatal(err)
	}
	for name, harm := range map[string]func(r *Release){
		"somebody is missing":     func(r *Release) { r.Groups[0] = Group{Signature: 0, People: []int32{0}, Counterfeits: []int32{1}} },
		"somebody is twice":       func(r *Release) { r.Groups = append(r.Groups, r.Groups[0]) },
		"nobody is in it":         func(r *Release) { r.Groups = append(r.Groups, Group{Counterfeits: []int32{0, 1}}) },
		"a value is missing":      func(r *Release) { r.Groups[1].Counterfeits = nil },
		"a value is twice":        func(r *Release) { r.Groups[1].Counterfeits = []int32{0, 2} },
		"another signature":       func(r *Release) { r.Signatures[0] = []int32{0, 1, 2}; r.Groups[0].Counterfeits = []int32{2} },
		"places are wrong":        func(r *Release) { r.Of[0] = 1 },
		"a set has a value twice": func(r *Release) { r.Signatures[1] = []int32{0, 0, 2}; r.Groups[1].Counterfeits = []int32{0, 0} },
	} {
		r := good()
		harm(r)
		if err := verify(table, r, 2); !errors.Is(err, ErrUnsafe) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := verify(table, good(), 3); !errors.Is(err, ErrUnsafe) {
		t.Errorf("too few values: %v", err)
	}
}

// counterfeits returns how many there are in all groups.
func (r *Release) counterfeits() int64 {
	n := int64(0)
	for i := range r.Groups {
		n += int64(len(r.Groups[i].Counterfeits))
	}
	return n
}
