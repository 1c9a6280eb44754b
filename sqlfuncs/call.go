package sqlfuncs

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Call is a call of a function as its planner sees it: the arguments, decoded
// from the JSON that the macro makes of them.
type Call struct {
	function  *Function
	arguments map[string]any // string, json.Number, bool, nil, []any, map[string]any
	json      string         // what they are decoded from
}

func newCall(f *Function, arguments string) (*Call, error) {
	c := &Call{function: f, json: quoteNonNumbers(arguments)}
	decoder := json.NewDecoder(strings.NewReader(c.json))
	decoder.UseNumber()
	if err := decoder.Decode(&c.arguments); err != nil {
		return nil, fmt.Errorf("%s: the arguments are not JSON", f.Name)
	}
	return c, nil
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

// errorf returns an error about the call, prefixed with the function's name.
func (c *Call) errorf(format string, args ...any) error {
	return fmt.Errorf(c.function.Name+": "+format, args...)
}

// optionalText returns a parameter that is a text or NULL.
func (c *Call) optionalText(param, what string) (string, bool, error) {
	switch v := c.arguments[param].(type) {
	case nil:
		return "", false, nil
	case string:
		if v == "" {
			return "", false, c.errorf("%s must be %s, got an empty text", param, what)
		}
		return v, true, nil
	default:
		return "", false, c.errorf("%s must be %s, got %s", param, what, show(v))
	}
}

// text returns a parameter that must be given.
func (c *Call) text(param, what string) (string, error) {
	v, ok, err := c.optionalText(param, what)
	if err == nil && !ok {
		err = c.errorf("%s must be given: %s", param, what)
	}
	return v, err
}

// columns returns a parameter that is a non-empty list of column names without
// duplicates. One name may stand for a list of one.
func (c *Call) columns(param string) ([]string, error) {
	const what = "a non-empty list of column names"
	var list []any
	switch v := c.arguments[param].(type) {
	case nil:
	case string:
		list = []any{v}
	case []any:
		list = v
	default:
		return nil, c.errorf("%s must be %s, got %s", param, what, show(v))
	}
	if len(list) == 0 {
		return nil, c.errorf("%s must be %s, such as %s := ['age', 'sex']", param, what, param)
	}
	names := make([]string, len(list))
	for i, v := range list {
		name, ok := v.(string)
		if !ok || name == "" {
			return nil, c.errorf("%s must be %s, got %s in it", param, what, show(v))
		}
		for _, other := range names[:i] {
			if strings.EqualFold(name, other) {
				return nil, c.errorf("%s must not name a column twice, got %s", param, quoteIdentifier(name))
			}
		}
		names[i] = name
	}
	return names, nil
}

// whole returns a whole number in [0, 2^63).
func (c *Call) whole(param string) (int64, error) {
	v := c.arguments[param]
	n, ok := wholeOf(v)
	if !ok {
		return 0, c.errorf("%s must be %s, got %s", param, wholeRule, show(v))
	}
	return n, nil
}

// wholeOf returns an argument that is a whole number in [0, 2^63).
func wholeOf(v any) (int64, bool) {
	number, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	return parseWhole(number.String())
}

// checkThreshold makes sure that a parameter is a confidence threshold.
func (c *Call) checkThreshold(param string) error {
	v := c.arguments[param]
	if number, ok := v.(json.Number); ok {
		if _, ok := parseThreshold(number.String()); ok {
			return nil
		}
	}
	return c.errorf("%s must be %s, got %s", param, thresholdRule, show(v))
}

const (
	wholeRule     = "a whole number from 0 to 9223372036854775807"
	thresholdRule = "in (0, 1]"
)

// parseWhole parses a whole number in [0, 2^63), which may be written as 3, 3.0
// or 3e0.
func parseWhole(s string) (int64, bool) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, n >= 0
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || x < 0 || x != math.Trunc(x) || x >= 1<<53 {
		return 0, false
	}
	return int64(x), true
}

func parseThreshold(s string) (float64, bool) {
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && x > 0 && x <= 1
}

// show writes a parameter's value as the caller would: a parameter is no data.
func show(v any) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case string:
		return quoteText(v)
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
