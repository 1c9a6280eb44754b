package words

import "testing"

func TestSummary(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{InGroups(2548, 126, 12), "2,548 people in 126 groups of at least 12."},
		{InGroups(5, 1, 5), "5 people in 1 group."},
		{InGroups(5, 2, 1), "5 people in 2 groups. Somebody is alone in their group."},
		{InGroups(1, 1, 1), "1 person in 1 group. Somebody is alone in their group."},
		{RowsInGroups(5, 2, 2), "5 rows in 2 groups of at least 2."},
		{RowsInGroups(1, 1, 1), "1 row in 1 group. A row is alone in its group."},
		{InGroups(0, 0, 0), "There is nobody in the release."},
		{Sure(Knowledge{K: 3}, false, "diagnosis", 0.48), "An attacker who knows 3 others is at most 48 % sure of anyone's diagnosis."},
		{Sure(Knowledge{K: 1}, false, "diagnosis", 1), "An attacker who knows 1 other person can be certain of somebody's diagnosis."},
		{Sure(Knowledge{}, false, "diagnosis", 2.0/3), "An attacker who knows only the release is at most about 66.7 % sure of anyone's diagnosis."},
		{Sure(Knowledge{K: 2}, true, "income", 0.5), "An attacker who knows the other sensitive values and 2 others is at most 50 % sure of anyone's income."},
		{
			Sure(Knowledge{L: 1, K: 2, M: 1}, false, "income", 0.5),
			"An attacker who knows 2 others, 1 value that the person does not have and 1 relative who has the value only if the person does is at most 50 % sure of anyone's income.",
		},
		{
			Sure(Knowledge{K: 2, Several: true}, false, "income", 0.5),
			"An attacker who knows up to 2 other people who do not have the value is at most 50 % sure of anyone's income.",
		},
	} {
		if c.got != c.want {
			t.Errorf("%s, want\n%s", c.got, c.want)
		}
	}
}
