package planning

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// Steps is how a column is generalized, as a plan writes it in JSON. One of Rows, Widths, Keep, AtLeast
// and Finest is there, or none of them and an end of the scale.
type Steps struct {
	Rows    json.Number `json:"rows,omitempty"`   // 1: of a column that numbers people, who keep one row each
	Widths  []any       `json:"widths,omitempty"` // of hierarchy_intervals: numbers, or periods of dates
	Bottom  any         `json:"bottom,omitempty"` // where the scale ends: a number, or a day
	Top     any         `json:"top,omitempty"`
	Keep    []any       `json:"keep,omitempty"`     // of hierarchy_prefix: how many characters
	AtLeast json.Number `json:"at_least,omitempty"` // of hierarchy_frequency: people with a value that is no other
	Finest  any         `json:"finest,omitempty"`   // a step or a unit that ranges begin and end at
}

// StepsRule is what steps must be.
const StepsRule = `a JSON text such as {"finest": "month"}, {"top": 90}, {"widths": [5, 10, 20], "top": 90}, {"keep": [4, 3, 2]}, {"at_least": 50} or, of people, {"rows": 1}`

var errSteps = errors.New("steps must be " + StepsRule)

// ParseSteps reads steps. Whether the numbers make a hierarchy is for the functions to say that
// get them.
//
// Errors: one that says StepsRule.
func ParseSteps(text string) (*Steps, error) {
	s := new(Steps)
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	decoder.DisallowUnknownFields()
	if decoder.Decode(s) != nil {
		return nil, errSteps
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errSteps
	}
	ways := 0
	if s.Rows != "" && s.Rows != "1" {
		return nil, errSteps
	}
	for _, given := range []bool{s.Rows != "", s.Widths != nil, s.Keep != nil, s.AtLeast != "", s.Finest != nil} {
		if given {
			ways++
		}
	}
	ends := s.Bottom != nil || s.Top != nil
	if ways > 1 || ways == 0 && !ends || ends && ways == 1 && s.Widths == nil || s.Widths != nil && len(s.Widths) == 0 || s.Keep != nil && len(s.Keep) == 0 {
		return nil, errSteps
	}
	for _, v := range append(append([]any{}, s.Widths...), s.Bottom, s.Top, s.Finest) {
		if !isScalar(v) {
			return nil, errSteps
		}
	}
	for _, v := range s.Keep {
		if _, ok := v.(json.Number); !ok {
			return nil, errSteps
		}
	}
	return s, nil
}

// isScalar reports whether a member is a number or a text, or not there.
func isScalar(v any) bool {
	switch v.(type) {
	case nil, string, json.Number:
		return true
	}
	return false
}

// String is how a plan writes steps.
func (s *Steps) String() string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(s) != nil {
		return ""
	}
	return strings.NewReplacer(`":`, `": `, `,"`, `, "`, `,`, `, `).Replace(strings.TrimSpace(b.String()))
}

// Words says what is done with a column of a kind, such as ranges of dates.
func (s *Steps) Words(kind string) string {
	var text string
	switch {
	case s.Rows != "":
		return "one row of each person is kept; dropped"
	case s.Widths != nil:
		text = each(s.Widths, func(v any) string {
			if period, ok := v.(string); ok {
				return strings.TrimSuffix(strings.TrimPrefix(period, "1 "), "s") + "s"
			}
			return "intervals of " + shownNumber(v)
		})
	case s.Keep != nil:
		text = "first " + each(s.Keep, shownNumber) + " characters"
	case s.AtLeast != "":
		text = "values of at least " + shownNumber(s.AtLeast) + " people, the rest as other"
	case s.Finest != nil:
		if unit, ok := s.Finest.(string); ok {
			text = kind + ", in whole " + strings.TrimSuffix(unit, "s") + "s"
		} else {
			text = kind + ", in steps of " + shownNumber(s.Finest)
		}
	default:
		text = kind
	}
	if s.Bottom != nil {
		text += ", below " + shownNumber(s.Bottom) + " as one"
	}
	if s.Top != nil {
		text += ", from " + shownNumber(s.Top) + " on as one"
	}
	return text
}

// each lists steps in the order in which they are taken.
func each(all []any, show func(v any) string) string {
	shown := make([]string, len(all))
	for i, v := range all {
		shown[i] = show(v)
	}
	return strings.Join(shown, ", then ")
}

func shownNumber(v any) string {
	text := fmt.Sprint(v)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > 9999 {
		return words.Whole(n)
	}
	return text
}

// Parameters are what the rows of a plan give the functions that generalize a table, by the name
// of the parameter, as a call has them: hierarchies, a query of one for each column that has
// steps of one; finest, top and bottom; importance. What no row gives is not there. Only columns
// that are qi count. table is how a call names the table, cleaned.
//
// Errors: those of ParseSteps, with the row's attribute.
func Parameters(rows []Row, table string) (map[string]any, error) {
	parameters := map[string]any{}
	set := func(param, attribute string, v any) {
		if v == nil {
			return
		}
		members, _ := parameters[param].(map[string]any)
		if members == nil {
			members = map[string]any{}
			parameters[param] = members
		}
		members[attribute] = v
	}
	var hierarchies []string
	for i := range rows {
		row := &rows[i]
		if row.Role != QI {
			continue
		}
		if row.Importance > 0 {
			set("importance", row.Attribute, json.Number(strconv.FormatFloat(row.Importance, 'g', -1, 64)))
		}
		if row.Steps == "" {
			continue
		}
		s, err := ParseSteps(row.Steps)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", sqltext.Ident(row.Attribute), err)
		}
		if function, arguments := s.hierarchy(); function != "" {
			arguments["tbl"], arguments["attribute"] = table, row.Attribute
			hierarchies = append(hierarchies, "FROM system.main.query(system.main.__skyline_plan("+string(sqltext.Text(function))+", "+string(sqltext.JSON(arguments))+"))")
			continue
		}
		set("min_levels", row.Attribute, s.Finest)
		set("top", row.Attribute, s.Top)
		set("bottom", row.Attribute, s.Bottom)
	}
	if hierarchies != nil {
		parameters["hierarchies"] = "(" + strings.Join(hierarchies, "\nUNION ALL\n") + ")"
	}
	return parameters, nil
}

// hierarchy returns the function that makes the hierarchy of the steps, and what it gets but the
// table and the column: "" where they have none.
func (s *Steps) hierarchy() (function string, arguments map[string]any) {
	switch {
	case s.Widths != nil:
		return "hierarchy_intervals", map[string]any{"widths": s.Widths, "origin": 0, "age_at": nil, "bottom": s.Bottom, "top": s.Top}
	case s.Keep != nil:
		return "hierarchy_prefix", map[string]any{"keep": s.Keep}
	case s.AtLeast != "":
		return "hierarchy_frequency", map[string]any{"at_least": s.AtLeast, "label": "other", "person": nil, "weight": nil}
	}
	return "", nil
}
