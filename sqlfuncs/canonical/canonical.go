// Package canonical reads JSON and writes it as RFC 8785 does: members sorted by their names, no
// blanks, one form for each number and each text. So the same is written in the same bytes by
// everybody, and has one hash. Whole numbers are written in all their digits, which the RFC has up
// to 2^53 only.
package canonical

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// What a text of somebody else's may be at most: of bytes, and of brackets around something.
const (
	maxText  = 16 << 20
	maxDepth = 16
)

// Read returns a text of JSON, of at most 16 MiB, as nil, bool, json.Number, string, []any and
// map[string]any. A member that comes twice is an error: readers would differ about it.
func Read(text string) (any, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("has more than %d bytes", maxText)
	}
	if !utf8.ValidString(text) {
		return nil, errors.New("is not UTF-8")
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	v, err := readValue(decoder, 0)
	if err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("goes on behind its end")
	}
	return v, nil
}

// ErrNotJSON is the error of a text that is no JSON, and of a value that none can be.
var ErrNotJSON = errors.New("is not JSON")

func readValue(decoder *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("has more than %d brackets in each other", maxDepth)
	}
	token, err := decoder.Token()
	if err != nil {
		return nil, ErrNotJSON
	}
	switch token {
	case json.Delim('['):
		list := []any{}
		for decoder.More() {
			v, err := readValue(decoder, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, closing(decoder)
	case json.Delim('{'):
		return readMembers(decoder, depth)
	}
	return token, nil
}

func readMembers(decoder *json.Decoder, depth int) (any, error) {
	members := map[string]any{}
	for decoder.More() {
		token, err := decoder.Token()
		name, ok := token.(string)
		if err != nil || !ok {
			return nil, ErrNotJSON
		}
		if _, again := members[name]; again {
			return nil, errors.New("has a member twice")
		}
		if members[name], err = readValue(decoder, depth+1); err != nil {
			return nil, err
		}
	}
	return members, closing(decoder)
}

func closing(decoder *json.Decoder) error {
	if _, err := decoder.Token(); err != nil {
		return ErrNotJSON
	}
	return nil
}

// Append appends the canonical text of what Read returns.
//
// Errors: ErrNotJSON, or that a number is too large.
func Append(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...), nil
	case bool:
		return strconv.AppendBool(b, v), nil
	case string:
		return appendText(b, v), nil
	case json.Number:
		return appendNumber(b, v.String())
	case []any:
		return appendList(b, v)
	case map[string]any:
		return appendMembers(b, v)
	}
	return nil, ErrNotJSON
}

func appendList(b []byte, list []any) (_ []byte, err error) {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = Append(b, v); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func appendMembers(b []byte, members map[string]any) (_ []byte, err error) {
	b = append(b, '{')
	for i, name := range slices.Sorted(maps.Keys(members)) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendText(b, name), ':')
		if b, err = Append(b, members[name]); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

func appendNumber(b []byte, digits string) ([]byte, error) {
	if digits != "-0" && strings.Trim(strings.TrimPrefix(digits, "-"), "0123456789") == "" {
		return append(b, digits...), nil
	}
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return nil, errors.New("has a number that is too large")
	}
	text, err := json.Marshal(x + 0) // as ECMAScript does; no -0
	return append(b, text...), err
}

// appendText escapes what must be, and nothing else.
func appendText(b []byte, text string) []byte {
	const short = "btn\x00fr" // from U+0008 on
	b = append(b, '"')
	for _, c := range []byte(text) {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c >= 0x08 && c <= 0x0d && c != 0x0b:
			b = append(b, '\\', short[c-0x08])
		case c < 0x20:
			b = fmt.Appendf(b, `\u%04x`, c)
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
