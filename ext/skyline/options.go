package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

const usage = `usage: skyline [DATABASE] [-c SQL]... [-f FILE]... [-plan SQL]... [-format FORMAT] [-readonly]
       skyline release FILE [-role COLUMN=ROLE]... [-FLAG VALUE]...
       skyline check-plan FILE PLAN [RELEASE]
       skyline demo [-yes]
       skyline report RELEASE -qi COLUMNS [-PARAMETER VALUE]...

A shell for SQL on DuckDB, with the functions of Skyline.

  DATABASE        a DuckDB file, made if it does not exist; without one, or with
                  :memory:, everything is gone at the end
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

	names, err := parseAround(flags, args)
	if err != nil {
		return o, err
	}
	switch {
	case len(names) > 0 && names[0] == "help":
		return o, flag.ErrHelp
	case len(names) > 1:
		return o, fmt.Errorf("one database can be opened, got %q; the commands are release, check-plan, report and demo: see skyline -help", names)
	case len(names) == 1 && names[0] == "demo":
		o.isDemo = true
	case len(names) == 1:
		o.database = names[0]
	}
	if o.isDemo && len(o.sources) > 0 {
		return o, errors.New("the demo takes no statements; a database called demo can be opened as ./demo")
	}
	if o.isQuick && !o.isDemo {
		return o, errors.New("-yes belongs to the demo")
	}
	return o, nil
}

// parseAround parses flags that stand before and behind other arguments, which it returns.
func parseAround(flags *flag.FlagSet, args []string) (names []string, err error) {
	for {
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			return nil, err
		} else if err != nil {
			return nil, fmt.Errorf("%w; -help lists what can be said", err)
		}
		if flags.NArg() == 0 {
			return names, nil
		}
		names = append(names, flags.Arg(0))
		args = flags.Args()[1:]
	}
}
