package sqlfuncs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/hints"
	"skyline/sqlfuncs/jump"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/report"
	"skyline/sqlfuncs/topics"
)

// Page is a page of the reference in Markdown, before its statements are run. What can be
// said behind the word sql that begins a block: tests/internal/page.
type Page struct {
	Name  string   // of the file, without .md
	Parts []string // each is run on a database of its own
}

// Reference returns the pages of the reference: the overview, a page for each family and
// those of the topics.
func Reference() []Page {
	pages := []Page{overview()}
	for _, family := range Families() {
		parts := []string{generated + introductionOf(family)}
		for i, f := range family.Functions {
			parts = append(parts, sectionOf(f, family.Functions[:i]))
		}
		pages = append(pages, Page{family.Name, append(parts, "\n"+family.Shared)})
	}
	for _, topic := range topics.Topics() {
		pages = append(pages, Page{topic.Name, []string{generated + topic.Text}})
	}
	pageOf := map[string]string{}
	for _, page := range pages {
		for _, part := range page.Parts {
			for _, heading := range headings.FindAllStringSubmatch(part, -1) {
				pageOf[anchor(heading[1])] = page.Name
			}
		}
	}
	for _, page := range pages {
		for i := range page.Parts {
			page.Parts[i] = complete(page.Parts[i], page.Name, pageOf)
		}
	}
	return pages
}

// introductionOf begins a family's page: under the title stand the functions.
func introductionOf(family Family) string {
	heading, text, _ := strings.Cut(family.Introduction, "\n")
	links := make([]string, len(family.Functions))
	for i, f := range family.Functions {
		links[i] = linkTo(f)
	}
	return heading + "\n\n[Reference](README.md) › " + strings.Join(links, " · ") + "\n" + text
}

// linkTo is a link to a function.
func linkTo(f *call.Function) string { return fmt.Sprintf("[`%s`](#%s)", f.Name, f.Name) }

// generated begins a page.
const generated = "<!-- Made by go test ./tests -run TestReference -rewrite. DO NOT EDIT. -->\n\n"

var (
	headings = regexp.MustCompile(`(?m)^#+ (.*)$`)
	links    = regexp.MustCompile(`\]\(#([^)]+)\)`)
)

// anchor returns what a link to a heading has behind #.
func anchor(heading string) string {
	keep := func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 0x7f:
			return r
		}
		return -1
	}
	return strings.Map(keep, strings.ToLower(heading))
}

// complete fills in the tables that the registry has, and lets links by a heading, wherever
// it is, name the page.
func complete(part, page string, pageOf map[string]string) string {
	part = strings.NewReplacer(
		"{{requirements}}", people.RequirementsTable(),
		"{{other names}}", people.SynonymsReference(people.RequirementNames()),
		"{{properties}}", jump.PropertiesTable(),
		"{{measures}}", check.MeasuresTable(),
		"{{hints}}", hints.Table(),
		"{{profiles}}", report.ProfilesTable(),
		"{{contexts}}", planning.ContextsTable(),
		"{{evidence}}", report.MeasuresTable(),
	).Replace(part)
	return links.ReplaceAllStringFunc(part, func(link string) string {
		to := links.FindStringSubmatch(link)[1]
		if at := pageOf[to]; at != "" && at != page {
			return "](" + at + ".md#" + to + ")"
		}
		return link
	})
}

// overviewName is the name of the first page.
const overviewName = "README"

// overview is the first page: the functions by what one wants to know or do.
func overview() Page {
	var b strings.Builder
	b.WriteString(generated + "# Reference\n\n")
	b.WriteString("Every function stands in FROM, so its result can be filtered, joined and kept in a table. The first argument is a name; everything behind it can be named (`name := value`).\n")
	b.WriteString("A result has its columns in one order: what the row is about, the verdict, the number, its limit, `meaning`, which is the row in words, then the rest, with structs and lists last.\n")
	b.WriteString("Errors name the function, the parameter, the rule and the way out, and never a data value.\n\n")
	b.WriteString("A page has a family of functions: the question, an example to follow by hand, when to use something else, then each function with what its example returns. To learn all of it in order, take [the tutorial](../tutorial.md). To see what does a definition or an algorithm of a paper, look at [the papers](../papers/README.md).\n\n")
	b.WriteString("## Which function\n")
	for _, family := range Families() {
		fmt.Fprintf(&b, "\n### [%s](%s.md)\n\n| question | function |\n|---|---|\n", title(family.Introduction), family.Name)
		questions, answers := []string{}, map[string][]string{}
		for _, f := range family.Functions {
			for _, question := range f.Questions {
				if answers[question] == nil {
					questions = append(questions, question)
				}
				answers[question] = append(answers[question], linkTo(f))
			}
		}
		for _, question := range questions {
			fmt.Fprintf(&b, "| %s | %s |\n", call.Cell(question), strings.Join(answers[question], ", "))
		}
	}
	b.WriteString("\n## What concerns all functions\n\n")
	for _, topic := range topics.Topics() {
		fmt.Fprintf(&b, "- [%s](%s.md): %s\n", title(topic.Text), topic.Name, topic.About)
	}
	return Page{overviewName, []string{b.String(), sectionOf(skylineFunctions, nil)}}
}

