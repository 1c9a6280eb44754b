package page

import (
	"strings"

	"skyline/sqlfuncs/page/markup"
)

// Stated is something that somebody says about a release: Text is "" where nobody does.
type Stated struct {
	Name, Text string
	Decision
}

// Decision is who decided something, when, and why, as far as somebody says so.
type Decision struct{ By, On, Reason string }

// Treatment is what is done with a column of the original, and why.
type Treatment struct {
	Name, Role, Done string
	KnownTo, Source  string // who may know it, and from where
	Decision
}

// Attack is one that was run on the release: how often it is right, and how often guessing is.
type Attack struct{ Name, Right, Guessing, Meaning string }

// plan is what is known of the plan, and what it says about the release.
func plan(known []string, stated []Stated) *markup.Element {
	parts := paragraphs(known)
	if len(stated) > 0 {
		t := table{heading: "plan", columns: []column{{head: "About", class: "w-rule"}, {head: "What is stated", class: "w-rest"}}}
		for i := range stated {
			s := &stated[i]
			t.add(cell{text: s.Name}, said(s.Text, s.why(), s.decided()))
		}
		parts = append(parts, note("As stated by whoever made the plan; it was not checked."), t.element())
	}
	if len(parts) == 0 {
		return nil
	}
	return section("plan", "The plan", parts)
}

// treatments is what is done with each column of the original.
func treatments(all []Treatment) *markup.Element {
	if len(all) == 0 {
		return nil
	}
	t := table{heading: "treatments", columns: []column{
		{head: "Column", class: "w-name"}, {head: "What is done", class: "w-rule"}, {head: "Who may know it", class: "w-rule"}, {head: "Why", class: "w-rest"},
	}}
	for i := range all {
		c := &all[i]
		name := cell{text: c.Name, shown: markup.Parts{markup.El("code", markup.Text(c.Name)), note(c.Role)}}
		from := ""
		if c.Source != "" {
			from = "from " + c.Source
		}
		t.add(name, cell{text: c.Done}, said(c.KnownTo, from), said(c.Reason, c.decided()))
	}
	return section("treatments", "What was done with each column, and why", note("What is done follows from the plan. The rest is as stated by whoever made it, and was not checked."), t.element())
}

// attacks are those that were run.
func attacks(all []Attack) *markup.Element {
	if len(all) == 0 {
		return nil
	}
	t := table{heading: "attacks", columns: []column{
		{head: "Attack", class: "w-rule"}, {head: "Right", class: "w-number"}, {head: "By guessing", class: "w-number"}, {head: "What it means", class: "w-rest"},
	}}
	for _, a := range all {
		t.add(cell{text: a.Name}, cell{text: a.Right}, cell{text: a.Guessing}, cell{text: a.Meaning})
	}
	return section("attacks", "Attacks on this release", note("How often the attackers are right stands beside how often guessing is, which needs no release. Other attackers may achieve more."), t.element())
}

// said is a cell with what somebody says, and notes below it.
func said(text string, notes ...string) cell {
	shown := markup.Parts{}
	if text == "" {
		shown = append(shown, markup.El("span", markup.Class("missing"), markup.Text("not stated")))
	} else {
		shown = append(shown, markup.El("span", markup.Text(text)))
	}
	for _, n := range notes {
		if n != "" {
			shown = append(shown, note(n))
		}
	}
	return cell{text: text, shown: shown}
}

// decided says who decided, and when; "" where nobody says so.
func (d *Decision) decided() string {
	var parts []string
	if d.By != "" {
		parts = append(parts, "by "+d.By)
	}
	if d.On != "" {
		parts = append(parts, "on "+d.On)
	}
	if parts == nil {
		return ""
	}
	return "decided " + strings.Join(parts, " ")
}

// why is the reason as a note, "" for none.
func (d *Decision) why() string {
	if d.Reason == "" {
		return ""
	}
	return "because: " + d.Reason
}
