package planning

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// An older plan, carried on.

// rowOf reads a row.
func rowOf(members map[string]any) (Row, error) {
	var row Row
	for name, to := range map[string]*string{
		"attribute": &row.Attribute, "role": &row.Role, "finding": &row.Finding, "treatment": &row.Treatment, "question": &row.Question, "type": &row.Type, "read_as": &row.ReadAs,
		"steps": &row.Steps, "requirement": &row.Rule, "required": &row.Required, "known_to": &row.KnownTo, "source": &row.Source, "decided_by": &row.DecidedBy, "decided_on": &row.DecidedOn, "reason": &row.Reason,
		"context": &row.Context, "stated": &row.Stated,
	} {
		text, ok := textOf(members[name])
		if !ok && name == "required" {
			written, _ := json.Marshal(members[name]) // decoded from JSON
			text, ok = string(written), true
		}
		if !ok {
			return row, fmt.Errorf("%s must be a text, got %s", name, call.Show(members[name]))
		}
		*to = text
	}
	row.Role, row.Context = strings.ToLower(strings.TrimSpace(row.Role)), call.Folded(strings.TrimSpace(row.Context))
	if row.Steps != "" {
		if _, err := ParseSteps(row.Steps); err != nil {
			return row, fmt.Errorf("%s: %w", sqltext.Ident(row.Attribute), err)
		}
	}
	row.Sensitive, _ = boolOf(members["sensitive"])
	text, _ := textOf(members["importance"])
	if text == "" {
		return row, nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x > 0) || math.IsInf(x, 1) {
		return row, fmt.Errorf("importance of %s must be a positive number, got %s", sqltext.Ident(row.Attribute), call.Show(members["importance"]))
	}
	row.Importance = x
	return row, nil
}

// of returns the row of a column, nil if there is none.
func of(rows []Row, column string) *Row {
	for i := range rows {
		if column != "" && call.Folded(rows[i].Attribute) == call.Folded(column) {
			return &rows[i]
		}
	}
	return nil
}

// requirementsOf are the rows of a plan that are requirements.
func requirementsOf(rows []Row) (all []Row) {
	for _, row := range rows {
		if row.Rule != "" {
			all = append(all, row)
		}
	}
	return all
}

// contextsOf are the rows of a plan that are about the release.
func contextsOf(rows []Row) (all []Row) {
	for _, row := range rows {
		if row.Context != "" {
			all = append(all, row)
		}
	}
	return all
}

// changed is the gravity of what is not as it was.
const changed = -1

// carry has a row say what its owner has decided in an older plan, and what has changed since.
func (p *proposal) carry(older []Row) {
	old := of(older, p.column.Name)
	if old == nil {
		p.gravity, p.row.Finding = changed, "The older plan does not have this column. "+p.row.Finding
		return
	}
	changes := p.changes(old)
	fresh := p.row
	p.row = *old
	p.row.Attribute, p.row.Type, p.row.Finding = fresh.Attribute, fresh.Type, fresh.Finding
	if fresh.Importance > 0 {
		p.row.Importance = fresh.Importance
	}
	switch {
	case old.Role != "":
		p.row.Question = ""
	case old.Question == "":
		p.row.Question = fresh.Question
		if fresh.Question == "" {
			p.row.Question = "What is it? Set the role."
		}
	}
	p.row.Treatment = p.column.treatment(p.row.Role, p.row.Steps)
	if changes != nil {
		p.gravity, p.row.Finding = changed, "Changed since the older plan: "+strings.Join(changes, " ")+" "+fresh.Finding
		if fresh.ReadAs != "" && fresh.ReadAs != old.ReadAs {
			p.row.Finding += " Now it would be read as " + fresh.ReadAs + "."
		}
	}
}

// changes says what has changed since an older plan: the type, or what is found in the values.
func (p *proposal) changes(old *Row) (changes []string) {
	if old.Type != "" && old.Type != p.column.Type {
		changes = append(changes, fmt.Sprintf("the type was %s and is %s.", old.Type, p.column.Type))
	}
	if IsDropped(old.Role) || old.Finding == "" {
		return changes
	}
	before := withoutNumbers(old.Finding)
	for _, sentence := range p.messy {
		if !strings.Contains(before, withoutNumbers(sentence)) {
			changes = append(changes, "new: "+sentence)
		}
	}
	if strings.Contains(before, storedAsText) && old.ReadAs != "" && p.column.Reading.Kind() == "" {
		changes = append(changes, "its values are not what read_as reads.")
	}
	return changes
}

// storedAsText ends the finding of a column whose texts should have another type.
const storedAsText = "are stored as text"

var numbersAndPlurals = regexp.MustCompile(`[0-9][0-9.,]*( %| values? differs?| other values?)`)

// withoutNumbers is a finding without its numbers, by which it may differ and say the same.
func withoutNumbers(finding string) string { return numbersAndPlurals.ReplaceAllString(finding, "") }

// gone are the rows of an older plan whose columns the table does not have any more.
func (t *Table) gone(older []Row) (rows []Row) {
	for _, row := range older {
		if row.Attribute == "" || slices.ContainsFunc(t.Columns, func(c Column) bool { return call.Folded(c.Name) == call.Folded(row.Attribute) }) {
			continue
		}
		row.Finding, row.Question = "The table does not have this column any more.", "Is it the right table? If the column is gone, delete this row."
		rows = append(rows, row)
	}
	return rows
}
