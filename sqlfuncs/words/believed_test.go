package words

import "testing"

func TestBelief(t *testing.T) {
	worst := &Believed{Group: "age 30s", Class: "sex M", People: 4, Having: 1, Rate: 0.01, Share: 0.25}
	for _, test := range []struct {
		s    Sureness
		want string
	}{
		{Sureness{Breach: 0.5, C: 0.6, Safe: true}, "can become up to 50 % sure that a person has cancer: that is below the limit of 60 %."},
		{Sureness{Breach: 0.5, C: 0.5}, "can become up to 50 % sure that a person has cancer: that reaches the limit of 50 %."},
		{Sureness{Breach: 1, C: 0.5, Certain: true}, "can become certain that a person has cancer: that is above the limit of 50 %."},
	} {
		want := "Somebody who believes these rates, and knows who is in which group, " + test.want +
			" Worst off is somebody in the group age 30s with sex M, where 1 of 4 people has cancer: before the release the belief was 1 %, and by the counts of the group alone it would be 25 %."
		if got := Belief("cancer", test.s, worst); got != want {
			t.Errorf("Belief(%+v) = %s, want %s", test.s, got, want)
		}
	}
}
