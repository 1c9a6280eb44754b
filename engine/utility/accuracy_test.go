package utility

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/tree"

	"skyline/engine/label"
)

// worker is a row of a table of ages, jobs, sensitive values and targets.
type worker struct{ age, job, s, y int32 }

const (
	ageCount = 40
	jobCount = 3
	binWidth = 10
)

func randomWorkers(random *rand.Rand, n int) []worker {
	workers := make([]worker, n)
	for i := range workers {
		w := worker{int32(random.IntN(ageCount)), int32(random.IntN(jobCount)), int32(random.IntN(3)), 0}
		if w.age > 17 && w.job > 0 || random.IntN(6) == 0 {
			w.y = 1
		}
		workers[i] = w
	}
	return workers
}

// workColumns has every age and its bin as labels of the age, and every value of
// the other columns as a label.
func workColumns() []Column {
	columns := make([]Column, 4)
	for c, size := range []int{ageCount, jobCount, 3, 2} {
		for v := range size {
			rank := int64(v)
			position := math.NaN()
			if c == 0 {
				position = float64(v)
			}
			columns[c].Values = append(columns[c].Values, Value{Text: string(rune('A' + v)), Rank: rank, Position: position})
			columns[c].Labels = append(columns[c].Labels, Label{Text: string(rune('A' + v)), Rank: &rank})
		}
	}
	for low := 0; low < ageCount; low += binWidth {
		high := low + binWidth - 1
		columns[0].Labels = append(columns[0].Labels, Label{
			Text: label.Range(string(rune('A'+low)), string(rune('A'+high))), Low: &End{int64(low), float64(low)}, High: &End{int64(high), float64(high)},
		})
	}
	return columns
}

func cellsOf(workers []worker, ageLabel func(int32) int32) Cells {
	cells := Cells{Codes: make([][]int32, 4)}
	for _, w := range workers {
		for c, code := range []int32{ageLabel(w.age), w.job, w.s, w.y} {
			cells.Codes[c] = append(cells.Codes[c], code)
		}
		cells.N = append(cells.N, 1)
	}
	return cells
}

func exactAge(age int32) int32 { return age }
func binOfAge(age int32) int32 { return ageCount + age/binWidth }

var workLayout = Layout{QI: 2, Sensitive: 1, HasTarget: true}

func work(t *testing.T, workers, released []worker, labelOf func(int32) int32) *Release {
	t.Helper()
	r, err := New(workLayout, workColumns(), cellsOf(workers, exactAge), cellsOf(released, labelOf))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestExactReleaseIsAsAccurate: a release that changed nothing gives the very
// trees of the original, fold by fold, whatever the order of its rows.
func TestExactReleaseIsAsAccurate(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 8))
	workers := randomWorkers(random, 400)
	shuffled := slices.Clone(workers)
	random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for seed := range uint64(3) {
		a, err := work(t, workers, shuffled, exactAge).Accuracy(t.Context(), nil, seed)
		if err != nil {
			t.Fatal(err)
		}
		if a.Release != a.Original || a.Original <= a.Baseline {
			t.Errorf("seed %d: %+v, want the release as good as the original, and both above the baseline", seed, a)
		}
		b, _ := work(t, shuffled, workers, exactAge).Accuracy(t.Context(), nil, seed)
		if a != b {
			t.Errorf("seed %d: %+v in one order, %+v in another", seed, a, b)
		}
	}
}

// TestLinkLeavesOutTheRightRows: in a release by disjoint regions, what is left
// is the generalized rows of the people who are left.
func TestLinkLeavesOutTheRightRows(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	for range 20 {
		workers := randomWorkers(random, 300)
		r := work(t, workers, workers, binOfAge)
		original, release := r.sample(&r.original, false), r.sample(&r.release, true)
		linked, err := r.newLink(t.Context(), original, release)
		if err != nil {
			t.Fatal(err)
		}
		all := int64(0)
		for fold := range folds {
			in, out := split(original, fold, rand.New(rand.NewPCG(1, 0)))
			want := map[worker]int64{}
			for i, n := range in {
				all += out[i]
				want[worker{original.codes[0][i] / binWidth, original.codes[1][i], original.codes[2][i], original.classes[i]}] += n
			}
			for j, n := range linked.without(out, random) {
				// The codes of labels follow those of values.
				w := worker{release.codes[0][j] - 2*ageCount, release.codes[1][j] - jobCount, release.codes[2][j] - 3, release.classes[j]}
				if n != want[w] {
					t.Fatalf("fold %d: %d of a row are left, want %d", fold, n, want[w])
				}
			}
		}
		if all != int64(len(workers)) {
			t.Errorf("%d people are in some fold, want each of %d in one", all, len(workers))
		}
	}
}

