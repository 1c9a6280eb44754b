package versatile

import (
	"math/rand/v2"
	"slices"

	"skyline/engine/guardian"
)

// linked is everything that chains of the sets join to the attributes from.
func linked(sets []uint, from uint) uint {
	for range sets {
		for _, s := range sets {
			if s&from != 0 {
				from |= s
			}
		}
	}
	return from
}

// guard returns the table that keeps a rule by the three conditions of Definition 4,
// or -1; ok also if the right side is out of reach (Definition 5).
func guard(schema []guardian.Table, rule guardian.Rule) (at int, ok bool) {
	var sets []uint
	for _, t := range schema {
		sets = append(sets, bitsOf(t.Attributes))
	}
	q, s := bitsOf(rule.LHS), uint(1)<<rule.RHS
	if linked(sets, q)&s == 0 {
		return -1, true
	}
	for i, t := range schema {
		if sets[i]&s == 0 {
			continue
		}
		others := slices.Delete(slices.Clone(sets), i, i+1)
		w := linked(others, q) & sets[i] &^ s
		enforced := w == 0 || t.RHS == rule.RHS && w&^bitsOf(t.LHS) == 0
		if enforced && linked(append(others, sets[i]&^s), q)&s == 0 {
			return i, true
		}
	}
	return -1, false
}

func inGNF(schema []guardian.Table, rules []guardian.Rule) bool {
	return !slices.ContainsFunc(rules, func(rule guardian.Rule) bool {
		_, ok := guard(schema, rule)
		return !ok
	})
}

// treelike reports whether sets can be taken apart: of one, again and again, the
// attributes that no other has are dropped, and a set within another one is left out.
func treelike(sets []uint) bool {
	sets = slices.Clone(sets)
	for again := true; again; {
		again = false
		for i, s := range sets {
			var others, within uint
			for j, u := range sets {
				if i != j {
					others |= u
				}
			}
			within = s & others
			if i2 := slices.IndexFunc(sets, func(u uint) bool { return within&^u == 0 }); within != s && i2 >= 0 {
				sets[i], again = within, true
				continue
			}
			contained := false
			for j, u := range sets {
				contained = contained || i != j && within&^u == 0
			}
			if contained {
				sets, again = slices.Delete(sets, i, i+1), true
				break
			}
		}
	}
	return len(sets) <= 1
}

// randomSchema draws a schema in GNF of all attributes that shuffles only those that
// can be published, nil if that is hard.
func (o *oracle) randomSchema(r *rand.Rand, rules []guardian.Rule, l int64) []guardian.Table {
	for range 40 {
		var schema []guardian.Table
		var covered uint
		for range 1 + r.IntN(4) {
			set := 1 + uint(r.IntN(int(o.all())))
			schema, covered = append(schema, o.randomTable(r, set, l)), covered|set
		}
		if rest := o.all() &^ covered; rest != 0 {
			schema = append(schema, o.randomTable(r, rest, l))
		}
		if inGNF(schema, rules) {
			return schema
		}
	}
	return nil
}

func (o *oracle) randomTable(r *rand.Rand, set uint, l int64) guardian.Table {
	t := guardian.Table{Attributes: guardian.SetOf(members(set)...), RHS: guardian.None}
	list := members(set)
	s := list[r.IntN(len(list))]
	if left := set &^ (1 << s); left != 0 && r.IntN(3) > 0 && o.eligible(s, l) {
		if some := left & uint(r.Uint64()); some != 0 && r.IntN(2) == 0 {
			left = some
		}
		t.LHS, t.RHS = guardian.SetOf(members(left)...), s
	}
	return t
}
