package label

import (
	"strings"
	"unicode"
)

// Everything is the label of anything, NULL too.
const Everything = "*"

const (
	null      = "NULL"
	orNull    = " or NULL"
	separator = ", "
	quote     = `"`
	fromOn    = ">= "
	upTo      = "<= "
	under     = "< "
)

// Alone returns the label of one value.
func Alone(text string) string {
	_, _, looksLike := enclosed(text)
	if looksLike || text == null || text == Everything || strings.HasPrefix(text, quote) || strings.HasSuffix(text, orNull) {
		return quoted(text)
	}
	return text
}

// WithNull returns the label of what a label covers, and NULL. A set has NULL as a member
// instead.
func WithNull(label string) string { return label + orNull }

// Set returns the label of several values, and of NULL behind them.
func Set(texts []string, hasNull bool) string {
	members := make([]string, 0, len(texts)+1)
	for _, text := range texts {
		members = append(members, part(text))
	}
	if hasNull {
		members = append(members, null)
	}
	return "{" + strings.Join(members, separator) + "}"
}

// Range returns the label of the values from low to high.
func Range(low, high string) string { return "[" + part(low) + separator + part(high) + "]" }

// Below returns the label of the values from low to below high.
func Below(low, high string) string { return "[" + part(low) + separator + part(high) + ")" }

// From returns the label of the values from low on.
func From(low string) string { return fromOn + low }

// UpTo returns the label of the values up to high.
func UpTo(high string) string { return upTo + high }

// Under returns the label of the values below high.
func Under(high string) string { return under + high }

// part returns a value in a set or a range.
func part(text string) string {
	if isPlain(text) {
		return text
	}
	return quoted(text)
}

// isPlain reports whether a value stands in a set or a range without quotes.
func isPlain(text string) bool {
	return text != "" && text != null && !strings.HasPrefix(text, quote) && !strings.Contains(text, separator) && strings.TrimFunc(text, unicode.IsSpace) == text
}

func quoted(text string) string {
	return quote + strings.ReplaceAll(text, quote, quote+quote) + quote
}
