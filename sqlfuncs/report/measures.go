package report

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
)

// evidenceMeasure is what the reference says of a measure.
type evidenceMeasure struct{ criterion, name, definition, threshold string }

// evidenceMeasures are the measures of release_evidence, in their order.
var evidenceMeasures = []evidenceMeasure{
	{"singling_out", "uniques", "how many people are alone in their QI group: `uniques` of [`privacy_measures`](#privacy_measures)", "0"},
	{"singling_out", "highest_risk", "1 / the size of the smallest QI group", "`profile` or `max_risk`"},
	{"singling_out", "average_risk", "the mean, over people, of 1 / the size of their group", ""},
	{"singling_out", "population_highest_risk", "with `population`: 1 / the size of the smallest of these groups in the population (`journalist_highest_risk`); with `fraction`: `highest_risk` of [`population_risk`](#population_risk), an estimate", "with `population`: `profile` or `max_risk`"},
	{"singling_out", "population_average_risk", "with `population`: `journalist_average_risk`; with `fraction`: `average_risk` of `population_risk`, an estimate", ""},
	{"singling_out", "population_uniques", "with `fraction`: `confirmed_unique_share` of `population_risk` by the rule of Dankar et al., the share of `uniques` who are estimated to be alone in the population as well", ""},
	{"singling_out", "other_columns", "the share of people whom columns single out that are neither `qi` nor `sensitive`: see [Columns without a role](#columns-without-a-role); there where there are such columns", "0"},
	{"singling_out", "other_columns_tell", "how many of these columns tell what groups hide, or are nearly unique: see [Columns without a role](#columns-without-a-role); there where some do", "0"},
	{"singling_out", "people_counted", "the share of rows that are further rows of somebody, where a column looks like the key of people and is not named as `person`; or of people counted who are no row, where `weight` looks like a sampling weight; or 0 people, against a threshold of 1, where nobody is in the release: see [Are rows people?](#are-rows-people)", "0"},
	{"singling_out", "exact_values", "the share of people of `original` whom labels show: see [Exact values in labels](#exact-values-in-labels); there with `original`, for at most 62 `qi` columns", "0.05, the default of [`release_check`](#release_check)"},
	{"singling_out", "suppressed_rows", "how many rows of the release show `*` in every `qi` column: see [Suppressed rows](#suppressed-rows); there where some do, beside others or left out", ""},
	{"linkability", "linkable", "the share of people who are alone with all `qi` columns and `sensitive`: who has these in another table can link it to one row", ""},
	{"linkability", "linkable_by_few", "the same with the worst of all subsets of up to `max_size` of these columns; fewer where there would be more than 5,000 subsets, and `meaning` says how many", ""},
	{"linkability", "matching", "with `other_release`: the share of people whose combination of all these columns one person has here, and one in the other release", ""},
	{"inference", "determined", "with `original`: the share of its people whose sensitive value follows from one or two `qi` columns, among those who share these with somebody: see [What follows from what](#what-follows-from-what); there where it does", ""},
	{"inference", "breach_uninformed", "the breach probability of the worst value for somebody who knows the release only: [`skyline_check`](#skyline_check) at (0, 0, 0)", "below `c`"},
	{"inference", "breach", "the same at (`l`, `k`, `m`)", "below `c`"},
	{"inference", "gain", "the largest difference between a value's share in a QI group and in the release; where people have one value", ""},
	{"inference", "disclosure", "the maximum disclosure under `k` pieces of any knowledge, at most 200: [`disclosure_check`](#disclosure_check); where people have one value. It has no threshold: with as many pieces as a group has other values it is 1 in every table", ""},
	{"utility", "loss", "with `original`: `ncp` of [`release_utility`](#release_utility), 0 for exact values, 1 for none", ""},
	{"utility", "left_out", "with `original`: its people who are not in the release", ""},
}

// MeasuresTable is the table of the measures of release_evidence, for the reference.
func MeasuresTable() string {
	var b strings.Builder
	b.WriteString("| criterion | measure | definition | threshold |\n|---|---|---|---|\n")
	for _, m := range evidenceMeasures {
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s |\n", m.criterion, m.name, call.Cell(m.definition), m.threshold)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
