package people

import "skyline/engine/knowledge"

// Price is a requirement whose price is asked for: so many people alike, and, unless Known is
// negative, somebody who knows the values of Known others below C sure of anybody's.
type Price struct {
	K     int64   `json:"k"`
	Known int64   `json:"known"`
	C     float64 `json:"c"`
}

// Own returns what is required now, and whether the attacker can be varied: not where there is no
// sensitive column, or several, or where points name values, or say more than what is known of
// others. Known is negative where nothing is required of attackers, or they cannot be varied.
func (r *Requirements) Own(sensitive int) (own Price, varies bool) {
	own = Price{K: max(1, r.KAnonymity), Known: -1, C: DefaultPoint().C}
	switch s := r.Skyline; {
	case sensitive != 1 || s != nil && (s.table != "" || len(s.points) != 1 || s.points[0].Named || s.points[0].L > 0 || s.points[0].M > 0):
		return own, false
	case s != nil:
		own.Known, own.C = s.points[0].K, s.points[0].C
	}
	return own, true
}

// At returns the requirements with those of a price in the place of their own, and the points
// that come with them, given the present ones.
func (r *Requirements) At(p Price, given []GivenPoint) (*Requirements, []GivenPoint) {
	at := *r
	at.KAnonymity = p.K
	if p.Known < 0 {
		return &at, given
	}
	at.Skyline = &Skyline{}
	point := Point{Point: knowledge.Point{K: p.Known}, C: p.C}
	return &at, []GivenPoint{{L: text(point.L), K: text(point.K), M: text(point.M), C: text(point.C)}}
}
