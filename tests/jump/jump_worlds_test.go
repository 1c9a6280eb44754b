package jump

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
)

// The algorithms of Liu et al., "k-jump: a strategy to design publicly-known algorithms
// for privacy preserving micro-data disclosure", as an adversary runs them: on all tables
// with the same people and multiset of values at once, generalization by generalization.
// Those that come to one and show there what the table shows are its disclosure set.

// jumpWorlds are all those tables.
type jumpWorlds struct {
	values int
	// worlds are the tables, the value of each person; own is the index of the table.
	worlds [][]int
	own    int
	// shows[j][world] is the number of what generalization j shows of it.
	shows [][]int
}

// newJumpWorlds lists the tables; groups[j][person] is the group of a person.
func newJumpWorlds(table []int, groups [][]int) *jumpWorlds {
	w := &jumpWorlds{values: 1 + slices.Max(table)}
	left := make([]int, w.values)
	for _, v := range table {
		left[v]++
	}
	world := make([]int, 0, len(table))
	var deal func()
	deal = func() {
		if len(world) == len(table) {
			if slices.Equal(world, table) {
				w.own = len(w.worlds)
			}
			w.worlds = append(w.worlds, slices.Clone(world))
			return
		}
		for v := range left {
			if left[v] > 0 {
				left[v]--
				world = append(world, v)
				deal()
				world = world[:len(world)-1]
				left[v]++
			}
		}
	}
	deal()
	for _, of := range groups {
		numbers := map[string]int{}
		var shows []int
		for _, world := range w.worlds {
			pairs := make([]string, len(world))
			for person, v := range world {
				pairs[person] = fmt.Sprint(of[person], " ", v)
			}
			slices.Sort(pairs)
			key := strings.Join(pairs, ",")
			if _, ok := numbers[key]; !ok {
				numbers[key] = len(numbers)
			}
			shows = append(shows, numbers[key])
		}
		w.shows = append(w.shows, shows)
	}
	return w
}

// counts is in how many of some worlds each person has each value.
func (w *jumpWorlds) counts(set []int) [][]int {
	counts := make([][]int, len(w.worlds[0]))
	for person := range counts {
		counts[person] = make([]int, w.values)
		for _, world := range set {
			counts[person][w.worlds[world][person]]++
		}
	}
	return counts
}

// most is the largest share of a value for anybody.
func (w *jumpWorlds) most(set []int) *big.Rat {
	most := 0
	for _, counts := range w.counts(set) {
		most = max(most, slices.Max(counts))
	}
	return big.NewRat(int64(most), int64(len(set)))
}

// satisfies reports whether everybody has a property.
func (w *jumpWorlds) satisfies(set []int, p jumpProperty) bool {
	return !slices.ContainsFunc(w.counts(set), func(counts []int) bool { return !p.holds(counts) })
}

// jumpStep is an evaluation of the table.
type jumpStep struct {
	at         int // the generalization, from 1
	disclosure bool
	set        []int
	holds      bool
}

// jumpRun is what happens.
type jumpRun struct {
	released []int // of each world: the generalization, from 1; 0 for nothing
	steps    []jumpStep
	believed []int // the worlds with which the same happens
}

