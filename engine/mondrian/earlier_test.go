package mondrian

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/cells"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/tests/trials"
)

// worldsOf is the oracle: it gives values to people one by one, in all ways that agree with the counts of every group of every
// release, a group being a text and "" nobody's. It returns how many ways there are, and in how many each person has each value.
func worldsOf(people []person, releases [][]string) (all int64, have []map[string]int64) {
	values := map[string]bool{}
	left := map[string]map[string]int{}
	for i, p := range people {
		values[p.values[0]] = true
		for r, groups := range releases {
			if g := fmt.Sprint(r, "/", groups[i]); groups[i] != "" {
				if left[g] == nil {
					left[g] = map[string]int{}
				}
				left[g][p.values[0]]++
			}
		}
	}
	have = make([]map[string]int64, len(people))
	for i := range have {
		have[i] = map[string]int64{}
	}
	world := make([]string, len(people))
	var give func(i int)
	give = func(i int) {
		if i == len(people) {
			all++
			for i, v := range world {
				have[i][v]++
			}
			return
		}
		for v := range values {
			possible := true
			for r, groups := range releases {
				possible = possible && (groups[i] == "" || left[fmt.Sprint(r, "/", groups[i])][v] > 0)
			}
			if !possible {
				continue
			}
			world[i] = v
			for _, by := range []int{-1, 1} {
				for r, groups := range releases {
					if groups[i] != "" {
						left[fmt.Sprint(r, "/", groups[i])][v] += by
					}
				}
				if by < 0 {
					give(i + 1)
				}
			}
		}
	}
	give(0)
	return all, have
}

// bounded is a table with earlier releases and bounds.
type bounded struct {
	columns  []Column
	people   []person
	releases [][]string // of each person the group, "" for none
	bounds   map[string][]Bound
	follow   bool
}

// randomBounded makes a table that an oracle can enumerate. Groups of earlier releases follow the codes, or nothing.
func randomBounded(rng *rand.Rand) *bounded {
	b := &bounded{bounds: map[string][]Bound{}}
	b.columns, b.people = randomTable(rng, knowledge.SVPI)
	for len(b.people) > 10 {
		b.people = b.people[:len(b.people)-1-rng.IntN(4)]
	}
	for range 1 + rng.IntN(3) {
		groups, size, absent := make([]string, len(b.people)), 1+rng.IntN(5), rng.IntN(2) == 0
		order := rng.Perm(len(groups))
		if rng.IntN(2) == 0 {
			slices.SortStableFunc(order, func(x, y int) int { return int(b.people[x].codes[0] - b.people[y].codes[0]) })
		}
		for place, i := range order {
			if !absent || rng.IntN(5) > 0 {
				groups[i] = fmt.Sprint("g", place/size)
			}
		}
		b.releases = append(b.releases, groups)
	}
	shares := []*big.Rat{big.NewRat(1, 2), big.NewRat(3, 5), big.NewRat(2, 3), big.NewRat(3, 4), big.NewRat(4, 5), big.NewRat(1, 1)}
	for _, v := range []string{"a", "b", "c", "d"} {
		for range rng.IntN(3) {
			b.bounds[v] = append(b.bounds[v], Bound{shares[rng.IntN(len(shares))]})
		}
	}
	return b
}

// labels are the groups of a release, in the order of their codes.
func labels(groups []string) []string {
	known := slices.Clone(groups)
	slices.Sort(known)
	return slices.Compact(known)
}

// codes are those of a person, behind those of the columns the ones of earlier groups.
func (b *bounded) codes(i int) []int64 {
	codes := slices.Clone(b.people[i].codes)
	for _, groups := range b.releases {
		codes = append(codes, int64(slices.Index(labels(groups), groups[i])))
	}
	return codes
}

