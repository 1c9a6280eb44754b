package partition

import "strings"

// AppendTexts appends the texts of the values of an encoded histogram, in the
// order of their bytes. NULL has none.
//
// Errors: ErrMalformed.
func AppendTexts(texts []string, histogram string) ([]string, error) {
	for rest := histogram; rest != ""; {
		value, isNull, _, tail, ok := next(rest)
		if !ok {
			return texts, ErrMalformed
		}
		rest = tail
		if !isNull {
			texts = append(texts, strings.Clone(value))
		}
	}
	return texts, nil
}
