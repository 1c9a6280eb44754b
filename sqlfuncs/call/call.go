package call

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"skyline/sqlfuncs/sqltext"
)

// Call is a call of a function as its planner sees it: the arguments, decoded
// from the JSON that the macro makes of them.
type Call struct {
	Function  *Function
	Arguments map[string]any // string, json.Number, bool, nil, []any, map[string]any
	JSON      string         // what they are decoded from
	PlanFile  string         // what is in the file that ParamPlan names, if it names one
	// Given is the plan that ParamPlan gives, as the package planning has read it; nil: none. Overrides are
	// the parameters that the call gives beside it, and that say otherwise.
	Given     any
	Overrides []string
	Numbering string // the column that numbers people by the plan, where the call takes each row for a person
	// Uncounted is Numbering where people may have several rows in what is released: rows are no people
	// then. Tables that have not been released have the column.
	Uncounted string
	// tables is what stands behind FROM for parameters whose tables another plan has.
	tables map[string]sqltext.SQL
	// Found says that DuckDB has found the columns of the table already.
	Found bool
	find  *findFirst // nil: they need not be found before
	// IfAny says that the plan around this call has more to show than its result, which has no rows where a
	// guard or a kernel finds something wrong.
	IfAny bool
	// called is what tables are called in messages that stand for a query of ours, by their parameters;
	// written, what the call has in their place.
	called, written map[string]string
}

// NewCall returns the call of a function whose arguments are a JSON object.
func NewCall(f *Function, arguments string) (*Call, error) {
	c := &Call{Function: f, JSON: quoteNonNumbers(arguments)}
	decoder := json.NewDecoder(strings.NewReader(c.JSON))
	decoder.UseNumber()
	if err := decoder.Decode(&c.Arguments); err != nil {
		return nil, fmt.Errorf("%s: the arguments are not JSON", f.Name)
	}
	c.Function = f.Shape(c.Arguments[ParamOutput])
	return c, nil
}

// Rewrite has JSON be what the arguments are that have been changed.
func (c *Call) Rewrite() error {
	text, err := json.Marshal(c.Arguments)
	if err != nil {
		return c.Errorf("the arguments are not JSON")
	}
	c.JSON = string(text)
	return nil
}

// quoteNonNumbers puts quotes around NaN and Infinity, which DuckDB writes into
// JSON as they are and no JSON parser takes.
func quoteNonNumbers(s string) string {
	if !strings.Contains(s, "NaN") && !strings.Contains(s, "Infinity") {
		return s
	}
	var b strings.Builder
	inString := false
	for i := 0; i < len(s); i++ {
		if !inString {
			if word := nonNumber(s[i:]); word != "" {
				b.WriteString(`"` + word + `"`)
				i += len(word) - 1
				continue
			}
		}
		b.WriteByte(s[i])
		switch {
		case s[i] == '"':
			inString = !inString
		case inString && s[i] == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func nonNumber(s string) string {
	for _, word := range []string{"NaN", "-NaN", "Infinity", "-Infinity"} {
		if strings.HasPrefix(s, word) {
			return word
		}
	}
	return ""
}

// Errorf returns an error about the call, prefixed with the function's name.
func (c *Call) Errorf(format string, args ...any) error {
	return fmt.Errorf(c.Function.Name+": "+format, args...)
}

// OptionalText returns a parameter that is a text or NULL.
func (c *Call) OptionalText(param, what string) (string, bool, error) {
	switch v := c.Arguments[param].(type) {
	case nil:
		return "", false, nil
	case string:
		if v == "" {
			return "", false, c.Errorf("%s must be %s, got an empty text", param, what)
		}
		return v, true, nil
	default:
		return "", false, c.Errorf("%s must be %s, got %s", param, what, Show(v))
	}
}

// Text returns a parameter that must be given.
func (c *Call) Text(param, what string) (string, error) {
	v, ok, err := c.OptionalText(param, what)
	if err == nil && !ok {
		err = c.Errorf("%s must be given: %s", param, what)
	}
	return v, err
}

// Whole returns a whole number in [0, 2^63).
func (c *Call) Whole(param string) (int64, error) {
	v := c.Arguments[param]
	n, ok := WholeOf(v)
	if !ok {
		return 0, c.Errorf("%s must be %s, got %s", param, WholeRule, Show(v))
	}
	return n, nil
}

// Steps returns the parameter max_steps: how many elementary steps something may take.
func (c *Call) Steps() (float64, error) {
	given := c.Arguments["max_steps"]
	steps, _ := WholeOf(given)
	return float64(steps), c.CheckCount("max_steps", given)
}

// WholeOf returns an argument that is a whole number in [0, 2^63).
func WholeOf(v any) (int64, bool) {
	number, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	return ParseWhole(number.String())
}

// FloatOf returns an argument that has been found to be a number, 0 for others.
func FloatOf(v any) float64 {
	number, _ := v.(json.Number)
	x, _ := number.Float64()
	return x
}

// What numbers must be.
const (
	WholeRule     = "a whole number from 0 to 9223372036854775807"
	ThresholdRule = "in (0, 1]"
)

// ParseWhole parses a whole number in [0, 2^63), which may be written as 3, 3.0
// or 3e0.
func ParseWhole(s string) (int64, bool) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, n >= 0
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || x < 0 || x != math.Trunc(x) || x >= 1<<53 {
		return 0, false
	}
	return int64(x), true
}

// ParseThreshold parses a confidence threshold, a number in (0, 1].
func ParseThreshold(s string) (float64, bool) {
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && x > 0 && x <= 1
}

// Show writes a parameter's value as the caller would: a parameter is no data.
func Show(v any) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case string:
		return string(sqltext.Text(v))
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	case []any:
		return "a list"
	default:
		return "a struct"
	}
}
