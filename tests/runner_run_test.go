package tests

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// errSkip says that something which a script requires is not there.
var errSkip = errors.New("skipped")

// failureLimit is how many failures of a script are reported.
const failureLimit = 20

// runner runs scripts against a database.
type runner struct {
	db *sql.DB
	// variables are what {NAME} in a script stands for. One that is "" is not
	// there; a script must require it before it uses it.
	variables map[string]string
	// rewrite makes failures into replacements of what is expected.
	rewrite bool
}

// execution is a script on its way.
type execution struct {
	*runner
	script       *script
	conn         *sql.Conn
	forbidden    []string
	loops        []string // pairs of ${name} and value, for strings.NewReplacer
	failures     []error
	replacements []replacement
}

// run runs a script on one connection of its own. The failures say what did not
// come as expected; the error, which may wrap errSkip, why it could not go on.
func (r *runner) run(ctx context.Context, s *script) (failures []error, replacements []replacement, err error) {
	e := &execution{runner: r, script: s}
	if e.conn, err = r.db.Conn(ctx); err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, e.conn.Close()) }()
	err = e.all(ctx, s.records)
	return e.failures, e.replacements, err
}

func (e *execution) all(ctx context.Context, records []record) error {
	for i := range records {
		if err := e.one(ctx, &records[i]); err != nil {
			return err
		}
		if len(e.failures) >= failureLimit {
			return fmt.Errorf("%s: too many failures", e.script.path)
		}
	}
	return nil
}

func (e *execution) one(ctx context.Context, r *record) error {
	switch r.kind {
	case require:
		for _, name := range r.args {
			if e.variables[strings.ToUpper(name)] == "" {
				return fmt.Errorf("%w: %s requires %s, which is not there", errSkip, e.script.path, name)
			}
		}
	case forbid:
		e.forbidden = append(e.forbidden, r.args...)
	case reconnect:
		return e.reconnect(ctx)
	case loop:
		outer := e.loops
		defer func() { e.loops = outer }()
		for _, value := range r.args[1:] {
			// The innermost loop's variable comes first, so it hides others.
			e.loops = append([]string{"${" + r.args[0] + "}", value}, outer...)
			if err := e.all(ctx, r.body); err != nil {
				return err
			}
		}
	default:
		if err := e.execute(ctx, r); err != nil {
			where := ""
			for i := 0; i < len(e.loops); i += 2 {
				where += fmt.Sprintf(" [%s = %s]", e.loops[i], e.loops[i+1])
			}
			e.failures = append(e.failures, fmt.Errorf("%s:%d:%s %w\n%s", e.script.path, r.line, where, err, e.expand(r.sql)))
		}
	}
	return nil
}

// expand puts in what {NAME} and ${loop} stand for.
func (e *execution) expand(text string) string {
	text = strings.NewReplacer(e.loops...).Replace(text)
	for name, value := range e.variables {
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	return text
}

// execute runs a statement or query; the error says what was not as expected.
func (e *execution) execute(ctx context.Context, r *record) error {
	text := e.expand(r.sql)
	switch r.kind {
	case statementOK:
		_, err := e.conn.ExecContext(ctx, text)
		if err != nil {
			return fmt.Errorf("unexpected error: %w", err)
		}
		return nil
	case statementError:
		_, err := e.conn.ExecContext(ctx, text)
		return e.checkError(r, err)
	default:
		return e.query(ctx, r, text)
	}
}

// query runs a query and compares its rows.
func (e *execution) query(ctx context.Context, r *record, text string) error {
	rows, err := e.conn.QueryContext(ctx, text)
	if err != nil {
		return fmt.Errorf("unexpected error: %w", err)
	}
	defer rows.Close()
	got, err := readRows(rows, r.types)
	if err != nil {
		return fmt.Errorf("unexpected error: %w", err)
	}
	expected := slices.Clone(r.expected)
	for i := range expected {
		expected[i] = e.expand(expected[i])
	}
	diff, err := diffRows(got, expected, r)
	if err == nil && diff == "" {
		return nil
	}
	if e.mayReplace() {
		e.replace(r, joinRows(got, r.rowsort))
		return nil
	}
	if err != nil {
		return err
	}
	return errors.New(diff)
}

const regexMark = "<REGEX>:"

// checkError compares an error with the text that it must contain.
func (e *execution) checkError(r *record, err error) error {
	if err == nil {
		return errors.New("expected an error, and there was none")
	}
	message := err.Error()
	for _, word := range e.forbidden {
		if strings.Contains(message, word) {
			return fmt.Errorf("the error contains %q, which is forbidden: %s", word, message)
		}
	}
	expected := e.expand(strings.Join(r.expected, "\n"))
	found := strings.Contains(message, expected)
	if pattern, ok := strings.CutPrefix(expected, regexMark); ok {
		re, err := regexp.Compile(pattern)
		if err != nil {
			return err
		}
		found = re.MatchString(message)
	}
	if found {
		return nil
	}
	if e.mayReplace() {
		// The first line: what follows is DuckDB's excerpt of the query.
		first, _, _ := strings.Cut(message, "\n")
		e.replace(r, []string{first})
		return nil
	}
	return fmt.Errorf("expected an error with\n\t%s\ngot\n\t%s", expected, message)
}

// reconnect closes the connection and opens another to the same database.
func (e *execution) reconnect(ctx context.Context) error {
	// The pool gives up a connection that its driver calls bad.
	if err := e.conn.Raw(func(any) error { return driver.ErrBadConn }); !errors.Is(err, driver.ErrBadConn) {
		return err
	}
	conn, err := e.db.Conn(ctx)
	if err == nil {
		e.conn = conn
	}
	return err
}
