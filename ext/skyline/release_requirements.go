package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/sqltext"
)

// structOfOne is a requirement as errors write it in SQL.
var structOfOne = regexp.MustCompile(`\{'(\w+)': ([^{}]+|\[\{[^{}]*\}\])\}`)

// parseRequirement reads NAME=VALUE, with none for nothing.
func parseRequirement(text string) (r requirement, err error) {
	name, value, ok := strings.Cut(text, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || name == "" || value == "" {
		return r, errors.New("-require must be NAME=VALUE, such as k_anonymity=5, or NAME=none")
	}
	called := planning.RequirementCalled(name)
	if called != "" && strings.EqualFold(value, "none") {
		return requirement{called, ""}, nil
	}
	row := map[string]any{"attribute": nil, "role": nil, "requirement": name, "required": value}
	if _, err := planning.NewGiven([]any{row}); err != nil {
		_, why, _ := strings.Cut(err.Error(), "row 1")
		return r, fmt.Errorf("-require %s%s", text, structOfOne.ReplaceAllString(why, `-require "$1=$2"`))
	}
	return requirement{called, value}, nil
}

// require writes a requirement into the plan, in the place of another of the same name.
func (r *release) require(ctx context.Context, q requirement) error {
	rows, err := r.planRows(ctx)
	if err != nil {
		return err
	}
	next := int64(0)
	for i := range rows {
		p := &rows[i]
		next = max(next, p.i+1)
		if !p.requirement.Valid || planning.RequirementCalled(p.requirement.String) != q.name {
			continue
		}
		if err := r.exec(ctx, fmt.Sprintf("DELETE FROM skyline_plan WHERE i = %d", p.i)); err != nil {
			return err
		}
		next = p.i // and its place
		break
	}
	if q.value == "" {
		return nil
	}
	finding := "Required by whoever made the plan."
	if q.name == planning.Suppression {
		finding = "The largest share of the people who may be left out."
	}
	return r.exec(ctx, fmt.Sprintf("INSERT INTO skyline_plan (i, finding, requirement, required) VALUES (%d, %s, %s, %s)",
		next, sqltext.Text(finding), sqltext.Text(q.name), sqltext.Text(q.value)))
}

// refuseSensitive writes into the plan that no column is sensitive: nothing is required of one, nor asked.
func (r *release) refuseSensitive(ctx context.Context) error {
	rows, err := r.planRows(ctx)
	if err != nil {
		return err
	}
	for i := range rows {
		p := &rows[i]
		statement := ""
		switch {
		case p.role.String == planning.Sensitive:
			return fmt.Errorf("-no-sensitive says that no column is sensitive, and %q has the role sensitive; leave out one of the two", p.attribute.String)
		case planning.RoleAsked(p.question.String) == planning.Sensitive:
			statement = "UPDATE skyline_plan SET question = NULL, finding = 'No column is sensitive, as whoever made the plan says.'"
		case planning.NeedsSensitive(p.requirement.String):
			name := planning.RequirementCalled(p.requirement.String)
			if slices.ContainsFunc(r.options.requirements, func(q requirement) bool { return q.name == name && q.value != "" }) {
				return fmt.Errorf("-require %s=%s is about a sensitive column, and no column is sensitive; leave it out, or give a column the role: -role COLUMN=sensitive without -no-sensitive", name, p.required.String)
			}
			statement = "DELETE FROM skyline_plan"
		case p.isOpen() && p.attribute.Valid:
			statement = "UPDATE skyline_plan SET question = " + string(sqltext.Text(planning.WithoutSensitive(p.question.String)))
		default:
			continue
		}
		if err := r.exec(ctx, fmt.Sprintf("%s WHERE i = %d", statement, p.i)); err != nil {
			return err
		}
	}
	return nil
}
