package check

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
)

const reportName = "privacy_report"

var PrivacyReport = &call.Function{
	Name:    reportName,
	Summary: "How safe is a table as it stands? k, l, t, β, δ, re-identification risks and what else is commonly measured, in one result.",
	Description: "One row for each measure, in the order below. `attribute` is NULL for the measures of the whole quasi-identifier, a `qi` column for those of " +
		"a single one, and the sensitive column for those about it, which come only where `sensitive` is given. Group sizes count people; f_j is the size of " +
		"QI group j, F_j that of the same group in the population, n the number of people, |J| that of groups; q is the share of a value in a group, p its share in " +
		"the whole table. Measures that are what a [requirement](#privacy-requirements) bounds have its name; `recursive_diversity_l2` and the like are the c of `recursive_diversity` with that l.\n\n" + reportTable(),
	Params: []call.Param{
		call.ParamTable, call.ParamQI, reportSensitive, call.ParamPerson, call.ParamWeight, call.ParamValues,
		{Name: "population", Type: "VARCHAR", Default: "NULL", Doc: "the population that `tbl` is a sample of, named like `tbl`: a table with the same `qi` columns, generalized in the same way, and a row for each person; NULL: `tbl` itself, so that `k_map` is a lower and journalist and marketer risks are upper bounds on what they are in any population that contains `tbl`"},
		{Name: "risk_threshold", Type: "DOUBLE", Default: "0.2", Doc: "people whose risk is above this are at risk, in (0, 1]"},
		{Name: "public", Type: "VARCHAR", Default: "NULL", Doc: "a public table that contains everybody of `tbl`, named like it: the same `qi` columns, generalized in the same way, and a row for each person; NULL: no measures of presence"},
	},
	Columns: []call.ResultColumn{
		{Name: "measure", Type: "VARCHAR", Doc: "the measure's name"},
		{Name: "attribute", Type: "VARCHAR", Doc: "the column that it is about; NULL: all of `qi`"},
		{Name: "value", Type: "DOUBLE", Doc: "its value; NULL where it is not defined, `inf` where no number is large enough"},
	},
	Example: `FROM privacy_report('(VALUES (20, ''Flu''), (20, ''Flu''), (20, ''AIDS''), (30, ''Flu''), (30, ''Cold''), (30, ''AIDS'')) t(age, disease)',
                    qi := ['age'], sensitive := 'disease')`,
	Notes: []string{
		"In an empty table `people`, `qi_groups`, `uniques` and `distinct_values` are 0 and every other measure is NULL.",
		call.NoteNull + " `t_closeness_ordered` is NULL where `sensitive` has a NULL, which has no place in an order, and for types other than numbers, dates, times, timestamps, intervals and ENUM (in the order of its definition).",
		"Where people have several values, a value's share is that of the people who have it, so that the shares do not add up to 1; how often somebody has the same value is not looked at, so that `'multiset'` differs from `'set'` only in that it allows repetition: there `max_share` is not the requirement, which counts occurrences. `entropy_diversity`, `recursive_diversity_l*` and the two `t_closeness` need one distribution and are NULL then.",
		"People of `population` are its rows; `person` and `weight` are about `tbl`. If a QI group has more people in `tbl` than in `population`, that is an error.",
		"Differences from pycanon (1.3.6): it rounds `entropy_diversity` down to a whole number, and c up; for recursive diversity it sorts the counts upwards and so takes the *smallest* for r₁, which makes c too small; its t-closeness picks the ordered or the equal distance by the column's type, here both are given; its β for enhanced β-likeness is min(`basic_beta`, -ln of the smallest p), which also comes out where enhanced β-likeness holds for no β; its δ is `delta_disclosure_present`; its average re-identification risk is the mean of 1/f_j over groups, here (as in ARX and the literature) over people; it drops rows with a NULL in a `qi` column.",
		"In the words of ARX: `prosecutor_average_risk` is the average risk or success rate, `prosecutor_share_at_risk` the records at risk, `distinctness` the distinction.",
		"Counts and quotients of counts are exact, then rounded once; `entropy_diversity`, `enhanced_beta` and the δs are within 1e-12, relatively. The result does not depend on the order of rows, on threads or on storage.",
		"Cost: one scan and one GROUP BY of the `qi` columns (and one of `population`); a GROUP BY of the counted groups for each `qi` column; one pass over the distinct histograms for each family of measures.",
		reportSources,
		"Not promised: each measure is a fact about the table, not a bound on what an adversary learns; for that see `skyline_check`.",
	},
	Plan:    call.Old(planPrivacyReport),
	Scalars: reportScalars,
}

