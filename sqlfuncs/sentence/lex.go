package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is that of a token: what is written, for those of one form.
type kind string

const (
	end     kind = "the end"
	words   kind = "words"
	quoted  kind = "a text in quotes"
	colon   kind = "':'"
	equals  kind = "'='"
	arrow   kind = "'->'"
	and     kind = "'and'"
	or      kind = "'or'"
	not     kind = "'not'"
	unended kind = "a double quote without its other one"
)

// token is a piece of a sentence. Its text is that of words, as they are, or what quotes mean.
type token struct {
	kind kind
	text string
	at   int // the number of characters in front of it
}

// lexer takes a sentence apart.
type lexer struct {
	rest string
	at   int // characters before the rest
}

// take takes so many bytes away.
func (l *lexer) take(n int) string {
	taken := l.rest[:n]
	l.rest, l.at = l.rest[n:], l.at+utf8.RuneCountInString(taken)
	return taken
}

// blanks takes blanks away.
func (l *lexer) blanks() {
	l.take(len(l.rest) - len(strings.TrimLeftFunc(l.rest, unicode.IsSpace)))
}

// tokens returns those of a sentence, the last of which is end or unended.
func tokens(text string) []token {
	l := lexer{rest: text}
	var all []token
	for {
		l.blanks()
		t := token{at: l.at}
		t.kind, t.text = l.next()
		// Words that follow each other are one text, with the blanks between them.
		if last := len(all) - 1; t.kind == words && last >= 0 && all[last].kind == words {
			all[last].text = sliceOf(text, all[last].at, l.at)
		} else {
			all = append(all, t)
		}
		if t.kind == end || t.kind == unended {
			return all
		}
	}
}

// sliceOf is the characters of a text from one to another.
func sliceOf(text string, from, to int) string {
	var b strings.Builder
	at := 0
	for len(text) > 0 && at < to {
		_, n := utf8.DecodeRuneInString(text)
		if at >= from {
			b.WriteString(text[:n])
		}
		text, at = text[n:], at+1
	}
	return b.String()
}

// next takes a token, or one word of it.
func (l *lexer) next() (kind, string) {
	switch {
	case l.rest == "":
		return end, ""
	case l.rest[0] == '"':
		return l.quoted()
	case l.rest[0] == ':':
		l.take(1)
		return colon, ""
	case l.rest[0] == '=':
		l.take(1)
		return equals, ""
	case strings.HasPrefix(l.rest, "->"):
		l.take(2)
		return arrow, ""
	}
	n := strings.IndexFunc(l.rest, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`":=`, r) })
	if n < 0 {
		n = len(l.rest)
	}
	if at := strings.Index(l.rest[:n], "->"); at >= 0 {
		n = at
	}
	word := l.take(n)
	switch strings.ToLower(word) {
	case "and":
		return and, ""
	case "or":
		return or, ""
	case "not":
		return not, ""
	}
	return words, word
}

// quoted takes a text in quotes.
func (l *lexer) quoted() (kind, string) {
	var b strings.Builder
	for i := 1; i < len(l.rest); i++ {
		if l.rest[i] != '"' {
			b.WriteByte(l.rest[i])
			continue
		}
		if i++; i == len(l.rest) || l.rest[i] != '"' {
			l.take(i)
			return quoted, b.String()
		}
		b.WriteByte('"')
	}
	return unended, ""
}
