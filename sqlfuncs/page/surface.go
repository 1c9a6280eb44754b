package page

import (
	"fmt"
	"math"
	"strconv"

	"skyline/sqlfuncs/page/chart"
	"skyline/sqlfuncs/page/markup"
)

// mostMarks is how many points of a curve can be marked so that they are told apart.
const mostMarks = 16

// surface shows how sure somebody can become who knows about others.
func surface(r *Report) *drawing {
	limit := r.Limit
	if !(limit > 0 && limit <= 1) {
		limit = 0
	}
	var curves []chart.Curve
	var tales []tale
	longest := 0
	for _, c := range r.Surface {
		points := breachPoints(c.Breach)
		if len(points) == 0 || len(curves) == chart.MostCurves {
			continue
		}
		curve := chart.Curve{Name: c.Name, Points: points, NameAt: points[len(points)-1]}
		if len(points) <= mostMarks {
			curve.Marked = points
		}
		curves = append(curves, curve)
		tales = append(tales, tale{name: c.Name, text: surfaceText(points, limit)})
		longest = max(longest, len(c.Breach)-1)
	}
	if len(curves) == 0 {
		return nil
	}
	letter(curves, tales)
	const read = "Further to the right, somebody knows the values of more other people, and never becomes less sure. Each line is for another amount of knowledge about the person they look for."
	heading, shows := about("How sure somebody can become", r.About), description(tales)
	picture := &chart.Lines{
		Title:       heading,
		Description: shows,
		X:           chart.CountAxis("other people known", int64(longest)),
		Y:           chart.ShareAxis("how sure, in percent"),
		Curves:      curves,
		Limit:       limit,
	}
	explained := markup.Parts{paragraph(read)}
	if limit > 0 {
		picture.LimitName = "limit " + strconv.FormatFloat(100*limit, 'g', 4, 64) + "\u00A0%"
		explained = append(explained, paragraph("Where a line reaches the limit, an attacker with that knowledge is surer than you allow."))
	}
	return &drawing{
		name: "surface", heading: heading, picture: picture.Draw(), shows: shows, read: read,
		beside: markup.Parts{explained, list(tales), undrawn(len(r.Surface), len(curves))},
	}
}

// breachPoints returns the points of a curve that can be drawn.
func breachPoints(breach []float64) (points []chart.Point) {
	for k, b := range breach {
		if !math.IsNaN(b) {
			points = append(points, chart.Point{X: float64(k), Y: min(1, max(0, b))})
		}
	}
	return points
}

// surfaceText says where a curve begins, where it ends, and where it reaches the limit.
func surfaceText(points []chart.Point, limit float64) string {
	first, last := points[0], points[len(points)-1]
	text := chart.Percent(first.Y) + " where " + known(first.X)
	if last.X > first.X {
		text += ", " + chart.Percent(last.Y) + " where " + known(last.X)
	}
	if limit == 0 {
		return text
	}
	for _, p := range points {
		if p.Y >= limit {
			return text + "; it reaches the limit where " + known(p.X)
		}
	}
	return text + "; it stays below the limit"
}

// known says that so many other people are known.
func known(k float64) string {
	switch k {
	case 0:
		return "nobody else is known"
	case 1:
		return "1 other person is known"
	}
	return chart.Count(int64(k)) + " others are known"
}

// undrawn says that curves are missing from a picture, nil if none is.
func undrawn(all, drawn int) *markup.Element {
	if all <= drawn {
		return nil
	}
	return paragraph(fmt.Sprintf("Not drawn: %s more.", chart.Count(int64(all-drawn))))
}
