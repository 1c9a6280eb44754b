package label

import "strings"

// Kind is a form of labels.
type Kind int

const (
	// One is one value.
	One Kind = iota
	// All is anything.
	All
	// Some are the members of a set, at least two.
	Some
	// Span are the values from one to another.
	Span
)

// Label is what a label says.
type Label struct {
	Kind Kind
	// Texts are those of the value, of the members but NULL, or of the two ends.
	Texts []string
	// HasNull is whether it covers NULL besides.
	HasNull bool
	// Open is whether the upper end is not covered.
	Open bool
	// Quoted is whether all of it is one value in quotes.
	Quoted bool
}

// Read returns what a label says, by the rules of this package. What has none of the forms is
// the text of one value.
func Read(text string) Label {
	if text == Everything {
		return Label{Kind: All}
	}
	if l, ok := readForm(text); ok {
		return l
	}
	bare, hasNull := strings.CutSuffix(text, orNull)
	if l, ok := readForm(bare); ok && hasNull && l.Kind != Some {
		l.HasNull = true
		return l
	}
	return Label{Texts: []string{bare}, HasNull: hasNull}
}

// readForm reads a value in quotes, a set or a range.
func readForm(text string) (l Label, ok bool) {
	if value, rest, ok := unquoted(text); ok && rest == "" {
		return Label{Texts: []string{value}, Quoted: true}, true
	}
	inner, l, ok := enclosed(text)
	parts := 0
	for ok {
		var value string
		var isNull, more bool
		value, isNull, inner, more, ok = nextPart(inner)
		switch {
		case !ok:
		case !isNull:
			l.Texts = append(l.Texts, value)
		case l.HasNull || l.Kind == Span:
			ok = false
		default:
			l.HasNull = true
		}
		if parts++; ok && !more {
			return l, parts == 2 || l.Kind == Some
		}
	}
	return Label{}, false
}

// enclosed returns what stands between the brackets of a text that looks like a set or a
// range.
func enclosed(text string) (inner string, l Label, ok bool) {
	if !strings.Contains(text, separator) {
		return "", Label{}, false
	}
	last := len(text) - 1
	switch inner = text[1:last]; text[:1] + text[last:] {
	case "{}":
		return inner, Label{Kind: Some}, true
	case "[]":
		return inner, Label{Kind: Span}, true
	case "[)":
		return inner, Label{Kind: Span, Open: true}, true
	}
	return "", Label{}, false
}

// nextPart returns the value, or NULL, that stands first in a set or a range, and what is
// behind the separator, if there is more.
func nextPart(inner string) (value string, isNull bool, behind string, more, ok bool) {
	if value, rest, ok := unquoted(inner); ok {
		behind, more = strings.CutPrefix(rest, separator)
		return value, false, behind, more, more || rest == ""
	}
	value, behind, more = strings.Cut(inner, separator)
	return value, value == null, behind, more, value == null || isPlain(value)
}

// unquoted returns the value in quotes that a text begins with, and what is behind it.
func unquoted(text string) (value, rest string, ok bool) {
	var b strings.Builder
	rest, ok = strings.CutPrefix(text, quote)
	for ok {
		var part string
		part, rest, ok = strings.Cut(rest, quote)
		b.WriteString(part)
		if !ok || !strings.HasPrefix(rest, quote) {
			break
		}
		b.WriteString(quote)
		rest = rest[len(quote):]
	}
	return b.String(), rest, ok
}
