package sqltext

import (
	"errors"
	"strings"
)

var errExpression = errors.New("an expression must end where its parentheses do, and hold no character U+0000")

// Expression returns an expression that a user wrote, in parentheses, for a plan: it cannot end
// them, nor put what stands behind it into a comment.
//
// Errors: what is wrong with its parentheses, quotes or comments.
func Expression(text string) (SQL, error) {
	inner := "(" + text + "\n)"
	if strings.Contains(text, userText) {
		return "", errExpression
	}
	length, err := bracketed(inner)
	if err != nil {
		return "", err
	}
	if length != len(inner) {
		return "", errExpression
	}
	return User(inner), nil
}
