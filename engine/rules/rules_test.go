package rules

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/engine"
	"skyline/tests/trials"
)

// instance is an original and a release, for the oracle and for the package.
type instance struct {
	people  [][]int
	cells   [][]oracleCell
	table   Table
	release Release
}

// add adds a row that stands for n people to both.
func (x *instance) add(values []int, cells []oracleCell, n int64) {
	for range n {
		x.people, x.cells = append(x.people, values), append(x.cells, cells)
	}
	if x.table.Codes == nil {
		x.table.Codes, x.release.Shown, x.release.Of = make([][]int32, len(values)), make([][]int32, len(values)), make([][]Distribution, len(values))
	}
	for c, value := range values {
		x.table.Codes[c] = append(x.table.Codes[c], int32(value))
		var chances []Chance
		for value, parts := range cells[c] {
			chances = append(chances, Chance{int32(value), big.NewInt(parts)})
		}
		d, err := NewDistribution(chances)
		if err != nil {
			panic(err)
		}
		x.release.Shown[c] = append(x.release.Shown[c], int32(len(x.release.Of[c])))
		x.release.Of[c] = append(x.release.Of[c], d)
	}
	x.table.Counts, x.release.Counts = append(x.table.Counts, n), append(x.release.Counts, n)
}

// randomInstance has few people, and at most four thousand reconstructions.
func randomInstance(random *rand.Rand, width int) *instance {
	x := &instance{}
	ways := 1.0
	for len(x.people) < 1+random.IntN(4) {
		values, cells, n := make([]int, width), make([]oracleCell, width), 1+random.Int64N(2)
		for c := range values {
			values[c] = random.IntN(3)
			cells[c] = make(oracleCell, 3)
			cells[c][values[c]] = 1 + random.Int64N(3)
			for range random.IntN(3) {
				cells[c][random.IntN(3)] += random.Int64N(3)
			}
			open := 0.0
			for _, parts := range cells[c] {
				if parts > 0 {
					open++
				}
			}
			if ways*math.Pow(open, float64(n)) > 4096 {
				cells[c] = slices.Clone(oracleCell{0, 0, 0})
				cells[c][random.IntN(3)] = 5
				open = 1
			}
			ways *= math.Pow(open, float64(n))
		}
		x.add(values, cells, n)
	}
	return x
}

// randomTerms are thresholds that tables of few people can just reach.
func randomTerms(random *rand.Rand, width int) (oracleTerms, Thresholds) {
	shares := []*big.Rat{big.NewRat(1, 4), big.NewRat(1, 3), big.NewRat(1, 2), big.NewRat(2, 3), big.NewRat(3, 5), big.NewRat(4, 5), big.NewRat(1, 1)}
	o := oracleTerms{shares[random.IntN(5)], shares[random.IntN(len(shares))], random.IntN(width+1) - 1, random.IntN(width)}
	support, _ := o.support.Float64()
	confidence, _ := o.confidence.Float64()
	return o, Thresholds{support, confidence, o.target, o.longest}
}

// nameOf is the rule as the oracle names it.
func nameOf(r *Rule) oracleRule {
	name := oracleRule{7: r.Right}
	for c, value := range r.Items {
		name[c] = int(value)
	}
	return name
}

