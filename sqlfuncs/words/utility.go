package words

import (
	"fmt"
	"math"
)

// LeftOut says how many people a release is without.
func LeftOut(people int64) string {
	switch people {
	case 0:
		return "Nobody is left out."
	case 1:
		return "1 person is left out."
	}
	return fmt.Sprintf("%d people are left out.", people)
}

// DetailLost says what a release has lost of columns, as a share of their detail.
func DetailLost(columns string, share float64) string {
	return fmt.Sprintf("%s of the detail in %s is lost.", Percent(share), columns)
}

// Accuracy is how often decision trees are right about a column: one that was trained on a release, one that was trained on its
// original; and how often a guess of the most frequent value is.
type Accuracy struct {
	Target                      string
	Release, Original, Guessing float64
	People                      int64 // that were tested
}

// Sentence says what the release is good for, and first of all whether the comparison tells that. Where the columns of the original
// do not help, neither number says anything of the release. Their advantage over a guess has to be more than two standard errors
// of the share of those who are guessed right.
func (a Accuracy) Sentence() string {
	if a.People == 0 {
		return ""
	}
	trees := fmt.Sprintf("a tree trained on the release is right for %s of people, on the original for %s, guessing the most frequent value for %s", Percent(a.Release), Percent(a.Original), Percent(a.Guessing))
	chance := 2 * math.Sqrt(a.Guessing*(1-a.Guessing)/float64(a.People))
	switch gain := a.Original - a.Guessing; {
	case gain <= 0:
		return fmt.Sprintf("This says nothing about the release, as not even the original tells %s: %s.", a.Target, trees)
	case gain <= chance:
		return fmt.Sprintf("This says little about the release, as the original hardly tells %s, by the %d people tested: %s.", a.Target, a.People, trees)
	case a.Release <= a.Guessing:
		return fmt.Sprintf("The release does not tell %s any more: %s.", a.Target, trees)
	case a.Release >= a.Original:
		return fmt.Sprintf("The release tells %s as well as the original: %s.", a.Target, trees)
	default:
		return fmt.Sprintf("The release keeps %s of what the original tells about %s beyond guessing: %s.", Percent((a.Release-a.Guessing)/gain), a.Target, trees)
	}
}
