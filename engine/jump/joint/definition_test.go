package joint

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
)

// What follows computes everything from the definitions: worlds are tables in full, and
// statements are looked at in each of them.

// world is a table: the value of each person.
type world []int

// truth says in which of at most 64 worlds something is true.
type truth uint64

func (x truth) count() int64 {
	n := int64(0)
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}

func allTrue(worlds []world) truth {
	var x truth
	for i := range worlds {
		x |= 1 << i
	}
	return x
}

// atomOf says where a person has a value.
func atomOf(worlds []world, person, value int) truth {
	var x truth
	for i, w := range worlds {
		if w[person] == value {
			x |= 1 << i
		}
	}
	return x
}

func atomsOf(worlds []world, values int) []truth {
	var atoms []truth
	for person := range worlds[0] {
		for v := range values {
			atoms = append(atoms, atomOf(worlds, person, v))
		}
	}
	return atoms
}

// arrangements returns all tables with a multiset of values, each once.
func arrangements(values []int) []world {
	if len(values) == 0 {
		return []world{{}}
	}
	var all []world
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			continue
		}
		for _, rest := range arrangements(slices.Delete(slices.Clone(values), i, i+1)) {
			all = append(all, append(world{v}, rest...))
		}
	}
	return all
}

// signatureOf returns how many people of each group have each value.
func signatureOf(w world, groups []int, values int) [][]int64 {
	counts := make([][]int64, slices.Max(groups)+1)
	for g := range counts {
		counts[g] = make([]int64, values)
	}
	for person, g := range groups {
		counts[g][w[person]]++
	}
	return counts
}

// alike returns those of all tables that have the signature of a table.
func alike(all []world, w world, groups []int, values int) []world {
	want := fmt.Sprint(signatureOf(w, groups, values))
	var same []world
	for _, u := range all {
		if fmt.Sprint(signatureOf(u, groups, values)) == want {
			same = append(same, u)
		}
	}
	return same
}

// surest returns the largest probability of a statement where knowledge holds, 0 where it
// never does.
func surest(knowledge truth, statements []truth) *big.Rat {
	best := int64(0)
	for _, s := range statements {
		best = max(best, (s & knowledge).count())
	}
	if best == 0 {
		return new(big.Rat)
	}
	return big.NewRat(best, knowledge.count())
}

// overSome returns the surest statement over all choices of at most k constraints.
func overSome(from truth, constraints []truth, k int, statements []truth) *big.Rat {
	best := surest(from, statements)
	if k == 0 {
		return best
	}
	for i, c := range constraints {
		if next := overSome(from&c, constraints[i+1:], k-1, statements); next.Cmp(best) > 0 {
			best = next
		}
	}
	return best
}

func distinct(all []truth) []truth {
	slices.Sort(all)
	return slices.Compact(all)
}

// closure returns all that one or more of these combine to.
func closure(of []truth, combine func(a, b truth) truth) []truth {
	all := distinct(slices.Clone(of))
	for {
		before := len(all)
		for _, a := range slices.Clone(all) {
			for _, b := range of {
				all = append(all, combine(a, b))
			}
		}
		if all = distinct(all); len(all) == before {
			return all
		}
	}
}

// byBasic is the maximum disclosure over at most k basic implications with any atoms.
func byBasic(worlds []world, values, k int) *big.Rat {
	atoms := atomsOf(worlds, values)
	every := allTrue(worlds)
	var implications []truth
	for _, a := range closure(atoms, func(a, b truth) truth { return a & b }) {
		for _, b := range closure(atoms, func(a, b truth) truth { return a | b }) {
			implications = append(implications, every&^a|b)
		}
	}
	return overSome(every, distinct(implications), k, atoms)
}

// bySimple is that over implications of one atom to another.
func bySimple(worlds []world, values, k int) *big.Rat {
	atoms := atomsOf(worlds, values)
	every := allTrue(worlds)
	var implications []truth
	for _, a := range atoms {
		for _, b := range atoms {
			implications = append(implications, every&^a|b)
		}
	}
	return overSome(every, distinct(implications), k, atoms)
}

// byKnowledge is the breach probability of a value for l, k and m.
func byKnowledge(worlds []world, values, sigma, l, k, m int) *big.Rat {
	best := new(big.Rat)
	people := len(worlds[0])
	for t := range people {
		has := []truth{atomOf(worlds, t, sigma)}
		// roles gives each person from one on a role: u with a value, v, or none.
		var roles func(person, k, m int, so truth)
		roles = func(person, k, m int, so truth) {
			if so == 0 {
				return
			}
			if person == people {
				if p := surest(so, has); p.Cmp(best) > 0 {
					best = p
				}
				return
			}
			roles(person+1, k, m, so)
			if person == t {
				return
			}
			if k > 0 {
				for y := range values {
					roles(person+1, k-1, m, so&atomOf(worlds, person, y))
				}
			}
			if m > 0 {
				roles(person+1, k, m-1, so&(^atomOf(worlds, person, sigma)|has[0]))
			}
		}
		var lacking func(x, l int, so truth)
		lacking = func(x, l int, so truth) {
			if x == values {
				roles(0, k, m, so)
				return
			}
			lacking(x+1, l, so)
			if l > 0 && x != sigma {
				lacking(x+1, l-1, so&^atomOf(worlds, t, x))
			}
		}
		lacking(0, l, allTrue(worlds))
	}
	return best
}

// thresholds are a probability, where safety turns, what is next to it, and others.
func thresholds(p *big.Rat) []*big.Rat {
	near := big.NewRat(1, 1<<60)
	var out []*big.Rat
	for _, c := range []*big.Rat{p, new(big.Rat).Add(p, near), new(big.Rat).Sub(p, near), big.NewRat(1, 2), big.NewRat(1, 1)} {
		if c.Sign() > 0 && c.Cmp(big.NewRat(1, 1)) <= 0 {
			out = append(out, c)
		}
	}
	return out
}

// randomWorlds returns some different tables with one multiset of values, or with any.
func randomWorlds(rng *rand.Rand, people, values, most int) []world {
	own := make([]int, people)
	for i := range own {
		own[i] = rng.IntN(values)
	}
	all := arrangements(own)
	if rng.IntN(4) == 0 { // of any tables
		for range most {
			w := make(world, people)
			for i := range w {
				w[i] = rng.IntN(values)
			}
			all = append(all, w)
		}
		slices.SortFunc(all, slices.Compare)
		all = slices.CompactFunc(all, slices.Equal)
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(len(all), 1+rng.IntN(most))]
}

// randomGroups puts people into groups, numbered without gaps.
func randomGroups(rng *rand.Rand, people, most int) []int {
	groups := make([]int, people)
	numbers := map[int]int{}
	for i := range groups {
		g := rng.IntN(most)
		if _, ok := numbers[g]; !ok {
			numbers[g] = len(numbers)
		}
		groups[i] = numbers[g]
	}
	return groups
}
