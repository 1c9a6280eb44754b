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

// toyChance says that a value has a probability of so many parts.
type toyChance struct {
	value string
	parts int64
}

// toyRelease are the distributions of a release: those of men and of women, for each
// column. The last column, the salary, is not generalized.
type toyRelease [2][][]toyChance

// Tables II and V: the sets of T_n*, and the pdfs of T_p*.
var (
	toySets = toyRelease{
		{{{"M", 1}}, {{"Pr", 1}, {"St", 1}}, {{"Ca", 1}, {"US", 1}}},
		{{{"F", 1}}, {{"Te", 1}, {"Sh", 1}, {"Si", 1}}, {{"Br", 1}, {"It", 1}}},
	}
	toyPDFs = toyRelease{
		{{{"M", 1}}, {{"Pr", 1}, {"St", 3}}, {{"Ca", 1}, {"US", 3}}},
		{{{"F", 1}}, {{"Te", 1}, {"Sh", 2}, {"Si", 1}}, {{"Br", 1}, {"It", 3}}},
	}
)

// toyEvents are questions about a table; each visit calls one with a reconstruction.
type toyEvent func(table [][]string) bool

// chances returns how likely events are in a reconstruction of a release (Definition 7),
// each as a fraction of whole numbers, by visiting all reconstructions.
func (release *toyRelease) chances(events []toyEvent) (parts []int64, total int64) {
	table := make([][]string, len(toyPeople))
	for i, person := range toyPeople {
		table[i] = append([]string(nil), person...)
	}
	parts = make([]int64, len(events))
	var visit func(cell int, weight int64)
	visit = func(cell int, weight int64) {
		if cell == 3*len(table) {
			total += weight
			for i, event := range events {
				if event(table) {
					parts[i] += weight
				}
			}
			return
		}
		row, of := cell/3, cell%3
		for _, chance := range release[row/4][of] {
			table[row][of] = chance.value
			visit(cell+1, weight*chance.parts)
		}
	}
	visit(0, 1)
	return parts, total
}

// toyRule is a rule {value of a column} ⇒ value of another.
type toyRule struct {
	left, right        int
	leftValue, atRight string
}

func (r toyRule) String() string { return r.leftValue + " ⇒ " + r.atRight }

// count returns how many people have both, and how many what is on the left.
func (r toyRule) count(table [][]string) (both, left int) {
	for _, row := range table {
		if row[r.left] == r.leftValue {
			left++
			if row[r.right] == r.atRight {
				both++
			}
		}
	}
	return both, left
}

// holds is the event that the rule has support and confidence.
func (r toyRule) holds(support, confidence share) toyEvent {
	return func(table [][]string) bool {
		both, left := r.count(table)
		return both > 0 && support.reached(both, len(table)) && confidence.reached(both, left)
	}
}

// toyRules returns the rules that hold in T with one value on each side.
func toyRules(support, confidence share) []toyRule {
	var holding []toyRule
	seen := map[toyRule]bool{}
	for _, row := range toyPeople {
		for left := range toyColumns {
			for right := range toyColumns {
				r := toyRule{left, right, row[left], row[right]}
				if left != right && !seen[r] && r.holds(support, confidence)(toyPeople) {
					holding = append(holding, r)
				}
				seen[r] = true
			}
		}
	}
	return holding
}

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
