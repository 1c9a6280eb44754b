package planning

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"skyline/sqlfuncs/hints"
)

// Reading is what the values of a column turn out to be, once codes for missing values are
// left out. Values are added one by one; up to a thousand in the order of their texts.
type Reading struct {
	*hints.Reading // of the values that are no codes

	isText bool
	least  int64
	most   int // different values
	values int64
	words  map[string]int64 // people by code, in lower case
	codes  map[int64]int64  // people by number that may be a code
	zeros  bool             // some digits begin with 0
	// Of the numbers that are no codes: the largest whole one, how many there are, and which
	// signs there are.
	high               int64
	plain              int64
	negative, positive bool
	rounded            map[float64]int64 // people by the first four digits of their number
	folded             map[string]struct{}
	variants           int64
	shortest, longest  int // characters of a value
}

// mostFolded is up to how many values spellings are compared: names and codes of rows have
// more, and are dropped.
const mostFolded = 20_000

// Words that stand for a missing value, in lower case and without blanks at the ends.
var missingWords = []string{"", "?", "??", "-", "--", ".", "n/a", "na", "n.a.", "#n/a", "nan", "null", "nil", "missing", "unknown", "not known", "not available", "k.a."}

// Numbers that stand for one, where they are far from all others.
var missingNumbers = []int64{-9, -99, -999, -9999, -8, -88, -7, -77, -1, 99, 999, 9999, 99999, 999999}

// NewReading begins to read a column of a type, of at most so many different values. A code for a
// missing value must be that of at least so many people.
func NewReading(columnType string, least int64, most int) *Reading {
	return &Reading{Reading: hints.NewReading(0), isText: columnType == "VARCHAR", least: least, most: most, words: map[string]int64{}, codes: map[int64]int64{}, folded: map[string]struct{}{}, rounded: map[float64]int64{}}
}

// Add reads a value that n people have.
func (r *Reading) Add(text string, n int64) {
	trimmed := strings.TrimSpace(text)
	if r.isText {
		word := strings.ToLower(trimmed)
		if slices.Contains(missingWords, word) {
			r.words[word] += n
			return
		}
		r.fold(word)
	}
	length := utf8.RuneCountInString(trimmed)
	if r.values == 0 {
		r.shortest = length
	}
	r.shortest, r.longest = min(r.shortest, length), max(r.longest, length)
	r.values++
	if r.More(); r.isText && r.MayBeAlike(r.most) {
		r.At(text)
	}
	if trimmed == "" || !strings.Contains("+-.0123456789", trimmed[:1]) || len(trimmed) > longestNumber {
		return
	}
	if x, err := strconv.ParseInt(trimmed, 10, 64); err == nil && slices.Contains(missingNumbers, x) {
		r.codes[x] += n
	} else if err == nil {
		r.high = max(r.high, x)
		r.number(float64(x), n)
		r.zeros = r.zeros || r.isText && len(trimmed) > 1 && trimmed[0] == '0'
	} else if x, err := strconv.ParseFloat(trimmed, 64); err == nil {
		r.number(x, n)
	}
}

// longestNumber is how many characters a number has at most that may be somebody's.
const longestNumber = 40

func (r *Reading) number(x float64, n int64) {
	r.plain++
	r.negative = r.negative || x < 0
	r.positive = r.positive || x >= 0
	r.rounded[fourDigits(x)] += n
}

// fold counts spellings of one word.
func (r *Reading) fold(word string) {
	if len(r.folded) > mostFolded {
		return
	}
	if _, seen := r.folded[word]; seen {
		r.variants++
	}
	r.folded[word] = struct{}{}
}

// Missing returns the codes that stand for a missing value, those that most people have
// first, and how many people have one.
func (r *Reading) Missing() (codes []string, people int64) {
	all := map[string]int64{}
	for word, n := range r.words {
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

// isMissing reports whether a number that n people have is a code: a negative one where there
// is no other, or one of nines at least twice as large as all others.
func (r *Reading) isMissing(x, n int64) bool {
	switch {
	case n < r.least || r.isText && !r.IsNumbers():
		return false
	case x < 0:
		return !r.negative && r.positive
	}
	return r.plain > 1 && r.high > 0 && x >= 2*r.high
}

// Kind returns what the texts of a column should be: "" for text. Digits of which some begin
// with 0 are codes.
func (r *Reading) Kind() string {
	if !r.isText || r.zeros {
		return ""
	}
	return r.Reading.Kind()
}

// IsCodes reports whether they are: at least nine of ten values are digits.
func (r *Reading) IsCodes() bool { return r.zeros && 10*r.plain >= 9*r.values }

// Variants returns how many values differ from another one in case or blanks only.
func (r *Reading) Variants() int64 {
	if r.Kind() != "" || len(r.folded) > mostFolded {
		return 0
	}
	return r.variants
}
