package words

// Believed is a worst case of somebody who believes rates.
type Believed struct {
	Group, Class   string // of the person, as GroupText writes them
	People, Having int64  // in the group, and how many of them have the value
	Rate, Share    float64
}

// Belief tells how sure of a value somebody becomes who believes rates, and of whom.
func Belief(value string, s Sureness, worst *Believed) string {
	sure, limit := s.inWords()
	of := Worst{People: worst.People, Having: worst.Having}
	return "Somebody who believes these rates, and knows who is in which group, can become " + sure + " that a person has " + value + ": " + limit + "." +
		" Worst off is somebody in the group " + worst.Group + " with " + worst.Class + ", where " + of.having(value) +
		": before the release the belief was " + About(worst.Rate) + ", and by the counts of the group alone it would be " + About(worst.Share) + "."
}
