package release

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// MondrianCuts is mondrian_cuts.
var MondrianCuts = &call.Function{
	Name:        "mondrian_cuts",
	Summary:     "Conditions that cut a table into parts of about as many people, by quasi-identifiers alone.",
	Questions:   []string{"The table is too large for one process. How do I cut it?"},
	Description: "A row for each part: a condition on the `qi` columns, to be written behind WHERE, and how many people of `tbl` satisfy it. Each possible row satisfies exactly one of the conditions, whether `tbl` has its values or not. A part is then released by itself, with the whole table as `everybody`: see [Parts of a larger table](#parts-of-a-larger-table). Nothing but the `qi` columns is looked at, so the parts tell nothing of sensitive values.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the table, its counts, or a sample of it: [a name or a query](#what-names-a-table)"},
		call.ParamQI,
		{Name: "parts", Type: "BIGINT", Doc: "how many parts, from 1 on; there are fewer where there are fewer different combinations of `qi` values"},
		call.ParamPerson, call.ParamWeight, ParamAsIs,
	},
	Columns: []call.ResultColumn{
		{Name: "part", Type: "BIGINT", Doc: "the part, from 1, in the order of the cuts"},
		{Name: "people", Type: "BIGINT", Doc: "how many people of `tbl` are in it"},
		{Name: "condition", Type: "VARCHAR", Doc: "an SQL expression that is true for the rows of the part and false for all others, never NULL; `true` where there is one part"},
	},
	Example: `FROM mondrian_cuts('(VALUES (22, ''F''), (24, ''F''), (27, ''M''), (29, ''M''), (31, NULL), (34, ''F''), (36, ''M''), (39, ''M'')) t(age, sex)',
                   qi := ['age', 'sex'], parts := 4)`,
	Notes: []string{
		"As long as there are fewer than `parts`, the part with the most people is cut in two, where that can be done: in the column in which it is widest, compared with the whole table, at the middle of its people, as with [`split := 'median'`](#how-the-table-is-split). Equal tables are cut equally, whatever the order of rows. Halves of halves are most even: ask for 2, 4, 8, 16 parts.",
		"Nobody who agrees with others on all `qi` columns is cut off from them. Let v be how many people share a value of a column, of the most frequent value there is. With n people in k parts, no part that can still be cut has more than (2n + (k − 1)v) / (k + 1): less than twice its share n/k, plus v.",
		"A cut is between a value and the next one, in the order of the column: texts, and types that are compared as texts, by their bytes, whatever the collation; an ENUM by the order of its values, as `enum_code` gives it; NaN behind all numbers. The part with the greatest values has NULL too, unless NULL was cut off.",
		"Put a condition into parentheses where it stands beside others. It is in DuckDB's SQL, and for columns of the same types as those of `tbl`. Where lists or structs have moments in them (TIMESTAMP WITH TIME ZONE), use all conditions in the same time zone: the texts of such values follow it.",
		"The conditions have values of `tbl` in them, and should be kept as the table itself is.",
		"A person (`person`) must have one row. Where a person has several, leave `person` out, and rows are counted; or count people in a query given as `tbl`: `'(SELECT DISTINCT patient, age, zip FROM visits)'`.",
		"`people` of a sample are those of the sample, and the parts of the table are about even.",
	},
	Cost:    "one scan and one GROUP BY of the `qi` columns; then a pass over the counts for each time that the number of parts doubles.",
	Source:  "the cuts: LeFevre, DeWitt, Ramakrishnan, “Mondrian multidimensional k-anonymity”, ICDE 2006",
	Plan:    planMondrianCuts,
	Kernels: []host.Kernel{cutsKernel},
}

// cuts is the CTE of the kernel's rows.
const cuts = sqltext.SQL("__skyline_cuts")

func planMondrianCuts(c *call.Call) (sqltext.SQL, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return "", err
	}
	if err := c.CheckCount("parts", c.Arguments["parts"]); err != nil {
		return "", err
	}
	parts, _ := call.WholeOf(c.Arguments["parts"])
	asIs, err := ReadAsIs(c, in.QI)
	if err != nil {
		return "", err
	}
	in.LeaveOutNobody()
	p := &ReleasePlan{Input: in}
	p.AddTable()
	p.AddValues()
	p.AddCounted()
	p.addDomain(false)
	job := p.Job("cuts", "the table is cut at the middle of its people", &cutsSpec{Columns: in.QI, Parts: parts, AsIs: asIs})
	job.Rows = cuts
	p.Run(job)
	p.addConstants()
	return p.Statement(sqltext.Fill(`
		SELECT part, any_value(people) AS people, coalesce(string_agg(condition, ' AND ' ORDER BY i ASC), 'true') AS condition
		FROM (
		    {conditions}
		)
		GROUP BY part
		ORDER BY part ASC
	`, sqltext.Args{"conditions": p.conditions()})), nil
}

// constants is the CTE of the codes c of the values, by column i, that conditions compare with, and
// their constants.
const constants = sqltext.SQL("__skyline_constants")

