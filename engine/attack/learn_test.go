package attack

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine"
	"skyline/tests/trials"
)

// world is a random release, its people, and the same for the oracle.
type world struct {
	release *Release
	people  *People
	groups  []int32
	oracle  *oracle
}

func randomWorld(rng *rand.Rand) *world {
	values, attributes := 1+rng.IntN(3), rng.IntN(3)
	w := &world{release: &Release{Values: values}, people: &People{}, oracle: &oracle{values: values}}
	for range attributes {
		codes := 1 + rng.IntN(3)
		w.release.Attributes, w.oracle.attributes = append(w.release.Attributes, codes), append(w.oracle.attributes, codes)
		w.people.Known = append(w.people.Known, nil)
	}
	for g := range 1 + rng.IntN(4) {
		of := oracleGroup{histogram: make([]int, values)}
		for range 1 + rng.IntN(5) {
			p := oraclePerson{value: rng.IntN(values)}
			for a, codes := range w.release.Attributes {
				code := rng.IntN(codes)
				if rng.IntN(20) == 0 {
					code = -1
				}
				p.known = append(p.known, code)
				w.people.Known[a] = append(w.people.Known[a], int32(code))
			}
			of.people = append(of.people, p)
			of.histogram[p.value]++
			w.people.Value, w.people.N, w.groups = append(w.people.Value, int32(p.value)), append(w.people.N, 1), append(w.groups, int32(g))
		}
		var histogram []Count
		for s, n := range of.histogram {
			if n > 0 {
				histogram = append(histogram, Count{int32(s), int64(n)})
			}
		}
		w.release.Histograms = append(w.release.Histograms, histogram)
		w.oracle.groups = append(w.oracle.groups, of)
	}
	return w
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

// TestByDefinition: rates, probabilities and scores are the oracle's, which deals out the values
// of each group in all ways; and no round of the oracle makes the release less likely.
func TestByDefinition(t *testing.T) {
	for seed := range trials.Seeds(t, 300, 3000) {
		rng := rand.New(rand.NewPCG(seed, 24))
		w := randomWorld(rng)
		rounds := rng.IntN(5)
		l, err := Learn(context.Background(), w.release, w.people, w.groups, Options{Limit: 1e6, Rounds: rounds, Workers: 2})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if l.Fitted > 0 || l.Exact != int64(len(w.release.Histograms)) {
			t.Fatalf("seed %d: %d groups exact, %d fitted", seed, l.Exact, l.Fitted)
		}
		o := w.oracle
		o.start()
		before := math.Inf(-1)
		for range l.Rounds {
			o.believe()
			if o.likelihood < before-1e-9 {
				t.Errorf("seed %d: a round brings the likelihood from %v to %v", seed, before, o.likelihood)
			}
			before = o.likelihood
			o.count()
		}
		o.believe()
		for a, rates := range o.rates {
			for r := range rates {
				for s, want := range rates[r] {
					if got := l.rates[a][r*o.values+s]; !near(got, want) {
						t.Fatalf("seed %d: P(%d | %d) of attribute %d = %v, want %v", seed, r, s, a, got, want)
					}
				}
			}
		}
		checkScores(t, seed, w, l)
	}
}

func checkScores(t *testing.T, seed uint64, w *world, l *Learnt) {
	t.Helper()
	o := w.oracle
	inside, byGroup, outside, frequent := 0.0, 0.0, 0.0, 0.0
	priors, row, all := make([]float64, o.values), 0, int64(0)
	for s := range priors {
		priors[s] = o.prior(s)
	}
	for g, of := range o.groups {
		shares := make([]float64, o.values)
		for s, n := range of.histogram {
			shares[s] = float64(n)
		}
		for i, p := range of.people {
			alone := make([]float64, o.values)
			for s := range alone {
				alone[s] = priors[s] * o.weight(p.known, s)
			}
			inside += oracleRight(o.beliefs[g][i], p.value)
			byGroup += oracleRight(shares, p.value)
			outside += oracleRight(alone, p.value)
			frequent += oracleRight(priors, p.value)
			at := l.where[row]
			in := &l.groups[at.group]
			for s, value := range in.values {
				if got, want := in.probabilities[int(at.class)*len(in.values)+s], o.beliefs[g][i][value]; !near(got, want) {
					t.Fatalf("seed %d: person %d has value %d with %v, want %v", seed, row, value, got, want)
				}
			}
			row++
			all++
		}
	}
	control, err := l.Outside(w.people)
	if err != nil {
		t.Fatal(err)
	}
	for _, score := range []struct {
		name string
		got  *Score
		want float64
	}{{"Inside", l.Inside(), inside}, {"ByGroup", l.ByGroup(), byGroup}, {"Outside", control, outside}, {"MostFrequent", l.MostFrequent(), frequent}} {
		if right, people := score.got.Total(); !near(right, score.want) || people != all {
			t.Errorf("seed %d: %s = %v of %d, want %v of %d", seed, score.name, right, people, score.want, all)
		}
	}
}

// TestOrder: neither rows nor groups in another order, nor rows put together, nor goroutines
// change a bit.
func TestOrder(t *testing.T) {
	for seed := range trials.Seeds(t, 100, 500) {
		rng := rand.New(rand.NewPCG(seed, 25))
		w := randomWorld(rng)
		for g := range w.release.Histograms { // some are alike
			if rng.IntN(3) == 0 {
				for row, of := range w.groups {
					if int(of) == g {
						w.groups = append(w.groups, int32(len(w.release.Histograms)))
						w.people.Value, w.people.N = append(w.people.Value, w.people.Value[row]), append(w.people.N, 1)
						for a := range w.people.Known {
							w.people.Known[a] = append(w.people.Known[a], w.people.Known[a][row])
						}
					}
				}
				w.release.Histograms = append(w.release.Histograms, w.release.Histograms[g])
			}
		}
		groups, rows := rng.Perm(len(w.release.Histograms)), rng.Perm(len(w.groups))
		other := &world{release: &Release{Values: w.release.Values, Attributes: w.release.Attributes, Histograms: make([][]Count, len(groups))}, people: &People{Known: make([][]int32, len(w.people.Known))}}
		for g, to := range groups {
			other.release.Histograms[to] = w.release.Histograms[g]
		}
		for _, row := range rows {
			other.groups = append(other.groups, int32(groups[w.groups[row]]))
			other.people.Value, other.people.N = append(other.people.Value, w.people.Value[row]), append(other.people.N, 1)
			for a := range other.people.Known {
				other.people.Known[a] = append(other.people.Known[a], w.people.Known[a][row])
			}
		}
		var rights []float64
		for i, each := range []*world{w, other} {
			l, err := Learn(context.Background(), each.release, each.people, each.groups, Options{Limit: int64(1 + seed%2*1000), Rounds: 3, Workers: 1 + i})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			control, err := l.Outside(each.people)
			if err != nil {
				t.Fatal(err)
			}
			for _, score := range []*Score{l.Inside(), l.ByGroup(), l.MostFrequent(), control} {
				right, _ := score.Total()
				rights = append(rights, right)
			}
			rights = append(rights, float64(l.Rounds), float64(l.Exact), float64(l.Fitted))
			for _, rates := range l.rates {
				rights = append(rights, rates...)
			}
		}
		for i := range len(rights) / 2 {
			if rights[i] != rights[len(rights)/2+i] {
				t.Fatalf("seed %d: number %d is %v or %v", seed, i, rights[i], rights[len(rights)/2+i])
			}
		}
	}
}

// TestExactInLargeGroups: no sum underflows where the histogram is far from what the weights
// make likely, in a group too large to list. With two values it is the conditional Bernoulli
// distribution, w·e(n−1)/e(n), which the test computes with 200 digits.
func TestExactInLargeGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 26))
	for _, n := range []int{2, 40, 300} {
		weights := make([]float64, n)
		m := &margins{counts: []int64{int64(n - n/3), int64(n / 3)}}
		for i := range weights {
			weights[i] = math.Exp(60 + 40*rng.NormFloat64())
			m.weights, m.people = append(m.weights, 1, weights[i]), append(m.people, 1)
		}
		if n == 2 {
			m.counts = []int64{1, 1}
		}
		k := int(m.counts[1])
		m.fit(context.Background(), balanceRounds)
		m.exact(m.states(maxPeople))
		for _, i := range []int{0, n / 2, n - 1} {
			without := elementary(append(append([]float64(nil), weights[:i]...), weights[i+1:]...), k)
			having := new(big.Float).Mul(newFloat(weights[i]), without[k-1])
			all := new(big.Float).Add(having, without[k])
			want, _ := new(big.Float).Quo(having, all).Float64()
			if got := m.weights[2*i+1]; math.Abs(got-want) > 1e-11*want {
				t.Errorf("%d people: P = %v, want %v", n, got, want)
			}
		}
	}
}

