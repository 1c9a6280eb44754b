// Package topics has the pages of the reference about what concerns all functions.
package topics

import _ "embed" // for the pages

// Topic is a page; its first line is the title. About says in a line what it is about.
type Topic struct{ Name, Text, About string }

var (
	//go:embed tables.md
	tables string
	//go:embed people.md
	people string
	//go:embed sensitive.md
	sensitive string
	//go:embed values.md
	values string
	//go:embed privacy.md
	privacy string
	//go:embed thresholds.md
	thresholds string
	//go:embed others.md
	others string
	//go:embed labels.md
	labels string
	//go:embed draws.md
	draws string
	//go:embed not_covered.md
	notCovered string
)

// Topics returns the pages, in the order of the reference.
func Topics() []Topic {
	return []Topic{
		{"tables", tables, "what may stand where a table is named, why such a text is SQL, where an argument can come from, plans in the place of roles and requirements"},
		{"people", people, "rows, people and weights; which functions take counts; one value a person or several; values that the table does not have"},
		{"sensitive", sensitive, "several sensitive columns; what an adversary knows of the others"},
		{"values", values, "when two values are the same, what NULL is, how numbers are compared"},
		{"privacy", privacy, "what can be required of a release: `privacy`"},
		{"thresholds", thresholds, "which numbers may equal their threshold; which attacker is meant where you say nothing; how many people a group needs"},
		{"others", others, "what becomes of names, numbers of rows and notes"},
		{"labels", labels, "whom the ends of ranges show to be in the table"},
		{"draws", draws, "what is random, and what a `seed` is for"},
		{"not_covered", notCovered, "who learns more than requirements say: by how a release was made, from statistics, from several releases; and what helps"},
	}
}
