package disclosure

import (
	"encoding/binary"
	"math"
)

// contenders returns those of many groups that fractions have to be computed for:
// all that are on the list of a role, or may belong there by less than rounding
// errors. Of those whose numbers in a role are the same, since they have as many
// people and the same largest counts, as many as the list takes do; so whoever is
// left out of a role has as many contenders there that are no larger, and the
// argument for candidates holds without rounding.
//
// It goes over the groups twice; each calls its function with all of them.
func contenders(k int, each func(func(p *profile, copies int64))) []*leaf {
	m := newMinimizer(k)
	eachLeaf := func(f func(l *leaf)) {
		l := leaf{minimums: make([]float64, k+2)}
		each(func(p *profile, copies int64) {
			l.profile, l.copies = p, copies
			m.minimums(p, l.minimums)
			f(&l)
			l.group++
		})
	}
	r := newRoles(nil, k)
	eachLeaf(r.offer)
	limits := make([]float64, len(r.lists))
	same := make([]map[string]int64, len(r.lists))
	for role := range r.lists {
		limits[role] = r.lists[role].limit()
		same[role] = map[string]int64{}
	}
	var found []*leaf
	var key []byte
	eachLeaf(func(l *leaf) {
		needed := false
		for role := range r.lists {
			if !r.plays(l, role) || r.number(l, role) > limits[role] {
				continue
			}
			key = binary.AppendUvarint(key[:0], uint64(l.people))
			for _, sum := range l.sums[:min(r.atoms(role)+1, len(l.sums))] {
				key = binary.AppendUvarint(key, uint64(sum))
			}
			if same[role][string(key)] < r.lists[role].most {
				needed = true
				same[role][string(key)] += min(l.copies, r.lists[role].most)
			}
		}
		if needed {
			found = append(found, &leaf{profile: l.clone(), copies: l.copies, group: l.group})
		}
	})
	return found
}

// limit returns up to which number a group may belong on a list.
func (l *list) limit() float64 {
	if l.total < l.most {
		return math.Inf(1)
	}
	return max(vanishing, l.members[0].number) * (1 + closeTo)
}
