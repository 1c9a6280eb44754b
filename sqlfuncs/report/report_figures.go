package report

import (
	"context"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/page"
	"skyline/sqlfuncs/sqltext"
)

// figuresOfReport are the pictures of the page.
var figuresOfReport = call.Output{
	Names:       []string{outputFigures},
	Description: "A row for each [picture](#figures-of-a-release) of the page, by itself.",
	Columns: []call.ResultColumn{
		{Name: "figure", Type: "VARCHAR", Doc: "its name: see [Figures of a release](#figures-of-a-release)"},
		{Name: "title", Type: "VARCHAR", Doc: "what stands above it"},
		{Name: "meaning", Type: "VARCHAR", Doc: "what it shows, in words, and how it is read"},
		{Name: "svg", Type: "VARCHAR", Doc: "the picture, a file of its own"},
	},
	Example: `SELECT figure, title FROM release_report(
    '(VALUES (21, ''Flu''), (22, ''Cold''), (29, ''Flu''), (31, ''Flu''), (34, ''Cold'')) t(age, disease)',
    '(VALUES (''[21, 29]'', ''Flu''), (''[21, 29]'', ''Cold''), (''[21, 29]'', ''Flu''), (''[31, 34]'', ''Flu''), (''[31, 34]'', ''Cold'')) t(age, disease)',
    qi := ['age'], sensitive := 'disease', output := 'figures')`,
	Notes: []string{"Nothing is computed that no picture shows, and no picture shows a value, whatever `show_values` says."},
	Cost:  "that of `release_utility`, `release_check` and `skyline_surface`, and a GROUP BY of each table.",
	Plan:  planFiguresOfReport,
}

func planFiguresOfReport(c *call.Call) (sqltext.SQL, error) {
	r, err := readReport(c)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	if err := r.askUtility(&p); err != nil {
		return "", err
	}
	err = r.addShown(&p, &sqltext.Job{Function: c.Function.Name, Kernel: figuresKernel.Name, Why: "the pictures", Spec: r.page, Rows: "__skyline_figures"})
	return p.Statement("SELECT * EXCLUDE (i) FROM __skyline_figures ORDER BY i ASC"), err
}

var figuresKernel = host.KernelOf("report_figures", runFigures)

func runFigures(_ context.Context, s *pageSpec) (*host.Rows[figureRow], error) {
	out := host.NewRows[figureRow]()
	for i, f := range page.Figures(s.report()) {
		out.Add(figureRow{int64(i), f.Name, f.Title, f.Meaning, f.SVG})
	}
	return out, nil
}
