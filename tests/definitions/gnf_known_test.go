package definitions

import (
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// bucketizer is a publisher's algorithm for a quasi-identifier a and a sensitive value
// s of each person: the partitions that it may choose. None if it refuses.
type bucketizer func(a, s []string, l int) []draw

// draw is each person's bucket, and in how many of n! cases it is chosen.
type draw struct {
	buckets []int
	cases   int64
}

// byChance takes people in random order.
func byChance() bucketizer {
	known := map[string][]draw{} // they depend on s alone
	return func(_, s []string, l int) []draw {
		key := strings.Join(s, " ")
		if draws, ok := known[key]; ok {
			return draws
		}
		var draws []draw
		permutations(len(s), func(order []int) {
			buckets := anatomize(s, order, l, false)
			if buckets == nil {
				return
			}
			at := slices.IndexFunc(draws, func(d draw) bool { return slices.Equal(d.buckets, buckets) })
			if at < 0 {
				at = len(draws)
				draws = append(draws, draw{buckets: buckets})
			}
			draws[at].cases++
		})
		known[key] = draws
		return draws
	}
}

// byFirstRow takes people in the order of a file that is sorted by quasi-identifier.
func byFirstRow(a, s []string, l int) []draw {
	if buckets := anatomize(s, sorted(a), l, false); buckets != nil {
		return []draw{{buckets, factorial(len(a))}}
	}
	return nil
}

// byLikeness keeps people with like quasi-identifiers together: it closes a bucket as
// soon as that is diverse, and adds those left over to the last one.
func byLikeness(a, s []string, l int) []draw {
	buckets := make([]int, len(a))
	made := 0
	var open []int
	for _, person := range sorted(a) {
		open = append(open, person)
		buckets[person] = made
		var values []string
		for _, member := range open {
			values = append(values, s[member])
		}
		if diverse(values, make([]int, len(values)), l) {
			made, open = made+1, nil
		}
	}
	for _, person := range open {
		buckets[person] = made - 1
	}
	if made == 0 || !diverse(s, buckets, l) {
		return nil
	}
	return []draw{{buckets, factorial(len(a))}}
}

// sorted returns people in the order of their quasi-identifiers.
func sorted(a []string) []int {
	order := make([]int, len(a))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return strings.Compare(a[i], a[j]) })
	return order
}

func factorial(n int) int64 {
	product := int64(1)
	for i := range n {
		product *= int64(i + 1)
	}
	return product
}

// permutations calls visit with all orders of 0, …, n-1; the slice is reused.
func permutations(n int, visit func([]int)) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	var permute func(k int)
	permute = func(k int) {
		if k == n {
			visit(order)
			return
		}
		for i := k; i < n; i++ {
			order[k], order[i] = order[i], order[k]
			permute(k + 1)
			order[k], order[i] = order[i], order[k]
		}
	}
	permute(0)
}

// outcome is what is published: buckets in no order, with their quasi-identifiers and
// their sensitive values, each in no order.
func outcome(a, s []string, buckets []int) string {
	left, right := map[int][]string{}, map[int][]string{}
	for i, b := range buckets {
		left[b], right[b] = append(left[b], a[i]), append(right[b], s[i])
	}
	var texts []string
	for b := range left {
		slices.Sort(left[b])
		slices.Sort(right[b])
		texts = append(texts, strings.Join(left[b], ",")+":"+strings.Join(right[b], ","))
	}
	slices.Sort(texts)
	return strings.Join(texts, " ")
}

// knowing returns, for each output of an algorithm, the best guess at someone's
// sensitive value of an adversary who knows the algorithm, and to whom, before, all
// tables of n labelled people were equally likely.
func knowing(algorithm bucketizer, n, l int, as, ss []string) map[string]*big.Rat {
	// n! times the expected number of people for each output, quasi-identifier and value.
	sums := map[string]map[string]map[string]int64{}
	a, s := make([]string, n), make([]string, n)
	var fill func(person int)
	fill = func(person int) {
		if person < n {
			for _, a[person] = range as {
				for _, s[person] = range ss {
					fill(person + 1)
				}
			}
			return
		}
		for _, d := range algorithm(a, s, l) {
			out := outcome(a, s, d.buckets)
			if sums[out] == nil {
				sums[out] = map[string]map[string]int64{}
			}
			for i := range a {
				if sums[out][a[i]] == nil {
					sums[out][a[i]] = map[string]int64{}
				}
				sums[out][a[i]][s[i]] += d.cases
			}
		}
	}
	fill(0)
	guesses := map[string]*big.Rat{}
	for out, people := range sums {
		best := new(big.Rat)
		for _, values := range people {
			total := int64(0)
			for _, sum := range values {
				total += sum
			}
			for _, sum := range values {
				if p := big.NewRat(sum, total); p.Cmp(best) > 0 {
					best = p
				}
			}
		}
		guesses[out] = best
	}
	return guesses
}

// TestAdversaryKnowsBuckets shows why buckets must depend on nothing but the sensitive
// values and chance: the same buckets, published in the same way, are safe or not
// according to how they were found.
func TestAdversaryKnowsBuckets(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	const l = 2
	for _, c := range []struct {
		name      string
		algorithm bucketizer
		from      int // the number of people from which on it is unsafe, 0 if never
	}{
		{"by chance", byChance(), 0},
		{"by first row", byFirstRow, 4},
		{"by likeness", byLikeness, 6},
	} {
		for _, size := range []struct {
			n      int
			as, ss []string
		}{
			{4, []string{"0", "1"}, []string{"x", "y", "z"}},
			{4, []string{"0", "1", "2"}, []string{"x", "y", "z"}},
			{6, []string{"0", "1"}, []string{"x", "y", "z"}},
		} {
			if size.n == 6 && c.from != 6 && !trials.Slow() {
				continue
			}
			guesses := knowing(c.algorithm, size.n, l, size.as, size.ss)
			largest, broken := new(big.Rat), 0
			for _, out := range slices.Sorted(maps.Keys(guesses)) {
				if p := guesses[out]; p.Cmp(largest) > 0 {
					largest = p
				}
				if guesses[out].Cmp(big.NewRat(1, int64(l))) > 0 {
					broken++
					if c.from == 0 {
						t.Errorf("%s, n = %d, l = %d: P = %s from %s", c.name, size.n, l, guesses[out], out)
					}
				}
			}
			t.Logf("%s, n = %d, l = %d, domains %d and %d: %d of %d outputs broken, largest probability %s",
				c.name, size.n, l, len(size.as), len(size.ss), broken, len(guesses), largest)
			if c.from > 0 && size.n >= c.from && broken == 0 {
				t.Errorf("%s, n = %d: the flaw was not noticed", c.name, size.n)
			}
		}
	}
}
