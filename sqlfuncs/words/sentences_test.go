package words

import "testing"

func TestSentences(t *testing.T) {
	for _, test := range []struct {
		told Told
		want string
	}{
		{Told{Person: "Charlie", Sureness: Sureness{Breach: 10. / 19, C: 0.5}, Before: 0.4}, "Somebody who knows these sentences is about 52.6 % sure that Charlie has Flu: that is above the limit of 50 %. By the release alone it would be 40 %."},
		{Told{Group: "sex M", Sureness: Sureness{Breach: 0.25, C: 0.5, Safe: true}, Before: 0.4}, "Somebody who knows these sentences is 25 % sure that a person of the group sex M whom no sentence names has Flu: that is below the limit of 50 %. By the release alone it would be 40 %."},
		{Told{Person: "Ed", Sureness: Sureness{Breach: 1, C: 0.5, Certain: true}, Before: 0.4}, "Somebody who knows these sentences is certain that Ed has Flu: that is above the limit of 50 %. By the release alone it would be 40 %."},
		{Told{Person: "Ed", Sureness: Sureness{C: 0.5, Safe: true}, Never: true, Before: 0.4}, "Somebody who knows these sentences is certain that Ed does not have Flu. By the release alone it would be 40 %."},
	} {
		if got := Sentences("Flu", &test.told); got != test.want {
			t.Errorf("Sentences(%+v) = %q, want %q", test.told, got, test.want)
		}
	}
}
