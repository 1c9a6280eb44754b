package check

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// boundsType is the type of a column of output := 'bounds'.
const boundsType = `STRUCT\("?low"? .*, "?high"? .*, "?has_null"? BOOLEAN, "?label"? VARCHAR\)`

// columnPlan is the part of the plan on one column: what its labels say, and which values they
// show. Its CTEs, in their order, where # is the column's number:
//
//	__skyline_column_labels#  the labels of the column, as texts or as bounds
//	__skyline_label_texts#    the texts in them that stand for values
//	__skyline_bare#           those that may be ranges and sets, without the NULL at the end
//	__skyline_members#        what may be the ends of such ranges and the members of such sets
//	__skyline_read_values#    the values v that all of these show
type columnPlan struct {
	*sqltext.Plan
	x      *exactValues
	i      int         // the column, from 0
	number sqltext.SQL // and from 1
}

func (c *columnPlan) cte(name sqltext.SQL) sqltext.SQL { return name + c.number }

// key is the column in __skyline_lone.
func (c *columnPlan) key() sqltext.SQL { return "k" + c.number }

func (c *columnPlan) add() {
	c.addLabels()
	c.addTexts()
	c.addMembers()
	c.addValues()
}

// addLabels adds the labels: t is the text, and b are the bounds where it is of
// output := 'bounds'. Grouped by its text, a STRUCT is read back from it.
func (c *columnPlan) addLabels() {
	text := sqltext.TextOf("l.q" + c.number)
	c.Keep(c.cte("__skyline_column_labels"), "the labels of a column as texts, or as bounds", sqltext.Fill(`
		SELECT
		    {text} AS t, {is_bounds} AS is_bounds,
		    CASE WHEN {is_bounds} THEN CASE WHEN {text} IS NULL OR {bounds} IS NOT NULL THEN {bounds} ELSE {fail} END END AS b
		FROM __skyline_all_labels AS l CROSS JOIN {types} AS o
		WHERE l.i = {set}
	`, sqltext.Args{
		"text": text, "is_bounds": sqltext.HasType("o.o"+c.number, boundsType), "types": people.Types, "set": c.x.set(c.i),
		"bounds": sqltext.Fill("TRY_CAST({text} AS STRUCT(low VARCHAR, high VARCHAR, has_null BOOLEAN, label VARCHAR))", sqltext.Args{"text": text}),
		"fail":   c.x.Fail("tbl has bounds whose text cannot be read back; check a release with output := 'generalized'"),
	}))
}

// addTexts adds the texts t that stand for values in the labels, NULL for NULL. whole says
// that one may be a value, open that it may be read as a range or a set.
func (c *columnPlan) addTexts() {
	c.Keep(c.cte("__skyline_label_texts"), "the texts that stand for values in them, and how they can be read", sqltext.Fill(`
		SELECT DISTINCT x.t, h.label IS NULL OR NOT h.stands_for_others AS whole, h.label IS NULL AS open
		FROM (
		    SELECT t FROM {all} WHERE NOT is_bounds
		    UNION ALL
		    SELECT t FROM (SELECT UNNEST(list_value(b.low, b.high, b.label)) AS t FROM {all} WHERE is_bounds) WHERE t IS NOT NULL
		    UNION ALL
		    SELECT NULL FROM {all} WHERE is_bounds AND (b IS NULL OR b.has_null)
		) AS x LEFT JOIN ({known}) AS h ON {label} = {text}
	`, sqltext.Args{
		"all": c.cte("__skyline_column_labels"), "known": c.knownLabels(), "label": sqltext.Bytewise("h.label"), "text": sqltext.Bytewise("x.t"),
	}))
}

// knownLabels is the SELECT of the labels that the column's hierarchy has, and whether they
// stand for other values than the one with this text.
func (c *columnPlan) knownLabels() sqltext.SQL {
	if c.x.hierarchies == "" {
		return "SELECT NULL::VARCHAR AS label, NULL::BOOLEAN AS stands_for_others WHERE false"
	}
	return sqltext.Fill(`
		SELECT label, bool_or(value IS DISTINCT FROM {label}) AS stands_for_others
		FROM {hierarchies}
		WHERE level >= 1 AND attribute = {attribute}
		GROUP BY label
	`, sqltext.Args{"label": sqltext.Encoded("label"), "hierarchies": call.HierarchyRows, "attribute": call.AttributeOf(c.x.QI[c.i])})
}