func newFloat(x float64) *big.Float { return new(big.Float).SetPrec(700).SetFloat64(x) }

// elementary returns the elementary symmetric functions of degree 0..k.
func elementary(weights []float64, k int) []*big.Float {
	e := []*big.Float{newFloat(1)}
	for range k {
		e = append(e, newFloat(0))
	}
	for _, w := range weights {
		for i := k; i > 0; i-- {
			e[i].Add(e[i], new(big.Float).Mul(newFloat(w), e[i-1]))
		}
	}
	return e
}

// TestFit: fitted weights have the group's margins, and differ from those before by a factor for
// each class and one for each value.
func TestFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 27))
	for range trials.Number(50, 500) {
		values, classes := 1+rng.IntN(4), 1+rng.IntN(5)
		m := &margins{}
		total := int64(0)
		for range classes {
			m.people = append(m.people, 1+rng.Int64N(1e6))
			total += m.people[len(m.people)-1]
			for range values {
				m.weights = append(m.weights, math.Exp(3*rng.NormFloat64()))
			}
		}
		for s := range values {
			n := max(1, total/int64(values))
			if s == values-1 {
				n = total
			}
			total -= n
			m.counts = append(m.counts, n)
		}
		before := append([]float64(nil), m.weights...)
		m.fit(context.Background(), fitRounds)
		for s, want := range m.counts {
			sum := 0.0
			for j, n := range m.people {
				sum += float64(n) * m.weights[j*values+s]
			}
			if math.Abs(sum-float64(want)) > 1e-6*float64(want) {
				t.Errorf("value %d has %v people, want %d", s, sum, want)
			}
		}
		for j := range m.people {
			for s := range m.counts {
				ratio := func(j, s int) float64 { return m.weights[j*values+s] / before[j*values+s] }
				if cross := ratio(j, s) * ratio(0, 0) / ratio(j, 0) / ratio(0, s); math.Abs(cross-1) > 1e-9 {
					t.Errorf("cross ratio of class %d and value %d = %v, want 1", j, s, cross)
				}
			}
		}
	}
}

