package words

import "strings"

// EachRow says which model holds.
const EachRow = "Each row has a value of its own."

// WorstRows is a worst case where each row has a value.
type WorstRows struct {
	Groups   []GroupOfRows
	RuledOut []string
}

// GroupOfRows is a group with so many rows, of which so many have the value; and how many are
// the person's, known, and relatives'.
type GroupOfRows struct {
	Name                                   string
	Rows, Having, Target, Known, Relatives int64
}

// maxGroupsOfRows is how many groups a sentence names.
const maxGroupsOfRows = 3

// WorstOfRows says who is worst off.
func WorstOfRows(value string, w *WorstRows) string {
	var with, relatives []string
	known := "" // one group at most
	for i := range w.Groups {
		g := &w.Groups[i]
		if g.Target > 0 && g.Having > 0 {
			with = append(with, Count(g.Target, "row", "rows")+" in the group "+g.Name+", where "+g.having(value))
		}
		if g.Known > 0 {
			known = g.Name
		}
		if g.Relatives > 0 && g.Having > 0 {
			relatives = append(relatives, g.Name)
		}
	}
	worst := "Worst off is somebody with " + joinSome(with, "; and ", "; ")
	var parts []string
	if len(w.RuledOut) > 0 {
		parts = append(parts, "no row of the person has "+List(w.RuledOut, "other values"))
	}
	if known != "" {
		parts = append(parts, "the rows known are in the group "+known)
	}
	if len(relatives) > 0 {
		parts = append(parts, "relatives have rows in the group"+plural(relatives)+" "+joinSome(relatives, " and ", ", "))
	}
	if len(parts) > 0 {
		worst += ", if " + strings.Join(parts, ", and ")
	}
	return worst + "."
}

// having says how many rows of the group have the value.
func (g *GroupOfRows) having(value string) string {
	switch {
	case g.Rows == 1:
		return "the only row has " + value
	case g.Having == g.Rows:
		return "all " + Whole(g.Rows) + " rows have " + value
	case g.Having == 1:
		return "1 of " + Whole(g.Rows) + " rows has " + value
	}
	return Whole(g.Having) + " of " + Whole(g.Rows) + " rows have " + value
}

func plural(groups []string) string {
	if len(groups) == 1 {
		return ""
	}
	return "s"
}

// joinSome joins the first of some texts, and counts the others.
func joinSome(texts []string, and, comma string) string {
	if more := len(texts) - maxGroupsOfRows; more > 0 {
		texts = append(texts[:maxGroupsOfRows:maxGroupsOfRows], Count(int64(more), "more group", "more groups"))
	}
	last := len(texts) - 1
	if last < 1 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:last], comma) + and + texts[last]
}
