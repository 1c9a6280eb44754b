package risk

import (
	"context"
	"fmt"

	"skyline/engine"
	"skyline/engine/partition"
)

// Release is a table as histograms of sensitive values.
type Release struct {
	table  *partition.Table
	people int64   // n
	totals []int64 // for each value, the people who have it
	// several says that the values of a group's people do not add up to the
	// people: some have several, or none.
	several bool
}

// NewRelease returns the release of a table in which times[i] QI groups have the
// histogram of table.Groups[i]; times[i] is at least 1. It keeps the table.
//
// It runs in time linear in the number of counts.
//
// Errors: partition.ErrTooManyPeople, also where the people who have a value add
// up to more than 2^61; *engine.ParamError; that of ctx.
func NewRelease(ctx context.Context, table *partition.Table, times []int64) (*Release, error) {
	if len(times) != len(table.Groups) {
		return nil, engine.NewParamError("risk", "times", fmt.Sprintf("one for each of %d histograms", len(table.Groups)), len(times))
	}
	r := &Release{table: table, totals: make([]int64, len(table.Values))}
	i, tooMany := 0, false
	err := r.each(ctx, func(g *partition.Group) {
		people, ok := multiply(g.People, times[i])
		tooMany = tooMany || !ok || !grow(&r.people, people)
		values := int64(0)
		for _, c := range g.Counts {
			values += c.N
			n, ok := multiply(c.N, times[i])
			tooMany = tooMany || !ok || !grow(&r.totals[c.Value], n)
		}
		r.several = r.several || values != g.People
		i++
	})
	if err == nil && tooMany {
		err = partition.ErrTooManyPeople
	}
	return r, err
}

// InSeveralGroups says that people may be in several of the groups: the table has so many people, and
// totals[v] of them have the value v. It replaces what the groups add up to.
//
// Errors: *engine.ParamError where they are more than the groups have.
func (r *Release) InSeveralGroups(people int64, totals []int64) error {
	wrong := people > r.people || len(totals) != len(r.totals)
	for v := range min(len(totals), len(r.totals)) {
		wrong = wrong || totals[v] > r.totals[v] || totals[v] < 1
	}
	if wrong {
		return engine.NewParamError("risk", "totals", "of values that people of the groups have", nil)
	}
	r.people, r.totals = people, totals
	return nil
}

// Values returns the number of different sensitive values.
func (r *Release) Values() int { return len(r.totals) }

// each visits the groups, as long as ctx allows.
func (r *Release) each(ctx context.Context, visit func(*partition.Group)) error {
	for i := range r.table.Groups {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		visit(&r.table.Groups[i])
	}
	return nil
}
