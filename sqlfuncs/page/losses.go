package page

import (
	"math"
	"strings"

	"skyline/sqlfuncs/page/chart"
	"skyline/sqlfuncs/page/markup"
)

// losses shows, for each column, how it was and how it has become.
func losses(all []Loss) *markup.Element {
	if len(all) == 0 {
		return nil
	}
	t := table{heading: "losses", columns: []column{
		{head: "Column", class: "w-name"}, {head: "Lost", class: "w-lost"}, {head: "Before", class: "w-small"}, {head: "After", class: "w-small"},
	}}
	for i := range all {
		l := &all[i]
		t.add(code(l.Name), share(l.Share), small(l.Name+", before", l.Before, nil), small(l.Name+", after", l.After, l.Labels))
	}
	const read = lostRead + " A bar is a value, or several beside each other; its height says how many people have it, compared with the highest bar beside it."
	return section("losses", lostHeading, note(read), t.element())
}

// share is a cell with a share of what was lost.
func share(s float64) cell {
	if math.IsNaN(s) || math.IsInf(s, 0) {
		return cell{text: "not known"}
	}
	text := chart.Percent(min(1, max(0, s)))
	return cell{text: text, shown: markup.Parts{markup.El("span", markup.Text(text)), chart.Meter(s)}}
}

// mostLabels is how many labels are written out.
const mostLabels = 6

// small is a cell with a small picture of how many people have each value, and what can be
// said of it.
func small(title string, values Values, labels []string) cell {
	counts := values.People
	if len(counts) == 0 {
		return cell{}
	}
	most := int64(0)
	for _, c := range counts {
		most = max(most, c)
	}
	text := plural(values.Different, "value")
	switch {
	case values.Different == 1:
		text += ", of " + plural(most, "person")
	case most > 0:
		text += ", of at most " + plural(most, "person")
	}
	parts := markup.Parts{chart.Small(title, text, counts).Inline(), note(text)}
	if len(labels) == len(counts) {
		parts = append(parts, labelled(labels))
	}
	return cell{text: text, shown: parts}
}

// labelled writes the first labels.
func labelled(labels []string) *markup.Element {
	shown := labels[:min(len(labels), mostLabels)]
	var parts markup.Parts
	for i, l := range shown {
		if i > 0 {
			parts = append(parts, markup.Text(" · "))
		}
		if strings.TrimSpace(l) == "" {
			l = "(empty)"
		}
		parts = append(parts, markup.El("bdi", markup.Text(l)))
	}
	if rest := len(labels) - len(shown); rest > 0 {
		parts = append(parts, markup.Text(" · and "+chart.Count(int64(rest))+" more"))
	}
	return markup.El("p", markup.Class("note labels"), parts)
}
