package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skyline/sqlfuncs"
)

// runShell runs the program on arguments and input.
func runShell(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	status = run(args, strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	two := file("two.sql", "SELECT 2 AS x;\n-- the end")
	reads := file("reads.sql", ".mode csv\n.read '"+two+"'\nSELECT 3 AS x")
	itself := filepath.Join(dir, "itself.sql")
	file("itself.sql", ".read "+itself)
	wrong := file("wrong.sql", "SELECT 1 AS x; SELECT y; SELECT 2 AS x")
	missing := filepath.Join(dir, "missing.sql")
	database := filepath.Join(dir, "a b.db")

	for _, c := range []struct {
		name   string
		stdin  string
		args   []string
		status int
		stdout string
		stderr string // a part of it
	}{
		{name: "nothing", args: []string{"-c", ""}},
		{name: "comments only", stdin: "-- nothing\n/* ; */ ;"},
		{name: "standard input", stdin: "SELECT 1 AS x; SELECT\n2 AS x", args: []string{"-format", "csv"}, stdout: "x\n1\nx\n2\n"},
		{
			name: "in the order given", args: []string{"-format=csv", "-c", "SELECT 1 AS x", "-f", two, "-c", "SELECT 3 AS x; SELECT 4 AS x"},
			stdout: "x\n1\nx\n2\nx\n3\nx\n4\n",
		},
		{name: "standard input is not read", stdin: "SELEC", args: []string{"-c", "CREATE TABLE t(a INTEGER)"}},
		{
			name: "up to the first error", args: []string{"-format", "csv", "-c", "SELECT 1 AS x; SELEC 2; SELECT 3 AS x", "-c", "SELECT 4"},
			status: 1, stdout: "x\n1\n", stderr: "Parser Error: syntax error at or near \"SELEC\"",
		},
		{name: "error in a file", args: []string{"-format", "csv", "-f", wrong}, status: 1, stdout: "x\n1\n", stderr: "wrong.sql: Binder Error"},
		{name: "no file", args: []string{"-f", missing}, status: 1, stderr: "no such file"},
		{name: "error while rows come", args: []string{"-c", "SELECT error('late') FROM range(3)"}, status: 1, stderr: "late"},
		{name: "file reads file", args: []string{"-f", reads}, stdout: "x\n2\nx\n3\n"},
		{name: "file reads itself", args: []string{"-f", itself}, status: 1, stderr: "more than 16 deep"},
		{name: "file and statements are one session", args: []string{"-format", "csv", "-c", "CREATE TEMP TABLE t AS SELECT 5 AS x", "-c", "BEGIN", "-c", "FROM t"}, stdout: "x\n5\n"},
		{name: "byte order mark", stdin: "\ufeffSELECT 1 AS x", args: []string{"-format", "csv"}, stdout: "x\n1\n"},
		{name: "quit", args: []string{"-format", "csv", "-c", "SELECT 1 AS x;\n.quit\nSELECT 2", "-c", "SELECT 3"}, stdout: "x\n1\n"},
		{name: "unknown command", stdin: ".nonsense", status: 1, stderr: `unknown command ".nonsense"`},
		{name: "unknown function", stdin: ".functions nonsense", status: 1, stderr: `unknown function "nonsense"`},
		{name: "unknown mode", stdin: ".mode pdf", status: 1, stderr: `format must be one of arrow, box, csv, json, markdown, got "pdf"`},
		{name: "unknown format", args: []string{"-format", "pdf"}, status: 1, stderr: `got "pdf"`},
		{name: "unknown flag", args: []string{"-x"}, status: 1, stderr: "-x; -help lists what can be said\n"},
		{name: "two databases", args: []string{"a", "b"}, status: 1, stderr: "one database"},
		{name: "help", args: []string{"-help"}, stdout: usage},
		{name: "help as a word makes no database", args: []string{"help", "release"}, stdout: usage},
		{name: "the version", args: []string{"version"}, stdout: "skyline " + sqlfuncs.Version + "\n"},
		{name: "the version as a flag", args: []string{"-version"}, stdout: "skyline " + sqlfuncs.Version + "\n"},
		{name: "a word makes no database", args: []string{"nonsense"}, status: 1, stderr: "skyline: there is no command and no file \"nonsense\"; the commands are release, check-plan, report, demo and version, and a new database is called *.db or *.duckdb: see skyline -help\n"},
		{name: "a word that is nearly a command", args: []string{"relase"}, status: 1, stderr: "skyline: there is no command and no file \"relase\"; did you mean skyline release?\n"},
		{name: "a table is no database", args: []string{"it.CSV"}, status: 1, stderr: "is called like a table, not like a database; skyline release it.CSV makes a release of it"},
		{name: "a command misspelt", args: []string{"relase", "stays.csv"}, status: 1, stderr: "skyline: one database can be opened, got [\"relase\" \"stays.csv\"]; the commands are release, check-plan, report, demo and version: see skyline -help\n"},
		{
			name: "flags around the database", args: []string{"-format", "csv", database, "-c", "CREATE TABLE t AS SELECT 6 AS x", "-c", "FROM t"},
			stdout: "x\n6\n",
		},
		{name: "the database is kept", args: []string{database, "-readonly", "-format", "csv", "-c", "FROM t"}, stdout: "x\n6\n"},
		{name: "read only", args: []string{database, "-readonly", "-c", "DROP TABLE t"}, status: 1, stderr: "read-only"},
		{name: "read only in memory", args: []string{"-readonly"}, status: 1, stderr: "-readonly needs a database file"},
		{name: "in memory", args: []string{":memory:", "-format", "csv", "-c", "SELECT 1 AS x"}, stdout: "x\n1\n"},
		{name: "a statement makes no database", args: []string{"FROM 'a.csv' WHERE x LIKE '%y'"}, status: 1, stderr: "reads as a statement: give statements with -c"},
		{name: "question mark", args: []string{"a?b.db"}, status: 1, stderr: "cannot open a database whose path contains '?'"},
		{name: "colon", args: []string{dir + "/x/a:b.db"}, status: 1, stderr: "a:b.db"},
		{name: "directory", args: []string{dir}, status: 1, stderr: "is a directory"},
		{name: "not a database", args: []string{two}, status: 1, stderr: "not a valid DuckDB database file"},
		{name: "demo with statements", args: []string{"demo", "-c", "SELECT 1"}, status: 1, stderr: "./demo"},
		{name: "yes without demo", args: []string{"-yes"}, status: 1, stderr: "-yes belongs to the demo"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, stdout, stderr := runShell(t, c.stdin, c.args...)
			if status != c.status || stdout != c.stdout || !strings.Contains(stderr, c.stderr) || (c.stderr == "") != (stderr == "") {
				t.Errorf("run(%q) = %d, stdout %q, stderr %q, want %d, %q, %q", c.args, status, stdout, stderr, c.status, c.stdout, c.stderr)
			}
		})
	}
}

