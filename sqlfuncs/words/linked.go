package words

// Linked is what an attacker knows of a person in a release in which a pseudonym links the
// rows of a person, and whom that fits.
type Linked struct {
	Known      int64 // rows
	All        bool  // all rows
	Candidates int64 // the fewest
	Unicity    float64
}

// Singled tells how few people fit, and how many are alone.
func (l *Linked) Singled() string {
	known, by := Count(l.Known, "row", "rows"), Count(l.Known, "random row singles", "random rows single")
	switch {
	case l.All:
		known, by = "all rows", "whole records single"
	case l.Known == 0:
		known, by = "no row", "the columns of the person single"
	}
	found := "finds a single match in the worst case"
	if l.Candidates > 1 {
		found = "finds at least " + Whole(l.Candidates) + " matches"
	}
	out := "nobody"
	if l.Unicity > 0 {
		out = About(l.Unicity) + " of people"
	}
	return "An attacker who knows " + known + " of a person " + found + "; " + by + " out " + out + "."
}

// Sure tells how sure an attacker becomes of a value.
func (l *Linked) Sure(value string, s Sureness) string {
	if s.Breach <= 0 {
		return "The attacker learns no sensitive value."
	}
	sure, limit := s.inWords()
	return "The attacker can become " + sure + " that the person has " + value + ": " + limit + "."
}
