package hints

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// What a column of text reads as: numbers, dates or times that should be such a type, so that
// they are cut in their order and shown as ranges.

// form is a way to write a number, a date or a time.
type form struct {
	what string // of values, in the plural
	is   *regexp.Regexp
	kind string // what they are: numbers, dates, moments or times
	// format is what DuckDB's strptime reads it by, "" where a cast does.
	format string
}

// The kinds of what texts read as.
const (
	wholeNumbers = "whole numbers"
	numbers      = "numbers"
	dates        = "dates"
	moments      = "moments"
	times        = "times of day"
)

// forms are tried in this order. A whole number that begins with a zero is a code, and none of
// them.
var forms = []form{
	{"whole numbers", regexp.MustCompile(`^[+-]?(0|[1-9]\d{0,30})$`), wholeNumbers, ""},
	{"numbers with a decimal point", regexp.MustCompile(`^[+-]?(0|[1-9]\d*)?\.\d+$|^[+-]?(0|[1-9]\d*)\.$`), numbers, ""},
	{"numbers with an exponent", regexp.MustCompile(`^[+-]?\d+(\.\d*)?[eE][+-]?\d{1,3}$`), numbers, ""},
	{"numbers with commas between thousands", regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$`), numbers, ","},
	{"numbers with a decimal comma", regexp.MustCompile(`^[+-]?(0|[1-9]\d*),\d+$`), numbers, "."},
	{"dates like 2024-03-05", regexp.MustCompile(`^\d{4}-\d{1,2}-\d{1,2}$`), dates, "%Y-%m-%d"},
	{"moments like 2024-03-05 14:30", regexp.MustCompile(`^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?$`), moments, ""},
	{"dates like 05.03.2024", regexp.MustCompile(`^(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])\.\d{4}$`), dates, "%d.%m.%Y"},
	{"dates like 05.03.24", regexp.MustCompile(`^(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])\.\d{2}$`), dates, "%d.%m.%y"},
	{"dates like 31/12/2024", regexp.MustCompile(`^(1[3-9]|2\d|3[01])/(0?[1-9]|1[0-2])/\d{4}$`), dates, dayFirst},
	{"dates like 12/31/2024", regexp.MustCompile(`^(0?[1-9]|1[0-2])/(1[3-9]|2\d|3[01])/\d{4}$`), dates, monthFirst},
	{"dates like 05/03/2024", regexp.MustCompile(`^(0?[1-9]|1[0-2])/(0?[1-9]|1[0-2])/\d{4}$`), dates, eitherFirst},
	{"dates like 2024/03/05", regexp.MustCompile(`^\d{4}/(0?[1-9]|1[0-2])/(0?[1-9]|[12]\d|3[01])$`), dates, "%Y/%m/%d"},
	{"times like 14:30", regexp.MustCompile(`^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$`), times, ""},
}

const (
	dayFirst    = "%d/%m/%Y"
	monthFirst  = "%m/%d/%Y"
	eitherFirst = "either" // the others say which
)

// tooManyNumbers is how many different whole numbers are no list of codes any more.
const tooManyNumbers = 10

// Reading is what the different values of a column of text read as.
type Reading struct {
	total  int   // how many there are
	values int   // how many have been looked at
	found  []int // by form
	misses int   // values that are in none
	blanks int   // values with blanks in front or behind
	last   *big.Rat
	// Lenient says that there are other texts, too, which Cast makes NULL.
	Lenient bool
	// disordered says that they are numbers in another order than their texts.
	disordered bool
}

// NewReading begins to look at a column of so many different texts.
func NewReading(total int) *Reading { return &Reading{total: total, found: make([]int, len(forms))} }

// More says that there is one text more than was known.
func (r *Reading) More() { r.total++ }

// MayBeAlike reports whether enough of so many texts may still be alike.
func (r *Reading) MayBeAlike(total int) bool { return 100*r.misses <= (100-enough)*total }

// At looks at one of the texts, which come in their order. It reports whether it is worth while to
// look at more: whether enough of them may still be alike.
func (r *Reading) At(text string) bool {
	r.values++
	trimmed := strings.TrimSpace(text)
	at := -1
	if trimmed != "" && strings.Contains("+-.0123456789", trimmed[:1]) {
		at = slices.IndexFunc(forms, func(f form) bool { return f.is.MatchString(trimmed) })
	}
	if at < 0 {
		r.misses++
		return r.MayBeAlike(r.total)
	}
	r.found[at]++
	if trimmed != text {
		r.blanks++
	}
	if number, ok := numberOf(&forms[at], trimmed); ok {
		r.disordered = r.disordered || r.last != nil && number.Cmp(r.last) < 0
		r.last = number
	}
	return true
}

// numberOf is the number that a text of a form writes.
func numberOf(f *form, text string) (*big.Rat, bool) {
	switch {
	case f.kind != wholeNumbers && f.kind != numbers || len(text) > 40:
		return nil, false
	case f.format == ",":
		text = strings.ReplaceAll(text, ",", "")
	case f.format == ".":
		text = strings.ReplaceAll(text, ",", ".")
	}
	return new(big.Rat).SetString(text)
}

// of counts the values of a kind.
func (r *Reading) of(kinds ...string) int {
	n := 0
	for i := range r.found {
		if slices.Contains(kinds, forms[i].kind) {
			n += r.found[i]
		}
	}
	return n
}

// Kind returns what the column reads as: numbers, dates, moments or times of day; "" for text.
// Fewer than ten different numbers in the order of their texts may be codes, which sets show as
// well.
func (r *Reading) Kind() string {
	enoughOf := func(n int) bool { return r.total > 1 && 100*n >= enough*r.total }
	switch {
	case enoughOf(r.of(wholeNumbers, numbers)):
		switch {
		case !r.disordered && r.of(wholeNumbers, numbers) < tooManyNumbers:
			return ""
		case r.of(numbers) == 0:
			return wholeNumbers
		}
		return numbers
	case enoughOf(r.of(dates)):
		return dates
	case enoughOf(r.of(dates, moments)):
		return moments
	case enoughOf(r.of(times)):
		return times
	}
	return ""
}

// Unread returns how many different values are not what the column reads as.
func (r *Reading) Unread() int {
	switch r.Kind() {
	case wholeNumbers, numbers:
		return r.total - r.of(wholeNumbers, numbers)
	case dates, moments:
		return r.total - r.of(dates, moments)
	case times:
		return r.total - r.of(times)
	}
	return 0
}

// IsNumbers reports whether the column reads as numbers.
func (r *Reading) IsNumbers() bool { return r.Kind() == wholeNumbers || r.Kind() == numbers }

// Ways returns in how many forms the values are written that are what the column reads as.
func (r *Reading) Ways() int {
	n := 0
	for i := range r.found {
		if k := forms[i].kind; r.found[i] > 0 && (k == r.Kind() || r.IsNumbers() && k == wholeNumbers || r.Kind() == moments && k == dates) {
			n++
		}
	}
	return n
}

// Forms says in how many forms the values are written, and how many are in each.
func (r *Reading) Forms() string {
	var texts []string
	rest := r.total
	for i, n := range r.found {
		if n > 0 {
			texts = append(texts, fmt.Sprintf("%d %s", n, forms[i].what))
			rest -= n
		}
	}
	if rest > 0 {
		texts = append(texts, fmt.Sprintf("%d others", rest))
	}
	text := strings.Join(texts, ", ")
	if r.blanks > 0 {
		text += fmt.Sprintf("; %d have blanks around them", r.blanks)
	}
	return text
}

// Cast is what makes the values of a column what they read as, in SQL: of the column's quoted
// name.
func (r *Reading) Cast(column string) string {
	kind := r.Kind()
	all := !r.Lenient && (r.of(wholeNumbers, numbers) == r.total || r.of(dates, moments) == r.total || r.of(times) == r.total)
	value := column
	if r.blanks > 0 {
		value = "trim(" + column + ")"
	}
	cast := func(value, to string) string {
		if all {
			return value + "::" + to
		}
		return "TRY_CAST(" + value + " AS " + to + ")"
	}
	switch kind {
	case wholeNumbers:
		return cast(value, "BIGINT")
	case numbers:
		for i, n := range r.found {
			switch {
			case n == 0 || forms[i].kind != numbers:
			case forms[i].format == ",":
				value = "replace(" + value + ", ',', '')"
			case forms[i].format == ".":
				value = "replace(" + value + ", ',', '.')"
			}
		}
		return cast(value, "DOUBLE")
	case times:
		return cast(value, "TIME")
	case moments:
		return cast(value, "TIMESTAMP")
	}
	return r.castDates(value, all, cast)
}

// castDates is Cast for dates, which may be in several forms.
func (r *Reading) castDates(value string, all bool, cast func(value, to string) string) string {
	var formats []string
	either, monthsFirst := false, false
	for i, n := range r.found {
		switch f := &forms[i]; {
		case n == 0 || f.kind != dates:
		case f.format == eitherFirst:
			either = true
		default:
			monthsFirst = monthsFirst || f.format == monthFirst
			formats = append(formats, f.format)
		}
	}
	if either && !slices.Contains(formats, dayFirst) && !monthsFirst {
		formats = append(formats, dayFirst)
	}
	quoted := make([]string, len(formats))
	for i, format := range formats {
		quoted[i] = "'" + format + "'"
	}
	switch {
	case len(formats) == 1 && formats[0] == "%Y-%m-%d":
		return cast(value, "DATE")
	case len(formats) == 1 && all:
		return "strptime(" + value + ", " + quoted[0] + ")::DATE"
	}
	return "try_strptime(" + value + ", [" + strings.Join(quoted, ", ") + "])::DATE"
}

// IsAmbiguous reports whether nothing says which of a date's first two numbers is the month.
func (r *Reading) IsAmbiguous() bool {
	found := func(format string) bool {
		return slices.ContainsFunc(forms, func(f form) bool {
			return f.format == format && r.found[slices.IndexFunc(forms, func(g form) bool { return g.what == f.what })] > 0
		})
	}
	return found(eitherFirst) && found(dayFirst) == found(monthFirst)
}

// IsPostal reports whether a column's name is that of postal codes, which are codes whatever
// they read as.
func IsPostal(name string) bool {
	words := between(name)
	for i := range kinds {
		if k := &kinds[i]; k.hint == "postal_code" {
			return k.isNamed(words)
		}
	}
	return false
}

// IsZIP reports whether a column's name is that of ZIP codes of the United States, which have five digits.
func IsZIP(name string) bool {
	return slices.ContainsFunc(wordsOf(name), func(word string) bool { return word == "zip" || word == "zipcode" || word == "zip5" })
}
