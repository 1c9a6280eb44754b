package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	skylinesql "skyline/sql"
)

// Macros cannot go into the system catalog, and must not go into the user's database.
// They get a catalog of their own, skyline, in which nobody is to replace them: a release
// check that always holds would be called by everyone of the process. DuckDB has
// read-only catalogs of files only. So they are written into a file, which is attached
// read-only and then removed: the system keeps it for as long as it is open.

// define registers the functions and attaches the catalog, all or nothing.
func define(execute func(statements string) error, register func() error) error {
	folder, err := os.MkdirTemp("", "skyline-")
	if err != nil {
		return fill(execute, register, inMemory)
	}
	// A file that stays holds nothing but the macros, and is no reason not to load.
	defer func() { _ = os.RemoveAll(folder) }()
	file := filepath.Join(folder, "skyline.db")
	if err := fill(execute, register, file); err != nil {
		if _, other := errors.AsType[*attachError](err); other {
			return fill(execute, register, inMemory)
		}
		return err
	}
	// Not in one transaction with what came before: a catalog that has been written to
	// cannot be detached before its end, nor the current one.
	return execute("RESET search_path; DETACH skyline; ATTACH " + quoted(file) + " AS skyline (READ_ONLY)")
}

// inMemory is where the catalog is, writable, if there is no folder for a file.
const inMemory = ":memory:"

// attachError is DuckDB's error where a file cannot be attached.
type attachError struct{ error }

// fill attaches a catalog and creates the functions and the macros, all or nothing.
func fill(execute func(statements string) error, register func() error, path string) error {
	if err := execute("BEGIN"); err != nil {
		return err
	}
	err := attach(execute, path)
	if err == nil {
		if err = register(); err != nil {
			err = fmt.Errorf("%w; a program that has Skyline built in needs no LOAD", err)
		}
	}
	if err == nil {
		err = execute(skylinesql.Macros)
	}
	if err != nil {
		return errors.Join(err, execute("ROLLBACK"))
	}
	return execute("COMMIT")
}

// attach attaches the catalog and makes it the connection's current one.
func attach(execute func(statements string) error, path string) error {
	// Said, as the default of a read-only database is read-only.
	err := execute("ATTACH " + quoted(path) + " AS skyline (READ_WRITE)")
	switch {
	case err == nil:
		// No name of the user's is looked up from here on, and the functions are registered
		// even if the current database is gone. Not only skyline: the user may have a schema
		// of that name.
		return execute("USE skyline.main")
	case strings.Contains(err.Error(), "already exists"):
		return errors.New("skyline: a database named skyline is attached, and the functions' catalog needs that name; " +
			"attach the database AS something else, then load the extension")
	case path == inMemory:
		return err
	}
	return &attachError{err}
}

// quoted writes a text as a literal.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
