package sqltext

import "strings"

// A kind is what a token is, as far as this package has to know.
type kind int

const (
	other   kind = iota // one byte of anything else
	word                // a keyword, a plain identifier or a number
	quoted              // a text or a name in quotes
	comment             // from -- up to the end of the line, without it
	user                // a user's text with its two marks
)

// scan returns the kind of the token that begins at an index, and where it ends. A quote
// inside of quotes is written twice, and looks like another text behind the first. It
// panics where a quote or a user's text is not closed.
func scan(s string, i int) (kind, int) {
	switch c := s[i]; {
	case c == '\'' || c == '"':
		return quoted, closed(s, i)
	case c == userText[0]:
		return user, closed(s, i)
	case c == '-' && strings.HasPrefix(s[i:], "--"):
		if length := strings.IndexAny(s[i:], "\r\n"); length >= 0 {
			return comment, i + length
		}
		return comment, len(s)
	case isWordByte(c):
		end := i + 1
		for end < len(s) && isWordByte(s[end]) {
			end++
		}
		return word, end
	}
	return other, i + 1
}

// closed returns where what begins with the byte at an index ends with the same.
func closed(s string, i int) int {
	length := strings.IndexByte(s[i+1:], s[i])
	if length < 0 {
		panic("sqltext: a quote is not closed")
	}
	return i + length + 2
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// isWord reports whether a text is one word.
func isWord(s string) bool {
	for i := range len(s) {
		if !isWordByte(s[i]) {
			return false
		}
	}
	return s != ""
}

// lines returns the lines of a piece. A line feed in quotes ends none.
func lines(s string) []string {
	var all []string
	start := 0
	if strings.Contains(s, "\n") {
		for i := 0; i < len(s); {
			_, end := scan(s, i)
			if s[i] == '\n' {
				all = append(all, s[start:i])
				start = end
			}
			i = end
		}
	}
	return append(all, s[start:])
}

// endsInComment reports whether a comment would take what is put behind a piece.
func endsInComment(s string) bool {
	last := other
	if strings.Contains(s, "--") {
		for i := 0; i < len(s); {
			last, i = scan(s, i)
		}
	}
	return last == comment
}
