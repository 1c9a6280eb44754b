package main

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/duckdb/duckdb-go/v2"
	"golang.org/x/term"
)

// shell runs statements on one connection, so that transactions, settings and
// temporary tables last from one to the next.
type shell struct {
	db     *sql.DB
	conn   *sql.Conn
	stdout io.Writer
	stderr io.Writer
	format string
	rows   int // of a box, 0 for all
	depth  int // of files that read files
	// results counts what has been written in the format.
	results int
}

// defaultRows is how many rows of a long result a box shows.
const defaultRows = 40

// maxDepth is how deep files can read files. Only a mistake goes deeper.
const maxDepth = 16

// byteOrderMark begins files that some editors write. DuckDB does not skip it.
const byteOrderMark = "\ufeff"

// errQuit is what .quit and .exit return.
var errQuit = errors.New("quit")

func ignoreQuit(err error) error {
	if errors.Is(err, errQuit) {
		return nil
	}
	return err
}

func openShell(o options, stdout, stderr io.Writer) (*shell, error) {
	db, err := openDatabase(o.database, o.readOnly)
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(context.Background())
	if err != nil {
		db.Close()
		return nil, err
	}
	s := &shell{db: db, conn: conn, stdout: stdout, stderr: stderr, format: o.format, rows: defaultRows}
	s.prepareProgress()
	return s, nil
}

func (s *shell) close() {
	s.conn.Close()
	s.db.Close()
}

// runText runs the statements and dot commands in a text up to the first error.
func (s *shell) runText(ctx context.Context, text string) error {
	return s.runReader(ctx, strings.NewReader(text))
}

// runFile runs a file of statements.
func (s *shell) runFile(ctx context.Context, name string) error {
	if s.depth == maxDepth {
		return fmt.Errorf("%s: files read files more than %d deep", name, maxDepth)
	}
	s.depth++
	defer func() { s.depth-- }()
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	err = s.runReader(ctx, file)
	if err == nil || errors.Is(err, errQuit) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// runReader runs statements as they come in.
func (s *shell) runReader(ctx context.Context, r io.Reader) error {
	in := bufio.NewReaderSize(r, 1<<16)
	if mark, err := in.Peek(len(byteOrderMark)); err == nil && string(mark) == byteOrderMark {
		_, _ = in.Discard(len(byteOrderMark))
	}
	split := newSplitter()
	for {
		line, err := in.ReadString('\n')
		split.feed(line)
		for p, ok := split.next(); ok; p, ok = split.next() {
			if err := s.runPiece(ctx, p); err != nil {
				return err
			}
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err != nil {
			break
		}
	}
	if p, ok := split.rest(); ok {
		return s.runPiece(ctx, p)
	}
	return nil
}

func (s *shell) runPiece(ctx context.Context, p piece) error {
	if p.isDot {
		return s.runDot(ctx, p.text)
	}
	return s.runStatement(ctx, p.text)
}

// runStatement runs one statement and writes its result.
func (s *shell) runStatement(ctx context.Context, statement string) error {
	return s.runTapped(ctx, statement, nil)
}

// runTapped is runStatement with a function that gets to see each row.
func (s *shell) runTapped(ctx context.Context, statement string, tap func(columns []column, values []any)) (err error) {
	// The driver has panics for what it finds wrong with a result.
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %v", r)
		}
	}()
	stop := s.showProgress()
	defer stop()
	out := bufio.NewWriter(s.stdout)
	if s.format == formatArrow {
		err := runArrow(ctx, out, s.conn, statement)
		return errors.Join(err, out.Flush())
	}
	f := formats[s.format]
	r, err := query(ctx, s.conn, statement, f.castTo)
	stop()
	if err != nil {
		return err
	}
	defer r.rows.Close()
	r.tap = tap
	if !r.isData {
		return r.each(func([]any) error { return nil })
	}
	screen := screen{rows: s.rows}
	if f, ok := s.stdout.(*os.File); ok && isTerminal(f) {
		screen.width, _, _ = term.GetSize(int(f.Fd()))
	}
	if s.results++; s.results > 1 && s.format == "markdown" {
		fmt.Fprintln(out) // or the tables would be one
	}
	err = f.write(out, r, screen)
	return errors.Join(err, out.Flush())
}

// isTerminal reports whether a reader or writer is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// message returns what to tell of an error. DuckDB's own errors begin with their
// kind, and what joins them says only that a context was cancelled.
func message(err error) string {
	if errors.Is(err, context.Canceled) {
		return "interrupted"
	}
	var duck *duckdb.Error
	if errors.As(err, &duck) && duck.Type == duckdb.ErrorTypeInterrupt {
		return "interrupted"
	}
	return strings.TrimPrefix(err.Error(), "database/sql/driver: ")
}
