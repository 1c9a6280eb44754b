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
	// Least are the values from one on.
	Least
	// Most are the values up to one.
	Most
)

// Label is what a label says.
type Label struct {
	Kind Kind
	// Texts are those of the value, of the members but NULL, or of the ends.
	Texts []string
	// Bare is the label without the NULL behind it.
	Bare string
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
		return Label{Kind: All, Bare: text}
	}
	if l, ok := readForm(text); ok && l.Kind == One {
		l.Bare = text
		return l
	}
	bare, hasNull := strings.CutSuffix(text, orNull)
	l, ok := readForm(bare)
	if !ok || hasNull && l.Kind == Some {
		l = Label{Texts: []string{bare}}
	}
	l.Bare, l.HasNull = bare, l.HasNull || hasNull
	return l
}

// readForm reads a value in quotes, a set or a range, which may have no end on one side.
func readForm(text string) (l Label, ok bool) {
	if value, rest, ok := unquoted(text); ok && rest == "" {
		return Label{Texts: []string{value}, Quoted: true}, true
	}
	for _, form := range []struct {
		before string
		says   Label
	}{{fromOn, Label{Kind: Least}}, {upTo, Label{Kind: Most}}, {under, Label{Kind: Most, Open: true}}} {
		if end, ok := strings.CutPrefix(text, form.before); ok {
			form.says.Texts = []string{end}
			return form.says, true
		}
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
