package planning

// rolesInWords say what columns of a role are.
var rolesInWords = map[string]string{
	Identifier:     "names or numbers people or rows",
	FreeText:       "people's own words",
	Person:         "numbers the people",
	QI:             "others may know it",
	Sensitive:      "must not be learnt",
	Stratum:        "others may know it",
	Weight:         "for how many people a row stands",
	SamplingWeight: "for how many people of the population somebody stands",
	Other:          "nobody knows it, and nobody minds",
	Drop:           "not needed, or not known what it says",
}

// RoleInWords says what the column is.
func (r *Row) RoleInWords() string {
	text := rolesInWords[r.Role]
	if r.Sensitive && r.Role != Sensitive {
		text += "; of others it must not be learnt"
	}
	return text
}

// Done says what is done with the column, by its role and its steps: what the plan's own treatment
// says may have been written by anybody.
func (r *Row) Done() string {
	if r.ReadAs != "" && !IsDropped(r.Role) {
		return r.shown() + "; cleaned before that, by read_as"
	}
	return r.shown()
}

func (r *Row) shown() string {
	steps, err := ParseSteps(r.Steps)
	switch {
	case err == nil && steps.Rows != "" && r.Role == Person:
		return steps.Words("")
	case r.Role == FreeText:
		return "dropped: it may name anybody"
	case IsDropped(r.Role):
		return "dropped"
	case r.Role != QI:
		return "as it is"
	case err == nil:
		return steps.Words(generalized)
	}
	return generalized
}

// generalized is what becomes of a quasi-identifier, whatever its type.
const generalized = "ranges or sets of values"
