package words

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// TestAdversary has every combination of what is known, once and more than once.
func TestAdversary(t *testing.T) {
	const who = "somebody who knows a person's group in this table"
	for _, c := range []struct {
		a    Knowledge
		want string
	}{
		{Knowledge{}, " and nothing else"},
		{Knowledge{L: 1}, " and 1 value that the person does not have"},
		{Knowledge{L: 2}, " and up to 2 values that the person does not have"},
		{Knowledge{K: 1}, " and the value of 1 other person"},
		{Knowledge{K: 2000}, " and the values of up to 2,000 other people"},
		{Knowledge{M: 1}, " and 1 relative who has HIV only if the person does"},
		{Knowledge{M: 3}, " and up to 3 relatives who have HIV only if the person does"},
		{Knowledge{L: 1, K: 1}, ", 1 value that the person does not have, and the value of 1 other person,"},
		{Knowledge{L: 1, M: 1}, ", 1 value that the person does not have, and 1 relative who has HIV only if the person does,"},
		{Knowledge{K: 1, M: 1}, ", the value of 1 other person, and 1 relative who has HIV only if the person does,"},
		{Knowledge{L: 2, K: 3, M: 4}, ", up to 2 values that the person does not have, the values of up to 3 other people, and up to 4 relatives who have HIV only if the person does,"},
		{Knowledge{Several: true}, " and nothing else"},
		{Knowledge{L: 1, Several: true}, " and 1 value that the person has only together with HIV"},
		{Knowledge{L: 2, Several: true}, " and up to 2 values that the person has only together with HIV"},
		{Knowledge{K: 1, Several: true}, " and 1 other person who does not have HIV"},
		{Knowledge{K: 2, Several: true}, " and up to 2 other people who do not have HIV"},
		{Knowledge{M: 2, Several: true}, " and up to 2 relatives who have HIV only if the person does"},
		{Knowledge{L: 1, K: 1, M: 1, Several: true}, ", 1 value that the person has only together with HIV, 1 other person who does not have HIV, and 1 relative who has HIV only if the person does,"},
	} {
		if got := c.a.Adversary("HIV"); got != who+c.want {
			t.Errorf("%+v: %q", c.a, got)
		}
	}
}

func TestBreach(t *testing.T) {
	const nobody = "Somebody who knows a person's group in this table and nothing else can become "
	for _, c := range []struct {
		s    Sureness
		want string
	}{
		{Sureness{Breach: 0.25, C: 0.5, Safe: true}, nobody + "up to 25 % sure that the person has HIV: that is below the limit of 50 %."},
		{Sureness{Breach: 1.0 / 3, C: 0.5, Safe: true}, nobody + "up to about 33.3 % sure that the person has HIV: that is below the limit of 50 %."},
		{Sureness{Breach: 0.5, C: 0.5}, nobody + "up to 50 % sure that the person has HIV: that reaches the limit of 50 %."},
		{Sureness{Breach: 0.75, C: 0.5}, nobody + "up to 75 % sure that the person has HIV: that is above the limit of 50 %."},
		{Sureness{Breach: 1.0 / 3, C: 1.0 / 3}, nobody + "up to about 33.3 % sure that the person has HIV: that reaches the limit of about 33.3 %."},
		{Sureness{Breach: 1, C: 0.5, Certain: true}, nobody + "certain that the person has HIV: that is above the limit of 50 %."},
		{Sureness{Breach: 1, C: 1, Certain: true}, nobody + "certain that the person has HIV: that reaches the limit of 100 %."},
		{Sureness{Breach: 0.333, C: 1.0 / 3, Safe: true}, nobody + "up to 33.30 % sure that the person has HIV: that is below the limit of about 33.33 %."},
		// What rounding hides: 1 − 10⁻²⁰, and fractions just below a limit and just at it.
		{Sureness{Breach: 1, C: 0.5}, nobody + "almost certain that the person has HIV: that is above the limit of 50 %."},
		{Sureness{Breach: 1, C: 1, Safe: true}, nobody + "almost certain that the person has HIV: that is below the limit of 100 %."},
		{Sureness{Breach: 0.5, C: 0.5, Safe: true}, nobody + "up to a little less than 50 % sure that the person has HIV: that is below the limit of 50 %."},
		{Sureness{Breach: math.Nextafter(0.5, 0), C: 0.5}, nobody + "up to 50 % sure that the person has HIV: that reaches the limit of 50 %."},
		{Sureness{Breach: 0.4999999, C: 0.5, Safe: true}, nobody + "up to 49.99999 % sure that the person has HIV: that is below the limit of 50 %."},
		{Sureness{C: 0.5, Safe: true}, "Nobody in this table has HIV, so nobody can become sure of it at all."},
	} {
		if got := Breach(Knowledge{}, "HIV", c.s); got != c.want {
			t.Errorf("%+v: %q", c.s, got)
		}
	}
	want := "Somebody who knows a person's group in this table, the value of 1 other person, and 1 relative who has no value (NULL) only if the person does, can become certain that the person has no value (NULL): that is above the limit of 20 %."
	if got := Breach(Knowledge{K: 1, M: 1}, NoValue, Sureness{Breach: 1, C: 0.2, Certain: true}); got != want {
		t.Errorf("%q", got)
	}
}

