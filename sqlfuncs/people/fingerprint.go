package people

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// fingerprintVersion begins what a fingerprint is the hash of.
const fingerprintVersion = "skyline fingerprint 1"

// AddFingerprint adds a CTE of one row on a table, of what stands behind FROM:
//
//	names, types VARCHAR[]  its columns
//	rows BIGINT             how many rows it has
//	fingerprint VARCHAR     64 hexadecimal digits
//
// The fingerprint is the same exactly for tables with the same columns and the same rows,
// each as often, unless SHA-256 has been broken; so it can be published, and nobody makes
// another table for it. Its definition is on the reference's page on certificates, by which
// others compute it. (That of draw is another one: it has a key, and is kept.)
//
// DuckDB reads the table once; what is kept of it takes 40 bytes for each different row.
func AddFingerprint(p *sqltext.Plan, c *call.Call, name, source sqltext.SQL) {
	p.Keep(name, "the columns of a table, and its fingerprint", sqltext.Fill(`
		SELECT c.names, c.types, TRY_CAST(split_part(r.rows, ' ', 1) AS BIGINT) AS rows, sha256(concat({version}, chr(10), c.columns, chr(10), r.rows, chr(10))) AS fingerprint
		FROM (
		    SELECT list(name) AS names, list(type) AS types, string_agg({pair}, '') AS columns
		    FROM (SELECT column_name AS name, {type} AS type FROM (DESCRIBE SELECT * FROM {source} AS tbl))
		) AS c CROSS JOIN (
		    SELECT __skyline_row_digests({key}, {function}, v, __skyline_n) AS rows
		    FROM (
		        SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n
		        FROM (
		            SELECT {texts}, __skyline_n
		            FROM (SELECT {canonical}, count(*) AS __skyline_n FROM {source} AS tbl GROUP BY ALL)
		        )
		    )
		) AS r
	`, sqltext.Args{
		"version": sqltext.Text(fingerprintVersion), "pair": "concat(strlen(name), ':', name, strlen(type), ':', type)",
		"type": storedType("column_type"), "source": source, "key": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name),
		"texts": storedText("COLUMNS(* EXCLUDE (__skyline_n))"), "canonical": sqltext.Canonical("COLUMNS(*)"),
	}))
}

// storedType is the name of the type that a column has after it has been in a Parquet file,
// where its values keep their texts there.
func storedType(name sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`regexp_replace(regexp_replace(regexp_replace(replace({name}, '"NULL"', 'INTEGER'), {labels}, 'VARCHAR', 'g'), 'TIMESTAMP_M?S\b', 'TIMESTAMP', 'g'), '\[\d+\]', '[]', 'g')`,
		sqltext.Args{"name": name, "labels": sqltext.Text(`ENUM\(('([^']|'')*'(, )?)*\)|\bBIT\b|\bBIGNUM\b|\bVARINT\b`)})
}

// storedText is the text of a column's value, which no setting of a session changes.
func storedText(column sqltext.SQL) sqltext.SQL {
	return sqltext.Abbreviated("stored_text", sqltext.Fill("CASE WHEN typeof({column}) = 'TIMESTAMP WITH TIME ZONE' THEN coalesce(make_timestamp(epoch_us(TRY_CAST({column} AS TIMESTAMPTZ)))::VARCHAR, {column}::VARCHAR) ELSE {text} END",
		sqltext.Args{"column": column, "text": sqltext.TextOf(column)}), column)
}
