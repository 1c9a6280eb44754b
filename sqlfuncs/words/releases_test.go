package words

import "testing"

func TestTogether(t *testing.T) {
	for _, c := range []struct {
		releases Releases
		want     string
	}{
		{Releases{Number: 2, C: 0.5, Exact: true, Safe: true, Known: true}, "Nobody in these releases has flu, so nobody can become sure of it at all."},
		{
			Releases{Number: 2, Low: 1, High: 1, C: 0.5, Exact: true, Known: true, Certain: true, People: 1, Worst: []string{"may 3", "june 4"}, WorstPeople: 1, Steps: 1},
			"Somebody who knows who is in which group of 2 releases can become certain that a person has flu: that is above the limit of 50 %. 1 person can be found out that far. Worst off is the person in may 3 and june 4; it follows in one step.",
		},
		{
			Releases{Number: 2, Low: 1, High: 1, C: 0.5, Exact: true, Known: true, Certain: true, People: 1, Worst: []string{"may 3", "june 4"}, WorstPeople: 1, Steps: 1, Alone: true},
			"Somebody who knows who is in which group of 2 releases can become certain that a person has flu: that is above the limit of 50 %. 1 person can be found out that far. Worst off is the person in may 3 and june 4; these groups have no other value in common.",
		},
		{
			Releases{Number: 2, Low: 1, High: 1, C: 1, Exact: true, Known: true, Certain: true, People: 2, Worst: []string{"may 3"}, WorstPeople: 2, Steps: 1, Alone: true},
			"Somebody who knows who is in which group of 2 releases can become certain that a person has flu: that reaches the limit of 100 %. 2 people can be found out that far. Worst off are the 2 people in may 3; nobody there has another value.",
		},
		{
			Releases{Number: 2, Low: 0.5, High: 0.5, C: 0.75, Exact: true, Safe: true, Known: true, Worst: []string{"may 3"}, WorstPeople: 2, Steps: 3},
			"Somebody who knows who is in which group of 2 releases can become up to 50 % sure that a person has flu: that is below the limit of 75 %. Worst off are the 2 people in may 3; it follows in 3 steps.",
		},
		{
			Releases{Number: 3, Low: 0.25, High: 0.25, C: 0.5, Exact: true, Safe: true, Known: true, Worst: []string{"may 3"}, WorstPeople: 1200},
			"Somebody who knows who is in which group of 3 releases can become up to 25 % sure that a person has flu: that is below the limit of 50 %. Worst off are the 1,200 people in may 3.",
		},
		{
			Releases{Number: 2, Low: 0.25, High: 0.75, C: 0.5, Undecided: 7, Worst: []string{"may 3"}, WorstPeople: 2},
			"Somebody who knows who is in which group of 2 releases can become between 25 % and 75 % sure that a person has flu: whether that is below the limit of 50 % is not known. 7 people may be found out that far. Among the worst off may be the 2 people in may 3.",
		},
		{
			Releases{Number: 1, Low: 0.5, High: 0.75, C: 0.5, Known: true, People: 3, Undecided: 1, Worst: []string{"may 3"}, WorstPeople: 2, Steps: 4},
			"Somebody who knows who is in which group of 1 release can become between 50 % and 75 % sure that a person has flu: that is not below the limit of 50 %. 3 people can be found out that far. It is not known whether 1 other person can be. Among the worst off may be the 2 people in may 3.",
		},
		{
			Releases{Number: 2, Low: 0.125, High: 0.25, C: 1.0 / 3, Safe: true, Known: true},
			"Somebody who knows who is in which group of 2 releases can become between 12.5 % and 25 % sure that a person has flu: that is below the limit of about 33.3 %.",
		},
	} {
		if got := c.releases.Together("flu"); got != c.want {
			t.Errorf("%+v:\n%s, want\n%s", c.releases, got, c.want)
		}
	}
}
