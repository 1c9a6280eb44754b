package report

import (
	"encoding/json"
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
)

// publication is a limit that somebody has published for the largest risk of a release.
type publication struct {
	name, text, source string
	risk               float64
}

var profiles = []publication{
	{"ema", "0.09", "European Medicines Agency, “External guidance on the implementation of the … policy on the publication of clinical data” (Policy 0070), EMA/90915/2016: in most circumstances, for what is public", 0.09},
	{"health_canada", "0.09", "Health Canada, “Public Release of Clinical Information”: in most circumstances, for what is public", 0.09},
	{"cell_size_11", "1/11", "El Emam, “Guide to the De-Identification of Personal Health Information”, 2013, on precedents of cell sizes: for what is public, in the United States", 1.0 / 11},
	{"cell_size_5", "1/5", "the same: the cell size of five, for what is given to known people", 0.2},
}

// limit is the largest risk that is allowed, in (0, 1], and who says so; 0 for none.
type limit struct {
	Risk   float64 `json:"risk,omitempty"`
	Source string  `json:"source,omitempty"`
}

// readLimit returns the limit of max_risk, or of profile.
func readLimit(c *call.Call) (limit, error) {
	if risk := c.Arguments["max_risk"]; risk != nil {
		err := c.CheckShare("max_risk", risk)
		number, _ := risk.(json.Number)
		x, _ := number.Float64()
		return limit{x, "max_risk"}, err
	}
	name, named, err := c.OptionalText("profile", "the name of a profile")
	if err != nil || !named {
		return limit{}, err
	}
	var names []string
	for _, p := range profiles {
		if p.name == name {
			return limit{p.risk, "profile " + name}, nil
		}
		names = append(names, "'"+p.name+"'")
	}
	return limit{}, c.Errorf("profile must be %s or NULL, got %s; a limit of your own can be given as max_risk", strings.Join(names, ", "), call.Show(name))
}

// ProfilesTable is the table of profiles, for the reference.
func ProfilesTable() string {
	var b strings.Builder
	b.WriteString("| profile | largest risk | source |\n|---|---|---|\n")
	for _, p := range profiles {
		fmt.Fprintf(&b, "| `'%s'` | %s | %s |\n", p.name, p.text, call.Cell(p.source))
	}
	return strings.TrimSuffix(b.String(), "\n")
}