// run runs an algorithm: 'naive', 'safe' or 'jump'.
func (w *jumpWorlds) run(strategy string, jump []int64, p jumpProperty) *jumpRun {
	r := &jumpRun{released: make([]int, len(w.worlds))}
	at := make([]int, len(w.worlds)) // where a world goes on
	for j, shows := range w.shows {
		sets := make([][]int, 1+slices.Max(shows)) // permutation sets
		for world, number := range shows {
			sets[number] = append(sets[number], world)
		}
		for number, permutation := range sets {
			var disclosure []int
			for _, world := range permutation {
				if at[world] == j && r.released[world] == 0 {
					disclosure = append(disclosure, world)
				}
			}
			if len(disclosure) == 0 {
				continue
			}
			own := number == shows[w.own] && slices.Contains(disclosure, w.own)
			step := func(disclosed bool, set []int) bool {
				s := jumpStep{j + 1, disclosed, set, w.satisfies(set, p)}
				if own {
					r.steps = append(r.steps, s)
				}
				return s.holds
			}
			next, release := j+1, false
			switch strategy {
			case "naive":
				release = step(false, permutation)
			case "safe":
				release = step(true, disclosure)
			default:
				if step(false, permutation) {
					if release = step(true, disclosure); !release {
						next = j + int(jump[j])
					}
				}
			}
			for _, world := range disclosure {
				at[world] = next
				if release {
					r.released[world] = j + 1
				}
			}
		}
	}
	for world, released := range r.released {
		if released == r.released[w.own] && (released == 0 || w.shows[released-1][world] == w.shows[released-1][w.own]) {
			r.believed = append(r.believed, world)
		}
	}
	return r
}

// nothing is the share of the worlds with which nothing is released.
func (r *jumpRun) nothing() *big.Rat {
	n := int64(0)
	for _, released := range r.released {
		if released == 0 {
			n++
		}
	}
	return big.NewRat(n, int64(len(r.released)))
}

// subsets is the belief when a generalization was released, from 0, of a secret subset of
// two or more by the naive strategy: over pairs of a subset and a world, and on the mean
// over subsets; nil if it cannot have been.
func (w *jumpWorlds) subsets(published int, p jumpProperty) (posterior, mean [][]*big.Rat) {
	satisfies := make([][]bool, published+1) // satisfies[j][world]
	for j := range satisfies {
		sets := map[int][]int{}
		for world, number := range w.shows[j] {
			sets[number] = append(sets[number], world)
		}
		satisfies[j] = make([]bool, len(w.worlds))
		for _, set := range sets {
			holds := w.satisfies(set, p)
			for _, world := range set {
				satisfies[j][world] = holds
			}
		}
	}
	if !satisfies[published][w.own] {
		return nil, nil
	}
	people := len(w.worlds[0])
	with, sums := make([][]int64, people), make([][]*big.Rat, people)
	for person := range people {
		with[person] = make([]int64, w.values)
		for range w.values {
			sums[person] = append(sums[person], new(big.Rat))
		}
	}
	pairs, choices, own := int64(0), int64(0), false
	for subset := range 1 << len(w.shows) {
		if subset>>published&1 == 0 || subset&(subset-1) == 0 {
			continue
		}
		var set []int
		for world, number := range w.shows[published] {
			if number != w.shows[published][w.own] {
				continue
			}
			earlier := false
			for j := range published {
				earlier = earlier || subset>>j&1 == 1 && satisfies[j][world]
			}
			if !earlier {
				set = append(set, world)
			}
		}
		if len(set) == 0 {
			continue
		}
		own = own || slices.Contains(set, w.own)
		pairs, choices = pairs+int64(len(set)), choices+1
		for person, counts := range w.counts(set) {
			for v, n := range counts {
				with[person][v] += int64(n)
				sums[person][v].Add(sums[person][v], big.NewRat(int64(n), int64(len(set))))
			}
		}
	}
	if !own {
		return nil, nil
	}
	for person, row := range with {
		var shares []*big.Rat
		for v, n := range row {
			shares = append(shares, big.NewRat(n, pairs))
			sums[person][v].Quo(sums[person][v], big.NewRat(choices, 1))
		}
		posterior = append(posterior, shares)
	}
	return posterior, sums
}

// jumpProperty is a property of beliefs: that of the keys of SQL which is set.
type jumpProperty struct {
	share    *big.Rat
	distinct int
	entropy  *big.Rat
	c        *big.Rat
	l        int
}

