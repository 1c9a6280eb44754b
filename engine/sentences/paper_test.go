package sentences

import (
	"context"
	"errors"
	"math"
	"math/big"
	"testing"

	"skyline/engine"
	"skyline/engine/internal/budget"
)

// The values of the paper's Fig. 3.
const (
	flu = iota
	lung
	mumps
	breast
	heart
	ovarian
)

// figure3 is the paper's bucketized table, whose people are Charlie, Ed and Hannah: the men, two of whom
// have the flu, two lung cancer and one mumps, and the women, two of whom have the flu.
func figure3(sentences ...Sentence) *Problem {
	return &Problem{
		Groups:    []Group{{{flu, 2}, {lung, 2}, {mumps, 1}}, {{flu, 2}, {breast, 1}, {heart, 1}, {ovarian, 1}}},
		People:    []int{0, 0, 1},
		Sentences: sentences,
	}
}

const (
	charlie = iota
	ed
	hannah
)

// TestPaper has the numbers of the paper's Sect. 1.
func TestPaper(t *testing.T) {
	noMumps, noFlu := Sentence{{{ed, mumps, true}}}, Sentence{{{ed, flu, true}}}
	for name, test := range map[string]struct {
		p      *Problem
		person int
		value  int
		want   *big.Rat
	}{
		"Ed without knowledge":               {figure3(), ed, lung, big.NewRat(2, 5)},
		"Ed, who has had mumps":              {figure3(noMumps), ed, lung, big.NewRat(1, 2)},
		"Ed, who has no flu either":          {figure3(noMumps, noFlu), ed, lung, big.NewRat(1, 1)},
		"Charlie, who has what Hannah has":   {figure3(Sentence{{{hannah, flu, true}, {charlie, flu, false}}}), charlie, flu, big.NewRat(10, 19)},
		"the same of Charlie, as findings B": {figure3(Sentence{{{charlie, lung, true}, {charlie, flu, false}}}), charlie, flu, big.NewRat(2, 3)},
	} {
		got, err := test.p.Solve(t.Context(), 1e6)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if x := got.People[test.person][test.value]; x.Cmp(test.want) != 0 {
			t.Errorf("%s: %v, want %v", name, x, test.want)
		}
	}
}

// TestContradiction: Ed has nothing that is left. The first sentence has no part in it.
func TestContradiction(t *testing.T) {
	p := figure3(Sentence{{{charlie, flu, false}}}, Sentence{{{ed, mumps, true}}}, Sentence{{{ed, flu, true}}}, Sentence{{{ed, lung, true}}})
	_, err := p.Solve(t.Context(), 1e6)
	if c, ok := errors.AsType[*Contradiction](err); !ok || len(c.Sentences) != 3 || c.Sentences[0] != 1 || c.Fewer {
		t.Errorf("Solve() = %v, want a contradiction of the last three", err)
	}
}

// TestImplicationsOf: a negation is one implication; that Ed has the flu takes one for each other value, and
// that he has what Charlie has one for each.
func TestImplicationsOf(t *testing.T) {
	p := figure3()
	for _, test := range []struct {
		s    Sentence
		want int
	}{
		{Sentence{{{ed, flu, true}}}, 1},
		{Sentence{{{ed, flu, false}}}, 2},
		{Sentence{{{ed, flu, false}, {ed, lung, false}}}, 1},
		{Sentence{{{hannah, flu, false}, {ed, lung, false}}}, 2},
		{Sentence{{{ed, flu, false}, {ed, lung, false}, {ed, mumps, false}}}, 0},
		{p.Same(ed, charlie), 3},
	} {
		if got := p.Implications(test.s); got != test.want {
			t.Errorf("Implications(%v) = %d, want %d", test.s, got, test.want)
		}
	}
}

// many is a group in which people's values hang together two by two, with so many values.
func many(people, values int) *Problem {
	p := &Problem{Groups: []Group{nil}}
	for v := range values {
		p.Groups[0] = append(p.Groups[0], Count{int32(v), int64(people)})
	}
	for i := range people {
		p.People = append(p.People, 0)
		if i > 0 {
			p.Sentences = append(p.Sentences, Sentence{{{i - 1, int32(i % values), true}, {i, int32((i + 1) % values), false}}})
		}
	}
	return p
}

