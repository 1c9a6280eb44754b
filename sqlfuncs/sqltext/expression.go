package sqltext

import (
	"errors"
	"strings"
)

// Expression returns an expression that a user wrote, in parentheses, marked as the user's. It
// must stay one: nothing in it closes the parenthesis or ends the statement.
func Expression(text string) (SQL, error) {
	if strings.Contains(text, userText) {
		return "", errors.New("it must not hold the character U+0000")
	}
	whole := "(" + text + ")"
	if strings.Contains(text, "--") {
		whole = "(" + text + "\n)" // so that a comment ends
	}
	switch length, err := bracketed(whole); {
	case errors.Is(err, errQuote), errors.Is(err, errComment):
		return "", err
	case err != nil || length != len(whole):
		return "", errors.New("it must be one SQL expression that closes what it opens, and holds no parameter such as ? or $1")
	}
	for i := 0; i < len(whole); {
		n, _ := tokenLength(whole[i:])
		if whole[i] == ';' {
			return "", errors.New("it must be one SQL expression, without a semicolon")
		}
		i += n
	}
	if strings.TrimSpace(text) == "" {
		return "", errors.New("it must be an SQL expression, got an empty text")
	}
	return User(whole), nil
}
