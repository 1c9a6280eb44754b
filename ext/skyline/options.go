package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
)

const usage = `usage: skyline [DATABASE] [-c SQL]... [-f FILE]... [-plan SQL]... [-format FORMAT] [-readonly]
       skyline release FILE [-role COLUMN=ROLE]... [-FLAG VALUE]...
       skyline check-plan FILE PLAN [RELEASE]
       skyline demo [-yes]
       skyline report RELEASE -qi COLUMNS [-PARAMETER VALUE]...
       skyline version

A shell for SQL on DuckDB, with the functions of Skyline.

  DATABASE        a DuckDB file; one that is called *.db or *.duckdb is made if it does
                  not exist; without one, or with :memory:, everything is gone at the end
  -c SQL          run these statements; -c, -f and -plan go in the order given
  -f FILE         run the statements in a file
  -plan SQL       show what Skyline's functions ask DuckDB for a statement, which
                  is not run
  -format FORMAT  box (the default), csv, json, markdown or arrow
  -readonly       open the database without changing it
  demo            a guided story on built-in data; -yes does not wait for Enter
  release         from a file to a plan, a release and its report: skyline release -help
  check-plan      whether a table still is as its plan says: skyline check-plan -help
  report          a page of HTML about a release: see skyline report -help

Without -c, -f and -plan, statements come from standard input; on a terminal, with a
prompt. The exit status is 0 when all of it ran, and otherwise 1.
`

// options is what the command line says.
type options struct {
	database string
	readOnly bool
	format   string
	sources  []source
	isDemo   bool
	isQuick  bool // the demo without pauses

	isVersion bool // only the version is asked for
}

// source is statements, or the name of a file of statements.
type source struct {
	text   string
	isFile bool
	isPlan bool // the statement is not to be run, its plans are to be shown
}

// parseOptions reads the command line, where flags can come before and after the
// database. It returns flag.ErrHelp if that is what was asked for.
func parseOptions(args []string) (options, error) {
	o := options{format: "box"}
	flags := flag.NewFlagSet("skyline", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Func("c", "", func(text string) error {
		o.sources = append(o.sources, source{text: text})
		return nil
	})
	flags.Func("f", "", func(name string) error {
		o.sources = append(o.sources, source{text: name, isFile: true})
		return nil
	})
	flags.Func("plan", "", func(text string) error {
		o.sources = append(o.sources, source{text: text, isPlan: true})
		return nil
	})
	flags.Func("format", "", func(name string) error {
		o.format = name
		return checkFormat(name)
	})
	flags.BoolVar(&o.readOnly, "readonly", false, "")
	flags.BoolVar(&o.isQuick, "yes", false, "")
	flags.BoolVar(&o.isVersion, "version", false, "")

	names, err := parseAround(flags, args)
	if err != nil {
		return o, err
	}
	switch {
	case len(names) > 0 && names[0] == "help":
		return o, flag.ErrHelp
	case len(names) > 1:
		return o, fmt.Errorf("one database can be opened, got %q; the commands are release, check-plan, report, demo and version: see skyline -help", names)
	case len(names) == 1 && names[0] == "demo":
		o.isDemo = true
	case len(names) == 1 && names[0] == "version":
		o.isVersion = true
	case len(names) == 1:
		o.database = names[0]
		if err := mayBeDatabase(o.database); err != nil {
			return o, err
		}
	}
	if o.isDemo && len(o.sources) > 0 {
		return o, errors.New("the demo takes no statements; a database called demo can be opened as ./demo")
	}
	if o.isQuick && !o.isDemo {
		return o, errors.New("-yes belongs to the demo")
	}
	return o, nil
}

// The words that are commands, and how the names of databases and of tables end.
var (
	commands       = []string{"release", "check-plan", "report", "demo", "version", "help"}
	databaseSuffix = []string{".db", ".duckdb", ".ddb"}
	tableSuffix    = []string{".csv", ".csv.gz", ".tsv", ".parquet", ".json", ".ndjson", ".jsonl"}
)

// mayBeDatabase is an error for a name that is no database and that none is to be made of: a word that
// is misspelt, or a file with a table.
func mayBeDatabase(name string) error {
	endsIn := func(all []string) bool {
		return slices.ContainsFunc(all, func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) })
	}
	_, err := os.Stat(name)
	switch {
	case err != nil && isStatement(name):
		return fmt.Errorf("no database has the name %q, which reads as a statement: give statements with -c", name)
	case endsIn(tableSuffix):
		return fmt.Errorf("%q is called like a table, not like a database; skyline release %s makes a release of it, and skyline -c \"FROM '%s'\" shows it", name, name, name)
	case err == nil || name == ":memory:" || endsIn(databaseSuffix):
		return nil
	}
	if near := call.Nearest(name, commands); near != "" {
		return fmt.Errorf("there is no command and no file %q; did you mean skyline %s?", name, near)
	}
	return fmt.Errorf("there is no command and no file %q; the commands are release, check-plan, report, demo and version, and a new database is called *.db or *.duckdb: see skyline -help", name)
}

// invalidValue is what package flag puts before an error of a value.
var invalidValue = regexp.MustCompile(`^invalid value ".*" for flag -[a-z-]+: `)

// parseAround parses flags that stand before and behind other arguments, which it returns.
func parseAround(flags *flag.FlagSet, args []string) (names []string, err error) {
	for {
		err := flags.Parse(args)
		switch {
		case errors.Is(err, flag.ErrHelp):
			return nil, err
		case err != nil && invalidValue.MatchString(err.Error()): // which says its flag and its rule
			return nil, errors.New(invalidValue.ReplaceAllString(err.Error(), ""))
		case err != nil:
			return nil, fmt.Errorf("%w; -help lists what can be said", err)
		}
		if flags.NArg() == 0 {
			return names, nil
		}
		names = append(names, flags.Arg(0))
		args = flags.Args()[1:]
	}
}

// statements are words that statements begin with and names of files do not.
var statements = []string{"select", "from", "with", "create", "insert", "update", "delete", "drop", "alter", "copy", "describe", "summarize", "show", "values", "set", "attach", "load", "call", "pragma", "explain"}

// isStatement reports whether a name begins like a statement: nobody means to make such a database.
func isStatement(name string) bool {
	words := strings.Fields(name)
	return len(words) > 1 && slices.Contains(statements, strings.ToLower(words[0]))
}
