package words

import "testing"

func TestLinked(t *testing.T) {
	for _, c := range []struct {
		l    Linked
		want string
	}{
		{Linked{Candidates: 1200}, "An attacker who knows no row of a person finds at least 1,200 matches; the columns of the person single out nobody."},
		{Linked{Known: 1, Candidates: 2, Unicity: 0}, "An attacker who knows 1 row of a person finds at least 2 matches; 1 random row singles out nobody."},
		{Linked{Known: 2, Candidates: 1, Unicity: 1. / 3}, "An attacker who knows 2 rows of a person finds a single match in the worst case; 2 random rows single out about 33.3 % of people."},
		{Linked{All: true, Candidates: 1, Unicity: 1}, "An attacker who knows all rows of a person finds a single match in the worst case; whole records single out 100 % of people."},
	} {
		if got := c.l.Singled(); got != c.want {
			t.Errorf("%+v:\n%s, want\n%s", c.l, got, c.want)
		}
	}
	l := &Linked{}
	if got := l.Sure("HIV", Sureness{C: 0.5, Safe: true}); got != "The attacker learns no sensitive value." {
		t.Error(got)
	}
}
