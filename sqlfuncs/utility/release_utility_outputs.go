package utility

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// statisticsOfRelease are the statistics that people compute of a table first.
var statisticsOfRelease = call.Output{
	Names:       []string{outputStatistics},
	Description: "A row for each statistic of columns of numbers among `qi`, `sensitive` and `target`, beside that of the original: see [Means and correlations](#means-and-correlations).",
	Columns: []call.ResultColumn{
		{Name: "statistic", Type: "VARCHAR", Doc: "`mean`, `standard_deviation` (of a sample, as `stddev` in SQL), or `correlation` (Pearson's, as `corr`)"},
		{Name: "attribute", Type: "VARCHAR", Doc: "the column"},
		{Name: "other", Type: "VARCHAR", Doc: "of a correlation, the column that it is with; NULL elsewhere"},
		{Name: "release", Type: "DOUBLE", Doc: "what a reader computes who takes the middle of each interval, and the mean of the values of any other label"},
		{Name: "original", Type: "DOUBLE", Doc: "the original's"},
		{Name: "meaning", Type: "VARCHAR", Doc: "what that means, in a sentence"},
		{Name: "low", Type: "DOUBLE", Doc: "the least mean that the labels leave open; NULL for other statistics"},
		{Name: "high", Type: "DOUBLE", Doc: "likewise, the largest"},
	},
	Example: `FROM release_utility('(VALUES (34, ''F'', 20), (36, ''M'', 30), (51, ''M'', 50), (59, ''M'', 40)) t(age, sex, pay)',
                     '(VALUES (''[34, 36]'', ''{F, M}'', 20), (''[34, 36]'', ''{F, M}'', 30),
                              (''[51, 59]'', ''M'', 50), (''[51, 59]'', ''M'', 40)) t(age, sex, pay)',
                     qi := ['age', 'sex'], sensitive := 'pay', groups := NULL, output := 'statistics')`,
	Cost: "a pass over the different rows of both tables for each pair of columns.",
	Plan: planStatistics,
}

func planStatistics(c *call.Call) (sqltext.SQL, error) {
	p, err := newUtilityPlan(c)
	if err != nil {
		return "", err
	}
	p.addResult(statisticsKernel.Name, "the statistics of the release, beside the original's", len(p.columns))
	return p.Statement("SELECT * EXCLUDE (i) FROM __skyline_result ORDER BY i ASC"), nil
}

// rowsForModels are the rows that trees learn from, for other models.
var rowsForModels = call.Output{
	Names:       []string{outputRows},
	Description: "The rows that trees are trained on and tested on, as numbers, for [a model of your own](#a-model-of-your-own).",
	Columns: []call.ResultColumn{
		{Name: "part", Type: "VARCHAR", Doc: "`original`, `release`, or `test`"},
		{Name: "people", Type: "BIGINT", Doc: "how many people are like that"},
		{Name: "held_out", Type: "BIGINT[]", Doc: "by the part of the cross validation, how many of them are not to be trained on there; those of the original are tested. NULL with `test`"},
		{Name: "class", Type: "VARCHAR", Doc: "the target as text"},
		{Name: "number", Type: "DOUBLE", Doc: "the target, where it is a [target of numbers](#a-model-trained-on-the-release)"},
		{Name: "features", Type: "DOUBLE[]", Doc: "one number for each column of numbers, dates or times; one for each value of any other column of `qi` and `sensitive`, 1 for the value of a row, and equal parts for all that a label may be. Numbers that are NULL count as the middle of the original's range"},
	},
	Example: `SELECT part, people, number, features FROM release_utility('(VALUES (34, ''F'', 20), (36, ''M'', 30), (51, ''M'', 50), (59, ''M'', 40)) t(age, sex, pay)',
                     '(VALUES (''[34, 36]'', ''{F, M}'', 20), (''[34, 36]'', ''{F, M}'', 30),
                              (''[51, 59]'', ''M'', 50), (''[51, 59]'', ''M'', 40)) t(age, sex, pay)',
                     qi := ['age', 'sex'], target := 'pay', groups := NULL, output := 'rows')`,
	Cost: "that of the rows: at most 20 million numbers.",
	Plan: planRowsForModels,
}

func planRowsForModels(c *call.Call) (sqltext.SQL, error) {
	p, err := newUtilityPlan(c)
	if err != nil {
		return "", err
	}
	p.addResult(examplesKernel.Name, "what models are trained on and tested on", 1)
	return p.Statement("SELECT * EXCLUDE (i) FROM __skyline_result ORDER BY i ASC"), nil
}
