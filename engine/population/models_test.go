package population

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/tests/trials"
)

// draw returns a random sample, whose groups have sizes of some spread.
func draw(rng *rand.Rand) []Size {
	var sizes []Size
	for range 1 + rng.IntN(12) {
		sizes = append(sizes, Size{1 + int64(math.Exp(rng.Float64()*3.5)-1), 1 + rng.Int64N(1+int64(math.Exp(rng.Float64()*5)))})
	}
	return sizes
}

func sampleOf(t *testing.T, population float64, sizes ...Size) *sample {
	t.Helper()
	s, err := newSample(sizes)
	if err != nil {
		t.Fatal(err)
	}
	s.population = population
	s.fraction = float64(s.people) / population
	return s
}

// TestZayatzByDefinition takes Bayes' rule with numbers of ways to draw.
func TestZayatzByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	for range 100 {
		sizes := append(draw(rng), Size{1, 1})
		s := sampleOf(t, 1, sizes...)
		population := s.people + rng.Int64N(3*s.people)
		s = sampleOf(t, float64(population), sizes...)
		// P(f = 1 | F = j): one of j, and the rest of the sample of the others.
		one := func(j int64) *big.Rat {
			ways := new(big.Int).Mul(big.NewInt(j), new(big.Int).Binomial(population-j, s.people-1))
			return new(big.Rat).SetFrac(ways, new(big.Int).Binomial(population, s.people))
		}
		sum := new(big.Rat)
		for _, size := range sizes {
			sum.Add(sum, new(big.Rat).Mul(big.NewRat(size.Groups, 1), one(size.People)))
		}
		want, _ := sum.Quo(new(big.Rat).Mul(big.NewRat(s.singles, 1), one(1)), sum).Float64()
		if got := s.zayatz(context.Background()); !near(got, want, 1e-13) {
			t.Fatalf("zayatz of %v among %d = %v, want %v", sizes, population, got, want)
		}
	}
}

// logLikelihood is Pitman's sampling formula as it is written, without what is the same for
// all parameters.
func logLikelihood(sizes []Size, theta, alpha float64) float64 {
	sum, people, groups := 0.0, int64(0), int64(0)
	for _, s := range sizes {
		for j := int64(1); j < s.People; j++ {
			sum += float64(s.Groups) * math.Log(float64(j)-alpha)
		}
		people, groups = people+s.People*s.Groups, groups+s.Groups
	}
	for i := int64(1); i < groups; i++ {
		sum += math.Log(theta + float64(i)*alpha)
	}
	for i := int64(1); i < people; i++ {
		sum -= math.Log(theta + float64(i))
	}
	return sum
}

// partitions calls f with the sizes of every way to write n as a sum, and with how many ways
// there are to split n people so.
func partitions(n int64, f func(sizes []Size, ways float64)) {
	factorial := func(n int64) float64 { return math.Gamma(float64(n) + 1) }
	var split func(left, largest int64, sizes []Size, ways float64)
	split = func(left, largest int64, sizes []Size, ways float64) {
		if left == 0 {
			f(sizes, ways)
			return
		}
		for size := min(left, largest); size >= 1; size-- {
			for groups := int64(1); groups*size <= left; groups++ {
				split(left-groups*size, size-1, append(slices.Clip(sizes), Size{size, groups}),
					ways/math.Pow(factorial(size), float64(groups))/factorial(groups))
			}
		}
	}
	split(n, n, nil, factorial(n))
}

// TestPitmanOfAllSplits makes sure of the formula that the other tests take, and of how many
// people it expects to be alone: over all ways to split N people into groups.
func TestPitmanOfAllSplits(t *testing.T) {
	for _, c := range []struct{ theta, alpha float64 }{{1, 0}, {0.3, 0.5}, {20, 0.9}, {-0.2, 0.4}} {
		for n := int64(1); n <= 7; n++ {
			total, alone := 0.0, 0.0
			partitions(n, func(sizes []Size, ways float64) {
				p := ways * math.Exp(logLikelihood(sizes, c.theta, c.alpha))
				total += p
				for _, s := range sizes {
					if s.People == 1 {
						alone += p * float64(s.Groups)
					}
				}
			})
			if !near(total, 1, 1e-12) {
				t.Errorf("θ = %v, α = %v: the probabilities of %d people add up to %v", c.theta, c.alpha, n, total)
			}
			m := pitman{alpha: c.alpha, rest: 1 - c.alpha, over: c.theta + c.alpha}
			number, correction := m.uniques(float64(n))
			if !near(number*correction, alone, 1e-11) {
				t.Errorf("θ = %v, α = %v: %v of %d people are alone, want %v", c.theta, c.alpha, number*correction, n, alone)
			}
		}
	}
}

