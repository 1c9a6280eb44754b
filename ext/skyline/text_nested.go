package main

import (
	"strings"

	"github.com/duckdb/duckdb-go/v2"
)

// appendNested appends a list, array, struct, map or union as DuckDB writes it:
// [a, b], {'x': 1, 'y': NULL}, {k=v}, and of a union just the value.
func appendNested(b []byte, t *sqlType, v any) []byte {
	switch v := v.(type) {
	case []any:
		b = append(b, '[')
		for i, element := range v {
			b = appendElement(separate(b, i), t.fields[0].typ, element)
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		for i, f := range t.fields {
			b = appendQuoted(separate(b, i), f.name)
			b = appendElement(append(b, ": "...), f.typ, v[f.name])
		}
		return append(b, '}')
	case duckdb.OrderedMap:
		values := v.Values()
		b = append(b, '{')
		for i, key := range v.Keys() {
			b = appendElement(separate(b, i), t.fields[0].typ, key)
			b = appendElement(append(b, '='), t.fields[1].typ, values[i])
		}
		return append(b, '}')
	case duckdb.Union:
		for _, f := range t.fields {
			if f.name == v.Tag {
				return appendText(b, f.typ, v.Value)
			}
		}
	}
	return b
}

func separate(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ", "...)
	}
	return b
}

// appendElement appends a value inside a nested one. Text that could be taken
// for something else there stands in quotes.
func appendElement(b []byte, t *sqlType, v any) []byte {
	start := len(b)
	b = appendText(b, t, v)
	if v == nil || len(t.fields) > 0 {
		return b
	}
	if text := string(b[start:]); needsQuotes(text) {
		b = appendQuoted(b[:start], text)
	}
	return b
}

// needsQuotes reports whether DuckDB puts text inside a nested value in quotes.
func needsQuotes(text string) bool {
	const space = " \t\n\v\f\r"
	return text == "" || strings.EqualFold(text, null) ||
		strings.IndexByte(space, text[0]) >= 0 || strings.IndexByte(space, text[len(text)-1]) >= 0 ||
		strings.ContainsAny(text, `"'(),:=[]{}`)
}

func appendQuoted(b []byte, text string) []byte {
	b = append(b, '\'')
	for i := range len(text) {
		if text[i] == '\'' || text[i] == '\\' {
			b = append(b, '\\')
		}
		b = append(b, text[i])
	}
	return append(b, '\'')
}
