package words

import "strings"

// Releases is what somebody can learn from several releases of the same people.
type Releases struct {
	Number            int64 // of the releases
	Low, High, C      float64
	Exact             bool // Low and High are one number
	Safe, Known       bool // whether High < C, of the numbers that these stand for, and whether that is known
	Certain           bool // Low is 1, and not only rounded to it
	People, Undecided int64
	// Worst are the groups of those whom Low is about, each as GroupText writes it, WorstPeople how many they are, and
	// Steps how many steps lead to it, 0 where worlds were counted.
	Worst              []string
	WorstPeople, Steps int64
	Alone              bool // no other value is in all of Worst, which is the only step
}

// Together tells what somebody can learn of a value who has all the releases.
func (r *Releases) Together(value string) string {
	if r.High <= 0 {
		return "Nobody in these releases has " + value + ", so nobody can become sure of it at all."
	}
	sentences := []string{r.sure(value)}
	if r.People > 0 {
		sentences = append(sentences, Count(r.People, "person", "people")+" can be found out that far.")
	}
	switch {
	case r.Undecided > 0 && r.People > 0:
		sentences = append(sentences, "It is not known whether "+Count(r.Undecided, "other person", "other people")+" can be.")
	case r.Undecided > 0:
		sentences = append(sentences, Count(r.Undecided, "person", "people")+" may be found out that far.")
	}
	if len(r.Worst) > 0 {
		sentences = append(sentences, r.worst())
	}
	return strings.Join(sentences, " ")
}

// sure says how sure somebody can become, and how that compares with the limit.
func (r *Releases) sure(value string) string {
	who := "Somebody who knows who is in which group of " + Count(r.Number, "release", "releases") + " can become "
	that := " that a person has " + value + ": "
	if r.Exact {
		sure, limit := Sureness{Breach: r.Low, C: r.C, Safe: r.Safe, Certain: r.Certain}.inWords()
		return who + sure + that + limit + "."
	}
	between := "between " + Percent(r.Low) + " and " + Percent(r.High) + " sure"
	limit := about(limitAlone(r.C), r.C)
	switch {
	case r.Known && r.Safe:
		return who + between + that + "that is below the limit of " + limit + "."
	case r.Known:
		return who + between + that + "that is not below the limit of " + limit + "."
	}
	return who + between + that + "whether that is below the limit of " + limit + " is not known."
}

// limitAlone writes a limit as it was given, unless that is a long fraction.
func limitAlone(c float64) string {
	if given := exactly(c); !isLong(given) {
		return given + " %"
	}
	return Percent(c)
}

// worst says who is worst off, and how it follows.
func (r *Releases) worst() string {
	text := "Worst off " + isOrAre(r.WorstPeople) + " in " + List(r.Worst, "groups")
	switch {
	case !r.Exact:
		text = "Among the worst off may be " + whom(r.WorstPeople) + " in " + List(r.Worst, "groups")
	case r.Alone && len(r.Worst) == 1:
		text += "; nobody there has another value"
	case r.Alone:
		text += "; these groups have no other value in common"
	case r.Steps == 1:
		text += "; it follows in one step"
	case r.Steps > 1:
		text += "; it follows in " + Whole(r.Steps) + " steps"
	}
	return text + "."
}

func isOrAre(people int64) string {
	if people == 1 {
		return "is " + whom(people)
	}
	return "are " + whom(people)
}

func whom(people int64) string {
	if people == 1 {
		return "the person"
	}
	return "the " + Whole(people) + " people"
}