// TestPitmanIsLikeliest compares with the likelihood all around, near and far, and has the
// equations added up term by term.
func TestPitmanIsLikeliest(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(2, 7))
	within, atZero := 0, 0
	for range trials.Number(160, 400) {
		sizes := draw(rng)
		s := sampleOf(t, 1, sizes...)
		if s.groups == 1 || s.people == s.singles {
			continue
		}
		m := s.pitmanOf(context.Background())
		theta, best := m.theta(), logLikelihood(sizes, m.theta(), m.alpha)
		var byTheta, byAlpha, scale float64
		for i := int64(1); i < s.groups; i++ {
			byTheta += 1 / (theta + float64(i)*m.alpha)
			byAlpha += float64(i) / (theta + float64(i)*m.alpha)
		}
		scaleTheta := byTheta
		scale = byAlpha
		for i := int64(1); i < s.people; i++ {
			byTheta -= 1 / (theta + float64(i))
		}
		for _, size := range sizes {
			for j := int64(1); j < size.People; j++ {
				byAlpha -= float64(size.Groups) / (float64(j) - m.alpha)
			}
		}
		if m.alpha == 0 { // the likelihood falls from there on
			atZero++
			byAlpha = max(byAlpha, 0)
		} else {
			within++
		}
		if math.Abs(byTheta) > 1e-9*scaleTheta || math.Abs(byAlpha) > 1e-8*scale {
			t.Fatalf("%v: the derivatives are %v and %v of %v", sizes, byTheta, byAlpha, scale)
		}
		for range 300 {
			alpha := max(1-m.rest*math.Exp(rng.NormFloat64()*2), 0)
			other := logLikelihood(sizes, -alpha+(theta+1)*math.Exp(rng.NormFloat64()*2), alpha)
			if other > best+1e-9*math.Abs(best) {
				t.Fatalf("%v: α = %v has a likelihood of %v, and %v has %v", sizes, m.alpha, best, alpha, other)
			}
		}
	}
	if within < 20 || atZero < 20 {
		t.Errorf("only %d samples have their likeliest α above 0, and %d at 0", within, atZero)
	}
}

// TestPitmanBelowZero: for α < 0 the formula is a distribution where -θ/α is a whole number
// of groups; elsewhere some splits have a negative probability, although all add up to 1. So
// α = 0 is taken for a sample for which the formula grows below it: Ewens's formula then, by
// which (u - 1)/θ is Σ_(i=1)^(n-1) 1/(θ + i), and θ people of a large population are alone.
func TestPitmanBelowZero(t *testing.T) {
	for _, c := range []struct {
		theta, alpha float64
		negative     bool
	}{{3, -0.5, false}, {12, -1.5, false}, {3, -0.8, true}, {1, -0.3, true}} {
		total, least := 0.0, 0.0
		partitions(7, func(sizes []Size, ways float64) {
			p, groups := ways, int64(0)
			for _, s := range sizes {
				for j := int64(1); j < s.People; j++ {
					p *= math.Pow(float64(j)-c.alpha, float64(s.Groups))
				}
				groups += s.Groups
			}
			for i := int64(1); i < groups; i++ {
				p *= c.theta + float64(i)*c.alpha
			}
			for i := 1; i < 7; i++ {
				p /= c.theta + float64(i)
			}
			total, least = total+p, min(least, p)
		})
		if !near(total, 1, 1e-12) || (least < -1e-6) != c.negative {
			t.Errorf("θ = %v, α = %v: the probabilities add up to %v, and the least is %v", c.theta, c.alpha, total, least)
		}
	}

	sizes := []Size{{1, 8}, {2, 12}}
	m := sampleOf(t, 0.01, sizes...).pitmanOf(context.Background())
	sum := 0.0
	for i := 1; i < 32; i++ {
		sum += 1 / (m.theta() + float64(i))
	}
	if m.alpha != 0 || !near(19/m.theta(), sum, 1e-12) || math.Abs(m.theta()-21.82) > 0.005 {
		t.Errorf("%v: α = %v, θ = %v, and 1/(θ + i) adds up to %v", sizes, m.alpha, m.theta(), sum)
	}
	if beyond := logLikelihood(sizes, 30, -0.5); beyond <= logLikelihood(sizes, m.theta(), 0) {
		t.Errorf("%v: the formula is %v at α = -0.5, not above that of 0", sizes, beyond)
	}
	if e := find(t, fromFraction(t, 0.01, sizes...), PopulationUniques, Pitman); !near(e.Value, m.theta(), 1e-12) {
		t.Errorf("%v: %v people are alone, want θ = %v", sizes, e.Value, m.theta())
	}
}

