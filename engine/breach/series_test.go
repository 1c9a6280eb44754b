package breach

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestSeries compares long products of double numbers with products of 400 bits, at
// sizes from where the series begins up to 2^61 people.
func TestSeries(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 11))
	d := doubled{}
	long, least := 0, 0.0
	for range 3000 {
		terms := seriesTerms/2 + rng.Int64N(1<<(7+rng.Int64N(5)))
		q := terms + rng.Int64N(1<<rng.Int64N(61))
		b := min(q+terms+rng.Int64N(1<<rng.Int64N(62)), 1<<61)
		if b < q+terms {
			continue
		}
		p := rounded(400)
		want := p.fallingRatio(b, q, terms)
		got := d.fallingRatio(b, q, terms)
		if size, _ := want.Float64(); size <= 2*vanishing {
			if got.high > 3*vanishing {
				t.Fatalf("fallingRatio(%d, %d, %d) = %v, want %v", b, q, terms, got, want)
			}
			continue
		}
		long++
		sum := p.float().Add(p.float().SetFloat64(got.high), p.float().SetFloat64(got.low))
		off, _ := p.sub(p.quo(sum, want), p.integer(1)).Float64()
		if math.Abs(off) > 0x1p-80 {
			t.Fatalf("fallingRatio(%d, %d, %d) = %v, want %v: off by 2^%v", b, q, terms, got, want, math.Log2(math.Abs(off)))
		}
		least = max(least, math.Abs(off))
	}
	t.Logf("%d products, off by at most 2^%.1f", long, math.Log2(least))
	if long < 500 {
		t.Errorf("%d products were not tiny, want 500", long)
	}
}

// TestSeriesSplit: a product of up to 2^60 factors is the product of its parts.
func TestSeriesSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 13))
	d := doubled{}
	compared := 0
	for range 20000 {
		first, second := rng.Int64N(1<<rng.Int64N(60)), rng.Int64N(1<<rng.Int64N(60))
		q := first + second + rng.Int64N(1<<rng.Int64N(60))
		b := q + first + second + rng.Int64N(1<<rng.Int64N(60))
		if b > 1<<61 {
			continue
		}
		got := d.fallingRatio(b, q, first+second)
		want := d.mul(d.fallingRatio(b, q, first), d.fallingRatio(b-first, q, second))
		if min(got.high, want.high) < 3*vanishing {
			if max(got.high, want.high) > 4*vanishing {
				t.Fatalf("fallingRatio(%d, %d, %d + %d) = %v, its parts' product %v", b, q, first, second, got, want)
			}
			continue
		}
		compared++
		if off := d.quo(d.sub(got, want), want).high; math.Abs(off) > 0x1p-79 {
			t.Fatalf("fallingRatio(%d, %d, %d + %d) = %v, its parts' product %v: off by 2^%v", b, q, first, second, got, want, math.Log2(math.Abs(off)))
		}
	}
	if compared < 1000 {
		t.Errorf("compared %d products, want 1000", compared)
	}
}

// TestSeriesLogarithm compares with the definition: e^log(1+x) = 1+x.
func TestSeriesLogarithm(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 12))
	d := doubled{}
	for range 20000 {
		x := double{high: -0.96 * math.Exp2(-60*rng.Float64())}
		got := d.log1p(x)
		back := d.exp(got)
		want := d.add(d.integer(1), x)
		if off := d.quo(d.sub(back, want), want).high; math.Abs(off) > 0x1p-90 {
			t.Fatalf("exp(log1p(%v)) = %v, want %v: off by 2^%v", x, back, want, math.Log2(math.Abs(off)))
		}
	}
}

func BenchmarkFallingRatio(b *testing.B) {
	for _, terms := range []int64{seriesTerms, seriesTerms + 1, 1 << 40} {
		b.Run(big.NewInt(terms).String(), func(b *testing.B) {
			for b.Loop() {
				doubled{}.fallingRatio(1<<60, 1<<41, terms)
			}
		})
	}
}