// addMembers adds what may be ends of ranges and members of sets. These may have commas: one
// may be as many parts of the label as the values with most commas have.
func (c *columnPlan) addMembers() {
	bare := c.cte("__skyline_bare")
	c.Keep(bare, "labels without the NULL at the end", sqltext.Fill(`
		SELECT CASE WHEN ends_with(t, ' or NULL') THEN left(t, length(t) - length(' or NULL')) ELSE t END AS b, t
		FROM {texts}
		WHERE open AND t IS NOT NULL
	`, sqltext.Args{"texts": c.cte("__skyline_label_texts")}))
	c.Keep(c.cte("__skyline_members"), "what may be ends of ranges and members of sets", sqltext.Fill(`
		SELECT is_range, list_aggregate(list_slice(e, begins, ends), 'string_agg', ', ') AS t
		FROM (
		    SELECT *, UNNEST(range(begins, least(begins + most, len(e) + 1))) AS ends
		    FROM (
		        SELECT *, UNNEST(range(1, len(e) + 1)) AS begins
		        FROM (
		            SELECT starts_with(b, '[') AS is_range, string_split(substring(b, 2, length(b) - 2), ', ') AS e, most
		            FROM {bare}, (
		                SELECT coalesce(max(CASE WHEN typeof({key}) = 'VARCHAR' THEN (length({key}::VARCHAR) - length(replace({key}::VARCHAR, ', ', ''))) // 2 END), 0) + 1 AS most
		                FROM __skyline_lone
		                WHERE i = {set}
		            )
		            WHERE regexp_full_match(b, '(?s)\[.*, .*\]|\{.*\}')
		        )
		    )
		)
		WHERE NOT is_range OR (begins = 1) <> (ends = len(e))
	`, sqltext.Args{"bare": bare, "key": c.key(), "set": c.x.set(c.i)}))
}

// addValues adds the values that the labels show: those of texts, read in the type of the
// original, and NULL where some text stands for it.
func (c *columnPlan) addValues() {
	c.Keep(c.cte("__skyline_read_values"), "the values that the labels of the column show", sqltext.Fill(`
		SELECT DISTINCT {canonical} AS v
		FROM (
		    SELECT CASE WHEN {bracketless} THEN {value} END AS v
		    FROM (
		        SELECT t FROM {texts} WHERE whole AND t IS NOT NULL
		        UNION ALL
		        SELECT b FROM {bare} WHERE b <> t
		        UNION ALL
		        SELECT t FROM {members}
		    ) AS x CROSS JOIN (SELECT o{number} AS s FROM __skyline_original_types) AS t
		)
		WHERE v IS NOT NULL
		UNION ALL
		SELECT {key} FROM __skyline_lone
		WHERE i = {set} AND {key} IS NULL AND EXISTS (
		    SELECT 1 FROM {texts} WHERE t IS NULL OR open AND ends_with(t, ' or NULL')
		    UNION ALL
		    SELECT 1 FROM {members} WHERE NOT is_range AND t = 'NULL'
		)
	`, sqltext.Args{
		"canonical": sqltext.Canonical("v"), "bracketless": bracketless(), "value": sqltext.WhollyLike("x.t", "t.s"), "number": c.number,
		"key": c.key(), "set": c.x.set(c.i), "texts": c.cte("__skyline_label_texts"), "bare": c.cte("__skyline_bare"), "members": c.cte("__skyline_members"),
	}))
}

// bracketless is true where a text x.t may be one of the type of t.s. Many labels are
// ranges, and casts that fail are slow.
func bracketless() sqltext.SQL {
	return sqltext.Fill(`NOT ({has_none} AND regexp_matches(x.t, '^[\[{*]'))`,
		sqltext.Args{"has_none": sqltext.HasType("t.s", sqltext.NumericTypes+`|DATE|TIME[^\[]*|INTERVAL|BOOLEAN`)})
}