// TestSNBByDefinition adds the distribution up: sizes in the population, each person of
// which is drawn or not.
func TestSNBByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 7))
	found := 0
	for range 300 {
		sizes := append(draw(rng), Size{1, 1 + rng.Int64N(200)}, Size{2, 1 + rng.Int64N(100)})
		s := sampleOf(t, 1, sizes...)
		s = sampleOf(t, float64(s.people)*(1+10*rng.Float64()), sizes...)
		m, ok := s.slideOf()
		beta := math.Exp(m.logBeta)
		if !ok || beta < 0.02 { // the sum would be long
			continue
		}
		found++
		var one, two float64
		size := math.Pow(beta, m.alpha) // P(F = h)
		if !near(m.groups*size, m.uniques(), 1e-12) {
			t.Fatalf("%v: uniques %v", sizes, m.uniques())
		}
		q := 1 - s.fraction
		for h := 1.0; h < 5000; h++ {
			one += size * h * s.fraction * math.Pow(q, h-1)
			two += size * h * (h - 1) / 2 * s.fraction * s.fraction * math.Pow(q, h-2)
			size *= (h - 1 + m.alpha) / h * (1 - beta)
		}
		if !near(m.groups*one, float64(s.singles), 1e-9) || !near(m.groups*two, float64(s.pairs), 1e-9) {
			t.Fatalf("%v, π = %v: %+v expects %v sample uniques and %v pairs, want %d and %d", sizes, s.fraction, m, m.groups*one, m.groups*two, s.singles, s.pairs)
		}
	}
	if found < 100 {
		t.Errorf("only %d samples have a solution", found)
	}
}

// TestSNBEquations has the equations as they are printed, also where β is next to 0.
func TestSNBEquations(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 7))
	found, small := 0, 0
	for range 1000 {
		sizes := append(draw(rng), Size{1, 1 + rng.Int64N(200)}, Size{2, 1 + rng.Int64N(100)})
		s := sampleOf(t, 1, sizes...)
		s = sampleOf(t, float64(s.people)*(1+10*rng.Float64()), sizes...)
		m, ok := s.slideOf()
		if !ok {
			continue
		}
		found++
		if m.logBeta < -30 {
			small++
		}
		beta := math.Exp(m.logBeta)
		d := (1 - s.fraction) * (1 - beta)
		power := math.Exp(m.alpha * (m.logBeta - math.Log(1-d))) // (β/(1-d))^α
		one := m.groups * s.fraction * power * (1 + m.alpha*d/(1-d))
		two := m.groups * s.fraction * s.fraction / 2 * m.alpha * (1 - beta) * power * (2 - (1-m.alpha)*d) / ((1 - d) * (1 - d))
		if !near(one, float64(s.singles), 1e-9) || !near(two, float64(s.pairs), 1e-9) {
			t.Fatalf("%v, π = %v: %+v expects %v sample uniques and %v pairs, want %d and %d", sizes, s.fraction, m, one, two, s.singles, s.pairs)
		}
	}
	if found < 300 || small < 2 {
		t.Errorf("only %d samples have a solution, and %d a small β", found, small)
	}
}