func TestErrors(t *testing.T) {
	release := &Release{Values: 2, Attributes: []int{1}, Histograms: [][]Count{{{0, 1}, {1, 1}}}}
	people := func() *People {
		return &People{Known: [][]int32{{0, 0}}, Value: []int32{0, 1}, N: []int64{1, 1}}
	}
	good := Options{Limit: 10, Rounds: 1}
	learn := func(r *Release, p *People, groups []int32, o Options) error {
		_, err := Learn(context.Background(), r, p, groups, o)
		return err
	}
	if err := learn(release, people(), []int32{0, 0}, good); err != nil {
		t.Fatal(err)
	}
	many := people()
	many.N[0] = 2
	if err := learn(release, many, []int32{0, 0}, good); !errors.Is(err, ErrSizes) {
		t.Errorf("a group of three with a histogram of two: %v", err)
	}
	for name, err := range map[string]error{
		"limit":     learn(release, people(), []int32{0, 0}, Options{}),
		"group":     learn(release, people(), []int32{0, 1}, good),
		"groups":    learn(release, people(), []int32{0}, good),
		"histogram": learn(&Release{Values: 2, Attributes: []int{1}, Histograms: [][]Count{{{1, 1}, {0, 1}}}}, people(), []int32{0, 0}, good),
		"code":      learn(release, &People{Known: [][]int32{{0, 1}}, Value: []int32{0, 1}, N: []int64{1, 1}}, []int32{0, 0}, good),
		"value":     learn(release, &People{Known: [][]int32{{0, 0}}, Value: []int32{0, 2}, N: []int64{1, 1}}, []int32{0, 0}, good),
		"nobody":    learn(release, &People{Known: [][]int32{{0, 0}}, Value: []int32{0, 1}, N: []int64{1, 0}}, []int32{0, 0}, good),
		"known":     learn(release, &People{Value: []int32{0, 1}, N: []int64{1, 1}}, []int32{0, 0}, good),
		"lengths":   learn(release, &People{Known: [][]int32{{0}}, Value: []int32{0, 1}, N: []int64{1, 1}}, []int32{0, 0}, good),
	} {
		if _, ok := errors.AsType[*engine.ParamError](err); !ok {
			t.Errorf("%s: %v, want a ParamError", name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Learn(ctx, release, people(), []int32{0, 0}, good); !errors.Is(err, context.Canceled) {
		t.Errorf("after an interrupt: %v", err)
	}
}
