package cellkey

import (
	"math"
	"sort"
)

// chances returns how likely each noise is: of all that have mean 0 and this variance, the ones
// of largest entropy. noises ascend, have one below and one above 0 or 0 itself, and a variance out
// of their reach is taken to be the nearest that they can have.
func chances(noises []int, variance float64) []float64 {
	low, high := float64(noises[0]), float64(noises[len(noises)-1])
	above := sort.SearchInts(noises, 0)
	least := 0.0
	if noises[above] != 0 {
		least = -float64(noises[above-1] * noises[above])
	}
	const near = 1e-9
	switch most := -low * high; {
	case variance >= most*(1-near):
		return two(noises, 0, len(noises)-1)
	case variance <= least*(1+near) && least > 0:
		return two(noises, above-1, above)
	}
	return entropic(noises, variance)
}

// two are the chances of two noises, one below and one above 0, where nothing else occurs.
func two(noises []int, i, j int) []float64 {
	p := make([]float64, len(noises))
	width := float64(noises[j] - noises[i])
	p[i], p[j] = float64(noises[j])/width, -float64(noises[i])/width
	return p
}

// entropic solves for the chances, which are in proportion to exp(a·v + b·v²): the a and b that
// make mean and variance right are where log Σ exp(a·v + b·v²) − b·variance is least, a convex
// function, found by Newton's method with halved steps.
func entropic(noises []int, variance float64) []float64 {
	a, b := 0.0, 0.0
	p, value := spread(noises, a, b, variance)
	for range 500 {
		var m [5]float64 // moments
		for i, v := range noises {
			x := p[i]
			for j := range m {
				m[j] += x
				x *= float64(v)
			}
		}
		ga, gb := m[1], m[2]-variance
		if math.Abs(ga) < 1e-13 && math.Abs(gb) < 1e-13*max(1, variance) {
			break
		}
		haa, hab, hbb := m[2]-float64(m[1]*m[1]), m[3]-float64(m[1]*m[2]), m[4]-float64(m[2]*m[2])
		det := float64(haa*hbb) - float64(hab*hab)
		if det <= 0 {
			break
		}
		da, db := (float64(hbb*ga)-float64(hab*gb))/det, (float64(haa*gb)-float64(hab*ga))/det
		step, moved := 1.0, false
		for range 60 {
			q, v := spread(noises, a-float64(step*da), b-float64(step*db), variance)
			if v <= value {
				moved = v < value
				a, b, p, value = a-float64(step*da), b-float64(step*db), q, v
				break
			}
			step /= 2
		}
		if !moved {
			break
		}
	}
	return p
}

// spread returns the chances at a and b, and the value of the convex function.
func spread(noises []int, a, b, variance float64) (p []float64, value float64) {
	p = make([]float64, len(noises))
	most := math.Inf(-1)
	for i, noise := range noises {
		v := float64(noise)
		p[i] = float64(a*v) + float64(b*float64(v*v))
		most = max(most, p[i])
	}
	sum := 0.0
	for i := range p {
		p[i] = math.Exp(p[i] - most)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p, most + math.Log(sum) - float64(b*variance)
}
