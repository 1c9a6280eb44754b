package page

import (
	"skyline/sqlfuncs/page/chart"
	"skyline/sqlfuncs/page/markup"
)

// skyline shows how much knowledge the release withstands.
func skyline(r *Report) *drawing {
	if len(r.Skyline) == 0 {
		return nil
	}
	var curves []chart.Curve
	var tales, nothing []tale
	mostK, mostM := int64(0), int64(0)
	for i := range r.Skyline {
		s := &r.Skyline[i]
		n := min(len(s.K), len(s.M))
		if n == 0 {
			nothing = append(nothing, tale{name: s.Name, text: "the release alone exceeds the limit"})
			continue
		}
		if len(curves) == chart.MostCurves {
			continue
		}
		curves = append(curves, stairs(s.Name, s.K[:n], s.M[:n]))
		tales = append(tales, tale{name: s.Name, text: stairsText(s.K[:n], s.M[:n])})
		mostK, mostM = max(mostK, s.K[n-1]), max(mostM, s.M[0])
	}
	heading := about("How much knowledge the release withstands", r.About)
	letter(curves, tales)
	tales = append(tales, nothing...)
	shows := description(tales)
	picture := &chart.Lines{
		Title:       heading,
		Description: shows,
		X:           chart.CountAxis("other people known", mostK),
		Y:           chart.CountAxis("relatives known to share the value", mostM),
		Curves:      curves,
		Empty:       "the release alone exceeds the limit",
		Filled:      true,
	}
	const read = "Anyone who knows as much as a point on the stairs, or one below them, stays below the limit. Higher up or further to the right they may reach it. Each line is for another amount of knowledge about the person they look for."
	return &drawing{
		name: "skyline", heading: heading, picture: picture.Draw(), shows: shows, read: read,
		beside: markup.Parts{paragraph(read), list(tales), undrawn(len(r.Skyline), len(curves)+len(nothing))},
	}
}

// stairs returns the border of all that is at most as large as one of the points.
func stairs(name string, k, m []int64) chart.Curve {
	c := chart.Curve{Name: name}
	add := func(to *[]chart.Point, x, y int64) {
		*to = append(*to, chart.Point{X: float64(max(x, 0)), Y: float64(max(y, 0))})
	}
	add(&c.Points, 0, m[0])
	for i := range k {
		add(&c.Points, k[i], m[i])
		if len(k) <= mostMarks {
			add(&c.Marked, k[i], m[i])
		}
		below := int64(0)
		if i+1 < len(m) {
			below = m[i+1]
		}
		add(&c.Points, k[i], below)
	}
	c.NameAt = c.Points[1]
	return c
}

// stairsText says which knowledge is withstood: the ends of the stairs.
func stairsText(k, m []int64) string {
	last := len(k) - 1
	text := "below the limit with " + together(k[0], m[0])
	if last > 0 {
		text += ", and with " + together(k[last], m[last])
	}
	if last > 1 {
		text += ", and on the steps between"
	}
	return text
}

func together(k, m int64) string { return number(k, "other") + " and " + number(m, "relative") }

// number returns a number of things, "no" for 0.
func number(n int64, thing string) string {
	if n == 0 {
		return "no " + thing + "s"
	}
	return plural(n, thing)
}
