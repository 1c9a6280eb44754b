package utility

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/label"
	"skyline/engine/tree"
	"skyline/tests/trials"
)

// said is what a label of ages says: its ends, and what is in the middle.
type said struct{ low, high, middle float64 }

const ages = 12

// measuredColumns has ages, with intervals of three, the set {0, 5, 7} and "*" behind the values; jobs; and
// scores -2.5, -1.5, … as values, NULL last.
func measuredColumns() (columns []Column, labels []said) {
	columns = make([]Column, 3)
	for v := range ages {
		rank := int64(v)
		text := fmt.Sprint(v)
		columns[0].Values = append(columns[0].Values, Value{Text: text, Rank: rank, Position: float64(v)})
		columns[0].Labels = append(columns[0].Labels, Label{Text: text, Rank: &rank, Position: float64(v)})
		labels = append(labels, said{float64(v), float64(v), float64(v)})
	}
	for low := 0; low < ages; low += 3 {
		columns[0].Labels = append(columns[0].Labels, Label{
			Text: label.Range(fmt.Sprint(low), fmt.Sprint(low+2)), Low: &End{int64(low), float64(low)}, High: &End{int64(low + 2), float64(low + 2)},
		})
		labels = append(labels, said{float64(low), float64(low + 2), float64(low + 1)})
	}
	columns[0].Labels = append(columns[0].Labels, Label{Text: "{0, 5, 7}"}, Label{Text: "*"})
	labels = append(labels, said{0, 7, 4}, said{0, ages - 1, (ages - 1) / 2.0})
	for v := range 3 {
		rank := int64(v)
		columns[1].Values = append(columns[1].Values, Value{Text: string(rune('A' + v)), Rank: rank, Position: math.NaN()})
		columns[1].Labels = append(columns[1].Labels, Label{Text: string(rune('A' + v)), Rank: &rank})
	}
	for v := range 6 {
		rank := int64(v)
		text := fmt.Sprint(float64(v) - 2.5)
		columns[2].Values = append(columns[2].Values, Value{Text: text, Rank: rank, Position: float64(v) - 2.5})
		columns[2].Labels = append(columns[2].Labels, Label{Text: text, Rank: &rank, Position: float64(v) - 2.5})
	}
	columns[2].Values = append(columns[2].Values, Value{Null: true, Position: math.NaN()})
	columns[2].Labels = append(columns[2].Labels, Label{Null: true, Position: math.NaN()})
	return columns, labels
}

func score(code int32) float64 {
	if code == 6 {
		return math.NaN()
	}
	return float64(code) - 2.5
}

// measuredRelease is a random table and a release of it, as codes; every age is there, so that "*" is all.
func measuredRelease(t *testing.T, random *rand.Rand, people int, nulls bool) (*Release, Cells, Cells, []said) {
	t.Helper()
	columns, labels := measuredColumns()
	original, release := Cells{Codes: make([][]int32, 3)}, Cells{Codes: make([][]int32, 3)}
	for i := range people {
		age := int32(i % ages)
		codes := []int32{age, int32(random.IntN(3)), int32(random.IntN(3)) + age/4}
		if nulls && random.IntN(5) == 0 {
			codes[2] = 6
		}
		shown := age
		switch random.IntN(4) {
		case 0:
			shown = ages + age/3
		case 1:
			shown = ages + 5 // "*"
		case 2:
			if age == 0 || age == 5 || age == 7 {
				shown = ages + 4
			}
		}
		n := 1 + random.Int64N(3)
		for c := range codes {
			original.Codes[c] = append(original.Codes[c], codes[c])
		}
		original.N = append(original.N, n)
		if random.IntN(6) == 0 {
			continue // left out
		}
		release.Codes[0] = append(release.Codes[0], shown)
		release.Codes[1], release.Codes[2] = append(release.Codes[1], codes[1]), append(release.Codes[2], codes[2])
		release.N = append(release.N, n)
	}
	r, err := New(Layout{QI: 2, HasTarget: true, Nulls: NullsAreValues}, columns, original, release)
	if err != nil {
		t.Fatal(err)
	}
	return r, original, release, labels
}

// listed returns a number for each single person.
func listed(cells Cells, of func(row int) float64) []float64 {
	var all []float64
	for row, n := range cells.N {
		for range n {
			all = append(all, of(row))
		}
	}
	return all
}

// meanOf, deviationOf and correlationOf are by definition, from the differences of all pairs of people:
// Σ (x - x̄)² is the sum of the squared differences of all pairs, by the number of people.
func meanOf(x []float64) float64 {
	sum, n := 0.0, 0.0
	for _, v := range x {
		if v == v {
			sum += v
			n++
		}
	}
	return sum / n
}

