package main

import (
	"bytes"
	"strings"
	"unicode"
)

// splitter cuts SQL text into statements as it comes in, line by line or all at
// once. A statement ends at a semicolon that is not inside quotes, dollar quotes
// or a comment. DuckDB can parse several statements, but it does not tell where
// in the text each of them is, and not whether the text ends in the middle of
// one, which is what a prompt has to know.
type splitter struct {
	text  []byte
	start int // of the statement
	pos   int // everything before has been looked at
	state state
	depth int    // of nested comments
	tag   string // the dollar quote that ends the text, such as $$ or $x$
	empty bool   // no token since start
	word  bool   // the character before pos belongs to a name or number
}

// state is what the text at a position is part of.
type state int

const (
	inSQL state = iota
	inString
	inEscapeString // E'…', where a backslash takes the next character along
	inName         // "…"
	inDollar
	inLineComment
	inBlockComment
)

// piece is a statement, or a dot command with its dot.
type piece struct {
	text  string
	isDot bool
}

func newSplitter() *splitter { return &splitter{empty: true} }

// feed adds text. A line must be complete with its line break.
func (s *splitter) feed(text string) {
	s.text = append(s.text[s.start:], text...)
	s.pos -= s.start
	s.start = 0
}

// next returns the next complete piece.
func (s *splitter) next() (piece, bool) {
	for s.pos < len(s.text) {
		if s.state == inSQL && s.empty && s.text[s.pos] == '.' {
			return s.dotCommand()
		}
		if s.step() {
			p := piece{text: string(bytes.TrimSpace(s.text[s.start : s.pos-1]))}
			isEmpty := s.empty
			s.reset()
			if !isEmpty {
				return p, true
			}
		}
	}
	return piece{}, false
}

// rest returns the statement that the end of the text ends.
func (s *splitter) rest() (piece, bool) {
	p, isEmpty := piece{text: string(bytes.TrimSpace(s.text[s.start:]))}, s.empty
	s.pos = len(s.text)
	s.reset()
	return p, !isEmpty
}

// isOpen reports whether a statement has begun.
func (s *splitter) isOpen() bool { return !s.empty || s.state != inSQL }

func (s *splitter) reset() {
	s.start, s.state, s.depth, s.tag, s.empty, s.word = s.pos, inSQL, 0, "", true, false
}

// dotCommand takes the rest of a line that begins with a dot.
func (s *splitter) dotCommand() (piece, bool) {
	line, _, found := bytes.Cut(s.text[s.pos:], []byte("\n"))
	p := piece{text: string(bytes.TrimSpace(line)), isDot: true}
	s.pos += len(line)
	if found {
		s.pos++
	}
	s.reset()
	return p, true
}

// step looks at what begins at pos and reports whether it was a semicolon that
// ends the statement.
func (s *splitter) step() bool {
	rest := s.text[s.pos:]
	switch s.state {
	case inString, inName:
		// A doubled quote ends the text and begins it again, which is as good.
		s.skipTo(map[state]string{inString: "'", inName: `"`}[s.state])
	case inEscapeString:
		switch {
		case rest[0] == '\\' && len(rest) > 1:
			s.pos++
		case rest[0] == '\'':
			s.state = inSQL
		}
		s.pos++
	case inDollar:
		s.skipTo(s.tag)
	case inLineComment:
		s.skipTo("\n")
	case inBlockComment:
		s.blockComment(rest)
	default:
		return s.sql(rest)
	}
	return false
}

// skipTo moves behind the next end of a quote, or to the end of the text.
func (s *splitter) skipTo(end string) {
	i := bytes.Index(s.text[s.pos:], []byte(end))
	if i < 0 {
		s.pos = len(s.text) // what ends it has no line break and so is not cut in two
		return
	}
	s.pos += i + len(end)
	s.state = inSQL
}

func (s *splitter) blockComment(rest []byte) {
	switch {
	case hasPrefix(rest, "*/"):
		s.pos += 2
		if s.depth--; s.depth == 0 {
			s.state = inSQL
		}
	case hasPrefix(rest, "/*"):
		s.pos += 2
		s.depth++
	default:
		s.pos++
	}
}

// sql looks at text outside of quotes and comments.
func (s *splitter) sql(rest []byte) bool {
	word := s.word
	s.word = false
	switch c := rest[0]; {
	case c == ';':
		s.pos++
		return true
	case hasPrefix(rest, "--"):
		s.state = inLineComment
		s.pos += 2
		return false
	case hasPrefix(rest, "/*"):
		s.state, s.depth = inBlockComment, 1
		s.pos += 2
		return false
	case isSpace(c):
		s.pos++
		return false
	case c == '\'':
		s.state = inString
	case c == '"':
		s.state = inName
	case (c == 'e' || c == 'E') && !word && hasPrefix(rest[1:], "'"):
		s.state = inEscapeString
		s.pos++
	case c == '$' && !word:
		if tag := dollarTag(rest); tag != "" {
			s.state, s.tag = inDollar, tag
			s.pos += len(tag) - 1
		}
	default:
		s.word = c == '_' || c == '$' || c >= 0x80 || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))
	}
	s.empty = false
	s.pos++
	return false
}

// dollarTag returns the dollar quote at the beginning of the text, or "" if it
// is something else, such as the parameter $1.
func dollarTag(text []byte) string {
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '$':
			return string(text[:i+1])
		case c == '_' || c >= 0x80 || unicode.IsLetter(rune(c)) || i > 1 && unicode.IsDigit(rune(c)):
		default:
			return ""
		}
	}
	return ""
}

func hasPrefix(text []byte, prefix string) bool { return bytes.HasPrefix(text, []byte(prefix)) }

func isSpace(c byte) bool { return strings.IndexByte(" \t\n\v\f\r", c) >= 0 }

// firstWord returns the first keyword of a statement in upper case, or its
// first character if that is not a letter.
func firstWord(statement string) string {
	s := newSplitter()
	s.feed(statement)
	for s.empty && s.pos < len(s.text) {
		before := s.pos
		s.step()
		if s.empty {
			continue
		}
		end := before
		for end < len(statement) && unicode.IsLetter(rune(statement[end])) {
			end++
		}
		return strings.ToUpper(statement[before:max(end, before+1)])
	}
	return ""
}
