package check

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
)

// A label that is the least that covers a group ends at values of its people. Who is alone
// with such a value, and is known to have it, is known to be in the table. This file finds
// out whom the labels of a release show in that way: for that it needs the table that the
// release was made of.

var (
	paramExactOriginal    = call.Param{Name: "original", Type: "VARCHAR", Default: "NULL", Doc: "the table that the release was made of, named like `tbl`: so that the row `exact_values` can tell whom labels show, see [Exact values in labels](#exact-values-in-labels)"}
	paramExactHierarchies = call.Param{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "with `original`: the table of hierarchies that the release was made with, whose labels are nobody's values"}
	paramExactValues      = call.Param{Name: "exact_values", Type: "DOUBLE", Default: "NULL", Doc: "with `original`: the largest share of its people, in [0, 1], whom labels may show; NULL: the row says how many, and requires nothing"}
)

const noteExactValues = "Where labels of `qi` columns are ranges or sets, or `original` is given, the row `exact_values`, the last but `others`, is about the people whom values in labels single out: see [Exact values in labels](#exact-values-in-labels). Without `original` nobody can tell, and `achieved` is NULL; without a limit, `exact_values := 0.01`, nothing is required, and `required` and `holds` are NULL. `value` is NULL."

// ExactValuesReference is the section of the reference on values in labels.
const ExactValuesReference = `
## Exact values in labels

A label like ` + "`[20, 29]`" + ` says more than which values a group covers, if its ends are the least and the greatest that occur: that somebody has each of them. Whoever knows that Ann is the only one who weighs 123.4 kg, and sees ` + "`[118.2, 123.4]`" + `, knows that Ann is in the table. No requirement in ` + "`privacy`" + ` is about that, so ` + "[`release_check`](#release_check)" + ` has a row ` + "`exact_values`" + `, where its parameter ` + "`original`" + ` is the table that the release was made of.

A person is *shown by an exact value* if, in some ` + "`qi`" + ` column, nobody else in ` + "`original`" + ` has their value, and some label of the release in this column shows that value. ` + "`achieved`" + ` is the share of all people in ` + "`original`" + ` who are, each counted once; ` + "`rule`" + ` names the columns with a share for each.

| a label | shows |
|---|---|
| ` + "`20`" + ` | this value |
| ` + "`[20, 29]`" + ` | its ends, 20 and 29 |
| ` + "`{F, M}`" + ` | its members; one with commas, however they can be read |
| ` + "`… or NULL`, `{F, NULL}`" + `, NULL | NULL, which is a value here, too |
| a STRUCT of ` + "`output := 'bounds'`" + ` | ` + "`low`, `high`" + `, what its ` + "`label`" + ` shows, and NULL with ` + "`has_null`" + ` |
| one of ` + "`hierarchies`" + `, at level 1 or above | nothing, be it written as a range or a set; but if it stands for a value that is written like it only, that value |
| ` + "`*`" + ` | nothing |

- Ends and members are read in the type of the column of ` + "`original`" + `, and compared as [Equality](#equality) says.
- The label may be that of any group, also of one that the person is not in: with ` + "`extent := 'region'`" + ` ends are values of the table, and tell that they occur in it. What the release is of, somebody else's table say, is not looked at: an end that happens to be somebody's value, because it was rounded to it, counts.
- A row is a person, a row of weight w is w people, who are not alone with their values. With ` + "`values_per_person := 'set'` or `'multiset'`" + ` people are those of ` + "`person`, which `original`" + ` must have, too; who shares a value with their own rows only is alone with it.
- People whom the release leaves out belong to the people of ` + "`original`" + `.
- A release with exact ` + "`qi`" + ` columns, such as a bucketized one, shows all values by design.

Who is alone in the table need not be alone in the world: the share is a bound from above for an adversary who knows one column of everybody. On Adult (45,222 people; age, hours per week, fnlwgt; k = 10; ` + "`split := 'information_gain'`, `sensitive := 'occupation'`" + `) it is 2,877 people, nearly all by their fnlwgt; 2,378 with ` + "`extent := 'region'`" + `, 139 with ` + "`rounding := {'fnlwgt': 100}`" + `, and 15 with ` + "`{'fnlwgt': 1000}`" + `, which costs 0.02 percentage points of ` + "`ncp`" + `. It falls with ` + "`rounding`" + `, to nearly nothing where the steps are well above the distances between values, and with ` + "`extent := 'region'`" + `, where many groups share an end; a hierarchy leaves nothing of it. ` + "`skyline_anonymize`" + ` does not look at it: ends of integers and dates are exact unless ` + "`rounding`" + ` says otherwise.

**Not promised:** anything about values of several columns together, or about values that two people have.

Cost: a scan of each of the two tables, with one GROUP BY for each ` + "`qi`" + ` column.
`

