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

// Regression is how far regression trees are from a column of numbers on average, one that was trained on a release and one that
// was trained on its original; and how far its mean is. R² is by how much their squared errors are less than those of the mean.
type Regression struct {
	Target                      string
	Release, Original, Guessing float64
	ReleaseR2, OriginalR2       float64
	OriginalR2Error             float64 // its standard error
	People                      int64   // that were tested
}

// Sentence is that of Accuracy. The original tells something where its R² is more than two standard errors above 0.
func (r Regression) Sentence() string {
	if r.People == 0 {
		return ""
	}
	trees := fmt.Sprintf("a tree trained on the release is off by %s on average (R² is %s), on the original by %s (%s), the mean by %s",
		Number(r.Release), Number(r.ReleaseR2), Number(r.Original), Number(r.OriginalR2), Number(r.Guessing))
	switch {
	case !(r.OriginalR2 > 0):
		return fmt.Sprintf("This says nothing about the release, as not even the original tells %s: %s.", r.Target, trees)
	case !(r.OriginalR2 > 2*r.OriginalR2Error):
		return fmt.Sprintf("This says little about the release, as the original hardly tells %s, by the %d people tested: %s.", r.Target, r.People, trees)
	case !(r.ReleaseR2 > 0):
		return fmt.Sprintf("The release does not tell %s any more: %s.", r.Target, trees)
	case r.ReleaseR2 >= r.OriginalR2:
		return fmt.Sprintf("The release tells %s as well as the original: %s.", r.Target, trees)
	default:
		return fmt.Sprintf("The release keeps %s of what the original tells about %s beyond its mean: %s.", Percent(r.ReleaseR2/r.OriginalR2), r.Target, trees)
	}
}

// Mean says what the mean of a column is in a release and in its original, and between which numbers it is by the release's labels.
func Mean(column string, release, original, low, high float64) string {
	if low < high {
		return fmt.Sprintf("The mean of %s in the release is between %s and %s, %s by the middles of its labels; in the original it is %s.", column, Number(low), Number(high), Number(release), Number(original))
	}
	return inBoth("mean of "+column, release, original)
}

// Deviation says what the standard deviation of a column is in a release and in its original.
func Deviation(column string, release, original float64) string {
	return inBoth("standard deviation of "+column, release, original)
}

// Correlation says what the correlation of two columns is in a release and in its original.
func Correlation(a, b string, release, original float64) string {
	return inBoth("correlation of "+a+" and "+b, release, original)
}

func inBoth(what string, release, original float64) string {
	return fmt.Sprintf("The %s is %s in the release and %s in the original.", what, Number(release), Number(original))
}

// Answers says how far the answers of a release to queries of a kind are from the truth: on average, for half of the queries, and
// for nine in ten.
func Answers(kind string, mean, median, p90 float64) (ofMean, ofMedian, ofP90 string) {
	return fmt.Sprintf("On average, answers to %s queries are off by %s of the truth.", kind, Percent(mean)),
		fmt.Sprintf("Half of the answers to %s queries are off by at most %s.", kind, Percent(median)),
		fmt.Sprintf("Nine in ten answers to %s queries are off by at most %s.", kind, Percent(p90))
}