// addConstants adds constants: rows that stand for none of these values are left out first, since a
// constant takes long to write.
func (p *ReleasePlan) addConstants() {
	keys := p.Keys()
	p.Keep(constants, "the constants that values are compared with", sqltext.Fill(`
		SELECT i, c, constant
		FROM (
		    SELECT UNNEST(range({n})) AS i, UNNEST(codes) AS c, UNNEST(list_value({constants})) AS constant
		    FROM {rows} AS x CROSS JOIN {types} AS t
		)
		WHERE c IS NOT NULL
	`, sqltext.Args{
		"n": sqltext.Int(int64(len(keys))), "types": people.Types,
		"rows": p.standingFor(sqltext.Fill("SELECT attribute AS i, lower AS c FROM {cuts} UNION SELECT attribute, upper FROM {cuts}", sqltext.Args{"cuts": cuts})),
		"constants": sqltext.List(sqltext.Map(keys, func(i int, key sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("CASE WHEN {stands} THEN {constant} END", sqltext.Args{"stands": standsFor(i), "constant": constantOf("x."+key, "t.o"+sqltext.Int(int64(i)+1))})
		})),
	}))
}

// conditions is the SELECT of what each part requires of each column, NULL for nothing.
// NULL is neither below a value nor above it: what is said of it makes the condition one
// that is true or false.
func (p *ReleasePlan) conditions() sqltext.SQL {
	own := sqltext.Numbered(len(p.QI), "typeof(o#)")
	return sqltext.Fill(`
		SELECT part, people, i,
		    CASE
		        WHEN NOT has_values THEN concat(name, ' IS NULL')
		        WHEN NOT has_null THEN concat(compared || ' >= ' || lower || ' AND ', compared || ' < ' || upper || ' AND ', name, ' IS NOT NULL')
		        WHEN lower IS NOT NULL THEN concat('(', compared, ' >= ', lower, ' OR ', name, ' IS NULL)')
		    END AS condition
		FROM (
		    SELECT x.part, x.people, x.attribute AS i, x.has_values, x.has_null,
		        t.name, {compared} AS compared, a.constant AS lower, b.constant AS upper
		    FROM {cuts} AS x
		    JOIN (SELECT UNNEST(range({n})) AS i, UNNEST({names}) AS name, UNNEST(list_value({own})) AS type FROM {types}) AS t ON t.i = x.attribute
		    LEFT JOIN {constants} AS a ON a.i = x.attribute AND a.c = x.lower
		    LEFT JOIN {constants} AS b ON b.i = x.attribute AND b.c = x.upper
		)
	`, sqltext.Args{
		"n": sqltext.Int(int64(len(own))), "names": sqltext.Texts(quoted(p.QI)), "own": sqltext.List(own), "types": people.Types,
		"cuts": cuts, "constants": constants, "compared": comparedBy("t.type", "t.name"),
	})
}

// comparedBy is the text of what a condition compares of a column of a type: what has the order of
// its values.
func comparedBy(typeName, name sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("CASE WHEN {is_enum} THEN concat('enum_code(', {name}, ')') WHEN {is_plain} THEN {name} WHEN {is_text} THEN {name} || {text} ELSE {name} || {cast} END", sqltext.Args{
		"is_enum": sqltext.IsAmong(typeName, enumTypes), "is_plain": sqltext.IsAmong(typeName, sqltext.PlainTypes), "is_text": sqltext.IsAmong(typeName, "VARCHAR"),
		"name": name, "text": sqltext.Text(` COLLATE "binary"`), "cast": sqltext.Text(`::VARCHAR COLLATE "binary"`),
	})
}

// Types of which constants have a form of their own: plainIntegers are those that digits are
// constants of.
const (
	enumTypes     = `ENUM\(.*\)`
	plainIntegers = `U?(TINY|SMALL|BIG)?INT(EGER)?`
)

// constantOf is the text of a constant that comparedBy is compared with, of a value of a
// dictionary, NULL for NULL. The parser of DuckDB ends at the character NUL, so a text with
// it is made of bytes; and of moments it takes no seconds in the offset of a time zone, so
// they are in UTC.
func constantOf(v, own sqltext.SQL) sqltext.SQL {
	quoted := func(text sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("concat('''', replace({text}, '''', ''''''), '''')", sqltext.Args{"text": text})
	}
	text, isEnum := sqltext.TextOf(v), sqltext.HasType(own, enumTypes)
	moment := sqltext.Fill("TRY_CAST({v} AS TIMESTAMP WITH TIME ZONE)", sqltext.Args{"v": v})
	return sqltext.Abbreviated("constant", sqltext.Fill("CASE WHEN {v} IS NULL THEN NULL WHEN {is_enum} THEN enum_code({enum})::VARCHAR WHEN {is_integer} THEN {v}::VARCHAR"+
		" WHEN {is_moment} AND isfinite({moment}) THEN concat({in_utc}, '::TIMESTAMP WITH TIME ZONE') WHEN {is_plain} THEN concat({quoted}, '::', typeof({own}))"+
		" WHEN contains({text}, chr(0)) THEN concat('decode(', {bytes}, '::BLOB)') ELSE {quoted} END", sqltext.Args{
		"v": v, "own": own, "text": text, "quoted": quoted(text), "bytes": quoted(sqltext.Encoded(text) + "::VARCHAR"),
		"is_enum": isEnum, "is_integer": sqltext.HasType(own, plainIntegers), "is_plain": sqltext.IsPlain(own), "is_moment": sqltext.HasType(own, "TIMESTAMP WITH TIME ZONE"),
		"moment": moment, "in_utc": quoted(sqltext.Fill("concat(make_timestamp(epoch_us({moment})), '+00')", sqltext.Args{"moment": moment})),
		// What enum_code takes must be an ENUM, whatever the column is.
		"enum": sqltext.Fill("struct_extract(struct_pack(v := {v}, e := NULL::ENUM('')), CASE WHEN {is_enum} THEN 'v' ELSE 'e' END)", sqltext.Args{
			"v": v, "is_enum": sqltext.IsOfType(own, enumTypes),
		}),
	}), v, own)
}
