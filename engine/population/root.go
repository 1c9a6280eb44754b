package population

import "math"

// root returns where f changes its sign between low and high, at the ends of which it has
// different ones: the last number before. It halves the interval until nothing is between.
func root(low, high float64, f func(float64) float64) float64 {
	sign := math.Signbit(f(low))
	for {
		middle := low + float64((high-low)/2)
		if middle <= low || middle >= high {
			return low
		}
		if math.Signbit(f(middle)) == sign {
			low = middle
		} else {
			high = middle
		}
	}
}
