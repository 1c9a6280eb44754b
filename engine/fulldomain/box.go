package fulldomain

import (
	"cmp"
	"container/heap"
	"math"
	"slices"
)

// box is the part of a lattice from one place to another, which is not decided.
type box struct {
	low, high place
	// least is a bound of what the safe ones in it cost, and sum that of low's levels.
	least float64
	sum   int32
}

// compare orders boxes: those that may have the best come first.
func (b *box) compare(other *box) int {
	return cmp.Or(cmp.Compare(b.least, other.least), cmp.Compare(b.sum, other.sum), cmp.Compare(b.low, other.low), cmp.Compare(b.high, other.high))
}

// boxes is a heap of boxes, none of which has a place of another. It holds a number of
// them: of more than that it forgets those that are the least worth.
type boxes struct {
	heap boxHeap
	room int
	// forgotten is a bound of what the safe ones cost in those that were forgotten.
	forgotten float64
}

func newBoxes(room int) *boxes { return &boxes{room: room, forgotten: math.Inf(1)} }

func (b *boxes) push(x box) {
	if len(b.heap) >= b.room {
		slices.SortFunc(b.heap, func(x, y box) int { return x.compare(&y) })
		half := len(b.heap) / 2 // what is ordered is a heap too
		b.forgotten = min(b.forgotten, b.heap[half].least)
		clear(b.heap[half:])
		b.heap = b.heap[:half]
	}
	heap.Push(&b.heap, x)
}

func (b *boxes) pop() box { return heap.Pop(&b.heap).(box) }

// least returns a bound of what the safe ones cost in all boxes.
func (b *boxes) least() float64 {
	if len(b.heap) == 0 {
		return b.forgotten
	}
	return min(b.forgotten, b.heap[0].least)
}

type boxHeap []box

func (h boxHeap) Len() int { return len(h) }

func (h boxHeap) Less(i, j int) bool { return h[i].compare(&h[j]) < 0 }

func (h boxHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

func (h *boxHeap) Push(x any) { *h = append(*h, x.(box)) }

func (h *boxHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	(*h)[last] = box{}
	*h = (*h)[:last]
	return x
}
