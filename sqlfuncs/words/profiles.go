package words

import (
	"math"
	"strings"
)

// Column is what column_profile finds of a column.
type Column struct {
	Role, Hint            string // as the result has them, Hint "" for none
	People, Alone, Values int64
	Rarest                int64 // people with the rarest value
	DeterminedBy          []string
}

// Sentence says what the column tells about people.
func (c *Column) Sentence() string {
	if c.People == 0 || c.Values == 0 {
		return nobodyThere
	}
	sentences := []string{c.role()}
	if c.Hint != "" {
		sentences = append(sentences, "Looks like: "+strings.ReplaceAll(c.Hint, "_", " ")+".")
	}
	if len(c.DeterminedBy) > 0 {
		sentences = append(sentences, "Follows from "+eitherOf(c.DeterminedBy)+".")
	}
	return strings.Join(sentences, " ")
}

func (c *Column) role() string {
	alone := Whole(c.Alone) + " of " + Count(c.People, "person", "people") + " " + ofNumber(float64(c.Alone), "is", "are") + " alone with their value."
	switch {
	case c.Role == "constant":
		return "Tells nothing: everybody has the same value."
	case c.Role == "identifier":
		return "Identifies people: " + alone
	case c.Alone > 0:
		return "Identifies some people: " + alone
	}
	return "Identifies nobody by itself: each value is shared by at least " + Whole(c.Rarest) + " people."
}

// eitherOf writes names each of which is enough.
func eitherOf(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return "any one of " + List(names, "columns")
}

// Subset tells whom a subset of columns singles out: so many people, a share of all that is NaN
// where nobody is, are alone with it, and, minimal, somebody with no smaller subset.
func Subset(columns []string, alone int64, share float64, minimal bool) string {
	what := columns[0]
	if len(columns) > 1 {
		what = "combination of " + List(columns, "columns")
	}
	switch {
	case math.IsNaN(share):
		return nobodyThere
	case alone == 0:
		return "Singles nobody out: everybody shares their " + what + " with somebody."
	}
	sentence := "Singles out " + Count(alone, "person", "people") + ", " + About(share) + " of all: nobody else has their " + what + "."
	switch {
	case len(columns) == 1:
		return sentence
	case minimal:
		return sentence + " At least one of them is singled out by no fewer of these columns."
	}
	return sentence + " Fewer of these columns single out the same people."
}

// Special tells by what a special unique is singled out: fewest is how many columns the smallest
// minimal subset has, of all columns; first is it, nil where it is not shown; subsets is how many
// minimal subsets there are; match is how likely a match is right, NaN where that is not known.
func Special(fewest, all int64, first []string, subsets int64, match float64) string {
	sentence := "Nobody else has the same values in " + Whole(fewest) + " of the " + Count(all, "column", "columns")
	if len(first) > 0 {
		sentence += ": " + List(first, "columns")
	}
	sentence += "."
	if more := subsets - 1; more > 0 {
		sentence += " " + Count(more, "other minimal subset singles", "other minimal subsets single") + " them out, too."
	}
	if !math.IsNaN(match) {
		sentence += " A match with somebody outside is right with a probability of " + About(match) + "."
	}
	return sentence
}
