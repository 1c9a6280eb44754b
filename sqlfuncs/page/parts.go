package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/page/markup"
)

// verdict is the box that says whether the release may be made.
func verdict(r *Report) *markup.Element {
	return markup.El("section", markup.Class("verdict "+outcomes[r.Outcome].class), markup.Attr("aria-labelledby", "verdict"),
		sign(r.Outcome),
		markup.El("div", markup.El("h2", markup.Attr("id", "verdict"), markup.Text(cmp.Or(r.Heading, "Nothing was required"))), paragraphs(r.Verdict)))
}

// outcomes are drawn as a dash, a tick, an exclamation mark and a cross.
var outcomes = [...]struct{ class, sign, held string }{
	NothingAsked:   {"none", "M3 8h10", "not required"},
	Holds:          {"yes", "M2.5 8.5l4 4 7-9", "yes"},
	LimitsExceeded: {"limits", "M8 2.5v7M8 13.4v.1", ""},
	NotMet:         {"no", "M3.5 3.5l9 9M12.5 3.5l-9 9", "no"},
}

// sign stands beside words that say the same.
func sign(o Outcome) *markup.Element {
	return markup.El("svg", markup.Class("sign "+outcomes[o].class), markup.Attr("viewBox", "0 0 16 16"), markup.Attr("aria-hidden", "true"),
		markup.El("path", markup.Attr("d", outcomes[o].sign)))
}

// held is a cell that says whether something holds, or that it was not required.
func held(holds *bool) cell {
	outcome := outcomeOf(holds)
	text, class := outcomes[outcome].held, "held"
	if outcome == NothingAsked {
		class += " none"
	}
	return cell{text: text, shown: markup.El("span", markup.Class(class), sign(outcome), markup.El("span", markup.Text(text)))}
}

func released(r *Report) *markup.Element {
	if len(r.Facts) == 0 && len(r.Columns) == 0 {
		return nil
	}
	t := table{heading: "released", columns: []column{{head: "Column", class: "w-name"}, {head: "Type", class: "w-type"}, {head: "Role", class: "w-rest"}}}
	for _, c := range r.Columns {
		t.add(code(c.Name), cell{text: c.Type}, cell{text: c.Role})
	}
	return section("released", "What was released", facts(r.Facts, "facts"), t.element())
}

func requirements(all []Requirement) *markup.Element {
	if len(all) == 0 {
		return nil
	}
	t := table{heading: "required", columns: []column{
		{head: "Rule", class: "w-rule"},
		{head: "Required", class: "w-number"},
		{head: "Achieved", class: "w-number"},
		{head: "Holds", class: "w-holds"},
		{head: "What it means", class: "w-rest"},
	}}
	for _, q := range all {
		t.add(cell{text: q.Rule}, cell{text: q.Required}, cell{text: q.Achieved}, held(q.Holds), cell{text: q.Meaning})
	}
	return section("required", "What was required", t.element())
}

func worst(texts []string) *markup.Element {
	parts := paragraphs(texts)
	if len(parts) == 0 {
		return nil
	}
	return section("worst", "The worst case, as a story", markup.El("div", markup.Class("story"), parts))
}

// criteria are those that evidence is about, in this order, with the question that each asks.
var criteria = []struct{ name, question string }{
	{"singling out", "Can somebody be picked out from all others?"},
	{"linkability", "Can records be found to be about the same person, or the same group of people?"},
	{"inference", "Can something that is not written down be concluded about somebody?"},
	{"utility", "What is the release still good for?"},
}

// evidence is a table for each criterion, those that are not known here behind the others.
func evidence(all []Evidence) *markup.Element {
	if len(all) == 0 {
		return nil
	}
	rank := func(e Evidence) int {
		for i, c := range criteria {
			if strings.EqualFold(strings.ReplaceAll(e.Criterion, "_", " "), c.name) {
				return i
			}
		}
		// Behind the others, those of a name together where the first of them is.
		return len(criteria) + slices.IndexFunc(all, func(first Evidence) bool { return first.Criterion == e.Criterion })
	}
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b Evidence) int { return cmp.Compare(rank(a), rank(b)) })
	compared := slices.ContainsFunc(all, func(e Evidence) bool { return e.Threshold != "" || e.Holds != nil })
	var parts markup.Parts
	for len(sorted) > 0 {
		group := rank(sorted[0])
		end := slices.IndexFunc(sorted, func(e Evidence) bool { return rank(e) != group })
		if end < 0 {
			end = len(sorted)
		}
		name, question := cmp.Or(sorted[0].Criterion, "Other evidence"), ""
		if group < len(criteria) {
			name, question = criteria[group].name, criteria[group].question
		}
		parts = append(parts, criterion(len(parts), name, question, sorted[:end], compared))
		sorted = sorted[end:]
	}
	return section("evidence", "The evidence", parts)
}

// criterion is the table of one criterion; compared says that any measure of the report has
// a threshold, so that all tables have the same columns.
func criterion(i int, name, question string, all []Evidence, compared bool) *markup.Element {
	id := fmt.Sprintf("criterion-%d", i)
	t := table{heading: id, columns: []column{
		{head: "Measure", class: "w-rule"},
		{head: "Value", class: "w-number"},
		{head: "Threshold", class: "w-number", isMissing: !compared},
		{head: "Holds", class: "w-holds", isMissing: !compared},
		{head: "What it means", class: "w-rest"},
	}}
	for _, e := range all {
		t.add(cell{text: e.Measure}, cell{text: e.Value}, cell{text: e.Threshold}, held(e.Holds), cell{text: e.Meaning})
	}
	var asked *markup.Element
	if question != "" {
		asked = note(question)
	}
	return markup.El("div", markup.Class("criterion"), markup.El("h3", markup.Attr("id", id), markup.Text(capitalized(name))), asked, t.element())
}

// capitalized returns a text whose first letter, if it is one of ours, is a capital.
func capitalized(text string) string {
	if text != "" && text[0] >= 'a' && text[0] <= 'z' {
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return text
}