// cells counts the table, in any order of its people.
func (b *bounded) cells(t testing.TB, order []int) *Cells {
	t.Helper()
	earlier := &Earlier{Follow: b.follow}
	codes := make([][]int64, len(b.people))
	sizes := make([]int, len(b.columns), len(b.columns)+len(b.releases))
	for d := range b.columns {
		sizes[d] = b.columns[d].Size
	}
	for i := range b.people {
		codes[i] = b.codes(i)
	}
	for _, groups := range b.releases {
		known := labels(groups)
		absent := int32(-1)
		if known[0] == "" {
			absent = 0
		}
		earlier.Absent = append(earlier.Absent, absent)
		sizes = append(sizes, len(known))
	}
	builder := cells.Builder{Constraint: knowledge.SVPI}
	for _, i := range order {
		if err := builder.Add(codes[i], histogram(true, b.people[i:i+1])); err != nil {
			t.Fatal(err)
		}
	}
	table, err := builder.Cells(sizes)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range table.Values {
		earlier.Bounds = append(earlier.Bounds, b.bounds[v.Text])
	}
	c, err := NewCellsBeside(table, b.columns, earlier)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// holds reports whether everybody's probabilities keep the bounds, with one more release.
func (b *bounded) holds(last []string) bool {
	all, have := worldsOf(b.people, append(slices.Clone(b.releases), last))
	for i := range have {
		for v, n := range have[i] {
			for _, bound := range b.bounds[v] {
				if big.NewRat(n, all).Cmp(bound.Share) >= 0 {
					return false
				}
			}
		}
	}
	return true
}

// released says who is in which group.
func (b *bounded) released(r *Release) []string {
	groups := make([]string, len(b.people))
	for i := range b.people {
		if len(r.Tree.combinations) > 0 {
			groups[i] = fmt.Sprint(place(r.Tree, b.codes(i)))
		} else {
			groups[i] = fmt.Sprint(place(r.Tree, b.people[i].codes))
		}
	}
	return groups
}

func (b *bounded) options(rng *rand.Rand, workers int) Options {
	return Options{Strategy(rng.IntN(3)), []privacy.Requirement{privacy.KAnonymity(1 + rng.Int64N(3))}, workers}
}

// TestBesideEarlier enumerates all worlds of small tables: what is released keeps the bounds together with the earlier
// releases, and nothing is refused that they do not exceed by themselves.
func TestBesideEarlier(t *testing.T) {
	released, split, dangerous, follow := 0, 0, 0, 0
	for _, seed := range seedsWith(trials.Number(1500, 60000), 5282) {
		rng := rand.New(rand.NewPCG(seed, 24))
		b := randomBounded(rng)
		b.follow = seed%2 == 1
		whole := slices.Repeat([]string{"all"}, len(b.people))
		options := b.options(rng, 1)
		release, err := Partition(t.Context(), b.cells(t, rng.Perm(len(b.people))), options)
		if errors.Is(err, ErrUnsafe) {
			continue
		}
		if safe := b.holds(whole); errors.Is(err, ErrEarlier) {
			if safe {
				t.Fatalf("seed %d: refused, although the earlier releases keep the bounds", seed)
			}
			continue
		} else if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		} else if !safe {
			t.Fatalf("seed %d: released, although the earlier releases exceed the bounds", seed)
		}
		released++
		if release.Len() > 1 {
			split++
		}
		if release.Follows() {
			follow++
		}
		if !b.holds(b.released(release)) {
			t.Fatalf("seed %d: the release exceeds the bounds: %v with %v of %v, bounds %v", seed, b.released(release), b.releases, b.people, b.bounds)
		}
		alone := *b
		alone.releases = nil
		table := alone.cells(t, rng.Perm(len(b.people)))
		table.earlier = nil
		if free, err := Partition(t.Context(), table, options); err == nil && !b.holds(b.released(free)) {
			dangerous++
		}
	}
	t.Logf("%d released, %d of them in several groups, %d along earlier ones; without a look at the earlier releases, %d would have exceeded the bounds", released, split, follow, dangerous)
	if split*10 < released || dangerous*10 < released || follow*30 < released {
		t.Error("hardly any release has several groups, or follows earlier ones, or hardly any needed care")
	}
}

// seedsWith returns so many seeds, and one more, of a table in which a split tells of people of whom it has nobody.
func seedsWith(n int, one uint64) []uint64 {
	seeds := []uint64{one}
	for seed := range uint64(n) {
		seeds = append(seeds, seed)
	}
	return seeds
}

// TestBesideEarlierIsTheSame partitions tables by several workers, and in other orders of their people.
func TestBesideEarlierIsTheSame(t *testing.T) {
	for seed := range trials.Seeds(t, 300, 3000) {
		rng := rand.New(rand.NewPCG(seed, 25))
		b := randomBounded(rng)
		b.follow = seed%2 == 1
		one, many := b.options(rand.New(rand.NewPCG(seed, 1)), 1), b.options(rand.New(rand.NewPCG(seed, 1)), 4)
		first, err := Partition(t.Context(), b.cells(t, rng.Perm(len(b.people))), one)
		second, again := Partition(t.Context(), b.cells(t, rng.Perm(len(b.people))), many)
		if (err == nil) != (again == nil) {
			t.Fatalf("seed %d: %v and %v", seed, err, again)
		}
		if err == nil && !slices.Equal(b.released(first), b.released(second)) {
			t.Fatalf("seed %d: %v and %v", seed, b.released(first), b.released(second))
		}
	}
}

