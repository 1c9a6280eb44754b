package release

import (
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Where people have rows in several QI groups, some of a person's rows may be left out. Then suppression
// is the largest share of the people who lose a row, however many they lose.

// losesRows reports whether people may lose some of their rows.
func (p *ReleasePlan) losesRows() bool { return p.Anywhere && p.suppression > 0 }

// guardLosses adds the guard that few enough people lose a row: keys are those of the groups in
// __skyline_left. What requires more than each group by itself is not asked where people are in several, so
// that the groups to leave out are those that violate something, however many these are.
func (p *ReleasePlan) guardLosses(keys []sqltext.SQL) {
	p.Guard("__skyline_losses", "few enough people lose a row", sqltext.Fill(`
		SELECT CASE WHEN __skyline_within_share({share}, n, people) THEN true ELSE {fail} END AS ok
		FROM (
		    SELECT (SELECT count(DISTINCT x.p) FROM {persons} AS x SEMI JOIN __skyline_left AS o ON {same}) AS n, (SELECT count(DISTINCT p) FROM {persons}) AS people
		)
	`, sqltext.Args{
		"share": sqltext.Float(p.suppression), "persons": people.RowsOfPeople, "same": sqltext.Equal("o", "x", keys),
		"fail": p.Call.FailCounted("privacy must hold at these levels, with at most a share of suppression of the people losing a row, and does not: the number of people who would lose one is ", "n",
			"; choose other levels, ask for less, or allow more"),
	}))
}

// withinShareArgs are the arguments of __skyline_within_share.
type withinShareArgs struct {
	Share     float64
	N, People int64
}

// withinShareScalar is __skyline_within_share(share, n, people): whether n are at most a share of so many people.
func withinShareScalar() host.Scalar {
	return host.ScalarOf("__skyline_within_share", func(a *withinShareArgs) (bool, error) {
		if !(a.Share >= 0 && a.Share < 1) {
			return false, host.ErrNotKept
		}
		return a.N <= people.LimitOf(a.Share, a.People), nil
	})
}
