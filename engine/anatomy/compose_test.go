package anatomy

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/tests/trials"

	"github.com/google/go-cmp/cmp"
)

// literal is Anatomy by the letter (Figure 3 of the paper, and the rules that Compose
// adds): the groups as sets of values, and the values that remain.
func literal(counts []int64, l int64) (groups []map[int]bool, remain []int) {
	left := slices.Clone(counts)
	for {
		var values []int
		for v, n := range left {
			if n > 0 {
				values = append(values, v)
			}
		}
		if int64(len(values)) < l {
			remain = values
			break
		}
		slices.SortFunc(values, func(x, y int) int {
			switch {
			case left[x] != left[y]:
				return int(left[y] - left[x])
			case counts[x] != counts[y]:
				return int(counts[x] - counts[y])
			default:
				return x - y
			}
		})
		group := map[int]bool{}
		for _, v := range values[:l] {
			group[v] = true
			left[v]--
		}
		groups = append(groups, group)
	}
	at := 0
	for _, v := range remain {
		if left[v] != 1 {
			panic(fmt.Sprintf("%d of one value remain of %v, l = %d", left[v], counts, l))
		}
		for groups[at][v] {
			at = (at + 1) % len(groups)
		}
		groups[at][v] = true
		at = (at + 1) % len(groups)
	}
	return groups, remain
}

func isEligible(counts []int64, l int64) bool {
	people := int64(0)
	for _, n := range counts {
		people += n
	}
	for _, n := range counts {
		if n*l > people {
			return false
		}
	}
	return people > 0
}

// valuesOf are the groups as sets of values.
func valuesOf(t *testing.T, c *Composition) []map[int]bool {
	t.Helper()
	sets := make([]map[int]bool, c.groups)
	for g := range sets {
		sets[g] = map[int]bool{}
	}
	for v := range c.Values() {
		for _, g := range c.Places(v) {
			if sets[g][v] {
				t.Fatalf("value %d is in group %d twice", v, g)
			}
			sets[g][v] = true
		}
	}
	return sets
}

func checkCompose(t *testing.T, counts []int64, l int64) {
	t.Helper()
	c, err := Compose(t.Context(), counts, l)
	if !isEligible(counts, l) {
		if err == nil {
			t.Fatalf("Compose(%v, %d) has no error", counts, l)
		}
		return
	}
	if err != nil {
		t.Fatalf("Compose(%v, %d): %v", counts, l, err)
	}
	want, remain := literal(counts, l)
	got := valuesOf(t, c)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("Compose(%v, %d): groups (-want +got):\n%s", counts, l, diff)
	}
	if int64(len(remain)) >= l {
		t.Fatalf("%d remain of %v, l = %d", len(remain), counts, l)
	}
	for v, n := range counts {
		if own := c.Places(v); int64(len(own)) != n || !slices.IsSorted(own) {
			t.Fatalf("value %d has the places %v, want %d in order", v, own, n)
		}
	}
	for g, set := range got {
		if int64(len(set)) < l {
			t.Fatalf("group %d of Compose(%v, %d) has %d values", g, counts, l, len(set))
		}
	}
	d, err := c.Draw(t.Context(), rand.New(rand.NewPCG(1, 2)), true)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Verify(counts, l); err != nil {
		t.Fatal(err)
	}
}

// TestComposeSmall takes all histograms of up to five values with up to five people
// each.
func TestComposeSmall(t *testing.T) {
	t.Parallel()
	for values := 1; values <= 5; values++ {
		counts := make([]int64, values)
		for more := true; more; more = increment(counts, 5) {
			for l := int64(2); l <= 4; l++ {
				checkCompose(t, counts, l)
			}
		}
	}
}

// increment counts in base most+1.
func increment(digits []int64, most int64) bool {
	for i := range digits {
		if digits[i]++; digits[i] <= most {
			return true
		}
		digits[i] = 0
	}
	return false
}

