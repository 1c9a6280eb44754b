package page

import (
	"fmt"

	"skyline/sqlfuncs/page/chart"
	"skyline/sqlfuncs/page/markup"
)

// risk shows how many people have which re-identification risk: 1 in the size of their group.
func risk(r *Report) *drawing {
	sizes := sizesOf{after: peopleOf(r.Groups), before: peopleOf(r.GroupsBefore), smallest: r.Smallest}
	picture, all, earlier := sizes.bars()
	if picture == nil {
		return nil
	}
	picture.Title, picture.Names, picture.Counts = "Re-identification risk", "risk", "people"
	for i := range picture.Bars {
		picture.Bars[i].Name = oneIn + picture.Bars[i].Name
	}
	shows := ""
	if r.Smallest > 0 {
		picture.LineName = "limit: " + oneIn + chart.Short(r.Smallest)
		shows = fmt.Sprintf("%s in the release %s above the limit of %s%s. ", capitalized(above(&all)), areAtRisk(all.small), oneIn, chart.Short(r.Smallest))
	}
	shows += "The highest risk is " + oneIn + chart.Short(all.first) + "."
	if earlier.count > 0 {
		shows += fmt.Sprintf(" In the original it is %s%s", oneIn, chart.Short(earlier.first))
		if r.Smallest > 0 {
			shows += fmt.Sprintf(", and %s %s above the limit", above(&earlier), areAtRisk(earlier.small))
		}
		shows += "."
	}
	const read = "Anyone who looks for a person they know finds the group of people who look alike, and picks one of them. In a group of 5 that is the right one with a chance of 1 in 5."
	picture.Description = shows
	return &drawing{
		name: "risk", heading: picture.Title, picture: picture.Draw(), shows: shows, read: read,
		beside: markup.Parts{paragraph(shows), paragraph(read)},
	}
}

// oneIn begins a risk: behind it is how many people look alike.
const oneIn = "1 in "

// above says how many people of all have a risk above the limit.
func above(t *total) string {
	if t.small == 0 {
		return "nobody"
	}
	return chart.Count(t.small) + " of " + plural(t.count, "person")
}

func areAtRisk(n int64) string {
	if n <= 1 {
		return "is"
	}
	return "are"
}