// reportSensitive is optional, unlike that of the functions on one value.
var reportSensitive = call.Param{Name: "sensitive", Type: "VARCHAR", Default: "NULL", Doc: "the sensitive column; NULL: no measures about one"}

func planPrivacyReport(c *call.Call) (string, error) {
	in, err := oldpeople.NewInput(c)
	if err != nil {
		return "", err
	}
	if err := c.CheckThreshold("risk_threshold"); err != nil {
		return "", err
	}
	population, err := c.OldOptionalSource("population")
	if err != nil {
		return "", err
	}
	public, err := c.OldOptionalSource("public")
	if err != nil {
		return "", err
	}
	if population != "" {
		population = c.OldHavingRoles("population", population, call.Role{Param: "qi", Columns: in.Qi})
	}
	if public != "" {
		public = c.OldHavingRoles("public", public, call.Role{Param: "qi", Columns: in.Qi})
	}
	in.Named, in.Counted = true, true
	ctes := append([]string{in.TypesCTE()}, in.GroupsCTEs()...)
	ctes = append(ctes, sizesCTE(in, population), presenceCTE(in, public), columnsCTE(in), histogramsCTE(in), orderCTE(in))
	sensitive, guard := "NULL::VARCHAR", ""
	if in.Sensitive != "" {
		sensitive = oldtext.QuoteText(in.Sensitive)
	}
	if in.Weight != "" {
		// Where there is no row to scan, nothing else looks at the guard.
		guard = ", __skyline_guard AS guard WHERE guard.ok"
	}
	names := make([]string, len(in.Qi))
	for i, name := range in.Qi {
		names[i] = oldtext.QuoteText(name)
	}
	ctes = append(ctes,
		fmt.Sprintf("__skyline_job AS (SELECT system.main.__skyline_report_start(%s, %s, %s, system.main.list_value(%s), f.people, f.population, f.n, c.i, c.people, c.n, h.h, h.n, o.texts, x.people, x.public, x.n) AS job, false AS done"+
			" FROM __skyline_sizes AS f, __skyline_presence AS x, __skyline_columns AS c, __skyline_histograms AS h, __skyline_order AS o%s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
			oldtext.QuoteText(in.Values), oldtext.QuoteText(c.Number("risk_threshold")), sensitive, strings.Join(names, ", "), guard),
		"__skyline_rows AS (SELECT UNNEST(system.main.__skyline_report_rows(job), recursive := true) FROM __skyline_job WHERE done)")
	return "WITH RECURSIVE " + strings.Join(ctes, ",\n") + "\nSELECT measure, attribute, value FROM __skyline_rows ORDER BY i ASC", nil
}

// sizesCTE counts the QI groups by their size in the table and in the population,
// as three lists. The two tables are put one behind the other and grouped, not
// joined, so that columns of different types are compared as what both can be
// cast to without an error.
func sizesCTE(in *oldpeople.Input, population string) string {
	sizes := "SELECT n AS people, n AS population FROM __skyline_groups WHERE n > 0"
	if population != "" {
		sizes = beside(in, population, "population")
	}
	return fmt.Sprintf("__skyline_sizes AS (SELECT system.main.list(people) AS people, system.main.list(population) AS population, system.main.list(n) AS n FROM"+
		" (SELECT %s AS people, %s AS population, system.main.count(*) AS n FROM (%s) WHERE people > 0 GROUP BY ALL))",
		oldtext.Bigint("people"), oldtext.Bigint("population"), sizes)
}

