package main

import (
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// writeMarkdown writes a table as GitHub renders it, with all rows.
func writeMarkdown(w io.Writer, r *result, _ screen) error {
	t := table.NewWriter()
	t.Style().Format.Header = text.FormatDefault
	header := make(table.Row, len(r.columns))
	var configs []table.ColumnConfig
	for i, c := range r.columns {
		header[i] = c.name
		if c.typ.isNumber() {
			configs = append(configs, table.ColumnConfig{Number: i + 1, Align: text.AlignRight})
		}
	}
	t.AppendHeader(header)
	t.SetColumnConfigs(configs)
	err := r.each(func(values []any) error {
		cells := make(table.Row, len(values))
		for i, v := range values {
			cells[i] = string(r.columns[i].appendText(nil, v))
		}
		t.AppendRow(cells)
		return nil
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, t.RenderMarkdown()+"\n")
	return err
}
