package mondrian

import (
	"fmt"
	"maps"

	"skyline/engine/partition"
)

// beginJoint puts the table as one group to the earlier releases, and then the blocks that it is cut into before anything else.
func (p *partitioner) beginJoint(blocks []*open) error {
	if p.joint == nil {
		return nil
	}
	whole := blocks
	if len(blocks) > 1 {
		whole = []*open{p.cells.whole()}
	}
	v := p.joint.begin(whole)
	if err := p.ctx.Err(); err != nil {
		return fmt.Errorf("mondrian: %w", err)
	}
	switch {
	case v == exceeded:
		return ErrEarlier
	case v == undecided:
		return ErrEarlierUndecided
	case len(blocks) > 1 && p.joint.begin(blocks) != kept:
		return ErrEarlierBlocks
	}
	return nil
}

// allowsJoint reports whether a split that was found, if one was, keeps the bounds beside earlier releases as they are now.
func (p *partitioner) allowsJoint(o *open, c *choice) bool {
	if p.joint == nil || !c.found {
		return true
	}
	k := p.cutOf(o, c)
	return p.joint.judge(&p.searches[0].sides, o, int(c.dim), &k) == kept
}

// splitJoint takes a split that is allowed.
func (p *partitioner) splitJoint(o *open, c *choice) {
	if p.joint == nil {
		return
	}
	k := p.cutOf(o, c)
	t, _ := p.joint.try(&p.searches[0].sides, o, int(c.dim), &k)
	c.number, c.pieces = t.base, p.joint.take(t, o.pieces)
}

// allows reports whether a candidate is allowed, by the requirements and beside earlier releases. The search has just been
// asked for its parts.
func (s *search) allows(o *open, c candidate, parts []partition.Group) bool {
	return s.p.allows(o.group, parts) && s.allowsJoint(o, c)
}

// allowsJoint reports whether a candidate keeps the bounds beside earlier releases: one that is a split at a node, if the
// children stand that do.
func (s *search) allowsJoint(o *open, c candidate) bool {
	if s.p.joint == nil {
		return true
	}
	chosen := choice{candidate: c}
	if c.at < 0 {
		chosen.stand, chosen.hasRest = standing(s.children)
	}
	k := s.p.cutOf(o, &chosen)
	v := s.p.joint.judge(&s.sides, o, int(c.dim), &k)
	if v == undecided {
		s.leave(c)
	}
	s.refused = s.refused || v != kept
	return v == kept
}

// leave notes a candidate that is refused, since it is not known what it tells beside earlier releases. The requirements allow
// it. Splits at a node of a hierarchy are one, whichever children stand.
func (s *search) leave(c candidate) {
	if s.undecided == nil {
		s.undecided = map[[2]int32]bool{}
	}
	s.undecided[[2]int32{c.dim, max(c.at, bySizes)}], s.refused = true, true
}

// undecided returns how many candidates of a group searches have left, and whether they have refused any for the earlier
// releases. They forget it.
func (p *partitioner) undecided(searches []*search) (left int64, refused bool) {
	if p.joint == nil {
		return 0, false
	}
	all := map[[2]int32]bool{}
	for _, s := range searches {
		maps.Copy(all, s.undecided)
		clear(s.undecided)
		refused, s.refused = refused || s.refused, false
	}
	return int64(len(all)), refused
}

// cutTooMany returns a function that reports whether the cut behind the i-th code of the view would be refused beside earlier
// releases, since it cuts too many pieces. It takes a pass over the cells to say so of all cuts.
func (s *search) cutTooMany(o *open, d int) func(i int) bool {
	j := s.p.joint
	if j == nil {
		return func(int) bool { return false }
	}
	return j.cutTooMany(&s.sides, o, d, s.view.codes)
}
