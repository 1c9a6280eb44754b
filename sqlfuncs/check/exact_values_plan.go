package check

import (
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// add adds the CTEs up to __skyline_shown_people: in its one row how many people there are, how
// many of them are shown, and the columns as a text.
func (x *exactValues) add(p *sqltext.Plan) {
	x.addOriginal(p)
	x.addLone(p)
	p.Keep("__skyline_all_labels", "the labels of each column; i says of which, as in __skyline_lone", sqltext.Fill(`
		SELECT GROUPING({keys}) AS i, {keys}
		FROM (SELECT {columns} FROM {source} AS tbl)
		GROUP BY GROUPING SETS ({each})
	`, sqltext.Args{
		"keys": sqltext.List(x.Keys()), "columns": sqltext.List(x.keysOf("tbl")), "source": x.Source, "each": x.eachKey(),
	}))
	if x.hierarchies != "" {
		call.AddHierarchies(p, x.hierarchies)
	}
	for i := range x.QI {
		x.addTexts(p, i)
		x.addRead(p, i)
	}
	x.addShown(p)
}

// addOriginal adds the types of the columns of the original, as AddTypes does those of the
// release.
func (x *exactValues) addOriginal(p *sqltext.Plan) {
	own := sqltext.Numbered(len(x.QI), "o#")
	p.With("__skyline_original_types", "the original's types: a row of NULLs", sqltext.Fill("SELECT {columns} FROM {original} AS original WHERE false UNION ALL SELECT {nulls}", sqltext.Args{
		"columns":  sqltext.List(sqltext.Map(x.QI, func(i int, name string) sqltext.SQL { return "original." + sqltext.Ident(name) + " AS " + own[i] })),
		"original": x.original,
		"nulls":    sqltext.List(sqltext.Map(x.QI, func(int, string) sqltext.SQL { return "NULL" })),
	}))
}

// keysOf are the quasi-identifiers q1, q2, … of a table.
func (x *exactValues) keysOf(table sqltext.SQL) []sqltext.SQL {
	keys := x.Keys()
	return sqltext.Map(x.QI, func(i int, name string) sqltext.SQL {
		return sqltext.Canonical(table+"."+sqltext.Ident(name)) + " AS " + keys[i]
	})
}

// eachKey are grouping sets of one column each.
func (x *exactValues) eachKey() sqltext.SQL {
	return sqltext.List(sqltext.Map(x.Keys(), func(_ int, key sqltext.SQL) sqltext.SQL { return "(" + key + ")" }))
}

// set is what grouping() says of the column i, counted from 0: a bit for each column that
// is not grouped by, that of the first the highest; everybody is where none is.
func (x *exactValues) set(i int) sqltext.SQL {
	return sqltext.Int((1<<len(x.QI) - 1) &^ (1 << (len(x.QI) - 1 - i)))
}

func (x *exactValues) everybody() sqltext.SQL { return sqltext.Int(1<<len(x.QI) - 1) }

// identity are the columns that tell people apart who are alone with some value: who they
// are, or all their values k1, k2, …, one of which nobody else has.
func (x *exactValues) identity(table sqltext.SQL) sqltext.SQL {
	if x.ofPersons() {
		return table + ".p"
	}
	return sqltext.List(sqltext.Prefixed(table, sqltext.Numbered(len(x.QI), "k#")))
}

// addLone adds the values of each column that one person has, with the others that this
// person has, and how many people there are.
func (x *exactValues) addLone(p *sqltext.Plan) {
	columns, firsts := x.keysOf("original"), sqltext.Numbered(len(x.QI), "first(q#) AS k#")
	n, one := sqltext.SQL("count(*)"), sqltext.SQL("n = 1")
	switch {
	case x.ofPersons():
		person := "original." + sqltext.Ident(x.Person)
		columns = append(columns, sqltext.Fill("CASE WHEN {person} IS NULL THEN {fail} ELSE {key} END AS p", sqltext.Args{
			"person": person, "key": sqltext.Canonical(person),
			"fail": x.Fail("person must not be NULL; filter such rows in a query given as original"),
		}))
		firsts = append(firsts, "first(p) AS p")
		one = "min(p) = max(p)"
	case x.Weight != "":
		columns = append(columns, "original."+sqltext.Ident(x.Weight)+" AS w")
		n = "coalesce(sum(w), 0)"
	}
	from := sqltext.Fill("SELECT {columns} FROM {original} AS original", sqltext.Args{"columns": sqltext.List(columns), "original": x.original})
	if x.Weight != "" {
		from = sqltext.Fill(`
			SELECT *
			FROM (SELECT * REPLACE (CASE WHEN {is_integer} THEN {weight} END AS w) FROM ({from}))
			WHERE w > 0
		`, sqltext.Args{"is_integer": x.WeightIsInteger("original"), "weight": x.WeightOfRow("original"), "from": from})
	}
	p.Keep("__skyline_lone", "the values of each column that one person has, i saying of which, as grouping() does; and a row of everybody", sqltext.Fill(`
		SELECT GROUPING({keys}) AS i, {firsts}, {n} AS n
		FROM ({from})
		GROUP BY GROUPING SETS ({each}, ())
		HAVING {one} OR i = {everybody}
	`, sqltext.Args{
		"keys": sqltext.List(x.Keys()), "firsts": sqltext.List(firsts), "n": n, "from": from, "each": x.eachKey(), "one": one, "everybody": x.everybody(),
	}))
}

// boundsType is the type of a column of output := 'bounds'.
const boundsType = `STRUCT\("?low"? .*, "?high"? .*, "?has_null"? BOOLEAN, "?label"? VARCHAR\)`

// addTexts adds __skyline_label_texts1, …: the texts t that stand for values in the labels of a
// column, NULL for NULL. whole says that one may be a value, open that it may be read as a
// range or a set.
func (x *exactValues) addTexts(p *sqltext.Plan, i int) {
	number := sqltext.Int(int64(i + 1))
	text, own := sqltext.TextOf("l.q"+number), "o.o"+number
	all, texts := "__skyline_column_labels"+number, "__skyline_label_texts"+number
	p.Keep(all, "the labels of a column as texts, or as bounds", sqltext.Fill(`
		SELECT
		    {text} AS t, {is_bounds} AS is_bounds,
		    CASE WHEN {is_bounds} THEN CASE WHEN {text} IS NULL OR {bounds} IS NOT NULL THEN {bounds} ELSE {fail} END END AS b
		FROM __skyline_all_labels AS l CROSS JOIN {types} AS o
		WHERE l.i = {set}
	`, sqltext.Args{
		"text": text, "is_bounds": sqltext.HasType(own, boundsType), "types": people.Types, "set": x.set(i),
		// Grouped by its text, a STRUCT is read back from it.
		"bounds": sqltext.Fill("TRY_CAST({text} AS STRUCT(low VARCHAR, high VARCHAR, has_null BOOLEAN, label VARCHAR))", sqltext.Args{"text": text}),
		"fail":   x.Fail("tbl has bounds whose text cannot be read back; check a release with output := 'generalized'"),
	}))
	known := sqltext.SQL("SELECT NULL::VARCHAR AS label, NULL::BOOLEAN AS stands_for_others WHERE false")
	if x.hierarchies != "" {
		known = sqltext.Fill(`
			SELECT label, bool_or(value IS DISTINCT FROM {label}) AS stands_for_others
			FROM {hierarchies}
			WHERE level >= 1 AND attribute = {attribute}
			GROUP BY label
		`, sqltext.Args{"label": sqltext.Encoded("label"), "hierarchies": call.HierarchyRows, "attribute": sqltext.Text(strings.ToLower(x.QI[i]))})
	}
	p.Keep(texts, "the texts that stand for values in them, and how they can be read", sqltext.Fill(`
		SELECT DISTINCT x.t, h.label IS NULL OR NOT h.stands_for_others AS whole, h.label IS NULL AS open
		FROM (
		    SELECT t FROM {all} WHERE NOT is_bounds
		    UNION ALL
		    SELECT t FROM (SELECT UNNEST(list_value(b.low, b.high, b.label)) AS t FROM {all} WHERE is_bounds) WHERE t IS NOT NULL
		    UNION ALL
		    SELECT NULL FROM {all} WHERE is_bounds AND (b IS NULL OR b.has_null)
		) AS x LEFT JOIN ({known}) AS h ON {label} = {text}
	`, sqltext.Args{"all": all, "known": known, "label": sqltext.Bytewise("h.label"), "text": sqltext.Bytewise("x.t")}))
}

// addRead adds __skyline_read_values1, …: the values v that the labels of a column show. A member
// of a set or an end may have commas: it may be as many parts of the label as the values
// with most commas have.
func (x *exactValues) addRead(p *sqltext.Plan, i int) {
	number := sqltext.Int(int64(i + 1))
	key, texts := "k"+number, "__skyline_label_texts"+number
	bare, members, read := "__skyline_bare"+number, "__skyline_members"+number, "__skyline_read_values"+number
	p.Keep(bare, "labels without the NULL at the end", sqltext.Fill(`
		SELECT CASE WHEN ends_with(t, ' or NULL') THEN left(t, length(t) - length(' or NULL')) ELSE t END AS b, t
		FROM {texts}
		WHERE open AND t IS NOT NULL
	`, sqltext.Args{"texts": texts}))
	p.Keep(members, "what may be ends of ranges and members of sets", sqltext.Fill(`
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
	`, sqltext.Args{"bare": bare, "key": key, "set": x.set(i)}))
	p.Keep(read, "the values that the labels of the column show", sqltext.Fill(`
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
		"canonical": sqltext.Canonical("v"), "bracketless": bracketless(), "value": sqltext.WhollyLike("x.t", "t.s"), "number": number,
		"key": key, "set": x.set(i), "texts": texts, "bare": bare, "members": members,
	}))
}

// bracketless is true where a text x.t may be one of the type of t.s. Many labels are
// ranges, and casts that fail are slow.
func bracketless() sqltext.SQL {
	return sqltext.Fill(`NOT ({has_none} AND regexp_matches(x.t, '^[\[{*]'))`,
		sqltext.Args{"has_none": sqltext.HasType("t.s", sqltext.NumericTypes+`|DATE|TIME[^\[]*|INTERVAL|BOOLEAN`)})
}

// addShown adds __skyline_shown_people.
func (x *exactValues) addShown(p *sqltext.Plan) {
	p.Keep("__skyline_told_people", "who is alone with a value that labels show, for each column", sqltext.Join("\nUNION ALL\n", sqltext.Map(x.QI, func(i int, _ string) sqltext.SQL {
		number := sqltext.Int(int64(i + 1))
		return sqltext.Fill("SELECT {i} AS i, {identity} FROM __skyline_lone AS a JOIN {read} AS r ON {alone} IS NOT DISTINCT FROM {shown} WHERE a.i = {set}", sqltext.Args{
			"i": sqltext.Int(int64(i)), "identity": x.identity("a"), "read": "__skyline_read_values" + number, "set": x.set(i),
			"alone": sqltext.Canonical("a.k" + number), "shown": sqltext.Canonical("r.v"),
		})
	})...))
	everybody := sqltext.Fill("SELECT n AS people FROM __skyline_lone WHERE i = {everybody}", sqltext.Args{"everybody": x.everybody()})
	if x.ofPersons() {
		everybody = sqltext.Fill("SELECT count(DISTINCT {person}) AS people FROM {original} AS original",
			sqltext.Args{"person": sqltext.Canonical("original." + sqltext.Ident(x.Person)), "original": x.original})
	}
	p.With("__skyline_shown_people", "how many people there are, how many are shown, and by which columns", sqltext.Fill(`
		SELECT o.people, t.alone, __skyline_columns_shown({names}, TRY_CAST(o.people AS BIGINT), s.columns, s.alone) AS shown
		FROM ({everybody}) AS o, (
		    SELECT count(*) AS alone FROM (SELECT DISTINCT {identity} FROM __skyline_told_people AS t)
		) AS t, (
		    SELECT list(i::BIGINT ORDER BY i ASC) AS columns, list(alone ORDER BY i ASC) AS alone
		    FROM (SELECT i, count(*) AS alone FROM __skyline_told_people GROUP BY i)
		) AS s
	`, sqltext.Args{
		"names": sqltext.ColumnList(append(append([]string{}, x.QI...), "")), "everybody": everybody, "identity": x.identity("t"),
	}))
}
