package privacy

import (
	"fmt"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// KAnonymity requires at least k people in every QI group.
//
// Source: Samarati, Sweeney, "Protecting privacy when disclosing information:
// k-anonymity and its enforcement through generalization and suppression" (1998).
func KAnonymity(k int64) *Local {
	return &Local{
		name: "k_anonymity", rule: fmt.Sprintf("people in a QI group >= %d", k), required: float64(k), atLeast: true,
		floor: Floor{People: k}, absorbs: true, aspect: OfSize,
		measure: func(knowledge.Constraint, []int64) measure { return people(k) },
	}
}

type people int64

func (k people) of(g *partition.Group) float64 { return float64(g.People) }
func (k people) holds(g *partition.Group) bool { return g.People >= int64(k) }

// DistinctDiversity requires at least l different sensitive values in every QI
// group.
//
// Source: Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam, "ℓ-Diversity:
// Privacy beyond k-anonymity", TKDD 1 (2007), Sect. 4: distinct ℓ-diversity.
func DistinctDiversity(l int64) *Local {
	return &Local{
		name: "distinct_diversity", rule: fmt.Sprintf("different sensitive values in a QI group >= %d", l), required: float64(l), atLeast: true,
		floor: Floor{Values: int(min(l, 1<<31))}, absorbs: true, aspect: OfValues,
		measure: func(knowledge.Constraint, []int64) measure { return distinct(l) },
	}
}

type distinct int64

func (l distinct) of(g *partition.Group) float64 { return float64(len(g.Counts)) }
func (l distinct) holds(g *partition.Group) bool { return int64(len(g.Counts)) >= int64(l) }
