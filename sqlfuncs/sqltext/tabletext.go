package sqltext

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How a text that names a table is taken apart, as DuckDB's own lexer does: a plan is no
// place to find out that a quote or a comment of the user's is not closed.

var (
	errBracket = errors.New("a query must stand in parentheses, and one of them is not closed")
	errQuote   = errors.New("a quote is not closed")
	errComment = errors.New("a comment is not closed")
	errAlias   = errors.New("a query must end with its parenthesis, or with an alias such as t or t(age, sex)")
	errValue   = errors.New("a query must not hold parameters such as ? or $1; put the value into the text, or use getvariable")
	errVersion = errors.New("a query must not hold what DuckDB's versions read differently: a backtick, U&'', a quote or a dollar directly behind a number, an E'' string that another string continues; write it in another way")
	errPart    = errors.New("a part of the name is empty")
)

// bracketed returns the length of the text in parentheses that s begins with. Those in
// strings, quoted names and comments do not count.
func bracketed(s string) (int, error) {
	depth := 0
	for i := 0; i < len(s); {
		n, err := tokenLength(s[i:])
		if err != nil {
			return 0, err
		}
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		i += n
		if depth == 0 {
			return i, nil
		}
	}
	return 0, errBracket
}

// tokenLength returns the length of what s begins with: a string, a quoted name, a
// comment, a word, or one character of anything else.
func tokenLength(s string) (int, error) {
	switch {
	case s[0] == '\'' || s[0] == '"':
		return quotedLength(s, false)
	case strings.HasPrefix(s, "--"):
		if end := strings.IndexAny(s, "\r\n"); end >= 0 {
			return end + 1, nil
		}
		return 0, errBracket
	case strings.HasPrefix(s, "/*"):
		return commentLength(s)
	case s[0] == '$':
		return dollarLength(s)
	case s[0] == '?':
		return 0, errValue
	case s[0] == '`':
		return 0, errVersion
	case '0' <= s[0] && s[0] <= '9':
		return numberLength(s)
	}
	word := wordLength(s)
	switch {
	case word == 0:
		r, size := utf8.DecodeRuneInString(s)
		if isBlank(r) {
			return 0, fmt.Errorf("a query must not hold the character U+%04X outside quotes; write an ordinary blank", r)
		}
		return size, nil
	case (s[:word] == "E" || s[:word] == "e") && strings.HasPrefix(s[word:], "'"):
		n, err := quotedLength(s[word:], true)
		if err == nil && continues(s[word+n:]) {
			err = errVersion
		}
		return word + n, err
	case strings.EqualFold(s[:word], "u") && (strings.HasPrefix(s[word:], "&'") || strings.HasPrefix(s[word:], `&"`)):
		return 0, errVersion
	}
	return word, nil
}

// numberLength returns the length of the number that s begins with, and of a word that
// follows it directly: 1_000 is a number, 1a is one and a word.
func numberLength(s string) (int, error) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '$' || c == '\'':
			return 0, errVersion
		case c != '_' && c != '.' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z'):
			return i, nil
		}
	}
	return len(s), nil
}

// continues reports whether what follows a string, behind blanks and comments, is another
// one: behind a line's end, the two are one.
func continues(s string) bool {
	for s = strings.TrimLeft(s, " \t\n\v\f\r"); strings.HasPrefix(s, "--"); s = strings.TrimLeft(s, " \t\n\v\f\r") {
		end := strings.IndexAny(s, "\r\n")
		if end < 0 {
			return false
		}
		s = s[end:]
	}
	return strings.HasPrefix(s, "'")
}

// quotedLength returns the length of the string or the quoted name that s begins with, in
// which a quote is doubled, or, with escapes, follows a backslash.
func quotedLength(s string, escapes bool) (int, error) {
	for i := 1; i < len(s); i++ {
		switch {
		case escapes && s[i] == '\\':
			i++
		case s[i] != s[0]:
		case i+1 < len(s) && s[i+1] == s[0]:
			i++
		default:
			return i + 1, nil
		}
	}
	return 0, errQuote
}

// commentLength returns the length of the comment that s begins with; comments nest.
func commentLength(s string) (int, error) {
	depth := 0
	for i := 0; i+1 < len(s); i++ {
		switch s[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			depth--
			i++
		}
		if depth == 0 {
			return i + 1, nil
		}
	}
	return 0, errComment
}

