package utility

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// utilityPlan is the plan of a call of release_utility. In it the columns that are compared
// are numbered from 1: c1, c2, … in their own types, and x1, x2, … as texts. It goes in three
// steps:
//
//  1. The rows of each table are counted. The original has values, and the release labels,
//     each of which is known by its text from here on.
//  2. The texts are read, column by column: where the values lie in the order of the column's
//     type, and as numbers if they are such; and where the values lie that labels name, as
//     34 or as the ends of [30, 39]. Only DuckDB can do that, since it knows the type.
//  3. The kernel gets the counted rows as texts, what was read of the texts, and the
//     hierarchies. It puts them together, and measures.
type utilityPlan struct {
	sqltext.Plan
	*utilityCall
	columns []string
}

func planReleaseUtility(c *call.Call) (sqltext.SQL, error) {
	u, err := readUtilityCall(c)
	if err != nil {
		return "", err
	}
	p := &utilityPlan{utilityCall: u, columns: u.spec.names()}
	p.addCells("original", "the people of the original by their values", u.original, "")
	p.addCells("release", "the people of the release by their labels", u.release, u.groups)
	if u.test != "" {
		p.addCells("test", "the people of the test table by their values", u.test, "")
	}
	for i := range p.columns {
		p.addColumn(sqltext.Int(int64(i + 1)))
	}
	p.addReadings()
	p.addMeasures()
	return p.Statement("SELECT measure, value, attribute FROM __skyline_measures ORDER BY i ASC"), nil
}

// addCells adds the CTE of the counted rows of a table, which has the parameter's name: c1, …,
// x1, … and n, how many people they stand for; and g, the text of the column that tells QI
// groups apart, where there is one.
func (p *utilityPlan) addCells(param, why string, source sqltext.SQL, groups string) {
	table := sqltext.Word(param)
	keys := p.numbered("c#")
	from := sqltext.Map(p.columns, func(i int, name string) sqltext.SQL {
		return sqltext.Canonical(table+"."+sqltext.Ident(name)) + " AS " + keys[i]
	})
	columns := p.numbered("c#")
	for i, text := range p.numbered("x#") {
		columns = append(columns, sqltext.TextOf(keys[i])+" AS "+text)
	}
	if groups != "" {
		from = append(from, sqltext.Canonical(table+"."+sqltext.Ident(groups))+" AS g")
		keys, columns = append(keys, "g"), append(columns, sqltext.TextOf("g")+" AS g")
	}
	n := sqltext.SQL("count(*)")
	if p.weight != "" {
		from = append(from, table+"."+sqltext.Ident(p.weight)+" AS w")
		in := people.Input{Call: p.Call, Weight: p.weight}
		n = sqltext.Fill("sum(CASE WHEN {is_integer} THEN {weight} END)",
			sqltext.Args{"is_integer": in.WeightIsInteger(param), "weight": in.WeightOfRow(param)})
	}
	p.Keep("__skyline_"+table, why, sqltext.Fill(`
		SELECT
		    {columns},
		    coalesce(TRY_CAST(n AS BIGINT), {too_many}) AS n
		FROM (
		    SELECT {keys}, {n} AS n
		    FROM (
		        SELECT
		            {from}
		        FROM {source} AS {table}
		    )
		    GROUP BY {keys}
		)
		WHERE n > 0
	`, sqltext.Args{
		"columns": sqltext.Join(",\n", columns...), "too_many": p.Fail(call.TooManyPeople(param)), "keys": sqltext.List(keys), "n": n,
		"from": sqltext.Join(",\n", from...), "source": source, "table": table,
	}))
}

// addColumn adds what a column has, by its number: the values of the original and the test
// table, v, with their texts x, and what the labels of the release say, which is v in the
// column's type, or NULL.
func (p *utilityPlan) addColumn(number sqltext.SQL) {
	name := string(number)
	args := sqltext.Args{"c": "c" + number, "x": "x" + number}
	exact := sqltext.Fill("SELECT {c}, {x} FROM __skyline_original", args)
	if p.test != "" {
		exact += sqltext.Fill(" UNION ALL SELECT {c}, {x} FROM __skyline_test", args)
	}
	p.Keep("__skyline_values"+number, "the values of column "+name, sqltext.Fill("SELECT any_value({c}) AS v, {x} AS x FROM ({exact}) GROUP BY {x}",
		sqltext.Args{"c": "c" + number, "x": "x" + number, "exact": exact}))
	p.Keep("__skyline_labels"+number, "the labels of column "+name+", and the ends of those that are intervals; 20 or NULL is one from 20 to 20", sqltext.Fill(`
		SELECT
		    x,
		    CASE WHEN regexp_full_match(x, {interval}) THEN regexp_extract(x, {interval}, 1) ELSE alone END AS low,
		    CASE WHEN regexp_full_match(x, {interval}) THEN regexp_extract(x, {interval}, 2) ELSE alone END AS high
		FROM (
		    SELECT x, CASE WHEN regexp_full_match(x, {or_null}) THEN regexp_extract(x, {or_null}, 1) END AS alone
		    FROM (SELECT DISTINCT {x} AS x FROM __skyline_release)
		)
	`, sqltext.Args{"x": "x" + number, "interval": `'(?s)\[(.*?), (.*)\](?: or NULL)?'`, "or_null": `'(?s)(.*) or NULL'`}))
	p.With("__skyline_said"+number, "what they say, read in the type of the column: as one value, and as ends", sqltext.Fill(`
		SELECT kind, x, {v} AS v
		FROM (
		    SELECT {label} AS kind, x, x AS text FROM {labels}
		    UNION ALL
		    SELECT {low}, x, low FROM {labels} WHERE low IS NOT NULL
		    UNION ALL
		    SELECT {high}, x, high FROM {labels} WHERE high IS NOT NULL
		), (SELECT any_value(v) AS s FROM {values}) AS t
	`, sqltext.Args{
		"v": sqltext.WhollyLike("text", "t.s"), "values": "__skyline_values" + number, "labels": "__skyline_labels" + number,
		"label": sqltext.Text(readLabel), "low": sqltext.Text(readLow), "high": sqltext.Text(readHigh),
	}))
}

