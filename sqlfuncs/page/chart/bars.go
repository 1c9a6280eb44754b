package chart

import (
	"math"
	"slices"

	"skyline/sqlfuncs/page/markup"
)

// Bar is one of a picture of bars, or two of them, one below the other: a number for each
// series. One that is marked is hollow.
type Bar struct {
	Name    string
	Numbers []Number
	Marked  bool
}

// Number is how long a bar is, and how that is written.
type Number struct {
	Value float64
	Text  string
}

// Whole is a number of things.
func Whole(n int64) Number { return Number{float64(n), Short(n)} }

// Share is a share, in [0, 1].
func Share(share float64) Number { return Number{share, Percent(share)} }

// Bars is a picture of bars that lie below each other.
type Bars struct {
	Title, Description string
	Names, Counts      string // what the bars' names and numbers are
	// Series are the names of two numbers that each bar has, of which the first is of before;
	// none where it has one.
	Series []string
	Bars   []Bar
	// Whole is the number that is as long as the picture is wide, and is drawn as a frame
	// around each bar; 0 for the largest, and no frame.
	Whole float64
	// LineBefore is the bar before which a dashed line is drawn, as many as there are for one
	// behind all; LineName is its name, "" for no line.
	LineBefore int
	LineName   string
}

// The place of bars.
const (
	barsLeft, barsFarLeft = 132.0, 236.0 // where names are short, and where they are long
	barsRight             = 372.0
	barsTop               = 34.0
	barHeight, barGap     = 14.0, 8.0
	pairHeight, pairStep  = 11.0, 13.0 // of two bars of one name
)

// Draw returns the picture, nil if all numbers are 0.
func (b *Bars) Draw() *Picture {
	most, left := b.Whole, barsLeft
	for _, bar := range b.Bars {
		for _, n := range bar.Numbers {
			most = max(most, n.Value)
		}
		left = max(left, min(barsFarLeft, textWidth(bar.Name)+12))
	}
	if most == 0 {
		return nil
	}
	parts := []markup.Part{
		label(left-10, 16, "end", "name", b.Names),
		label(left, 16, "start", "name", b.Counts),
		b.key(),
	}
	y := barsTop
	for i, bar := range b.Bars {
		if b.LineName != "" && i == b.LineBefore {
			parts = append(parts, b.line(&y))
		}
		parts = append(parts, b.bar(bar, left, y, most))
		y += b.height() + barGap
	}
	parts = append(parts, line(left, barsTop-6, left, y-barGap+6, "axis"))
	if b.LineName != "" && b.LineBefore >= len(b.Bars) {
		parts = append(parts, b.line(&y))
	}
	return &Picture{b.Title, b.Description, Width, y + 4, parts}
}

// height is that of the bars of one name.
func (b *Bars) height() float64 {
	if len(b.Series) > 1 {
		return pairStep + pairHeight
	}
	return barHeight
}

// bar draws the bars of one name at a height.
func (b *Bars) bar(bar Bar, left, y, most float64) markup.Part {
	parts := markup.Parts{label(left-10, y+float64(b.height()/2)+4.5, "end", "tick", clipped(bar.Name, left-12))}
	height := barHeight
	if len(b.Series) > 1 {
		height = pairHeight
	}
	for i, n := range bar.Numbers {
		class := "bar"
		switch {
		case i+1 < len(bar.Numbers):
			class = "before"
		case bar.Marked:
			class = "bar marked"
		}
		length := barLength(n.Value, most, barsRight-left)
		end := left + length
		if b.Whole > 0 {
			end = barsRight
			parts = append(parts, rect(left, y, end-left, height, "frame"))
		}
		if length > 0 {
			parts = append(parts, rect(left, y, length, height, class))
		}
		parts = append(parts, label(end+6, y+float64(height/2)+4.5, "start", "tick", n.Text))
		y += pairStep
	}
	return parts
}

// key says which bars are of which series.
func (b *Bars) key() markup.Parts {
	if len(b.Series) < 2 {
		return nil
	}
	var parts markup.Parts
	right := Width - 4.0
	for i, name := range slices.Backward(b.Series) {
		class := "bar"
		if i == 0 {
			class = "before"
		}
		width := textWidth(name)
		parts = append(parts, rect(right-width-15, 6.5, 10, 10, class), label(right-width, 16, "start", "tick", name))
		right -= width + 30
	}
	return parts
}

// line draws the dashed line at a height, and moves it on.
func (b *Bars) line(y *float64) markup.Part {
	at := *y + barHeight/2
	*y += barHeight + barGap
	return markup.Parts{
		line(6, at, Width-textWidth(b.LineName)-12, at, "limit"),
		label(Width-4, at+4.5, "end", "name warn", b.LineName),
	}
}

// barLength is what a number is long if most is as long as whole; nothing that occurs is
// invisible.
func barLength(n, most, whole float64) float64 {
	if n <= 0 {
		return 0
	}
	return math.Max(1.5, whole*(n/most))
}

// The size of a small picture of bars.
const (
	smallWidth, smallHeight = 150.0, 44.0
	mostSmall               = 50
)

// Small returns a picture of counts as bars beside each other, nil if none is above 0. Where there
// are more than fit, neighbours share a bar, as high as they are on average.
func Small(title, description string, counts []int64) *Picture {
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
	return &Picture{title, description, smallWidth, smallHeight, parts}
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
	return markup.El("svg", markup.Attr("viewBox", "0 0 100 8"), markup.Class("skyline-chart meter"), markup.Attr("aria-hidden", "true"),
		rect(0.5, 0.5, 99, 7, "frame"), rect(0.5, 0.5, 99*share, 7, "bar"))
}