// exactValues is what has to be known to tell whom labels show.
type exactValues struct {
	*oldpeople.Input
	original    string // what stands behind FROM
	hierarchies string // likewise, or ""
	limit       string // SQL
}

// newExactValues reads the parameters on values in labels. It returns nil where there is no
// original.
func newExactValues(c *call.Call, in *oldpeople.Input) (*exactValues, error) {
	x := &exactValues{Input: in, limit: "NULL"}
	var err error
	if x.original, err = c.OldOptionalSource("original"); err != nil {
		return nil, err
	}
	if x.hierarchies, err = c.OldHierarchies(); err != nil {
		return nil, err
	}
	if c.Arguments["exact_values"] != nil {
		if err = c.CheckNumber("exact_values", "in [0, 1]", c.Arguments["exact_values"], func(x float64) bool { return x >= 0 && x <= 1 }); err != nil {
			return nil, err
		}
		x.limit = c.OldFloat("exact_values")
	}
	if x.original == "" {
		for _, param := range []string{"exact_values", "hierarchies"} {
			if c.Arguments[param] != nil {
				return nil, c.Errorf("original must be given for %s: the table that the release was made of", param)
			}
		}
		return nil, nil
	}
	if len(in.Qi) > maxGrouped {
		return nil, c.Errorf("original must be given for at most %d qi columns, got %d; check some of them at a time", maxGrouped, len(in.Qi))
	}
	person := ""
	if x.ofPersons() {
		person = in.Person
	}
	x.original = c.OldHavingRoles("original", x.original, call.Role{Param: "qi", Columns: in.Qi}, call.RoleOf("person", person), call.RoleOf("weight", in.Weight))
	return x, nil
}

// maxGrouped is for how many columns grouping() has a bit.
const maxGrouped = 62

// ofPersons is whether people are those of the person column, not rows.
func (x *exactValues) ofPersons() bool { return x.Values != "one" }

// ctes are the CTEs up to __skyline_shown: in its one row how many people there are, how
// many of them are shown, and the columns as a text.
func (x *exactValues) ctes() []string {
	columns := make([]string, len(x.Qi))
	for i, name := range x.Qi {
		columns[i] = fmt.Sprintf("original.%s AS o%d", oldtext.QuoteIdentifier(name), i+1)
	}
	ctes := []string{
		fmt.Sprintf("__skyline_original AS (SELECT %s FROM %s AS original WHERE false UNION ALL SELECT %s)", strings.Join(columns, ", "), x.original, oldtext.Listed(len(x.Qi), "NULL")),
		x.alone(),
		fmt.Sprintf("__skyline_labels AS MATERIALIZED (SELECT GROUPING(%[1]s) AS i, %[1]s FROM (SELECT %[2]s FROM %[3]s AS tbl) GROUP BY GROUPING SETS (%[4]s))",
			x.Keys(), strings.Join(x.keysOf("tbl"), ", "), x.Source, oldtext.Listed(len(x.Qi), "(q#)")),
	}
	if x.hierarchies != "" {
		ctes = append(ctes, call.OldHierarchiesCTE(x.hierarchies))
	}
	shown := make([]string, len(x.Qi))
	for i := range x.Qi {
		ctes = append(ctes, x.textsOf(i), x.readOf(i))
		shown[i] = fmt.Sprintf("SELECT %[1]d AS i, %[2]s FROM __skyline_lone AS a JOIN __skyline_read%[3]d AS r ON %[4]s IS NOT DISTINCT FROM %[5]s WHERE a.i = %[6]d",
			i, x.identity("a"), i+1, oldtext.Canonical(fmt.Sprintf("a.k%d", i+1)), oldtext.Canonical("r.v"), x.set(i))
	}
	people := fmt.Sprintf("SELECT n AS people FROM __skyline_lone WHERE i = %d", x.everybody())
	if x.ofPersons() {
		people = fmt.Sprintf("SELECT system.main.count(DISTINCT %s) AS people FROM %s AS original", oldtext.Canonical("original."+oldtext.QuoteIdentifier(x.Person)), x.original)
	}
	return append(ctes,
		"__skyline_told AS MATERIALIZED ("+strings.Join(shown, " UNION ALL ")+")",
		fmt.Sprintf("__skyline_shown AS (SELECT o.people, t.alone, system.main.__skyline_columns_shown(%s, TRY_CAST(o.people AS BIGINT), s.columns, s.alone) AS shown FROM (%s) AS o,"+
			" (SELECT system.main.count(*) AS alone FROM (SELECT DISTINCT %s FROM __skyline_told AS t)) AS t,"+
			" (SELECT system.main.list(i::BIGINT ORDER BY i ASC) AS columns, system.main.list(alone ORDER BY i ASC) AS alone FROM (SELECT i, system.main.count(*) AS alone FROM __skyline_told GROUP BY i)) AS s)",
			oldtext.ListOfTexts(append(append([]string{}, x.Qi...), "")), people, x.identity("t")))
}

