package chart

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/page/markup"
)

// Width is that of a picture of lines or bars.
const Width = 450

// Picture is what is drawn, in units of its own.
type Picture struct {
	title, description string
	width, height      float64
	parts              []markup.Part
}

// Inline returns the picture as a part of a page that has Sheet, nil for none: an element that
// tells its title and what is seen in it. How large it is is for the page to say.
func (p *Picture) Inline() *markup.Element {
	if p == nil {
		return nil
	}
	return markup.El("svg",
		markup.Class("skyline-chart"),
		markup.Attr("viewBox", viewBox(p.width, p.height)),
		markup.Attr("role", "img"),
		markup.El("title", markup.Text(p.title)),
		markup.El("desc", markup.Text(p.description)),
		markup.Parts(p.parts),
	)
}

// The place of a picture that stands alone: what is around it, and above it for its heading.
const (
	around, above = 14.0, 44.0
	scale         = 1.4 // how many pixels a unit is where nobody says otherwise
	headingWidth  = 8.6 // of a letter
)

// Alone returns the picture as an SVG document that needs nothing else: with its heading, its
// style, and a background that is light or dark, as the reader prefers.
func (p *Picture) Alone() string {
	width, height := p.width+2*around, p.height+above+around
	return markup.XML(markup.El("svg",
		markup.Attr("xmlns", "http://www.w3.org/2000/svg"),
		markup.Class("skyline-chart skyline-figure"),
		markup.Attr("viewBox", viewBox(width, height)),
		markup.Attr("width", place(scale*width)),
		markup.Attr("height", place(scale*height)),
		markup.Attr("role", "img"),
		markup.El("title", markup.Text(p.title)),
		markup.El("desc", markup.Text(p.description)),
		markup.Style(Sheet+alone),
		rect(0, 0, width, height, "paper"),
		label(around, 26, "start", "heading", clipped(p.title, p.width*letterWidth/headingWidth)),
		markup.El("g", markup.Attr("transform", fmt.Sprintf("translate(%s,%s)", place(around), place(above))), markup.Parts(p.parts)),
	))
}

func viewBox(width, height float64) string {
	return fmt.Sprintf("0 0 %s %s", place(width), place(height))
}

// place writes a coordinate or a length.
func place(at float64) string {
	text := fmt.Sprintf("%.1f", at)
	return strings.TrimSuffix(text, ".0")
}

// label returns a text at a place; anchor says which of its ends, start, middle or end, is
// there.
func label(x, y float64, anchor, class, text string) *markup.Element {
	return markup.El("text", markup.Attr("x", place(x)), markup.Attr("y", place(y)),
		markup.Attr("text-anchor", anchor), markup.Class(class), markup.Text(text))
}

func line(x1, y1, x2, y2 float64, class string) *markup.Element {
	return markup.El("line", markup.Attr("x1", place(x1)), markup.Attr("y1", place(y1)),
		markup.Attr("x2", place(x2)), markup.Attr("y2", place(y2)), markup.Class(class))
}

func rect(x, y, width, height float64, class string) *markup.Element {
	return markup.El("rect", markup.Attr("x", place(x)), markup.Attr("y", place(y)),
		markup.Attr("width", place(width)), markup.Attr("height", place(height)), markup.Class(class))
}

// The widths of characters are not known here, as the page takes the reader's own fonts:
// these are those of a wide one.
const (
	letterWidth = 7
	wideWidth   = 13 // of East Asian characters and pictures
)

// textWidth returns how wide a text may become.
func textWidth(text string) float64 {
	width := 0.0
	for _, r := range text {
		if r >= 0x1100 {
			width += wideWidth
		} else {
			width += letterWidth
		}
	}
	return width
}

// clipped returns a text, or its beginning and its end where it may become wider.
func clipped(text string, width float64) string {
	if textWidth(text) <= width {
		return text
	}
	letters := []rune(text)
	for n := min(len(letters)-1, int(width/letterWidth)); n > 0; n-- {
		short := string(letters[:(n+1)/2]) + "…" + string(letters[len(letters)-n/2:])
		if textWidth(short) <= width {
			return short
		}
	}
	return "…"
}

// spread moves places, which must be ascending, as little as need be for gap between each and
// the next, and none below low; it keeps them under high where all fit.
func spread(places []float64, gap, low, high float64) {
	for i := range places {
		at := low
		if i > 0 {
			at = places[i-1] + gap
		}
		places[i] = max(places[i], at)
	}
	for i := len(places) - 1; i >= 0; i-- {
		at := max(high, low+float64(gap*float64(len(places)-1)))
		if i < len(places)-1 {
			at = places[i+1] - gap
		}
		places[i] = min(places[i], at)
	}
}