// TestLinkTakesOthers: where the sensitive values are permuted, as in a bucketized
// release, as many rows with the person's other values are left out.
func TestLinkTakesOthers(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 6))
	workers := randomWorkers(random, 500)
	permuted := slices.Clone(workers)
	for i, j := range random.Perm(len(workers)) {
		permuted[i].s = workers[j].s
	}
	r := work(t, workers, permuted, exactAge)
	original, release := r.sample(&r.original, false), r.sample(&r.release, true)
	_, out := split(original, 3, random)
	want := map[worker]int64{}
	for i, n := range original.n {
		want[worker{age: original.codes[0][i], job: original.codes[1][i], y: original.classes[i]}] += n - out[i]
	}
	linked, err := r.newLink(t.Context(), original, release)
	if err != nil {
		t.Fatal(err)
	}
	for j, n := range linked.without(out, random) {
		want[worker{age: release.codes[0][j] - ageCount, job: release.codes[1][j] - jobCount, y: release.classes[j]}] -= n
	}
	for w, n := range want {
		if n != 0 {
			t.Errorf("%+v: %d rows too few are left out", w, -n)
		}
	}
}

// TestLinkTakesTheNarrowest: half of the people are released as they are, the others as "*", which
// every row fits. Of whoever is tested and released exactly, no row is left to train on.
func TestLinkTakesTheNarrowest(t *testing.T) {
	const people = 200
	columns := make([]Column, 2)
	columns[0].Labels = append(columns[0].Labels, Label{Text: "*"})
	original, release := Cells{Codes: make([][]int32, 2)}, Cells{Codes: make([][]int32, 2)}
	for i := range int32(people) {
		rank := int64(i)
		text := fmt.Sprint(i)
		columns[0].Values = append(columns[0].Values, Value{Text: text, Rank: rank, Position: float64(i)})
		columns[0].Labels = append(columns[0].Labels, Label{Text: text, Rank: &rank, Position: float64(i)})
		shown := i + 1
		if i%2 == 1 {
			shown = 0
		}
		for c, code := range [][2]int32{{i, shown}, {i % 3, i % 3}} {
			original.Codes[c], release.Codes[c] = append(original.Codes[c], code[0]), append(release.Codes[c], code[1])
		}
		original.N, release.N = append(original.N, 1), append(release.N, 1)
	}
	for v := range int64(3) {
		text := string(rune('A' + v))
		columns[1].Values = append(columns[1].Values, Value{Text: text, Rank: v, Position: math.NaN()})
		columns[1].Labels = append(columns[1].Labels, Label{Text: text, Rank: &v})
	}
	r, err := New(Layout{QI: 1, HasTarget: true}, columns, original, release)
	if err != nil {
		t.Fatal(err)
	}
	rows, released := r.sample(&r.original, false), r.sample(&r.release, true)
	linked, err := r.newLink(t.Context(), rows, released)
	if err != nil {
		t.Fatal(err)
	}
	_, out := split(rows, 0, rand.New(rand.NewPCG(9, 9)))
	left := linked.without(out, rand.New(rand.NewPCG(9, 8)))
	tested, missing := 0, int64(0)
	for i, n := range out {
		missing += n
		for j, code := range released.codes[0] {
			if age := rows.codes[0][i]; n > 0 && code == people+1+age {
				if tested++; left[j] > 0 {
					t.Errorf("the row of somebody who is tested is left")
				}
			}
		}
	}
	for j, n := range left {
		missing -= released.n[j] - n
	}
	if tested == 0 || missing != 0 {
		t.Errorf("%d of those tested are released exactly, and %d rows too few are left out", tested, missing)
	}
}

func TestDraw(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		left := make([]int64, 1+random.IntN(5))
		rows := make([]int32, len(left))
		total := int64(0)
		for i := range left {
			rows[i] = int32(i)
			left[i] = random.Int64N(1 << random.IntN(40))
			total += left[i]
		}
		before := slices.Clone(left)
		need := random.Int64N(2*total + 1)
		missing := draw(left, rows, need, random)
		taken := int64(0)
		for i := range left {
			if left[i] < 0 || left[i] > before[i] {
				t.Fatalf("draw(%v, %d) left %v", before, need, left)
			}
			taken += before[i] - left[i]
		}
		if taken != min(need, total) || missing != need-taken {
			t.Fatalf("draw(%v, %d) left %v: %d taken", before, need, left, taken)
		}
	}
}

