package counting

import (
	"math"

	"skyline/engine/internal/combinatorics"
	"skyline/engine/internal/modular"
)

// perPath is what it takes to add up a path modulo a prime, in steps.
const perPath = 15

// perState is what it takes to make a state or find it.
func (q *capacities) perState() float64 { return 80 + float64(5*q.width()) }

// forecast estimates the number of states before each value, and the paths from there.
// Within a value, the people of a group still to be placed multiply the states of all cells
// but the first, and the last one takes the rest.
func (q *capacities) forecast() float64 {
	left := make([]int64, q.groups)       // people without a value yet
	placed := make([]int64, len(q.cells)) // at most
	last := make([]int, q.groups)         // cell of each group
	for h := range left {
		left[h] = q.people(h)
	}
	for _, b := range q.blocks {
		for _, i := range b.cells {
			last[q.cells[i].group] = i
		}
	}
	paths := 0.0
	for t, k := range q.steps {
		states := q.states(t, placed, left)
		begun := make([]bool, q.groups)
		for _, b := range q.blocks {
			for _, i := range b.cells {
				h := q.cells[i].group
				n := min(q.caps[i], q.columns[k].counts[h])
				if placed[i] += n; n == 0 {
					continue
				}
				ways := float64(float64(min(n, q.cells[i].size))/2) + 1
				if begun[h] && last[h] != i {
					paths += float64(states * ways * ways)
				} else {
					paths += float64(states * ways)
				}
				begun[h] = true
			}
		}
		for h, n := range q.columns[k].counts {
			left[h] -= n
		}
	}
	return paths * (q.perState() + float64(perPath*math.Floor(q.words(modular.Bits))))
}

// states estimates the number of states before step t: blocks of a kind that have r states
// each, whatever the others do, have as many together as there are multisets; of all of
// which as many fit the people who are left in each group as the density of a normal
// distribution says.
func (q *capacities) states(t int, placed, left []int64) float64 {
	log := 0.0
	mean, variance := make([]float64, q.groups), make([]float64, q.groups)
	for _, blocks := range q.kinds {
		n, each := float64(len(blocks)), 1.0
		for _, i := range blocks[0].cells {
			c := q.cells[i]
			most := q.future[t][i] + min(q.caps[i], q.columns[q.steps[t]].counts[c.group])
			low, high := max(0, c.size-placed[i]), min(c.size, most)
			room := float64(max(1, high-low+1)) // numbers of places that can be left
			each *= room
			mean[c.group] += float64(n * float64(low+high) / 2)
			variance[c.group] += n * (float64(room*room) - 1) / 12
		}
		if !q.capped {
			for _, s := range blocks[0].sets {
				each *= q.seen(q.sets[s].size, int64(t))
			}
		}
		log += combinatorics.LogBinomial(n+each-1, n)
	}
	for h, n := range left {
		if variance[h] > 0.1 {
			distance := float64(n) - mean[h]
			log -= max(0, distance*distance/2/variance[h]+float64(math.Log(2*math.Pi*variance[h])/2))
		}
	}
	return math.Exp(max(0, log))
}

// seen returns how many numbers of different values a set of so many people can have after
// so many steps, on average over how many of the people have one.
func (q *capacities) seen(size, steps int64) float64 {
	sum, most := int64(0), min(size, 1000)
	for used := range most + 1 {
		least := max(min(used, 1), q.distinct-(size-used)) // the rest can still be different
		sum += max(0, min(used, steps, q.distinct)-least+1)
	}
	return max(1, float64(sum)/float64(most+1))
}
