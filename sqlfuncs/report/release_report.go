package report

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/cubes"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// ReleaseReport is release_report.
var ReleaseReport = &call.Function{
	Name:        "release_report",
	Summary:     "A page about a release for whoever signs for it: verdict, requirements, worst case, evidence, pictures.",
	Questions:   []string{"How do I show it to somebody who signs for it?", "How do I draw risk, group sizes and losses, before and after?"},
	Description: "One row, with one page of HTML: what was released, a verdict, what was required and achieved, the worst case told as a story, the evidence of [`release_evidence`](#release_evidence), what the [plan](#plans) says and does, where one is given, what attackers achieve beside guessing, how sure somebody can become by what they know, re-identification risk and group sizes of the original and of the release, what each column lost, how to check all of it again, what is not covered, and lines to sign. It is complete in itself, asks nothing of any server, runs no script, and can be printed.",
	Params:      reportParams(),
	Columns: []call.ResultColumn{
		{Name: "html", Type: "VARCHAR", Doc: "the page"},
	},
	Example: `SELECT html LIKE '<!DOCTYPE html>%' AS page FROM release_report(
    '(VALUES (21, ''Flu''), (22, ''Cold''), (29, ''Flu''), (31, ''Flu''), (34, ''Cold'')) t(age, disease)',
    '(VALUES (''[21, 29]'', ''Flu''), (''[21, 29]'', ''Cold''), (''[21, 29]'', ''Flu''), (''[31, 34]'', ''Flu''), (''[31, 34]'', ''Cold'')) t(age, disease)',
    qi := ['age'], sensitive := 'disease', privacy := {'k_anonymity': 2})`,
	Notes: []string{
		"The verdict tells requirements, which are yours, from limits, which the evidence is held against: all hold (green); all requirements hold, and limits are exceeded that you did not require (amber), which it names, with who set them; or a requirement does not hold (red). Without `privacy` the limits decide.",
		"The page has the statements that compute its numbers again. It shows no query that was given for `original`, `population`, `other_release` or `hierarchies`, which may have values in it: give names.",
		"The page has names of columns, and what the call says, but no value of either table, unless `show_values` is true: then sensitive values, and labels of the release. Nothing of `original` is ever shown but how often its values occur, and how many people are alike in all `qi` columns, in pictures.",
		"With `plan` the page has what it [says about the release](#what-is-said-about-the-release), as stated by whoever made it, what is missing as not stated, and for each column what is done with it, who may know it, and why. Words in these columns stand on the page as they are.",
		"With `original` two attacks are run, for a row for each person: [`attack_linkage`](#attack_linkage), and [`attack_inference`](#attack_inference) by an attacker who knows the `qi` columns, with at most 5 rounds of 100 steps, for up to 1,000,000 people. Where one cannot be run, the page says why.",
		"`person` must be a column of `original`, too.",
		"With `cube` the page is on [a table of counts](#certificates-and-reports-of-counts): what was required of it, how many cells have no number and why, what anybody can compute of them and, with `show_values`, how. `original` is the microdata then.",
		"Equal tables and arguments give the same bytes, in any version of DuckDB that the page names.",
	},
	NotPromised: "A page is as good as what it was asked: a column that is missing in `qi` is missing in all of it. Section “What this does not cover” says so on the page itself.",
	Cost:        "that of `release_evidence`, `release_check`, and `skyline_surface` of 363 points for each sensitive value; `attack_linkage`, and `attack_inference` for each sensitive column; a scan of each table with a GROUP BY for each `qi` column; and, for the fingerprint, a GROUP BY of all columns of the release, each different row of which is hashed.",
	Plan:        planReleaseReport,
	Outputs:     []call.Output{figuresOfReport, summaryOfReport},
	Kernels:     []host.Kernel{reportKernel, countsKernel, figuresKernel, summaryKernel},
}

// reportParams are the parameters of release_report: those of release_evidence, and more.
func reportParams() []call.Param {
	params := slices.Clone(ReleaseEvidence.Params)
	at := slices.IndexFunc(params, func(p call.Param) bool { return p.Name == "sensitive" }) + 1
	params = append(slices.Insert(params, at, paramReportPrivacy), people.ParamAbsentValues)
	return append(append(params, paramsOfProof...),
		call.Param{Name: "title", Type: "VARCHAR", Default: "NULL", Doc: "what stands above the page; NULL: “Release report”"},
		call.Param{Name: "made_by", Type: "VARCHAR", Default: "NULL", Doc: "how the release was made, such as the statement: it stands on the page as it is"},
		call.Param{Name: "show_values", Type: "BOOLEAN", Default: "false", Doc: "whether sensitive values, and labels of the release, may stand on the page"},
		call.Param{Name: "prices", Type: "BOOLEAN", Default: "true", Doc: "with `original` and `privacy`: whether the page shows what stronger and weaker requirements would cost, as [`skyline_anonymize(…, output := 'prices')`](#skyline_anonymize-prices) has it. Where that cannot be found out, the page says so"},
		call.Param{Name: call.ParamOutput, Type: "VARCHAR", Default: "'" + outputPage + "'", Doc: "`'page'`; `'figures'`, [a row for each picture of it](#release_report-figures); `'summary'`, [the release in a line](#release_report-summary)"},
		cubes.ParamCube,
	)
}

// paramReportPrivacy is privacy where it may be NULL.
var paramReportPrivacy = call.Param{Name: "privacy", Type: "STRUCT", Default: "NULL", Doc: "the requirements that the release was made with: see [Privacy requirements](#privacy-requirements); NULL: only the evidence counts"}

// The values of the parameter output.
const (
	outputPage    = "page"
	outputFigures = "figures"
	outputSummary = "summary"
)

func planReleaseReport(c *call.Call) (sqltext.SQL, error) {
	if c.Arguments[cubes.ParamCube.Name] != nil {
		return planReportOfCounts(c)
	}
	r, err := readReport(c)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	if err := r.add(&p); err != nil {
		return "", err
	}
	return p.Statement("SELECT html FROM __skyline_page"), nil
}