// TestSNBHasOneSolution: of α alone, the right side only grows, so that a missing solution is
// a missing one. It is computed here from α and β as the equations are written.
func TestSNBHasOneSolution(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 7))
	for range 200 {
		pi, ratio := 0.001+0.99*rng.Float64(), math.Exp(rng.NormFloat64()*2)
		q, last := 1-pi, 0.0
		for logAlpha := -10.0; logAlpha < 10; logAlpha += 0.1 {
			alpha := math.Exp(logAlpha)
			// β for which c_2 / (c_1 π) is the ratio, which falls as β grows.
			quotient := func(beta float64) float64 {
				d := q * (1 - beta)
				return alpha * (1 - beta) / 2 * (2 - (1-alpha)*d) / ((1 - d) * (1 - d)) / (1 + alpha*d/(1-d))
			}
			low, high := 0.0, 1.0
			if quotient(low) < ratio {
				continue
			}
			for range 200 {
				if middle := (low + high) / 2; quotient(middle) > ratio {
					low = middle
				} else {
					high = middle
				}
			}
			d := q * (1 - low)
			first := math.Exp(alpha*math.Log(low/(1-d))) * (1 + alpha*d/(1-d))
			if first < last*(1-1e-9) {
				t.Fatalf("π = %v, ratio %v: falls from %v to %v at α = %v", pi, ratio, last, first, alpha)
			}
			last = first
		}
	}
}

// TestShlosser has the sums as they are printed, with fractions.
func TestShlosser(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	for range 100 {
		sizes := append(draw(rng), Size{1, 1})
		s := sampleOf(t, 1, sizes...)
		s = sampleOf(t, float64(s.people*(2+rng.Int64N(8))), sizes...)
		pi := new(big.Rat).SetFloat64(s.fraction)
		one := big.NewRat(1, 1)
		q, plus := new(big.Rat).Sub(one, pi), new(big.Rat).Add(one, pi)
		square := new(big.Rat).Mul(pi, pi)
		power := func(x *big.Rat, n int64) *big.Rat {
			e := big.NewInt(n)
			return new(big.Rat).SetFrac(new(big.Int).Exp(x.Num(), e, nil), new(big.Int).Exp(x.Denom(), e, nil))
		}
		product := func(xs ...*big.Rat) *big.Rat {
			p := big.NewRat(1, 1)
			for _, x := range xs {
				p.Mul(p, x)
			}
			return p
		}
		a, b, c, d := new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat)
		for _, size := range sizes {
			i, groups := big.NewRat(size.People, 1), big.NewRat(size.Groups, 1)
			a.Add(a, product(groups, i, square, power(new(big.Rat).Sub(one, square), size.People-1)))
			b.Add(b, product(groups, power(q, size.People), new(big.Rat).Sub(power(plus, size.People), one)))
			c.Add(c, product(groups, power(q, size.People)))
			d.Add(d, product(groups, i, pi, power(q, size.People-1)))
		}
		k := new(big.Rat).Quo(product(big.NewRat(s.singles, 1), a, c, c), product(b, d, d))
		want, _ := k.Add(k, big.NewRat(s.groups, 1)).Float64()
		if got := s.shlosser(); !near(got, want, 1e-12) {
			t.Fatalf("shlosser of %v = %v, want %v", sizes, got, want)
		}
	}
}

// TestDifferences adds reciprocals and logarithms up.
func TestDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	for range 2000 {
		x, m := math.Exp(rng.Float64()*30-15), rng.IntN(300)
		sum := new(big.Float).SetPrec(200)
		for i := range m {
			y := new(big.Float).SetPrec(200).Add(number(x), number(float64(i)))
			sum.Add(sum, y.Quo(number(1), y))
		}
		want, _ := sum.Float64()
		if got := digammaRise(x, float64(m)); !near(got, want, 1e-13) {
			t.Fatalf("digammaRise(%v, %d) = %v, want %v", x, m, got, want)
		}
		product := number(1) // Γ(x+m)/Γ(x)
		for i := range m % 30 {
			product.Mul(product, new(big.Float).SetPrec(200).Add(number(x), number(float64(i))))
		}
		mantissa := new(big.Float)
		exponent := product.MantExp(mantissa)
		left, _ := mantissa.Float64()
		want = math.Log(left) + float64(exponent)*math.Ln2
		if got := logGammaRise(x, float64(m%30)); math.Abs(got-want) > 1e-13*max(1, math.Abs(want), float64(m)) {
			t.Fatalf("logGammaRise(%v, %d) = %v, want %v", x, m%30, got, want)
		}
	}
	for x := 0.1; x < 60; x += 0.7 {
		for d := 0.0; d < 3; d += 0.21 {
			a, _ := math.Lgamma(x + d)
			b, _ := math.Lgamma(x)
			if got := logGammaRise(x, d); math.Abs(got-(a-b)) > 1e-12*max(1, math.Abs(a)) {
				t.Errorf("logGammaRise(%v, %v) = %v, want %v", x, d, got, a-b)
			}
		}
	}
}
