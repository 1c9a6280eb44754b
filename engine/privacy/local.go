package privacy

import (
	"context"
	"fmt"
	"math"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// measure is a quantity of a QI group that a requirement bounds.
type measure interface {
	// of returns the quantity.
	of(g *partition.Group) float64
	// holds decides whether it is within the bound, exactly.
	holds(g *partition.Group) bool
}

// Local is a requirement that looks at each QI group by itself.
type Local struct {
	name, rule string
	required   float64
	// atLeast says that the bound is from below.
	atLeast bool
	floor   Floor
	// absorbs says that a group which is within the bound stays so when any other is
	// merged with it, and mayBreak that two which are within it may not be as one. All
	// other measures are kept by merging.
	absorbs, mayBreak bool
	// ofWhole says that the measure looks at the whole table.
	ofWhole bool
	// mayLack says that groups without sensitive values are within the bound, whatever
	// their size.
	mayLack bool
	// ofValue says that findings name the most frequent value of their group.
	ofValue bool
	// aspect says what the measure looks at.
	aspect Aspect
	// nobody, if it is not nil, tells of a group that the requirement does not look at.
	nobody  func(g *partition.Group) bool
	measure func(constraint knowledge.Constraint, whole []int64) measure
}

// looksAt reports whether the requirement is about a group.
func (r *Local) looksAt(g *partition.Group) bool { return r.nobody == nil || !r.nobody(g) }

// Merging implements Requirement.
func (r *Local) Merging(knowledge.Constraint) Merging {
	switch {
	case r.absorbs:
		return Absorbs
	case r.mayBreak:
		return MayBreak
	}
	return Keeps
}

// Watch implements Requirement.
func (r *Local) Watch(whole *Whole) Guard {
	counts := make([]int64, whole.Values)
	for _, c := range whole.Group.Counts {
		counts[c.Value] = c.N
	}
	return &localGuard{of: r, floor: r.floorUnder(whole.Constraint), measure: r.measure(whole.Constraint, counts)}
}

// floorUnder returns the floor of groups under a constraint. Only where people have
// any number of values do groups lack them.
func (r *Local) floorUnder(constraint knowledge.Constraint) Floor {
	if r.mayLack && constraint != knowledge.SVPI {
		return Floor{}
	}
	return r.floor
}

type localGuard struct {
	of      *Local
	floor   Floor
	measure measure
}

func (g *localGuard) Floor() Floor { return g.floor }

func (g *localGuard) Allows(_ *partition.Group, parts []partition.Group) bool {
	for i := range parts {
		if g.of.looksAt(&parts[i]) && !g.measure.holds(&parts[i]) {
			return false
		}
	}
	return true
}

func (g *localGuard) Coupled() bool { return false }

func (g *localGuard) Split(*partition.Group, []partition.Group) {}

// Check implements Requirement: it measures the worst group, the first of equals. Of
// equals that name a value, it is the first by that.
func (r *Local) Check(ctx context.Context, release *Release) ([]Finding, error) {
	m := r.measure(release.Constraint, release.Whole)
	worst := r.finding()
	for i := range release.Table.Groups {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("privacy: check: %w", ctx.Err())
		}
		if !r.looksAt(&release.Table.Groups[i]) {
			continue
		}
		next := r.judge(m, release.Table, i)
		if worst.Group < 0 || r.worse(&next, &worst) || r.ofValue && !r.worse(&worst, &next) && before(release.Table, next.Value, worst.Value) {
			worst = next
		}
	}
	return []Finding{worst}, nil
}

// finding returns that of a table without groups, which achieves nothing.
func (r *Local) finding() Finding {
	return Finding{Requirement: r.name, Rule: r.rule, Required: r.required, Achieved: math.NaN(), Holds: true, Value: -1, Group: -1}
}

func (r *Local) judge(m measure, table *partition.Table, group int) Finding {
	f, g := r.finding(), &table.Groups[group]
	f.Achieved, f.Holds, f.Group = m.of(g), m.holds(g), group
	if r.ofValue {
		f.Value = mostFrequent(table, g)
	}
	return f
}

// mostFrequent returns the value that most people of a group have, the first by text of
// several, -1 in a group without values.
func mostFrequent(table *partition.Table, g *partition.Group) int32 {
	value := int32(-1)
	for _, c := range g.Counts {
		if c.N < g.Counts[0].N {
			break
		}
		if before(table, c.Value, value) {
			value = c.Value
		}
	}
	return value
}

// before orders values by their texts, then NULL, then none.
func before(table *partition.Table, a, b int32) bool {
	switch {
	case a < 0 || b < 0:
		return a >= 0 && b < 0
	case table.Values[a].Null || table.Values[b].Null:
		return !table.Values[a].Null
	}
	return table.Values[a].Text < table.Values[b].Text
}

// worse orders findings of groups. Of one that holds and one that does not, the
// float64 numbers may be equal.
func (r *Local) worse(a, b *Finding) bool {
	if a.Holds != b.Holds {
		return b.Holds
	}
	if r.atLeast {
		return a.Achieved < b.Achieved
	}
	return a.Achieved > b.Achieved
}

// Violations implements Requirement.
func (r *Local) Violations(ctx context.Context, release *Release, f func(Finding)) error {
	m := r.measure(release.Constraint, release.Whole)
	for i := range release.Table.Groups {
		if i%1024 == 0 && ctx.Err() != nil {
			return fmt.Errorf("privacy: violations: %w", ctx.Err())
		}
		if !r.looksAt(&release.Table.Groups[i]) {
			continue
		}
		if found := r.judge(m, release.Table, i); !found.Holds {
			f(found)
		}
	}
	return nil
}

// Alone implements Requirement. A group by itself is as close to the whole as can be.
func (r *Local) Alone(ctx context.Context, release *Release, f func(group int)) error {
	if r.ofWhole {
		return nil
	}
	return r.Violations(ctx, release, func(found Finding) { f(found.Group) })
}

// Meets implements Requirement.
func (r *Local) Meets(release *Release, _ *Finding, merged *Merged) (bool, error) {
	if !r.looksAt(merged.Group) {
		return true, nil
	}
	m, ok := release.measures.Load(r)
	if !ok {
		m, _ = release.measures.LoadOrStore(r, r.measure(release.Constraint, release.Whole))
	}
	return m.(measure).holds(merged.Group), nil
}
