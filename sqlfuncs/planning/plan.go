package planning

import (
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// Table is what has been counted of a table, and what its owner wants.
type Table struct {
	Columns []Column
	Least   int64    // people who must be alike
	Keep    []string // columns that must stay useful
	Sample  int64    // how many rows have been drawn, 0 for all

	persons []int // columns that may number the people
	person  int   // the only one of them, or of those that are called so, or −1
}

// Row is a row of a plan: of a column, of a requirement, or about the release.
type Row struct {
	Attribute  string  `json:"attribute,omitempty"` // "" for a requirement, and for what concerns the table
	Role       string  `json:"role,omitempty"`      // "": to be decided
	Finding    string  `json:"finding,omitempty"`
	Treatment  string  `json:"treatment,omitempty"`
	Question   string  `json:"question,omitempty"`
	Type       string  `json:"type,omitempty"`       // of the column, when the plan was made
	ReadAs     string  `json:"read_as,omitempty"`    // an SQL expression for the column, cleaned; "" where it is read as it is
	Steps      string  `json:"steps,omitempty"`      // see Steps
	Importance float64 `json:"importance,omitempty"` // 0 for none
	Sensitive  bool    `json:"sensitive,omitempty"`  // it must not be learnt either, whatever its role
	Rule       string  `json:"requirement,omitempty"`
	Required   string  `json:"required,omitempty"` // its value, as SQL
	// What its owner says of it.
	KnownTo   string `json:"known_to,omitempty"`
	Source    string `json:"source,omitempty"` // from which they know it
	DecidedBy string `json:"decided_by,omitempty"`
	DecidedOn string `json:"decided_on,omitempty"`
	Reason    string `json:"reason,omitempty"`
	// Of a row about the release: what it is about, and what is said of it.
	Context string `json:"context,omitempty"`
	Stated  string `json:"stated,omitempty"`
}

// NumbersPeople reports whether the column numbers people, or may by what is proposed.
func (r *Row) NumbersPeople() bool {
	if r.Role != "" {
		return r.Role == Person
	}
	steps, err := ParseSteps(r.Steps)
	return err == nil && steps.Rows != ""
}

// keptImportance is the importance of columns that must stay useful.
const keptImportance = 3

// Propose returns the plan of a table: its columns, the gravest first, what its owner has to say
// about the whole table, and the requirements of a purpose. An older plan is carried on: what its
// owner has decided stays, and what has changed since comes first.
func (t *Table) Propose(purpose *Purpose, older []Row) []Row {
	requirements := requirementsOf(older)
	if requirements == nil {
		requirements = purpose.Requirements()
	}
	requirements = append(requirements, contextsOf(older)...)
	if len(t.Columns) > 0 && t.Columns[0].Rows == 0 {
		rows := []Row{{Finding: "The table has no rows.", Question: "Is it the right table? Nothing can be planned for no people."}}
		rows = append(rows, slices.DeleteFunc(slices.Clone(older), func(row Row) bool { return row.Attribute == "" })...)
		return append(rows, requirements...)
	}
	t.findPersons()
	proposals := make([]proposal, len(t.Columns))
	released := make([]bool, len(t.Columns))
	for i := range t.Columns {
		if purpose.Name == SafeHarbor {
			proposals[i] = t.proposeHarbor(i)
		} else {
			proposals[i] = t.propose(i)
		}
		proposals[i].keep(t.Keep)
		released[i] = !IsDropped(proposals[i].role)
	}
	for i := range proposals {
		proposals[i].together = t.together(i, released)
		proposals[i].row = t.row(&proposals[i])
		if purpose.Name == SafeHarbor {
			proposals[i].showHarbor()
		}
		if older != nil {
			proposals[i].carry(older)
		}
	}
	rows := t.drawn()
	if older != nil {
		rows = append(rows, Row{Finding: secondRelease})
	}
	rows = append(rows, t.gone(older)...)
	slices.SortStableFunc(proposals, func(a, b proposal) int { return a.gravity - b.gravity })
	known, asked := false, requiresNoSensitive(older)
	for i := range proposals {
		p := &proposals[i]
		rows = append(rows, p.row)
		known = known || p.row.Role == QI
		asked = asked || p.row.Role == Sensitive || p.row.Role == "" && p.feared
	}
	if purpose.Name == SafeHarbor {
		return append(append(rows, harborRows()...), requirements...)
	}
	if !known {
		rows = append(rows, Row{Finding: "No column looks like something that others know of a person.", Question: askQI})
	}
	if !asked {
		rows = append(rows, Row{Finding: "No column looks like something that must not be learnt of a person.", Question: askSensitive})
	}
	return append(rows, requirements...)
}

// What is asked about a table of which no column looks like it has a role.
const (
	askQI        = "Which columns may others know, such as age or place? Set their role to qi."
	askSensitive = "Which column must nobody learn? Set its role to sensitive."
)

// RoleAsked returns the role that a question about the whole table asks for: it is answered once a
// column has it. "" where the question asks for none.
func RoleAsked(question string) string {
	return map[string]string{askQI: QI, askSensitive: Sensitive}[question]
}

// WithoutSensitive returns a question about a column where no column is sensitive: it does not offer
// that role.
func WithoutSensitive(question string) string {
	return strings.NewReplacer("Must nobody learn it? Then set the role to sensitive; qi if", "Set the role to qi if", "; sensitive if nobody must learn it", "").Replace(question)
}

// secondRelease is said of each plan that is carried on.
const secondRelease = "There was a plan before. If a release was made by it, another release of the same people tells more than one: make it by the first one's recipe (recipe_apply), or take the first one back."

// drawn is the row that says that the plan is of a sample, if it is.
func (t *Table) drawn() []Row {
	if t.Sample == 0 || len(t.Columns) == 0 || t.Columns[0].Rows < t.Sample {
		return nil
	}
	return []Row{{Finding: fmt.Sprintf("The plan is made of %s rows drawn at random. Counts and shares are of these rows, a value of few people may be missing, and who has several rows is seldom drawn twice.", words.Whole(t.Sample))}}
}

// keep has a column kept useful that is one of those that must stay so.
func (p *proposal) keep(columns []string) {
	if !call.ContainsName(columns, p.column.Name) {
		return
	}
	p.importance = keptImportance
	switch {
	case p.role == Drop:
		p.role, p.reason = "", "You want to keep it, and what it says about people is not known here."
		p.question = "What is it? Set the role to qi if others may know it; sensitive if nobody must learn it; other if nobody minds."
	case IsDropped(p.role):
		p.reason += " It cannot stay useful in a release."
	}
}

// row writes a proposal down.
func (t *Table) row(p *proposal) Row {
	c := p.column
	row := Row{Attribute: c.Name, Role: p.role, Type: c.Type, Question: p.question, Importance: p.importance}
	messy, clean, question := c.clean()
	p.messy = messy
	row.Finding = strings.Join(slices.DeleteFunc(append([]string{p.reason, p.together}, messy...), func(s string) bool { return s == "" }), " ")
	if row.Question == "" && question != "" && !IsDropped(p.role) {
		row.Role, row.Question = "", question
	}
	if !IsDropped(p.role) {
		row.ReadAs = clean
	}
	switch {
	case slices.Contains(t.persons, slices.IndexFunc(t.Columns, func(other Column) bool { return other.Name == c.Name })):
		row.Steps = (&Steps{Rows: "1"}).String()
	case p.role == QI || p.role == "":
		row.Steps = t.steps(c)
	}
	row.Treatment = c.treatment(p.role, row.Steps)
	return row
}

// treatment says what is done with a column of a role.
func (c *Column) treatment(role, steps string) string {
	given, err := ParseSteps(steps)
	switch {
	case err == nil && given.Rows != "" && (role == Person || role == ""):
		return given.Words("")
	case IsDropped(role):
		return "dropped"
	case role != QI:
		return "as it is"
	}
	kind := setsOfValues
	switch {
	case c.isNumbers():
		kind = rangesOfNumbers
	case c.isDates():
		kind = rangesOfDates
	}
	if err == nil {
		return given.Words(kind)
	}
	return kind
}

// What a release shows of a column that others may know.
const (
	setsOfValues    = "sets of values"
	rangesOfNumbers = "ranges of numbers"
	rangesOfDates   = "ranges of dates"
)

// isNumbers reports whether the column has numbers, or texts that should be some.
func (c *Column) isNumbers() bool {
	return c.Reading.Kind() != "" && c.Reading.IsNumbers() || c.Type != "VARCHAR" && c.Reading.plain > 0
}

// isDates reports whether the column has dates, or texts that should be some.
func (c *Column) isDates() bool {
	return c.Type == "DATE" || strings.HasPrefix(c.Type, "TIMESTAMP") || c.Reading.Kind() != "" && !c.Reading.IsNumbers()
}

// isText reports whether sets are made of the column's values.
func (c *Column) isText() bool { return c.Type == "VARCHAR" && !c.isNumbers() && !c.isDates() }

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
	if len(follow) < 2 {
		return fmt.Sprintf("Its name is that of a key of people: %s in %s rows.", words.Count(c.Distinct, "person", "people"), words.Whole(c.Rows))
	}
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