// TestRefused: what takes too much is refused, and an argument that is none.
func TestRefused(t *testing.T) {
	p := many(30, 3)
	r, _ := p.restrict(p.Sentences)
	work := budget.New(t.Context(), 1e9)
	components, err := r.components(work)
	if err != nil {
		t.Fatal(err)
	}
	tight := components[0].newRun(work)
	tight.room = 100
	if _, err := tight.forward(); !errors.Is(err, ErrNoRoom) || !errors.Is(err, engine.ErrTooLarge) {
		t.Errorf("forward() with little room = %v, want ErrNoRoom", err)
	}
	for _, limit := range []float64{1e4, 1e5} { // to put people in order, and to count
		if _, err := p.Solve(t.Context(), limit); !errors.Is(err, ErrTooLarge) {
			t.Errorf("Solve() with %v steps = %v, want ErrTooLarge", limit, err)
		}
	}
	for name, p := range map[string]*Problem{
		"a person of no group":  {Groups: []Group{{{0, 1}}}, People: []int{1}},
		"a value twice":         {Groups: []Group{{{0, 1}, {0, 1}}}},
		"a value of nobody":     {Groups: []Group{{{0, 0}}}},
		"too many named":        {Groups: []Group{{{0, 1}}}, People: []int{0, 0}},
		"too many people":       {Groups: []Group{{{0, 1 << 62}}}},
		"a sentence about none": {Groups: []Group{{{0, 1}}}, People: []int{0}, Sentences: []Sentence{{{{1, 0, false}}}}},
	} {
		if _, err := p.Solve(t.Context(), 1e6); !errors.Is(err, &engine.ParamError{Package: pkg}) {
			t.Errorf("Solve() of %s = %v, want a ParamError", name, err)
		}
	}
}

// TestContradictionTooLong: where it takes too much to find out which sentences contradict each other, it
// is known that they do.
func TestContradictionTooLong(t *testing.T) {
	p := figure3(Sentence{{{ed, mumps, false}}}, Sentence{{{charlie, mumps, false}}}, Sentence{{{hannah, flu, true}}})
	for limit := 1e2; ; limit *= 1.1 {
		_, err := p.Solve(t.Context(), limit)
		if errors.Is(err, ErrTooLarge) {
			continue
		}
		if c, ok := errors.AsType[*Contradiction](err); !ok || !c.Fewer {
			t.Fatalf("Solve() with just enough steps = %v, want a contradiction of fewer", err)
		}
		break
	}
	_, err := p.Solve(t.Context(), 1e9)
	if c, ok := errors.AsType[*Contradiction](err); !ok || c.Fewer || len(c.Sentences) != 2 {
		t.Errorf("Solve() = %v, want a contradiction of two", err)
	}
}

// TestCanceled: it stops where the context does.
func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := many(100, 3).Solve(ctx, 1e12); !errors.Is(err, context.Canceled) {
		t.Errorf("Solve() = %v, want context.Canceled", err)
	}
}

// TestTables: of 1800 tables that agree with Fig. 3, 1368 agree with 10/19's sentence. A fraction of any
// size has a logarithm.
func TestTables(t *testing.T) {
	all := LogTables([]int64{2, 2, 1}) + LogTables([]int64{2, 1, 1, 1})
	if x := (&Answer{Hold: big.NewRat(19, 25)}).TablesLog10(all); math.Abs(x-math.Log10(1368)) > 1e-12 {
		t.Errorf("TablesLog10() = %v, want log10(1368)", x)
	}
	tiny := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 5000))
	if x := (&Answer{Hold: tiny}).TablesLog10(6000 * math.Ln2); math.Abs(x-1000*math.Log10(2)) > 1e-9 {
		t.Errorf("TablesLog10() = %v, want that of 2^1000", x)
	}
}

func BenchmarkSolve(b *testing.B) {
	for name, p := range map[string]*Problem{"people=30/values=3": many(30, 3), "people=100/values=3": many(100, 3), "people=12/values=8": many(12, 8), "people=16/values=8": many(16, 8)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Solve(b.Context(), 1e12); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