func pairs(x, y []float64) (sum, n float64) {
	for i := range x {
		if x[i] != x[i] || y[i] != y[i] {
			continue
		}
		n++
		for j := range i {
			if x[j] == x[j] && y[j] == y[j] {
				sum += (x[i] - x[j]) * (y[i] - y[j])
			}
		}
	}
	return sum / n, n
}

func deviationOf(x []float64) float64 {
	sum, n := pairs(x, x)
	return math.Sqrt(sum / (n - 1))
}

func correlationOf(x, y []float64) float64 {
	only := func(x, y []float64) []float64 {
		z := slices.Clone(x)
		for i := range z {
			if y[i] != y[i] {
				z[i] = math.NaN()
			}
		}
		return z
	}
	x, y = only(x, y), only(y, x)
	xy, _ := pairs(x, y)
	xx, _ := pairs(x, x)
	yy, _ := pairs(y, y)
	return xy / math.Sqrt(xx*yy)
}

func isNear(a, b float64) bool { return math.Abs(a-b) < 1e-9 || a != a && b != b }

// TestStatisticsByDefinition lists the people of both tables one by one.
func TestStatisticsByDefinition(t *testing.T) {
	for seed := range trials.Seeds(t, 60, 1000) {
		random := rand.New(rand.NewPCG(seed, 3))
		r, original, release, labels := measuredRelease(t, random, ages+random.IntN(30), true)
		label := func(value func(said) float64) []float64 {
			return listed(release, func(row int) float64 { return value(labels[release.Codes[0][row]]) })
		}
		lows, highs, middles := label(func(s said) float64 { return s.low }), label(func(s said) float64 { return s.high }), label(func(s said) float64 { return s.middle })
		exact := listed(original, func(row int) float64 { return float64(original.Codes[0][row]) })
		scores := listed(original, func(row int) float64 { return score(original.Codes[2][row]) })
		released := listed(release, func(row int) float64 { return score(release.Codes[2][row]) })
		if got, want := r.Mean(0), (Mean{meanOf(exact), meanOf(middles), meanOf(lows), meanOf(highs)}); !isNear(got.Original, want.Original) || !isNear(got.Release, want.Release) || !isNear(got.Low, want.Low) || !isNear(got.High, want.High) {
			t.Errorf("seed %d: mean of ages %v, want %v", seed, got, want)
		}
		if got, x := r.Mean(2), meanOf(released); !isNear(got.Original, meanOf(scores)) || !isNear(got.Release, x) || !isNear(got.Low, x) || !isNear(got.High, x) {
			t.Errorf("seed %d: mean of scores %v, want %g and three times %g", seed, got, meanOf(scores), x)
		}
		if a, b := r.Deviation(0); !isNear(a, deviationOf(exact)) || !isNear(b, deviationOf(middles)) {
			t.Errorf("seed %d: deviations %g, %g, want %g, %g", seed, a, b, deviationOf(exact), deviationOf(middles))
		}
		if a, b := r.Correlation(0, 2); !isNear(a, correlationOf(exact, scores)) || !isNear(b, correlationOf(middles, released)) {
			t.Errorf("seed %d: correlations %g, %g, want %g, %g", seed, a, b, correlationOf(exact, scores), correlationOf(middles, released))
		}
		if !r.IsNumeric(0) || r.IsNumeric(1) {
			t.Error("ages are numbers, jobs are not")
		}
	}
}

