package joint

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine"
	"skyline/engine/breach"
	"skyline/engine/disclosure"
	"skyline/engine/knowledge"
)

func listOf(t testing.TB, worlds []world, values int) *List {
	t.Helper()
	rows := make([][]int, len(worlds))
	for i, w := range worlds {
		rows[i] = w
	}
	l, err := NewList(values, rows)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func thresholdOf(t testing.TB, c *big.Rat) breach.Threshold {
	t.Helper()
	threshold, err := breach.NewThresholdRat(c)
	if err != nil {
		t.Fatal(err)
	}
	return threshold
}

func implicationsOf(t testing.TB, k int, c *big.Rat) Property {
	t.Helper()
	p, err := NewImplications(k, thresholdOf(t, c))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// skylineOf returns a point of one value.
func skylineOf(t testing.TB, values, sigma int, p knowledge.Point, c *big.Rat) Property {
	t.Helper()
	named := []breach.ValueRequirements{{Value: int32(sigma), Requirements: []breach.Requirement{{Point: p, C: thresholdOf(t, c)}}}}
	s, err := NewSkyline(values, named, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func holds(t testing.TB, p Property, list *List) bool {
	t.Helper()
	ok, err := p.Holds(context.Background(), list, &Work{Limit: math.Inf(1)})
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

func holdsGroups(t testing.TB, p Property, groups [][]int64) bool {
	t.Helper()
	ok, err := p.HoldsGroups(context.Background(), groups)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// TestImplicationsByDefinition compares with all basic implications on tiny sets.
func TestImplicationsByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		people, values := 1+rng.IntN(4), 1+rng.IntN(3)
		worlds := randomWorlds(rng, people, values, 5)
		list := listOf(t, worlds, values)
		for k := range 3 {
			want := byBasic(worlds, values, k)
			for _, c := range thresholds(want) {
				if got := holds(t, implicationsOf(t, k, c), list); got != (want.Cmp(c) < 0) {
					t.Fatalf("%v: safe for %d implications below %v = %v, the maximum is %v", worlds, k, c, got, want)
				}
			}
		}
	}
}

// TestImplicationsBySimple compares with all simple implications on larger sets.
func TestImplicationsBySimple(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for range 300 {
		people, values := 2+rng.IntN(4), 1+rng.IntN(4)
		worlds := randomWorlds(rng, people, values, 40)
		list := listOf(t, worlds, values)
		for k := range 3 {
			want := bySimple(worlds, values, k)
			for _, c := range thresholds(want) {
				if got := holds(t, implicationsOf(t, k, c), list); got != (want.Cmp(c) < 0) {
					t.Fatalf("%v: safe for %d implications below %v = %v, the maximum is %v", worlds, k, c, got, want)
				}
			}
		}
	}
}

// TestSkylineByDefinition compares with all knowledge on sets of any tables.
func TestSkylineByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 3000 {
		people, values := 1+rng.IntN(5), 1+rng.IntN(4)
		worlds := randomWorlds(rng, people, values, 30)
		list := listOf(t, worlds, values)
		sigma := rng.IntN(values)
		l, k, m := rng.IntN(3), rng.IntN(4), rng.IntN(4)
		want := byKnowledge(worlds, values, sigma, l, k, m)
		for _, c := range thresholds(want) {
			point := knowledge.Point{L: int64(l), K: int64(k), M: int64(m)}
			if got := holds(t, skylineOf(t, values, sigma, point, c), list); got != (want.Cmp(c) < 0) {
				t.Fatalf("%v: safe for %d at %+v below %v = %v, the breach probability is %v", worlds, sigma, point, c, got, want)
			}
		}
	}
}

// TestSkylineOfMany has several points, some of them of named values.
func TestSkylineOfMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	var safe int
	for range 1500 {
		worlds, groups, values := randomPermutations(rng)
		counts := signatureOf(worlds[0], groups, values)
		permutation := rng.IntN(2) == 0
		if !permutation {
			worlds = worlds[:1+rng.IntN(len(worlds))]
		}
		want := true
		points := func(of ...int) []breach.Requirement {
			var all []breach.Requirement
			for range rng.IntN(3) {
				l, k, m := rng.IntN(3)-1, rng.IntN(3)-1, rng.IntN(3)-1
				c := big.NewRat(int64(30+rng.IntN(71)), 100)
				all = append(all, breach.Requirement{Point: knowledge.Point{L: int64(l), K: int64(k), M: int64(m)}, C: thresholdOf(t, c)})
				for _, sigma := range of {
					want = want && byKnowledge(worlds, values, sigma, max(0, l), max(0, k), max(0, m)).Cmp(c) < 0
				}
			}
			return all
		}
		var named []breach.ValueRequirements
		var rest []int
		for v := range values {
			if rng.IntN(2) == 0 {
				named = append(named, breach.ValueRequirements{Value: int32(v), Requirements: points(v)})
			} else {
				rest = append(rest, v)
			}
		}
		named = append(named, breach.ValueRequirements{Value: -1, Requirements: points()})
		p, err := NewSkyline(values, named, points(rest...))
		if err != nil {
			t.Fatal(err)
		}
		if got := holds(t, p, listOf(t, worlds, values)); got != want {
			t.Fatalf("%v, %+v: safe = %v, want %v", worlds, p.points, got, want)
		}
		if got := holdsGroups(t, p, counts); permutation && got != want {
			t.Fatalf("%v, %+v: signature safe = %v, want %v", counts, p.points, got, want)
		}
		if want {
			safe++
		}
	}
	if safe < 100 {
		t.Errorf("%d are safe: too few", safe)
	}
}

// TestParameters shows what is refused.
func TestParameters(t *testing.T) {
	half := thresholdOf(t, big.NewRat(1, 2))
	fine := []breach.Requirement{{C: half}}
	if _, err := NewImplications(-1, half); !errors.Is(err, &engine.ParamError{Package: "joint", Param: "k"}) {
		t.Errorf("NewImplications(-1) = %v, want a ParamError", err)
	}
	if _, err := NewImplications(disclosure.MaxK+1, half); !errors.Is(err, &engine.ParamError{Package: "joint", Param: "k"}) {
		t.Errorf("NewImplications(%d) = %v, want a ParamError", disclosure.MaxK+1, err)
	}
	if _, err := NewImplications(1, breach.Threshold{}); !errors.Is(err, &engine.ParamError{Package: "joint", Param: "c"}) {
		t.Errorf("NewImplications = %v, want a ParamError", err)
	}
	if _, err := NewSkyline(2, nil, []breach.Requirement{{}}); !errors.Is(err, &engine.ParamError{Package: "joint", Param: "c"}) {
		t.Errorf("NewSkyline = %v, want a ParamError", err)
	}
	if _, err := NewSkyline(2, []breach.ValueRequirements{{Requirements: []breach.Requirement{{}}}}, nil); !errors.Is(err, &engine.ParamError{Package: "joint", Param: "c"}) {
		t.Errorf("NewSkyline of named = %v, want a ParamError", err)
	}
	if _, err := NewSkyline(2, []breach.ValueRequirements{{Requirements: fine}, {Requirements: fine}}, nil); !errors.Is(err, &engine.ParamError{Package: "joint"}) {
		t.Errorf("NewSkyline of one value twice = %v, want a ParamError", err)
	}
	s, err := NewSkyline(2, nil, fine)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	for name, counts := range map[string][][]int64{"values": {{1, 1, 1}}, "negative": {{2, -1}}, "wrapped": {{math.MaxInt64, 1}}} {
		if _, err := s.HoldsGroups(ctx, counts); !errors.Is(err, &engine.ParamError{Package: "joint"}) {
			t.Errorf("%s: HoldsGroups = %v, want a ParamError", name, err)
		}
	}
	if _, err := s.Holds(ctx, listOf(t, []world{{0, 1}}, 3), &Work{Limit: 1e6}); !errors.Is(err, &engine.ParamError{Package: "joint"}) {
		t.Errorf("Holds = %v, want a ParamError", err)
	}
	cancel()
	for _, p := range []Property{s, implicationsOf(t, 1, big.NewRat(1, 2))} {
		if _, err := p.HoldsGroups(ctx, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("HoldsGroups = %v, want Canceled", err)
		}
	}
}

// randomPermutations returns the tables of a random permutation set, at most 64, and its
// groups and signature.
func randomPermutations(rng *rand.Rand) (worlds []world, groups []int, values int) {
	for {
		people := 1 + rng.IntN(6)
		values = 1 + rng.IntN(4)
		own := make([]int, people)
		for i := range own {
			own[i] = rng.IntN(values)
		}
		groups = randomGroups(rng, people, 1+rng.IntN(3))
		worlds = alike(arrangements(own), own, groups, values)
		if len(worlds) <= 64 {
			return worlds, groups, values
		}
	}
}

// TestPermutationSets compares the answers for signatures, which the project has from
// elsewhere, with those for lists, where the thresholds are the maxima themselves.
func TestPermutationSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for range 3000 {
		worlds, groups, values := randomPermutations(rng)
		list := listOf(t, worlds, values)
		counts := signatureOf(worlds[0], groups, values)
		k := rng.IntN(4)
		sigma := rng.IntN(values)
		point := knowledge.Point{L: rng.Int64N(3), K: rng.Int64N(4), M: rng.Int64N(4)}
		for _, c := range thresholds(byKnowledge(worlds, values, sigma, int(point.L), int(point.K), int(point.M))) {
			p := skylineOf(t, values, sigma, point, c)
			if got, want := holds(t, p, list), holdsGroups(t, p, counts); got != want {
				t.Fatalf("%v: safe for %d at %+v below %v = %v, want %v", counts, sigma, point, c, got, want)
			}
		}
		for _, c := range []*big.Rat{big.NewRat(1, 2), big.NewRat(2, 3), big.NewRat(3, 4), big.NewRat(4, 5), big.NewRat(5, 6), big.NewRat(9, 10), big.NewRat(1, 1)} {
			p := implicationsOf(t, k, c)
			if got, want := holds(t, p, list), holdsGroups(t, p, counts); got != want {
				t.Fatalf("%v: safe for %d implications below %v = %v, want %v", counts, k, c, got, want)
			}
		}
	}
}

// TestPermutationSetsAtMaximum does so for implications at their maximum disclosure.
func TestPermutationSetsAtMaximum(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for range 400 {
		worlds, groups, values := randomPermutations(rng)
		list := listOf(t, worlds, values)
		counts := signatureOf(worlds[0], groups, values)
		k := rng.IntN(3)
		want := bySimple(worlds, values, k)
		for _, c := range thresholds(want) {
			p := implicationsOf(t, k, c)
			got, groups := holds(t, p, list), holdsGroups(t, p, counts)
			if safe := want.Cmp(c) < 0; got != safe || groups != safe {
				t.Fatalf("%v: safe for %d implications below %v = %v and %v, want %v", counts, k, c, got, groups, safe)
			}
		}
	}
}

// TestPartsAreNotSafer shows the lemma of Property: for parts of a permutation set, the
// maximum is at least that of the whole, so that no part is safe at it.
func TestPartsAreNotSafer(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	var larger int
	for range 600 {
		worlds, _, values := randomPermutations(rng)
		k := rng.IntN(3)
		sigma := rng.IntN(values)
		l, m := rng.IntN(3), rng.IntN(3)
		implied, known := bySimple(worlds, values, min(k, 2)), byKnowledge(worlds, values, sigma, l, k, m)
		for range 3 {
			rng.Shuffle(len(worlds), func(i, j int) { worlds[i], worlds[j] = worlds[j], worlds[i] })
			part := worlds[:1+rng.IntN(len(worlds))]
			if got := byKnowledge(part, values, sigma, l, k, m); got.Cmp(known) < 0 {
				t.Fatalf("%v: breach probability %v at (%d, %d, %d), %v of all", part, got, l, k, m, known)
			} else if got.Cmp(known) > 0 {
				larger++
			}
			list := listOf(t, part, values)
			if holds(t, implicationsOf(t, k, implied), list) {
				t.Fatalf("%v is safer than all for %d implications: below %v", part, k, implied)
			}
			if known.Sign() > 0 && holds(t, skylineOf(t, values, sigma, knowledge.Point{L: int64(l), K: int64(k), M: int64(m)}, known), list) {
				t.Fatalf("%v is safer than all at (%d, %d, %d): below %v", part, l, k, m, known)
			}
		}
	}
	if larger == 0 {
		t.Error("no part was less safe")
	}
}
