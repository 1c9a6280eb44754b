package planning

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Form is what the values of a column are, once codes for missing are left out.
type Form int

// Forms of values.
const (
	Text   Form = iota
	Codes       // digits of which some begin with 0: their zeros count
	Whole       // whole numbers
	Number      // numbers
	Comma       // numbers with a decimal comma
	Day         // dates
	Moment      // dates with a time
)

// Reading is what the values of a column turn out to be. Values are added one by one.
type Reading struct {
	typed   bool // its type says what it is: numbers or dates stored as such
	least   int64
	missing map[string]int64 // people by code

	values, people     int64 // but NULL and codes in words
	forms              [len(patterns)]int64
	zeros, plain       int64 // values
	low, high          int64 // of the whole numbers that are no codes
	codes              map[int64]int64
	negative, positive bool
	dayFirst, monthFirst,
	eitherFirst int64
	folded   map[string]struct{}
	variants int64
}

// mostFolded is up to how many values spellings are compared: names and codes of rows have
// more, and are dropped.
const mostFolded = 20_000

// Words that stand for a missing value, in lower case and without blanks at the ends.
var missingWords = []string{"", "?", "??", "-", "--", ".", "n/a", "na", "n.a.", "#n/a", "nan", "null", "nil", "missing", "unknown", "not known", "not available", "k.a."}

// Numbers that stand for one, where they are far from all others.
var missingNumbers = []int64{-9, -99, -999, -9999, -8, -88, -7, -77, -1, 99, 999, 9999, 99999, 999999}

