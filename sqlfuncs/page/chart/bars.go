package chart

import (
	"math"

	"skyline/sqlfuncs/page/markup"
)

// Bar is one of a picture of bars. One that is marked is striped.
type Bar struct {
	Name   string
	Count  int64
	Marked bool
}

// Bars is a picture of bars that lie below each other.
type Bars struct {
	Title, Description string
	Names, Counts      string // what the bars' names and counts are
	Bars               []Bar
	// LineBefore is the bar before which a dashed line is drawn, as many as there are for one
	// behind all; LineName is its name, "" for no line.
	LineBefore int
	LineName   string
}

// The place of bars.
const (
	barsLeft, barsRight = 132.0, 370.0
	barsTop             = 34.0
	barStep, barHeight  = 22.0, 14.0
)

// SVG returns the picture, nil if all counts are 0.
func (b *Bars) SVG() *markup.Element {
	most := int64(0)
	for _, bar := range b.Bars {
		most = max(most, bar.Count)
	}
	if most == 0 {
		return nil
	}
	parts := []markup.Part{
		label(barsLeft-10, 16, "end", "name", b.Names),
		label(barsLeft, 16, "start", "name", b.Counts),
	}
	y := barsTop
	for i, bar := range b.Bars {
		if b.LineName != "" && i == b.LineBefore {
			parts = append(parts, b.line(&y))
		}
		length := barLength(bar.Count, most, barsRight-barsLeft)
		class := "bar"
		if bar.Marked {
			class = "bar marked"
		}
		parts = append(parts, label(barsLeft-10, y+12, "end", "tick", bar.Name))
		if length > 0 {
			parts = append(parts, rect(barsLeft, y, length, barHeight, class))
		}
		parts = append(parts, label(barsLeft+length+6, y+12, "start", "tick", Short(bar.Count)))
		y += barStep
	}
	if b.LineName != "" && b.LineBefore >= len(b.Bars) {
		parts = append(parts, b.line(&y))
	}
	parts = append(parts, line(barsLeft, barsTop-6, barsLeft, y-barStep+barHeight+6, "axis"))
	return picture(Width, y+4, b.Title, b.Description, parts...)
}

// line draws the dashed line at a height, and moves it on.
func (b *Bars) line(y *float64) markup.Part {
	at := *y + barHeight/2
	*y += barStep
	return markup.Parts{
		line(6, at, Width-textWidth(b.LineName)-12, at, "limit"),
		label(Width-4, at+4.5, "end", "name warn", b.LineName),
	}
}

// barLength is what a count is long if most is as long as whole; nothing that occurs is
// invisible.
func barLength(count, most int64, whole float64) float64 {
	if count <= 0 {
		return 0
	}
	return math.Max(1.5, whole*float64(count)/float64(most))
}

// The size of a small picture of bars.
const (
	smallWidth, smallHeight = 150.0, 44.0
	mostSmall               = 50
)

// Small returns a picture of counts as bars beside each other, nil if none is above 0. Where there
// are more than fit, neighbours share a bar, as high as they are on average.
func Small(title, description string, counts []int64) *markup.Element {
	heights := averages(counts, mostSmall)
	most := 0.0
	for _, h := range heights {
		most = math.Max(most, h)
	}
	if most == 0 {
		return nil
	}
	step := smallWidth / float64(len(heights))
	gap := math.Min(2, step/4)
	width := math.Min(step-gap, 36)
	var parts markup.Parts
	for i, h := range heights {
		if h <= 0 {
			continue
		}
		height := math.Max(1, (smallHeight-1)*h/most)
		parts = append(parts, rect(float64(float64(i)*step)+float64((step-width)/2), smallHeight-1-height, width, height, "bar"))
	}
	parts = append(parts, line(0, smallHeight-0.5, smallWidth, smallHeight-0.5, "axis"))
	return picture(smallWidth, smallHeight, title, description, parts)
}

// averages returns at most most averages of neighbours; negative counts are as 0.
func averages(counts []int64, most int) []float64 {
	n := min(len(counts), most)
	out := make([]float64, n)
	for i := range out {
		from, to := i*len(counts)/n, (i+1)*len(counts)/n
		for _, c := range counts[from:to] {
			out[i] += float64(max(c, 0)) / float64(to-from)
		}
	}
	return out
}

// Meter returns a bar that is filled as far as a share is, which the text beside it says.
func Meter(share float64) *markup.Element {
	share = math.Max(0, math.Min(1, share))
	return markup.El("svg", markup.Attr("viewBox", "0 0 100 8"), markup.Class("meter"), markup.Attr("aria-hidden", "true"),
		rect(0.5, 0.5, 99, 7, "frame"), rect(0.5, 0.5, 99*share, 7, "bar"))
}
