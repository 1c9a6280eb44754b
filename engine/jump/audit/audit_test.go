package audit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"skyline/engine/jump/tables"
)

func within(x float64, i Interval) bool { return x >= i.Low && x <= i.High }

// TestCoverage runs audits of sets that are known: both intervals must hold together in
// at least the stated share of them. Were it just so, more failures than allowed here
// would be seen less than once in a million times; the seeds are fixed.
func TestCoverage(t *testing.T) {
	for _, unknown := range []int{0, 10, 60} {
		for _, confidence := range []float64{0.5, 0.9} {
			for _, draws := range []int{1, 5, 60, 1000} {
				r := rand.New(rand.NewPCG(uint64(unknown), uint64(draws)))
				runs := min(600, 60000/draws)
				failed, tight := 0, 0
				for run := range runs {
					truth := list(randomPopulation(r))
					reaches, in := truth.randomSet(r, unknown)
					share, highest := truth.shares(in)
					report, err := Run(context.Background(), truth.pop, reaches, draws, confidence, rand.New(rand.NewPCG(uint64(run), 7)))
					if err != nil {
						t.Fatal(err)
					}
					if report.Share.Low > report.Share.High || report.Highest.Low > report.Highest.High {
						t.Fatalf("report %+v", report)
					}
					if !within(share, report.Share) || share > 0 && !within(highest, report.Highest) {
						failed++
					}
					if report.Highest.High-report.Highest.Low < 0.2 {
						tight++
					}
				}
				mean := float64(runs) * (1 - confidence)
				if allowed := mean + 5*math.Sqrt(mean*confidence); float64(failed) > allowed {
					t.Errorf("%d%% unknown, %d draws, confidence %v: %d of %d audits wrong", unknown, draws, confidence, failed, runs)
				}
				t.Logf("%d%% unknown, %d draws, confidence %v: %d of %d wrong, %d narrow", unknown, draws, confidence, failed, runs, tight)
				if unknown == 0 && draws == 1000 && tight == 0 {
					t.Error("no audit says much")
				}
			}
		}
	}
}

// TestUniform compares the tables dealt with all tables listed, each as likely: the
// statistic exceeds its quantile once in a million times.
func TestUniform(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		truth := list(randomPopulation(r))
		want, got := make(map[string]int), make(map[string]int)
		var keys []string
		for _, key := range truth.tables {
			if want[key] == 0 {
				keys = append(keys, key)
			}
			want[key]++
		}
		const draws = 20000
		deck := newDeck(truth.pop, r)
		for range draws {
			got[fmt.Sprint(deck.deal())]++
		}
		statistic, seen := 0.0, 0
		for _, key := range keys {
			expected := draws * float64(want[key]) / float64(len(truth.tables))
			statistic += (float64(got[key]) - expected) * (float64(got[key]) - expected) / expected
			seen += got[key]
		}
		if seen != draws {
			t.Fatalf("%+v: %d tables dealt are not in the permutation set", truth.pop, draws-seen)
		}
		if len(keys) > 1 {
			if limit := (distuv.ChiSquared{K: float64(len(keys) - 1)}).Quantile(1 - 1e-6); statistic > limit {
				t.Errorf("%+v: statistic %v, limit %v", truth.pop, statistic, limit)
			}
		}
	}
}

// TestClopperPearson compares with binomial tails, and with the closed forms at the ends.
func TestClopperPearson(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 57, 1000, 20000} {
		for _, kept := range []int{0, 1, 2, n / 3, n / 2, n - 1, n} {
			if kept > n || kept < 0 {
				continue
			}
			for _, risk := range []float64{0.5, 0.05, 1e-3, 1e-6, 1e-10} {
				i := clopperPearson(kept, n, risk)
				if !(0 <= i.Low && i.Low <= float64(kept)/float64(n)+1e-12 && float64(kept)/float64(n) <= i.High+1e-12 && i.High <= 1) {
					t.Errorf("clopperPearson(%d, %d, %v) = %v", kept, n, risk, i)
				}
				switch {
				case kept == 0 && i.Low != 0, kept == n && i.High != 1:
					t.Errorf("clopperPearson(%d, %d, %v) = %v", kept, n, risk, i)
				}
				if kept == 0 {
					near(t, i.High, 1-math.Pow(risk/2, 1/float64(n)))
				}
				if kept == n {
					near(t, i.Low, math.Pow(risk/2, 1/float64(n)))
				}
				if kept > 0 { // P(X ≥ kept) at the low end
					near(t, tail(n, kept, i.Low), risk/2)
				}
				if kept < n { // P(X ≤ kept) at the high end
					if got := tail(n, n-kept, 1-i.High); 1-i.High > 1e-9 {
						near(t, got, risk/2)
					} else if got > risk/2 {
						t.Errorf("clopperPearson(%d, %d, %v) = %v: risk %v", kept, n, risk, i, got)
					}
				}
			}
		}
	}
}

// tail returns P(X ≥ k) for n trials with probability p.
func tail(n, k int, p float64) float64 {
	sum := 0.0
	for x := n; x >= k; x-- {
		a, _ := math.Lgamma(float64(n) + 1)
		b, _ := math.Lgamma(float64(x) + 1)
		c, _ := math.Lgamma(float64(n-x) + 1)
		log := a - b - c + float64(x)*math.Log(p)
		if x < n {
			log += float64(n-x) * math.Log1p(-p)
		}
		sum += math.Exp(log)
	}
	return sum
}

