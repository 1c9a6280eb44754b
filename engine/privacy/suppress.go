package privacy

import (
	"context"
	"fmt"
	"slices"

	"skyline/engine/partition"
)

// Suppress leaves out the groups of a release candidate that violate a requirement,
// again until none does. It returns how many copies of each group stay, how many people
// are left out, all copies counted, and whether these are at most limit; if they
// are more, the first two are of no use.
//
// In each round the groups are left out that violate a requirement by themselves,
// as Alone has it; where there are none, all that Violations names. The rest
// is a release candidate of its own, its people the whole table, and is measured
// anew: how close a group is to the whole, and what adversaries may know of others,
// depend on it. So what stays satisfies all requirements, as Check has it, and with
// a limit of 0 Suppress asks what Check does. A release of nobody satisfies all.
//
// Why those first: an adversary who is certain of a value in one group may be of every
// group that has it, through a relative. Violations then names them all; without that one
// group the others may be safe. Nothing is lost. With fewer groups there is less to know
// of, so a group that is not safe by itself is so in no release candidate, and what
// violates a requirement among some groups does so among more: nobody is left out here who
// would stay if all that Violations names first were left out together.
//
// Closeness to the whole is another matter: a group may come closer to the rest, or
// away from it. Where that is required, all groups that any requirement's Violations
// names are left out together, in each round.
//
// The average risk comes last, when all else holds: of the groups that are left, those go
// that let it hold with the fewest people, the smallest (see AverageRisk). Beside
// requirements that look at each group by itself, no release candidate that satisfies all
// has more people.
//
// It takes the time of Alone and Violations for each round; there are at most as many as
// groups, two where neither closeness nor an average is required, and one for requirements
// that look at each group by itself.
//
// Errors: those of ctx and of the requirements.
func Suppress(ctx context.Context, release *Release, requirements []Requirement, limit int64) (kept []int64, suppressed int64, ok bool, err error) {
	s := &suppression{kept: make([]int64, len(release.Table.Groups)), round: release, limit: limit, together: slices.ContainsFunc(requirements, ofWhole)}
	for i := range s.kept {
		s.kept[i] = release.copies(i)
	}
	for {
		more, err := s.leaveOut(ctx, requirements)
		if err != nil {
			return nil, 0, false, err
		}
		if s.people > limit {
			return s.kept, s.people, false, nil
		}
		if !more {
			return s.kept, s.people, true, nil
		}
		if Apart(requirements) {
			return s.kept, s.people, true, nil
		}
		s.round = s.rest(release)
	}
}

// suppression is under way: what is left of a release candidate.
type suppression struct {
	kept   []int64 // copies
	people int64   // left out
	limit  int64
	round  *Release
	// together says that what violates a requirement is left out at once.
	together bool
	// groups are the round's, by their places in the first; nil: the same.
	groups []int
}

// Apart reports whether requirements look at each group by itself, whatever the
// others are: Suppress leaves out those that violate one.
func Apart(requirements []Requirement) bool {
	for _, r := range requirements {
		if ofOne, ok := r.(*ofColumn); ok {
			r = ofOne.of
		}
		if local, ok := r.(*Local); !ok || local.ofWhole {
			return false
		}
	}
	return true
}

// ofWhole reports whether a requirement compares groups with the whole table.
func ofWhole(r Requirement) bool {
	switch r := r.(type) {
	case *Local:
		return r.ofWhole
	case *among:
		return ofWhole(r.of)
	case *ofColumn:
		return ofWhole(r.of)
	default:
		return false
	}
}

