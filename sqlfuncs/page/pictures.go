package page

import (
	"strings"

	"skyline/sqlfuncs/page/chart"
	"skyline/sqlfuncs/page/markup"
)

// figure is a picture, with what explains it beside it.
func figure(picture *markup.Element, explained ...markup.Part) *markup.Element {
	return markup.El("figure", picture, markup.El("figcaption", markup.Parts(explained)))
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
		parts = append(parts, t.name+separated(t.name)+t.text+".")
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
