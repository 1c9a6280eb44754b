package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/sqltext"
)

// planRow is what a row of a plan says to people.
type planRow struct {
	i                                                     int64
	attribute, role, finding, treatment, question, readAs sql.NullString
	requirement, required, context, stated                sql.NullString
}

// isOpen reports whether the row asks something that nobody has answered.
func (p *planRow) isOpen() bool { return p.question.Valid && !p.role.Valid }

func (r *release) planRows(ctx context.Context) ([]planRow, error) {
	rows, err := r.conn.QueryContext(ctx, "SELECT i, attribute, role, finding, treatment, question, read_as, requirement, required, context, stated FROM skyline_plan ORDER BY i")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []planRow
	for rows.Next() {
		var p planRow
		if err := rows.Scan(&p.i, &p.attribute, &p.role, &p.finding, &p.treatment, &p.question, &p.readAs, &p.requirement, &p.required, &p.context, &p.stated); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, rows.Err()
}

// showPlan writes the plan in words: each column with its role, what was found, and what will
// be done; then what the release must satisfy.
func (r *release) showPlan(rows []planRow) {
	for i := range rows {
		p := &rows[i]
		name := p.attribute.String
		switch {
		case p.requirement.Valid:
			name = "must hold"
			if p.requirement.String == planning.Suppression {
				name = "may be left out"
			}
		case p.context.Valid:
			name = p.context.String
		case !p.attribute.Valid:
			name = "the table"
		}
		role := p.role.String
		if p.requirement.Valid {
			role = strings.TrimPrefix(p.requirement.String+" "+p.required.String, planning.Suppression+" ")
		}
		if p.isOpen() {
			role = "?"
		}
		fmt.Fprintf(r.stdout, "%s%s\n", r.bold(visible(name)), suffix(" · ", role)+suffix(" · ", p.treatment.String))
		for _, sentence := range []string{p.finding.String, p.stated.String, p.question.String} {
			r.indented(sentence)
		}
	}
	fmt.Fprintln(r.stdout)
}

// bold writes a line in bold letters, where a terminal shows them.
func (r *release) bold(line string) string {
	if !isTerminal(r.stdout) {
		return line
	}
	return text.Bold.Sprint(line)
}

// suffix is what stands behind a word, nothing for nothing.
func suffix(between, s string) string {
	if s == "" {
		return ""
	}
	return between + visible(s)
}

// indented writes sentences below what they are about.
func (r *release) indented(sentences string) {
	if sentences == "" {
		return
	}
	for line := range strings.Lines(text.WrapSoft(visible(sentences), proseWidth-4)) {
		fmt.Fprintln(r.stdout, "    "+strings.TrimSpace(line))
	}
}

// say says what the release is, last of all in a line, and which files there are. without is why no
// recipe could be made, nil if one was. It is an error if the release does not satisfy every requirement.
func (r *release) say(ctx context.Context, without error) error {
	table := string(sqltext.Text(r.options.table))
	rows, err := r.conn.QueryContext(ctx, "SELECT coalesce(meaning, requirement), CASE WHEN NOT holds THEN requirement END FROM release_check('skyline_release', original := "+table+", plan := getvariable('skyline_plan'))")
	if err != nil {
		return err
	}
	defer rows.Close()
	var broken []string
	for rows.Next() {
		var meaning string
		var requirement sql.NullString
		if err := rows.Scan(&meaning, &requirement); err != nil {
			return err
		}
		if requirement.Valid {
			broken = append(broken, requirement.String)
		}
		r.writeProse(meaning)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	var summary string
	statement := "SELECT meaning FROM release_report(" + table + ", 'skyline_release', plan := getvariable('skyline_plan'), output := 'summary')"
	if err := r.conn.QueryRowContext(ctx, statement).Scan(&summary); err != nil {
		return err
	}
	for line := range strings.Lines(text.WrapSoft(visible(summary), proseWidth)) {
		fmt.Fprintln(r.stdout, r.bold(strings.TrimSpace(line)))
	}
	fmt.Fprintf(r.stdout, "\n%s  the plan: keep it, and have it reviewed\n%s  the release\n%s  the report: for whoever signs\n", r.files.plan, r.files.release, r.files.report)
	switch {
	case without != nil:
		why := commandMessage(without)
		if strings.HasPrefix(why, severalRows) {
			why = "it is of people with one row each"
		}
		fmt.Fprintf(r.stdout, "no recipe for the next release could be made: %s\n", why)
	case r.options.recipe == "":
		fmt.Fprintf(r.stdout, "%s  the recipe, which makes the next release in the same way: keep it as you keep the table\n", r.files.recipe)
	default:
		fmt.Fprintf(r.stdout, "%s  the recipe that it was made by, as the first release\n", r.options.recipe)
	}
	if len(broken) > 0 {
		return fmt.Errorf("the release does not satisfy its plan: %s", strings.Join(broken, ", "))
	}
	return nil
}