// dollarLength returns the length of the string in dollar quotes that s begins with. A
// dollar alone begins a parameter, whose value a plan could not be given: DuckDB would end in
// an internal error.
func dollarLength(s string) (int, error) {
	tag := wordLength(s[1:])
	if strings.Contains(s[1:1+tag], "$") {
		tag = strings.Index(s[1:], "$")
	}
	quote := tag + 2
	if len(s) < quote || s[quote-1] != '$' {
		return 0, errValue
	}
	end := strings.Index(s[quote:], s[:quote])
	if end < 0 {
		return 0, errQuote
	}
	return end + 2*quote, nil
}

// wordLength returns the length of the keyword or plain identifier that s begins with.
func wordLength(s string) int {
	for i, r := range s {
		isLetter := r == '_' || r < utf8.RuneSelf && unicode.IsLetter(r) || r >= utf8.RuneSelf && !isBlank(r)
		if !isLetter && (i == 0 || r != '$' && (r < '0' || r > '9')) {
			return i
		}
	}
	return len(s)
}

// isBlank reports whether a character looks like a blank or like nothing, and is not ASCII.
// DuckDB takes some of these for blanks and others for letters, depending on its version.
func isBlank(r rune) bool {
	return r >= utf8.RuneSelf && (r == utf8.RuneError || unicode.In(r, unicode.Z, unicode.C))
}

// callOf splits a call of a function into its path and its arguments, which begin with a
// parenthesis; ok says that s begins like one.
func callOf(s string) (path []string, arguments string, ok bool) {
	rest := s
	for {
		n := wordLength(rest)
		if strings.HasPrefix(rest, `"`) {
			n, _ = quotedLength(rest, false)
		}
		if n == 0 {
			return nil, "", false
		}
		path, rest = append(path, unquoted(rest[:n])), rest[n:]
		switch {
		case path[len(path)-1] == "":
			return nil, "", false
		case strings.HasPrefix(rest, "("):
			return path, rest, len(path) <= 3
		case !strings.HasPrefix(rest, "."):
			return nil, "", false
		}
		rest = rest[1:]
	}
}

// aliasOf returns the alias of a query, quoted: a name behind AS or not, and names of
// columns in parentheses or none.
func aliasOf(s string) (string, error) {
	if n := wordLength(s); strings.EqualFold(s[:n], "as") {
		s = strings.TrimSpace(s[n:])
	}
	name, rest, err := aliasName(s)
	if err != nil {
		return "", err
	}
	alias := " AS " + name
	if rest == "" {
		return alias, nil
	}
	if rest[0] != '(' {
		return "", errAlias
	}
	var columns []string
	for separator := byte('('); rest[0] == separator; separator = ',' {
		if name, rest, err = aliasName(strings.TrimSpace(rest[1:])); err != nil {
			return "", err
		}
		if columns = append(columns, name); rest == "" {
			return "", errBracket
		}
	}
	if rest != ")" {
		return "", errAlias
	}
	return alias + "(" + strings.Join(columns, ", ") + ")", nil
}

// aliasName splits a name off, quoted.
func aliasName(s string) (name, rest string, err error) {
	n := wordLength(s)
	if strings.HasPrefix(s, `"`) {
		if n, err = quotedLength(s, false); err != nil {
			return "", "", err
		}
	}
	name = unquoted(s[:n])
	if name == "" {
		return "", "", errAlias
	}
	return string(Ident(name)), strings.TrimSpace(s[n:]), nil
}

// unquoted returns the name that an identifier stands for.
func unquoted(identifier string) string {
	if !strings.HasPrefix(identifier, `"`) {
		return identifier
	}
	return strings.ReplaceAll(identifier[1:len(identifier)-1], `""`, `"`)
}

// namePath splits a dotted name into its parts. A part without double quotes is taken as
// it stands, whatever its characters. What follows a part in quotes and is no dot is left.
func namePath(s string) (parts []string, rest string, err error) {
	for rest = s; ; rest = rest[1:] {
		n := strings.IndexByte(rest, '.')
		if n < 0 {
			n = len(rest)
		}
		if strings.HasPrefix(rest, `"`) {
			if n, err = quotedLength(rest, false); err != nil {
				return nil, "", errors.New("a double quote is not closed")
			}
		}
		part := unquoted(rest[:n])
		if part == "" {
			return nil, "", errPart
		}
		parts, rest = append(parts, part), rest[n:]
		if !strings.HasPrefix(rest, ".") {
			return parts, rest, nil
		}
	}
}
