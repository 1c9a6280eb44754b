package planning

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// The columns of a plan that a call gives: what says how to read, what is released and required, and
// the rest of a Row.
var (
	givenColumns   = []string{"attribute", "role", "question", "type", "read_as", "sensitive", "requirement", "required", "context", "stated"}
	carriedColumns = []string{"finding", "treatment", "steps", "importance", "known_to", "source", "decided_by", "decided_on", "reason"}
)

// Given is a plan that a call gives.
type Given struct {
	Columns      []GivenColumn
	Requirements map[string]any // by their names, as the parameter privacy; nil: there are none
	Split        string         // the parameter of that name, "" for none
	Open         []string       // questions about the whole table, while nobody has answered
	Rows         []Row          // all of it
	Hash         string         // see hash
	// Suppression is the largest share of the people that may be left out: the parameter of that
	// name; nil where the plan does not say.
	Suppression any

	lines []int // of a file, in which rows begin; nil: rows are numbered
}

// place is where a row stands, numbered from 1.
func (g *Given) place(row int) string {
	if row <= len(g.lines) {
		return fmt.Sprintf("line %d", g.lines[row-1])
	}
	return fmt.Sprintf("row %d", row)
}

// GivenColumn is a row of a plan that is about a column.
type GivenColumn struct {
	Row       int // from 1
	Name      string
	Role      string // "": to be decided
	Question  string
	Type      string
	ReadAs    string
	Sensitive bool // it must not be learnt either, whatever its role
}

// whatPlan says what the parameter must be.
const whatPlan = "a list of structs such as getvariable('plan'), or the name of a file that ends in .plan.csv or .plan.json, such as 'patients.plan.csv'"

// ReadGiven returns the plan that a call gives, nil if it gives none.
//
// Errors name the row and the column, or say how else to give a plan.
func ReadGiven(c *call.Call) (*Given, error) {
	var rows []any
	var lines []int
	var err error
	switch v := c.Arguments[call.ParamPlan.Name].(type) {
	case nil:
		return nil, nil
	case []any:
		rows = v
	case string:
		if text := strings.TrimSpace(v); strings.HasPrefix(text, "[") {
			rows, err = rowsOfJSON([]byte(text))
		} else {
			rows, lines, err = rowsOfFile(c, text)
		}
	default:
		return nil, c.Errorf("plan must be %s, got %s", whatPlan, call.Show(v))
	}
	if err != nil {
		return nil, c.Errorf("plan: %v", err)
	}
	g, err := newGiven(rows, lines)
	if err != nil {
		return nil, c.Errorf("plan: %v", err)
	}
	return g, nil
}

// rowsOfJSON returns the rows of a list, or of objects one after the other.
func rowsOfJSON(text []byte) ([]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var rows []any
	for {
		var v any
		switch err := decoder.Decode(&v); {
		case errors.Is(err, io.EOF):
			return rows, nil
		case err != nil:
			return nil, errors.New("it is no JSON: a list of objects, or an object a line")
		}
		if list, ok := v.([]any); ok {
			rows = append(rows, list...)
		} else {
			rows = append(rows, v)
		}
	}
}

// NewGiven reads rows, each of which is a struct, as JSON has it.
//
// Errors name the row, its column or requirement, and the rule.
func NewGiven(rows []any) (*Given, error) { return newGiven(rows, nil) }

// newGiven is NewGiven for rows that begin in lines of a file, nil for none.
func newGiven(rows []any, lines []int) (*Given, error) {
	if len(rows) == 0 {
		return nil, errors.New("it has no rows; FROM release_plan('patients') makes one")
	}
	g := &Given{lines: lines}
	for i, v := range rows {
		given, ok := v.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("row %d must be a struct, got %s; SET VARIABLE plan = (SELECT list(p) FROM plan AS p) makes a list of structs", i+1, call.Show(v))
		}
		members, unknown := call.Lowered(given, slices.Concat(givenColumns, carriedColumns)...)
		if unknown != "" {
			return nil, unknownColumn(unknown)
		}
		if i == 0 {
			for _, name := range []string{"attribute", "role"} {
				if _, ok := members[name]; !ok {
					return nil, fmt.Errorf("it has no column %s; a plan has at least attribute and role", name)
				}
			}
		}
		if err := g.add(i+1, members); err != nil {
			return nil, fmt.Errorf("%s%w", g.place(i+1), err)
		}
		row, err := rowOf(members)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.place(i+1), err)
		}
		g.Rows = append(g.Rows, row)
	}
	var err error
	if g.Hash, err = g.hash(); err != nil {
		return nil, err
	}
	return g, nil
}

