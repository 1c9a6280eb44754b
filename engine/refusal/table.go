package refusal

import (
	"math/big"
	"slices"

	"skyline/engine/internal/combinatorics"
	"skyline/engine/partition"
)

// table counts the ways to divide a group's values among parts so that each part satisfies
// the requirements.
type table struct {
	of    *Counter
	group *partition.Group
	parts []int64
	// rows are the values that are counted one by one, by their places in the group's
	// Counts; rest is how many people have another one.
	rows []row
	rest int64
	// lacks says whether a part may have too few different values, and so has to count them.
	lacks []bool

	layers []layer
	// taken, by place and part, is the sum over accepted divisions of how many people of the
	// part have the value; of the rest, restTaken.
	taken     [][]*big.Int
	restTaken []*big.Int
	accepted  *big.Int
}

// row is a value and the ways to divide it that requirements on each value allow.
type row struct {
	place   int
	options []option
}

// option is a way to divide a value: how many of each part have it, and how many ways that is.
type option struct {
	having []int64
	ways   *big.Int
}

// table prepares to count. It is not possible where no division is accepted.
func (c *Counter) table(group *partition.Group, parts []int64) (t *table, possible bool) {
	for _, n := range parts {
		sized := []partition.Group{{People: n}}
		for _, guard := range c.sizes {
			if !guard.Allows(nil, sized) {
				return nil, false
			}
		}
	}
	if len(group.Counts) < c.values || slices.ContainsFunc(c.must, func(value int32) bool { return group.Of(value) == 0 }) {
		return nil, false
	}
	t = &table{of: c, group: group, parts: parts, lacks: make([]bool, len(parts))}
	top := int64(0) // how many people may be without c.values different values
	for _, count := range group.Counts[:max(c.values-1, 0)] {
		top += count.N
	}
	for j, n := range parts {
		t.lacks[j] = c.values > 1 && n <= top && !t.suffices(j)
	}
	for place, count := range group.Counts {
		if !t.hasOption(place) {
			return nil, false
		}
		if t.follows() || t.isBound(count.Value, count.N) {
			t.rows = append(t.rows, row{place: place})
		} else {
			t.rest += count.N
		}
	}
	return t, true
}

// suffices reports whether the requirements on each value leave a part no way to have too few
// different ones: the most people that may have the c.values-1 largest are fewer than the part.
func (t *table) suffices(part int) bool {
	var most []int64
	for _, count := range t.group.Counts {
		having := min(count.N, t.parts[part])
		for having > 0 && !t.allows(part, count.Value, having) {
			having--
		}
		most = append(most, having)
	}
	slices.Sort(most)
	sum := int64(0)
	for i := range t.of.values - 1 {
		sum += most[len(most)-1-i]
	}
	return sum < t.parts[part]
}

// hasOption reports whether each part may have some of a value's people, by itself.
func (t *table) hasOption(place int) bool {
	count := t.group.Counts[place]
	for j, n := range t.parts {
		having := min(count.N, n)
		for having >= 0 && !t.allows(j, count.Value, having) {
			having--
		}
		if having < 0 {
			return false
		}
	}
	return true
}

// follows reports whether every value has to be looked at.
func (t *table) follows() bool { return len(t.of.others) > 0 || slices.Contains(t.lacks, true) }

// isFree reports whether every division is accepted.
func (t *table) isFree() bool { return len(t.rows) == 0 }

// isBound reports whether a value cannot be divided as one likes.
func (t *table) isBound(value int32, people int64) bool {
	for j, n := range t.parts {
		for having := range min(people, n) + 1 {
			if !t.allows(j, value, having) {
				return true
			}
		}
	}
	return false
}

func (t *table) allows(part int, value int32, having int64) bool {
	for _, allows := range t.of.each {
		if !allows(value, having, t.parts[part]) {
			return false
		}
	}
	return true
}

// optionsOf lists how a value may be divided.
func (t *table) optionsOf(place int) (options []option) {
	count := t.group.Counts[place]
	having := make([]int64, len(t.parts))
	var give func(part int, left int64, ways *big.Int)
	give = func(part int, left int64, ways *big.Int) {
		if part == len(t.parts)-1 {
			if having[part] = left; left <= t.parts[part] && t.allows(part, count.Value, left) {
				options = append(options, option{slices.Clone(having), ways})
			}
			return
		}
		chosen := big.NewInt(1) // of left people, n
		for n := range min(left, t.parts[part]) + 1 {
			if n > 0 {
				chosen = new(big.Int).Mul(chosen, big.NewInt(left-n+1))
				chosen.Quo(chosen, big.NewInt(n))
			}
			if having[part] = n; t.allows(part, count.Value, n) {
				give(part+1, left-n, new(big.Int).Mul(ways, chosen))
			}
		}
	}
	give(0, count.N, big.NewInt(1))
	return options
}

// posterior returns what Counter.Posterior returns, after count.
func (t *table) posterior() ([][]*big.Rat, error) {
	all := combinatorics.Multinomial(t.parts)
	refused := new(big.Int).Sub(all, t.accepted)
	if refused.Sign() == 0 {
		return nil, ErrNever
	}
	people := big.NewInt(t.group.People)
	posterior := make([][]*big.Rat, len(t.parts))
	for j, n := range t.parts {
		under := new(big.Int).Mul(refused, big.NewInt(n))
		for place, count := range t.group.Counts {
			// n_j·h_s·A/n, which is whole: the divisions, each as often as the part has s.
			over := new(big.Int).Mul(all, new(big.Int).Mul(big.NewInt(n), big.NewInt(count.N)))
			over.Quo(over, people)
			p := new(big.Rat).SetInt(over)
			p.Sub(p, t.takenOf(place, j))
			posterior[j] = append(posterior[j], p.Quo(p, new(big.Rat).SetInt(under)))
		}
	}
	return posterior, nil
}

// takenOf returns M_sj. People with values of the rest are divided alike, in proportion.
func (t *table) takenOf(place, part int) *big.Rat {
	if m := t.taken[place]; m != nil {
		return new(big.Rat).SetInt(m[part])
	}
	over := new(big.Int).Mul(t.restTaken[part], big.NewInt(t.group.Counts[place].N))
	return new(big.Rat).SetFrac(over, big.NewInt(t.rest))
}
