package papers

import (
	"fmt"
	"strconv"
	"strings"
)

// Paper is a paper, and what its page says.
type Paper struct {
	Page     string // the page's name, without .md
	Title    string // of the page
	Citation string
	About    string // what is to be known of the text and of the tables here
	Tables   string // the statements that make the tables of the paper

	Numbered []Series // what the paper numbers
	Sections []string // those with examples or claims that have no number
	Items    []Item
}

// Series is what a paper numbers: Definition 1, 2, … A label may be empty, where there is one.
type Series struct {
	Kind   string
	Labels []string
}

// Item is one thing of a paper.
type Item struct {
	// Name begins with what the paper calls it, such as "Table 1". Behind a comma stands
	// which part of it.
	Name string
	Says string // in a few words of ours
	// Statement is a query that returns one value, or a command that begins with "go ".
	Statement string
	// Returns is what the query returns: a number, a fraction, or a text. Of an experiment it
	// is empty: there is a page of results. Of another command it is what comes out, in words.
	Returns string
	// HeldBy are tests: a package's folder and a function, such as "engine/breach
	// TestFindByDefinition", or a script, such as "tests/sql/check/paper.test".
	HeldBy []string
}

// All are the papers, by the year in which they came out.
func All() []Paper { return []Paper{martin(), nergiz(), chen(), jin(), liu()} }

// upTo returns the labels 1 to n.
func upTo(n int) []string {
	labels := make([]string, n)
	for i := range labels {
		labels[i] = strconv.Itoa(i + 1)
	}
	return labels
}

// Entries are the names of what the paper numbers, in its order by kinds, and of the sections.
func (p *Paper) Entries() (names []string) {
	for _, series := range p.Numbered {
		for _, label := range series.Labels {
			names = append(names, strings.TrimSpace(series.Kind+" "+label))
		}
	}
	for _, section := range p.Sections {
		names = append(names, "Sect. "+section)
	}
	return names
}

// Entry is the name without the part.
func (item *Item) Entry() string {
	name, _, _ := strings.Cut(item.Name, ", ")
	return name
}

// IsCommand says that the statement is for a shell.
func (item *Item) IsCommand() bool { return strings.HasPrefix(item.Statement, "go ") }

// experiment begins the command of an experiment; its name follows.
const experiment = "go run ./tests/experiments "

// Experiment returns the name of the experiment that the command runs, or "".
func (item *Item) Experiment() string {
	name, isOne := strings.CutPrefix(item.Statement, experiment)
	if !isOne {
		return ""
	}
	return name
}

// generated begins a page.
const generated = "<!-- Made by go test ./tests -run TestPapers -rewrite. DO NOT EDIT. -->\n\n"

// Pages are the files of sql/papers, by their names.
func Pages() map[string]string {
	pages := map[string]string{"README.md": overview()}
	for _, p := range All() {
		pages[p.Page+".md"] = p.page()
	}
	return pages
}

func overview() string {
	var b strings.Builder
	b.WriteString(generated + "# The papers\n\n")
	b.WriteString("Five papers are behind Skyline. Each has a page with everything that it defines, claims or shows, the statement or command that does it, and the tests that hold it.\n\n")
	b.WriteString("| page | paper | things |\n|---|---|---:|\n")
	for _, p := range All() {
		fmt.Fprintf(&b, "| [%s](%s.md) | %s | %d |\n", p.Title, p.Page, p.Citation, len(p.Items))
	}
	b.WriteString("\nThe numbers are those of the papers, or follow from them by hand. `go test ./tests -run TestPapers` runs the statements and compares. ")
	b.WriteString("Where a paper is wrong, its page says what is right. The experiments are compared with the papers, number by number, in [their own pages](../../tests/experiments/README.md).\n")
	return b.String()
}

func (p *Paper) page() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s# %s\n\n[The papers](README.md) › %s\n\n%s\n\n", generated, p.Title, p.Citation, p.About)
	fmt.Fprintf(&b, "The statements use these tables:\n\n```sql\n%s\n```\n\n", strings.TrimSpace(p.Tables))
	b.WriteString("| in the paper | what it says | statement or command | returns | held by |\n|---|---|---|---|---|\n")
	for _, entry := range p.Entries() {
		for _, item := range p.Items {
			if item.Entry() == entry {
				b.WriteString(item.row())
			}
		}
	}
	return b.String()
}

// row is the item's row of the page's table.
func (item *Item) row() string {
	returns := item.Returns
	if name := item.Experiment(); name != "" {
		returns = fmt.Sprintf("[results](../../tests/experiments/results/%s.md)", name)
	} else if !item.IsCommand() {
		returns = "`" + returns + "`"
	}
	cells := []string{item.Name, item.Says, "`" + item.Statement + "`", returns, heldBy(item.HeldBy)}
	for i := range cells {
		cells[i] = strings.NewReplacer("|", `\|`, "\n", " ").Replace(cells[i])
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

// heldBy writes tests with links to where they are.
func heldBy(tests []string) string {
	texts, before := make([]string, len(tests)), ""
	for i, test := range tests {
		where, function, isGo := strings.Cut(test, " ")
		if where != before {
			texts[i] = fmt.Sprintf("[%s](../../%s) ", strings.TrimPrefix(where, "tests/sql/"), where)
		}
		if isGo {
			texts[i] += "`" + function + "`"
		}
		texts[i], before = strings.TrimSpace(texts[i]), where
	}
	return strings.Join(texts, ", ")
}