// TestRefusedBesideEarlier tries all splits of all groups of partitions that come one after the other, and says how many of those
// that keep the bounds are refused all the same.
func TestRefusedBesideEarlier(t *testing.T) {
	good, refused, uncounted := 0, 0, 0
	for _, seed := range seedsWith(trials.Number(300, 20000), 17400) {
		rng := rand.New(rand.NewPCG(seed, 26))
		b := randomBounded(rng)
		for d := range b.columns {
			b.columns[d].Hierarchy = nil
		}
		order := rng.Perm(len(b.people))
		c := b.cells(t, order)
		p := newPartitioner(t.Context(), c, Options{})
		groups := c.blocks(p.release.Tree)
		if p.beginJoint(groups) != nil {
			continue
		}
		if seed%4 == 3 {
			p.joint.steps = 0 // there are bounds only
		}
		where := slices.Repeat([]string{"0"}, len(b.people)) // the number of the group
		for len(groups) > 0 {
			o := groups[0]
			groups = groups[1:]
			name := fmt.Sprint(o.number)
			var choices []choice
			for d := range b.columns {
				for at := int32(0); at < int32(b.columns[d].Size-1); at++ {
					choices = append(choices, choice{candidate: candidate{dim: int32(d), at: at}, found: true})
				}
			}
			rng.Shuffle(len(choices), func(i, j int) { choices[i], choices[j] = choices[j], choices[i] })
			for _, ch := range choices {
				next, left, right := slices.Clone(where), false, false
				for i := range next {
					if where[i] != name {
						continue
					}
					if b.people[i].codes[ch.dim] <= int64(ch.at) {
						next[i], left = "left", true
					} else {
						next[i], right = "right", true
					}
				}
				if !left || !right {
					continue
				}
				truth, allowed := b.holds(next), p.allowsJoint(o, &ch)
				if allowed && !truth {
					t.Fatalf("seed %d: a split is allowed that exceeds the bounds: %v with %v of %v, bounds %v", seed, next, b.releases, b.people, b.bounds)
				}
				switch {
				case !truth:
				case p.joint.steps == 0:
					if !allowed {
						uncounted++
					}
				default:
					good++
					if !allowed {
						refused++
					}
				}
				if !allowed {
					continue
				}
				g := newGatherer(c)
				ch.parts = make([]partition.Group, 2)
				p.splitJoint(o, &ch)
				for _, part := range p.divide([]*open{o}, []choice{ch}) {
					group := g.group(span{part.begin, part.end})
					part.group = &group
					groups = append(groups, part)
				}
				for i := range where {
					if where[i] == name {
						if b.people[i].codes[ch.dim] <= int64(ch.at) {
							where[i] = fmt.Sprint(ch.number)
						} else {
							where[i] = fmt.Sprint(ch.number + 1)
						}
					}
				}
				break
			}
		}
	}
	t.Logf("of %d splits that keep the bounds, %d are refused; %d more where nothing is counted", good, refused, uncounted)
	if good == 0 || refused > 0 {
		t.Error("no split keeps the bounds, or one that does is refused")
	}
}

// TestUndecided has pairs of an a and a b in May, and cuts that part all pairs: one of them is computed for up to maxCutPieces
// pairs, and with one more pair it is refused and counted, if the requirements allow it.
func TestUndecided(t *testing.T) {
	for _, c := range []struct {
		pairs, k, groups int
		apart            bool // all but one a are on one side
		undecided        int64
	}{
		{maxCutPieces, 2, 2, false, 0},
		{maxCutPieces + 1, 2, 1, false, 1},
		{maxCutPieces + 1, maxCutPieces + 1, 1, false, 1},
		{maxCutPieces + 1, maxCutPieces + 2, 1, false, 0}, // k allows no cut
		{maxCutPieces + 1, 2, 1, true, 0},                 // the share allows none of nine
	} {
		b := &bounded{columns: []Column{{Size: 10}}, releases: [][]string{nil}, bounds: map[string][]Bound{}}
		for i := range c.pairs {
			values := []string{"a", "b"}
			if i%2 == 1 && !c.apart || i == 1 {
				slices.Reverse(values)
			}
			for side, v := range values {
				code := int64(5 * side)
				if c.apart {
					code += int64(i % 5)
				}
				b.people = append(b.people, person{codes: []int64{code}, values: []string{v}})
				b.releases[0] = append(b.releases[0], fmt.Sprintf("pair %02d", i))
			}
		}
		for _, v := range []string{"a", "b"} {
			b.bounds[v] = []Bound{{big.NewRat(3, 5)}}
		}
		for _, workers := range []int{1, 3} {
			release, err := Partition(t.Context(), b.cells(t, rand.New(rand.NewPCG(1, 1)).Perm(len(b.people))), Options{Requirements: []privacy.Requirement{privacy.KAnonymity(int64(c.k)), privacy.MaxShare(0.6)}, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			if release.Len() != c.groups || release.Undecided(0) != c.undecided || release.Follows() {
				t.Errorf("%d pairs, k %d: %d groups, %d undecided", c.pairs, c.k, release.Len(), release.Undecided(0))
			}
		}
	}
}
