package main

import (
	"encoding/csv"
	"io"
	"strconv"
)

// writeCSV writes a line with the names of the columns and one for each row. A
// NULL is an empty field. A DOUBLE has Go's shortest form that reads back as the
// same number.
func writeCSV(w io.Writer, r *result, _ screen) error {
	out := csv.NewWriter(w)
	fields := make([]string, len(r.columns))
	for i, c := range r.columns {
		fields[i] = c.name
	}
	if err := out.Write(fields); err != nil {
		return err
	}
	var text []byte
	err := r.each(func(values []any) error {
		for i, v := range values {
			switch v := v.(type) {
			case nil:
				fields[i] = ""
			case float64:
				fields[i] = strconv.FormatFloat(v, 'g', -1, 64)
			case float32:
				fields[i] = strconv.FormatFloat(float64(v), 'g', -1, 32)
			default:
				text = r.columns[i].appendText(text[:0], v)
				fields[i] = string(text)
			}
		}
		return out.Write(fields)
	})
	out.Flush()
	if err != nil {
		return err
	}
	return out.Error()
}