// keysOf are the quasi-identifiers q1, q2, … of a table.
func (x *exactValues) keysOf(table string) []string {
	keys := make([]string, len(x.Qi))
	for i, name := range x.Qi {
		keys[i] = fmt.Sprintf("%s AS q%d", oldtext.Canonical(table+"."+oldtext.QuoteIdentifier(name)), i+1)
	}
	return keys
}

// set is what grouping() says of the column i, counted from 0: a bit for each column that
// is not grouped by, that of the first the highest; everybody is where none is.
func (x *exactValues) set(i int) int64 { return x.everybody() &^ (1 << (len(x.Qi) - 1 - i)) }

func (x *exactValues) everybody() int64 { return 1<<len(x.Qi) - 1 }

// identity are the columns that tell people apart who are alone with some value: who they
// are, or all their values k1, k2, …, one of which nobody else has.
func (x *exactValues) identity(table string) string {
	if x.ofPersons() {
		return table + ".p"
	}
	return oldtext.Prefixed(table, oldtext.Numbered(len(x.Qi), "k#"))
}

// alone is the CTE __skyline_lone of the values of each column that one person has, with
// the others that this person has, and of how many people there are.
func (x *exactValues) alone() string {
	columns := x.keysOf("original")
	firsts := oldtext.Listed(len(x.Qi), "system.main.first(q#) AS k#")
	n, one := "system.main.count(*)", "n = 1"
	switch {
	case x.ofPersons():
		person := "original." + oldtext.QuoteIdentifier(x.Person)
		columns = append(columns, fmt.Sprintf("CASE WHEN %s IS NULL THEN %s ELSE %s END AS p", person,
			x.OldFail("person must not be NULL; filter such rows in a query given as original"), oldtext.Canonical(person)))
		firsts += ", system.main.first(p) AS p"
		one = "system.main.min(p) = system.main.max(p)"
	case x.Weight != "":
		columns = append(columns, fmt.Sprintf("original.%s AS w", oldtext.QuoteIdentifier(x.Weight)))
		n = "coalesce(system.main.sum(w), 0)"
	}
	from := fmt.Sprintf("SELECT %s FROM %s AS original", strings.Join(columns, ", "), x.original)
	if x.Weight != "" {
		from = fmt.Sprintf("SELECT * FROM (SELECT * REPLACE (CASE WHEN %s THEN %s END AS w) FROM (%s)) WHERE w > 0", x.WeightIsInteger("original"), x.WeightOfRow("original"), from)
	}
	return fmt.Sprintf("__skyline_lone AS MATERIALIZED (SELECT GROUPING(%[1]s) AS i, %[2]s, %[3]s AS n FROM (%[4]s) GROUP BY GROUPING SETS (%[5]s, ()) HAVING %[6]s OR i = %[7]d)",
		x.Keys(), firsts, n, from, oldtext.Listed(len(x.Qi), "(q#)"), one, x.everybody())
}

// boundsType is the type of a column of output := 'bounds'.
const boundsType = `STRUCT\("?low"? .*, "?high"? .*, "?has_null"? BOOLEAN, "?label"? VARCHAR\)`