// title returns the title of a page, which is its first line.
func title(page string) string {
	line, _, _ := strings.Cut(page, "\n")
	return strings.TrimPrefix(line, "# ")
}

// sectionOf is a function's section of its page, on which the functions before it are.
func sectionOf(f *call.Function, before []*call.Function) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n%s\n\n```sql shown\n%s\n```\n\n%s\n", f.Name, f.Summary, broken(f.Signature()), f.Description)
	same := slices.IndexFunc(before, func(other *call.Function) bool { return slices.Equal(other.Params, f.Params) })
	switch {
	case len(f.Params) == 0:
	case same >= 0:
		fmt.Fprintf(&b, "\nThe parameters are those of %s.\n", linkTo(before[same]))
	default:
		b.WriteString("\n| parameter | type | default | |\n|---|---|---|---|\n")
		for _, p := range f.Params {
			value := "required"
			if p.Default != "" {
				value = "`" + p.Default + "`"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", p.Name, p.Type, value, call.Cell(documented(p, before)))
		}
	}
	b.WriteString(tableOf(f.Columns))
	fence := "sql"
	if f.Plot != "" {
		fence += " plot " + f.Plot
	}
	fmt.Fprintf(&b, "\nExample:\n\n```%s\n%s;\n```\n", fence, f.Example)
	if p := f.Param("seed"); p != nil && p.Doc == draw.ParamSeed.Doc && strings.Contains(f.Example, "seed :=") {
		b.WriteString("\nThe [seed](#draws) is for this page only: publish without one.\n")
	}
	b.WriteString(listed(f.Notes))
	for _, last := range []struct{ title, text string }{{"Not promised", f.NotPromised}, {"Cost", f.Cost}, {"Source", f.Source}} {
		if last.text != "" {
			fmt.Fprintf(&b, "\n**%s:** %s\n", last.title, last.text)
		}
	}
	for _, o := range f.Outputs {
		fmt.Fprintf(&b, "\n### %s: %s\n\nWith `output := '%s'`. %s\n%s\nExample:\n\n```sql\n%s;\n```\n%s\n**Cost:** %s\n",
			f.Name, o.Names[0], o.Names[0], o.Description, tableOf(o.Columns), o.Example, listed(o.Notes), o.Cost)
	}
	return b.String()
}

// tableOf is the table of the columns of a result.
func tableOf(columns []call.ResultColumn) string {
	var b strings.Builder
	b.WriteString("\n| result column | type | |\n|---|---|---|\n")
	for _, c := range columns {
		doc := call.Cell(c.Doc)
		if c.Data {
			doc += "; NULL with `show_values := false`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.Name, c.Type, doc)
	}
	return b.String()
}

// listed is a list of notes, under an empty line.
func listed(notes []string) string {
	if len(notes) == 0 {
		return ""
	}
	return "\n- " + strings.Join(notes, "\n- ") + "\n"
}

// lineWidth is how many bytes a line of a signature may have.
const lineWidth = 110

// broken breaks a signature into lines.
func broken(signature string) string {
	var b strings.Builder
	width := 0
	for i, part := range strings.SplitAfter(signature, ", ") {
		if i > 0 && width+len(part) > lineWidth {
			b.WriteString("\n    ")
			width = 4
		}
		b.WriteString(part)
		width += len(part)
	}
	return strings.ReplaceAll(b.String(), " \n", "\n")
}

// longText is how many bytes the text of a parameter has that is not written twice on a page.
const longText = 120

// documented is what the reference says of a parameter: a long text stands where a function
// has it first.
func documented(p call.Param, before []*call.Function) string {
	for _, f := range before {
		if q := f.Param(p.Name); q != nil && q.Doc == p.Doc && len(p.Doc) > longText {
			return "as in " + linkTo(f)
		}
	}
	return p.Doc
}
