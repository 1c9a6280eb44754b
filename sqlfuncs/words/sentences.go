package words

import "strings"

// Told is what sentences tell of a person, or of people who are alike.
type Told struct {
	// Person is what sentences call them, "" for somebody whom they do not name, and Group their QI group, as
	// GroupText writes it.
	Person, Group string
	Sureness
	Never  bool    // they do not have the value
	Before float64 // how sure somebody is who knows the release only
}

// Sentences tells how sure of a value somebody becomes who knows sentences.
func Sentences(value string, t *Told) string {
	who := t.Person
	if who == "" {
		who = "a person of the group " + t.Group + " whom no sentence names"
	}
	before := " By the release alone it would be " + About(t.Before) + "."
	if t.Never {
		return "Somebody who knows these sentences is certain that " + who + " does not have " + value + "." + before
	}
	sure, limit := t.inWords()
	return "Somebody who knows these sentences is " + strings.TrimPrefix(sure, "up to ") + " that " + who + " has " + value + ": " + limit + "." + before
}
