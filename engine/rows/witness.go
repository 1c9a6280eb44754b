package rows

import (
	"slices"
)

// Witness is a target with knowledge that reaches the breach probability, and the numbers that
// it is made of: 1/(1+NR), NR = Π Chance / (Π 1/Spared − 1) over the Places.
type Witness struct {
	// Target is a profile.
	Target int
	// RuledOut are values that the target has in none of its rows.
	RuledOut []int32
	// Relatives are how many people of which profiles.
	Relatives []Relatives
	// Places are the groups in which the target or a relative has rows, in their order.
	Places []Place
	// NegatedRatio is NR, within a relative 1e-9.
	NegatedRatio float64
}

// Relatives are people of a profile.
type Relatives struct {
	Profile int
	People  int64
}

// Place is a QI group of a worst case.
type Place struct {
	Group int
	// Rows is how many rows there are, Having how many of them have the value, RuledOut how many
	// a value that is ruled out.
	Rows, Having, RuledOut int64
	// Target and Relatives are how many of the rows are theirs, Known how many of others are
	// known.
	Target, Relatives, Known int64
	// Spared is 1/R, the chance that none of the target's rows has the value, 0 if one must;
	// Chance is D. Both are 1 in a group without the value, and of nobody's rows.
	Spared, Chance float64
}

// witness returns the witness of a solution.
func (v *view) witness(s *solution) *Witness {
	w := &Witness{Target: s.target, RuledOut: s.odds.values, NegatedRatio: s.ratio()}
	loads := map[int32]int64{}
	for _, c := range s.chance.chosen {
		w.Relatives = append(w.Relatives, Relatives{int(c.profile), c.people})
		for _, part := range v.profiles[c.profile].Parts {
			loads[part.Group] += c.people * part.Rows
		}
	}
	target := &v.profiles[s.target]
	for _, part := range target.Parts {
		loads[part.Group] += 0
	}
	for group, d := range loads {
		p := Place{
			Group: int(group), Rows: v.rowsOf(group), Having: v.has[group], Target: target.in(group), Relatives: d, Spared: 1, Chance: 1,
		}
		for _, c := range v.table.Groups[group].Counts {
			if slices.Contains(s.odds.values, c.Value) {
				p.RuledOut += c.N
			}
		}
		if group == s.known {
			p.Known = v.p.K
		}
		if p.Having > 0 {
			p.Spared, p.Chance = v.factors(&p)
		}
		w.Places = append(w.Places, p)
	}
	slices.SortFunc(w.Places, func(a, b Place) int { return a.Group - b.Group })
	return w
}

// factors returns 1/R and D of a place with the value.
func (v *view) factors(p *Place) (spared, chance float64) {
	if t, certain := v.odds(Part{int32(p.Group), p.Target}, p.RuledOut, p.Known); p.Target == 0 {
		spared = 1 // no row can have the value
	} else if !certain {
		spared = term{t.bottom, t.top, t.n}.value()
	}
	if t, certain := v.chance(int32(p.Group), p.Target, p.Relatives, p.Known); p.Relatives == 0 {
		chance = 1
	} else if !certain {
		chance = t.value()
	}
	return spared, chance
}
