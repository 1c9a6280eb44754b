package presence

import (
	"fmt"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// PdfReconstruct is the function pdf_reconstruct.
var PdfReconstruct = &call.Function{
	Name:        "pdf_reconstruct",
	Summary:     "A table of values drawn from the distributions of a pdf generalization.",
	Questions:   []string{"How do I draw an ordinary table from them?"},
	Description: "The table's own columns, in their places; in each `qi` column, a MAP of values and their probabilities, stands one of the values, drawn with its probability, for each row and column independently (Definition 7 of the source). So what works on plain tables works on the result: rules, classifiers, `release_utility` (with `groups := NULL` where there is no column `group_id`). Other columns are not touched: which of them may be released was decided with the distributions, see `other_columns` of [`pdf_generalize`](#pdf_generalize).",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the generalized table, as `pdf_generalize` makes it: [a name or a query](#what-names-a-table)"},
		{Name: "qi", Type: "VARCHAR[]", Doc: "the columns to draw: MAPs of values and probabilities"},
		draw.ParamSeed,
	},
	Columns: []call.ResultColumn{{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `tbl`, each `qi` column as VARCHAR"}},
	Example: `FROM pdf_reconstruct('(VALUES (1, MAP {''Pr'': 0.25, ''St'': 0.75}, ''>50K''),
                              (2, MAP {''Pr'': 0.25, ''St'': 0.75}, ''<=50K'')) t(id, job, salary)',
                     qi := ['job'], seed := 1) ORDER BY id`,
	Notes: []string{
		"The keys may have any type; their texts stand in the result, and the key `NULL` becomes NULL, as `pdf_generalize` writes it. Cast a column to have its own type back: `SELECT * REPLACE (age::INTEGER AS age) FROM pdf_reconstruct(…)`.",
		"Probabilities may have any numeric type. It is an error if a column is no such MAP, or if one of them is NULL or empty, or has probabilities that are NULL, negative or infinite, or that do not add up to 1 within 1e-9.",
		"With a `seed` the draws of a row follow from what the row is, and from which of several equal ones it is. Draws have 53 random bits.",
		"Several [draws](#draws) from one release tell no more than the release, since they are made of it alone; but what is counted in one does not match the next.",
	},
	Cost:    "one scan, and time in proportion to the values in the distributions.",
	Source:  "Sect. IV of the [source](#source-of-presence).",
	Plan:    planPDFReconstruct,
	Scalars: func() []host.Scalar { return []host.Scalar{copiesScalar(), copyScalar(), drawScalar()} },
}

// mapTypes are the types of columns that are drawn from.
const mapTypes = `MAP\(.*, (U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9, ]*\))\)`

func planPDFReconstruct(c *call.Call) (sqltext.SQL, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return "", err
	}
	random, err := draw.Read(c)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	if random.IsOnce() {
		p.Keep(release.Table, "the table, read once", sqltext.Fill("SELECT * FROM {source} AS tbl", sqltext.Args{"source": in.Source}))
		in.Source = release.Table
		random.Bind(&p, c, in.Source)
	}
	in.AddTypes(&p)
	guardMaps(&p, in)
	rows := numberedRows(&p, in.Source, random)
	// Drawn a step before keys are looked up: each place where it stands would draw anew,
	// and where keys are NULL none does, on DuckDB 2.
	number := sqltext.Numbered(len(in.QI), "__skyline_q#")
	return p.Statement(sqltext.Released(sqltext.Fill(`
		SELECT x.* EXCLUDE (__skyline_hash, __skyline_copy, {numbers}) REPLACE ({values})
		FROM (
		    SELECT {row}.*,
		        {draws}
		    FROM {rows} AS {row}{guards}
		) AS x
	`, sqltext.Args{
		"numbers": sqltext.List(number), "row": release.Row, "rows": rows, "guards": p.Guards(),
		"draws": sqltext.Join(",\n", sqltext.Map(in.QI, func(i int, name string) sqltext.SQL {
			return sqltext.Fill("__skyline_draw({key}, __skyline_hash, __skyline_copy, {column}, map_values({map})) AS {number}", sqltext.Args{
				"key": random.Key(), "column": sqltext.Int(int64(i) + 1), "map": people.DistributionOf(release.Row, name), "number": number[i],
			})
		})...),
		"values": sqltext.Join(",\n", sqltext.Map(in.QI, func(i int, name string) sqltext.SQL {
			return valueOfKey(keyAt(people.DistributionOf("x", name), "x."+number[i])) + " AS " + sqltext.Ident(name)
		})...),
	}))), nil
}

// guardMaps adds the guard that the columns are maps from values to probabilities.
func guardMaps(p *sqltext.Plan, in *people.Input) {
	p.Guard("__skyline_typed", "the columns are maps from values to probabilities", sqltext.Fill(`
		SELECT CASE
		    {wrong}
		    ELSE true
		END AS ok
		FROM {types}
	`, sqltext.Args{
		"types": people.Types,
		"wrong": sqltext.Join("\n", sqltext.Map(in.QI, func(i int, name string) sqltext.SQL {
			column := "o" + sqltext.Int(int64(i)+1)
			return sqltext.Fill("WHEN NOT {is_map} THEN {fail}", sqltext.Args{
				"is_map": sqltext.HasType(column, mapTypes),
				"fail": in.Call.FailCounted(fmt.Sprintf("the qi column %s must be a MAP of values and their probabilities, as pdf_generalize makes them, got ", sqltext.Ident(name)),
					sqltext.TypeText(column), ""),
			})
		})...),
	}))
}

// numberedRows is what stands behind FROM for the rows of a source and, where draws are not
// fresh, what tells them apart: a hash, and which of the rows with that hash one is.
func numberedRows(p *sqltext.Plan, source sqltext.SQL, random draw.Randomness) sqltext.SQL {
	if random.IsFresh() {
		return sqltext.Fill("(SELECT t.*, 0::BIGINT AS __skyline_hash, 0::BIGINT AS __skyline_copy FROM {source} AS t)", sqltext.Args{"source": source})
	}
	p.Keep("__skyline_copies", "a count of the copies of each row", "SELECT __skyline_copies() AS copies")
	return sqltext.Fill(`
		(
		    SELECT t.*, __skyline_copy(c.copies, t.__skyline_hash) AS __skyline_copy
		    FROM (
		        SELECT t.*, (hash(*COLUMNS(*)) >> 1)::BIGINT AS __skyline_hash
		        FROM {source} AS t
		    ) AS t CROSS JOIN __skyline_copies AS c
		)`, sqltext.Args{"source": source})
}

// keyAt is a key of a map by its number. Not by list_extract, which DuckDB 1.4.0 with
// old_implicit_casting takes for that of the list's text.
func keyAt(m, number sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("list_aggregate(list_select(map_keys({map}), list_value({number})), 'any_value')", sqltext.Args{"map": m, "number": number})
}

// valueOfKey is the value that a key stands for, as a text.
func valueOfKey(key sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("CASE WHEN {is} = {null} THEN NULL ELSE {key} END", sqltext.Args{
		"is": sqltext.Encoded(key), "null": sqltext.Encoded(sqltext.Text(people.NullKey)), "key": key,
	})
}
