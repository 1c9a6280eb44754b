package privacy

import (
	"fmt"
	"math/big"

	"skyline/engine/exact"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// MaxShare requires that no sensitive value belongs to more than a share alpha of
// the people of a QI group: the α of (α,k)-anonymity, for every value. Where
// people have several values, occurrences are counted per person, so a multiset
// can exceed 1. Findings are about the value with the largest share; of several, also
// in groups that are equally bad, the first by text, NULL last.
//
// Source: Wong, Li, Fu, Wang, "(α,k)-Anonymity", KDD 2006, Definition 2.
func MaxShare(alpha float64) *Local {
	bound := exact.Simplest(alpha)
	return &Local{
		name: "max_share", rule: fmt.Sprintf("share of a sensitive value in a QI group <= %v", alpha), required: alpha,
		floor: Floor{People: reciprocal(bound)}, mayLack: true, ofValue: true, aspect: OfEach,
		measure: func(knowledge.Constraint, []int64) measure { return &share{bound: bound, float: alpha} },
	}
}

// reciprocal returns the least n with 1/n <= bound, at most 2^31.
func reciprocal(bound *big.Rat) int64 {
	n, rest := new(big.Int).QuoRem(bound.Denom(), bound.Num(), new(big.Int))
	if rest.Sign() > 0 {
		n.Add(n, big.NewInt(1))
	}
	if !n.IsInt64() {
		return 1 << 31
	}
	return min(n.Int64(), 1<<31)
}

type share struct {
	bound    *big.Rat
	float    float64
	isStrict bool // below the bound, and not at most that
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
	compare := func() int { return scaled(n, s.bound.Denom()).Cmp(scaled(people, s.bound.Num())) }
	if s.isStrict {
		return compare() < 0
	}
	return notAbove(float64(n), float64(float64(people)*s.float), compare)
}

// ShareBelow requires that each sensitive value belongs to less than a share c of the people
// of a QI group, strictly, as breach probabilities are compared. Each person has one value.
// It is called name in findings. Merging keeps it: a share of both is between those of each.
func ShareBelow(name string, c *big.Rat) *Local {
	float, _ := c.Float64()
	least := reciprocal(c)
	if c.Cmp(big.NewRat(1, least)) == 0 {
		least++
	}
	return &Local{
		name: name, rule: fmt.Sprintf("share of a sensitive value in a QI group < %v", float), required: float,
		floor: Floor{People: least}, ofValue: true, aspect: OfEach,
		measure: func(knowledge.Constraint, []int64) measure { return &share{bound: c, float: float, isStrict: true} },
	}
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
