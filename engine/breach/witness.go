package breach

// Witness says where the people of a worst-case grounding are, and the numbers that the
// formulas take there (Definition 11, Sect. 7.1). Groups are indices of the table's Groups.
//
// The breach probability is 1/(1+NR) with NR = Odds · Π Chance over the Families.
type Witness struct {
	// Target is the group of the target, and People how many there are in it.
	Target int
	People int64
	// Having is how many times the value occurs in that group.
	Having int64
	// Family is the group of the target's same-value family, or -1 if m = 0.
	Family int
	// Known is the group of the k other people known, or -1 if k = 0.
	Known int
	// RuledOut are the values that the knowledge about the target names, and RuledOutHaving
	// how many times each occurs in the target's group.
	RuledOut       []int32
	RuledOutHaving []int64
	// TargetKnown is how many other people are known in the target's group: the k of T.
	TargetKnown int64
	// Odds is T, the odds against the value for the target alone, within 1e-12 of it.
	Odds float64
	// Families are the relatives, by QI group; none if m = 0.
	Families []Family
	// NegatedRatio is NR, within 1e-12 of it.
	NegatedRatio float64
}

// Family is those of the target's same-value family who are in one QI group.
type Family struct {
	Group     int
	Relatives int64 // the m of V
	// People are those of the group, Having is how many times the value occurs there.
	People, Having int64
	// Known is the k of V: how many of the group are known beside the relatives. That the
	// target lacks the value counts as known in the target's own group.
	Known int64
	// Chance is V, the probability that all of the relatives lack the value, within 1e-12 of it.
	Chance float64
}

// witness returns the witness of a ratio; nil for one over no groups.
func (r *Release) witness(ratio *minimum) *Witness {
	if len(ratio.factors) == 0 {
		return nil
	}
	target := ratio.factors[0]
	w := &Witness{
		Target: int(target.g.group), People: target.g.n, Having: target.g.c, Family: -1, Known: -1,
		TargetKnown: target.k, Odds: ratioT(r.constraint, target.g, target.k), NegatedRatio: ratio.value,
	}
	if target.k > 0 {
		w.Known = w.Target
	}
	for i, f := range ratio.factors[1:] {
		at := int(f.g.group)
		if i == 0 {
			w.Family = at
		}
		if w.Known < 0 && f.k > 0 && !f.ofOwn {
			w.Known = at
		}
		w.Families = append(w.Families, Family{
			Group: at, Relatives: f.m, People: f.g.n, Having: f.g.c, Known: f.k, Chance: chanceV(r.constraint, f.g, f.m, f.k),
		})
	}
	counts := r.table.Groups[target.g.group].Counts
	for rank := 0; len(w.RuledOut) < int(target.g.ruledOut); rank++ {
		if rank != int(target.g.rank) {
			w.RuledOut = append(w.RuledOut, counts[rank].Value)
			w.RuledOutHaving = append(w.RuledOutHaving, counts[rank].N)
		}
	}
	return w
}
