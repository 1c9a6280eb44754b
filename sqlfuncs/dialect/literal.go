package dialect

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// check makes sure that a text can stand in a statement.
func check(s string) error {
	if !utf8.ValidString(s) {
		return errUTF8
	}
	if strings.Contains(s, "\x00") {
		return errNul
	}
	return nil
}

func errLong(most int) error {
	return fmt.Errorf("it is longer than %d, and would be cut", most)
}

// parameters is the name of a type with two parameters.
func parameters(name string, precision, scale int) string {
	return fmt.Sprintf("%s(%d, %d)", name, precision, scale)
}

// typeName is the name of a type.
func (w *writer) typeName(t Type) string {
	if t.Kind == Decimal || t.Kind == Integer && t.Precision > 0 {
		return w.d.decimal(t.Precision, t.Scale)
	}
	name, ok := w.d.types[t.Kind]
	if !ok {
		return w.fail(fmt.Errorf("%s has no type for a column of type %s; make it a text in a query given as tbl", w.d.Name, kindNames[t.Kind]))
	}
	return name
}

var kindNames = map[Kind]string{
	Text: "VARCHAR", Integer: "BIGINT", Decimal: "DECIMAL", Float: "DOUBLE", Boolean: "BOOLEAN", Date: "DATE", Time: "TIME",
	Timestamp: "TIMESTAMP", TimestampTZ: "TIMESTAMP WITH TIME ZONE", UUID: "UUID",
}

// cast is a cast to a type that has NULL.
func (w *writer) cast(x string, t Type) string { return w.castTo(x, w.typeName(t)) }

// castTo is a cast to a type of a name.
func (w *writer) castTo(x, name string) string {
	if w.d.nullable != nil {
		name = w.d.nullable(name)
	}
	if w.d.cast != nil {
		return w.d.cast(x, name)
	}
	return castAs(x, name)
}

// What the texts of values look like, as DuckDB writes them.
var (
	integerText = regexp.MustCompile(`^-?\d{1,38}$`)
	decimalText = regexp.MustCompile(`^-?\d{0,38}(\.\d{1,38})?$`)
	dateText    = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	timeText    = regexp.MustCompile(`^\d\d:\d\d:\d\d(\.\d{1,6})?$`)
	stampText   = regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?$`)
	uuidText    = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
)

// literal writes a value. What goes wrong is said without the value.
func (w *writer) literal(l Literal) string {
	if l.Text == nil {
		return w.cast("NULL", l.Type)
	}
	text := *l.Text
	switch l.Type.Kind {
	case Text:
		if err := check(text); err != nil {
			return w.fail(fmt.Errorf("a text cannot be written in %s: %w", w.d.Name, err))
		}
		return w.cast(w.d.text(text), l.Type)
	case Float:
		return w.float(text, l.Type)
	case Boolean:
		if text == "true" {
			return w.yes()
		}
		return w.no()
	default:
	}
	if !w.holds(l.Type.Kind, text) {
		return w.fail(fmt.Errorf("a value of type %s cannot be written for %s: its year, or its number of digits, is out of range", kindNames[l.Type.Kind], w.d.Name))
	}
	if l.Type.Kind == TimestampTZ {
		text += w.d.utc
	}
	return w.cast("'"+text+"'", l.Type)
}

// holds reports whether a value's text is one that all dialects read, and its year one that
// this dialect has.
func (w *writer) holds(k Kind, text string) bool {
	is := map[Kind]*regexp.Regexp{
		Integer: integerText, Decimal: decimalText, Date: dateText, Time: timeText, Timestamp: stampText, TimestampTZ: stampText, UUID: uuidText,
	}[k]
	if is == nil || !is.MatchString(text) {
		return false
	}
	if k != Date && k != Timestamp && k != TimestampTZ {
		return true
	}
	least, greatest := max(w.d.least, 1), w.d.greatest
	if greatest == 0 {
		greatest = 9999
	}
	year, err := strconv.Atoi(text[:4])
	return err == nil && least <= year && year <= greatest
}

// float writes a number of 8 bytes.
func (w *writer) float(text string, t Type) string {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return w.fail(errors.New("a number cannot be read"))
	}
	finite := !math.IsNaN(x) && !math.IsInf(x, 0)
	switch {
	case !finite && w.d.isNaN == nil:
		return w.fail(fmt.Errorf("%s has no infinite numbers, and no NaN", w.d.Name))
	case math.IsNaN(x):
		return w.cast("'NaN'", t)
	case w.d.float != nil:
		return w.d.float(x)
	case finite:
		return w.cast("'"+strconv.FormatFloat(x, 'e', -1, 64)+"'", t)
	case x < 0:
		return w.cast("'-Infinity'", t)
	}
	return w.cast("'Infinity'", t)
}
