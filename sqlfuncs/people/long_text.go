package people

import "unicode/utf8"

// MostOfCategory is how many characters the name of a category has at most. Names of
// diseases, occupations and the like stay far below it; what is longer, and somebody's alone,
// is free text, an address of a page or a document.
const MostOfCategory = 200

// IsLong reports whether a text is too long for a category.
func IsLong(text string) bool {
	return len(text) > MostOfCategory && utf8.RuneCountInString(text) > MostOfCategory
}
