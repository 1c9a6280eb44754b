package planning

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// A plan may say who gets the release and under which conditions, a row for each thing: what ISO/IEC
// 27559 calls the context, which nobody can compute. A report shows it as stated.

// Context is something that a plan may say about the release.
type Context struct {
	Name  string // as a row has it
	Title string // as a report has it
	Doc   string // what to write there
	rule  string // what it must be, "" for any text
	fits  func(stated string) bool
}

// releaseModels are the ways in which a release is given away.
var releaseModels = []string{"public", "controlled", "enclave"}

// HowChosen is the one that the row of the split answers, where nobody has.
const HowChosen = "how_it_was_chosen"

// Contexts are all of them, in the order of a report.
var Contexts = []Context{
	{Name: "recipient", Title: "Recipient", Doc: "who gets the release"},
	{
		Name: "release_model", Title: "Release model", Doc: "`public`, everybody gets it; `controlled`, under a contract; or `enclave`, it is only looked at on a machine of yours",
		rule: people.InWords(releaseModels, "or"), fits: func(stated string) bool { return slices.Contains(releaseModels, stated) },
	},
	{Name: "controls", Title: "Controls", Doc: "what the recipient must do and must not do, and who sees to it"},
	{Name: "other_releases", Title: "Other releases", Doc: "releases of the same people that exist, or are to come"},
	{Name: "attackers", Title: "Attackers", Doc: "who may try to find people, why, and with which other data"},
	{
		Name: "valid_until", Title: "Valid until", Doc: "the day on which the decision is looked at again",
		rule: "a day such as '2027-12-31'", fits: func(stated string) bool {
			_, err := time.Parse(time.DateOnly, stated)
			return err == nil
		},
	},
	{Name: "residual_risk", Title: "Residual risk", Doc: "what is left, and why that is acceptable"},
	{Name: HowChosen, Title: "How the plan was chosen", Doc: "by types and counts of values alone, or by looking at the data or at several releases: who knows how, may learn more"},
}

// ContextsTable is the table of them, for the reference.
func ContextsTable() string {
	var b strings.Builder
	b.WriteString("| `context` | `stated` |\n|---|---|")
	for i := range Contexts {
		fmt.Fprintf(&b, "\n| `%s` | %s |", Contexts[i].Name, Contexts[i].Doc)
	}
	return b.String()
}

// contextNames are the names of all.
func contextNames() (names []string) {
	for i := range Contexts {
		names = append(names, Contexts[i].Name)
	}
	return names
}

// state reads a row about the release. Its errors go on behind the number of the row.
func (g *Given) state(name, stated string) error {
	at := slices.IndexFunc(Contexts, func(c Context) bool { return c.Name == call.Folded(name) })
	if at < 0 {
		way := "they are " + people.InWords(contextNames(), "and")
		if near := call.Nearest(name, contextNames()); near != "" {
			way = "did you mean " + string(sqltext.Text(near)) + "?"
		}
		return fmt.Errorf(": there is no context %s; %s", sqltext.Text(name), way)
	}
	c := &Contexts[at]
	switch {
	case stated != "" && c.fits != nil && !c.fits(stated):
		return fmt.Errorf(" (%s): stated must be %s, got %s", c.Name, c.rule, sqltext.Text(stated))
	case slices.ContainsFunc(g.Rows, func(row Row) bool { return row.Context == c.Name }):
		return fmt.Errorf(" (%s): the context stands in another row already; write all of it into one", c.Name)
	}
	return nil
}

// Stated returns the row about something of the release, nil if there is none, or if it says nothing.
func (g *Given) Stated(name string) *Row {
	for i := range g.Rows {
		if row := &g.Rows[i]; row.Context == name && row.Stated != "" {
			return row
		}
	}
	return nil
}
