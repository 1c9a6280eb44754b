package breach

import "math"

// largest returns the largest x in [0, most] whose margin is positive, -1 if there is
// none. Margins must not rise with x; only their signs decide, but the smoother they
// are, the fewer it asks for: a few and O(log log most), or O(log most) at worst.
//
// It starts at the guess.
func largest(most, guess int64, margin func(int64) float64) int64 {
	type end struct {
		x int64
		y float64
	}
	low, high := end{-1, math.Inf(1)}, end{most + 1, math.Inf(-1)}
	probe := func(x int64) (isLow bool) {
		y := margin(x)
		if y > 0 {
			low = end{x, y}
		} else {
			high = end{x, y}
		}
		return y > 0
	}
	for x, step := min(guess, most), int64(1); low.x < x && x < high.x; step = min(8*step, 1<<58) {
		if probe(x) {
			x += step
		} else {
			x -= step
		}
	}
	// The Illinois method: where the line between the ends meets 0, with half the height
	// of an end that stays, and every third time the middle.
	sameSide := 0
	for n := 1; high.x-low.x > 1; n++ {
		width := high.x - low.x
		x := low.x + width/2
		if n%3 != 0 && !math.IsInf(low.y, 1) && !math.IsInf(high.y, -1) {
			part := low.y / (low.y - high.y)
			x = low.x + min(max(int64(part*float64(width)), 1), width-1)
		}
		if probe(x) {
			sameSide = max(sameSide, 0) + 1
		} else {
			sameSide = min(sameSide, 0) - 1
		}
		if sameSide > 1 {
			high.y /= 2
		} else if sameSide < -1 {
			low.y /= 2
		}
	}
	return low.x
}