// TestAccuracyOfTestRows: with rows to test on, it is what the tree of all rows
// says of each of them.
func TestAccuracyOfTestRows(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	workers, others := randomWorkers(random, 300), randomWorkers(random, 100)
	r := work(t, workers, workers, binOfAge)
	cells := cellsOf(others, exactAge)
	got, err := r.Accuracy(t.Context(), &cells, 0)
	if err != nil {
		t.Fatal(err)
	}
	ages, middles := make([]float64, ageCount), make([]float64, ageCount)
	for i := range ages {
		ages[i], middles[i] = float64(i), float64(i/binWidth*binWidth)+float64(binWidth-1)/2
	}
	right := func(numbers []float64) float64 {
		rows := tree.Rows{Codes: make([][]int32, 3)}
		for _, w := range workers {
			for f, code := range []int32{w.age, w.job, w.s} {
				rows.Codes[f] = append(rows.Codes[f], code)
			}
			rows.Classes, rows.Weights = append(rows.Classes, w.y), append(rows.Weights, 1)
		}
		// Trained with these numbers, asked with the ages themselves.
		features := []tree.Feature{tree.Numeric(append(slices.Clone(numbers), ages...)), categorical(t, jobCount), categorical(t, 3)}
		trained, err := tree.Train(t.Context(), features, rows, 2)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, w := range others {
			if trained.Predict([]int32{ageCount + w.age, w.job, w.s}) == w.y {
				count++
			}
		}
		return float64(count) / float64(len(others))
	}
	most, having := int32(0), 0
	for _, w := range workers {
		most += 2*w.y - 1
	}
	for _, w := range others {
		if (most > 0) == (w.y == 1) {
			having++
		}
	}
	want := Accuracy{right(middles), right(ages), float64(having) / float64(len(others)), int64(len(others))}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestNothing(t *testing.T) {
	r := work(t, nil, nil, exactAge)
	if got, err := r.Divergence(t.Context(), 0); err != nil || !math.IsNaN(got) {
		t.Errorf("divergence of nothing: %g, %v", got, err)
	}
	if got, err := r.Accuracy(t.Context(), nil, 0); err != nil || !math.IsNaN(got.Release) || !math.IsNaN(got.Baseline) {
		t.Errorf("accuracy of nothing: %+v, %v", got, err)
	}
	if got := r.Sizes(); got.Groups != 0 || got.Discernibility != 0 || !math.IsNaN(got.Average) {
		t.Errorf("sizes of nothing: %+v", got)
	}
	if got := r.Loss(0); !math.IsNaN(got.NCP) || !math.IsNaN(got.Generalized) {
		t.Errorf("loss of nothing: %+v", got)
	}
}

func TestErrors(t *testing.T) {
	workers := randomWorkers(rand.New(rand.NewPCG(1, 2)), 30)
	good := cellsOf(workers, exactAge)
	news := func(change func(columns []Column, original, release *Cells)) error {
		columns, original, release := workColumns(), cellsOf(workers, exactAge), cellsOf(workers, exactAge)
		change(columns, &original, &release)
		_, err := New(workLayout, columns, original, release)
		return err
	}
	var unknown *UnknownLabelError
	if err := news(func(c []Column, _, _ *Cells) { c[1].Labels[0] = Label{Text: "?"} }); !errors.As(err, &unknown) || unknown.Column != 1 || unknown.Labels != 1 {
		t.Errorf("an unknown label: %v", err)
	}
	if err := news(func(c []Column, _, _ *Cells) { c[2].Labels[0] = Label{Text: "*"} }); !errors.As(err, &unknown) || unknown.Column != 2 {
		t.Errorf("a label of the sensitive column: %v", err)
	}
	if err := news(func(_ []Column, _, r *Cells) { r.N[0] = 2 }); !errors.Is(err, ErrMorePeople) {
		t.Errorf("more people: %v", err)
	}
	if err := news(func(_ []Column, o, _ *Cells) { o.N[0] = math.MaxInt64 }); !errors.Is(err, ErrTooManyPeople) {
		t.Errorf("too many people: %v", err)
	}
	for name, change := range map[string]func([]Column, *Cells, *Cells){
		"a code too large":   func(_ []Column, o, _ *Cells) { o.Codes[0][0] = ageCount },
		"a negative label":   func(_ []Column, _, r *Cells) { r.Codes[1][0] = -1 },
		"a missing column":   func(_ []Column, o, _ *Cells) { o.Codes = o.Codes[1:] },
		"a short column":     func(_ []Column, o, _ *Cells) { o.Codes[0] = o.Codes[0][1:] },
		"nobody in a cell":   func(_ []Column, o, _ *Cells) { o.N[0] = 0 },
		"too few groups":     func(_ []Column, _, r *Cells) { r.Groups = []int64{1} },
		"a missing sensible": func(_ []Column, _, r *Cells) { r.Codes[2] = nil },
	} {
		if err := news(change); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := New(Layout{QI: 2}, workColumns(), good, good); err == nil {
		t.Error("a layout of other columns: no error")
	}
	var uncovered *UncoveredError
	moved := slices.Clone(workers)
	moved[0] = worker{(workers[0].age + 1) % ageCount, 2, 0, 0}
	_, err := work(t, []worker{workers[0]}, moved[:1], exactAge).Divergence(t.Context(), 0)
	if !errors.As(err, &uncovered) || uncovered.People != 1 {
		t.Errorf("a person without a region: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := work(t, workers, workers, exactAge).Accuracy(ctx, nil, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled accuracy: %v", err)
	}
	if _, err := work(t, workers, workers, exactAge).Divergence(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled divergence: %v", err)
	}
}

// categorical is a feature whose codes are its values.
func categorical(t *testing.T, values int) tree.Feature {
	t.Helper()
	members := make([][]int32, values)
	for i := range members {
		members[i] = []int32{int32(i)}
	}
	f, err := tree.Generalized(values, members)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
