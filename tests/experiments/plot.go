package main

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// figure is a plot of curves; name is that of its file.
type figure struct {
	name, title, x, y string
	log               bool // of y
	falling           bool // the curves fall, and leave room for the legend below
	curves            []curve
}

type curve struct {
	label string
	x, y  []float64
	doubt []float64 // of y, for error bars; nil: none
}

func (c *curve) add(x, y float64) { c.x, c.y = append(c.x, x), append(c.y, y) }

// at returns y at x, NaN where the curve has no such point.
func (c *curve) at(x float64) float64 {
	for i := range c.x {
		if c.x[i] == x {
			return c.y[i]
		}
	}
	return math.NaN()
}

// doubted are points with what plotter wants for error bars.
type doubted struct {
	plotter.XYs
	doubt []float64
}

func (d doubted) YError(i int) (low, high float64) { return d.doubt[i], d.doubt[i] }

// save writes a figure as SVG.
func (f *figure) save(path string) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = f.title, f.x, f.y
	p.Title.Padding = 3 * vg.Millimeter
	p.Legend.Left, p.Legend.Top = true, !f.falling
	p.Add(plotter.NewGrid())
	for i, c := range f.curves {
		points := make(plotter.XYs, len(c.x))
		for j := range c.x {
			points[j] = plotter.XY{X: c.x[j], Y: c.y[j]}
		}
		line, marks, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		line.Color, line.Dashes = plotutil.Color(i), plotutil.Dashes(i)
		marks.Color, marks.Shape = plotutil.Color(i), plotutil.Shape(i)
		p.Add(line, marks)
		if c.doubt != nil {
			bars, err := plotter.NewYErrorBars(doubted{points, c.doubt})
			if err != nil {
				return err
			}
			bars.Color = plotutil.Color(i)
			p.Add(bars)
		}
		p.Legend.Add(c.label, line, marks)
	}
	// Room for the legend: a quarter of the plot, and more for more than four curves.
	switch {
	case f.log:
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
		p.Y.Max *= math.Cbrt(p.Y.Max / p.Y.Min)
	case f.falling:
		p.Y.Min -= (p.Y.Max - p.Y.Min) / 2
	default:
		p.Y.Min = 0
		p.Y.Max *= 1.3 + 0.1*float64(max(0, len(f.curves)-4))
	}
	return p.Save(14*vg.Centimeter, 9*vg.Centimeter, path)
}
