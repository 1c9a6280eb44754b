package sqlfuncs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"skyline/engine/privacy"
)

// What requirements say of the rows that a recipe covers: recipe_check shows it, and
// recipe_apply acts on it.

// require adds the CTEs of the requirements of spec on the release of the rows in
// __skyline_located, up to the kernel's rows: see planRequirements. __skyline_groups has
// the QI groups of the release candidate.
func (p *recipePlan) require(spec *privacySpec, own, outside string) {
	released := *p.input
	released.source, released.named = "__skyline_applied", true
	group := "g"
	for containsName(p.roles(), group) {
		group += "_"
	}
	columns := []string{"x.__skyline_g AS " + quoteIdentifier(group)}
	from := "__skyline_located AS x WHERE x.__skyline_g IS NOT NULL"
	if p.public == "" {
		released.qi = []string{group}
	} else {
		// The public table shows labels, too.
		columns = nil
		for i, name := range p.qi {
			columns = append(columns, fmt.Sprintf("r.v%d AS %s", i+1, quoteIdentifier(name)))
		}
		from = "__skyline_located AS x JOIN __skyline_regions AS r ON r.g = x.__skyline_g"
	}
	for _, role := range p.roles() {
		columns = append(columns, "x."+quoteIdentifier(role))
	}
	p.add("__skyline_applied AS (SELECT %s FROM %s)", strings.Join(columns, ", "), from)
	p.ctes = append(p.ctes, planRequirementsAnd(&released, spec, own, outside)...)
}

// leftOut adds the CTE __skyline_left: the numbers g of the groups that requirements
// leave out, whose histograms the kernel has returned.
func (p *recipePlan) leftOut() {
	p.add("__skyline_left AS MATERIALIZED (SELECT g.q1 AS g FROM __skyline_groups AS g JOIN __skyline_rows AS r ON r.histogram = g.h)")
}

// roles are the columns that requirements look at, besides the quasi-identifiers.
func (p *recipePlan) roles() []string {
	var names []string
	for _, role := range []string{p.sensitive, p.person, p.weight} {
		if role != "" {
			names = append(names, role)
		}
	}
	return names
}

// undivided is a join with a guard that nobody has rows both in a QI group and outside
// of the recipe: only some of their rows would wait.
func (p *recipePlan) undivided() string {
	if p.person == "" {
		return ""
	}
	p.add("__skyline_undivided AS (SELECT CASE WHEN n > 0 THEN %s ELSE true END AS ok FROM (SELECT system.main.count(*) AS n FROM (SELECT p FROM (SELECT %s, tbl.__skyline_g AS g FROM __skyline_located AS tbl) GROUP BY p HAVING system.main.count(g) NOT IN (0, system.main.count(*)))))",
		p.failCounted("person must have all rows in one QI group, or all outside of the recipe, and the number of people with rows in both is ", "n", "; make the qi columns agree for each person"), p.input.rows())
	return " JOIN __skyline_undivided AS guard ON guard.ok"
}

// everybody is the share that may be left out where all may.
const everybody = "1"

// runRecipeApply returns the histograms of the groups that are left out. Where none may
// be, it says what is wrong with the release.
func runRecipeApply(ctx context.Context, in *requirementsInput) (Column, error) {
	if in.own > 0 {
		return runLeaveOut(ctx, in)
	}
	missed, _, err := missed(ctx, in.release, in.requirements)
	if err != nil {
		return Column{}, err
	}
	var amiss []string
	if len(missed) > 0 {
		groups, people, err := in.violating(ctx)
		if err != nil {
			return Column{}, err
		}
		amiss = append(amiss, fmt.Sprintf("privacy must hold for the release, and does not (%s; QI groups that violate it: %d, with so many people: %d)", strings.Join(missed, "; "), groups, people))
	}
	if in.outside != "" {
		amiss = append(amiss, in.outside)
	}
	if len(amiss) == 0 {
		return newRowBuilder(leftFields).column(), nil
	}
	way := "use on_violation := 'hold', which lets such rows wait, or 'suppress', which leaves them out, or make a new recipe"
	if in.hidden {
		way = "make a new recipe"
	}
	return Column{}, errors.New(strings.Join(amiss, "; ") + "; " + way + "; recipe_check shows all that does not hold")
}

// violating counts the groups that violate a requirement, and their people.
func (in *requirementsInput) violating(ctx context.Context) (groups, people int64, err error) {
	table, absent := in.release.Table, in.absent()
	counted := make([]bool, len(table.Groups))
	for _, r := range in.requirements {
		err := r.Violations(ctx, in.release, func(f privacy.Finding) {
			if g := &table.Groups[f.Group]; !counted[f.Group] {
				counted[f.Group] = true
				groups += in.release.Copies[f.Group]
				people += in.release.Copies[f.Group] * (g.People - g.Of(absent))
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
var checkedFields = append(slices.Clone(findingFields), leftFields...)

func runRecipeCheck(ctx context.Context, in *requirementsInput) (Column, error) {
	out := newRowBuilder(checkedFields)
	histogram := len(findingFields)
	err := in.check(ctx, func(f *privacy.Finding) {
		in.addFinding(out, f)
		out.null(histogram)
		out.row()
	})
	if err != nil || in.hidden {
		return out.column(), err
	}
	left, _, err := in.leaveOut(ctx, in.release.Table.People)
	for _, h := range left {
		for i := range findingFields {
			out.null(i)
		}
		out.text(histogram, h, false)
		out.row()
	}
	return out.column(), err
}
