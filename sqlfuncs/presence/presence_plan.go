package presence

import (
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/release"
)

var (
	paramMethod              = call.Param{Name: "method", Type: "VARCHAR", Default: "'exact'", Doc: "how far distributions are shifted toward the utility-optimal ones: `'spalm'`, not at all; `'ppalm'`, in equal steps, as long as Theorem 5 certifies the bounds; `'wpalm'`, in equal steps, as long as the existence probabilities keep them; `'exact'`, each column as far as they allow"}
	paramRecoding            = call.Param{Name: "recoding", Type: "VARCHAR", Default: "'full_domain'", Doc: "where the QI groups come from: `'full_domain'`, the full-domain generalization of the smallest KL cost that keeps the bounds; `'multidimensional'`, splits of the table, one after the other, as long as they are kept (Mondrian)"}
	paramSteps               = call.Param{Name: "steps", Type: "BIGINT", Default: "10", Doc: "in how many equal steps a group becomes utility-optimal, the paper's *mxs*; from 1 to 1000000"}
	paramHierarchiesPresence = call.Param{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "the name of a table of hierarchies: `attribute, value, level, label`, as `hierarchy_wide` and the like make; every `qi` column must have one with `recoding := 'full_domain'`"}
)

// presencePlan writes the statements of the functions that make a δ-present release.
type presencePlan struct {
	*release.OldReleasePlan
	present    string
	fullDomain bool
	// arguments are those of the kernel that are its own, as SQL.
	arguments []string
}

// presenceMethods and presenceRecodings are the values of those parameters.
var (
	presenceMethods   = []string{"spalm", "ppalm", "wpalm", "exact"}
	presenceRecodings = []string{"full_domain", "multidimensional"}
)

// maxSteps bounds the parameter steps.
const maxSteps = 1_000_000

func newPresencePlan(c *call.Call) (*presencePlan, error) {
	in, err := oldpeople.NewInput(c)
	if err != nil {
		return nil, err
	}
	p := &presencePlan{OldReleasePlan: &release.OldReleasePlan{Input: in, Function: c.Function.Name, Rows: "0", Suppression: "0::DOUBLE", Privacy: &oldpeople.PrivacySpec{Numbers: "{}", Points: oldpeople.NoPoints}}}
	in.LeaveOutNobody()
	in.About = in.Sensitive
	if p.present, err = readPresent(in); err != nil {
		return nil, err
	}
	method, err := c.Choice("method", presenceMethods...)
	if err != nil {
		return nil, err
	}
	recoding, err := c.Choice("recoding", presenceRecodings...)
	if err != nil {
		return nil, err
	}
	p.fullDomain = recoding == "full_domain"
	if _, _, err := oldpeople.ReadDeltas(c); err != nil {
		return nil, err
	}
	steps, err := c.Whole("steps")
	if err != nil || steps < 1 || steps > maxSteps {
		return nil, c.Errorf("steps must be a whole number from 1 to %d, got %s", maxSteps, call.Show(c.Arguments["steps"]))
	}
	if p.Hierarchies, err = c.OldHierarchies(); err != nil {
		return nil, err
	}
	if p.fullDomain && p.Hierarchies == "" {
		return nil, c.Errorf("hierarchies must be given for recoding := 'full_domain': the name of a table with the columns attribute, value, level, label; or let recoding := 'multidimensional' cut columns between their values")
	}
	p.arguments = []string{oldtext.QuoteText(method), oldtext.QuoteText(recoding), c.OldFloat("delta_min"), c.OldFloat("delta_max"), fmt.Sprint(steps)}
	return p, nil
}

// readPresent reads the parameter of that name, and makes the column the sensitive one:
// true for those who are in the private table. It is looked at as rows are read.
func readPresent(in *oldpeople.Input) (string, error) {
	c := in.Call
	name, err := c.Text("present", "a column name")
	if err != nil {
		return "", err
	}
	for _, role := range []struct {
		param   string
		columns []string
	}{{"qi", in.Qi}, {"sensitive", []string{in.About}}, {"person", []string{in.Person}}, {"weight", []string{in.Weight}}} {
		if slices.ContainsFunc(role.columns, func(column string) bool { return strings.EqualFold(column, name) }) {
			return "", c.Errorf("%s must not contain the present column, got %s in both", role.param, oldtext.QuoteIdentifier(name))
		}
	}
	in.Sensitive = name
	in.Source = c.OldHavingRoles("tbl", in.Source, call.RoleOf("present", name))
	in.Source = fmt.Sprintf("(SELECT * REPLACE (CASE WHEN %[1]s IS NULL THEN %[2]s ELSE %[1]s END AS %[3]s) FROM %[4]s AS tbl)",
		in.Column(name), oldpeople.PresentIsNull(c), oldtext.QuoteIdentifier(name), in.Source)
	return name, nil
}

// refuseOtherTypes adds a guard that the present column is one of truth values.
func (p *presencePlan) refuseOtherTypes() {
	p.Add("__skyline_boolean AS (SELECT %s AS ok FROM __skyline_types)", oldpeople.PresentIsBoolean(p.Call, "s"))
	p.Guards = append(p.Guards, "__skyline_boolean")
}

// shift adds the CTEs of the release: __skyline_release, whose one row has its numbers,
// and __skyline_pdfs, the distributions of its groups.
func (p *presencePlan) shift() {
	p.GroupCTEs()
	addPDFDomain(p.OldReleasePlan, p.Qi, p.KeyList())
	if !p.fullDomain && p.Hierarchies != "" {
		p.FindHierarchies()
	}
	p.Cells()
	p.refuseOtherTypes()
	p.Job("__skyline_release", append(slices.Clone(p.arguments), p.Rows)...)
	p.Add("__skyline_distributions AS (SELECT UNNEST(system.main.__skyline_distributions(distributions), recursive := true) FROM __skyline_release)")
	addPDFs(p.OldReleasePlan, "__skyline_distributions", len(p.Qi))
}
