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
		{DetailLost("age and zip", 0), "0 % of the detail in age and zip is lost."},
		{LeftOut(0), "Nobody is left out."},
		{LeftOut(1), "1 person is left out."},
		{LeftOut(12), "12 people are left out."},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}

// TestRegression has each case once. By hand: 0.35 of 0.5 is 70 %.
func TestRegression(t *testing.T) {
	for _, c := range []struct {
		regression Regression
		want       string
	}{
		{
			Regression{"income", 8.1, 7.9, 11.25, 0.35, 0.5, 0.01, 1000},
			"The release keeps 70 % of what the original tells about income beyond its mean: a tree trained on the release is off by 8.1 on average (R² is 0.35), on the original by 7.9 (0.5), the mean by 11.25.",
		},
		{
			Regression{"income", 7901.6, 7901.6, 11250, 0.5, 0.5, 0.01, 1000},
			"The release tells income as well as the original: a tree trained on the release is off by 7901.6 on average (R² is 0.5), on the original by 7901.6 (0.5), the mean by 11,250.",
		},
		{
			Regression{"income", 12, 7.9, 11.25, -0.1, 0.5, 0.01, 1000},
			"The release does not tell income any more: a tree trained on the release is off by 12 on average (R² is -0.1), on the original by 7.9 (0.5), the mean by 11.25.",
		},
		{
			Regression{"income", 11, 11.2, 11.25, 0.1, 0.01, 0.02, 1000},
			"This says little about the release, as the original hardly tells income, by the 1000 people tested: a tree trained on the release is off by 11 on average (R² is 0.1), on the original by 11.2 (0.01), the mean by 11.25.",
		},
		{
			Regression{"income", 11, 12, 11.25, 0.1, -0.2, 0.02, 1000},
			"This says nothing about the release, as not even the original tells income: a tree trained on the release is off by 11 on average (R² is 0.1), on the original by 12 (-0.2), the mean by 11.25.",
		},
		{Regression{Target: "income"}, ""},
	} {
		if got := c.regression.Sentence(); got != c.want {
			t.Errorf("%v:\n%s, want\n%s", c.regression, got, c.want)
		}
	}
}

func TestStatistics(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Mean("age", 38.444444, 38.5, 35, 41.25), "The mean of age in the release is between 35 and 41.25, 38.44 by the middles of its labels; in the original it is 38.5."},
		{Mean("age", 38.5, 38.5, 38.5, 38.5), "The mean of age is 38.5 in the release and 38.5 in the original."},
		{Deviation("income", 12345.678, 0.00012), "The standard deviation of income is 12345.7 in the release and 0.00012 in the original."},
		{Correlation("age", "income", -0.25, 0.3), "The correlation of age and income is -0.25 in the release and 0.3 in the original."},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}

func TestAnswers(t *testing.T) {
	mean, median, p90 := Answers("AVG", 0.394, 0, 0.6)
	for _, c := range []struct{ got, want string }{
		{mean, "On average, answers to AVG queries are off by 39.4 % of the truth."},
		{median, "Half of the answers to AVG queries are off by at most 0 %."},
		{p90, "Nine in ten answers to AVG queries are off by at most 60 %."},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}
