package mondrian

import "cmp"

// Strategy says which of the candidate splits of a group is tried first.
type Strategy int

const (
	// InformationGain takes the split after which the sensitive values of the parts
	// have the least entropy, weighted by their sizes (Chen et al., Sect. 8.4); of
	// equal ones, that of InformationLoss. It makes the released groups say as much
	// as they may about sensitive values.
	InformationGain Strategy = iota
	// Median takes the column in which the group is widest, and its cut nearest to
	// the middle of the people (LeFevre et al.). Where none of the columns' middle
	// cuts is allowed, the others come in the same order.
	Median
	// InformationLoss takes the split after which the parts are narrowest in the
	// column that is split: it lowers the normalized certainty penalty most. A split into many
	// parts is compared by its bits, see worth.
	InformationLoss
)

// candidate is a way to split a group.
type candidate struct {
	// The one with the smallest score is tried first; then tie, dim and at decide.
	score, tie float64
	dim        int32
	// at is the last code of the first part, or one of the following.
	at int32
}

// What stands for a split at a node of a hierarchy: see children.go.
const (
	bySafety = -2 // whose children stand as the requirements allow them to
	bySizes  = -1 // whose children stand as their sizes allow them to
)

func (a candidate) compare(b candidate) int {
	return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.tie, b.tie), cmp.Compare(a.dim, b.dim), cmp.Compare(a.at, b.at))
}

// less orders a heap of candidates.
func less(a, b candidate) bool { return a.compare(b) < 0 }

// heapify makes a heap with the first candidate on top, in linear time.
func heapify(h []candidate) {
	for i := len(h)/2 - 1; i >= 0; i-- {
		sink(h, i)
	}
}

// pop takes the first candidate off a heap.
func pop(h []candidate) (candidate, []candidate) {
	first := h[0]
	last := len(h) - 1
	h[0] = h[last]
	h = h[:last]
	sink(h, 0)
	return first, h
}

// push puts a candidate on a heap.
func push(h []candidate, c candidate) []candidate {
	h = append(h, c)
	for i := len(h) - 1; i > 0 && less(h[i], h[(i-1)/2]); i = (i - 1) / 2 {
		h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
	}
	return h
}

func sink(h []candidate, i int) {
	for {
		child := 2*i + 1
		if child >= len(h) {
			return
		}
		if child+1 < len(h) && less(h[child+1], h[child]) {
			child++
		}
		if !less(h[child], h[i]) {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}
