package words

import "math"

// Verdict is whether something holds, where that is known.
type Verdict struct{ Holds, Known bool }

func (v Verdict) inWords() string {
	switch {
	case !v.Known:
		return ""
	case v.Holds:
		return "Satisfied. "
	}
	return "Not satisfied. "
}

// Finding tells a row of release_check or recipe_check. NaN is a number that there is not.
func Finding(name, rule string, required, achieved float64, v Verdict) string {
	if sentence := findingBeside(name, required, achieved); sentence != "" {
		return v.inWords() + sentence
	}
	return v.inWords() + Requirement(name, rule, required, achieved)
}

// findingBeside tells what was found that no requirement is about, "" for a requirement.
func findingBeside(name string, required, achieved float64) string {
	none, share := achieved == 0, About(achieved)
	switch name {
	case "exact_values":
		switch {
		case math.IsNaN(achieved):
			return "Not known without original: whether exact values in labels show who is in the table."
		case none:
			return "No exact value in a label shows anybody to be in the table."
		case math.IsNaN(required):
			return "Exact values in labels show " + share + " of the people of original to be in the table. No limit is given."
		}
		shown, allowed := PercentBeside(achieved, required)
		return "Exact values in labels show " + about(shown, achieved) + " of the people of original to be in the table. Up to " + allowed + " are allowed."
	case "other_columns":
		switch {
		case math.IsNaN(achieved):
			return nobodyThere
		case none:
			return "No column without a role singles anybody out."
		}
		return "Columns without a role single out " + share + " of the people. Nobody may be singled out."
	case "other_columns_tell":
		return countOf(achieved, "column", "columns") + " without a role " + ofNumber(achieved, "tells", "tell") + " a sensitive value or a quasi-identifier, or " + ofNumber(achieved, "is", "are") + " nearly unique."
	case "people_counted":
		switch {
		case math.IsNaN(required):
			return "The weight looks like a sampling weight. If it is one, " + share + " of the people who are counted are not in the table: leave weight out. If it counts people, call it so, such as n."
		case none:
			return "Nobody is in the table, so that every other requirement is satisfied."
		}
		return atFirst(share) + " of the rows look like further rows of a person: groups have fewer people than rows. Name the column in person, if the table has it."
	case "suppressed_rows":
		return countOf(achieved, "row shows", "rows show") + " * in every quasi-identifier."
	case "determined":
		return "In the original a sensitive value follows from one or two quasi-identifiers, exactly or nearly. An attacker who knows how is right about " + share + " of the people, whatever the release hides."
	case "known_values":
		if none {
			return "The recipe knows the values of all rows."
		}
		return atFirst(share) + " of the rows have a value that the recipe does not know."
	case "region":
		if none {
			return "All rows whose values are known are in a region of the recipe."
		}
		return atFirst(share) + " of the rows are in no region of the recipe, although their values are known."
	case "held":
		if none {
			return "No row has to wait."
		}
		return atFirst(share) + " of the rows have to wait."
	}
	return ""
}

const nobodyThere = "Nobody is in the table."

// NothingShown is the sentence of a verdict on a table without people, which is never that it is safe.
const NothingShown = nobodyThere + nothingProven

// NoCells is that of a table of counts without rows.
const NoCells = "The table has no rows." + nothingProven

const nothingProven = " That proves nothing: a query that finds no row looks like this."

// ofNumber is a word for one thing, or for another number of things.
func ofNumber(x float64, one, many string) string {
	if x == 1 {
		return one
	}
	return many
}
