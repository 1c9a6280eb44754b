package release

import (
	"strings"

	"skyline/engine/profile"
	"skyline/sqlfuncs/hints"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Where no column is named as person, each row counts as a person. A table with several rows of
// somebody looks larger than it is then, and a group of five rows may be of one patient.

// NotPeople says that rows are no people, by a column, Person, that looks like the key of a
// person; it is empty where none does.
type NotPeople struct {
	Person string
	// Further is how many of the rows are further rows of somebody who has one already.
	Further, Rows int64
}

// enoughGuesses is how many guesses at quasi-identifiers must go wrong without a column before
// it says something that those with it go right.
const enoughGuesses = 20

// FindPerson looks for the key of a person among some columns. A column that is called like one
// and repeats is one, whatever its rows have (hints.PersonKeyFrom). Of another one people share the
// values, few of them each, and those who share one agree on all quasi-identifiers, or nearly,
// of which two do not follow from each other. Of several the one with the fewest values is taken: a
// patient rather than a visit.
func FindPerson(t *profile.Table, columns []int, names []string, qi []int) (found NotPeople) {
	fewest := 0
	for _, column := range columns {
		from := hints.PersonKeyFrom(names[column])
		named := from > 0 && t.Values(column) >= from
		if !named && t.Values(column) < fewestFew {
			continue
		}
		alike := t.Alike(column)
		if !named && !isOfFew(alike) || fewest > 0 && alike.Groups() >= fewest {
			continue
		}
		if further := FurtherRows(t, column, names[column]); named && further.Further > 0 || !named && isKey(t, alike, qi) {
			fewest, found = alike.Groups(), further
		}
	}
	return found
}

// FurtherRows is how many of the rows are further rows of somebody, by a column that says whose each is.
func FurtherRows(t *profile.Table, column int, name string) NotPeople {
	alike := t.Alike(column)
	_, rows := alike.Sharing(0)
	return NotPeople{people.PlainIdentifier(name), rows - int64(alike.Groups()), rows}
}

// isKey reports whether those who share a value agree on what varies of the quasi-identifiers. The
// column may be the key of something else, that one of these follows from.
func isKey(t *profile.Table, alike *profile.Alike, qi []int) bool {
	var without int64
	var varying []int
	for _, column := range qi {
		if t.Values(column) < 2 {
			continue
		}
		g := alike.Guess(column)
		if !g.Follows() {
			return false
		}
		without += g.Without
		varying = append(varying, column)
	}
	return without >= enoughGuesses && independent(t, varying)
}

// independent reports whether of some columns two do not tell each other.
func independent(t *profile.Table, columns []int) bool {
	mostWrong := make([]int64, len(columns))
	for i, column := range columns {
		mostWrong[i] = t.MostWrong(column)
	}
	for i, a := range columns {
		alike := t.Alike(a)
		for j, b := range columns {
			if j > i && !alike.Determines(b, mostWrong[j]) && !t.Alike(b).Determines(a, mostWrong[i]) {
				return true
			}
		}
	}
	return false
}

// isOfFew reports whether a value is shared by fewer than mostFew people on average, as names
// of people are, and those of drugs and wards are not.
func isOfFew(alike *profile.Alike) bool {
	_, all := alike.Sharing(0)
	return alike.Groups() >= fewestFew && all/mostFew < int64(alike.Groups())
}

// The rule of the row people_counted has the column between these.
const (
	countedBefore = "share of rows that are further rows of somebody, if "
	countedAfter  = " tells people apart: name it as person = 0"
)

// PersonKey returns the column that the rule of a row people_counted names, "" for none.
func PersonKey(rule string) string {
	name, found := strings.CutSuffix(rule, countedAfter)
	if !found {
		return ""
	}
	return strings.TrimPrefix(name, countedBefore)
}

// weightBefore begins the rule of a row people_counted that is about a weight.
const weightBefore = "share of people counted by "

// WeightRule is the rule of a row people_counted where a weight looks like a sampling weight.
func WeightRule(weight string) string {
	return weightBefore + people.PlainIdentifier(weight) + " who are no row, if it is a sampling weight = 0"
}

// IsWeightRule reports whether a rule is one of WeightRule.
func IsWeightRule(rule string) bool { return strings.HasPrefix(rule, weightBefore) }

// PeopleCountedRow is OthersRow on rows that look like several of a person; it is there where
// the row of a CTE has found that. The columns of the CTE are those of NotPeople.
func PeopleCountedRow(cte sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT 'people_counted' AS requirement, 0::DOUBLE AS required, x.further::DOUBLE / x.rows AS achieved, false AS holds, concat({before}, x.person, {after}) AS rule, t.s AS value
		FROM {cte} AS x CROSS JOIN {types} AS t
		WHERE x.further > 0
	`, sqltext.Args{"before": sqltext.Text(countedBefore), "after": sqltext.Text(countedAfter), "cte": cte, "types": people.Types})
}
