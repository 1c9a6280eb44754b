package dialect

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// A reader of statements that shares nothing with the writer but the dialects' names: it is
// written from what the engines' manuals say of tokens.

// reading are the rules of a dialect.
type reading struct {
	open, end byte // of a quoted name
	// nameEscapes and textEscapes say that a backslash begins an escape there.
	nameEscapes, textEscapes bool
}

var readings = map[string]reading{
	"duckdb":     {open: '"', end: '"'},
	"spark":      {open: '`', end: '`', textEscapes: true},
	"trino":      {open: '"', end: '"'},
	"postgres":   {open: '"', end: '"'}, // with E'' for escapes
	"bigquery":   {open: '`', end: '`', nameEscapes: true, textEscapes: true},
	"snowflake":  {open: '"', end: '"', textEscapes: true},
	"redshift":   {open: '"', end: '"', textEscapes: true}, // some clients: the literals must not depend on it
	"clickhouse": {open: '`', end: '`', nameEscapes: true, textEscapes: true},
	"tsql":       {open: '[', end: ']'},
	"datafusion": {open: '"', end: '"'},
}

// read is what a statement consists of: the quoted names, the text that its literals make
// together, and all the rest as it is, with a mark for each name and for each run of texts.
type read struct {
	names []string
	text  string
	rest  string
}

const (
	nameMark = "\x01"
	textMark = "\x02"
)

// readStatement reads a statement.
func readStatement(dialect, s string) (read, error) {
	rules := readings[dialect]
	var out read
	var rest strings.Builder
	for i := 0; i < len(s); {
		switch {
		case s[i] == rules.open:
			name, end, err := quotedBy(s, i+1, rules.end, rules.nameEscapes)
			if err != nil {
				return out, err
			}
			out.names = append(out.names, name)
			rest.WriteString(nameMark)
			i = end
		case s[i] == '\'':
			escapes := rules.textEscapes
			kind := ""
			if before := rest.String(); strings.HasSuffix(before, "E") && dialect == "postgres" {
				escapes, kind = true, "E"
			} else if strings.HasSuffix(before, "X") && dialect == "spark" {
				kind = "X"
			} else if strings.HasSuffix(before, "N") && dialect == "tsql" {
				kind = "N"
			}
			text, end, err := quotedBy(s, i+1, '\'', escapes)
			if err != nil {
				return out, err
			}
			if dialect == "spark" && strings.Contains(text, "${") {
				return out, fmt.Errorf("a variable")
			}
			if dialect == "redshift" && strings.Contains(text, `\`) || dialect == "tsql" && strings.Contains(text, "\\\n") {
				return out, fmt.Errorf("an escape that depends on settings")
			}
			if kind == "X" {
				bytes, err := hex.DecodeString(text)
				if err != nil {
					return out, err
				}
				text = string(bytes)
			}
			out.text += text
			before := strings.TrimSuffix(rest.String(), kind)
			rest.Reset()
			rest.WriteString(before + textMark)
			i = end
		case strings.HasPrefix(s[i:], "CHR(") || strings.HasPrefix(s[i:], "NCHAR("):
			open, end := strings.IndexByte(s[i:], '('), strings.IndexByte(s[i:], ')')
			code, err := strconv.Atoi(s[i+open+1 : i+end])
			if err != nil {
				return out, err
			}
			out.text += string(rune(code))
			rest.WriteString(textMark)
			i += end + 1
		default:
			rest.WriteByte(s[i])
			i++
		}
	}
	out.rest = rest.String()
	for _, joint := range []string{textMark + " || " + textMark, textMark + " + " + textMark} {
		for strings.Contains(out.rest, joint) {
			out.rest = strings.ReplaceAll(out.rest, joint, textMark)
		}
	}
	return out, nil
}

// quotedBy reads up to a closing quote.
func quotedBy(s string, from int, quote byte, escapes bool) (text string, end int, err error) {
	var b strings.Builder
	for i := from; i < len(s); i++ {
		switch {
		case escapes && s[i] == '\\' && i+1 < len(s):
			i++
			switch s[i] {
			case 'n':
				b.WriteByte('\n')
			case 'r':
				b.WriteByte('\r')
			case '\\', '\'', '`', '"':
				b.WriteByte(s[i])
			default:
				return "", 0, fmt.Errorf("an escape that nobody asked for")
			}
		case s[i] != quote:
			b.WriteByte(s[i])
		case i+1 < len(s) && s[i+1] == quote:
			b.WriteByte(quote)
			i++
		default:
			return b.String(), i + 1, nil
		}
	}
	return "", 0, fmt.Errorf("a quote is not closed")
}
