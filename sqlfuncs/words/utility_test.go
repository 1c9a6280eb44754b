package words

import "testing"

// TestAccuracy has each case once. By hand: 0.05 of 0.08 is 62.5 %; of 1,000 people two standard errors of 0.76 are 0.027.
func TestAccuracy(t *testing.T) {
	for _, c := range []struct {
		accuracy Accuracy
		want     string
	}{
		{
			Accuracy{"income", 0.81, 0.84, 0.76, 1000},
			"The release keeps 62.5 % of what the original tells about income beyond guessing: a tree trained on the release is right for 81 % of people, on the original for 84 %, guessing the most frequent value for 76 %.",
		},
		{
			Accuracy{"income", 0.84, 0.84, 0.76, 1000},
			"The release tells income as well as the original: a tree trained on the release is right for 84 % of people, on the original for 84 %, guessing the most frequent value for 76 %.",
		},
		{
			Accuracy{"income", 0.76, 0.84, 0.76, 1000},
			"The release does not tell income any more: a tree trained on the release is right for 76 % of people, on the original for 84 %, guessing the most frequent value for 76 %.",
		},
		{
			Accuracy{"income", 0.78, 0.785, 0.76, 1000},
			"This says little about the release, as the original hardly tells income, by the 1000 people tested: a tree trained on the release is right for 78 % of people, on the original for 78.5 %, guessing the most frequent value for 76 %.",
		},
		{
			Accuracy{"ward", 0.272, 0.201, 0.287, 1000},
			"This says nothing about the release, as not even the original tells ward: a tree trained on the release is right for 27.2 % of people, on the original for 20.1 %, guessing the most frequent value for 28.7 %.",
		},
		{Accuracy{Target: "income"}, ""},
	} {
		if got := c.accuracy.Sentence(); got != c.want {
			t.Errorf("%v:\n%s, want\n%s", c.accuracy, got, c.want)
		}
	}
}

func TestLost(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{DetailLost("age", 0.19), "19 % of the detail in age is lost."},
		{DetailLost("age, zip", 0), "0 % of the detail in age, zip is lost."},
		{LeftOut(0), "Nobody is left out."},
		{LeftOut(1), "1 person is left out."},
		{LeftOut(12), "12 people are left out."},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}
