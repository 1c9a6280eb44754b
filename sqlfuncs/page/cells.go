package page

import "skyline/sqlfuncs/page/markup"

// Cell is a cell of a published table of counts or sums that does not show its true number.
type Cell struct {
	Name    string // its labels
	Shown   string // what the table shows in its place
	Between string // what everybody can compute of it
	Safe    bool
	How     string // how that follows, "" where it does not by adding and subtracting
}

// cells are those of a table of counts; more says how many are not listed, "" for none.
func cells(all []Cell, more string) *markup.Element {
	if len(all) == 0 && more == "" {
		return nil
	}
	t := table{heading: "cells", columns: []column{
		{head: "Cell", class: "w-name"},
		{head: "Shown", class: "w-number"},
		{head: "The number is", class: "w-rule"},
		{head: "Safe", class: "w-holds"},
		{head: "How that follows", class: "w-rest"},
	}}
	for _, c := range all {
		t.add(code(c.Name), cell{text: c.Shown}, cell{text: c.Between}, held(&c.Safe), cell{text: c.How})
	}
	return section("cells", "What anybody can compute of the cells",
		note("Everybody who has the table can add and subtract what it shows. Between these numbers is what agrees with all of it."), t.element(), paragraphs([]string{more}))
}
