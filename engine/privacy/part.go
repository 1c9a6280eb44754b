package privacy

import (
	"slices"
	"strings"

	"skyline/engine/breach"
	"skyline/engine/disclosure"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// A table may be too large for one process: it is cut into parts by its quasi-identifiers,
// and each part is released by itself. What looks at each QI group by itself holds for all
// parts together if it holds in each. What looks further does not:
//
//   - what compares with the whole table, such as closeness, compares with that of all parts,
//     which Local.OfPart takes care of;
//   - an adversary's knowledge may be about people of other parts, which is what
//     Skyline.OfPart and ImplicationsOfPart take care of. They ask more of each QI group, so
//     much that it does not matter which others there are (breach.Budget,
//     disclosure.Budget).
//
// All of these look at each QI group by itself, and follow from the histogram of the whole
// table alone: parts that are made with the same one need know nothing of each other.

// OfPart returns a requirement for a part of a table, given how often each value occurs in
// the whole, by its number. What compares groups with the table compares them with that; what
// does not stays as it is.
func (r *Local) OfPart(whole []int64) *Local {
	if !r.ofWhole {
		return r
	}
	part := *r
	part.rule, part.ofWhole = strings.Replace(r.rule, theTable, "the whole table", 1), false
	part.measure = func(constraint knowledge.Constraint, _ []int64) measure { return r.measure(constraint, whole) }
	return &part
}

// theTable is what rules call what groups are compared with.
const theTable = "the table"

// ImplicationsOfPart is Implications for a part of a table: groups that satisfy it do so
// together with those of any other parts that were made with it.
func ImplicationsOfPart(k int64, c float64) Requirement {
	whole, _ := Implications(k, c).(*implications)
	if whole.err != nil {
		return whole
	}
	budget, err := disclosure.NewBudget(whole.k, whole.threshold)
	if err != nil {
		whole.err = err
		return whole
	}
	f := whole.finding()
	return &Local{
		name: f.Requirement, rule: f.Rule + besideOthers, required: c, ofValue: true,
		floor:   Floor{People: k + 2, Values: int(k) + 2},
		measure: func(knowledge.Constraint, []int64) measure { return &implicationsOfPart{whole, budget} },
	}
}

// besideOthers is what a rule says of a part.
const besideOthers = " beside any other parts"

type implicationsOfPart struct {
	whole  *implications
	budget *disclosure.Budget
}

func (r *implicationsOfPart) of(g *partition.Group) float64 {
	return r.budget.Disclosure(r.whole.seen(g))
}

func (r *implicationsOfPart) holds(g *partition.Group) bool { return r.budget.Keeps(r.whole.seen(g)) }

// OfPart returns the skyline for a part of a table, given the histogram of the whole, whose
// values have the numbers 0..values-1: groups that satisfy it do so together with those of
// any other parts that were made with the same. Each value has points of its own in it.
func (s *Skyline) OfPart(constraint knowledge.Constraint, whole *partition.Group, values []partition.Value) *Skyline {
	of := func(v ValuePoints) ValuePoints {
		v.Points = slices.Clone(v.Points)
		for i := range v.Points {
			if p := &v.Points[i]; p.Point.M > 0 {
				p.Budget = breach.NewBudget(constraint, whole, v.Value, p.Point, p.C)
				p.Label += besideOthers
			}
		}
		return v
	}
	part, named := &Skyline{}, map[int32]bool{}
	for _, v := range s.Named {
		named[v.Value] = true
		part.Named = append(part.Named, of(v))
	}
	for value := range int32(len(values)) {
		if len(s.Others) > 0 && !named[value] {
			part.Named = append(part.Named, of(ValuePoints{Value: value, Text: values[value].Text, Points: s.Others}))
		}
	}
	return part
}
