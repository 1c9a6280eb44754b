package words

// Disclosure tells how sure somebody can become of a sensitive column who knows k pieces of any
// kind, and how sure, at most, by negations of values.
func Disclosure(k int64, column string, s Sureness, negations float64) string {
	if s.Breach <= 0 {
		return NothingShown
	}
	who := "Somebody who knows who is in which group"
	switch k {
	case 0:
		who += " and nothing else"
	case 1:
		who += " and 1 further fact, whatever it is,"
	default:
		who += " and " + Whole(k) + " further facts, whatever they are,"
	}
	sure, limit := s.inWords()
	sentence := who + " can become " + sure + " of somebody's " + column + ": " + limit + "."
	if k > 0 && negations < s.Breach {
		sentence += " If each fact says what somebody does not have, it is " + About(negations) + "."
	}
	return sentence
}
