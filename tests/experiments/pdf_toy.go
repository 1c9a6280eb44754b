package main

import (
	"fmt"
	"strings"
)

// toyColumns are the columns of Table I, toyPeople the eight people of T. Its cells are
// rebuilt from the text: a man in four is a professor, one a Canadian, a woman in four a
// Briton; one of four women earns no more than 50K. Chris and George are the two men of
// likelihood 3/16; who of Showman and Singer is there twice cannot be read, and no number
// depends on it.
var (
	toyColumns = []string{"sex", "job", "nation", "salary"}
	toyPeople  = [][]string{
		{"M", "St", "Ca", "<=50K"}, // Chris
		{"M", "St", "US", "<=50K"}, // Luke
		{"M", "St", "US", "<=50K"}, // Darth
		{"M", "Pr", "US", "<=50K"}, // George
		{"F", "Sh", "It", ">50K"},  // Padme
		{"F", "Sh", "It", ">50K"},
		{"F", "Si", "It", ">50K"},
		{"F", "Te", "Br", "<=50K"},
	}
)

// toyHierarchies is Fig. 1's for nations; of that for jobs only the top can be read.
const toyHierarchies = "VALUES ('Ca', 'America', '*'), ('Pe', 'America', '*'), ('US', 'America', '*'), ('Br', 'Europe', '*'), ('Fr', 'Europe', '*'), ('It', 'Europe', '*')"

// toyPublic are the people of Table III, with their names where the text has one, and
// who of them is in T; the fifth of each sex is not. Of the fifth woman nothing is known
// but that her group is the same.
func toyPublic() string {
	names := []string{"Chris", "Luke", "Darth", "George", "Padme", "F2", "F3", "F4"}
	var rows []string
	for i, person := range toyPeople {
		rows = append(rows, fmt.Sprintf("(%s, %s, %s, %s, true)", text(names[i]), text(person[0]), text(person[1]), text(person[2])))
	}
	rows = append(rows, "('Obi', 'M', 'Pr', 'Ca', false)", "('F5', 'F', 'Te', 'Br', false)")
	return "(VALUES " + strings.Join(rows, ", ") + ") AS t(name, sex, job, nation, ext)"
}
