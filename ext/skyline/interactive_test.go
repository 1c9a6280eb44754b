package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"skyline/tests/trials"
)

// hanging is when a shell that does not answer is given up: long after any machine has
// answered.
const hanging = 5 * time.Minute

// session is a shell on a terminal of its own.
type session struct {
	t        *testing.T
	terminal *os.File
	command  *exec.Cmd
	lock     sync.Mutex
	output   bytes.Buffer
	seen     int // of the output
}

func startSession(t *testing.T, args ...string) *session {
	t.Helper()
	s := &session{t: t, command: exec.Command(os.Args[0], args...)}
	cache := t.TempDir()
	s.command.Env = append(os.Environ(), asShell+"=1", "XDG_CACHE_HOME="+cache, "HOME="+cache, "TERM=xterm")
	terminal, err := pty.StartWithSize(s.command, &pty.Winsize{Rows: 40, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	s.terminal = terminal
	go func() {
		buffer := make([]byte, 4096)
		for {
			n, err := terminal.Read(buffer)
			s.lock.Lock()
			s.output.Write(buffer[:n])
			s.lock.Unlock()
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		terminal.Close()
		_ = s.command.Process.Kill()
	})
	return s
}

func (s *session) send(text string) {
	s.t.Helper()
	if _, err := s.terminal.WriteString(text); err != nil {
		s.t.Fatal(err)
	}
}

// expect waits until the text comes behind what was expected before.
func (s *session) expect(text string) {
	s.t.Helper()
	for deadline := time.Now().Add(hanging); ; {
		s.lock.Lock()
		rest := s.output.String()[s.seen:]
		if i := strings.Index(rest, text); i >= 0 {
			s.seen += i + len(text)
			s.lock.Unlock()
			return
		}
		s.lock.Unlock()
		if time.Now().After(deadline) {
			s.t.Fatalf("no %q in %q", text, rest)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// interrupt presses Ctrl-C while a line is edited, and waits until the shell has taken it: it
// shows the line once more, with its prompt, before it asks for another.
func (s *session) interrupt() {
	s.t.Helper()
	s.send("\x03")
	s.expect("^C")
	s.expect(prompt)
}

func (s *session) wait() error {
	done := make(chan error, 1)
	go func() { done <- s.command.Wait() }()
	select {
	case err := <-done:
		return err
	case <-time.After(hanging):
		s.t.Fatal("the shell did not end")
		return nil
	}
}

func TestInteractive(t *testing.T) {
	trials.Long(t)
	file := filepath.Join(t.TempDir(), "test.db")
	s := startSession(t, file)
	s.expect(prompt)
	s.send("SELECT 6 * 7 AS answer;\r")
	s.expect("│     42 │")
	s.expect(prompt)

	// A statement of several lines; the semicolons do not end it.
	s.send("SELECT 'a;b' /* ; */\r")
	s.expect(promptContinue)
	s.send("AS x, $$;\r")
	s.expect(promptContinue)
	s.send("$$ AS y, 43 AS z;\r")
	s.expect("43 │")
	s.expect(prompt)

	// Ctrl-C at the prompt forgets what was typed.
	s.send("SELECT nothing")
	s.interrupt()
	s.send("SELECT\r")
	s.expect(promptContinue)
	s.interrupt()

	// Errors do not end the shell.
	s.send("SELEC 1;\r")
	s.expect("Parser Error")
	s.expect(prompt)
	s.send(".nonsense\r")
	s.expect("unknown command")
	s.expect(prompt)

	// Ctrl-C ends a query and not the shell; what is at work is shown before.
	s.send("CREATE TABLE t AS SELECT 1 AS one;\r")
	s.expect(prompt)
	s.send("SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b;\r")
	s.expect("running, ")
	s.send("\x03")
	s.expect("interrupted")
	s.expect(prompt)
	// A point for each number of people in one group: 10^9 of them.
	s.send("FROM skyline_find('(VALUES (1, ''s'', 1), (1, ''a'', 999999999)) t(g, v, n)', ['g'], 'v', value := 's', weight := 'n', max_points := 1000000000000);\r")
	s.expect("skyline_find computes, ")
	s.send("\x03")
	s.expect("interrupted")
	s.expect(prompt)
	s.send(".tables\r")
	s.expect("│ t ")
	s.expect(prompt)
	// What a terminal makes of Ctrl-D while a statement runs is not part of the next one.
	s.send("\x00SELECT one + 43 AS x FROM t;\r")
	s.expect("│    44 │")
	s.expect(prompt)

	s.send("SEL\t")
	s.expect("ECT")
	s.interrupt()
	s.send("\x04")
	if err := s.wait(); err != nil {
		t.Errorf("the shell ended with %v", err)
	}
}

func TestQuitAndHistory(t *testing.T) {
	s := startSession(t)
	s.expect(prompt)
	s.send("SELECT 40 +\r")
	s.expect(promptContinue)
	s.send("3 AS x;\r")
	s.expect("43 │")
	s.expect(prompt)
	s.send("\x1b[A") // up
	s.expect("SELECT 40 + 3 AS x;")
	s.send("\r")
	s.expect("43 │")
	s.expect(prompt)
	s.send(".quit\r")
	if err := s.wait(); err != nil {
		t.Errorf("the shell ended with %v", err)
	}
}
