package page

import (
	"cmp"

	"skyline/sqlfuncs/page/markup"
)

// policy lets a browser take nothing from anywhere, and run nothing, but for the style sheet
// on the page itself.
const policy = "default-src 'none'; style-src 'unsafe-inline'"

// HTML returns the page of a report. The same report gives the same bytes; a part that the
// report does not have is not there.
func HTML(r *Report) string {
	title := cmp.Or(r.Title, "Report on a release")
	uncovered := notCovered(r.NotCovered)
	return markup.Document(markup.El("html", markup.Attr("lang", "en"),
		markup.El("head",
			markup.El("meta", markup.Attr("charset", "utf-8")),
			markup.El("meta", markup.Attr("http-equiv", "Content-Security-Policy"), markup.Attr("content", policy)),
			meta("viewport", "width=device-width, initial-scale=1"),
			meta("color-scheme", "only light"),
			meta("referrer", "no-referrer"),
			meta("format-detection", "telephone=no"),
			markup.El("title", markup.Text(title)),
			markup.Style(sheet),
		),
		markup.El("body", markup.El("main", markup.Class("skyline-report"),
			markup.El("h1", markup.Text(title)),
			verdict(r),
			released(r),
			plan(r.Plan, r.Setting),
			treatments(r.Treatments),
			requirements(r.Requirements),
			cells(r.Cells, r.MoreCells),
			worst(r.Worst),
			evidence(r.Evidence),
			attacks(r.Attacks),
			surface(r).section(),
			skyline(r).section(),
			risk(r).section(),
			groups(r).section(),
			losses(r.Losses),
			prices(r),
			made(r.Made),
			checks(r.Checks, r.ChecksLack),
			uncovered,
			versions(r.Versions),
			signature(uncovered == nil),
		)),
	))
}

func meta(name, content string) *markup.Element {
	return markup.El("meta", markup.Attr("name", name), markup.Attr("content", content))
}

// section returns a part of the page with its heading, whose id it and its tables are called
// by.
func section(id, heading string, parts ...markup.Part) *markup.Element {
	return markup.El("section", markup.Attr("aria-labelledby", id),
		markup.El("h2", markup.Attr("id", id), markup.Text(heading)), markup.Parts(parts))
}

func paragraph(text string) *markup.Element { return markup.El("p", markup.Text(text)) }

// note returns a paragraph that explains.
func note(text string) *markup.Element {
	return markup.El("p", markup.Class("note"), markup.Text(text))
}

// paragraphs returns a paragraph for each text that is not empty.
func paragraphs(texts []string) (parts markup.Parts) {
	for _, t := range texts {
		if t != "" {
			parts = append(parts, paragraph(t))
		}
	}
	return parts
}

// facts returns a list of names and texts, nil if there is none.
func facts(all []Fact, class string) *markup.Element {
	if len(all) == 0 {
		return nil
	}
	var parts markup.Parts
	for _, f := range all {
		parts = append(parts, markup.El("div", markup.El("dt", markup.Text(f.Name)), markup.El("dd", markup.Text(f.Text))))
	}
	return markup.El("dl", markup.Class(class), parts)
}
