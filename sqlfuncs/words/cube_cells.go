package words

import "strings"

// CubeCell is a cell of a table of counts or sums, and what a rule says of it.
type CubeCell struct {
	Who                string // who contributes: "row", "person" or "holding"
	Sums               bool   // the table is one of sums
	Labels             []string
	Rule               string // the gravest rule that is broken, "" for none
	Achieved, Required float64
	Q                  float64 // of pq: how near everybody knows the others, in percent
	Of                 int64   // of dominance: how many contributors
	People             int64
	// Line are the labels of the cell that holds this one, LinePeople its people, and Label what this one has of it.
	Line       []string
	LinePeople int64
	Label      string
}

// Sentence says whether the cell is safe, and what somebody learns of it if it is not.
func (c *CubeCell) Sentence() string {
	where := cellText(c.Labels)
	switch c.Rule {
	case "threshold":
		if c.People == 0 {
			return where + " has nobody, and zeros are unsafe by these rules."
		}
		return where + " has " + c.count(c.People) + "; at least " + Whole(int64(c.Required)) + " are required."
	case "dominance":
		return where + ": " + largest(c.Of) + " " + Percent(c.Achieved/100) + " of the sum; at most " + Percent(c.Required/100) + " is allowed."
	case "p_percent", "pq":
		if c.People == 1 {
			return where + ": the sum is what its only contributor has."
		}
		known := ""
		if c.Rule == "pq" {
			known = ", knowing the others to within " + Percent(c.Q/100)
		}
		return where + ": the second-largest contributor can bound the largest contribution to within " + Percent(c.Achieved/100) + known + "; at least " + Percent(c.Required/100) + " is required."
	case "group_disclosure":
		line, outside := c.count(c.LinePeople)+" of "+lineText(c.Line)+" have "+c.Label, int64(c.Achieved)
		switch {
		case c.LinePeople == 1:
			return "The only " + strings.TrimPrefix(c.count(1), "1 ") + " of " + lineText(c.Line) + " has " + c.Label + "."
		case outside == 0:
			return "All " + line + ", so that it is known of anybody who is known to be one of them."
		case outside == 1:
			return "All but 1 of the " + line + ", and that one knows it of all others."
		}
		return "All but " + Whole(outside) + " of the " + line + "; at least " + Whole(int64(c.Required)) + " others are required."
	case "difference":
		return Whole(c.People) + " of the " + c.count(c.LinePeople) + " of " + lineText(c.Line) + " have " + c.Label + ": subtracting the two cells gives the other " + Whole(int64(c.Achieved)) + "; at least " + Whole(int64(c.Required)) + " are required, or none."
	}
	return where + " has " + c.count(c.People) + " and breaks no rule."
}

// count writes how many contribute. Rows are people only if each is one.
func (c *CubeCell) count(n int64) string {
	switch {
	case c.Who == "holding":
		return Count(n, "holding", "holdings")
	case c.Who == "row":
		return Count(n, "row", "rows")
	case c.Sums:
		return Count(n, "contributor", "contributors")
	}
	return Count(n, "person", "people")
}

func largest(n int64) string {
	if n == 1 {
		return "the largest contributor has"
	}
	return "the " + Whole(n) + " largest contributors have"
}

func cellText(labels []string) string {
	if len(labels) == 0 {
		return "The whole table"
	}
	return GroupText(labels)
}

func lineText(labels []string) string {
	if len(labels) == 0 {
		return "the whole table"
	}
	return GroupText(labels)
}

// CellsBreaking says how many of the cells of a table break a rule; breaking is what they do, "have fewer than 10 people".
func CellsBreaking(unsafe, cells int64, breaking string) string {
	switch {
	case cells == 0:
		return NothingShown
	case unsafe == 0:
		return "None of the " + Count(cells, "cell", "cells") + " " + breaking + "."
	}
	return Whole(unsafe) + " of " + Count(cells, "cell", "cells") + " " + breaking + "."
}

// RowsCounted says that rows are taken for people.
const RowsCounted = "Each row counts as a person. If somebody may have several rows, name the column that identifies people: person := …"

// CountsBy says how many cells of counts by some columns have fewer people than a limit, and how many the smallest has.
func CountsBy(columns string, below, cells, smallest, limit int64) string {
	if below == 0 {
		return "Counts by " + columns + ": every one of " + Count(cells, "cell", "cells") + " has at least " + Count(limit, "person", "people") + "; the smallest has " + Whole(smallest) + "."
	}
	is := " are"
	if below == 1 {
		is = " is"
	}
	return "Counts by " + columns + ": " + Whole(below) + " of " + Count(cells, "cell", "cells") + is + " below " + Whole(limit) + "."
}
