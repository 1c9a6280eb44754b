package page

import (
	"fmt"

	"skyline/sqlfuncs/page/chart"
	"skyline/sqlfuncs/page/markup"
)

// groups shows how many groups there are of each size.
func groups(r *Report) *drawing {
	sizes := sizesOf{after: groupsOf(r.Groups), before: groupsOf(r.GroupsBefore), smallest: r.Smallest}
	picture, all, earlier := sizes.bars()
	if picture == nil {
		return nil
	}
	picture.Title, picture.Names, picture.Counts = "How large the groups are", "people in the group", "groups"
	shows := ofSizes(&all) + "."
	if r.Smallest > 0 {
		picture.LineName = "smallest allowed: " + chart.Short(r.Smallest)
		shows += fmt.Sprintf(" The smallest that is allowed has %s; %s smaller.", plural(r.Smallest, "person"), fewer(all.small))
	}
	if earlier.count > 0 {
		shows += " The original has " + ofSizes(&earlier)
		if r.Smallest > 0 {
			shows += "; " + fewer(earlier.small) + " smaller"
		}
		shows += "."
	}
	const read = "People who are equal in all columns that outsiders may know form a group. Within a group nobody can be told from the others, so the larger, the better hidden."
	picture.Description = shows
	return &drawing{
		name: "groups", heading: picture.Title, picture: picture.Draw(), shows: shows, read: read,
		beside: markup.Parts{paragraph(shows), paragraph(read)},
	}
}

// ofSizes says how many groups there are, and how large they are.
func ofSizes(t *total) string {
	if t.first == t.last {
		return plural(t.count, "group") + " of " + plural(t.first, "person")
	}
	return plural(t.count, "group") + " of " + between(t.first, t.last) + " people"
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