// leaveOut takes out the groups of the round that violate a requirement. It reports
// whether there are any.
func (s *suppression) leaveOut(ctx context.Context, requirements []Requirement) (more bool, err error) {
	before := s.people
	var missed []Requirement // on how groups are together
	for _, r := range requirements {
		if s.people > s.limit {
			break
		}
		if local, ok := r.(*Local); ok {
			err = s.judge(ctx, local)
		} else {
			var holds bool
			// Most rounds satisfy it, which costs less to see.
			if holds, err = s.holds(ctx, r); !holds {
				missed = append(missed, r)
			}
		}
		if err != nil {
			return false, err
		}
	}
	if !s.together {
		for _, r := range missed {
			if err := r.Alone(ctx, s.round, s.out); err != nil {
				return false, err
			}
		}
		if s.people > before {
			return true, nil
		}
	}
	var average *overall
	for _, r := range missed {
		if s.people > s.limit {
			break
		}
		if o, ok := r.(*overall); ok && o.fewest != nil {
			average = o
			continue
		}
		if err := r.Violations(ctx, s.round, func(f Finding) { s.out(f.Group) }); err != nil {
			return false, err
		}
	}
	if s.people == before && average != nil {
		for i, n := range average.fewest(s.round) {
			s.leave(i, n)
		}
	}
	return s.people > before, nil
}

// holds reports whether the round satisfies a requirement.
func (s *suppression) holds(ctx context.Context, r Requirement) (bool, error) {
	findings, err := r.Check(ctx, s.round)
	return err == nil && !slices.ContainsFunc(findings, func(f Finding) bool { return !f.Holds }), err
}

// judge is Violations without what is achieved, for the groups that are still there.
func (s *suppression) judge(ctx context.Context, r *Local) error {
	m := r.measure(s.round.Constraint, s.round.Whole)
	for i := range s.round.Table.Groups {
		if s.people > s.limit {
			return nil
		}
		if i%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("privacy: suppress: %w", err)
			}
		}
		if s.kept[s.place(i)] > 0 && r.looksAt(&s.round.Table.Groups[i]) && !m.holds(&s.round.Table.Groups[i]) {
			s.out(i)
		}
	}
	return nil
}

// place returns where the first release candidate has a group of the round.
func (s *suppression) place(group int) int {
	if s.groups == nil {
		return group
	}
	return s.groups[group]
}

// out leaves all copies of a group of the round out.
func (s *suppression) out(group int) { s.leave(group, s.kept[s.place(group)]) }

// leave leaves so many copies of a group out.
func (s *suppression) leave(group int, copies int64) {
	s.kept[s.place(group)] -= copies
	s.people += s.round.Table.Groups[group].People * copies
}

// rest makes what stays a release candidate.
func (s *suppression) rest(first *Release) *Release {
	table := &partition.Table{Values: first.Table.Values}
	r := &Release{Constraint: first.Constraint, Table: table, Whole: make([]int64, len(first.Whole))}
	stay := 0
	for _, copies := range s.kept {
		if copies > 0 {
			stay++
		}
	}
	s.groups, table.Groups = make([]int, 0, stay), make([]partition.Group, 0, stay)
	for i, copies := range s.kept {
		if copies == 0 {
			continue
		}
		g := &first.Table.Groups[i]
		s.groups = append(s.groups, i)
		table.Groups = append(table.Groups, *g)
		table.People += g.People * copies
		for _, c := range g.Counts {
			r.Whole[c.Value] += c.N * copies
		}
		if first.Copies != nil {
			r.Copies = append(r.Copies, copies)
		}
	}
	return r
}

// Bare returns the floor that requirements are nothing but: they hold for a group if
// and only if it has so many people and sensitive values. It reports false if they
// ask for more.
func Bare(requirements []Requirement) (Floor, bool) {
	floor := Floor{}
	for _, r := range requirements {
		local, ok := r.(*Local)
		if !ok || !local.absorbs {
			return Floor{}, false
		}
		floor = floor.with(local.floor)
	}
	return floor, true
}

// FloorOf returns the bound that every group of a safe release keeps.
func FloorOf(requirements []Requirement, whole *Whole) Floor {
	floor := Floor{}
	for _, r := range requirements {
		floor = floor.with(r.Watch(whole).Floor())
	}
	return floor
}

// with returns the larger bounds of two.
func (f Floor) with(other Floor) Floor {
	return Floor{People: max(f.People, other.People), Values: max(f.Values, other.Values)}
}
