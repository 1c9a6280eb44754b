package tests

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// kind is the kind of a record.
type kind int

const (
	statementOK kind = iota
	statementError
	query
	require
	forbid
	reconnect
	loop
)

// record is a statement, a query or a directive of a script.
type record struct {
	kind kind
	line int // of its first line, from 1
	sql  string
	// For a query: a letter a column, and whether the order of rows counts.
	types   string
	rowsort bool
	// What must come of it, line by line, and where these lines stand.
	expected []string
	first    int // the line behind ----
	args     []string
	body     []record // of a loop
}

// script is a parsed file.
type script struct {
	path    string
	lines   []string
	records []record
}

// header are the comments that a file begins with, in this order.
var header = []string{"# name: ", "# description: ", "# group: "}

// parse reads a script. path is what its header must say, with slashes.
func parse(path, text string) (*script, error) {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	p := parser{path: path, lines: lines}
	for i, want := range header {
		if i >= len(lines) || !strings.HasPrefix(lines[i], want) || len(lines[i]) == len(want) {
			return nil, p.errorf(i, "the file must begin with %s…", want)
		}
	}
	if name := strings.TrimPrefix(lines[0], header[0]); name != path {
		return nil, p.errorf(0, "the name must be %s", path)
	}
	records, err := p.records(false)
	if err != nil {
		return nil, err
	}
	return &script{path, lines, records}, nil
}

type parser struct {
	path  string
	lines []string
	next  int // index of the next line
}

func (p *parser) errorf(index int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", p.path, index+1, fmt.Sprintf(format, args...))
}

// records reads up to the end of the file, or of the loop.
func (p *parser) records(inLoop bool) ([]record, error) {
	start := p.next
	var records []record
	for p.next < len(p.lines) {
		line := p.lines[p.next]
		if line == "" || strings.HasPrefix(line, "#") {
			p.next++
			continue
		}
		if line == "endloop" {
			if !inLoop {
				return nil, p.errorf(p.next, "endloop without loop or foreach")
			}
			p.next++
			return records, nil
		}
		r, err := p.record()
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	if inLoop {
		return nil, p.errorf(start-1, "the loop has no endloop")
	}
	return records, nil
}

func (p *parser) record() (record, error) {
	at := p.next
	words := strings.Fields(p.lines[at])
	r := record{line: at + 1, args: words[1:]}
	p.next++
	switch words[0] {
	case "statement":
		switch {
		case slices.Equal(r.args, []string{"ok"}):
			r.kind = statementOK
		case slices.Equal(r.args, []string{"error"}):
			r.kind = statementError
		default:
			return r, p.errorf(at, "a statement is ok or error")
		}
		return r, p.body(&r)
	case "query":
		r.kind = query
		if len(r.args) == 0 || len(r.args) > 2 || strings.Trim(r.args[0], "BIRT") != "" {
			return r, p.errorf(at, "write query, a letter of B, I, R, T for each column, and perhaps rowsort or nosort")
		}
		r.types = r.args[0]
		if len(r.args) == 2 {
			if !slices.Contains([]string{"rowsort", "nosort"}, r.args[1]) {
				return r, p.errorf(at, "the order is rowsort or nosort")
			}
			r.rowsort = r.args[1] == "rowsort"
		}
		return r, p.body(&r)
	case "require", "forbid":
		r.kind = map[string]kind{"require": require, "forbid": forbid}[words[0]]
		if len(r.args) == 0 {
			return r, p.errorf(at, "%s what?", words[0])
		}
		return r, nil
	case "reconnect":
		r.kind = reconnect
		return r, nil
	case "loop", "foreach":
		return r, p.loop(&r, at, words[0] == "loop")
	}
	return r, p.errorf(at, "unknown record %q", words[0])
}

// body reads the SQL up to ---- or an empty line, and behind ---- what is
// expected up to an empty line.
func (p *parser) body(r *record) error {
	var sql []string
	for ; p.next < len(p.lines) && p.lines[p.next] != "" && p.lines[p.next] != "----"; p.next++ {
		sql = append(sql, p.lines[p.next])
	}
	if len(sql) == 0 {
		return p.errorf(r.line-1, "there is no SQL")
	}
	r.sql = strings.Join(sql, "\n")
	expects := p.next < len(p.lines) && p.lines[p.next] == "----"
	if expects != (r.kind != statementOK) {
		return p.errorf(r.line-1, "statement ok has no ----, and the others have one")
	}
	if !expects {
		return nil
	}
	p.next++
	r.first = p.next + 1
	for ; p.next < len(p.lines) && p.lines[p.next] != ""; p.next++ {
		r.expected = append(r.expected, p.lines[p.next])
	}
	if r.kind == statementError && len(r.expected) == 0 {
		return p.errorf(r.line-1, "say which text the error contains")
	}
	return nil
}

// loop reads a loop; its args become the variable and then its values.
func (p *parser) loop(r *record, at int, counted bool) error {
	r.kind = loop
	if len(r.args) < 2 {
		return p.errorf(at, "a loop has a variable and values")
	}
	if counted {
		if len(r.args) != 3 {
			return p.errorf(at, "write loop, a variable, the first number, and the one behind the last")
		}
		first, err1 := strconv.Atoi(r.args[1])
		end, err2 := strconv.Atoi(r.args[2])
		if err1 != nil || err2 != nil || end <= first {
			return p.errorf(at, "a loop goes from a number to a larger one")
		}
		r.args = r.args[:1:1]
		for i := first; i < end; i++ {
			r.args = append(r.args, strconv.Itoa(i))
		}
	}
	var err error
	r.body, err = p.records(true)
	return err
}
