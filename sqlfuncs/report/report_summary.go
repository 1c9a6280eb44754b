package report

import (
	"context"
	"database/sql"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// summaryOfReport is the release in a line, for programs that say how it went.
var summaryOfReport = call.Output{
	Names:       []string{outputSummary},
	Description: "The release in a line: who is in it, how sure an attacker can become of a sensitive column, and how much detail is lost. It is the line that stands below the verdict of the page.",
	Columns: []call.ResultColumn{
		{Name: "holds", Type: "BOOLEAN", Doc: "whether all that [`release_check`](#release_check) looks at holds, but for exact values in labels of more than 62 `qi` columns; NULL without `privacy`"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the line. It begins with “Not every requirement holds.” where that is so"},
	},
	Example: `FROM release_report(
    '(VALUES (21, ''Flu''), (22, ''Cold''), (29, ''Flu''), (31, ''Flu''), (34, ''Cold'')) t(age, disease)',
    '(VALUES (''[21, 29]'', ''Flu''), (''[21, 29]'', ''Cold''), (''[21, 29]'', ''Flu''), (''[31, 34]'', ''Flu''), (''[31, 34]'', ''Cold'')) t(age, disease)',
    qi := ['age'], sensitive := 'disease', privacy := {'k_anonymity': 2, 'max_share': 0.7}, output := 'summary')`,
	Cost: "that of `release_check` and `release_utility`.",
	Plan: planSummaryOfReport,
}

func planSummaryOfReport(c *call.Call) (sqltext.SQL, error) {
	r, err := readReport(c)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	job := sqltext.Job{Function: c.Function.Name, Kernel: summaryKernel.Name, Why: "the line", Spec: r.page, Rows: "__skyline_line"}
	if r.page.Required {
		original := c.Arguments["original"]
		if len(r.qi) > check.MostOfOriginal {
			original = nil
		}
		err := r.ask(&p, "__skyline_checked", "what the release achieves of each requirement", check.ReleaseCheck, r.required(map[string]any{
			"original": original, "hierarchies": c.Arguments["hierarchies"],
		}), "requirement, holds, meaning")
		if err != nil {
			return "", err
		}
		job.Data = append(job.Data, sqltext.Member{Name: "all_hold", Value: "(SELECT bool_and(holds) FROM __skyline_checked)"},
			sqltext.Member{Name: "summary", Value: "(SELECT meaning FROM __skyline_checked WHERE requirement = 'summary')"})
	}
	switch {
	case r.page.Evidence.Any:
		err = r.askRisks(&p)
		job.Data = append(job.Data, measuredRisks)
	case !r.page.Required:
		r.addSizes(&p, &job)
	}
	if err != nil {
		return "", err
	}
	if err := r.askUtility(&p); err != nil {
		return "", err
	}
	addLosses(&p, &job)
	p.Run(job)
	return p.Statement("SELECT holds, meaning FROM __skyline_line"), nil
}

// summaryOfRelease is the row of the line.
type summaryOfRelease struct {
	Holds   sql.Null[bool]
	Meaning string
}

var summaryKernel = host.KernelOf("report_summary", runSummary)

func runSummary(_ context.Context, s *pageSpec) (*host.Rows[summaryOfRelease], error) {
	row := summaryOfRelease{Meaning: s.summary()}
	if s.AllHold != nil {
		row.Holds = host.Some(*s.AllHold)
		if !*s.AllHold {
			row.Meaning = words.NotEvery + row.Meaning
		}
	}
	row.Meaning = strings.TrimSpace(row.Meaning)
	out := host.NewRows[summaryOfRelease]()
	out.Add(row)
	return out, nil
}
