// Program skyline is a shell for SQL on DuckDB in which the functions of Skyline
// can be called. It runs what its arguments or its standard input say, or asks
// for statements on a terminal; `skyline demo` tells a story.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"skyline/sqlfuncs"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the program. It returns the exit status: 0 if everything ran.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "skyline: internal error: %v\n", r)
			status = 1
		}
	}()
	if len(args) > 0 {
		switch args[0] {
		case "release":
			return commandStatus(runRelease(args[1:], stdin, stdout, stderr), stdout, stderr)
		case "check-plan":
			return commandStatus(runCheckPlan(args[1:], stdout, stderr), stdout, stderr)
		case "report":
			return commandStatus(runReport(args[1:], stdout, stderr), stdout, stderr)
		}
	}
	o, err := parseOptions(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		return 0
	case o.isVersion:
		fmt.Fprintf(stdout, "skyline %s\n", sqlfuncs.Version)
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "skyline: %v\n", err)
		return 1
	}
	if err := start(o, stdin, stdout, stderr); err != nil {
		fmt.Fprintln(stderr, message(err))
		return 1
	}
	return 0
}

// commandStatus is the exit status of a command such as `skyline report`. A usageError is its
// usage, which was asked for.
func commandStatus(err error, stdout, stderr io.Writer) int {
	var usage usageError
	switch {
	case errors.As(err, &usage):
		fmt.Fprint(stdout, string(usage))
	case err != nil:
		fmt.Fprintf(stderr, "skyline: %s\n", commandMessage(err))
		return 1
	}
	return 0
}

// usageError is a command's usage, where -help asks for it.
type usageError string

func (u usageError) Error() string { return string(u) }

// start opens the database and runs what the options say.
func start(o options, stdin io.Reader, stdout, stderr io.Writer) error {
	s, err := openShell(o, stdout, stderr)
	if err != nil {
		return err
	}
	defer s.close()
	if o.isDemo {
		return s.demo(stdin, o.isQuick)
	}
	if len(o.sources) == 0 && isTerminal(stdin) && isTerminal(stdout) {
		return s.interact()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(o.sources) == 0 {
		return ignoreQuit(s.runReader(ctx, untilDone{ctx, stdin}))
	}
	for _, source := range o.sources {
		switch {
		case source.isFile:
			err = s.runFile(ctx, source.text)
		case source.isPlan:
			err = s.showPlans(ctx, source.text)
		default:
			err = s.runText(ctx, source.text)
		}
		if err != nil {
			return ignoreQuit(err)
		}
	}
	return nil
}

// untilDone is a reader that a context ends, even while it waits for input.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (u untilDone) Read(p []byte) (int, error) {
	type answer struct {
		n   int
		err error
	}
	answers := make(chan answer, 1)
	buffer := make([]byte, len(p)) // p is the caller's again once this returns
	go func() {
		n, err := u.r.Read(buffer)
		answers <- answer{n, err}
	}()
	select {
	case a := <-answers:
		return copy(p, buffer[:a.n]), a.err
	case <-u.ctx.Done():
		return 0, u.ctx.Err()
	}
}
