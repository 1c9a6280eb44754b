package words

import (
	"strconv"
	"strings"
)

// Knowledge is what an adversary knows beside the table: a knowledge point, about people who
// have one value each or, Several, perhaps more, or a value in each of their Rows.
type Knowledge struct {
	L, K, M       int64
	Several, Rows bool
}

// Adversary says who somebody with at most this knowledge is, who looks for a person with a
// value: "somebody who knows a person's group in this table, …". Who the other people are
// is known too, as their groups are: that of all of them changes nothing.
func (a Knowledge) Adversary(value string) string {
	who := "somebody who knows a person's group in this table"
	if a.Rows {
		who = "somebody who knows how many rows a person has in each group of this table"
	}
	switch known := a.known(value); len(known) {
	case 0:
		return who + " and nothing else"
	case 1:
		return who + " and " + known[0]
	case 2:
		return who + ", " + known[0] + ", and " + known[1] + ","
	default:
		return who + ", " + known[0] + ", " + known[1] + ", and " + known[2] + ","
	}
}

// known are the kinds of knowledge that there are.
func (a Knowledge) known(value string) []string {
	known := make([]string, 0, 3)
	if a.L > 0 {
		that := " that the person does not have"
		switch {
		case a.Several:
			that = " that the person has only together with " + value
		case a.Rows:
			that = " that the person has in no row"
		}
		known = append(known, upTo(a.L, "value", "values")+that)
	}
	switch {
	case a.K == 1 && a.Several:
		known = append(known, "1 other person who does not have "+value)
	case a.K > 0 && a.Several:
		known = append(known, upTo(a.K, "", "other people who do not have "+value))
	case a.K == 1 && a.Rows:
		known = append(known, "the value of 1 row of another person")
	case a.K > 0 && a.Rows:
		known = append(known, "the values of "+upTo(a.K, "", "rows of other people"))
	case a.K == 1:
		known = append(known, "the value of 1 other person")
	case a.K > 0:
		known = append(known, "the values of "+upTo(a.K, "", "other people"))
	}
	if a.M > 0 {
		known = append(known, upTo(a.M, "relative who has ", "relatives who have ")+value+" only if the person does")
	}
	return known
}

// Attacker is who has the knowledge of a point, in the place of a noun.
func Attacker(l, k, m int64) string {
	var knows []string
	if l > 0 {
		knows = append(knows, Count(l, "value", "values")+" that the person does not have")
	}
	switch {
	case k == 1:
		knows = append(knows, "the value of 1 other person")
	case k > 0:
		knows = append(knows, "the values of "+Count(k, "", "other people"))
	}
	if m > 0 {
		knows = append(knows, Count(m, "relative", "relatives"))
	}
	if knows == nil {
		return attacker + "knows the release alone"
	}
	return attacker + "knows " + List(knows, "")
}

// attacker begins what Attacker says.
const attacker = "an attacker who "

// Sureness is how sure somebody can become, and how sure they may.
type Sureness struct {
	Breach, C float64
	Safe      bool // Breach < C, of the numbers that these two stand for
	Certain   bool // the breach probability is 1, and not only rounded to it
}

// Breach tells a breach probability and what follows from it: value is what the table calls
// the sensitive value, or "a certain value".
func Breach(a Knowledge, value string, s Sureness) string {
	if s.Breach <= 0 {
		return absent(value) + "."
	}
	sure, limit := s.inWords()
	return capital(a.Adversary(value)) + " can become " + sure + " that the person has " + value + ": " + limit + "."
}

// absent begins a sentence on a value that the table does not have.
func absent(value string) string {
	return "Nobody in this table has " + value + ", so nobody can become sure of it at all"
}

// inWords says how sure somebody can become, and how that compares with the limit.
func (s Sureness) inWords() (sure, limit string) {
	x := s.Breach
	if !s.Safe {
		x = max(x, s.C) // which rounding may have hidden
	}
	share, bound := PercentBeside(x, s.C)
	sure = "up to " + about(share, x) + " sure"
	switch {
	case s.Certain:
		sure = "certain"
	case x >= 1:
		sure = "almost certain"
	case s.Safe && x >= s.C:
		sure = "up to a little less than " + bound + " sure"
	}
	bound = about(bound, s.C)
	switch {
	case s.Safe:
		return sure, "that is below the limit of " + bound
	case x > s.C:
		return sure, "that is above the limit of " + bound
	default:
		return sure, "that reaches the limit of " + bound
	}
}

// about is a percentage with a word before it where it is rounded.
func about(percent string, x float64) string {
	number := strings.TrimSuffix(percent, " %")
	written, err := strconv.ParseFloat(number, 64)
	all, _ := strconv.ParseFloat(exactly(x), 64)
	if err != nil || written != all {
		return "about " + percent
	}
	return percent
}

// Withstands tells a maximal point of a knowledge skyline.
func Withstands(a Knowledge, value string, c float64) string {
	return capital(a.Adversary(value)) + " stays less than " + limitOf(c) + " sure that the person has " + value + "."
}

// WithstandsAll tells the point of a value that the table does not have.
func WithstandsAll(value string) string { return absent(value) + ", whatever they know." }

// Withstood tells that there is no such point, for an adversary of a point's kind.
func Withstood(a Knowledge, value string, c float64) string {
	sure := limitOf(c) + " sure, or more,"
	if c >= 1 {
		sure = "certain"
	}
	a.L, a.K, a.M = 0, 0, 0
	return "Already " + a.Adversary(value) + " can become " + sure + " that the person has " + value + "."
}

// limitOf writes a limit by itself.
func limitOf(c float64) string {
	if given := exactly(c); !isLong(given) {
		return given + " %"
	}
	return about(Percent(c), c)
}

// capital begins a sentence.
func capital(s string) string { return string(s[0]-'a'+'A') + s[1:] }

// Story tells a breach probability as cases.
func Story(a Knowledge, value string, breach float64) string {
	who := capital(a.Adversary(value))
	if breach >= 1 {
		return who + " could be certain that the person has " + value + ", in the worst case."
	}
	return who + " could be right, in the worst case, about the person having " + value + " in " + shareText(breach) + " of 100 cases."
}
