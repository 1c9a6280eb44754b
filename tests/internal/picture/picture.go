// Package picture draws the picture of README.md: how sure a reader can become of a
// sensitive value, by what the reader knows, in two releases of the same table.
package picture

import (
	_ "embed" // for the drawing
	"fmt"
	"slices"
	"strings"
	"text/template"
)

// Curve is what is drawn of a release: its k-th number is the breach probability where k
// other people's values are known.
type Curve []float64

// Picture is what the drawing shows.
type Picture struct {
	People  string  // how many there are, as it is written
	Fewest  int     // in a group of Plain
	Plain   Curve   // a release that the usual tests pass
	Safe    Curve   // one that was asked to stay below Limit
	Limit   float64 // how sure a reader may become
	Promise int     // up to how many known people Safe was asked to stay below Limit
}

// drawing is the picture with its numbers left open. It has its own background, and colours
// for readers who prefer a dark one.
//
//go:embed picture.svg.tmpl
var drawing string

// The place of the axes in the drawing.
const (
	left, right = 84.0, 732.0
	top, bottom = 92.0, 344.0
)

// Most returns how many other people's values are known at the right end.
func (p Picture) Most() int { return len(p.Plain) - 1 }

// Certain returns how many other people's values make somebody's certain in Plain, or Most.
func (p Picture) Certain() int {
	if k := slices.Index(p.Plain, 1); k >= 0 {
		return k
	}
	return p.Most()
}

// SVG returns the picture. Both curves must have as many points, two at least, and Promise
// must be one of them.
func (p Picture) SVG() (string, error) {
	if len(p.Plain) < 2 || len(p.Safe) != len(p.Plain) || p.Promise < 0 || p.Promise > p.Most() {
		return "", fmt.Errorf("the curves have %d and %d points, and the promise is up to %d", len(p.Plain), len(p.Safe), p.Promise)
	}
	x := func(k int) string { return place(left + p.across(k)) }
	y := func(share float64) string { return place(bottom - up(share)) }
	functions := template.FuncMap{
		"x":      x,
		"y":      y,
		"width":  func(k int) string { return place(p.across(k)) },
		"height": func(share float64) string { return place(up(share)) },
		"line": func(c Curve) string {
			var points []string
			for k, share := range c {
				points = append(points, x(k)+","+y(share))
			}
			return strings.Join(points, " ")
		},
		"percent": func(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) },
		"shares":  func() []float64 { return []float64{0, 0.25, 0.5, 0.75, 1} },
	}
	parsed, err := template.New("picture").Funcs(functions).Parse(drawing)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	if err := parsed.Execute(&out, p); err != nil {
		return "", err
	}
	return out.String(), nil
}

// across and up are the distances from the axes.
func (p Picture) across(k int) float64 { return (right - left) * float64(k) / float64(p.Most()) }
func up(share float64) float64         { return (bottom - top) * share }

// place writes a coordinate.
func place(at float64) string { return fmt.Sprintf("%.1f", at) }
