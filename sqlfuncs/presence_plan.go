package sqlfuncs

import (
	"fmt"
	"slices"
	"strings"
)

var (
	paramMethod              = Param{Name: "method", Type: "VARCHAR", Default: "'exact'", Doc: "how far distributions are shifted toward the utility-optimal ones: `'spalm'`, not at all; `'ppalm'`, in equal steps, as long as Theorem 5 certifies the bounds; `'wpalm'`, in equal steps, as long as the existence probabilities keep them; `'exact'`, each column as far as they allow"}
	paramRecoding            = Param{Name: "recoding", Type: "VARCHAR", Default: "'full_domain'", Doc: "where the QI groups come from: `'full_domain'`, the full-domain generalization of the smallest KL cost that keeps the bounds; `'multidimensional'`, splits of the table, one after the other, as long as they are kept (Mondrian)"}
	paramSteps               = Param{Name: "steps", Type: "BIGINT", Default: "10", Doc: "in how many equal steps a group becomes utility-optimal, the paper's *mxs*; from 1 to 1000000"}
	paramHierarchiesPresence = Param{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "the name of a table of hierarchies: `attribute, value, level, label`, as `hierarchy_wide` and the like make; every `qi` column must have one with `recoding := 'full_domain'`"}
)

// presencePlan writes the statements of the functions that make a δ-present release.
type presencePlan struct {
	*releasePlan
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

func newPresencePlan(c *Call) (*presencePlan, error) {
	in, err := newInput(c)
	if err != nil {
		return nil, err
	}
	p := &presencePlan{releasePlan: &releasePlan{input: in, function: c.function.Name, rows: "0", suppression: "0::DOUBLE", privacy: &privacySpec{numbers: "{}", points: noPoints}}}
	in.leaveOutNobody()
	in.about = in.sensitive
	if p.present, err = in.readPresent(); err != nil {
		return nil, err
	}
	method, err := c.choice("method", presenceMethods...)
	if err != nil {
		return nil, err
	}
	recoding, err := c.choice("recoding", presenceRecodings...)
	if err != nil {
		return nil, err
	}
	p.fullDomain = recoding == "full_domain"
	if _, _, err := c.deltas(); err != nil {
		return nil, err
	}
	steps, err := c.whole("steps")
	if err != nil || steps < 1 || steps > maxSteps {
		return nil, c.errorf("steps must be a whole number from 1 to %d, got %s", maxSteps, show(c.arguments["steps"]))
	}
	if p.hierarchies, err = c.hierarchies(); err != nil {
		return nil, err
	}
	if p.fullDomain && p.hierarchies == "" {
		return nil, c.errorf("hierarchies must be given for recoding := 'full_domain': the name of a table with the columns attribute, value, level, label; or let recoding := 'multidimensional' cut columns between their values")
	}
	p.arguments = []string{quoteText(method), quoteText(recoding), c.float("delta_min"), c.float("delta_max"), fmt.Sprint(steps)}
	return p, nil
}

// readPresent reads the parameter of that name, and makes the column the sensitive one:
// true for those who are in the private table. It is looked at as rows are read.
func (in *input) readPresent() (string, error) {
	c := in.call
	name, err := c.text("present", "a column name")
	if err != nil {
		return "", err
	}
	for _, role := range []struct {
		param   string
		columns []string
	}{{"qi", in.qi}, {"sensitive", []string{in.about}}, {"person", []string{in.person}}, {"weight", []string{in.weight}}} {
		if slices.ContainsFunc(role.columns, func(column string) bool { return strings.EqualFold(column, name) }) {
			return "", c.errorf("%s must not contain the present column, got %s in both", role.param, quoteIdentifier(name))
		}
	}
	in.sensitive = name
	in.source = c.havingRoles("tbl", in.source, roleOf("present", name))
	in.source = fmt.Sprintf("(SELECT * REPLACE (CASE WHEN %[1]s IS NULL THEN %[2]s ELSE %[1]s END AS %[3]s) FROM %[4]s AS tbl)",
		in.column(name), c.presentIsNull(), quoteIdentifier(name), in.source)
	return name, nil
}

// refuseOtherTypes adds a guard that the present column is one of truth values.
func (p *presencePlan) refuseOtherTypes() {
	p.add("__skyline_boolean AS (SELECT %s AS ok FROM __skyline_types)", p.call.presentIsBoolean("s"))
	p.guards = append(p.guards, "__skyline_boolean")
}

// shift adds the CTEs of the release: __skyline_release, whose one row has its numbers,
// and __skyline_pdfs, the distributions of its groups.
func (p *presencePlan) shift() {
	p.groupCTEs()
	p.pdfDomain(p.qi, p.keyList())
	if !p.fullDomain && p.hierarchies != "" {
		p.findHierarchies()
	}
	p.cells()
	p.refuseOtherTypes()
	p.job("__skyline_release", append(slices.Clone(p.arguments), p.rows)...)
	p.add("__skyline_distributions AS (SELECT UNNEST(system.main.__skyline_distributions(distributions), recursive := true) FROM __skyline_release)")
	p.pdfs("__skyline_distributions", len(p.qi))
}
