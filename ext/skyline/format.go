package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// screen is what a result is fitted to.
type screen struct {
	width int // in characters, 0 for no limit
	rows  int // of a box, 0 for no limit
}

// format is a way to write results.
type format struct {
	// castTo turns a value that would not survive the driver into what write
	// expects of it; see query.
	castTo string
	write  func(w io.Writer, r *result, s screen) error
}

const castToText = "CAST(%s AS VARCHAR)"

// formatArrow is not among formats, because its results do not come as rows.
const formatArrow = "arrow"

var formats = map[string]format{
	"box":      {castToText, writeBox},
	"csv":      {castToText, writeCSV},
	"json":     {"CAST(to_json(%s) AS VARCHAR)", writeJSON},
	"markdown": {castToText, writeMarkdown},
}

// checkFormat returns an error for a name that is not a format's.
func checkFormat(name string) error {
	if _, ok := formats[name]; ok || name == formatArrow {
		return nil
	}
	names := append(slices.Sorted(maps.Keys(formats)), formatArrow)
	slices.Sort(names)
	return fmt.Errorf("format must be one of %s, got %q", strings.Join(names, ", "), name)
}
