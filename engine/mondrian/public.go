package mondrian

import (
	"context"

	"skyline/engine/partition"
)

// Where the algorithm is public, each group has one candidate at most. It is the first by the
// strategy, of those whose parts have as many people as the requirements ask of every group,
// and so it follows from quasi-identifiers and sizes alone. If the requirements refuse it, the
// group stays as it is; no other one is tried, since each that is refused would tell more. The
// least number of values that requirements ask for is not looked at before, as it is
// otherwise: that depends on who has what.
//
// InformationGain looks at sensitive values, and must not be the strategy. What the refusal of
// a candidate tells is counted by package refusal, which also has the proof that nothing
// else does.

// Tries decides whether the candidate of a group, which has parts of so many people, is tried.
// It must depend on its arguments alone, and may be called from several goroutines at once.
type Tries func(ctx context.Context, group *partition.Group, parts []int64) (bool, error)

// PartitionPublic is Partition by the algorithm that everybody may know. tries may be nil: all
// candidates are tried.
//
// Errors: those of Partition and of tries.
func PartitionPublic(ctx context.Context, cells *Cells, options Options, tries Tries) (*Release, error) {
	p := newPartitioner(ctx, cells, options)
	p.public, p.tries = true, tries
	p.floor.Values = 0 // no candidate may depend on sensitive values
	return p.run()
}

// Refused is the candidate of a group that the requirements did not allow.
type Refused struct {
	// Column is the one that would have been cut.
	Column int
	// Parts are how many people the parts would have had, in the order of the column's codes;
	// of a hierarchy, of the children that would stand, and then the rest.
	Parts []int64
}

// only returns the choice of a group that has one candidate.
func (p *partitioner) only(o *open, s *search, c candidate, parts []partition.Group) choice {
	sizes := make([]int64, len(parts))
	for i := range parts {
		sizes[i] = parts[i].People
	}
	if p.tries != nil {
		if tried, err := p.tries(p.ctx, o.group, sizes); !tried || err != nil {
			return choice{err: err}
		}
	}
	if !p.allows(o.group, parts) {
		return choice{refused: &Refused{int(c.dim), sizes}}
	}
	return s.choose(c, parts)
}

// Refused returns the candidate of a group that was refused, nil if none was: the group has
// no candidate, or it was not tried, or the algorithm is not public.
func (r *Release) Refused(group int) *Refused { return r.groups[group].refused }
