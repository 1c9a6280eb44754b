package dialect

import (
	"errors"
	"strings"
)

// Source is what stands behind FROM: a name of one or more parts, or a query.
type Source struct {
	Name  []string
	Query string // in its parentheses, in the engine's own dialect
}

var (
	errEmptyPart = errors.New("a part of the name is empty")
	errNul       = errors.New("it must not hold the character U+0000")
	errUTF8      = errors.New("it must be valid UTF-8")
)

// ParseSource returns the source that a text names: what begins with a parenthesis is a
// query, and passed through as it is; otherwise it is a name, as ParseName reads it.
func ParseSource(text string) (Source, error) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "(") {
		name, err := ParseName(text)
		return Source{Name: name}, err
	}
	if !strings.HasSuffix(text, ")") {
		return Source{}, errors.New("a query must stand in parentheses, from the first character to the last; its alias is not needed")
	}
	if err := check(text); err != nil {
		return Source{}, err
	}
	return Source{Query: text}, nil
}

// ParseName returns the parts of a name: between dots, each as it stands, or in double
// quotes, in which a double quote is doubled. Whatever the dialect, this is how names are
// given; they are written in the dialect's own quotes.
func ParseName(text string) ([]string, error) {
	if err := check(text); err != nil {
		return nil, err
	}
	var parts []string
	for rest := strings.TrimSpace(text); ; rest = rest[1:] {
		part, length, err := firstPart(rest)
		if err != nil {
			return nil, err
		}
		parts, rest = append(parts, part), rest[length:]
		switch {
		case part == "":
			return nil, errEmptyPart
		case rest == "":
			return parts, nil
		case rest[0] != '.':
			return nil, errors.New("a quoted name must be followed by a dot or nothing")
		}
	}
}

// firstPart returns the part that a name begins with, and how long it is as it is written.
func firstPart(s string) (part string, length int, err error) {
	if !strings.HasPrefix(s, `"`) {
		part, _, _ = strings.Cut(s, ".")
		return part, len(part), nil
	}
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] != '"':
		case strings.HasPrefix(s[i+1:], `"`):
			i++
		default:
			return strings.ReplaceAll(s[1:i], `""`, `"`), i + 1, nil
		}
	}
	return "", 0, errors.New("a double quote is not closed")
}