func unknownColumn(name string) error {
	all := slices.Concat(givenColumns, carriedColumns)
	way := "its columns are " + strings.Join(all, ", ")
	if near := call.Nearest(name, all); near != "" {
		way = "did you mean " + near + "?"
	}
	return fmt.Errorf("it has an unknown column %s; %s", sqltext.Ident(name), way)
}

// add reads a row. Its errors go on behind the number of the row.
func (g *Given) add(number int, members map[string]any) error {
	texts := map[string]string{}
	for _, name := range givenColumns {
		if name == "sensitive" || name == "required" {
			continue
		}
		text, ok := textOf(members[name])
		if !ok {
			return fmt.Errorf(": %s must be a text, got %s", name, call.Show(members[name]))
		}
		if name != "attribute" {
			text = strings.TrimSpace(text)
		}
		texts[name] = text
	}
	attribute, requirement, role, context := texts["attribute"], texts["requirement"], strings.ToLower(texts["role"]), texts["context"]
	switch {
	case context != "" && attribute+requirement+role != "":
		return fmt.Errorf(" (%s) must be about the release, and has an attribute, a role or a requirement", context)
	case context != "":
		return g.state(context, texts["stated"])
	case texts["stated"] != "":
		return errors.New(" has stated, and no context that it is about, such as 'recipient'")
	case attribute != "" && requirement != "":
		return fmt.Errorf(" (%s) must be about a column or a requirement, and has an attribute and a requirement", sqltext.Ident(attribute))
	case requirement == Split:
		return g.splitBy(members["required"])
	case requirement == Suppression:
		return g.leaveOut(members["required"])
	case requirement != "":
		return g.require(requirement, members["required"])
	case attribute == "" && role != "":
		return fmt.Errorf(" has the role %s and no attribute", sqltext.Text(role))
	case attribute == "" && texts["question"] != "":
		g.Open = append(g.Open, texts["question"])
		return nil
	case attribute == "":
		return nil
	}
	column := GivenColumn{Row: number, Name: attribute, Role: role, Question: texts["question"], Type: texts["type"], ReadAs: texts["read_as"]}
	var ok bool
	if column.Sensitive, ok = boolOf(members["sensitive"]); !ok {
		return fmt.Errorf(" (%s): sensitive must be true, false or NULL, got %s", sqltext.Ident(attribute), call.Show(members["sensitive"]))
	}
	if err := g.fits(&column); err != nil {
		return fmt.Errorf(" (%s): %w", sqltext.Ident(attribute), err)
	}
	g.Columns = append(g.Columns, column)
	return nil
}

// fits makes sure that a column can stand beside those before it.
func (g *Given) fits(column *GivenColumn) error {
	if column.Role != "" {
		if _, err := RoleCalled(column.Role); err != nil {
			return err
		}
	}
	for i := range g.Columns {
		other := &g.Columns[i]
		if call.Folded(other.Name) == call.Folded(column.Name) {
			return fmt.Errorf("the attribute stands in %s already; delete one of the rows", g.place(other.Row))
		}
		if other.Role == column.Role && slices.Contains([]string{Person, Weight, SamplingWeight}, column.Role) {
			return fmt.Errorf("only one column can have the role %s, and %s (%s) has it; give one of them another role, such as identifier", sqltext.Text(column.Role), g.place(other.Row), sqltext.Ident(other.Name))
		}
	}
	if column.ReadAs != "" {
		if _, err := sqltext.Expression(column.ReadAs); err != nil {
			return fmt.Errorf("read_as: %w", err)
		}
	}
	return nil
}

