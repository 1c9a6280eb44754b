package words

import "strings"

// Worst is a worst case of what somebody knows.
type Worst struct {
	Group          string // of the person, as GroupText writes it
	People, Having int64  // in the group, and how often the value occurs there
	Repeated       bool   // a person may have the value several times
	// RuledOut are the values that the adversary knows of for the person.
	RuledOut []string
	// Known and Relatives are the groups of other people that are known, "" where there are
	// none.
	Known, Relatives string
	// RelativesElsewhere is in how many more groups than Relatives some are.
	RelativesElsewhere int64
}

// WorstCase says who is worst off.
func WorstCase(a Knowledge, value string, w *Worst) string {
	var b strings.Builder
	b.WriteString("Worst off is somebody in the group " + w.Group + ", where " + w.having(value))
	parts := w.conditions(a, value)
	for i, part := range parts {
		switch {
		case i == 0:
			b.WriteString(", if ")
		case i == len(parts)-1:
			b.WriteString(", and ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(part)
	}
	b.WriteString(".")
	return b.String()
}

// having says who has the value in the group.
func (w *Worst) having(value string) string {
	switch {
	case w.Repeated && w.Having == 1:
		return value + " occurs once among " + Count(w.People, "person", "people")
	case w.Repeated:
		return value + " occurs " + Whole(w.Having) + " times among " + Count(w.People, "person", "people")
	case w.People == 1:
		return "the only person has " + value
	case w.Having == w.People:
		return "all " + Whole(w.People) + " people have " + value
	case w.Having == 1:
		return "1 of " + Whole(w.People) + " people has " + value
	}
	return Whole(w.Having) + " of " + Whole(w.People) + " people have " + value
}

// conditions are what is known in the worst case, and of whom.
func (w *Worst) conditions(a Knowledge, value string) []string {
	var parts []string
	if values := List(w.RuledOut, "other values"); len(w.RuledOut) > 0 {
		is := " are ruled out"
		switch {
		case a.Several:
			values, is = "the person has "+values, " only together with "+value
		case len(w.RuledOut) == 1:
			is = " is ruled out"
		}
		parts = append(parts, values+is)
	}
	known, relatives := "the others known", "the relatives"
	if a.K == 1 {
		known = "the other person known"
	}
	if a.M == 1 {
		relatives = "the relative"
	}
	switch {
	case w.Known != "" && w.Known == w.Relatives && w.RelativesElsewhere == 0:
		return append(parts, known+" and "+relatives+" are in "+w.of(w.Known))
	case w.Known != "":
		parts = append(parts, known+are(a.K)+w.of(w.Known))
	}
	if w.Relatives != "" {
		where := relatives + are(a.M) + w.of(w.Relatives)
		if n := w.RelativesElsewhere; n > 0 {
			where += " and " + Count(n, "other group", "other groups")
		}
		parts = append(parts, where)
	}
	return parts
}

// are says where so many people are.
func are(n int64) string {
	if n == 1 {
		return " is in "
	}
	return " are in "
}

// of names a group beside that of the person.
func (w *Worst) of(group string) string {
	if group == w.Group {
		return "the same group"
	}
	return "the group " + group
}
