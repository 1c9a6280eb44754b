package words

import (
	"fmt"
	"strings"
)

// Knowledge is what an adversary knows beside the table: a knowledge point, about people who
// have one value each or, Several, perhaps more.
type Knowledge struct {
	L, K, M int64
	Several bool
}

// Adversary says who somebody with at most this knowledge is: "somebody who looks a person up
// in this table and …".
func (a Knowledge) Adversary() string {
	var known []string
	if a.L > 0 {
		known = append(known, a.ruledOut())
	}
	if a.K > 0 {
		known = append(known, a.others())
	}
	if a.M > 0 {
		known = append(known, fmt.Sprintf("knows %s of whom, if any has it, the person has it too", Count(a.M, "relative", "relatives")))
	}
	who := "somebody who finds a person's group in this table"
	switch len(known) {
	case 0:
		return who + " and knows nothing else"
	case 1:
		return who + " and " + known[0]
	case 2:
		return who + ", " + known[0] + " and " + known[1]
	default:
		return who + ", " + known[0] + ", " + known[1] + " and " + known[2]
	}
}

func (a Knowledge) ruledOut() string {
	if a.Several {
		return fmt.Sprintf("knows %s that the person has only together with it", Count(a.L, "value", "values"))
	}
	return fmt.Sprintf("knows %s that the person does not have", Count(a.L, "value", "values"))
}

func (a Knowledge) others() string {
	if a.Several {
		return fmt.Sprintf("knows %s who do not have it", Count(a.K, "other person", "other people"))
	}
	return fmt.Sprintf("knows the value of %s", Count(a.K, "other person", "other people"))
}

// Breach tells a breach probability and what follows from it: value is what the table calls
// the sensitive value, or "the value".
func Breach(a Knowledge, value string, breach, c float64) string {
	share, limit := PercentBeside(breach, c)
	sure := "at most " + share + " sure"
	if breach >= 1 {
		sure = "certain"
	}
	if breach <= 0 {
		return fmt.Sprintf("Nobody can be thought to have %s: it is not in the table.", value)
	}
	verdict := fmt.Sprintf("that is below the limit of %s.", limit)
	if breach >= c {
		verdict = fmt.Sprintf("that is not below the limit of %s.", limit)
	}
	return capital(a.Adversary()) + " can become " + sure + " that the person has " + value + ": " + verdict
}

// Withstands tells a maximal point of a knowledge skyline.
func Withstands(a Knowledge, value string, c float64) string {
	_, limit := PercentBeside(0, c)
	return capital(a.Adversary()) + " stays less than " + limit + " sure that the person has " + value + "."
}

// Withstood tells that there is no such point.
func Withstood(value string, c float64) string {
	_, limit := PercentBeside(0, c)
	return "Already " + Knowledge{}.Adversary() + " can become " + limit + " sure, or more, that a person has " + value + "."
}

// capital begins a sentence.
func capital(s string) string { return string(s[0]-'a'+'A') + s[1:] }

// Story tells a breach probability as cases.
func Story(a Knowledge, value string, breach float64) string {
	if breach >= 1 {
		return capital(a.Adversary()) + " could be certain that the person has " + value + ", in the worst case."
	}
	return fmt.Sprintf("%s could be right, in the worst case, about the person having %s in %s of 100 cases.",
		capital(a.Adversary()), value, strings.TrimSuffix(Percent(breach), " %"))
}
