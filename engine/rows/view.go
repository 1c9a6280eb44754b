package rows

import (
	"math"

	"skyline/engine"
	"skyline/engine/knowledge"
)

// ErrTooLarge reports knowledge that can be chosen in too many ways.
var ErrTooLarge = engine.NewTooLarge("rows: what is known can be chosen in too many ways")

// maxWork is how many numbers may be looked at to choose what is known: for a value and a point
// of Check, or for a value of Find and Surface. That takes some seconds.
const maxWork = 1 << 26

// exactWork is what a comparison of fractions counts for.
const exactWork = 1 << 13

// view is a release as one sensitive value sees it at one point.
type view struct {
	*Release
	value  int32
	p      knowledge.Point
	has    []int64     // how often the value occurs, by group
	bounds []partBound // of few rows, by group
	// family is what relatives may be, where p.M > 0.
	family *relatives
	done   int64 // see maxWork
	shared bool  // by all points
	unsure bool  // some products were too long to be compared
}

// view returns the view of a value, -1 for one that occurs nowhere.
func (r *Release) view(value int32) *view {
	v := &view{Release: r, value: value, has: make([]int64, len(r.table.Groups))}
	if value >= 0 {
		for _, at := range r.places[r.starts[value]:r.starts[value+1]] {
			v.has[at.group] = at.n
		}
	}
	return v
}

// work counts numbers that are looked at.
func (v *view) work(n int) error {
	if v.done += int64(n); v.done > v.maxWork {
		return ErrTooLarge
	}
	return nil
}

// isLess orders products, and remembers where it cannot be told.
func (v *view) isLess(a, b *product) bool {
	if !clearly(a.log, b.log) {
		v.done += exactWork
	}
	sign, sure := a.compare(b)
	v.unsure = v.unsure || !sure
	return sign < 0
}

// rowsOf returns the number of rows of a group.
func (v *view) rowsOf(group int32) int64 { return v.table.Groups[group].People }

// odds returns the term R of rows of the target in a group where S rows have values ruled out
// and k are known; certain if one of them must have the value.
func (v *view) odds(part Part, s, k int64) (t term, certain bool) {
	c := v.has[part.Group]
	y := v.rowsOf(part.Group) - c - s - k
	return term{y + c, y, part.Rows}, y < part.Rows
}

// chance returns the term D of d rows of relatives in a group where the target has r rows and
// k are known; certain if one of these must have the value.
func (v *view) chance(group int32, r, d, k int64) (t term, certain bool) {
	c := v.has[group]
	n := v.rowsOf(group) - r - k
	return term{n - c, n, d}, n-c < d
}

// mostRuledOut returns how many rows of a group can have one of l values other than the value.
func (v *view) mostRuledOut(group int32) int64 {
	s, l := int64(0), v.p.L
	for _, c := range v.table.Groups[group].Counts {
		if l == 0 {
			break
		}
		if c.Value != v.value {
			s, l = s+c.N, l-1
		}
	}
	return s
}

// bound returns what log Π R of a target is at most, 0 if none of its groups has the value: as
// if the values ruled out were chosen in each group by itself.
func (v *view) bound(target *Profile) float64 {
	sum, most := 0.0, 0.0
	for _, part := range target.Parts {
		if v.has[part.Group] == 0 {
			continue
		}
		b := v.partBound(part)
		sum, most = sum+b.log, max(most, b.more)
	}
	return sum + most
}

// partBound is what log R of a part is at most, and by how much more with the known rows there.
type partBound struct {
	log, more float64
	isKnown   bool
}

// fewRows is up to how many rows of a person in a group bounds are remembered.
const fewRows = 4

func (v *view) partBound(part Part) partBound {
	if part.Rows > fewRows {
		return v.newPartBound(part)
	}
	b := &v.bounds[int(part.Group)*fewRows+int(part.Rows)-1]
	if !b.isKnown {
		*b = v.newPartBound(part)
	}
	return *b
}

func (v *view) newPartBound(part Part) partBound {
	b := partBound{isKnown: true}
	s := v.mostRuledOut(part.Group)
	t, certain := v.odds(part, s, 0)
	if certain {
		b.log = math.Inf(1)
		return b
	}
	b.log = t.log()
	if v.p.K > 0 {
		if t, certain = v.odds(part, s, v.p.K); certain {
			b.more = math.Inf(1)
			return b
		}
		b.more = max(t.log()-b.log, 0)
	}
	return b
}
