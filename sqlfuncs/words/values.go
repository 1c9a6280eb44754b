package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText is how many characters of a value a sentence shows.
const maxText = 60

// NoValue is what sentences call NULL as a sensitive value: "has no value (NULL)".
const NoValue = "no value (NULL)"

// OthersKnown begins a sentence about somebody who knows the other sensitive columns.
const OthersKnown = "The other sensitive columns are known. "

// OnlyRelated is a sentence about somebody who takes nobody else for a relative.
const OnlyRelated = "Relatives are those of the pairs in relations, and nobody else."

// Value is the text of a value as a sentence shows it: on one line, and not longer than a
// sentence can bear.
func Value(text string) string {
	if text == "" {
		return "“”"
	}
	if strings.IndexFunc(text, unicode.IsControl) >= 0 {
		text = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, text)
	}
	if len(text) <= maxText || utf8.RuneCountInString(text) <= maxText {
		return text
	}
	for i, at := 0, 0; ; i++ {
		if i == maxText-1 {
			return text[:at] + "…"
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
}

// Attribute is a column of a QI group with its value.
func Attribute(name, text string, isNull bool) string {
	if isNull {
		return "no " + name + " (NULL)"
	}
	return name + " " + Value(text)
}

// maxAttributes is how many columns of a group a sentence shows.
const maxAttributes = 8

// GroupText names a QI group by its attributes.
func GroupText(attributes []string) string {
	if more := len(attributes) - maxAttributes; more > 1 {
		return strings.Join(attributes[:maxAttributes], ", ") + " and " + Whole(int64(more)) + " more columns"
	}
	return strings.Join(attributes, ", ")
}
