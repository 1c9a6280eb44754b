package mondrian

import (
	"context"
	"slices"

	"skyline/engine/partition"
	"skyline/engine/privacy"
)

// Where the algorithm is public, each group has a candidate of each column at most: the first by
// the strategy, of those whose parts have as many people as the requirements ask of every
// group. So the candidates follow from quasi-identifiers and sizes alone. One of them is tried, the first;
// or, with Tries, the first that this does not pass over, which follows from how often each
// value occurs in the group as well. If the requirements refuse it, the group stays as it
// is; no other one is tried, since each that is refused would tell more. Whether a
// part has as many values as requirements ask for is not looked at before, as it is otherwise:
// that depends on who has what. It must have as many people, since each has one.
//
// InformationGain looks at sensitive values, and must not be the strategy. What the refusal of
// a candidate tells is counted by package refusal, which also has the proof that nothing
// else does.

// Tries decides whether the candidate of a group, which has parts of so many people, is tried, or
// passed over. It must depend on its arguments alone, and may be called from several goroutines
// at once.
type Tries func(ctx context.Context, group *partition.Group, parts []int64) (bool, error)

// PartitionPublic is Partition by the algorithm that everybody may know. tries may be nil: all
// candidates are tried.
//
// Errors: those of Partition and of tries.
func PartitionPublic(ctx context.Context, cells *Cells, options Options, tries Tries) (*Release, error) {
	p := newPartitioner(ctx, cells, options)
	p.public, p.tries = true, tries
	// No candidate may depend on sensitive values. So many different ones have as many people.
	p.floor = privacy.Floor{People: max(p.floor.People, int64(p.floor.Values))}
	return p.run()
}

// Refused is the candidate of a group that the requirements did not allow.
type Refused struct {
	// Column is the one that would have been cut.
	Column int
	// Parts are how many people the parts would have had, in the order of the column's codes;
	// of a hierarchy, of the children that would stand, and then the rest, or of the two sides.
	Parts []int64
}

// only returns the choice of a group of whose candidates one is tried.
func (p *partitioner) only(o *open, searches []*search) choice {
	s := searches[0]
	if p.tries == nil {
		c, ok := p.first(o, searches)
		if !ok {
			return choice{}
		}
		return p.try(o, s, c, s.parts(o, c))
	}
	var candidates []candidate
	for d := range p.cells.columns {
		if c, ok := s.firstOf(o, d, nil); ok {
			candidates = append(candidates, c)
		}
	}
	slices.SortFunc(candidates, candidate.compare)
	for _, c := range candidates {
		parts := s.parts(o, c)
		if tried, err := p.tries(p.ctx, o.group, sizesOf(parts)); err != nil {
			return choice{err: err}
		} else if tried {
			return p.try(o, s, c, parts)
		}
	}
	return choice{}
}

// try returns the choice of a group whose candidate is tried.
func (p *partitioner) try(o *open, s *search, c candidate, parts []partition.Group) choice {
	if !p.allows(o.group, parts) {
		return choice{refused: &Refused{int(c.dim), sizesOf(parts)}}
	}
	return s.choose(c, parts)
}

func sizesOf(parts []partition.Group) []int64 {
	sizes := make([]int64, len(parts))
	for i := range parts {
		sizes[i] = parts[i].People
	}
	return sizes
}

// Refused returns the candidate of a group that was refused, nil if none was: the group has
// no candidate, or none was tried, or the algorithm is not public.
func (r *Release) Refused(group int) *Refused { return r.groups[group].refused }
