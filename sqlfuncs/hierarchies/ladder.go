package hierarchies

import (
	"encoding/json"
	"errors"

	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/call"
)

// ladder is the intervals that are asked for.
type ladder struct {
	widths  []string // numbers, or periods such as "1 year"
	origin  string   // a number, or for periods a day, "" for none
	at      string   // the day of ages, "" for none
	ends    hierarchy.Ends
	periods bool // whether the widths are periods
	whole   bool // whether widths and origin are whole numbers
}

const widthsRule = "a non-empty list of numbers, such as widths := [5, 10, 20], or of periods for dates, such as widths := ['month', 'year', '10 years']"

// maxWidths keeps a call of __skyline_intervals short, between two looks for an interrupt.
const maxWidths = 100

// readLadder reads the parameters widths, origin, age_at, bottom and top.
func readLadder(c *call.Call) (*ladder, error) {
	l := &ladder{}
	list := c.List("widths")
	periods := 0
	for _, v := range list {
		switch v := v.(type) {
		case json.Number:
			l.widths = append(l.widths, v.String())
		case string:
			l.widths = append(l.widths, v)
			periods++
		default:
			return nil, c.Errorf("widths must be %s, got %s in it", widthsRule, call.Show(v))
		}
	}
	l.periods = periods > 0
	switch {
	case len(list) == 0 || l.periods && periods < len(list):
		return nil, c.Errorf("widths must be %s", widthsRule)
	case len(list) > maxWidths:
		return nil, c.Errorf("widths must be at most %d, got %d", maxWidths, len(list))
	}
	if err := l.readAt(c); err != nil {
		return nil, err
	}
	if err := l.readOrigin(c); err != nil {
		return nil, err
	}
	if err := l.readEnds(c); err != nil {
		return nil, err
	}
	return l, l.checkWidths(c, list)
}

// readAt reads the day of ages.
func (l *ladder) readAt(c *call.Call) error {
	if c.Arguments["age_at"] == nil {
		return nil
	}
	l.at, _ = c.Arguments["age_at"].(string)
	if _, err := hierarchy.NewAges(nil, "0", l.at, hierarchy.Ends{}); err != nil {
		return c.Errorf("age_at must be a day, such as DATE '2024-01-01', got %s", call.Show(c.Arguments["age_at"]))
	}
	if l.periods {
		return c.Errorf("widths must be numbers where age_at is given, years of age, such as widths := [1, 5, 10]")
	}
	return nil
}

// readOrigin reads where intervals begin.
func (l *ladder) readOrigin(c *call.Call) error {
	given := c.Arguments["origin"]
	number, isNumber := given.(json.Number)
	switch {
	case l.periods:
		if zero, err := number.Float64(); isNumber && err == nil && zero == 0 {
			return nil
		}
		l.origin, _ = given.(string)
		if _, err := hierarchy.NewPeriods(nil, l.origin, hierarchy.Ends{}); err != nil || l.origin == "" {
			return c.Errorf("origin must be a day for dates, such as DATE '2000-04-01', or 0, got %s", call.Show(given))
		}
		return nil
	case !isNumber:
		return c.Errorf("origin must be a number, got %s", call.Show(given))
	}
	l.origin = number.String()
	if _, err := hierarchy.NewIntervals(nil, l.origin, hierarchy.Ends{}); err != nil {
		return c.Errorf("origin must be a number from -1e400 to 1e400, got %s", number)
	}
	return nil
}

// readEnds reads where the scale ends.
func (l *ladder) readEnds(c *call.Call) error {
	for _, end := range []struct {
		param string
		to    *string
	}{{"bottom", &l.ends.Bottom}, {"top", &l.ends.Top}} {
		given := c.Arguments[end.param]
		number, isNumber := given.(json.Number)
		day, isText := given.(string)
		var err error
		switch {
		case given == nil:
			continue
		case l.periods:
			if *end.to = day; isText {
				_, err = hierarchy.NewPeriods(nil, "", hierarchy.Ends{Top: day})
			}
			if err != nil || day == "" {
				return c.Errorf("%s must be a day for dates, such as DATE '1930-01-01', got %s", end.param, call.Show(given))
			}
		default:
			if *end.to = number.String(); isNumber {
				_, err = hierarchy.NewIntervals(nil, "0", hierarchy.Ends{Top: number.String()})
			}
			if err != nil || !isNumber {
				return c.Errorf("%s must be a number from -1e400 to 1e400, got %s", end.param, call.Show(given))
			}
		}
	}
	return nil
}

// checkWidths returns what is wrong with the first width that is.
func (l *ladder) checkWidths(c *call.Call, list []any) error {
	for i, v := range list {
		var err error
		switch {
		case l.periods:
			_, err = hierarchy.NewPeriods(l.widths[:i+1], l.origin, l.ends)
		default:
			var in *hierarchy.Intervals
			in, err = hierarchy.NewIntervals(l.widths[:i+1], l.origin, l.ends)
			l.whole = err == nil && in.Whole()
			if err == nil && l.at != "" && !l.whole {
				return c.Errorf("widths, origin, bottom and top must be whole numbers where age_at is given: years of age, such as widths := [1, 5, 10]")
			}
		}
		switch {
		case err == nil:
		case errors.Is(err, hierarchy.ErrNotOrdered):
			return c.Errorf("bottom must be smaller than top, got %s and %s", call.Show(c.Arguments["bottom"]), call.Show(c.Arguments["top"]))
		case errors.Is(err, hierarchy.ErrNotBeginning):
			return c.Errorf("bottom and top must be days on which a period of each width begins, and none of %s does; give its first day", call.Show(v))
		case errors.Is(err, hierarchy.ErrNotPositive):
			return c.Errorf("widths must be positive, got %s", call.Show(v))
		case errors.Is(err, hierarchy.ErrNotFirst):
			return c.Errorf("origin must be the first day of a month where widths are of months or years, got %s", call.Show(c.Arguments["origin"]))
		case errors.Is(err, hierarchy.ErrNotNested) && l.periods:
			return c.Errorf("widths must each be a multiple of the one before, or the periods would not nest, got %s after %s; weeks are not within months: make a hierarchy of weeks, or one of days, months and years", call.Show(v), call.Show(list[i-1]))
		case errors.Is(err, hierarchy.ErrNotNested):
			return c.Errorf("widths must each be a multiple of the one before, or the intervals would not nest, got %s after %s", call.Show(v), call.Show(list[i-1]))
		default:
			return c.Errorf("widths must be %s, got %s in it", widthsRule, call.Show(v))
		}
	}
	return nil
}
