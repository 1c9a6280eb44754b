package page

import "skyline/sqlfuncs/page/markup"

// made is how the release was made, in the words of whoever says so.
func made(how string) *markup.Element {
	if how == "" {
		return nil
	}
	return section("made", "How it was made",
		note("As whoever made this report says; it was not checked."), markup.El("pre", markup.El("code", markup.Text(how))))
}

// checks are the statements that compute the report's numbers again, and what they leave out.
func checks(statements []string, left string) *markup.Element {
	var items markup.Parts
	for _, s := range statements {
		if s != "" {
			items = append(items, markup.El("li", markup.El("pre", markup.El("code", markup.Text(s)))))
		}
	}
	if len(items) == 0 {
		return nil
	}
	return section("checks", "How to check this again",
		note("Run these statements in DuckDB with Skyline. They return the evidence, the requirements and the fingerprint of this report."), paragraphs([]string{left}),
		markup.El("ol", markup.Class("checks"), items))
}

func notCovered(texts []string) *markup.Element {
	var items markup.Parts
	for _, t := range texts {
		if t != "" {
			items = append(items, markup.El("li", markup.Text(t)))
		}
	}
	if len(items) == 0 {
		return nil
	}
	return section("not-covered", "What this report does not cover", markup.El("ul", items))
}

func versions(all []Fact) *markup.Element {
	if len(all) == 0 {
		return nil
	}
	return section("versions", "Versions and fingerprints", facts(all, "facts versions"))
}

// signature are lines to write on. Who signs has read what is not covered, if anything is
// said of it.
func signature(covered bool) *markup.Element {
	read := "I have read this report, and what it says that it does not cover."
	if covered {
		read = "I have read this report."
	}
	var lines markup.Parts
	for _, name := range []string{"Name", "Date", "Signature"} {
		lines = append(lines, markup.El("p", markup.Class("line "+"line-"+name), markup.Text(name)))
	}
	box := func(text string) *markup.Element {
		return markup.El("span", markup.Class("box"),
			markup.El("svg", markup.Attr("viewBox", "0 0 14 14"), markup.Attr("aria-hidden", "true"),
				markup.El("rect", markup.Attr("x", "1"), markup.Attr("y", "1"), markup.Attr("width", "12"), markup.Attr("height", "12"))),
			markup.El("span", markup.Text(text)))
	}
	return markup.El("section", markup.Class("signature"), markup.Attr("aria-labelledby", "signature"),
		markup.El("h2", markup.Attr("id", "signature"), markup.Text("Signature")),
		paragraph(read),
		markup.El("p", markup.Class("decision"), box("The table may be released."), box("It may not.")),
		markup.El("div", markup.Class("lines"), lines))
}
