// Package plots draws curves: those of the experiments, and those of the reference.
package plots

import (
	"bytes"
	"image/color"
	"math"
	"os"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is a plot of curves; Name is that of its file.
type Figure struct {
	Name, Title, X, Y string
	Log               bool // of y
	Falling           bool // the curves fall, and leave room for the legend below
	Beside            bool // the legend, if a curve has a label, stands beside the curves
	Curves            []Curve
}

// Curve is a line through points, and how it is called in the legend.
type Curve struct {
	Label string
	X, Y  []float64
	Doubt []float64 // of y, for error bars; nil: none
}

// Add adds a point.
func (c *Curve) Add(x, y float64) { c.X, c.Y = append(c.X, x), append(c.Y, y) }

// At returns y at x, NaN where the curve has no such point.
func (c *Curve) At(x float64) float64 {
	for i := range c.X {
		if c.X[i] == x {
			return c.Y[i]
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

// Save writes a figure as SVG into a file.
func (f *Figure) Save(path string) error {
	drawn, err := f.SVG()
	if err != nil {
		return err
	}
	return os.WriteFile(path, drawn, 0o644)
}

// SVG draws a figure. Its background is white, so that it can be read on a dark page as well.
func (f *Figure) SVG() ([]byte, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = f.Title, f.X, f.Y
	p.Title.Padding = 3 * vg.Millimeter
	p.Legend.Left, p.Legend.Top = true, !f.Falling
	p.Add(plotter.NewGrid())
	for i, c := range f.Curves {
		points := make(plotter.XYs, len(c.X))
		for j := range c.X {
			points[j] = plotter.XY{X: c.X[j], Y: c.Y[j]}
		}
		line, marks, err := plotter.NewLinePoints(points)
		if err != nil {
			return nil, err
		}
		line.Color, line.Dashes = plotutil.Color(i), plotutil.Dashes(i)
		marks.Color, marks.Shape = plotutil.Color(i), plotutil.Shape(i)
		p.Add(line, marks)
		if c.Doubt != nil {
			bars, err := plotter.NewYErrorBars(doubted{points, c.Doubt})
			if err != nil {
				return nil, err
			}
			bars.Color = plotutil.Color(i)
			p.Add(bars)
		}
		if c.Label != "" {
			p.Legend.Add(c.Label, line, marks)
		}
	}
	// Room for the legend: a quarter of the plot, and more for more than four curves.
	switch {
	case f.Log:
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
		p.Y.Max *= math.Cbrt(p.Y.Max / p.Y.Min)
	case f.Beside:
		p.Y.Min = 0
	case f.Falling:
		p.Y.Min -= (p.Y.Max - p.Y.Min) / 2
	default:
		p.Y.Min = 0
		p.Y.Max *= 1.3 + 0.1*float64(max(0, len(f.Curves)-4))
	}
	drawing := vgsvg.New(14*vg.Centimeter, 9*vg.Centimeter)
	canvas := draw.New(drawing)
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Path())
	canvas = draw.Crop(canvas, margin, -margin, margin, -margin)
	isLabelled := slices.ContainsFunc(f.Curves, func(c Curve) bool { return c.Label != "" })
	if f.Beside && isLabelled {
		canvas = draw.Crop(canvas, 0, -legendWidth, 0, 0)
		data := p.DataCanvas(canvas)
		p.Legend.XOffs = data.Max.X - data.Min.X + margin
	}
	p.Draw(canvas)
	var b bytes.Buffer
	_, err := drawing.WriteTo(&b)
	return b.Bytes(), err
}

// margin is what is left free around a plot, legendWidth what a legend beside it takes.
const (
	margin      = 3 * vg.Millimeter
	legendWidth = 36 * vg.Millimeter
)
