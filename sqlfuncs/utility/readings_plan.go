package utility

import (
	"skyline/sqlfuncs/sqltext"
)

// AddReadings adds the CTE __skyline_readings<number>: what the values of a column are, and what
// the labels say that a release has for them. values is a SELECT of values v with their texts x,
// and labels one of different labels, texts x. The kernel gets it by __skyline_readings.
func AddReadings(p *sqltext.Plan, number, values, labels sqltext.SQL) {
	p.Keep("__skyline_values"+number, "the values of column "+string(number), sqltext.Fill("SELECT any_value(v) AS v, x FROM ({values}) GROUP BY x", sqltext.Args{"values": values}))
	p.Keep("__skyline_labels"+number, "its labels, and the texts in them that are a value or an end of a range", sqltext.Fill(
		"SELECT x, UNNEST(__skyline_label_said(x, type), recursive := true) FROM ({labels}), (SELECT typeof(any_value(v)) AS type FROM {values})",
		sqltext.Args{"labels": labels, "values": "__skyline_values" + number}))
	addReadings(p, number)
}

// addReadings adds the CTE of what is read of the texts x of a column: the kind says of what;
// rank is its place among all that is read, in the order of the column's type, and position
// where it lies as a number. An end that cannot be read is none.
func addReadings(p *sqltext.Plan, number sqltext.SQL) {
	p.With("__skyline_readings"+number, "what its values are, and what its labels say in its type: as one value, and as ends", sqltext.Fill(`
		SELECT kind, x,
		    CASE WHEN v IS NOT NULL THEN dense_rank() OVER (ORDER BY v ASC NULLS LAST) END AS rank,
		    {position} AS position
		FROM (
		    SELECT {value} AS kind, x, v FROM {values}
		    UNION ALL
		    SELECT kind, x, {said} AS v
		    FROM {labels} AS l, (SELECT any_value(v) AS s FROM {values}) AS t
		)
		WHERE v IS NOT NULL OR kind IN ({value}, {label})
	`, sqltext.Args{
		"values": "__skyline_values" + number, "labels": "__skyline_labels" + number, "said": sqltext.WhollyLike("l.said", "t.s"), "position": position(),
		"value": sqltext.Text(readValue), "label": sqltext.Text(readLabel),
	}))
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
