package privacy

import (
	"context"
	"slices"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// Among requires of the people who are there what another requirement does: QI groups
// are those of a public table, in which who is not in the private one has the
// sensitive value absent. The requirement gets the groups without them; those in which
// nobody is left are none of its release candidate.
//
// Each person has one value (knowledge.SVPI). Where nobody is absent, absent is -1, and
// it is the same as the requirement.
//
// It takes the time of the requirement, and that for a copy of the groups; Release
// keeps its own for all requirements.
func Among(absent int32, r Requirement) Requirement {
	if absent < 0 {
		return r
	}
	return &among{absent, r}
}

type among struct {
	absent int32
	of     Requirement
}

// Merging implements Requirement. What absorbs any group need not make up for one of
// nobody, which it does not look at.
func (r *among) Merging(constraint knowledge.Constraint) Merging {
	if r.of.Merging(constraint) == MayBreak {
		return MayBreak
	}
	return Keeps
}

// Watch implements Requirement.
func (r *among) Watch(whole *Whole) Guard {
	there := *whole
	there.Group = whole.Group.Without(r.absent)
	guard := r.of.Watch(&there)
	return &amongGuard{r.absent, guard, guard.Floor()}
}

type amongGuard struct {
	absent int32
	of     Guard
	floor  Floor
}

// Floor implements Guard. It is of the people who are there, in groups of somebody: only
// those are the release's.
func (g *amongGuard) Floor() Floor { return g.floor }

// Coupled implements Guard.
func (g *amongGuard) Coupled() bool { return g.of.Coupled() }

// Allows implements Guard. Most parts that are refused are so for their sizes.
func (g *amongGuard) Allows(group *partition.Group, parts []partition.Group) bool {
	for i := range parts {
		if g.below(&parts[i]) {
			return false
		}
	}
	group, parts = g.there(group), g.allThere(parts)
	return len(parts) == 0 || g.of.Allows(group, parts)
}

// below reports whether a group has somebody, and fewer people or values than it must.
func (g *amongGuard) below(part *partition.Group) bool {
	absent, values := part.Of(g.absent), len(part.Counts)
	if absent > 0 {
		values--
	}
	people := part.People - absent
	return people > 0 && (people < g.floor.People || values < g.floor.Values)
}

// Split implements Guard.
func (g *amongGuard) Split(group *partition.Group, parts []partition.Group) {
	if parts := g.allThere(parts); len(parts) > 0 {
		g.of.Split(g.there(group), parts)
	}
}

// there returns the people of a group who are there; nil for a group of nobody.
func (g *amongGuard) there(group *partition.Group) *partition.Group {
	if group == nil || group.Of(g.absent) == group.People {
		return nil
	}
	without := group.Without(g.absent)
	return &without
}

func (g *amongGuard) allThere(parts []partition.Group) []partition.Group {
	there := make([]partition.Group, 0, len(parts))
	for i := range parts {
		if part := g.there(&parts[i]); part != nil {
			there = append(there, *part)
		}
	}
	return there
}

// there returns the release candidate without the people who have the value absent.
// Several requirements ask for it.
func (r *Release) there(absent int32) *derived {
	if known, ok := r.theres.Load(absent); ok {
		return known.(*derived)
	}
	table := &partition.Table{Values: r.Table.Values, Groups: make([]partition.Group, 0, len(r.Table.Groups))}
	t := &derived{release: &Release{Constraint: r.Constraint, Table: table, Whole: append([]int64(nil), r.Whole...)}}
	t.release.Whole[absent] = 0
	for i := range r.Table.Groups {
		group := r.Table.Groups[i].Without(absent)
		if group.People == 0 {
			continue
		}
		table.Groups = append(table.Groups, group)
		table.People += group.People * r.copies(i)
		t.groups = append(t.groups, i)
		if r.Copies != nil {
			t.release.Copies = append(t.release.Copies, r.copies(i))
		}
	}
	known, _ := r.theres.LoadOrStore(absent, t)
	return known.(*derived)
}

// Check implements Requirement.
//
// Errors: those of the requirement.
func (r *among) Check(ctx context.Context, release *Release) ([]Finding, error) {
	there := release.there(r.absent)
	findings, err := r.of.Check(ctx, there.release)
	if err != nil {
		return nil, err
	}
	for i := range findings {
		findings[i] = there.back(findings[i])
	}
	return findings, nil
}

// Violations implements Requirement.
//
// Errors: those of the requirement.
func (r *among) Violations(ctx context.Context, release *Release, f func(Finding)) error {
	there := release.there(r.absent)
	return r.of.Violations(ctx, there.release, func(found Finding) { f(there.back(found)) })
}

// Alone implements Requirement.
//
// Errors: those of the requirement.
func (r *among) Alone(ctx context.Context, release *Release, f func(group int)) error {
	there := release.there(r.absent)
	return r.of.Alone(ctx, there.release, func(group int) { f(there.groups[group]) })
}

// Meets implements Requirement. A group of nobody meets anything.
//
// Errors: those of the requirement.
func (r *among) Meets(release *Release, f *Finding, merged *Merged) (bool, error) {
	if merged.Group.Of(r.absent) == merged.Group.People {
		return true, nil
	}
	there := release.there(r.absent)
	about := *f
	about.Group, _ = slices.BinarySearch(there.groups, f.Group) // it has somebody, or nothing would be found of it
	return r.of.Meets(there.release, &about, merged.among(there.release, r.absent))
}
