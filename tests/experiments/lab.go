package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"skyline/ext"
)

// lab is a connection to a database with Skyline's functions.
type lab struct {
	settings
	db   *sql.DB
	conn *sql.Conn
	ran  statements
}

func openLab(ctx context.Context, s settings, path string) (*lab, error) {
	connector, err := ext.NewConnector(path)
	if err != nil {
		return nil, err
	}
	l := &lab{settings: s, db: sql.OpenDB(connector)}
	if l.conn, err = l.db.Conn(ctx); err != nil {
		return nil, errors.Join(err, l.db.Close())
	}
	return l, nil
}

func (l *lab) close() error { return errors.Join(l.conn.Close(), l.db.Close()) }

func (l *lab) say(format string, args ...any) { fmt.Fprintf(l.progress, "  "+format+"\n", args...) }

func (l *lab) exec(ctx context.Context, statement string) error {
	l.ran.add(statement)
	if _, err := l.conn.ExecContext(ctx, statement); err != nil {
		return fmt.Errorf("%w\n%s", err, statement)
	}
	return nil
}

// row reads the only row of a query.
func (l *lab) row(ctx context.Context, query string, into ...any) error {
	l.ran.add(query)
	if err := l.conn.QueryRowContext(ctx, query).Scan(into...); err != nil {
		return fmt.Errorf("%w\n%s", err, query)
	}
	return nil
}

// rows calls f for each row, after scanning it.
func (l *lab) rows(ctx context.Context, query string, f func(), into ...any) (err error) {
	l.ran.add(query)
	rows, err := l.conn.QueryContext(ctx, query)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, query)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		f()
	}
	return rows.Err()
}

// folds is the number of folds of a cross validation, seed what they are drawn by,
// and quickPeople of how many if it is to be quick.
const (
	folds       = 10
	seed        = 1
	quickPeople = 5000
)

// load makes a table of a data file, or of some of its people if it is to be quick.
// Its column fold, from 0, is that of a cross validation: the rows in random order
// are dealt out.
func (l *lab) load(ctx context.Context, table, file string, quick int) error {
	limit := ""
	if l.people > 0 {
		limit = fmt.Sprintf("LIMIT %d", l.people)
	} else if l.quick && quick > 0 {
		limit = fmt.Sprintf("LIMIT %d", quick)
	}
	return l.exec(ctx, fmt.Sprintf(`CREATE OR REPLACE TABLE %s AS
		SELECT * EXCLUDE (line, place), (place %% %d)::INTEGER AS fold
		FROM (SELECT *, row_number() OVER (ORDER BY md5(line || ' ' || %d), line) - 1 AS place
			FROM (SELECT *, row_number() OVER () AS line FROM read_csv(%s)))
		ORDER BY place %s`,
		table, folds, seed, text(filepath.Join(l.data, file)), limit))
}

// train makes the tables train and test: a table without a fold, and that fold.
func (l *lab) train(ctx context.Context, table string, fold int) error {
	for _, part := range []struct{ name, is string }{{"train", "<>"}, {"test", "="}} {
		err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE %s AS SELECT * EXCLUDE (fold) FROM %s WHERE fold %s %d", part.name, table, part.is, fold))
		if err != nil {
			return err
		}
	}
	return nil
}

// eachFold calls f with each training and test set: all ten of them, or two.
func (l *lab) eachFold(ctx context.Context, table string, f func() error) error {
	n := pick(l, folds, 2)
	for fold := range n {
		l.say("fold %d of %d", fold+1, n)
		if err := l.train(ctx, table, fold); err != nil {
			return err
		}
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// column returns an identifier, text a text literal, list one of texts.
func column(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

func text(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func list(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = text(name)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
