package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"

	"skyline/ext"

	"github.com/apache/arrow-go/v18/arrow/array"
)

// queryArrow runs one statement and returns its result as Arrow records.
func queryArrow(ctx context.Context, conn *sql.Conn, statement string) (array.RecordReader, error) {
	return ext.QueryArrow(ctx, conn, statement)
}

// openDatabase opens the database in a file, or one in memory for the path "" or
// ":memory:".
func openDatabase(path string, readOnly bool) (*sql.DB, error) {
	dsn, err := dataSource(path, readOnly)
	if err != nil {
		return nil, err
	}
	connector, err := ext.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(connector), nil
}

// dataSource turns a path into the driver's data source name, which is a URL:
// what a URL would read as something else must not get there unnoticed.
func dataSource(path string, readOnly bool) (string, error) {
	if path == ":memory:" {
		path = ""
	}
	switch {
	case path == "" && readOnly:
		return "", errors.New("-readonly needs a database file")
	case path == "":
		return "", nil
	case strings.ContainsAny(path, "?#%") || strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "", fmt.Errorf("cannot open a database whose path contains '?', '#', '%%' or a control character: "+
			"rename it, or use ATTACH (given: %q)", path)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return "", fmt.Errorf("%s is a directory, not a database file", path)
	}
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ":") {
		path = "./" + path // or the part before the colon would be a URL's scheme
	}
	if readOnly {
		path += "?access_mode=READ_ONLY"
	}
	return path, nil
}
