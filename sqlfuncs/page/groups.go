package page

import (
	"fmt"

	"skyline/sqlfuncs/page/chart"
	"skyline/sqlfuncs/page/markup"
)

// groups shows how many groups there are of each size.
func groups(r *Report) *markup.Element {
	sizes := make([]chart.Size, len(r.Groups))
	for i, g := range r.Groups {
		sizes[i] = chart.Size{Size: g.People, Count: g.Groups}
	}
	bins := chart.Bins(sizes, r.Smallest)
	const heading = "How large the groups are"
	picture := &chart.Bars{Title: heading, Names: "people in the group", Counts: "groups"}
	for _, b := range bins {
		isSmall := b.Last < r.Smallest
		if isSmall {
			picture.LineBefore++
		}
		picture.Bars = append(picture.Bars, chart.Bar{Name: between(b.First, b.Last), Count: b.Count, Marked: isSmall})
	}
	if len(bins) == 0 {
		return nil
	}
	text := fmt.Sprintf("%s of %s people.", plural(chart.Total(bins), "group"), between(bins[0].First, bins[len(bins)-1].Last))
	if r.Smallest > 0 {
		picture.LineName = "smallest allowed: " + chart.Short(r.Smallest)
		text += fmt.Sprintf(" The smallest that is allowed has %s; %s smaller.", plural(r.Smallest, "person"), fewer(chart.Total(bins[:picture.LineBefore])))
	}
	picture.Description = text
	const read = "People who are equal in all columns that outsiders may know form a group. Within a group nobody can be told from the others, so the larger, the better hidden."
	return section("groups", heading, figure(picture.SVG(), paragraph(read), paragraph(text)))
}

// between returns a range as it is written.
func between(first, last int64) string {
	if first == last {
		return chart.Short(first)
	}
	return chart.Short(first) + "\u2013" + chart.Short(last)
}

// plural returns a number of things.
func plural(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if thing == "person" {
		return chart.Count(n) + " people"
	}
	return chart.Count(n) + " " + thing + "s"
}

func fewer(n int64) string {
	switch n {
	case 0:
		return "no group is"
	case 1:
		return "1 group is"
	}
	return chart.Count(n) + " groups are"
}
