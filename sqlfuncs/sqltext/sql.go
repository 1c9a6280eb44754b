package sqltext

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// SQL is a piece of a statement. Texts of users become SQL by the functions of this
// package only; in Go source an untyped constant is SQL by itself.
type SQL string

// userText is on both sides of what stands in a plan as the user wrote it.
const userText = "\x00"

// Ident returns the identifier of any name, in quotes.
func Ident(name string) SQL {
	return SQL(`"` + strings.ReplaceAll(name, `"`, `""`) + `"`)
}

// Idents returns the identifiers of names.
func Idents(names []string) []SQL {
	return Map(names, func(_ int, name string) SQL { return Ident(name) })
}

// Text returns the literal of any text. (One with the character NUL, which ends a statement
// to DuckDB's parser, is an error there.)
func Text(s string) SQL { return SQL("'" + strings.ReplaceAll(s, "'", "''") + "'") }

// TextOrNull returns the literal of a text, or NULL for an empty one.
func TextOrNull(s string) SQL {
	if s == "" {
		return "NULL"
	}
	return Text(s)
}

// Texts returns a list of texts, which may be empty.
func Texts(texts []string) SQL { return ColumnList(texts) + "::VARCHAR[]" }

// ColumnList is Texts for names of columns inside COLUMNS(…), which takes no cast.
func ColumnList(names []string) SQL {
	return "list_value(" + List(Map(names, func(_ int, s string) SQL { return Text(s) })) + ")"
}

// Int returns the literal of an integer. A negative one is in parentheses: behind a minus
// it would begin a comment.
func Int(n int64) SQL {
	digits := SQL(strconv.FormatInt(n, 10))
	if n < 0 {
		return "(" + digits + ")"
	}
	return digits
}

// Float returns a DOUBLE of just this value. It is cast from a text, since a literal with
// many digits would be a DECIMAL.
func Float(x float64) SQL {
	return SQL("'" + strconv.FormatFloat(x, 'g', -1, 64) + "'::DOUBLE")
}

// Bool returns true or false.
func Bool(b bool) SQL { return SQL(strconv.FormatBool(b)) }

// JSON returns the literal of a value's JSON text. It panics if the value has none.
func JSON(v any) SQL {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("sqltext: a %T has no JSON text", v))
	}
	return Text(string(text))
}

// User returns a text that stands in a plan as the user wrote it, such as a query. That it
// is one piece of SQL, and closes what it opens, has been checked elsewhere. It panics if
// the text has the character NUL, which DuckDB's parser takes for the end of a statement.
func User(s string) SQL {
	if strings.Contains(s, userText) {
		panic("sqltext: a user's text with the character NUL")
	}
	return SQL(userText + s + userText)
}

// Join returns pieces with a separator between them.
func Join(sep SQL, parts ...SQL) SQL {
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			b.WriteString(string(sep))
		}
		b.WriteString(string(part))
	}
	return SQL(b.String())
}

// List returns pieces with commas between them.
func List(parts []SQL) SQL { return Join(", ", parts...) }

// Map returns what f makes of each item, whose index it gets too.
func Map[T any](items []T, f func(i int, item T) SQL) []SQL {
	parts := make([]SQL, len(items))
	for i, item := range items {
		parts[i] = f(i, item)
	}
	return parts
}
