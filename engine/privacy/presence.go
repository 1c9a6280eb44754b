package privacy

import (
	"fmt"
	"math/big"

	"skyline/engine/exact"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// Presence returns the two sides of δ-presence for a generalization whose cells say
// no more than a set of values: of the people of every QI group of a public table, at
// least the share low and at most the share high is in the private one. So likely is
// it, for who sees the release, that any of them is there. Who is not has the
// sensitive value absent. Both bounds are inclusive.
//
// Source: Nergiz, Cetintas, Akova (2008), Definition 3 and Sect. V.B.1; Nergiz, Atzori,
// Clifton, "Hiding the presence of individuals from shared databases", SIGMOD 2007.
func Presence(low, high float64, absent int32) (atLeast, atMost *Local) {
	side := func(relation string, bound float64, sign int) *Local {
		exactly := exact.Simplest(bound)
		return &Local{
			name: "presence", rule: fmt.Sprintf("share of the people of a QI group of the public table who are in the private table %s %v", relation, bound),
			required: bound, atLeast: sign > 0,
			measure: func(knowledge.Constraint, []int64) measure { return &presence{exactly, sign, absent} },
		}
	}
	return side(">=", low, 1), side("<=", high, -1)
}

type presence struct {
	bound  *big.Rat
	sign   int // 1: at least the bound, -1: at most
	absent int32
}

func (p *presence) present(g *partition.Group) int64 {
	return g.People - g.Of(p.absent)
}

func (p *presence) of(g *partition.Group) float64 {
	return float64(p.present(g)) / float64(g.People)
}

func (p *presence) holds(g *partition.Group) bool {
	return scaled(p.present(g), p.bound.Denom()).Cmp(scaled(g.People, p.bound.Num()))*p.sign >= 0
}