// textsOf is the CTE __skyline_texts1, … of the texts t that stand for values in the
// labels of a column, NULL for NULL. whole says that one may be a value, open that it may
// be read as a range or a set.
func (x *exactValues) textsOf(i int) string {
	text := oldtext.TextOf(fmt.Sprintf("l.q%d", i+1))
	bounds := fmt.Sprintf("system.main.regexp_full_match(system.main.typeof(o.o%d), %s)", i+1, oldtext.QuoteText(boundsType))
	// Grouped by its text, a STRUCT is read back from it.
	const asBounds = "TRY_CAST(%s AS STRUCT(low VARCHAR, high VARCHAR, has_null BOOLEAN, label VARCHAR))"
	read := fmt.Sprintf("CASE WHEN %[1]s THEN CASE WHEN %[2]s IS NULL OR %[3]s IS NOT NULL THEN %[3]s ELSE %[4]s END END", bounds, text, fmt.Sprintf(asBounds, text),
		x.OldFail("tbl has bounds whose text cannot be read back; check a release with output := 'generalized'"))
	labels := fmt.Sprintf("SELECT %s AS t, %s AS is_bounds, %s AS b FROM __skyline_labels AS l CROSS JOIN __skyline_types AS o WHERE l.i = %d", text, bounds, read, x.set(i))
	texts := "SELECT t FROM __skyline_all WHERE NOT is_bounds" +
		" UNION ALL SELECT t FROM (SELECT UNNEST(system.main.list_value(b.low, b.high, b.label)) AS t FROM __skyline_all WHERE is_bounds) WHERE t IS NOT NULL" +
		" UNION ALL SELECT NULL FROM __skyline_all WHERE is_bounds AND (b IS NULL OR b.has_null)"
	known := "SELECT NULL::VARCHAR AS label, NULL::BOOLEAN AS stands_for_others WHERE false"
	if x.hierarchies != "" {
		known = fmt.Sprintf("SELECT label, system.main.bool_or(value IS DISTINCT FROM %s) AS stands_for_others FROM __skyline_hierarchies WHERE level >= 1 AND attribute = %s GROUP BY label", oldtext.Encoded("label"), oldtext.QuoteText(strings.ToLower(x.Qi[i])))
	}
	return fmt.Sprintf("__skyline_texts%d AS MATERIALIZED (WITH __skyline_all AS (%s) SELECT DISTINCT x.t, h.label IS NULL OR NOT h.stands_for_others AS whole, h.label IS NULL AS open FROM (%s) AS x LEFT JOIN (%s) AS h ON %s = %s)",
		i+1, labels, texts, known, oldtext.Bytewise("h.label"), oldtext.Bytewise("x.t"))
}

// readOf is the CTE __skyline_read1, … of the values v that the labels of a column show.
// A member of a set or an end may have commas: it may be as many parts of the label as
// the values with most commas have.
func (x *exactValues) readOf(i int) string {
	const orNull = "' or NULL'"
	bare := "SELECT CASE WHEN system.main.ends_with(t, " + orNull + ") THEN system.main.left(t, system.main.length(t) - system.main.length(" + orNull + ")) ELSE t END AS b, t FROM __skyline_texts%[1]d WHERE open AND t IS NOT NULL"
	most := "SELECT coalesce(system.main.max(CASE WHEN system.main.typeof(k%[1]d) = 'VARCHAR' THEN (system.main.length(k%[1]d::VARCHAR) - system.main.length(system.main.replace(k%[1]d::VARCHAR, ', ', ''))) // 2 END), 0) + 1 AS most FROM __skyline_lone WHERE i = %[2]d"
	parts := "SELECT system.main.starts_with(b, '[') AS is_range, system.main.string_split(system.main.substring(b, 2, system.main.length(b) - 2), ', ') AS e, most FROM __skyline_bare, (" + most + ") WHERE system.main.regexp_full_match(b, '(?s)\\[.*, .*\\]|\\{.*\\}')"
	begins := "SELECT *, UNNEST(system.main.range(1, system.main.len(e) + 1)) AS begins FROM (" + parts + ")"
	runs := "SELECT *, UNNEST(system.main.range(begins, system.main.least(begins + most, system.main.len(e) + 1))) AS ends FROM (" + begins + ")"
	members := "SELECT is_range, system.main.list_aggregate(system.main.list_slice(e, begins, ends), 'string_agg', ', ') AS t FROM (" + runs + ") WHERE NOT is_range OR (begins = 1) <> (ends = system.main.len(e))"
	texts := "SELECT t FROM __skyline_texts%[1]d WHERE whole AND t IS NOT NULL UNION ALL SELECT b FROM __skyline_bare WHERE b <> t UNION ALL SELECT t FROM __skyline_members"
	nulls := "SELECT 1 FROM __skyline_texts%[1]d WHERE t IS NULL OR open AND system.main.ends_with(t, " + orNull + ") UNION ALL SELECT 1 FROM __skyline_members WHERE NOT is_range AND t = 'NULL'"
	return fmt.Sprintf("__skyline_read%[1]d AS MATERIALIZED (WITH __skyline_bare AS MATERIALIZED ("+bare+"), __skyline_members AS MATERIALIZED ("+members+")"+
		" SELECT DISTINCT %[3]s AS v FROM (SELECT CASE WHEN %[5]s THEN %[4]s END AS v FROM ("+texts+") AS x CROSS JOIN (SELECT o%[1]d AS s FROM __skyline_original) AS t) WHERE v IS NOT NULL"+
		" UNION ALL SELECT k%[1]d FROM __skyline_lone WHERE i = %[2]d AND k%[1]d IS NULL AND EXISTS ("+nulls+"))", i+1, x.set(i), oldtext.Canonical("v"), oldpeople.Wholly("x.t"), bracketless)
}

