package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	skylinesql "skyline/sql"
)

// TestDefine: which statements DuckDB is given, where all goes well and where something
// does not. What comes of them in DuckDB is looked at in the hosts.
func TestDefine(t *testing.T) {
	const (
		written  = "ATTACH '*' AS skyline (READ_WRITE)"
		inMemory = "ATTACH ':memory:' AS skyline (READ_WRITE)"
		readOnly = "RESET search_path; DETACH skyline; ATTACH '*' AS skyline (READ_ONLY)"
		use      = "USE skyline.main"
	)
	whole := func(attach string) []string {
		return []string{"BEGIN", attach, use, "register", "macros", "COMMIT"}
	}
	for _, test := range []struct {
		name     string
		noFolder bool
		fails    map[string]string // errors, by the statement
		want     []string
		err      string
	}{
		{name: "a folder", want: append(whole(written), readOnly)},
		{name: "no folder", noFolder: true, want: whole(inMemory)},
		{
			name: "a folder in which DuckDB may not write", fails: map[string]string{written: "IO Error: Cannot open file"},
			want: append([]string{"BEGIN", written, "ROLLBACK"}, whole(inMemory)...),
		},
		{
			name: "neither", fails: map[string]string{written: "IO Error: Cannot open file", inMemory: "no more"},
			want: []string{"BEGIN", written, "ROLLBACK", "BEGIN", inMemory, "ROLLBACK"}, err: "no more",
		},
		{
			name: "a database of that name", fails: map[string]string{written: `Binder Error: database with name "skyline" already exists`},
			want: []string{"BEGIN", written, "ROLLBACK"}, err: "a database named skyline is attached",
		},
		{
			name: "a database of that name, no folder", noFolder: true, fails: map[string]string{inMemory: `Binder Error: database with name "skyline" already exists`},
			want: []string{"BEGIN", inMemory, "ROLLBACK"}, err: "a database named skyline is attached",
		},
		{
			name: "functions of that name", fails: map[string]string{"register": "refused"},
			want: []string{"BEGIN", written, use, "register", "ROLLBACK"}, err: "refused; a program that has Skyline built in needs no LOAD",
		},
		{
			name: "macros that cannot be created", fails: map[string]string{"macros": "no such word"},
			want: []string{"BEGIN", written, use, "register", "macros", "ROLLBACK"}, err: "no such word",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			t.Setenv("TMPDIR", folder)
			if test.noFolder {
				t.Setenv("TMPDIR", filepath.Join(folder, "missing"))
			}
			var got []string
			execute := func(statement string) error {
				if statement == skylinesql.Macros {
					statement = "macros"
				}
				if before, rest, ok := strings.Cut(statement, "'"+folder); ok {
					_, after, _ := strings.Cut(rest, "'")
					statement = before + "'*'" + after
				}
				got = append(got, statement)
				if text := test.fails[statement]; text != "" {
					return errors.New(text)
				}
				return nil
			}
			err := define(execute, func() error { return execute("register") })
			if !slices.Equal(got, test.want) {
				t.Errorf("statements %q, want %q", got, test.want)
			}
			if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Errorf("define = %v, want %q", err, test.err)
			}
			if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
				t.Errorf("%d files are left, %v", len(left), err)
			}
		})
	}
}