// addReadings adds the CTE of all that was read of texts: the column's number, counted from
// 0; what was read, of which text x; its rank among all that was read of the column, in the
// order of the type; and its position as a number. An end that could not be read is none.
func (p *utilityPlan) addReadings() {
	p.With("__skyline_readings", "what was read of the texts of all columns", sqltext.Join("\nUNION ALL\n", sqltext.Map(p.columns, func(i int, _ string) sqltext.SQL {
		return sqltext.Fill(`
			SELECT {i} AS i, kind, x,
			    CASE WHEN v IS NOT NULL THEN dense_rank() OVER (ORDER BY v ASC NULLS LAST) END AS rank,
			    {position} AS position
			FROM (SELECT {value} AS kind, x, v FROM __skyline_values{number} UNION ALL SELECT kind, x, v FROM __skyline_said{number})
			WHERE v IS NOT NULL OR kind IN ({value}, {label})
		`, sqltext.Args{
			"i": sqltext.Int(int64(i)), "number": sqltext.Int(int64(i + 1)), "position": position(),
			"value": sqltext.Text(readValue), "label": sqltext.Text(readLabel),
		})
	})...))
}

// position is where v lies as a number: that of a number, the seconds of a date, a time or an
// INTERVAL; NULL for other types. It goes by text, since a cast that a type does not have
// cannot be bound.
func position() sqltext.SQL {
	seconds := func(of sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("TRY(epoch(TRY_CAST(v::VARCHAR AS {type})))", sqltext.Args{"type": of})
	}
	return sqltext.Fill(`
		CASE
		    WHEN {is_number} THEN TRY_CAST(v::VARCHAR AS DOUBLE)
		    WHEN {is_date} THEN {date}
		    WHEN {is_daytime} THEN {daytime}
		    WHEN {is_interval} THEN {interval}
		END
	`, sqltext.Args{
		"is_number": sqltext.HasType("v", sqltext.NumericTypes),
		"is_date":   sqltext.HasType("v", sqltext.DateTypes), "date": seconds("TIMESTAMP"),
		"is_daytime": sqltext.HasType("v", sqltext.DaytimeTypes), "daytime": seconds("TIME"),
		"is_interval": sqltext.HasType("v", "INTERVAL"), "interval": seconds("INTERVAL"),
	})
}

// addMeasures adds the kernel's rows.
func (p *utilityPlan) addMeasures() {
	texts := sqltext.List(p.numbered("x#"))
	job := sqltext.Job{
		Function: p.Function.Name, Kernel: utilityKernel.Name, Rows: "__skyline_measures",
		Why: "what the release costs", Spec: p.spec,
	}
	var from []sqltext.SQL
	give := func(name string, rows sqltext.SQL) {
		as := sqltext.Word(name)
		from = append(from, sqltext.Fill("({rows}) AS {as}", sqltext.Args{"rows": rows, "as": as}))
		job.Data = append(job.Data, sqltext.Member{Name: name, Value: "base64(" + as + ".bytes)"})
	}
	give("readings", p.gathered("i::VARCHAR, kind, x, rank::VARCHAR, position::VARCHAR", "1", "__skyline_readings"))
	give("original", p.gathered(texts, "n", "__skyline_original"))
	if p.groups != "" {
		give("release", p.gathered(texts+", g", "n", "__skyline_release"))
	} else {
		give("release", p.gathered(texts, "n", "__skyline_release"))
	}
	if p.test != "" {
		give("test", p.gathered(texts, "n", "__skyline_test"))
	}
	if p.hierarchies != "" {
		give("hierarchies", p.gathered("h.attribute::VARCHAR, TRY_CAST(h.level AS BIGINT)::VARCHAR, h.value::VARCHAR, h.label::VARCHAR", "1",
			p.hierarchies+" AS h WHERE h.label IS NOT NULL"))
	}
	job.From = sqltext.Join(",\n", from...)
	p.Run(job)
}

// gathered is the SELECT of rows of texts that count n times, as bytes for the kernel.
func (p *utilityPlan) gathered(texts, n, from sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("SELECT __skyline_gathered({key}, {function}, list_value({texts}), {n}) AS bytes FROM {from}", sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(p.Function.Name), "texts": texts, "n": n, "from": from,
	})
}

// numbered returns a piece for each column, with its number from 1.
func (p *utilityPlan) numbered(piece sqltext.SQL) []sqltext.SQL {
	return sqltext.Numbered(len(p.columns), piece)
}
