package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"skyline/sqlfuncs/page/markup"
)

// Point is a point of a curve.
type Point struct{ X, Y float64 }

// Curve is a line through points, by ascending X. Marked are the points of it that matter;
// NameAt is the one that its name, at the right of the picture, is led to.
type Curve struct {
	Name   string
	Points []Point
	Marked []Point
	NameAt Point
}

// Axis is one of a picture: what it is called, and where its ticks are, of which the first and
// the last are its ends.
type Axis struct {
	Name  string
	Ticks []Tick
}

// Tick is a place on an axis, which is not marked if it has no text.
type Tick struct {
	At   float64
	Text string
}

// CountAxis returns an axis of whole numbers up to highest.
func CountAxis(name string, highest int64) Axis {
	a := Axis{Name: name}
	for _, at := range Ticks(highest, 5) {
		a.Ticks = append(a.Ticks, Tick{float64(at), Short(at)})
	}
	return a
}

// mostNumbers is how many numbers can stand below each other's lines.
const mostNumbers = 10

// NumberAxis returns an axis on which the i-th of some numbers, however far from the others, is
// at i+1.
func NumberAxis(name string, numbers []int64) Axis {
	a := Axis{Name: name, Ticks: []Tick{{}}}
	every := (len(numbers) + mostNumbers - 1) / mostNumbers
	for i, n := range numbers {
		t := Tick{At: float64(i + 1)}
		if (len(numbers)-1-i)%every == 0 {
			t.Text = Short(n)
		}
		a.Ticks = append(a.Ticks, t)
	}
	return a
}

// ShareAxis returns an axis of shares in percent.
func ShareAxis(name string) Axis {
	a := Axis{Name: name}
	for _, percent := range []int{0, 25, 50, 75, 100} {
		a.Ticks = append(a.Ticks, Tick{float64(percent) / 100, strconv.Itoa(percent) + "\u00A0%"})
	}
	return a
}

func (a Axis) end() float64 { return a.Ticks[len(a.Ticks)-1].At }

// Lines is a picture of curves.
type Lines struct {
	Title, Description string
	X, Y               Axis
	Curves             []Curve // MostCurves at most
	Filled             bool    // the areas below them
	// Empty says in the middle that there are no curves, where there are none.
	Empty string
	// Limit is a height that a dashed line marks, and its name; 0 is none.
	Limit     float64
	LimitName string
}

// MostCurves is how many curves there are dashes for.
const MostCurves = 8

// The place of the axes.
const (
	linesLeft, linesRight = 52.0, 306.0
	linesTop, linesBottom = 34.0, 234.0
	linesHeight           = 280.0
	nameLeft              = linesRight + 14
	nameGap               = 16.0
)

// Draw returns the picture.
func (l *Lines) Draw() *Picture {
	parts := l.axes()
	for i, c := range l.Curves {
		if l.Filled {
			parts = append(parts, markup.El("path", markup.Class("area"), markup.Attr("d", l.area(c.Points))))
		}
		parts = append(parts, markup.El("path", markup.Class("curve dash"+strconv.Itoa(i)), markup.Attr("d", l.path(c.Points))))
	}
	if len(l.Curves) == 0 {
		parts = append(parts, label((linesLeft+linesRight)/2, (linesTop+linesBottom)/2+4, "middle", "name", l.Empty))
	}
	if l.Limit > 0 {
		parts = append(parts, line(linesLeft, l.y(l.Limit), linesRight, l.y(l.Limit), "limit"))
	}
	for _, c := range l.Curves {
		for _, p := range c.Marked {
			parts = append(parts, markup.El("circle", markup.Class("mark"),
				markup.Attr("cx", place(l.x(p.X))), markup.Attr("cy", place(l.y(p.Y))), markup.Attr("r", "3")))
		}
	}
	parts = append(parts, l.names()...)
	return &Picture{l.Title, l.Description, Width, linesHeight, parts}
}

func (l *Lines) x(at float64) float64 {
	return linesLeft + float64((linesRight-linesLeft)*min(1, at/l.X.end()))
}

func (l *Lines) y(at float64) float64 {
	return linesBottom - float64((linesBottom-linesTop)*min(1, at/l.Y.end()))
}

