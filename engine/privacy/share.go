package privacy

import (
	"fmt"
	"math/big"

	"skyline/engine/exact"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// MaxShare requires that each sensitive value belongs to less than a share c of the people
// of a QI group, which is how sure somebody is who knows the group: strictly, as all
// probabilities that somebody reaches are compared (see the package). Where people have
// several values, occurrences are counted per person, so a multiset can exceed 1. Findings
// are about the value with the largest share; of several, also in groups that are equally
// bad, the first by text, NULL last.
//
// Source: Chen, LeFevre, Ramakrishnan, VLDB Journal 18 (2009), Definition 3, without
// knowledge. The α of (α,k)-anonymity (Wong, Li, Fu, Wang, KDD 2006, Definition 2), for every
// value, allows α itself.
func MaxShare(c float64) *Local {
	return shareBelow("max_share", exact.Simplest(c), c)
}

// shareBelow is MaxShare, called name in findings; float is the number nearest to c. Merging
// keeps it: a share of both groups is between those of each.
func shareBelow(name string, c *big.Rat, float float64) *Local {
	return &Local{
		name: name, rule: fmt.Sprintf("share of a sensitive value in a QI group < %v", float), required: float,
		floor: Floor{People: above(c)}, mayLack: true, ofValue: true, aspect: OfEach,
		measure: func(knowledge.Constraint, []int64) measure { return &share{bound: c, float: float} },
	}
}

// above returns the least n with 1/n < c, at most 2^31.
func above(c *big.Rat) int64 {
	n := new(big.Int).Quo(c.Denom(), c.Num())
	if !n.IsInt64() || n.Int64() >= 1<<31 {
		return 1 << 31
	}
	return n.Int64() + 1
}

type share struct {
	bound *big.Rat
	float float64
}

func (s *share) of(g *partition.Group) float64 {
	if len(g.Counts) == 0 {
		return 0
	}
	return float64(g.Counts[0].N) / float64(g.People)
}

func (s *share) holds(g *partition.Group) bool {
	return len(g.Counts) == 0 || s.allows(g.Counts[0].Value, g.Counts[0].N, g.People)
}

func (s *share) allows(_ int32, n, people int64) bool {
	return isBelow(n, people, s.bound, s.float)
}

// isBelow decides part/whole < c, float being the number nearest to c.
func isBelow(part, whole int64, c *big.Rat, float float64) bool {
	return !notAbove(float64(float64(whole)*float), float64(part), func() int { return scaled(whole, c.Num()).Cmp(scaled(part, c.Denom())) })
}

// ShareBelow is MaxShare where it stands for a probability of another kind, which is called
// name in findings.
func ShareBelow(name string, c *big.Rat) *Local {
	float, _ := c.Float64()
	return shareBelow(name, c, float)
}

// TCloseness requires that the distribution of the sensitive values in a QI group
// is within t of that in the whole table, in variational distance
//
//	½ Σ_v |p_v − q_v|
//
// which is the earth mover's distance when all values are equally far apart. A
// group without values has distance 1.
//
// Source: Li, Li, Venkatasubramanian, "t-Closeness", ICDE 2007, Sect. 4.
func TCloseness(t float64) *Local {
	bound := exact.Simplest(t)
	return &Local{
		name: "t_closeness", rule: fmt.Sprintf("distance of the sensitive values in a QI group from those in the table <= %v", t), required: t, ofWhole: true,
		measure: func(_ knowledge.Constraint, whole []int64) measure {
			c := &closeness{bound: bound, float: t, whole: whole}
			for _, n := range whole {
				c.total += n
			}
			return c
		},
	}
}

type closeness struct {
	bound *big.Rat
	float float64
	whole []int64
	total int64
}

// of sums what the group has more of: Σ_{p>q} p − q.
func (c *closeness) of(g *partition.Group) float64 {
	n := occurrences(g)
	if n == 0 {
		return 1
	}
	distance := 0.0
	for _, count := range g.Counts {
		distance += max(0, float64(count.N)/float64(n)-float64(c.whole[count.Value])/float64(c.total))
	}
	return distance
}

func (c *closeness) holds(g *partition.Group) bool {
	n := occurrences(g)
	if n == 0 {
		return c.bound.Cmp(big.NewRat(1, 1)) >= 0
	}
	return notAbove(c.of(g), c.float, func() int {
		// Σ_{p>q} (N·n_v − n·N_v) against t·n·N.
		sum := new(big.Int)
		for _, count := range g.Counts {
			more := new(big.Int).Mul(big.NewInt(count.N), big.NewInt(c.total))
			more.Sub(more, new(big.Int).Mul(big.NewInt(c.whole[count.Value]), big.NewInt(n)))
			if more.Sign() > 0 {
				sum.Add(sum, more)
			}
		}
		bound := new(big.Int).Mul(big.NewInt(n), big.NewInt(c.total))
		return sum.Mul(sum, c.bound.Denom()).Cmp(bound.Mul(bound, c.bound.Num()))
	})
}

// occurrences returns how many sensitive values a group has in all.
func occurrences(g *partition.Group) int64 {
	n := int64(0)
	for _, c := range g.Counts {
		n += c.N
	}
	return n
}

// near is the distance, relative to the larger number or absolute below 1, within
// which sums of float64 quotients are not trusted: their errors are below 1e-15
// a term.
const near = 1e-9

// notAbove decides x <= y, by the sign of an exact comparison where the numbers
// are too near to tell.
func notAbove(x, y float64, compare func() int) bool {
	if margin := float64(near * max(1, x, y)); x-y > margin || y-x > margin {
		return x < y
	}
	return compare() <= 0
}

func scaled(n int64, by *big.Int) *big.Int { return new(big.Int).Mul(big.NewInt(n), by) }
