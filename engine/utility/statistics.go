package utility

import (
	"math"

	"skyline/engine/exact"
)

// Mean is that of a column of numbers, in the original and in the release. People whose number is
// NULL do not count; a suppressed cell counts as "*", and somebody who may have a number or NULL as
// having one.
type Mean struct {
	Original float64
	// Release takes the middle of an interval, and the mean of the values of any other label.
	Release float64
	// Low and High are the least and the largest mean that the labels leave open.
	Low, High float64
}

// IsNumeric reports whether the values of a column in the original are numbers or times, all of them
// finite.
func (r *Release) IsNumeric(column int) bool { return r.columns[column].isNumeric() }

// Mean returns the means of a column. They are NaN where nobody has a number.
//
// It takes a pass over the rows of both tables.
func (r *Release) Mean(column int) Mean {
	c := &r.columns[column]
	low, high := make([]float64, len(c.Labels)), make([]float64, len(c.Labels))
	for l := range c.regions {
		low[l], high[l] = c.ends(&c.regions[l])
	}
	return Mean{
		Original: r.original.mean(column, c.positions()),
		Release:  r.release.mean(column, c.middles()),
		Low:      r.release.mean(column, low),
		High:     r.release.mean(column, high),
	}
}

// Deviation returns the standard deviation of a column in the original, and in the release, of which
// middles are taken as for Mean:
//
//	√(Σ (x - x̄)² / (n - 1))
//
// NaN for fewer than two people. It takes two passes over the rows of both tables.
func (r *Release) Deviation(column int) (original, release float64) {
	c := &r.columns[column]
	deviation := func(cells *Cells, x []float64) float64 {
		s := cells.spread(column, column, x, x)
		return math.Sqrt(s.xx / (s.people - 1))
	}
	return deviation(&r.original, c.positions()), deviation(&r.release, c.middles())
}

// Correlation returns Pearson's coefficient of two columns in the original, and in the release, of
// which middles are taken as for Mean, of the people who have a number in both:
//
//	Σ (x - x̄)(y - ȳ) / √(Σ (x - x̄)² · Σ (y - ȳ)²)
//
// It is in [-1, 1], and NaN where one of the columns does not vary. It takes some passes over the
// rows of both tables.
func (r *Release) Correlation(a, b int) (original, release float64) {
	correlation := func(cells *Cells, x, y []float64) float64 {
		s := cells.spread(a, b, x, y)
		if s.xx == 0 || s.yy == 0 {
			return math.NaN()
		}
		return max(-1, min(1, s.xy/math.Sqrt(s.xx)/math.Sqrt(s.yy)))
	}
	return correlation(&r.original, r.columns[a].positions(), r.columns[b].positions()),
		correlation(&r.release, r.columns[a].middles(), r.columns[b].middles())
}

// positions are the numbers of a column's values, NaN for those that have none.
func (c *Column) positions() []float64 {
	x := make([]float64, len(c.Values))
	for i := range c.Values {
		x[i] = math.NaN()
		if isNumber(&c.Values[i]) {
			x[i] = c.Values[i].Position
		}
	}
	return x
}

// middles are the numbers that its labels count as, likewise.
func (c *Column) middles() []float64 {
	x := make([]float64, len(c.regions))
	for l := range c.regions {
		x[l] = c.position(&c.regions[l])
	}
	return x
}

// ends returns the least and the largest number that a label stands for, NaN if it has none.
func (c *Column) ends(r *region) (low, high float64) {
	switch {
	case r.kind == interval:
		return r.low, r.high
	case r.kind == all:
		return c.low, c.high
	case r.kind == single && len(r.runs) == 0:
		return r.low, r.low
	}
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range r.values() {
		if isNumber(&c.Values[v]) {
			low, high = min(low, c.Values[v].Position), max(high, c.Values[v].Position)
		}
	}
	if low > high {
		return math.NaN(), math.NaN()
	}
	return low, high
}

// mean returns the mean of a column, of whose codes x are the numbers: NaN for none.
func (cells *Cells) mean(column int, x []float64) float64 {
	var sum exact.Sum
	people := 0.0
	for row, code := range cells.Codes[column] {
		if n := float64(cells.N[row]); !math.IsNaN(x[code]) {
			sum.Add(n * x[code])
			people += n
		}
	}
	return sum.Value() / people
}

// spread is how far people are from the means of two columns: sums of squares and products.
type spread struct{ xx, xy, yy, people float64 }

// spread returns that of the people who have a number in both columns, of whose codes x and y are the
// numbers.
func (cells *Cells) spread(a, b int, x, y []float64) spread {
	var sumX, sumY, xx, xy, yy exact.Sum
	people := 0.0
	each := func(add func(n, x, y float64)) {
		for row, n := range cells.N {
			if x, y := x[cells.Codes[a][row]], y[cells.Codes[b][row]]; !math.IsNaN(x) && !math.IsNaN(y) {
				add(float64(n), x, y)
			}
		}
	}
	each(func(n, x, y float64) {
		sumX.Add(n * x)
		sumY.Add(n * y)
		people += n
	})
	meanX, meanY := sumX.Value()/people, sumY.Value()/people
	each(func(n, x, y float64) {
		dx, dy := x-meanX, y-meanY
		xx.Add(n * float64(dx*dx))
		xy.Add(n * float64(dx*dy))
		yy.Add(n * float64(dy*dy))
	})
	return spread{xx.Value(), xy.Value(), yy.Value(), people}
}
