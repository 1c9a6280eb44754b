package page

import (
	"cmp"
	"math"
	"slices"

	"skyline/sqlfuncs/page/chart"
	"skyline/sqlfuncs/page/markup"
)

// Price is what a release loses that satisfies requirements: groups have at least K people, and
// nobody becomes too sure who knows the values of Known others.
type Price struct {
	K, Known int64   // a negative Known: attackers are as required
	Loss     float64 // of its detail, in [0, 1]; NaN: no release satisfies them
}

// PriceFigure returns a picture of what requirements cost: the loss by K, a line for each
// Known. The Ks stand at equal distances; the first eight lines are drawn. Of two prices of
// the same K and Known the first counts. Of no prices there is no picture.
func PriceFigure(prices []Price) (Figure, bool) {
	all := figures(price(prices))
	if len(all) == 0 {
		return Figure{}, false
	}
	return all[0], true
}

// prices is the part of a page about what requirements cost: the picture, or why there is none.
func prices(r *Report) *markup.Element {
	if len(r.Prices) == 0 && r.NoPrices != "" {
		return section(priceName, priceHeading, note(r.NoPrices))
	}
	return price(r.Prices).section()
}

const (
	priceName    = "price"
	priceHeading = "What requirements cost"
)

func price(prices []Price) *drawing {
	prices = slices.Clone(prices)
	slices.SortStableFunc(prices, func(a, b Price) int { return cmp.Or(cmp.Compare(a.Known, b.Known), cmp.Compare(a.K, b.K)) })
	prices = slices.CompactFunc(prices, func(a, b Price) bool { return a.Known == b.Known && a.K == b.K })
	ks := make([]int64, len(prices))
	for i, p := range prices {
		ks[i] = p.K
	}
	slices.Sort(ks)
	ks = slices.Compact(ks)

	var curves []chart.Curve
	var tales, nothing []tale
	lines := 0
	for len(prices) > 0 {
		end := slices.IndexFunc(prices, func(p Price) bool { return p.Known != prices[0].Known })
		if end < 0 {
			end = len(prices)
		}
		points, text := priced(prices[:end], ks)
		name := "as required"
		if known := prices[0].Known; known >= 0 {
			name = number(known, "other") + " known"
		}
		prices = prices[end:]
		lines++
		switch {
		case len(points) == 0:
			nothing = append(nothing, tale{name: name, text: "no release satisfies the requirements"})
			continue
		case len(curves) == chart.MostCurves:
			continue
		}
		curve := chart.Curve{Name: name, Points: points, NameAt: points[len(points)-1]}
		if len(points) <= mostMarks {
			curve.Marked = points
		}
		curves = append(curves, curve)
		tales = append(tales, tale{name: name, text: text})
	}
	if lines == 0 {
		return nil
	}
	letter(curves, tales)
	shows := description(append(tales, nothing...))
	if rest := lines - len(curves) - len(nothing); rest > 0 {
		shows += " Not drawn: " + chart.Count(int64(rest)) + " more."
	}
	picture := &chart.Lines{
		Title:       priceHeading,
		Description: shows,
		X:           chart.NumberAxis("smallest group that is allowed (k)", ks),
		Y:           chart.ShareAxis("detail lost, in percent"),
		Curves:      curves,
		Empty:       "no release satisfies them",
	}
	const read = "Further to the right, groups must be larger. Each line is for an attacker who knows the values of so many other people. Where a line ends, no release satisfies what is further to the right."
	return &drawing{
		name: priceName, heading: picture.Title, picture: picture.Draw(), shows: shows, read: read,
		beside: markup.Parts{list(append(tales, nothing...)), note(read)},
	}
}

// priced returns the points of a line, whose prices are in the order of K, and what it says.
func priced(prices []Price, ks []int64) (points []chart.Point, text string) {
	var first, last, missing *Price
	for i := range prices {
		p := &prices[i]
		if math.IsNaN(p.Loss) {
			if missing == nil {
				missing = p
			}
			continue
		}
		at, _ := slices.BinarySearch(ks, p.K)
		points = append(points, chart.Point{X: float64(at + 1), Y: min(1, max(0, p.Loss))})
		first, last = cmp.Or(first, p), p
	}
	if first == nil {
		return nil, ""
	}
	text = chart.Percent(points[0].Y) + " is lost at k = " + chart.Count(first.K)
	if last != first {
		text += ", " + chart.Percent(points[len(points)-1].Y) + " at k = " + chart.Count(last.K)
	}
	if missing != nil {
		text += "; no release satisfies k = " + chart.Count(missing.K)
	}
	return points, text
}