// bracketless is true where a text x.t may be one of the type of t.s. Many labels are
// ranges, and casts that fail are slow.
const bracketless = "NOT (system.main.regexp_full_match(system.main.typeof(t.s), '" + oldtext.NumericTypes + `|DATE|TIME[^\[]*|INTERVAL|BOOLEAN') AND system.main.regexp_matches(x.t, '^[\[{*]'))`

// row is the SELECT of the row on values in labels, as othersRow.
func (x *exactValues) row() string {
	rule := "share of people of original who are alone with a value that labels show ("
	return fmt.Sprintf("SELECT 'exact_values' AS requirement, %[1]s::DOUBLE AS required, CASE WHEN x.people > 0 THEN x.alone / x.people END AS achieved, system.main.__skyline_within(%[1]s::DOUBLE, x.alone::BIGINT, TRY_CAST(x.people AS BIGINT)) AS holds,"+
		" system.main.concat(%[2]s, x.shown, ')'%[3]s) AS rule, t.s AS value FROM __skyline_shown AS x CROSS JOIN __skyline_types AS t",
		x.limit, oldtext.QuoteText(rule), x.bound())
}

// bound is what the rule ends in.
func (x *exactValues) bound() string {
	if x.limit == "NULL" {
		return ""
	}
	return ", ' <= ', " + oldtext.QuoteText(x.Call.Number("exact_values"))
}

// exactUnknownRow is the SELECT of that row where there is no original: if a column of
// texts, or of bounds, has such labels.
func exactUnknownRow(in *oldpeople.Input) string {
	columns := oldtext.Numbered(len(in.Qi), "x.l# AND (system.main.typeof(t.o#) = 'VARCHAR' OR system.main.regexp_full_match(system.main.typeof(t.o#), "+oldtext.QuoteText(boundsType)+"))")
	return "SELECT 'exact_values' AS requirement, NULL::DOUBLE AS required, NULL::DOUBLE AS achieved, NULL::BOOLEAN AS holds, 'share of people who are alone with a value that labels show: not known, as original is not given' AS rule, t.s AS value FROM __skyline_gathered AS x CROSS JOIN __skyline_types AS t WHERE " +
		strings.Join(columns, " OR ")
}

// withinScalar is __skyline_within(share, part, all): whether part is at most this share of
// all, exactly; NULL where the share is.
func withinScalar() host.Scalar {
	number := host.Type{Kind: host.Bigint}
	return host.Scalar{
		Name: "__skyline_within", Params: []host.Type{{Kind: host.Double}, number, number}, Result: host.Type{Kind: host.Boolean},
		Call: func(args []host.Column, rows int) (host.Column, error) {
			within, nulls := make([]bool, rows), make([]bool, rows)
			for row := range rows {
				if nulls[row] = args[0].IsNull(row) || args[1].IsNull(row) || args[2].IsNull(row); nulls[row] {
					continue
				}
				share, all := args[0].Float64s[row], args[2].Int64s[row]
				if !(share >= 0 && share <= 1) || all < 0 {
					return host.Column{}, fmt.Errorf("__skyline_within: share must be in [0, 1], and all at least 0")
				}
				within[row] = args[1].Int64s[row] <= oldpeople.LimitOf(share, all)
			}
			return host.Column{Len: rows, Bools: within, Null: nulls}, nil
		},
	}
}