// TestInterrupt checks that an interrupt ends a query, and waiting for input. It is sent
// once the shell has answered something.
func TestInterrupt(t *testing.T) {
	ready := "SELECT 'ready' AS x;"
	for name, c := range map[string]struct {
		args  []string
		stdin string
	}{
		"a query":           {[]string{"-c", ready, "-c", "SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b"}, ""},
		"waiting for input": {nil, ready + "\n"},
	} {
		command := exec.Command(os.Args[0], append([]string{"-format", "csv"}, c.args...)...)
		command.Env = append(os.Environ(), asShell+"=1")
		var stderr strings.Builder
		command.Stderr = &stderr
		stdin, err := command.StdinPipe() // which says nothing more
		if err != nil {
			t.Fatal(err)
		}
		defer stdin.Close()
		stdout, err := command.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(stdin, c.stdin); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(stdout)
		for line := ""; line != "ready\n"; {
			if line, err = lines.ReadString('\n'); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		// So that it probably computes, or waits; an interrupt before that ends it as well.
		time.Sleep(200 * time.Millisecond)
		if err := command.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		_ = command.Wait()
		if status := command.ProcessState.ExitCode(); status != 1 || stderr.String() != "interrupted\n" {
			t.Errorf("%s ended with status %d and %q", name, status, stderr.String())
		}
	}
}

func TestRelativePathWithColon(t *testing.T) {
	t.Chdir(t.TempDir())
	if status, _, stderr := runShell(t, "", "a:b.db", "-c", "CREATE TABLE t(a INTEGER)"); status != 0 {
		t.Error(stderr)
	}
	if _, err := os.Stat("a:b.db"); err != nil {
		t.Error(err)
	}
}

func TestDotCommands(t *testing.T) {
	_, stdout, stderr := runShell(t, `
CREATE TABLE t(a INTEGER PRIMARY KEY, b VARCHAR);
CREATE VIEW v AS SELECT a FROM t;
CREATE INDEX i ON t(b);
.mode csv
.mode
.tables
.schema
.schema v
.maxrows 7
.maxrows
.help
`)
	want := `csv
database,schema,name,kind
memory,main,t,table
memory,main,v,view
CREATE TABLE t(a INTEGER PRIMARY KEY, b VARCHAR);
CREATE VIEW v AS SELECT a FROM t;
CREATE INDEX i ON t(b);
CREATE VIEW v AS SELECT a FROM t;
7
` + dotHelp
	if stdout != want || stderr != "" {
		t.Errorf("got %q, stderr %q, want %q", stdout, stderr, want)
	}
}

func TestFunctions(t *testing.T) {
	_, stdout, stderr := runShell(t, ".mode csv\n.functions\n.functions skyline_check;")
	for _, want := range []string{"name,summary\n", "\nskyline_find,", "\nskyline_check(tbl, qi, ", "\nsql/reference/check.md#skyline_check\n"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in %q, %q", want, stdout, stderr)
		}
	}
}
