package mask

import (
	"math"

	"skyline/engine/internal/combinatorics"
	"skyline/engine/internal/modular"
)

// perPath is what it takes to add up a path modulo a prime, in steps.
const perPath = 15

// perState is what it takes to make a state or find it.
func (q *capacities) perState() float64 { return 80 + 5*float64(q.width()) }

func (q *capacities) primes() float64 {
	log := 0.0
	for h := range q.groups {
		log += log2Multinomial(q.group(h))
	}
	return 1 + math.Floor(log/modular.Bits)
}

// work estimates the number of states before each value, from the places that can be left
// in each cell; blocks of a kind that have r states each have as many together as there
// are multisets. Within a value, the people of a group still to be placed multiply the
// states of all cells but the first, and the last one takes the rest.
func (q *capacities) work() float64 {
	paths := 0.0
	left := make([]float64, q.groups)
	last := make([]int, q.groups) // cell of each group
	for h := range left {
		left[h] = float64(q.people(h))
	}
	for _, i := range q.order {
		last[q.cells[i].group] = i
	}
	past := make([]float64, len(q.cells))
	begun := make([]bool, q.groups)
	for t, k := range q.steps {
		states := max(1, q.together(t, past, left)*q.interchangeable(t, past))
		for h, n := range q.columns[k].counts {
			left[h] -= float64(n)
			begun[h] = false
		}
		for _, i := range q.order {
			h := q.cells[i].group
			n := float64(min(q.most[i], q.columns[k].counts[h]))
			past[i] += n
			if n == 0 {
				continue
			}
			ways := min(n, float64(q.cells[i].size))/2 + 1
			if begun[h] && last[h] != i {
				paths += states * ways * ways
			} else {
				paths += states * ways
			}
			begun[h] = true
		}
	}
	return paths * (q.perState() + perPath*q.primes())
}

// room returns the least and the greatest number of places that can be left in a cell
// before step t.
func (q *capacities) room(t, cell int, past []float64) (low, high float64) {
	size := float64(q.cells[cell].size)
	ahead := float64(q.future[t][cell] + min(q.most[cell], q.columns[q.steps[t]].counts[q.cells[cell].group]))
	return max(0, size-past[cell]), max(0, min(size, ahead))
}

// together estimates how many ways there are to have so many places left in the cells of
// each group: all ways, times the density of a normal distribution.
func (q *capacities) together(t int, past, left []float64) float64 {
	mean, variance := make([]float64, q.groups), make([]float64, q.groups)
	log := 0.0
	for i, c := range q.cells {
		low, high := q.room(t, i, past)
		n := max(1, high-low+1)
		log += math.Log(n)
		mean[c.group] += (low + high) / 2
		variance[c.group] += (n*n - 1) / 12
	}
	for h := range left {
		log += math.Log(density(left[h]-mean[h], variance[h]))
	}
	return math.Exp(max(0, log))
}

// interchangeable estimates by which factor the states are fewer because blocks of a kind
// are sorted, and more because distinct values are counted.
func (q *capacities) interchangeable(t int, past []float64) float64 {
	log := 0.0
	for at := 0; at < len(q.blocks); {
		end := at + 1
		for end < len(q.blocks) && q.blocks[end].kind == q.blocks[at].kind {
			end++
		}
		each, seen := 1.0, 1.0
		for _, i := range q.blocks[at].cells {
			low, high := q.room(t, i, past)
			each *= max(1, high-low+1)
		}
		if !q.rule.capped {
			for _, s := range q.blocks[at].sets {
				seen *= q.numbers(q.sets[s].size, int64(t))
			}
		}
		n := float64(end - at)
		log += combinatorics.LogBinomial(n+each*seen-1, n) - n*math.Log(each)
		at = end
	}
	return math.Exp(log)
}

// numbers returns how many numbers of different values a set can have after some steps, on
// average over the places that can be left.
func (q *capacities) numbers(size, steps int64) float64 {
	sum, most := 0.0, min(size, 1000)
	for used := range most + 1 {
		low := max(min(used, 1), q.rule.distinct-(size-used))
		sum += float64(max(0, min(used, steps, q.rule.distinct)-low+1))
	}
	return max(1, sum/float64(most+1))
}

// density returns the greatest probability of a whole number under the normal
// distribution, at a distance from the mean.
func density(distance, variance float64) float64 {
	if variance < 0.1 {
		return 1
	}
	return min(1, math.Exp(-distance*distance/2/variance)/math.Sqrt(2*math.Pi*variance))
}