// axes draws the axes, their ticks and their names.
func (l *Lines) axes() (parts []markup.Part) {
	for _, t := range l.Y.Ticks {
		parts = append(parts, line(linesLeft, l.y(t.At), linesRight, l.y(t.At), "grid"),
			label(linesLeft-8, l.y(t.At)+4, "end", "tick", t.Text))
	}
	for _, t := range l.X.Ticks {
		if t.Text == "" {
			continue
		}
		parts = append(parts, line(l.x(t.At), linesBottom, l.x(t.At), linesBottom+5, "axis"),
			label(l.x(t.At), linesBottom+20, "middle", "tick", t.Text))
	}
	return append(parts,
		line(linesLeft, linesBottom, linesRight, linesBottom, "axis"),
		label(2, 16, "start", "name", l.Y.Name),
		label(linesRight, linesBottom+40, "end", "name", l.X.Name))
}

// path returns the line through points.
func (l *Lines) path(points []Point) string {
	var b strings.Builder
	for i, p := range l.thinned(points) {
		if i == 0 {
			b.WriteByte('M')
		} else {
			b.WriteByte('L')
		}
		b.WriteString(place(p.X) + "," + place(p.Y))
	}
	return b.String()
}

// area returns what is below the line.
func (l *Lines) area(points []Point) string {
	if len(points) == 0 {
		return ""
	}
	return l.path(points) + "V" + place(linesBottom) + "H" + place(l.x(points[0].X)) + "Z"
}

// thinned returns points in the picture's units, and of those that are next to the same
// point of the paper, half a unit wide, only the first and the last.
func (l *Lines) thinned(points []Point) (kept []Point) {
	column := func(p Point) int { return int(2 * p.X) }
	for _, p := range points {
		p = Point{l.x(p.X), l.y(p.Y)}
		if n := len(kept); n >= 2 && column(kept[n-2]) == column(p) && column(kept[n-1]) == column(p) {
			kept[n-1] = p
			continue
		}
		kept = append(kept, p)
	}
	return kept
}

// named is a name at the right.
type named struct {
	name, class string
	from        Point // where a line leads to it
}

// names writes the names of the curves and of the limit at the right, one below the other,
// each with a line that leads to it.
func (l *Lines) names() (parts []markup.Part) {
	var all []named
	for _, c := range l.Curves {
		all = append(all, named{c.Name, "name", Point{l.x(c.NameAt.X), l.y(c.NameAt.Y)}})
	}
	if l.Limit > 0 {
		all = append(all, named{l.LimitName, "name warn", Point{linesRight, l.y(l.Limit)}})
	}
	slices.SortStableFunc(all, func(a, b named) int { return cmp.Compare(a.from.Y, b.from.Y) })
	places := make([]float64, len(all))
	for i, n := range all {
		places[i] = n.from.Y
	}
	spread(places, nameGap, linesTop, linesBottom)
	for i, n := range all {
		if n.name == "" {
			continue
		}
		from := n.from.X
		if len(l.Curves) > 0 && from < linesRight {
			from = math.Min(from+5, linesRight)
		}
		lead := markup.El("polyline", markup.Class("lead"), markup.Attr("points",
			place(from)+","+place(n.from.Y)+" "+place(linesRight+2)+","+place(n.from.Y)+" "+place(nameLeft-4)+","+place(places[i])))
		parts = append(parts, lead, label(nameLeft, places[i]+4, "start", n.class, n.name))
	}
	return parts
}

// Names returns names as they can stand beside curves: themselves, or, where one of them is
// too long, letters, which the page must then explain.
func Names(names []string) (short []string, explained bool) {
	for _, n := range names {
		if textWidth(n) > Width-nameLeft {
			letters := make([]string, len(names))
			for i := range names {
				letters[i] = string(rune('A' + i%26))
			}
			return letters, true
		}
	}
	return names, false
}

// Key returns a piece of the i-th curve of a picture, to stand in a text.
func Key(i int) *markup.Element {
	return markup.El("svg", markup.Attr("viewBox", "0 0 36 8"), markup.Class("skyline-chart key"), markup.Attr("aria-hidden", "true"),
		line(0, 4, 36, 4, "curve dash"+strconv.Itoa(i)))
}
