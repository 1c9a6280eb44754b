package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"strings"
	"text/template"

	"github.com/jedib0t/go-pretty/v6/text"
)

// step is a part of the story. The statement and what follows it are templates
// over the results so far, so that the story says what the data says: a column
// of the first row of a result is there under its name, and all rows of the
// latest as maps under "rows".
type step struct {
	title string
	prose string
	sql   string
	after string
}

// demoData makes the tables of the story.
//
//go:embed demo.sql
var demoData string

// proseWidth is how wide prose is set.
const proseWidth = 78

// demo plays the story. On a terminal it waits for Enter between the steps,
// unless it is to be quick, and then gives the data over to the reader.
func (s *shell) demo(stdin io.Reader, quick bool) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := s.runText(ctx, demoData); err != nil {
		return err
	}
	waits := !quick && isTerminal(stdin) && isTerminal(s.stdout)
	if err := s.play(ctx, story, stdin, waits); err != nil || !waits {
		return ignoreQuit(err)
	}
	stop()
	s.writeProse("The tables stays, patients, discharges, release, safe_release and ward are yours to try. Ctrl-D leaves.")
	return s.interact()
}

// play shows the steps one after the other.
func (s *shell) play(ctx context.Context, steps []step, stdin io.Reader, waits bool) error {
	known := map[string]any{}
	for i, step := range steps {
		if i > 0 && waits {
			if err := s.waitForEnter(ctx, stdin); err != nil {
				return err
			}
		}
		if err := s.playStep(ctx, step, known); err != nil {
			return err
		}
	}
	return nil
}

func (s *shell) playStep(ctx context.Context, step step, known map[string]any) error {
	title := step.title
	if isTerminal(s.stdout) {
		title = text.Bold.Sprint(title)
	}
	fmt.Fprintf(s.stdout, "%s\n\n", title)
	s.writeProse(step.prose)
	if step.sql != "" {
		statement, err := fill(step.sql, known)
		if err != nil {
			return err
		}
		lines := strings.Split(strings.TrimSpace(statement), "\n")
		fmt.Fprintf(s.stdout, "%s%s;\n", prompt, strings.Join(lines, "\n"+promptContinue))
		if err := s.runAndLearn(ctx, statement, known); err != nil {
			return err
		}
	}
	after, err := fill(step.after, known)
	if err != nil {
		return err
	}
	s.writeProse(after)
	if after == "" {
		fmt.Fprintln(s.stdout)
	}
	return nil
}

// runAndLearn runs a statement and adds its result to what is known.
func (s *shell) runAndLearn(ctx context.Context, statement string, known map[string]any) error {
	var rows []map[string]any
	err := s.runTapped(ctx, statement, func(columns []column, values []any) {
		row := map[string]any{}
		for i, c := range columns {
			row[c.name] = values[i]
		}
		rows = append(rows, row)
	})
	if err != nil {
		return err
	}
	known["rows"] = rows
	if len(rows) > 0 {
		maps.Copy(known, rows[0])
	}
	return nil
}

// writeProse writes paragraphs, which empty lines separate.
func (s *shell) writeProse(prose string) {
	for paragraph := range strings.SplitSeq(prose, "\n\n") {
		paragraph = strings.Join(strings.Fields(paragraph), " ")
		if paragraph == "" {
			continue
		}
		for line := range strings.Lines(text.WrapSoft(paragraph, proseWidth)) {
			fmt.Fprintln(s.stdout, strings.TrimSpace(line))
		}
		fmt.Fprintln(s.stdout)
	}
}

// fill fills in a template. A name that nothing has been learned for is an
// error.
func fill(templateText string, known map[string]any) (string, error) {
	t, err := template.New("").Option("missingkey=error").Funcs(template.FuncMap{
		"percent": func(p float64) string { return fmt.Sprintf("%.0f %%", 100*p) },
		"list":    joinWords,
	}).Parse(templateText)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = t.Execute(&out, known)
	return out.String(), err
}

// joinWords lists values as a sentence does: a, b and c.
func joinWords(values []any) string {
	var out strings.Builder
	for i, v := range values {
		switch {
		case i > 0 && i == len(values)-1:
			out.WriteString(" and ")
		case i > 0:
			out.WriteString(", ")
		}
		fmt.Fprint(&out, v)
	}
	return out.String()
}

// waitForEnter reads one line, byte by byte so as not to take more.
func (s *shell) waitForEnter(ctx context.Context, stdin io.Reader) error {
	fmt.Fprint(s.stdout, "Enter: go on, q: stop ")
	lines := make(chan error, 1)
	go func() {
		var b [1]byte
		for {
			n, err := stdin.Read(b[:])
			if n > 0 && (b[0] == 'q' || b[0] == 'Q') || errors.Is(err, io.EOF) {
				err = errQuit
			}
			if n > 0 && b[0] == '\n' || err != nil {
				lines <- err
				return
			}
		}
	}()
	select {
	case err := <-lines:
		return err
	case <-ctx.Done():
		fmt.Fprintln(s.stdout)
		return ctx.Err()
	}
}
