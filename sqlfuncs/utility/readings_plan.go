package utility

import (
	"skyline/sqlfuncs/sqltext"
)

// AddReadings adds the CTE __skyline_readings<number>: what the values of a column are, and what
// the labels say that a release has for them. values is a SELECT of values v with their texts x,
// and labels one of different labels, texts x. The kernel gets it by __skyline_readings.
func AddReadings(p *sqltext.Plan, number, values, labels sqltext.SQL) {
	p.Keep("__skyline_values"+number, "the values of column "+string(number), sqltext.Fill("SELECT any_value(v) AS v, x FROM ({values}) GROUP BY x", sqltext.Args{"values": values}))
	addLabels(p, number, labels)
	addReadings(p, number)
}

// addLabels adds the CTE of the labels x of a column, and the texts of the ends of those that
// are intervals.
func addLabels(p *sqltext.Plan, number, labels sqltext.SQL) {
	p.Keep("__skyline_labels"+number, "its labels, and the ends of those that are intervals; 20 or NULL is one from 20 to 20", sqltext.Fill(`
		SELECT
		    x,
		    CASE WHEN regexp_full_match(x, {interval}) THEN regexp_extract(x, {interval}, 1) ELSE alone END AS low,
		    CASE WHEN regexp_full_match(x, {interval}) THEN regexp_extract(x, {interval}, 2) ELSE alone END AS high
		FROM (
		    SELECT x, CASE WHEN regexp_full_match(x, {or_null}) THEN regexp_extract(x, {or_null}, 1) END AS alone
		    FROM ({labels})
		)
	`, sqltext.Args{"labels": labels, "interval": `'(?s)\[(.*?), (.*)\](?: or NULL)?'`, "or_null": `'(?s)(.*) or NULL'`}))
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
		    FROM (
		        SELECT {label} AS kind, x, x AS text FROM {labels}
		        UNION ALL
		        SELECT {low}, x, low FROM {labels} WHERE low IS NOT NULL
		        UNION ALL
		        SELECT {high}, x, high FROM {labels} WHERE high IS NOT NULL
		    ), (SELECT any_value(v) AS s FROM {values}) AS t
		)
		WHERE v IS NOT NULL OR kind IN ({value}, {label})
	`, sqltext.Args{
		"values": "__skyline_values" + number, "labels": "__skyline_labels" + number, "said": sqltext.WhollyLike("text", "t.s"), "position": position(),
		"value": sqltext.Text(readValue), "label": sqltext.Text(readLabel), "low": sqltext.Text(readLow), "high": sqltext.Text(readHigh),
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