func near(t *testing.T, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-6*want+1e-15 {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestPairs: cells and values are fixed beforehand, those that no table drawn shows
// included; what cannot vary is known.
func TestPairs(t *testing.T) {
	pop := &Population{Cells: []int64{1, 99, 2}, In: []int{0, 0, 1}, Counts: [][]int64{{99, 1, 0}, {0, 0, 2}}}
	s := newSample(pop)
	if len(s.pairs) != 5 {
		t.Fatalf("%d pairs, want 5: %+v", len(s.pairs), s.pairs)
	}
	if p := s.pairs[0]; p.low != 0 || p.high != 1 {
		t.Errorf("first pair %+v", p)
	}
	if p := s.pairs[2]; p.low != 98.0/99 || p.high != 1 {
		t.Errorf("third pair %+v", p)
	}
	if p := s.pairs[4]; p.low != 1 || p.high != 1 {
		t.Errorf("last pair %+v", p)
	}
	report, err := Run(context.Background(), pop, always(tables.No), 10, 0.9, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if report.Highest != (Interval{1, 1}) || report.Share.Low != 0 || report.Kept != 0 {
		t.Errorf("nothing kept: %+v", report)
	}
}

func always(v tables.Verdict) Reaches {
	return func(context.Context, [][]int64) (tables.Verdict, error) { return v, nil }
}

// TestKnown: of the whole permutation set a person's shares are those of the group.
func TestKnown(t *testing.T) {
	pop := &Population{Cells: []int64{40, 60}, In: []int{0, 0}, Counts: [][]int64{{45, 30, 25}}}
	random := func() *rand.Rand { return rand.New(rand.NewPCG(2, 3)) }
	report, err := Run(context.Background(), pop, always(tables.Yes), 5000, 0.999, random())
	if err != nil {
		t.Fatal(err)
	}
	if !within(0.45, report.Highest) || report.Highest.High-report.Highest.Low > 0.02 {
		t.Errorf("highest %+v, want about 0.45", report.Highest)
	}
	if report.Share.High != 1 || report.Share.Low < 0.99 {
		t.Errorf("share %+v, want about 1", report.Share)
	}
	again, err := Run(context.Background(), pop, always(tables.Yes), 5000, 0.999, random())
	if err != nil || !reflect.DeepEqual(report, again) {
		t.Errorf("the same draws give %+v and %+v, %v", report, again, err)
	}
	unknown, err := Run(context.Background(), pop, always(tables.Unknown), 100, 0.9, random())
	if err != nil || unknown.Share != (Interval{0, 1}) || unknown.Undecided != 100 || unknown.Highest.High != 1 {
		t.Errorf("nothing known: %+v, %v", unknown, err)
	}
}

func TestErrors(t *testing.T) {
	good := &Population{Cells: []int64{1, 1}, In: []int{0, 0}, Counts: [][]int64{{1, 1}}}
	failure := errors.New("failure")
	fails := func(context.Context, [][]int64) (tables.Verdict, error) { return tables.No, failure }
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct {
		ctx        context.Context
		pop        *Population
		reaches    Reaches
		draws      int
		confidence float64
		want       error
	}{
		{pop: &Population{Cells: []int64{1}, In: nil, Counts: [][]int64{{1}}}},
		{pop: &Population{Cells: []int64{1}, In: []int{1}, Counts: [][]int64{{1}}}},
		{pop: &Population{Cells: []int64{1}, In: []int{-1}, Counts: [][]int64{{1}}}},
		{pop: &Population{Cells: []int64{2}, In: []int{0}, Counts: [][]int64{{1}}}},
		{pop: &Population{Cells: []int64{1}, In: []int{0}, Counts: [][]int64{{2}}}},
		{pop: &Population{Cells: []int64{0, 1}, In: []int{0, 0}, Counts: [][]int64{{1}}}},
		{pop: &Population{Cells: []int64{1}, In: []int{0}, Counts: [][]int64{{2, -1}}}},
		{pop: &Population{Cells: []int64{1, 1}, In: []int{0, 1}, Counts: [][]int64{{1, 0}, {1}}}},
		{pop: &Population{Cells: []int64{math.MaxInt64, math.MaxInt64}, In: []int{0, 0}, Counts: [][]int64{{1}}}},
		{draws: -1},
		{confidence: 1},
		{confidence: -0.1},
		{confidence: math.NaN()},
		{reaches: fails, want: failure},
		{ctx: ended, want: context.Canceled},
	} {
		if test.ctx == nil {
			test.ctx = context.Background()
		}
		if test.pop == nil {
			test.pop = good
		}
		if test.reaches == nil {
			test.reaches = always(tables.Yes)
		}
		if test.draws == 0 {
			test.draws = 3
		}
		if test.confidence == 0 {
			test.confidence = 0.9
		}
		_, err := Run(test.ctx, test.pop, test.reaches, test.draws, test.confidence, rand.New(rand.NewPCG(1, 1)))
		if err == nil || test.want != nil && !errors.Is(err, test.want) {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	pop := &Population{Counts: make([][]int64, 100)}
	for g := range 100 {
		for range 10 {
			pop.Cells, pop.In = append(pop.Cells, 9), append(pop.In, g)
		}
		pop.Counts[g] = []int64{30, 20, 20, 10, 10}
	}
	for b.Loop() {
		if _, err := Run(context.Background(), pop, always(tables.Yes), 3000, 0.999, rand.New(rand.NewPCG(1, 1))); err != nil {
			b.Fatal(err)
		}
	}
}