// patterns of numbers and dates, with how DuckDB reads them.
var patterns = [...]struct {
	is   *regexp.Regexp
	form Form
	go_  string // layout of a date
	sql  string // its format
}{
	{regexp.MustCompile(`^[+-]?\d{1,18}$`), Whole, "", ""},
	{regexp.MustCompile(`^[+-]?(\d+\.\d*|\.\d+|\d+(\.\d*)?[eE][+-]?\d+)$`), Number, "", ""},
	{regexp.MustCompile(`^[+-]?\d+,\d+$`), Comma, "", ""},
	{regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`), Day, "2006-01-02", "%Y-%m-%d"},
	{regexp.MustCompile(`^\d{4}/\d{1,2}/\d{1,2}$`), Day, "2006/1/2", "%Y/%m/%d"},
	{regexp.MustCompile(`^\d{1,2}\.\d{1,2}\.\d{4}$`), Day, "2.1.2006", "%d.%m.%Y"},
	{regexp.MustCompile(`^\d{1,2}[/-]\d{1,2}[/-]\d{4}$`), Day, "", ""}, // the day or the month first: see halves
	{regexp.MustCompile(`^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$`), Moment, "", ""},
}

const slashes = 6 // among patterns: the day or the month first

// NewReading begins to read a column of a type. A code for missing must be that of at least
// so many people.
func NewReading(columnType string, least int64) *Reading {
	return &Reading{typed: columnType != "VARCHAR", least: least, missing: map[string]int64{}, codes: map[int64]int64{}, folded: map[string]struct{}{}}
}

// Add reads a value that n people have.
func (r *Reading) Add(text string, n int64) {
	trimmed := strings.TrimSpace(text)
	word := strings.ToLower(trimmed)
	if !r.typed && slices.Contains(missingWords, word) {
		r.missing[word] += n
		return
	}
	r.values++
	r.people += n
	r.fold(word)
	for i := range patterns {
		p := &patterns[i]
		if !p.is.MatchString(trimmed) {
			continue
		}
		switch {
		case i == slashes:
			if !r.halves(trimmed) {
				return
			}
		case p.go_ != "":
			if _, err := time.Parse(p.go_, trimmed); err != nil {
				return
			}
		case p.form == Whole:
			r.whole(trimmed, n)
		case p.form != Moment:
			r.sign(strings.HasPrefix(trimmed, "-"))
		}
		r.forms[i]++
		return
	}
}

// fold counts spellings of one word.
func (r *Reading) fold(word string) {
	if r.typed || len(r.folded) > mostFolded {
		return
	}
	if _, seen := r.folded[word]; seen {
		r.variants++
	}
	r.folded[word] = struct{}{}
}

// whole reads a whole number.
func (r *Reading) whole(text string, n int64) {
	if !r.typed && len(text) > 1 && text[0] == '0' {
		r.zeros++
	}
	x, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return
	}
	if slices.Contains(missingNumbers, x) {
		r.codes[x] += n
		return
	}
	if r.plain == 0 {
		r.low, r.high = x, x
	}
	r.low, r.high = min(r.low, x), max(r.high, x)
	r.plain++
	r.sign(x < 0)
}

func (r *Reading) sign(negative bool) {
	r.negative = r.negative || negative
	r.positive = r.positive || !negative
}

// halves reads a date whose day and month are in an order that it may not say.
func (r *Reading) halves(text string) bool {
	parts := strings.FieldsFunc(text, func(c rune) bool { return c == '/' || c == '-' })
	first, _ := strconv.Atoi(parts[0])
	second, _ := strconv.Atoi(parts[1])
	switch {
	case first < 1 || second < 1 || first > 31 || second > 31 || first > 12 && second > 12:
		return false
	case first > 12:
		r.dayFirst++
	case second > 12:
		r.monthFirst++
	default:
		r.eitherFirst++
	}
	return true
}

// Missing returns the codes that stand for a missing value, those that most people have
// first, and how many people have one.
func (r *Reading) Missing() (codes []string, people int64) {
	all := map[string]int64{}
	for word, n := range r.missing {
		people += n
		if n >= r.least {
			all[word] = n
		}
	}
	for x, n := range r.codes {
		if r.isMissing(x, n) {
			people += n
			all[strconv.FormatInt(x, 10)] = n
		}
	}
	for code := range all {
		codes = append(codes, code)
	}
	slices.SortFunc(codes, func(a, b string) int {
		if all[a] != all[b] {
			return int(max(-1, min(1, all[b]-all[a])))
		}
		return strings.Compare(a, b)
	})
	return codes, people
}

// isMissing reports whether a number is one that n people do not have: a negative one where
// there is no other, or one of nines far above all others.
func (r *Reading) isMissing(x, n int64) bool {
	switch {
	case n < r.least || !r.isNumbers() && !r.typed:
		return false
	case x < 0:
		return !r.negative && r.positive
	}
	return r.plain > 1 && r.high > 0 && x >= 2*r.high
}

// enough is the share of the different values that must be of a form, in percent.
const enough = 95

func (r *Reading) isNumbers() bool {
	return r.values > 0 && 100*(r.forms[0]+r.forms[1]+r.forms[2]) >= enough*r.values
}

// Form returns what the values are.
func (r *Reading) Form() Form {
	days := int64(0)
	for i := range patterns {
		if patterns[i].form == Day {
			days += r.forms[i]
		}
	}
	moments := r.forms[len(patterns)-1]
	switch {
	case r.values == 0:
		return Text
	case 100*days >= enough*r.values:
		return Day
	case 100*(days+moments) >= enough*r.values:
		return Moment
	case !r.isNumbers():
		return Text
	case r.zeros > 0:
		return Codes
	case r.forms[2] > 0 && r.forms[1] == 0:
		return Comma
	case r.forms[2] > 0:
		return Text
	case r.forms[1] > 0:
		return Number
	}
	return Whole
}

// DayForms returns the formats of the dates, and whether the order of day and month is open.
func (r *Reading) DayForms() (formats []string, open bool) {
	for i := range patterns {
		if i != slashes && patterns[i].form == Day && r.forms[i] > 0 {
			formats = append(formats, patterns[i].sql)
		}
	}
	if r.dayFirst > 0 && r.monthFirst == 0 {
		formats = append(formats, "%d/%m/%Y", "%d-%m-%Y")
	}
	if r.monthFirst > 0 && r.dayFirst == 0 {
		formats = append(formats, "%m/%d/%Y", "%m-%d-%Y")
	}
	return formats, r.forms[slashes] > 0 && (r.dayFirst > 0) == (r.monthFirst > 0)
}

// Unread returns how many values are not of the form that Form returns.
func (r *Reading) Unread() int64 {
	fit := int64(0)
	form := r.Form()
	for i := range patterns {
		f := patterns[i].form
		if f == form || form == Moment && f == Day || (form == Number || form == Comma || form == Codes) && f == Whole {
			fit += r.forms[i]
		}
	}
	if form == Text {
		return 0
	}
	return r.values - fit
}

// Variants returns how many values differ from another one in case or blanks only.
func (r *Reading) Variants() int64 { return r.variants }
