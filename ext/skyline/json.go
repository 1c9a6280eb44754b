package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/duckdb/duckdb-go/v2"
)

// writeJSON writes an array of objects, one a line.
func writeJSON(w io.Writer, r *result, _ screen) error {
	out := bufio.NewWriter(w)
	separator := "["
	var line []byte
	err := r.each(func(values []any) error {
		line = append(line[:0], separator...)
		separator = ",\n"
		for i, v := range values {
			if i == 0 {
				line = append(line, '{')
			} else {
				line = append(line, ',')
			}
			line = append(appendJSONText(line, r.columns[i].name), ':')
			line = appendJSONColumn(line, r.columns[i], v)
		}
		_, err := out.Write(append(line, '}'))
		return err
	})
	if err != nil {
		return err
	}
	if separator == "[" { // no row came
		out.WriteString(separator)
	}
	out.WriteString("]\n")
	return out.Flush()
}

func appendJSONColumn(b []byte, c column, v any) []byte {
	if text, ok := v.(string); ok && c.cast {
		if json.Valid([]byte(text)) {
			return append(b, text...)
		}
		return appendJSONText(b, text) // to_json writes infinities that JSON has not
	}
	return appendJSON(b, c.typ, v)
}

// appendJSON appends a value that the driver returned for a column of type t.
// What JSON has no form for becomes a string, as DuckDB writes the value.
func appendJSON(b []byte, t *sqlType, v any) []byte {
	if t.name == "JSON" && v != nil {
		return appendText(b, t, v)
	}
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case string:
		return appendJSONText(b, v)
	case bool, duckdb.Decimal:
		return appendText(b, t, v)
	case float64:
		return appendJSONNumber(b, v, 64)
	case float32:
		return appendJSONNumber(b, float64(v), 32)
	case []any:
		if len(t.fields) > 0 {
			b = append(b, '[')
			for i, element := range v {
				b = appendJSON(separateJSON(b, i), t.fields[0].typ, element)
			}
			return append(b, ']')
		}
	case map[string]any:
		if len(t.fields) > 0 {
			b = append(b, '{')
			for i, f := range t.fields {
				b = append(appendJSONText(separateJSON(b, i), f.name), ':')
				b = appendJSON(b, f.typ, v[f.name])
			}
			return append(b, '}')
		}
	case duckdb.OrderedMap:
		values := v.Values()
		b = append(b, '{')
		for i, key := range v.Keys() {
			name := appendText(nil, t.fields[0].typ, key)
			b = append(appendJSONText(separateJSON(b, i), string(name)), ':')
			b = appendJSON(b, t.fields[1].typ, values[i])
		}
		return append(b, '}')
	case duckdb.Union:
		for _, f := range t.fields {
			if f.name == v.Tag {
				b = append(appendJSONText(append(b, '{'), f.name), ':')
				return append(appendJSON(b, f.typ, v.Value), '}')
			}
		}
	}
	if t.isNumber() {
		return appendText(b, t, v)
	}
	return appendJSONText(b, string(appendText(nil, t, v)))
}

// appendJSONNumber writes infinities as numbers that are too large, as DuckDB's
// shell does: most readers make infinities of them.
func appendJSONNumber(b []byte, v float64, bits int) []byte {
	switch {
	case math.IsNaN(v):
		return append(b, "null"...)
	case math.IsInf(v, 1):
		return append(b, "1e999"...)
	case math.IsInf(v, -1):
		return append(b, "-1e999"...)
	}
	return strconv.AppendFloat(b, v, 'g', -1, bits)
}

// appendJSONText appends a string, most of which need no encoder.
func appendJSONText(b []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return appendDecoded(b, text)
		}
	}
	b = append(append(b, '"'), text...)
	return append(b, '"')
}

// appendDecoded encodes a value without escaping what only matters in HTML.
func appendDecoded(b []byte, v any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return appendDecoded(b, fmt.Sprint(v))
	}
	return append(b, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...)
}

func separateJSON(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}
