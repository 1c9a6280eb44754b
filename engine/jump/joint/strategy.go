package joint

// Stop is where a strategy goes that discloses a generalization.
const Stop = -1

// Strategy says where an algorithm goes from generalization j: to a later one, to one
// beyond the last, which is to disclose nothing, or to Stop, which is to disclose j. It
// may depend on whether the permutation set has the privacy property, and on whether the
// disclosure set has, which never does if the permutation set has not. A Strategy always
// returns the same for the same.
//
// Nothing is evaluated that the way to the generalization in question does not depend on.
type Strategy func(j int, permutation, disclosure bool) int

// Naive discloses the first generalization whose permutation set has the property.
func Naive(j int, permutation, _ bool) int {
	if permutation {
		return Stop
	}
	return j + 1
}

// Safe discloses the first generalization whose disclosure set has the property.
func Safe(j int, _, disclosure bool) int {
	if disclosure {
		return Stop
	}
	return j + 1
}

// Jump returns the strategy of k-jump: it discloses a generalization whose permutation set
// and disclosure set have the property, and where only the permutation set has, it goes
// on by distances[j] (by 1 from those that have none, or less).
//
// Source: Liu et al., Table 9.
func Jump(distances []int) Strategy {
	return func(j int, permutation, disclosure bool) int {
		switch {
		case disclosure:
			return Stop
		case permutation && j < len(distances):
			return j + max(1, distances[j])
		}
		return j + 1
	}
}

// move is where a strategy goes from a generalization: if the permutation set does not
// have the property, if only that has, and if both have.
type move struct{ neither, permutation, both int }

func moveOf(s Strategy, j int) move {
	return move{s(j, false, false), s(j, true, false), s(j, true, true)}
}

// towards is the move as far as it matters to those who want to come to i: all other
// ends of the way are Stop.
func (m move) towards(i int) move {
	end := func(next int) int {
		if next > i {
			return Stop
		}
		return next
	}
	return move{end(m.neither), end(m.permutation), end(m.both)}
}

// needsPermutation and needsDisclosure report what the move depends on.
func (m move) needsPermutation() bool { return m.neither != m.permutation || m.needsDisclosure() }
func (m move) needsDisclosure() bool  { return m.permutation != m.both }
