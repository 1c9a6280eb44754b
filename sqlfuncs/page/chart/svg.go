package chart

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/page/markup"
)

// Width is that of a picture, in its own units: what one is drawn as is for the page to say.
const Width = 440

// picture returns an SVG element that tells its title and what is seen in it.
func picture(width, height float64, title, description string, parts ...markup.Part) *markup.Element {
	return markup.El("svg",
		markup.Attr("viewBox", fmt.Sprintf("0 0 %s %s", place(width), place(height))),
		markup.Attr("role", "img"),
		markup.El("title", markup.Text(title)),
		markup.El("desc", markup.Text(description)),
		markup.Parts(parts),
	)
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