// require adds a requirement. Its errors go on behind the number of the row.
func (g *Given) require(word string, required any) error {
	name, advice := people.RequirementName(word, people.RequirementNames())
	if name == "" {
		if advice == "" {
			advice = "the requirements are " + people.InWords(people.RequirementNames(), "and")
		}
		return fmt.Errorf(": there is no requirement %s; %s", sqltext.Text(word), advice)
	}
	if text, ok := required.(string); ok {
		if required, ok = valueOf(text); !ok {
			return fmt.Errorf(` (%s): required must be a number or JSON, such as 12 or [{"k": 3, "c": 0.5}], got %s`, name, call.Show(text))
		}
	}
	if required == nil {
		return fmt.Errorf(" (%s): required must be given, such as 12; delete the row if it is not required", name)
	}
	if _, again := g.Requirements[name]; again {
		return fmt.Errorf(" (%s): the requirement stands in another row already; delete one of the rows", name)
	}
	if g.Requirements == nil {
		g.Requirements = map[string]any{}
	}
	g.Requirements[name] = required
	return nil
}

// splitBy takes a row that says by which split a release is made, which is no requirement.
func (g *Given) splitBy(required any) error {
	split, ok := required.(string)
	switch {
	case !ok || split == "":
		return fmt.Errorf(` (%s): required must be a text such as information_loss, got %s`, Split, call.Show(required))
	case g.Split != "":
		return fmt.Errorf(" (%s): it stands in another row already; delete one of the rows", Split)
	}
	g.Split = split
	return nil
}

// leaveOut takes a row that says which share of the people may be left out, which is no requirement.
func (g *Given) leaveOut(required any) error {
	text, _ := textOf(required)
	share, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	switch {
	case err != nil || !(share >= 0 && share < 1):
		return fmt.Errorf(" (%s): required must be the largest share of the people that may be left out, such as 0.05, got %s", Suppression, call.Show(required))
	case g.Suppression != nil:
		return fmt.Errorf(" (%s): it stands in another row already; delete one of the rows", Suppression)
	}
	g.Suppression = json.Number(strconv.FormatFloat(share, 'g', -1, 64))
	return nil
}

// SplitFinding is what the row of the split says of how it was chosen, "" if there is none.
func (g *Given) SplitFinding() string {
	for i := range g.Rows {
		if g.Rows[i].Rule == Split {
			return g.Rows[i].Finding
		}
	}
	return ""
}

// valueOf reads JSON, or a struct or a list as SQL writes it, with texts in single quotes.
func valueOf(text string) (v any, ok bool) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, true
	}
	for _, written := range []string{text, doubleQuoted(text)} {
		decoder := json.NewDecoder(strings.NewReader(written))
		decoder.UseNumber()
		if decoder.Decode(&v) == nil && !decoder.More() {
			return v, true
		}
	}
	return nil, false
}

// doubleQuoted puts texts that stand in single quotes into double quotes.
func doubleQuoted(text string) string {
	var b strings.Builder
	for text != "" {
		before, rest, found := strings.Cut(text, "'")
		b.WriteString(before)
		if !found {
			break
		}
		var content strings.Builder
		for {
			part, behind, closed := strings.Cut(rest, "'")
			content.WriteString(part)
			rest = behind
			if !closed {
				return "'" // which is no JSON
			}
			if !strings.HasPrefix(behind, "'") {
				break
			}
			content.WriteByte('\'')
			rest = behind[1:]
		}
		quoted, _ := json.Marshal(content.String())
		b.Write(quoted)
		text = rest
	}
	return b.String()
}

// textOf returns a value that is not nested as a text, "" for NULL.
func textOf(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "", true
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	case bool:
		return fmt.Sprint(v), true
	}
	return "", false
}

// boolOf returns a truth value, which may be a text.
func boolOf(v any) (is, ok bool) {
	text, ok := textOf(v)
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true":
		return true, ok
	case "", "false":
		return false, ok
	}
	return false, false
}

// names returns the columns that have a role.
func (g *Given) names(role string) []string {
	var names []string
	for i := range g.Columns {
		if g.Columns[i].Role == role {
			names = append(names, g.Columns[i].Name)
		}
	}
	return names
}
