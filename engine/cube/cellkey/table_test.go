package cellkey

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestTable checks tables of random options against what a Table is: key by key.
func TestTable(t *testing.T) {
	for seed := range uint64(25) {
		random := rand.New(rand.NewPCG(seed, 1))
		o := Options{Largest: 1 + random.IntN(12), Modulus: []int{64, 256, 1000, 1 << 16}[random.IntN(4)]}
		o.Smallest = random.IntN(o.Largest)
		o.Variance = float64(o.Largest*o.Largest) * (0.02 + 0.98*random.Float64())
		table, err := New(o)
		if err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		for count := int64(1); count < int64(2*o.Largest+o.Smallest+3); count++ {
			sum, squares, seen := int64(0), int64(0), map[int64]int64{}
			for key := range uint64(o.Modulus) {
				v := table.Of(count, key)
				seen[v]++
				sum, squares = sum+v, squares+v*v
				if becomes := count + v; v < -int64(o.Largest) || v > int64(o.Largest) || becomes < 0 || becomes > 0 && becomes <= int64(o.Smallest) {
					t.Fatalf("%+v: %d becomes %d", o, count, becomes)
				}
			}
			if sum != 0 {
				t.Errorf("%+v: the noise of %d has the sum %d", o, count, sum)
			}
			for v, n := range seen {
				if table.Keys(count, int(v)) != n {
					t.Errorf("%+v: Keys(%d, %d) = %d, want %d", o, count, v, table.Keys(count, int(v)), n)
				}
			}
			variance := float64(squares) / float64(o.Modulus)
			if table.Variance(count) != variance {
				t.Errorf("%+v: Variance(%d) = %v, want %v", o, count, table.Variance(count), variance)
			}
			// The keys of a noise are off by at most a few.
			most := 3 * float64((2*o.Largest+1)*o.Largest*o.Largest) / float64(o.Modulus)
			if count > int64(o.Largest+o.Smallest) && math.Abs(variance-o.Variance) > most {
				t.Errorf("%+v: the noise of %d has the variance %v", o, count, variance)
			}
		}
		if table.Of(0, 17) != 0 || table.Of(-3, 17) != 0 || table.Variance(0) != 0 {
			t.Errorf("%+v: 0 does not stay 0", o)
		}
		if n := int64(table.Rows()); table.Of(n, 5) != table.Of(n+1000, 5) {
			t.Errorf("%+v: large counts have different rows", o)
		}
	}
}

// TestEntropy compares the chances of four noises with a search: mean and variance leave one of
// them free, which is tried in small steps, and so is every variance that they can have.
func TestEntropy(t *testing.T) {
	for _, noises := range [][]int{{-1, 0, 1, 2}, {-2, -1, 0, 1}, {-1, 2, 3, 4}, {-3, -2, 1, 5}, {-5, 0, 1, 7}} {
		low, high := float64(noises[0]), float64(noises[3])
		for variance := 0.05; variance < -low*high; variance += 0.3 {
			best := math.Inf(-1)
			var want [4]float64
			for i := range 4001 {
				q := float64(i) / 4000
				p, ok := three(noises, q, variance)
				if e := entropy(p); ok && e > best {
					best, want = e, p
				}
			}
			if math.IsInf(best, -1) {
				continue // they cannot have it
			}
			got := chances(noises, variance)
			for i := range got {
				if math.Abs(got[i]-want[i]) > 2e-3 {
					t.Fatalf("%v, variance %v: %v, want %v", noises, variance, got, want)
				}
			}
		}
	}
}

// three returns the chances of four noises of which the last has q, by Cramer's rule.
func three(noises []int, q, variance float64) (p [4]float64, ok bool) {
	x, y, z, w := float64(noises[0]), float64(noises[1]), float64(noises[2]), float64(noises[3])
	s, m, v := 1-q, -q*w, variance-q*w*w
	det := (y - x) * (z - x) * (z - y)
	p = [4]float64{
		(s*y*z*(z-y) - m*(z*z-y*y) + v*(z-y)) / det,
		-(s*x*z*(z-x) - m*(z*z-x*x) + v*(z-x)) / det,
		(s*x*y*(y-x) - m*(y*y-x*x) + v*(y-x)) / det,
		q,
	}
	for _, c := range p {
		if c < -1e-12 {
			return p, false
		}
	}
	return p, true
}

func entropy(p [4]float64) (e float64) {
	for _, x := range p {
		if x > 1e-15 {
			e -= x * math.Log(x)
		}
	}
	return e
}

// TestSmallest: where a count cannot have the variance, it has the nearest. 1 becomes 0 or 3
// where published counts are 0 or more than 2: the noise is −1 or 2, so its variance is 2.
func TestSmallest(t *testing.T) {
	table, err := New(Options{Largest: 3, Variance: 1, Smallest: 2, Modulus: 300})
	if err != nil {
		t.Fatal(err)
	}
	if table.Keys(1, -1) != 200 || table.Keys(1, 2) != 100 || table.Variance(1) != 2 {
		t.Errorf("%v", table.rows[0])
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []Options{
		{0, 1, 0, 256},
		{51, 1, 0, 256},
		{3, 0, 0, 256},
		{3, math.NaN(), 0, 256},
		{3, 9.1, 0, 256},
		{3, 1, 3, 256},
		{3, 1, -1, 256},
		{3, 1, 0, 1},
		{3, 1, 2, 2}, // 1 becomes 0, 3 or 4: no two keys have mean 0
		{3, 1, 0, 1<<16 + 1},
	} {
		if _, err := New(o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}

// Of 256 keys, so many lead to noise of −2 to 2. 1 does not become negative.
func ExampleTable() {
	table, err := New(Options{Largest: 2, Variance: 0.5, Modulus: 256})
	if err != nil {
		panic(err)
	}
	for _, count := range []int64{0, 1, 2, 250} {
		fmt.Print(count, ":")
		for v := -2; v <= 2 && count > 0; v++ {
			fmt.Print(" ", table.Keys(count, v))
		}
		fmt.Println()
	}
	// Output:
	// 0:
	// 1: 0 61 138 53 4
	// 2: 3 53 144 53 3
	// 250: 3 53 144 53 3
}
