package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"skyline/sqlfuncs/planning"
)

// rolesToAsk are the roles that answer a question about a column.
var rolesToAsk = []string{"qi", "sensitive", "person", "identifier", "free_text", "weight", "stratum", "other", "drop"}

// errOpen is what `skyline release` ends with where questions are open.
var errOpen = errors.New("nothing was released: questions are open")

// answerAll asks what is open, on a terminal; elsewhere it lists the flags that answer.
func (r *release) answerAll(ctx context.Context, stdin io.Reader) error {
	open, err := r.openRows(ctx)
	if err != nil || len(open) == 0 {
		return err
	}
	if !isTerminal(stdin) || !isTerminal(r.stdout) {
		return r.listFlags(open)
	}
	return r.ask(ctx, open, stdin)
}

// openRows are the rows of the plan that ask something.
func (r *release) openRows(ctx context.Context) ([]planRow, error) {
	rows, err := r.planRows(ctx)
	return slices.DeleteFunc(rows, func(p planRow) bool { return !p.isOpen() }), err
}

// listFlags says which flags answer what is open.
func (r *release) listFlags(open []planRow) error {
	var b strings.Builder
	for i := range open {
		p := &open[i]
		fmt.Fprintf(&b, "\n  -role %s  %s", flagOf(p.attribute.String), p.question.String)
	}
	if slices.ContainsFunc(open, func(p planRow) bool { return planning.RoleAsked(p.question.String) == planning.Sensitive }) {
		b.WriteString("\n  -no-sensitive  if there is none")
	}
	return fmt.Errorf("%w. Answer by flags, or on a terminal:%s", errOpen, b.String())
}

// flagOf is what stands behind -role for a column, in quotes where a shell needs them.
func flagOf(attribute string) string {
	if attribute == "" {
		attribute = "COLUMN"
	}
	return "'" + strings.ReplaceAll(attribute+"=ROLE", "'", `'\''`) + "'"
}

// ask asks one question after the other. Nothing, or the end of the input, leaves the rest
// open.
func (r *release) ask(ctx context.Context, open []planRow, stdin io.Reader) error {
	in := bufio.NewScanner(untilDone{ctx, stdin})
	for i := range open {
		p := &open[i]
		fmt.Fprintf(r.stdout, "%s\n", visible(p.attribute.String))
		r.indented(p.question.String)
		if err := r.askRole(ctx, p, in); err != nil {
			return err
		}
	}
	return nil
}

// askRole asks for the role of a column, or, for a question about the table, for the columns
// that have one, until what is said can be understood.
func (r *release) askRole(ctx context.Context, p *planRow, in *bufio.Scanner) error {
	what := strings.Join(rolesToAsk, ", ")
	if !p.attribute.Valid {
		what = "COLUMN=ROLE, or nothing for none"
	}
	for {
		fmt.Fprintf(r.stdout, "    %s: ", what)
		if !in.Scan() {
			return errors.Join(in.Err(), errOpen)
		}
		said := strings.TrimSpace(in.Text())
		a := answer{p.attribute.String, "role", said}
		if !p.attribute.Valid {
			if said == "" && planning.RoleAsked(p.question.String) == planning.Sensitive {
				return r.refuseSensitive(ctx)
			}
			if said == "" {
				return r.exec(ctx, fmt.Sprintf("UPDATE skyline_plan SET question = NULL WHERE i = %d", p.i))
			}
			a.attribute, a.value, _ = strings.Cut(said, "=")
		}
		if !slices.Contains(rolesToAsk, a.value) {
			fmt.Fprintf(r.stdout, "    a role is one of %s\n", strings.Join(rolesToAsk, ", "))
			continue
		}
		if err := r.answer(ctx, a); err != nil {
			fmt.Fprintf(r.stdout, "    %v\n", err)
			continue
		}
		if !p.attribute.Valid {
			return r.exec(ctx, fmt.Sprintf("UPDATE skyline_plan SET question = NULL WHERE i = %d", p.i))
		}
		return nil
	}
}