// TestBreachSides holds the words on a limit against whether it is kept.
func TestBreachSides(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 71))
	for range trials.Number(8_000, 200_000) {
		of := rng.Int64N(1<<rng.IntN(62)) + 1
		s := Sureness{Breach: float64(rng.Int64N(of)+1) / float64(of), C: float64(rng.IntN(1000)+1) / 1000}
		if rng.IntN(4) == 0 {
			s.C = s.Breach
		}
		s.Safe = s.Breach < s.C || s.Breach == s.C && rng.IntN(2) == 0
		s.Certain = s.Breach == 1 && !s.Safe
		got := Breach(Knowledge{L: rng.Int64N(3), K: rng.Int64N(3), M: rng.Int64N(3), Several: rng.IntN(2) == 0}, "HIV", s)
		if s.Safe != strings.Contains(got, "that is below the limit") || s.Certain != strings.Contains(got, " become certain ") {
			t.Fatalf("%+v: %q", s, got)
		}
		for _, never := range []string{"NaN", "Inf", "  ", " 1 values", " 1 people", " 1 relatives", "up to 1 value", "up to 1 other", "up to 1 relative", "up to 0 ", ",,", " 0 %", "100 % sure"} {
			if strings.Contains(got, never) {
				t.Fatalf("%+v: %q in %q", s, never, got)
			}
		}
	}
}

func TestWithstands(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Withstands(Knowledge{}, "HIV", 0.5), "Somebody who knows a person's group in this table and nothing else stays less than 50 % sure that the person has HIV."},
		{Withstands(Knowledge{L: 1, K: 2, M: 3}, "HIV", 1.0/3), "Somebody who knows a person's group in this table, 1 value that the person does not have, the values of up to 2 other people, and up to 3 relatives who have HIV only if the person does, stays less than about 33.3 % sure that the person has HIV."},
		{Withstands(Knowledge{K: 2, Several: true}, "HIV", 1), "Somebody who knows a person's group in this table and up to 2 other people who do not have HIV stays less than 100 % sure that the person has HIV."},
		{Withstood(Knowledge{L: 1}, "HIV", 0.5), "Already somebody who knows a person's group in this table and nothing else can become 50 % sure, or more, that the person has HIV."},
		{Withstood(Knowledge{}, NoValue, 1), "Already somebody who knows a person's group in this table and nothing else can become certain that the person has no value (NULL)."},
		{WithstandsAll("HIV"), "Nobody in this table has HIV, so nobody can become sure of it at all, whatever they know."},
		{Story(Knowledge{}, "HIV", 0.125), "Somebody who knows a person's group in this table and nothing else could be right, in the worst case, about the person having HIV in 12.5 of 100 cases."},
		{Story(Knowledge{K: 1}, "HIV", 1), "Somebody who knows a person's group in this table and the value of 1 other person could be certain that the person has HIV, in the worst case."},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestWorstCase(t *testing.T) {
	const off = "Worst off is somebody in the group age 20-29, sex F, where "
	group := "age 20-29, sex F"
	for _, c := range []struct {
		a    Knowledge
		w    Worst
		want string
	}{
		{Knowledge{}, Worst{People: 4, Having: 3}, "3 of 4 people have HIV."},
		{Knowledge{}, Worst{People: 4000, Having: 1}, "1 of 4,000 people has HIV."},
		{Knowledge{}, Worst{People: 4, Having: 4}, "all 4 people have HIV."},
		{Knowledge{}, Worst{People: 1, Having: 1}, "the only person has HIV."},
		{Knowledge{Several: true}, Worst{People: 4, Having: 1, Repeated: true}, "HIV occurs once among 4 people."},
		{Knowledge{Several: true}, Worst{People: 1, Having: 5, Repeated: true}, "HIV occurs 5 times among 1 person."},
		{Knowledge{L: 1}, Worst{People: 4, Having: 3, RuledOut: []string{"Flu"}}, "3 of 4 people have HIV, if Flu is ruled out."},
		{Knowledge{L: 2}, Worst{People: 4, Having: 3, RuledOut: []string{"Flu", NoValue}}, "3 of 4 people have HIV, if Flu and no value (NULL) are ruled out."},
		{Knowledge{L: 9}, Worst{People: 40, Having: 3, RuledOut: make([]string, 7)}, "3 of 40 people have HIV, if 7 other values are ruled out."},
		{Knowledge{L: 2, Several: true}, Worst{People: 4, Having: 3, RuledOut: []string{"Flu", "Cold"}}, "3 of 4 people have HIV, if the person has Flu and Cold only together with HIV."},
		{Knowledge{L: 2}, Worst{People: 4, Having: 3}, "3 of 4 people have HIV."},
		{Knowledge{K: 1}, Worst{People: 4, Having: 3, Known: group}, "3 of 4 people have HIV, if the other person known is in the same group."},
		{Knowledge{K: 2}, Worst{People: 4, Having: 3, Known: "age 30"}, "3 of 4 people have HIV, if the others known are in the group age 30."},
		{Knowledge{M: 1}, Worst{People: 4, Having: 3, Relatives: "age 30"}, "3 of 4 people have HIV, if the relative is in the group age 30."},
		{Knowledge{K: 2, M: 2}, Worst{People: 4, Having: 3, Known: "age 30", Relatives: "age 30"}, "3 of 4 people have HIV, if the others known and the relatives are in the group age 30."},
		{
			Knowledge{L: 1, K: 2, M: 2},
			Worst{People: 4, Having: 3, RuledOut: []string{"Flu"}, Known: group, Relatives: "age 30"},
			"3 of 4 people have HIV, if Flu is ruled out, the others known are in the same group, and the relatives are in the group age 30.",
		},
	} {
		c.w.Group = group
		if got := WorstCase(c.a, "HIV", &c.w); got != off+c.want {
			t.Errorf("%+v %+v: %q", c.a, c.w, got)
		}
	}
}
