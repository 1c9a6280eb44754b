package page

import (
	"strings"

	"skyline/sqlfuncs/page/chart"
	"skyline/sqlfuncs/page/markup"
)

// drawing is a picture of a report and what explains it: a section of the page, and a figure by
// itself.
type drawing struct {
	name, heading string
	picture       *chart.Picture
	shows, read   string       // what is seen, and how
	beside        markup.Parts // both, as the page has them
}

// section returns the section of the page, nil for none.
func (d *drawing) section() *markup.Element {
	if d == nil {
		return nil
	}
	return section(d.name, d.heading, markup.El("figure", d.picture.Inline(), markup.El("figcaption", d.beside)))
}

// Figure is a picture by itself.
type Figure struct {
	Name, Title string
	Meaning     string // what it shows, then how it is read
	SVG         string // a document that needs nothing else
}

// figures returns the drawings that are there.
func figures(drawings ...*drawing) []Figure {
	var all []Figure
	for _, d := range drawings {
		if d != nil {
			all = append(all, Figure{d.name, d.heading, capitalized(d.shows) + " " + d.read, d.picture.Alone()})
		}
	}
	return all
}

// Figures returns the pictures of a report, as its page has them, and the losses of all columns
// in one. The same report gives the same bytes; what the report says nothing of is not there.
func Figures(r *Report) []Figure {
	return figures(surface(r), skyline(r), risk(r), groups(r), lost(r.Losses), price(r.Prices))
}

// tale is a curve of a picture in words.
type tale struct {
	name   string
	letter string          // what the curve has beside it where its name is too long, else ""
	key    *markup.Element // a piece of the curve; nil if it is not drawn
	text   string          // a sentence about it, without a full stop
}

// list returns the tales of a picture as a list.
func list(tales []tale) *markup.Element {
	var items markup.Parts
	for _, t := range tales {
		var letter markup.Parts
		if t.letter != "" {
			letter = markup.Parts{markup.El("b", markup.Text(t.letter)), markup.Text(": ")}
		}
		items = append(items, markup.El("li", t.key, letter, markup.El("bdi", markup.Text(t.name)), markup.Text(separated(t.name)+t.text+".")))
	}
	return markup.El("ul", markup.Class("curves"), items)
}

// description returns the tales as a text.
func description(tales []tale) string {
	var parts []string
	for _, t := range tales {
		letter := ""
		if t.letter != "" {
			letter = t.letter + ": "
		}
		parts = append(parts, letter+t.name+separated(t.name)+t.text+".")
	}
	return strings.Join(parts, " ")
}

func separated(name string) string {
	if name == "" {
		return ""
	}
	return ": "
}

// letter gives the curves their names as they fit beside them, and the tales pieces of the
// curves and the letters that stand for names.
func letter(curves []chart.Curve, tales []tale) {
	names := make([]string, len(curves))
	for i, c := range curves {
		names[i] = c.Name
	}
	short, lettered := chart.Names(names)
	for i := range curves {
		curves[i].Name, tales[i].key = short[i], chart.Key(i)
		if lettered {
			tales[i].letter = short[i]
		}
	}
}

// about returns a heading with what it is about.
func about(heading, of string) string {
	if of == "" {
		return heading
	}
	return heading + ": " + of
}