// TestMine counts people for every choice of values.
func TestMine(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range trials.Number(300, 3000) {
		width := 1 + random.IntN(4)
		x := randomInstance(random, width)
		o, of := randomTerms(random, width)
		got, err := Mine(context.Background(), &x.table, of)
		if err != nil {
			t.Fatal(err)
		}
		want := o.rulesOf(x.people)
		for _, r := range got {
			if confidence := want[nameOf(&r)]; confidence == nil || confidence.Cmp(big.NewRat(r.Both, r.Left)) != 0 {
				t.Fatalf("%v, %+v: %+v, want %v", x.people, of, r, confidence)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%v, %+v: %d rules, want %d", x.people, of, len(got), len(want))
		}
	}
}

// TestByDefinition visits all reconstructions of small releases.
func TestByDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range trials.Number(150, 1500) {
		width := 2 + random.IntN(2)
		x := randomInstance(random, width)
		o, of := randomTerms(random, width)
		got, err := Compare(context.Background(), &x.table, &x.release, of, Draws{1, random})
		if err != nil {
			t.Fatal(err)
		}
		want := o.compare(x.people, x.cells)
		for _, r := range got {
			w := want[nameOf(&r.Rule)]
			if w == nil {
				t.Fatalf("%v, %v, %+v: %+v is no rule", x.people, x.cells, of, r)
			}
			probability, _ := w.probability.Float64()
			apart, _ := w.error.Float64()
			if r.InOriginal != w.inOriginal || !r.Exact || r.Probability != probability || r.Low != probability || r.High != probability || r.Error != apart {
				t.Fatalf("%v, %v, %+v: %+v, want %v, %v, %v", x.people, x.cells, of, r, w.inOriginal, w.probability, w.error)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%v, %v, %+v: %d rules, want %d", x.people, x.cells, of, len(got), len(want))
		}
	}
}

// TestDraws compares the shares of draws with the probabilities, of rules that could be counted.
// A share is further than 5.5 standard deviations from its probability once in 20 million cases.
func TestDraws(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	const draws = 4000
	for range trials.Number(20, 200) {
		width := 2 + random.IntN(2)
		x := randomInstance(random, width)
		o, of := randomTerms(random, width)
		mined, err := Mine(context.Background(), &x.table, of)
		if err != nil {
			t.Fatal(err)
		}
		b, err := of.bounds(width)
		if err != nil {
			t.Fatal(err)
		}
		c := &comparison{release: &x.release, people: int64(len(x.people)), bounds: b, places: map[string]int{}, least: of.Confidence}
		for _, rule := range mined {
			c.place(&rule, true)
		}
		if err := c.draw(context.Background(), Draws{draws, random}); err != nil {
			t.Fatal(err)
		}
		want := o.compare(x.people, x.cells)
		for _, r := range c.found {
			w := want[nameOf(&r.Rule)]
			probability, _ := w.probability.Float64()
			apart, _ := w.error.Float64()
			if off, may := math.Abs(r.Probability-probability), 5.5*math.Sqrt(probability*(1-probability)/draws); off > may+1e-12 {
				t.Errorf("%+v: probability %v, want %v", r, r.Probability, probability)
			}
			// The part of the error of a draw is in [0, 1].
			if off := math.Abs(r.Error - apart); off > 5.5*math.Sqrt(apart*(1-apart)/draws)+1e-12 {
				t.Errorf("%+v: error %v, want %v", r, r.Error, apart)
			}
			if r.Exact || r.Low > r.Probability || r.High < r.Probability {
				t.Errorf("%+v: interval", r)
			}
			delete(want, nameOf(&r.Rule))
		}
		for rule, w := range want {
			if p, _ := w.probability.Float64(); w.inOriginal || p > 0.005 {
				t.Errorf("%v, of probability %v, is missing", rule, w.probability)
			}
		}
	}
}

// TestBinomial has too many open people to count: of 200 people with x, each has y by 3/4, which is
// a rule of the original with 150; half of the reconstructions, nearly, have as many. Others have
// 190 of 200 who are sure, which 10 open ones do not change.
func TestBinomial(t *testing.T) {
	x := &instance{}
	x.add([]int{0, 1}, []oracleCell{{1}, {1, 3}}, 150)
	x.add([]int{0, 0}, []oracleCell{{1}, {1, 3}}, 50)
	of := Thresholds{Support: 0.5, Confidence: 0.75, Target: 1}
	got, err := Compare(context.Background(), &x.table, &x.release, of, Draws{2000, rand.New(rand.NewPCG(7, 8))})
	if err != nil || len(got) != 1 {
		t.Fatal(got, err)
	}
	want := new(big.Rat)
	for k := int64(150); k <= 200; k++ {
		term := new(big.Int).Binomial(200, k)
		term.Mul(term, new(big.Int).Exp(big.NewInt(3), big.NewInt(k), nil))
		want.Add(want, new(big.Rat).SetFrac(term, new(big.Int).Exp(big.NewInt(4), big.NewInt(200), nil)))
	}
	probability, _ := want.Float64()
	if got[0].Exact || math.Abs(got[0].Probability-probability) > 5.5*math.Sqrt(0.25/2000) || got[0].Low >= probability+0.1 || got[0].High <= probability-0.1 {
		t.Errorf("%+v, want %v", got[0], probability)
	}
	x = &instance{}
	x.add([]int{0, 1}, []oracleCell{{1}, {0, 1}}, 190)
	x.add([]int{0, 0}, []oracleCell{{1}, {1, 1}}, 10)
	got, err = Compare(context.Background(), &x.table, &x.release, of, Draws{1, rand.New(rand.NewPCG(7, 8))})
	if err != nil || len(got) != 1 || !got[0].Exact || got[0].Probability != 1 || math.Abs(got[0].Error-5.0/200) > 1e-15 {
		t.Error(got, err)
	}
}

// TestRepeats draws equally from equal seeds, whatever the order of rows.
func TestRepeats(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	x, y := &instance{}, &instance{}
	type row struct {
		values []int
		cells  []oracleCell
	}
	var rows []row
	for i := range 200 {
		rows = append(rows, row{[]int{i % 2, i % 3, i % 2}, []oracleCell{{1, 1}, {1, int64(i % 3), 1}, {2, 1}}})
	}
	for _, i := range random.Perm(len(rows)) {
		x.add(rows[i].values, rows[i].cells, 1)
	}
	for _, r := range rows {
		y.add(r.values, r.cells, 1)
	}
	// The same distributions under the same numbers.
	for c := range y.release.Shown {
		for _, z := range []*instance{x, y} {
			numbers, of := map[string]int32{}, []Distribution(nil)
			for i := range int64(3) {
				cell := [][]oracleCell{{{1, 1}}, {{1, 0, 1}, {1, 1, 1}, {1, 2, 1}}, {{2, 1}}}[c]
				if int(i) < len(cell) {
					var chances []Chance
					for value, parts := range cell[i] {
						chances = append(chances, Chance{int32(value), big.NewInt(parts)})
					}
					d, _ := NewDistribution(chances)
					numbers[text(&d)] = int32(i)
					of = append(of, d)
				}
			}
			for row, d := range z.release.Shown[c] {
				z.release.Shown[c][row] = numbers[text(&z.release.Of[c][d])]
			}
			z.release.Of[c] = of
		}
	}
	of := Thresholds{Support: 0.1, Confidence: 0.5, Target: -1}
	var got [2][]Outcome
	for i, z := range []*instance{x, y} {
		var err error
		if got[i], err = Compare(context.Background(), &z.table, &z.release, of, Draws{20, rand.New(rand.NewPCG(11, 12))}); err != nil {
			t.Fatal(err)
		}
	}
	if len(got[0]) == 0 || !slices.EqualFunc(got[0], got[1], func(a, b Outcome) bool {
		return nameOf(&a.Rule) == nameOf(&b.Rule) && a.Probability == b.Probability && a.Error == b.Error && a.Both == b.Both
	}) {
		t.Error("the order of rows matters")
	}
}

func text(d *Distribution) string {
	var parts []string
	for _, c := range d.chances {
		parts = append(parts, fmt.Sprint(c.Value, c.Parts))
	}
	return strings.Join(parts, " ")
}

// TestThresholds compares at the threshold, where it is no binary fraction.
func TestThresholds(t *testing.T) {
	b, err := Thresholds{Support: 0.1, Confidence: 0.8, Target: -1}.bounds(2)
	if err != nil {
		t.Fatal(err)
	}
	for people, want := range map[int64]int64{1: 1, 10: 1, 11: 2, 30: 3, 1 << 60: 115292150460684698} {
		if got := b.least(people); got != want {
			t.Errorf("%d people: %d, want %d", people, got, want)
		}
	}
	if !b.confident(4, 5) || b.confident(3999999999999999999, 5000000000000000000) || !b.confident(4000000000000000000, 5000000000000000000) {
		t.Error("confident")
	}
	// A confidence whose fraction does not fit a word.
	if b, err = (Thresholds{Support: 1, Confidence: 1e-200, Target: -1}).bounds(2); err != nil || b.under != 0 || !b.confident(1, 1<<61) {
		t.Error(b, err)
	}
}

func TestErrors(t *testing.T) {
	ctx := context.Background()
	x := &instance{}
	x.add([]int{0, 1}, []oracleCell{{1}, {1, 1}}, 1)
	good := Thresholds{Support: 0.5, Confidence: 0.5, Target: -1}
	draws := Draws{1, rand.New(rand.NewPCG(1, 1))}
	one := Sure(0)
	for name, call := range map[string]func() error{
		"support":    func() error { _, err := Mine(ctx, &x.table, Thresholds{0, 0.5, -1, 0}); return err },
		"confidence": func() error { _, err := Mine(ctx, &x.table, Thresholds{0.5, 1.5, -1, 0}); return err },
		"no number":  func() error { _, err := Mine(ctx, &x.table, Thresholds{math.NaN(), 1, -1, 0}); return err },
		"target":     func() error { _, err := Mine(ctx, &x.table, Thresholds{0.5, 0.5, 2, 0}); return err },
		"longest":    func() error { _, err := Mine(ctx, &x.table, Thresholds{0.5, 0.5, -1, -1}); return err },
		"no columns": func() error { _, err := Mine(ctx, &Table{}, good); return err },
		"rows":       func() error { _, err := Mine(ctx, &Table{Codes: [][]int32{{0}, {}}}, good); return err },
		"codes":      func() error { _, err := Mine(ctx, &Table{Codes: [][]int32{{-1}}}, good); return err },
		"counts":     func() error { _, err := Mine(ctx, &Table{[][]int32{{0}}, []int64{0}}, good); return err },
		"draws":      func() error { _, err := Compare(ctx, &x.table, &x.release, good, Draws{}); return err },
		"columns":    func() error { _, err := Compare(ctx, &x.table, &Release{}, good, draws); return err },
		"shown": func() error {
			_, err := Compare(ctx, &x.table, &Release{[][]int32{{1}, {0}}, [][]Distribution{{one}, {one}}, []int64{1}}, good, draws)
			return err
		},
		"rows shown": func() error {
			_, err := Compare(ctx, &x.table, &Release{[][]int32{{0}, {}}, [][]Distribution{{one}, {one}}, []int64{1}}, good, draws)
			return err
		},
		"no chance":    func() error { _, err := NewDistribution(nil); return err },
		"twice":        func() error { _, err := NewDistribution([]Chance{{1, big.NewInt(1)}, {1, big.NewInt(2)}}); return err },
		"less than 0":  func() error { _, err := NewDistribution([]Chance{{1, big.NewInt(-1)}}); return err },
		"no such item": func() error { _, err := NewDistribution([]Chance{{-1, big.NewInt(1)}}); return err },
	} {
		if _, ok := errors.AsType[*engine.ParamError](call()); !ok {
			t.Errorf("%s: %v", name, call())
		}
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	wide := &Table{Codes: make([][]int32, 8)}
	for c := range wide.Codes {
		for i := range int32(1 << 14) {
			wide.Codes[c] = append(wide.Codes[c], i>>c&1)
		}
	}
	if _, err := Mine(canceled, wide, Thresholds{0.001, 0.5, -1, 0}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	// 2^19 sets have the support.
	if _, err := Mine(ctx, &Table{Codes: slices.Repeat([][]int32{{0}}, 19)}, Thresholds{1, 0.5, -1, 0}); !errors.Is(err, ErrTooManySets) || !errors.Is(err, engine.ErrTooLarge) {
		t.Error(err)
	}
	many := &instance{}
	many.add([]int{0, 1}, []oracleCell{{1}, {1, 1}}, 1<<10)
	many.release.Counts[0] = 1 << 40
	if _, err := Compare(ctx, &many.table, &many.release, good, draws); !errors.Is(err, ErrTooManyPeople) {
		t.Error(err)
	}
}
