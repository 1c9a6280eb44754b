package mondrian

import (
	"errors"
	"math/big"
)

// Releases of the same people that are out already, and what they and the new one may tell together.
//
// An adversary knows who is in which group of every release, and the counts of every group's values. A world gives one value to
// each person; all worlds that agree with the counts are equally likely. The partition in the making is one more release, and
// after every split that is taken the probability that a person has a value keeps the bounds, for everybody, in the worlds of
// the earlier releases and of the partition as it stands. So it does in what is released, which is the last of them.
//
// A piece is the people of one group of the partition who are in the same groups of all earlier releases. The counts of a piece
// are known if all worlds agree on them. Pieces that are not known are connected by groups that have both: a knot is a largest
// set of pieces that are connected.
//
// Why it is enough to look at what a split touches:
//
//   - If the counts of a piece are known, its people can be taken out of every other group: the worlds are those of the piece,
//     which are all orders of its values, times those of all others. So the probability in it is its share, and what is
//     left of a group is its counts without those of the piece. A group in which one piece is left makes that known.
//   - What is known stays known, since a split adds counts and takes none away. If a known piece is split, its parts have to
//     add up to its counts, and that is all that the earlier releases say of them.
//   - Then no group has pieces of two knots, so the worlds are those of the knots, times each other, and a probability depends
//     on the knot of the person alone.
//   - If a group of the partition has a whole group of an earlier release, known pieces aside, the counts of that are known in
//     all worlds, so what it tells is about the rest. It does not connect those people: they are loose.
//   - So a split changes the probabilities of the pieces that it cuts, and of those that are connected with them or by one of
//     the parts, and of no others. These are computed anew. The counts of the group that was split are the sums of its parts'.
//
// By induction all probabilities keep the bounds after each split, if they do at the beginning. Probabilities may fall again
// while a partition is made finer: what is refused once might be safe after splits that come later, and is not tried again. So
// the result is not minimal, as it is without earlier releases, and depends on the order of the splits: breadth first, in
// rounds, the groups of a round in their order.
//
// A split of many people at once ties a large knot, in which worlds cannot be counted: it is refused, unless it cuts along the
// borders of groups that are known already, which tells nothing. In knots of a few pieces probabilities are exact, as far as
// package releases counts them within the steps that are allowed, and otherwise certified bounds from above.

// Earlier is what is out already, of the people of the cells, and what no person's probability may reach in all releases
// together: see NewCellsBeside.
type Earlier struct {
	// Absent has, for each release, the code of the label of people who are not in it, -1 if there are none.
	Absent []int32
	// Bounds are those of each value, by its number. A value may have none.
	Bounds [][]Bound
	// Follow says that groups in which splits are refused for what they tell beside earlier releases are split along the groups
	// of these, so that splits are found in the parts. Who is in such a part does not follow from the columns alone.
	Follow bool
}

// Bound is what the probability that a person has a value must be below.
type Bound struct{ Share *big.Rat }

// ErrEarlier reports that the earlier releases, with the table as one QI group, exceed a bound: no further one mends that.
var ErrEarlier = errors.New("mondrian: the earlier releases alone exceed a bound")

// ErrEarlierUndecided reports that it is not known whether they do.
var ErrEarlierUndecided = errors.New("mondrian: the earlier releases are too much entangled to say whether they exceed a bound")

// ErrEarlierBlocks reports that the blocks of columns that have a Coarsest, with the earlier releases, exceed a bound, or may.
var ErrEarlierBlocks = errors.New("mondrian: the blocks that must not be merged exceed a bound with the earlier releases")

// keeps reports whether a probability keeps a bound.
func (b *Bound) keeps(p *big.Rat) bool {
	return p.Cmp(b.Share) < 0
}

// keep reports whether the probability that a person has a value keeps all bounds.
func (e *Earlier) keep(value int32, p *big.Rat) bool {
	for i := range e.Bounds[value] {
		if !e.Bounds[value][i].keeps(p) {
			return false
		}
	}
	return true
}

// keepShares reports whether the shares of the values of a piece whose counts are known keep all bounds.
func (e *Earlier) keepShares(p *piece) bool {
	for _, c := range p.counts {
		if len(e.Bounds[c.Value]) > 0 && !e.keep(c.Value, big.NewRat(c.People, p.people)) {
			return false
		}
	}
	return true
}
