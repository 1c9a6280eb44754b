package planning

import (
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// Table is what has been counted of a table.
type Table struct {
	Columns []Column
	Least   int64 // people who must be alike

	persons []int // columns that may number the people
	person  int   // the only one of them, or −1
}

// Row is a row of a plan: of a column, or of a requirement.
type Row struct {
	Attribute string // "" for a requirement, and for a question about the table
	Role      string // "": to be decided
	Finding   string
	Treatment string
	Question  string
	ReadAs    string // an SQL expression for the column, cleaned; "" where it is read as it is
	Rule      string // of a requirement: its name
	Required  string // of a requirement: its value, as SQL
}

// Propose returns the plan of a table: its columns, the gravest first, then what its owner has
// to say about the whole table.
func (t *Table) Propose() []Row {
	if len(t.Columns) > 0 && t.Columns[0].Rows == 0 {
		return []Row{{Finding: "The table has no rows.", Question: "Is it the right table? Nothing can be planned for no people."}}
	}
	t.findPersons()
	proposals := make([]proposal, len(t.Columns))
	var known, asked bool
	for i := range t.Columns {
		proposals[i] = t.propose(i)
		known = known || proposals[i].role == QI
		asked = asked || proposals[i].gravity == grave && proposals[i].role == ""
	}
	slices.SortStableFunc(proposals, func(a, b proposal) int { return a.gravity - b.gravity })
	var rows []Row
	for i := range proposals {
		rows = append(rows, t.row(&proposals[i]))
	}
	if !known {
		rows = append(rows, Row{Finding: "No column looks like something that others know of a person.", Question: "Which columns may others know, such as age or place? Set their role to qi."})
	}
	if !asked {
		rows = append(rows, Row{Finding: "No column looks like something that must not be learnt of a person.", Question: "Which column must nobody learn? Set its role to sensitive."})
	}
	return rows
}

// row writes a proposal down.
func (t *Table) row(p *proposal) Row {
	c := p.column
	row := Row{Attribute: c.Name, Role: p.role, Question: p.question}
	messy, clean, question := c.clean()
	row.Finding = strings.Join(append([]string{p.reason}, messy...), " ")
	if row.Question == "" && question != "" && !dropped(p.role) {
		row.Role, row.Question = "", question
	}
	if !dropped(p.role) {
		row.ReadAs = clean
	}
	row.Treatment = treatment(p, c)
	return row
}

func dropped(role string) bool {
	return slices.Contains([]string{Identifier, FreeText, Person, Drop}, role)
}

// treatment says what is done with a column.
func treatment(p *proposal, c *Column) string {
	switch {
	case dropped(p.role):
		return "dropped"
	case p.role != QI:
		return "as it is"
	}
	switch {
	case c.isNumbers():
		return "ranges of numbers"
	case c.isDates():
		return "ranges of dates"
	}
	return "sets of values"
}

// isNumbers reports whether the column has numbers, or texts that should be some.
func (c *Column) isNumbers() bool {
	return c.Reading.Kind() != "" && c.Reading.IsNumbers() || c.Type != "VARCHAR" && c.Reading.plain > 0
}

// isDates reports whether the column has dates, or texts that should be some.
func (c *Column) isDates() bool {
	return c.Type == "DATE" || strings.HasPrefix(c.Type, "TIMESTAMP") || c.Reading.Kind() != "" && !c.Reading.IsNumbers()
}

// clean returns what is messy about a column in sentences, the expression that reads it
// clean, and what its owner has to say.
func (c *Column) clean() (messy []string, expression, question string) {
	r, name := c.Reading, string(sqltext.Ident(c.Name))
	expression = name
	codes, having := r.Missing()
	if nulls := c.Nulls; nulls > 0 {
		messy = append(messy, share(nulls, c.Rows)+" of the rows have no value.")
	}
	if len(codes) > 0 {
		messy = append(messy, fmt.Sprintf("%s of the rows have a code for a missing value: %s.", share(having, c.Rows), shown(codes)))
		expression = withoutCodes(expression, c, codes)
	}
	if c.Type != "VARCHAR" {
		if expression == name {
			expression = ""
		}
		return messy, expression, ""
	}
	if n := r.Variants(); n > 0 {
		messy = append(messy, fmt.Sprintf("%s from another only in case or blanks.", differ(n)))
		expression = "lower(trim(" + expression + "))"
	}
	switch kind := r.Kind(); {
	case r.IsCodes():
		messy = append(messy, "Some of its digits begin with 0: they are codes, and stay text.")
	case kind != "" && r.IsAmbiguous():
		messy = append(messy, "Its dates are stored as text, and do not say whether the day or the month stands first.")
		question = "Does the day or the month stand first? Correct read_as where the month does (%m/%d/%Y), and set the role."
	case kind != "" && r.Ways() > 1 && !r.IsNumbers():
		messy = append(messy, fmt.Sprintf("Its %s are stored as text, in %d forms.", kind, r.Ways()))
	case kind != "":
		messy = append(messy, fmt.Sprintf("Its %s are stored as text.", kind))
	}
	if r.Kind() != "" {
		r.Lenient = true // rare codes for missing are not shown
		expression = r.Cast(expression)
		if n := r.Unread(); n > 0 {
			messy = append(messy, words.Count(int64(n), "other value", "other values")+" cannot be read as such, and will be missing.")
		}
	}
	if expression == name {
		expression = ""
	}
	return messy, expression, question
}

// withoutCodes is an expression with NULL for codes for missing.
func withoutCodes(expression string, c *Column, codes []string) string {
	if c.Type != "VARCHAR" {
		return "CASE WHEN " + expression + " IN (" + strings.Join(codes, ", ") + ") THEN NULL ELSE " + expression + " END"
	}
	return "CASE WHEN lower(trim(" + expression + ")) IN (" + quoted(codes) + ") THEN NULL ELSE " + expression + " END"
}

// personReason says why a column numbers people.
func (t *Table) personReason(i int) string {
	var follow []string
	for j := range t.Columns {
		if j != i && t.Columns[j].Distinct > 1 && t.determines(i, j) {
			follow = append(follow, t.Columns[j].Name)
		}
	}
	c := &t.Columns[i]
	return fmt.Sprintf("It numbers the people: %s in %s rows, and %s follow from it.", words.Count(c.Distinct, "person", "people"), words.Whole(c.Rows), and(follow))
}

// and lists names.
func and(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// quoted lists texts as SQL literals.
func quoted(texts []string) string {
	return string(sqltext.List(sqltext.Map(texts, func(_ int, text string) sqltext.SQL { return sqltext.Text(text) })))
}

// shown lists codes; the empty text has no other way to be seen.
func shown(codes []string) string {
	var b []string
	for _, code := range codes {
		if code == "" {
			code = "an empty text"
		}
		b = append(b, code)
	}
	return strings.Join(b, ", ")
}

func differ(n int64) string {
	if n == 1 {
		return "1 value differs"
	}
	return fmt.Sprintf("%d values differ", n)
}

func share(n, of int64) string { return words.Percent(float64(n) / float64(of)) }