// beside counts, for each QI group, its people in the table and those in another one,
// whose parameter and alias is the same.
func beside(in *oldpeople.Input, source, alias string) string {
	columns := make([]string, len(in.Qi))
	for i, name := range in.Qi {
		columns[i] = oldtext.Canonical(alias + "." + oldtext.QuoteIdentifier(name))
	}
	return fmt.Sprintf("SELECT system.main.sum(people) AS people, system.main.sum(%[4]s) AS %[4]s FROM"+
		" (SELECT %[1]s, n AS people, 0 AS %[4]s FROM __skyline_groups WHERE n > 0 UNION ALL SELECT %[2]s, 0, 1 FROM %[3]s AS %[4]s) GROUP BY %[1]s",
		in.Keys(), strings.Join(columns, ", "), source, alias)
}

// presenceCTE counts the QI groups of a public table by their people in the table and in
// the public one, as three lists; NULL where there is no public table.
func presenceCTE(in *oldpeople.Input, public string) string {
	if public == "" {
		return "__skyline_presence AS (SELECT NULL::BIGINT[] AS people, NULL::BIGINT[] AS public, NULL::BIGINT[] AS n)"
	}
	list := func(column string) string {
		return fmt.Sprintf("coalesce(system.main.list(%s), system.main.list_value()::BIGINT[])", column)
	}
	return fmt.Sprintf("__skyline_presence AS (SELECT %s AS people, %s AS public, %s AS n FROM (SELECT %s AS people, %s AS public, system.main.count(*) AS n FROM (%s) GROUP BY ALL))",
		list("people"), list("public"), list("n"), oldtext.Bigint("people"), oldtext.Bigint("public"), beside(in, public, "public"))
}

// columnsCTE counts, for each quasi-identifier, its values by the number of people
// who have them, as three lists.
func columnsCTE(in *oldpeople.Input) string {
	columns := make([]string, len(in.Qi))
	for i := range in.Qi {
		columns[i] = fmt.Sprintf("SELECT %[1]d AS i, %[2]s AS people, system.main.count(*) AS n FROM (SELECT system.main.sum(n) AS people FROM __skyline_groups WHERE n > 0 GROUP BY q%[1]d) GROUP BY ALL",
			i+1, oldtext.Bigint("people"))
	}
	return "__skyline_columns AS (SELECT system.main.list(i::BIGINT) AS i, system.main.list(people) AS people, system.main.list(n) AS n FROM (" + strings.Join(columns, " UNION ALL ") + "))"
}

// histogramsCTE counts the QI groups by their histograms, as two lists.
func histogramsCTE(in *oldpeople.Input) string {
	if in.Sensitive == "" {
		return "__skyline_histograms AS (SELECT NULL::BLOB[] AS h, NULL::BIGINT[] AS n)"
	}
	return "__skyline_distinct AS MATERIALIZED (SELECT h, system.main.count(*) AS n FROM __skyline_groups WHERE n > 0 GROUP BY h),\n" +
		"__skyline_histograms AS (SELECT system.main.list(h) AS h, system.main.list(n) AS n FROM __skyline_distinct)"
}

// orderCTE is the texts of the sensitive values in their own order, where they
// have one that is more than a convention. What a cast cannot read back is left
// out; then there is no order.
func orderCTE(in *oldpeople.Input) string {
	if in.Sensitive == "" || in.Values != "one" {
		return "__skyline_order AS (SELECT NULL::VARCHAR[] AS texts)"
	}
	const ordered = "system.main.regexp_full_match(system.main.typeof(t.s), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\\([0-9, ]*\\)|BIGNUM|VARINT|DATE|TIME[A-Z_ ]*|INTERVAL') OR" +
		" (system.main.starts_with(system.main.typeof(t.s), 'ENUM(') AND NOT system.main.ends_with(system.main.typeof(t.s), ']'))"
	values := "SELECT DISTINCT UNNEST(system.main.__skyline_report_values(h)) AS v FROM __skyline_distinct, __skyline_types AS t WHERE " + ordered
	return fmt.Sprintf("__skyline_order AS (SELECT system.main.list(v ORDER BY x ASC) AS texts FROM (SELECT v, %s AS x FROM (%s), __skyline_types AS t) WHERE x IS NOT NULL)",
		oldpeople.AsSensitive("v"), values)
}
