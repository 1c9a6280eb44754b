package sentence

import (
	"strings"
	"unicode"
)

// String writes a sentence so that Parse reads it again.
func (s *Sentence) String() string {
	if s.Same != nil {
		return word(s.Same[0]) + " = " + word(s.Same[1])
	}
	then := joined(s.Then, " or ")
	if len(s.If) == 0 {
		return then
	}
	return joined(s.If, " and ") + " -> " + then
}

func joined(literals []Literal, between string) string {
	texts := make([]string, len(literals))
	for i, l := range literals {
		if l.Not {
			texts[i] = "not "
		}
		texts[i] += word(l.Person) + ": " + l.Value.String()
	}
	return strings.Join(texts, between)
}

// String writes a value as sentences have it.
func (v Value) String() string {
	if v.Null {
		return "NULL"
	}
	return word(v.Text)
}

// word writes a name or a value: as it is where that is read as such, and in quotes elsewhere.
func word(text string) string {
	if all := tokens(text); len(all) == 2 && all[0].kind == words && all[0].text == text && !isNull(all[0]) && !strings.ContainsFunc(text, isHidden) {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
}

// isHidden is true of what one would not see without quotes.
func isHidden(r rune) bool { return !unicode.IsPrint(r) }
