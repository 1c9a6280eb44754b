package profile

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"skyline/engine"
)

// TestDISAsPrinted: Table 4.5 of the SDC Practice Guide (IHSN, World Bank) prints 0.0051, 0.0107,
// 0.0051 and 0.0088 for the records 3, 5, 7 and 8, of which 1 and 2, 4 and 6, 9 and 10 are pairs;
// the sampling fraction is sdcMicro's default. These are of the scores of sdcMicro up to 5.0.2: a
// minimal subset of s of n columns counts (2^(n−s) − 1)·s!·(n − s)!/n!, so one of four 7/4, and two
// 1/2. With the scores that the same table prints, 6, 12, 6 and 10, the numbers are by hand: Q is
// 6/5, P·(1 − f)/f is 6·99 = 594.
func TestDISAsPrinted(t *testing.T) {
	printed, err := DISScores([]float64{7. / 4, 7./4 + 3*1./2, 7. / 4, 7./4 + 2*1./2}, 6, 0.01, 4)
	if got := fmt.Sprintf("%.4f", printed); err != nil || got != "[0.0051 0.0107 0.0051 0.0088]" {
		t.Errorf("got %s, %v", got, err)
	}
	// 6^1.2 = 8.58582, 12^1.2 = 19.72508, 10^1.2 = 15.84893: the sum of inverses is 0.34673.
	scores, err := DISScores([]float64{6, 12, 6, 10}, 6, 0.01, 4)
	if got := fmt.Sprintf("%.4f", scores); err != nil || got != "[0.0050 0.0114 0.0050 0.0092]" {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestDISByHand: of eight columns Q is 1. Scores of 1 and 2 have A = 3/2 and 3.
func TestDISByHand(t *testing.T) {
	for _, c := range []struct {
		pairs    int64
		fraction float64
		want     []float64
	}{
		{2, 0.5, []float64{3. / 7, 3. / 5}},
		{8, 0.2, []float64{1.5 / 33.5, 3. / 35}},
		{0, 0.001, []float64{1, 1}},
		{100, 1, []float64{1, 1}},
	} {
		got, err := DISScores([]float64{1, 2}, c.pairs, c.fraction, 8)
		if err != nil || math.Abs(got[0]-c.want[0]) > 1e-15 || math.Abs(got[1]-c.want[1]) > 1e-15 {
			t.Errorf("%+v: got %v, %v", c, got, err)
		}
	}
	if got, err := DISScores(nil, 4, 0.1, 3); err != nil || len(got) != 0 {
		t.Errorf("of nobody: %v, %v", got, err)
	}
}

// TestDISProperties: as sdcMicro writes it; the odds against add up to those of the file; higher
// scores have higher risks; a factor of all scores does not matter; nor does the order.
func TestDISProperties(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 31))
		columns, pairs, fraction := 1+rng.IntN(MaxDISColumns), 2*rng.Int64N(50), (1+float64(rng.IntN(100)))/100
		scores := make([]float64, 1+rng.IntN(30))
		for i := range scores {
			scores[i] = float64(1 + rng.IntN(1000))
		}
		got, err := DISScores(scores, pairs, fraction, columns)
		if err != nil {
			t.Fatal(err)
		}
		u := float64(len(scores))
		dis := u * fraction / (u*fraction + float64(pairs)*(1-fraction))
		q, adjust, against := 1+(8-float64(columns))/20, 0.0, 0.0
		for _, s := range scores {
			adjust += 1 / math.Pow(s, q)
		}
		var reversed, tripled []float64
		for i, s := range scores {
			if want := 1 / (1 + (u/dis-u)/(math.Pow(s, q)*adjust)); math.Abs(got[i]-want) > 1e-12 {
				t.Fatalf("seed %d: %v of %v, got %v, want %v", seed, s, scores, got[i], want)
			}
			against += 1/got[i] - 1
			for j, other := range scores {
				if pairs > 0 && fraction < 1 && s < other && got[i] > got[j] {
					t.Fatalf("seed %d: %v has %v, and %v has %v", seed, s, got[i], other, got[j])
				}
			}
			reversed, tripled = append(reversed, scores[len(scores)-1-i]), append(tripled, 3*s)
		}
		if want := float64(pairs) * (1 - fraction) / fraction; math.Abs(against-want) > 1e-9*(1+want) {
			t.Fatalf("seed %d: odds against of %v, want %v", seed, against, want)
		}
		again, _ := DISScores(reversed, pairs, fraction, columns)
		thrice, _ := DISScores(tripled, pairs, fraction, columns)
		for i := range got {
			if again[len(got)-1-i] != got[i] || math.Abs(thrice[i]-got[i]) > 1e-12 {
				t.Fatalf("seed %d: %v, in another order %v, tripled %v", seed, got, again, thrice)
			}
		}
	}
}

// TestInPairs compares with a count of everybody who is like somebody.
func TestInPairs(t *testing.T) {
	several := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 32))
		table, w, _ := newWorld(rng)
		got, err := table.InPairs()
		if table.persons != nil {
			if several++; !errors.Is(err, ErrSeveral) {
				t.Errorf("seed %d: %v", seed, err)
			}
			continue
		}
		want := int64(0)
		for p := range w {
			alike := 0
			for q := range w {
				if fmt.Sprint(w[p]) == fmt.Sprint(w[q]) {
					alike++
				}
			}
			if alike == 2 {
				want++
			}
		}
		if err != nil || got != want {
			t.Errorf("seed %d: got %d, %v, want %d of %v", seed, got, err, want, w)
		}
	}
	if several == 0 {
		t.Error("nobody has several rows")
	}
}

func TestDISErrors(t *testing.T) {
	for _, wrong := range []func() ([]float64, error){
		func() ([]float64, error) { return DISScores([]float64{1}, 2, 0, 3) },
		func() ([]float64, error) { return DISScores([]float64{1}, 2, 1.1, 3) },
		func() ([]float64, error) { return DISScores([]float64{1}, 2, math.NaN(), 3) },
		func() ([]float64, error) { return DISScores([]float64{1}, 2, 0.1, 0) },
		func() ([]float64, error) { return DISScores([]float64{1}, 2, 0.1, MaxDISColumns+1) },
		func() ([]float64, error) { return DISScores([]float64{0}, 2, 0.1, 3) },
		func() ([]float64, error) { return DISScores([]float64{math.Inf(1)}, 2, 0.1, 3) },
	} {
		var param *engine.ParamError
		if _, err := wrong(); !errors.As(err, &param) {
			t.Errorf("got %v", err)
		}
	}
}

func ExampleDISScores() {
	// Two people of a sample of half the population are alone, and two others are alike.
	scores, err := DISScores([]float64{1, 2}, 2, 0.5, 8)
	fmt.Printf("%.3f %v\n", scores, err)
	// Output: [0.429 0.600] <nil>
}
