package cube

import "container/heap"

// closest is cells that are reached, the closest first.
type closest []step

type step struct {
	cost int64
	cell int32
}

func (q *closest) push(s step) { heap.Push((*stepHeap)(q), s) }
func (q *closest) pop() step   { return heap.Pop((*stepHeap)(q)).(step) }

type stepHeap []step

func (q stepHeap) Len() int { return len(q) }
func (q stepHeap) Less(i, j int) bool {
	if q[i].cost != q[j].cost {
		return q[i].cost < q[j].cost
	}
	return q[i].cell < q[j].cell
}
func (q stepHeap) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *stepHeap) Push(x any)   { *q = append(*q, x.(step)) }
func (q *stepHeap) Pop() any {
	end := len(*q) - 1
	x := (*q)[end]
	*q = (*q)[:end]
	return x
}