// TestRegressionOfTestRows: with rows to test on, the errors are those of the trees of all rows that
// have a number, person by person.
func TestRegressionOfTestRows(t *testing.T) {
	for seed := range trials.Seeds(t, 20, 300) {
		random := rand.New(rand.NewPCG(seed, 1))
		r, original, release, labels := measuredRelease(t, random, 200, true)
		_, test, _, _ := measuredRelease(t, random, 40, true)
		got, err := r.Regression(t.Context(), &test, 0)
		if err != nil {
			t.Fatal(err)
		}
		var numbers []float64 // values, then what labels count as
		for v := range ages {
			numbers = append(numbers, float64(v))
		}
		for _, s := range labels {
			numbers = append(numbers, s.middle)
		}
		features := []tree.Feature{tree.Numeric(numbers), categorical(t, 3)}
		trained := func(cells Cells, behind int32) *tree.Tree {
			rows, y := tree.Rows{Codes: make([][]int32, 2)}, []float64(nil)
			for row := range cells.N {
				if x := score(cells.Codes[2][row]); x == x {
					rows.Codes[0], rows.Codes[1] = append(rows.Codes[0], behind+cells.Codes[0][row]), append(rows.Codes[1], cells.Codes[1][row])
					rows.Weights, y = append(rows.Weights, float64(cells.N[row])), append(y, x)
				}
			}
			tr, err := tree.TrainRegression(t.Context(), features, rows, y)
			if err != nil {
				t.Fatal(err)
			}
			return tr
		}
		trees := []*tree.Tree{trained(release, ages), trained(original, 0)}
		middle := meanOf(listed(original, func(row int) float64 { return score(original.Codes[2][row]) }))
		var absolute, squared [3]float64
		people := 0.0
		var gains []float64
		for row, n := range test.N {
			y := score(test.Codes[2][row])
			if y != y {
				continue
			}
			codes := []int32{test.Codes[0][row], test.Codes[1][row]}
			for i, x := range []float64{trees[0].PredictNumber(codes), trees[1].PredictNumber(codes), middle} {
				absolute[i] += float64(n) * math.Abs(y-x)
				squared[i] += float64(n) * (y - x) * (y - x)
			}
			people += float64(n)
			for range n {
				x := trees[1].PredictNumber(codes)
				gains = append(gains, (y-middle)*(y-middle)-(y-x)*(y-x))
			}
		}
		// The standard error of a sum of so many people.
		standard := deviationOf(gains) * math.Sqrt(people) / squared[2]
		want := Regression{absolute[0] / people, absolute[1] / people, absolute[2] / people, 1 - squared[0]/squared[2], 1 - squared[1]/squared[2], standard, int64(people)}
		if !isNear(got.Release, want.Release) || !isNear(got.Original, want.Original) || !isNear(got.Baseline, want.Baseline) ||
			!isNear(got.ReleaseR2, want.ReleaseR2) || !isNear(got.OriginalR2, want.OriginalR2) || !isNear(got.OriginalR2Error, want.OriginalR2Error) || got.People != want.People {
			t.Errorf("seed %d: %+v, want %+v", seed, got, want)
		}
	}
}

// TestRegressionOfExactRelease: a release that changed nothing has the very trees of the original, fold
// by fold, which know that scores rise with ages; everybody with a score is tested once.
func TestRegressionOfExactRelease(t *testing.T) {
	_, original, _, _ := measuredRelease(t, rand.New(rand.NewPCG(4, 4)), 300, true)
	columns, _ := measuredColumns()
	r, err := New(Layout{QI: 2, HasTarget: true}, columns, original, original)
	if err != nil {
		t.Fatal(err)
	}
	people := int64(0)
	for row, n := range original.N {
		if original.Codes[2][row] != 6 {
			people += n
		}
	}
	got, err := r.Regression(t.Context(), nil, 7)
	if err != nil || got.Release != got.Original || got.ReleaseR2 != got.OriginalR2 || !(got.Original < got.Baseline) || !(got.OriginalR2 > 0.1) || got.People != people {
		t.Errorf("%+v, %v, want two equal trees, better than the mean, for %d people", got, err, people)
	}
	if got := r.Numbers(2); got != 5 {
		t.Errorf("%d different scores, want 5", got)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := r.Regression(ctx, nil, 7); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := r.Examples(ctx, nil, 7, func(Example) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled examples: %v", err)
	}
}

// TestExamples: the numbers of each row by hand, and by the parts who is tested once and not trained on there.
func TestExamples(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	r, original, release, labels := measuredRelease(t, random, 100, false)
	type key struct {
		part   Part
		age    float64
		job    int
		target int32
	}
	want := map[key]int64{}
	for row, n := range original.N {
		want[key{OfOriginal, float64(original.Codes[0][row]), int(original.Codes[1][row]), original.Codes[2][row]}] += n
	}
	for row, n := range release.N {
		want[key{OfRelease, labels[release.Codes[0][row]].middle, int(release.Codes[1][row]), release.Codes[2][row]}] += n
	}
	out := [2]int64{}
	err := r.Examples(t.Context(), nil, 3, func(x Example) error {
		if len(x.Features) != 4 || len(x.HeldOut) != folds {
			t.Fatalf("%+v, want an age, three jobs and %d parts", x, folds)
		}
		job := slices.Index(x.Features[1:], 1)
		want[key{x.Part, x.Features[0], job, x.Target}] -= x.People
		sum := int64(0)
		for _, n := range x.HeldOut {
			if n < 0 || n > x.People {
				t.Errorf("%d of %d are held out", n, x.People)
			}
			sum += n
		}
		if x.Part == OfOriginal && sum != x.People {
			t.Errorf("%d of %d people are tested", sum, x.People)
		}
		out[x.Part] += sum
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for k, n := range want {
		if n != 0 {
			t.Errorf("%+v: %d people are missing", k, n)
		}
	}
	if out[OfRelease] == 0 || out[OfRelease] > out[OfOriginal] {
		t.Errorf("%d people of the release are held out, of %d", out[OfRelease], out[OfOriginal])
	}
	if err := r.Examples(t.Context(), &original, 3, func(x Example) error {
		if x.HeldOut != nil {
			t.Error("somebody is held out beside test rows")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
