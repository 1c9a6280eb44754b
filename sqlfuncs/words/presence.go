package words

// Presence tells how sure somebody can become that people of a group are in a private table, and
// what is allowed.
func Presence(least, most, low, high float64, holds bool) string {
	sure := "between " + About(least) + " and " + About(most)
	if least == most {
		sure = About(least)
	}
	return Verdict{holds, true}.inWords() + "An attacker who knows the public table is " + sure + " sure that a person of this group is in the private one. Allowed is from " + limitOf(low) + " to " + limitOf(high) + "."
}
