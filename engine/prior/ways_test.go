package prior

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/engine/internal/budget"
	"skyline/tests/trials"
)

// randomBlock makes a block of positive weights, as small or as far apart as kind says;
// most is at least 2.
func randomBlock(rng *rand.Rand, rows, columns int, most int64, kind int) *block {
	t := &table{}
	n := int64(0)
	for range rows {
		t.rows = append(t.rows, 1+rng.Int64N(most))
		n += t.rows[len(t.rows)-1]
		var row []*big.Rat
		for range columns {
			w := big.NewRat(1+rng.Int64N(1000), 1+rng.Int64N(1000))
			if kind == 1 {
				w.Mul(w, big.NewRat(1, 1<<rng.IntN(40)))
			}
			row = append(row, w)
		}
		t.weights = append(t.weights, row)
	}
	t.columns = make([]int64, columns)
	for j := range t.columns {
		if n > 0 {
			t.columns[j] = 1
			n--
		}
	}
	for range n {
		t.columns[rng.IntN(columns)]++
	}
	if slices.Contains(t.columns, 0) {
		return randomBlock(rng, rows, columns, most, kind)
	}
	return newBlock(t)
}

// TestWays compares the ways to count with each other: in whole numbers, in floats, as projected
// sets, and with rows and columns exchanged. Estimates are compared with what they estimate, and
// with numbers next to it.
func TestWays(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 24))
	for range trials.Number(60, 600) {
		b := randomBlock(rng, 2+rng.IntN(3), 2+rng.IntN(3), 3+rng.Int64N(10), rng.IntN(2))
		work := budget.New(t.Context(), 1e12)
		c := &counting{block: b, work: work}
		floats, err := c.inFloats(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		turned := b.turned()
		other, err := (&counting{block: turned, work: work}).inFloats(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		all := [][][]chance{floats, b.turnBack(other)}
		if len(b.columns) == 2 {
			set, err := b.asPresence(t.Context(), false, work)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, set)
		}
		if len(b.rows) == 2 {
			set, err := turned.asPresence(t.Context(), true, work)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, b.turnBack(set))
		}
		for i := range b.rows {
			exactly, err := c.exactly(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			for j, want := range exactly {
				value, _ := want.Float64()
				for way, chances := range all {
					p := chances[i][j]
					if math.Abs(p.float()-value) > 1e-12 {
						t.Errorf("way %d: chance %v, want %v", way, p.float(), value)
					}
					for sign, bound := range map[int]*big.Rat{
						0:  want,
						1:  new(big.Rat).Mul(want, big.NewRat(1<<60-1, 1<<60)),
						-1: new(big.Rat).Mul(want, big.NewRat(1<<60+1, 1<<60)),
					} {
						if got, err := p.compare(t.Context(), bound); err != nil || got != sign {
							t.Fatalf("way %d: compare() = %d, %v, want %d", way, got, err, sign)
						}
					}
				}
			}
		}
	}
}

// TestOneAmongMany compares the chances of one person among many with whole numbers: the way by
// projected sets multiplies chances of 1 in thousands.
func TestOneAmongMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 27))
	for range trials.Number(5, 50) {
		b := randomBlock(rng, 2, 4, 300, 1)
		b.rows[1] += b.rows[0] - 1
		b.rows[0] = 1
		work := budget.New(t.Context(), 1e12)
		turned := b.turned()
		chances, err := turned.asPresence(t.Context(), true, work)
		if err != nil {
			t.Fatal(err)
		}
		back := b.turnBack(chances)
		for j, h := range b.columns {
			exactly, err := (&counting{block: turned, work: work}).exactly(t.Context(), j)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := exactly[0].Float64()
			want *= float64(h)
			if got := back[0][j].float(); math.Abs(got-want) > float64(1e-12*want) {
				t.Errorf("chance %v, want %v", got, want)
			}
		}
	}
}

// TestLargeWays compares estimates of larger blocks with whole numbers: they are as near as their
// accuracy says.
func TestLargeWays(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 25))
	for range trials.Number(3, 30) {
		b := randomBlock(rng, 3, 3, 40, 1)
		c := &counting{block: b, work: budget.New(t.Context(), 1e12)}
		floats, err := c.inFloats(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.rows {
			exactly, err := c.exactly(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			for j, want := range exactly {
				value, _ := want.Float64()
				if got := floats[i][j].float(); math.Abs(got-value) > float64(c.accuracy*value) {
					t.Errorf("chance %v, want %v within %v", got, value, c.accuracy)
				}
			}
		}
	}
}

// TestRefused makes sure that what takes too long is refused before it is begun, and that a
// threshold that is too near to tell is not guessed about.
func TestRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 26))
	b := randomBlock(rng, 5, 5, 40, 0)
	if _, err := countChances(t.Context(), b, budget.New(t.Context(), 1e6)); !errors.Is(err, engine.ErrTooLarge) {
		t.Errorf("countChances() = %v, want ErrTooLarge", err)
	}
	b = randomBlock(rng, 3, 3, 60, 0)
	c := &counting{block: b, work: budget.New(t.Context(), 1e9)}
	exactly, err := c.exactly(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	c = &counting{block: b, work: budget.New(t.Context(), c.countingCost()+1)}
	floats, err := c.inFloats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if sign, err := floats[0][0].compare(t.Context(), exactly[0]); !errors.Is(err, engine.ErrTooLarge) {
		t.Errorf("compare() = %d, %v, want ErrTooLarge", sign, err)
	}
	if sign, err := floats[0][0].compare(t.Context(), new(big.Rat).Mul(exactly[0], big.NewRat(2, 1))); sign != -1 || err != nil {
		t.Errorf("compare() = %d, %v, want -1", sign, err)
	}
}
