package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/ergochat/readline"
)

const (
	prompt         = "skyline> "
	promptContinue = "   ...> "
)

// interact asks for statements until the end of the input. An error ends a
// statement and not the shell.
func (s *shell) interact() error {
	// While a line is edited, Ctrl-C is a key. At other times it is a signal,
	// which must not end the shell between two statements either.
	ignored := make(chan os.Signal, 1)
	signal.Notify(ignored, os.Interrupt)
	defer signal.Stop(ignored)

	editor, err := newEditor(s)
	if err != nil {
		return err
	}
	defer editor.Close()
	fmt.Fprintln(s.stdout, "Skyline on DuckDB. Enter .help for commands, .functions for what Skyline adds.")
	split := newSplitter()
	var typed []string // lines of the statement
	for {
		editor.SetPrompt(prompt)
		if split.isOpen() {
			editor.SetPrompt(promptContinue)
		}
		line, err := editor.ReadLine()
		switch {
		case errors.Is(err, readline.ErrInterrupt):
			split, typed = newSplitter(), nil
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		typed = append(typed, line)
		split.feed(line + "\n")
		for p, ok := split.next(); ok; p, ok = split.next() {
			if err := s.runInteractive(p); errors.Is(err, errQuit) {
				return nil
			} else if err != nil {
				fmt.Fprintln(s.stderr, message(err))
			}
		}
		if !split.isOpen() {
			remember(editor, typed)
			typed = nil
		}
	}
}

// runInteractive runs a statement that Ctrl-C can end.
func (s *shell) runInteractive(p piece) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return s.runPiece(ctx, p)
}

// newEditor returns an editor for lines on the terminal.
func newEditor(s *shell) (*readline.Instance, error) {
	terminal := &answering{in: os.Stdin, out: os.Stdout}
	return readline.NewFromConfig(&readline.Config{
		HistoryFile:            historyFile(),
		HistoryLimit:           1000,
		DisableAutoSaveHistory: true,
		HistorySearchFold:      true,
		AutoComplete:           completer{s.conn},
		FuncFilterInputRune:    isTyped,
		EOFPrompt:              "\n",
		Stdin:                  terminal,
		Stdout:                 writerFunc(terminal.write),
	})
}

// isTyped tells the editor to leave out the zero that a terminal makes of Ctrl-D while a
// statement runs.
func isTyped(r rune) (rune, bool) { return r, r != 0 }

// historyFile returns where to keep what was typed, or "" for nowhere.
func historyFile() string {
	if cache, err := os.UserCacheDir(); err == nil {
		dir := filepath.Join(cache, "skyline")
		if os.MkdirAll(dir, 0o700) == nil {
			return filepath.Join(dir, "history")
		}
	}
	if home, err := os.UserHomeDir(); err == nil {
		return filepath.Join(home, ".skyline_history")
	}
	return ""
}

// remember puts a statement into the history, in one line if it means the same
// in one line.
func remember(editor *readline.Instance, lines []string) {
	statement := strings.Join(lines, " ")
	if strings.TrimSpace(statement) == "" {
		return
	}
	if strings.Contains(statement, "--") || len(lines) > 1 && strings.ContainsAny(statement, `'"$`) {
		for _, line := range lines {
			_ = editor.SaveToHistory(line)
		}
		return
	}
	// A history that cannot be written is not worth an error.
	_ = editor.SaveToHistory(statement)
}

// answering stands between the editor and the terminal. The editor asks the
// terminal for the cursor's column before each prompt and waits for the answer,
// for ever on one that does not know the question. Output here always ends with
// a line break, so the answer is known: the first column.
type answering struct {
	in     io.Reader
	out    io.Writer
	answer []byte
}

func (t *answering) write(p []byte) (int, error) {
	if string(p) == "\x1b[6n" {
		t.answer = []byte("\x1b[1;1R")
		return len(p), nil
	}
	return t.out.Write(p)
}

func (t *answering) Read(p []byte) (int, error) {
	if len(t.answer) > 0 {
		n := copy(p, t.answer)
		t.answer = t.answer[n:]
		return n, nil
	}
	return t.in.Read(p)
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
