package release

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"skyline/engine/privacy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
)

// What requirements say of the rows that a recipe covers: recipe_check shows it, and
// recipe_apply acts on it.

// require adds the CTEs of the requirements of spec on the release of the rows in
// __skyline_located, up to the kernel's rows: see planRequirements. __skyline_groups has
// the QI groups of the release candidate.
func (p *recipePlan) require(spec *oldpeople.PrivacySpec, own, outside string) {
	released := *p.Input
	released.Source, released.Named = "__skyline_applied", true
	group := "g"
	for call.ContainsName(p.roles(), group) {
		group += "_"
	}
	columns := []string{"x.__skyline_g AS " + oldtext.QuoteIdentifier(group)}
	from := "__skyline_located AS x WHERE x.__skyline_g IS NOT NULL"
	if p.Public == "" {
		released.Qi = []string{group}
	} else {
		// The public table shows labels, too.
		columns = nil
		for i, name := range p.Qi {
			columns = append(columns, fmt.Sprintf("r.v%d AS %s", i+1, oldtext.QuoteIdentifier(name)))
		}
		from = "__skyline_located AS x JOIN __skyline_regions AS r ON r.g = x.__skyline_g"
	}
	for _, role := range p.roles() {
		columns = append(columns, "x."+oldtext.QuoteIdentifier(role))
	}
	p.Add("__skyline_applied AS (SELECT %s FROM %s)", strings.Join(columns, ", "), from)
	p.Ctes = append(p.Ctes, oldpeople.PlanRequirementsAnd(&released, spec, own, outside)...)
}

// leftOut adds the CTE __skyline_left: the numbers g of the groups that requirements
// leave out, whose histograms the kernel has returned.
func (p *recipePlan) leftOut() {
	p.Add("__skyline_left AS MATERIALIZED (SELECT g.q1 AS g FROM __skyline_groups AS g JOIN __skyline_rows AS r ON r.histogram = g.h)")
}

// roles are the columns that requirements look at, besides the quasi-identifiers.
func (p *recipePlan) roles() []string {
	var names []string
	for _, role := range []string{p.Sensitive, p.Person, p.Weight} {
		if role != "" {
			names = append(names, role)
		}
	}
	return names
}

// undivided is a join with a guard that nobody has rows both in a QI group and outside
// of the recipe: only some of their rows would wait.
func (p *recipePlan) undivided() string {
	if p.Person == "" {
		return ""
	}
	p.Add("__skyline_undivided AS (SELECT CASE WHEN n > 0 THEN %s ELSE true END AS ok FROM (SELECT system.main.count(*) AS n FROM (SELECT p FROM (SELECT %s, tbl.__skyline_g AS g FROM __skyline_located AS tbl) GROUP BY p HAVING system.main.count(g) NOT IN (0, system.main.count(*)))))",
		p.OldFailCounted("person must have all rows in one QI group, or all outside of the recipe, and the number of people with rows in both is ", "n", "; make the qi columns agree for each person"), p.Input.Rows())
	return " JOIN __skyline_undivided AS guard ON guard.ok"
}

// everybody is the share that may be left out where all may.
const everybody = "1"

// runRecipeApply returns the histograms of the groups that are left out. Where none may
// be, it says what is wrong with the release.
func runRecipeApply(ctx context.Context, in *oldpeople.RequirementsInput) (host.Column, error) {
	if in.Own > 0 {
		return oldRunLeaveOut(ctx, in)
	}
	missed, _, err := missed(ctx, in.Release, in.Requirements)
	if err != nil {
		return host.Column{}, err
	}
	var amiss []string
	if len(missed) > 0 {
		groups, people, err := violating(in, ctx)
		if err != nil {
			return host.Column{}, err
		}
		amiss = append(amiss, fmt.Sprintf("privacy must hold for the release, and does not (%s; QI groups that violate it: %d, with so many people: %d)", strings.Join(missed, "; "), groups, people))
	}
	if in.Outside != "" {
		amiss = append(amiss, in.Outside)
	}
	if len(amiss) == 0 {
		return host.NewRowBuilder(oldLeftFields).Column(), nil
	}
	way := "use on_violation := 'hold', which lets such rows wait, or 'suppress', which leaves them out, or make a new recipe"
	if in.Hidden {
		way = "make a new recipe"
	}
	return host.Column{}, errors.New(strings.Join(amiss, "; ") + "; " + way + "; recipe_check shows all that does not hold")
}

// violating counts the groups that violate a requirement, and their people.
func violating(in *oldpeople.RequirementsInput, ctx context.Context) (groups, people int64, err error) {
	table, absent := in.Release.Table, in.Absent()
	counted := make([]bool, len(table.Groups))
	for _, r := range in.Requirements {
		err := r.Violations(ctx, in.Release, func(f privacy.Finding) {
			if g := &table.Groups[f.Group]; !counted[f.Group] {
				counted[f.Group] = true
				groups += in.Release.Copies[f.Group]
				people += in.Release.Copies[f.Group] * (g.People - g.Of(absent))
			}
		})
		if err != nil {
			return 0, 0, err
		}
	}
	return groups, people, nil
}

// checkedFields are the rows of the kernel of recipe_check: findings, and then the
// histograms of the groups that would be left out.
var checkedFields = append(slices.Clone(OldFindingFields), oldLeftFields...)

func runRecipeCheck(ctx context.Context, in *oldpeople.RequirementsInput) (host.Column, error) {
	out := host.NewRowBuilder(checkedFields)
	histogram := len(OldFindingFields)
	err := OldCheckAll(in, ctx, func(f *privacy.Finding) {
		OldAddFinding(in, out, f)
		out.Null(histogram)
		out.Row()
	})
	if err != nil || in.Hidden {
		return out.Column(), err
	}
	left, _, err := oldLeaveOut(in, ctx, in.Release.Table.People)
	for _, h := range left {
		for i := range OldFindingFields {
			out.Null(i)
		}
		out.Text(histogram, h, false)
		out.Row()
	}
	return out.Column(), err
}
