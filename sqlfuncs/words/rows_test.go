package words

import "testing"

func TestWorstOfRows(t *testing.T) {
	of := func(names ...string) (groups []GroupOfRows) {
		for _, name := range names {
			groups = append(groups, GroupOfRows{Name: name, Rows: 9, Having: 1, Target: 2, Relatives: 1})
		}
		return groups
	}
	known := of("ward 1")
	known[0].Known, known[0].Rows, known[0].Target, known[0].Relatives = 3, 1, 1, 0
	all := of("ward 1", "ward 2")
	all[0].Having, all[1].Having, all[1].Target = 9, 3, 0
	without := append(of("ward 1"), GroupOfRows{Name: "ward 2", Rows: 4, Target: 1, Relatives: 2})
	for _, test := range []struct {
		worst WorstRows
		want  string
	}{
		{
			WorstRows{known, []string{"Flu"}},
			"Worst off is somebody with 1 row in the group ward 1, where the only row has HIV, if no row of the person has Flu, and the rows known are in the group ward 1.",
		},
		{
			WorstRows{all, nil},
			"Worst off is somebody with 2 rows in the group ward 1, where all 9 rows have HIV, if relatives have rows in the groups ward 1 and ward 2.",
		},
		{
			WorstRows{without, nil},
			"Worst off is somebody with 2 rows in the group ward 1, where 1 of 9 rows has HIV, if relatives have rows in the group ward 1.",
		},
		{
			WorstRows{of("a", "b", "c", "d", "e"), nil},
			"Worst off is somebody with 2 rows in the group a, where 1 of 9 rows has HIV; 2 rows in the group b, where 1 of 9 rows has HIV; " +
				"2 rows in the group c, where 1 of 9 rows has HIV; and 2 more groups, if relatives have rows in the groups a, b, c and 2 more groups.",
		},
	} {
		if got := WorstOfRows("HIV", &test.worst); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
