package page

import (
	"math"
	"slices"

	"skyline/sqlfuncs/page/chart"
)

// sizesOf are sizes of groups and how much there is of each, in the release and in the
// original, and the smallest that is allowed, 0 for none.
type sizesOf struct {
	after, before []chart.Size
	smallest      int64
}

// total is what sizes come to: how much there is of all of them together, and of those that
// are too small, and which is the first and which the last.
type total struct{ count, small, first, last int64 }

// bars returns a picture of the sizes, nil if there is nothing of the release, and what those
// of the release and of the original come to.
func (s *sizesOf) bars() (picture *chart.Bars, after, before total) {
	after, before = s.total(s.after), s.total(s.before)
	if after.count == 0 {
		return nil, after, before
	}
	bins := chart.Bins(slices.Concat(s.after, s.before), s.smallest)
	counts, earlier := chart.Fill(bins, s.after), chart.Fill(bins, s.before)
	picture = &chart.Bars{}
	if before.count > 0 {
		picture.Series = []string{"original", "release"}
	}
	for i, b := range bins {
		bar := chart.Bar{Name: between(b.First, b.Last), Marked: b.Last < s.smallest}
		if before.count > 0 {
			bar.Numbers = append(bar.Numbers, chart.Whole(earlier[i]))
		}
		bar.Numbers = append(bar.Numbers, chart.Whole(counts[i]))
		if bar.Marked {
			picture.LineBefore++
		}
		picture.Bars = append(picture.Bars, bar)
	}
	return picture, after, before
}

// total returns what sizes come to, nothing of none.
func (s *sizesOf) total(sizes []chart.Size) (t total) {
	bins := chart.Bins(sizes, s.smallest)
	if len(bins) == 0 {
		return total{}
	}
	for _, b := range bins {
		if b.Last < s.smallest {
			t.small = chart.Total([]chart.Bin{{Count: t.small}, b})
		}
	}
	t.count, t.first, t.last = chart.Total(bins), bins[0].First, bins[len(bins)-1].Last
	return t
}

// groupsOf returns how many groups there are of each size.
func groupsOf(groups []GroupSize) []chart.Size {
	sizes := make([]chart.Size, len(groups))
	for i, g := range groups {
		sizes[i] = chart.Size{Size: g.People, Count: g.Groups}
	}
	return sizes
}

// peopleOf returns how many people are in groups of each size; what is more than the largest
// number is that.
func peopleOf(groups []GroupSize) []chart.Size {
	sizes := groupsOf(groups)
	for i, s := range sizes {
		switch {
		case s.Size <= 0 || s.Count <= 0:
			sizes[i].Count = 0
		case s.Size > math.MaxInt64/s.Count:
			sizes[i].Count = math.MaxInt64
		default:
			sizes[i].Count *= s.Size
		}
	}
	return sizes
}