// sql writes the parameter property.
func (p jumpProperty) sql() string {
	switch {
	case p.share != nil:
		return fmt.Sprintf("{'max_share': %s}", quotient(p.share))
	case p.distinct > 0:
		return fmt.Sprintf("{'distinct': %d}", p.distinct)
	case p.entropy != nil:
		return fmt.Sprintf("{'entropy': %s}", quotient(p.entropy))
	}
	return fmt.Sprintf("{'recursive': {'c': %s, 'l': %d}}", quotient(p.c), p.l)
}

func quotient(x *big.Rat) string { return fmt.Sprintf("%s::DOUBLE / %s", x.Num(), x.Denom()) }

// holds decides for one person who has the values in so many worlds.
func (p jumpProperty) holds(counts []int) bool {
	sorted := slices.SortedFunc(slices.Values(counts), func(a, b int) int { return cmp.Compare(b, a) })
	sum, values, tail := 0, 0, 0
	for at, n := range sorted {
		sum += n
		values += boolInt(n > 0)
		if at >= p.l-1 {
			tail += n
		}
	}
	share := func(n int) *big.Rat { return big.NewRat(int64(n), int64(sum)) }
	switch {
	case p.share != nil:
		return share(sorted[0]).Cmp(p.share) <= 0
	case p.distinct > 0:
		return values >= p.distinct
	case p.entropy == nil:
		return share(sorted[0]).Cmp(new(big.Rat).Mul(p.c, share(tail))) < 0
	}
	entropy := 0.0
	for _, n := range sorted[:values] {
		q := float64(n) / float64(sum)
		entropy -= q * math.Log(q)
	}
	l, _ := p.entropy.Float64()
	if math.Abs(entropy-math.Log(l)) > 1e-9 {
		return entropy > math.Log(l)
	}
	// As close as this among so few worlds are only equal shares, as many as l says.
	return p.entropy.IsInt() && p.entropy.Num().Int64() == int64(values) && sorted[0] == sorted[values-1]
}

// jumpInstance is a random table: nested generalizations from fine to coarse, or any.
type jumpInstance struct {
	table  []int
	groups [][]int
	jump   []int64
	p      jumpProperty
}

func randomJump(rng *rand.Rand, most int) *jumpInstance {
	in := &jumpInstance{}
	people, values := 3+rng.IntN(most-2), 2+rng.IntN(3)
	for range people {
		in.table = append(in.table, rng.IntN(values))
	}
	present := slices.Compact(slices.Sorted(slices.Values(in.table)))
	for person, v := range in.table {
		in.table[person] = slices.Index(present, v)
	}
	group := rng.Perm(people)
	nested := rng.IntN(2) == 0
	for j := range 2 + rng.IntN(4) {
		switch {
		case j > 0 && rng.IntN(6) == 0:
			in.groups = append(in.groups, in.groups[rng.IntN(j)])
			continue
		case nested:
			into := rng.Perm(people)
			for person, g := range group {
				group[person] = into[g] / 2 * 2 % people
			}
		default:
			parts := 1 + rng.IntN(3)
			for person := range group {
				group[person] = rng.IntN(parts)
			}
		}
		in.groups = append(in.groups, slices.Clone(group))
	}
	for range in.groups {
		in.jump = append(in.jump, 1+rng.Int64N(int64(len(in.groups))))
	}
	rat := func(list ...int64) *big.Rat {
		at := rng.IntN(len(list)/2) * 2
		return big.NewRat(list[at], list[at+1])
	}
	switch rng.IntN(5) {
	case 0, 1:
		in.p.share = rat(1, 2, 2, 3, 3, 4, 3, 5)
	case 2:
		in.p.distinct = 2 + rng.IntN(2)
	case 3:
		in.p.entropy = rat(3, 2, 17, 10, 2, 1, 5, 2, 3, 1)
	default:
		in.p.c, in.p.l = rat(1, 1, 3, 2, 2, 1, 3, 1), 1+rng.IntN(3)
	}
	return in
}
