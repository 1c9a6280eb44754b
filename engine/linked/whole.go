package linked

import "math/big"

// whole returns what is told to who knows whole records: candidates are the people with the
// same items.
func (t *table) whole(q *Query) Level {
	var level Level
	alone := int64(0)
	acc := newTally()
	for begin := 0; begin < len(t.classes); {
		end := begin + 1
		for end < len(t.classes) && t.classes[end].continues {
			end++
		}
		group := t.classes[begin:end]
		people := int64(0)
		for i := range group {
			people += group[i].people
		}
		if people == 1 {
			alone++
		}
		told := func(value int32) Case { return Case{group[0].own, t.rowsOf(&group[0]), people, value} }
		if level.K == 0 || people < level.K {
			level.K, level.Alone = people, told(0)
		}
		if q.Values {
			t.wholeValues(&level, group, people, q, acc, told)
		}
		begin = end
	}
	level.Unicity = new(big.Rat)
	if t.people > 0 {
		level.Unicity.SetFrac64(alone, t.people)
	}
	return level
}

// wholeValues looks at the values of the people with the same items. Where the values of known
// rows are known, nothing is left to learn.
func (t *table) wholeValues(level *Level, group []class, people int64, q *Query, acc *tally, told func(value int32) Case) {
	if q.Row {
		if none := (Share{0, uint64(people)}); none.Exceeds(level.Anywhere) {
			level.Anywhere, level.MostAnywhere = none, told(0)
		}
		return
	}
	for i := range group {
		c := &group[i]
		for _, v := range t.totals[c.first:c.last] {
			acc.add(v.value, uint64(c.people))
		}
	}
	value, part := acc.most()
	if share := (Share{part, uint64(people)}); share.Exceeds(level.Anywhere) {
		level.Anywhere, level.MostAnywhere = share, told(value)
	}
	for at := range group[0].end - group[0].begin {
		for i := range group {
			for _, v := range t.valuesOf(group[i].begin + at) {
				acc.add(v.value, uint64(group[i].people)*uint64(v.rows))
			}
		}
		value, part := acc.most()
		share := Share{part, uint64(people) * uint64(t.slots[group[0].begin+at].copies)}
		if share.Exceeds(level.OfKnown) {
			level.OfKnown, level.WorstOfKnown = share, told(value)
		}
	}
}

// rowsOf are the items of a record, each as often as it is there.
func (t *table) rowsOf(c *class) []Row {
	var rows []Row
	for _, s := range t.slots[c.begin:c.end] {
		for range s.copies {
			rows = append(rows, t.items[s.item])
		}
	}
	return rows
}
