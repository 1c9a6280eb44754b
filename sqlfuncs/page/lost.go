package page

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"skyline/sqlfuncs/page/chart"
)

const (
	lostHeading = "What was lost in each column"
	lostRead    = "0\u00A0% says that every value is as exact as it was, 100\u00A0% that nothing of the column is left."
)

// mostColumns is how many columns can be taken in on one picture.
const mostColumns = 40

// lost shows how much of each column was lost, most first.
func lost(all []Loss) *drawing {
	var known []Loss
	var unknown []string
	for _, l := range all {
		if math.IsNaN(l.Share) || math.IsInf(l.Share, 0) {
			unknown = append(unknown, l.Name)
			continue
		}
		l.Share = min(1, max(0, l.Share))
		known = append(known, l)
	}
	if len(known) == 0 {
		return nil
	}
	slices.SortStableFunc(known, func(a, b Loss) int { return cmp.Compare(b.Share, a.Share) })
	drawn := known[:min(len(known), mostColumns)]
	picture := &chart.Bars{Title: lostHeading, Names: "column", Counts: "detail lost", Whole: 1}
	var told []string
	for _, l := range drawn {
		picture.Bars = append(picture.Bars, chart.Bar{Name: l.Name, Numbers: []chart.Number{chart.Share(l.Share)}})
		told = append(told, l.Name+" "+chart.Percent(l.Share))
	}
	shows := "Lost of each column's detail, most first: " + strings.Join(told, ", ") + "."
	if rest := len(known) - len(drawn); rest > 0 {
		shows += " Not drawn: " + chart.Count(int64(rest)) + " more, which have lost as much as the last or less."
	}
	if len(unknown) > 0 {
		shows += " Not known: " + strings.Join(unknown, ", ") + "."
	}
	picture.Description = shows
	return &drawing{name: "loss", heading: picture.Title, picture: picture.Draw(), shows: shows, read: lostRead}
}