func TestComposeRandom(t *testing.T) {
	t.Parallel()
	some, cases := 0, 0
	for seed := range trials.Seeds(t, 1000, 3000) {
		cases++
		rng := rand.New(rand.NewPCG(seed, 3))
		counts := make([]int64, 1+rng.IntN(60))
		most := 1 + rng.Int64N(50)
		for v := range counts {
			counts[v] = rng.Int64N(1 + rng.Int64N(most))
		}
		l := 2 + rng.Int64N(int64(len(counts))/3+1)
		if isEligible(counts, l) {
			some++
		}
		checkCompose(t, counts, l)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if some < cases/3 {
		t.Errorf("only %d of %d were eligible", some, cases)
	}
}

// TestComposePaper has the diseases of the eight patients in the running example of
// Xiao and Tao (Table 1): four groups of two.
func TestComposePaper(t *testing.T) {
	// In the order bronchitis, dyspepsia, flu, gastritis, pneumonia.
	counts := []int64{1, 2, 2, 1, 2}
	c, err := Compose(t.Context(), counts, 2)
	if err != nil {
		t.Fatal(err)
	}
	// By hand: dyspepsia, flu (2 2 2: the first two); then pneumonia (2) and of those
	// with one left the one that had fewest at first, bronchitis; then gastritis and
	// dyspepsia; then flu and pneumonia.
	want := []map[int]bool{{1: true, 2: true}, {4: true, 0: true}, {3: true, 1: true}, {2: true, 4: true}}
	if diff := cmp.Diff(want, valuesOf(t, c)); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
}

func TestComposeErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		counts []int64
		l      int64
		want   error
	}{
		{[]int64{1, 1}, 1, &engine.ParamError{Package: "anatomy", Param: "l"}},
		{nil, 2, ErrNobody},
		{[]int64{0, 0}, 2, ErrNobody},
		{[]int64{1 << 31, 1 << 31}, 2, ErrTooLarge},
		{[]int64{1 << 62, 1 << 62, 1 << 62}, 2, ErrTooLarge},
		{[]int64{-1, 1}, 2, &engine.ParamError{Package: "anatomy", Param: "counts"}},
	} {
		if _, err := Compose(t.Context(), test.counts, test.l); !errors.Is(err, test.want) {
			t.Errorf("Compose(%v, %d): %v, want %v", test.counts, test.l, err, test.want)
		}
	}
	var got *IneligibleError
	_, err := Compose(t.Context(), []int64{1, 7, 0, 7, 1}, 1<<62)
	want := &IneligibleError{L: 1 << 62, People: 16, Values: 4, Value: 1, Count: 7}
	if !errors.As(err, &got) || *got != *want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got.MaxL() != 2 {
		t.Errorf("MaxL = %d, want 2", got.MaxL())
	}
}

// TestDrawUniform compares how often each assignment comes with a uniform
// distribution, for fixed seeds.
func TestDrawUniform(t *testing.T) {
	t.Parallel()
	// Three people of value 0 in three groups: six assignments. Two of value 1.
	c, err := Compose(t.Context(), []int64{3, 2, 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	const draws = 60_000
	for _, renumber := range []bool{false, true} {
		rng := rand.New(rand.NewPCG(4, 5))
		seen := map[string]int{}
		for range draws {
			d, err := c.Draw(t.Context(), rng, renumber)
			if err != nil {
				t.Fatal(err)
			}
			seen[fmt.Sprint(d.Places(0), d.Places(1))]++
		}
		// Value 1 shares two of the three groups. Kept, its two assignments are
		// independent of the six. Renumbered, any two groups may be those.
		cases := 12
		if renumber {
			cases = 36
		}
		if len(seen) != cases {
			t.Fatalf("%d different assignments, want %d", len(seen), cases)
		}
		chi := 0.0
		for _, n := range seen {
			e := float64(draws) / float64(cases)
			chi += (float64(n) - e) * (float64(n) - e) / e
		}
		// The 0.999 quantiles of chi-squared with 11 and 35 degrees of freedom.
		if limit := map[int]float64{12: 31.26, 36: 66.62}[cases]; chi > limit {
			t.Errorf("renumber %v: chi-squared %v, want at most %v", renumber, chi, limit)
		}
	}
}

func TestVerifyFinds(t *testing.T) {
	t.Parallel()
	good := func() *Composition { return &Composition{[]int{2, 4}, []int32{0, 1, 0, 1}, 2} }
	if err := good().Verify([]int64{2, 2}, 2); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(d *Composition){
		"twice":    func(d *Composition) { d.places[1] = 0 },
		"outside":  func(d *Composition) { d.places[1] = 2 },
		"negative": func(d *Composition) { d.places[3] = Suppressed },
		"missing":  func(d *Composition) { d.ends[0] = 1 },
	} {
		d := good()
		spoil(d)
		if err := d.Verify([]int64{2, 2}, 2); !errors.Is(err, ErrUnsafe) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
