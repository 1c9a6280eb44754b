package release

import (
	"fmt"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Kernels know values by their codes, from 0. A plan codes what it counts and what it places by
// Values. Where the values are not those that occur only, in recipes and distributions, it has
// a dictionary for each column.

// The CTEs of values. ValuesName has a row, of which v is the handle of Values; Numbered is
// people.Groups with a list more, numbers, those of Values; representatives has rows that stand for
// values: keys; codes, a list, NULL where the row does not stand for the column's value; and mask.
// Each value that occurs has one row that stands for it. ValueTexts has a row for each value of each
// column: the column's number i, from 0, and its type, as typeof writes it; the code c, and the text,
// NULL for NULL. What is done with values is done with these rows, by one expression for all columns.
const (
	ValuesName      = sqltext.SQL("__skyline_known_values")
	Numbered        = sqltext.SQL("__skyline_numbered")
	representatives = sqltext.SQL("__skyline_representatives")
	ValueTexts      = sqltext.SQL("__skyline_value_texts")
)

// AddValues adds ValuesName and Numbered: of the values of Groups, and of the whole table. What
// Numbered is read for comes when it has all rows; the whole table's rows have no such place, so
// their values are known before.
func (p *ReleasePlan) AddValues() {
	listed := sqltext.SQL("SELECT []::BLOB[] AS keys")
	if p.Everybody != "" {
		listed = sqltext.Fill("SELECT {own} AS keys FROM {groups} UNION ALL SELECT {keys} FROM {world}", sqltext.Args{
			"own": p.orderKeys(p.CellKeys()), "groups": people.Groups, "keys": p.orderKeys(p.Keys()), "world": people.EverybodyRows,
		})
	}
	p.addValues(listed, people.Groups)
}

// addValues is AddValues of rows. listed is the SELECT of the keys that are known before.
func (p *ReleasePlan) addValues(listed, rows sqltext.SQL) {
	p.Keep(ValuesName, "the different values of each column, to be numbered", sqltext.Fill("SELECT __skyline_values({key}, {function}, keys, {apart})::BIGINT AS v FROM ({listed})", sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(p.Call.Function.Name), "listed": listed, "apart": sqltext.Apart,
	}))
	p.Keep(Numbered, "the rows to be coded, and the numbers of their values", sqltext.Fill("SELECT g.*, {numbers} AS numbers FROM {rows} AS g CROSS JOIN {values}", sqltext.Args{
		"numbers": p.numbersOfKeys(sqltext.Prefixed("g", p.CellKeys())), "rows": rows, "values": ValuesName,
	}))
}

// AddValuesOf is AddValues of other rows, which have the keys, and of those of further that are not NULL,
// in as many columns; and it adds ValueTexts of both.
func (p *ReleasePlan) AddValuesOf(rows, further sqltext.SQL) {
	keys := "list_value(" + sqltext.List(sqltext.Map(p.Keys(), func(_ int, key sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("CASE WHEN {key} IS NULL THEN ''::BLOB ELSE {sort_key} END", sqltext.Args{"key": key, "sort_key": sqltext.SortKey(key)})
	})) + ")"
	p.addValues(sqltext.Fill("SELECT []::BLOB[] AS keys UNION ALL SELECT {keys} FROM {further}", sqltext.Args{"keys": keys, "further": further}), rows)
	// They stand for values when those of the rows have their numbers, too.
	after := sqltext.Fill("(SELECT x.*, CASE WHEN n IS DISTINCT FROM 0 THEN {keys} END AS keys FROM {further} AS x CROSS JOIN (SELECT max(len(numbers)) AS n FROM {numbered}))",
		sqltext.Args{"keys": keys, "further": further, "numbered": Numbered})
	p.addRepresentatives(p.standing(p.Keys(), "__skyline_numbers("+ValuesName+".v, keys)", after))
	p.addValueTexts()
}

// orderKeys is the list of what tells the values of keys apart. Where the table is read once, its values
// are in one form.
func (p *ReleasePlan) orderKeys(keys []sqltext.SQL) sqltext.SQL {
	of := sqltext.OrderKey
	if p.Has(Table) && p.Everybody == "" {
		of = sqltext.SortKey
	}
	return "list_value(" + sqltext.List(sqltext.Map(keys, func(_ int, key sqltext.SQL) sqltext.SQL { return of(key) })) + ")"
}

// numbersOfKeys is the list of the numbers of keys, beside ValuesName.
func (p *ReleasePlan) numbersOfKeys(keys []sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("__skyline_numbers({values}.v, {keys})", sqltext.Args{"values": ValuesName, "keys": p.orderKeys(keys)})
}

// CodesOf is the list of the codes of numbers, beside ValuesName.
func CodesOf(numbers sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("__skyline_codes({values}.v, {numbers})", sqltext.Args{"values": ValuesName, "numbers": numbers})
}

// addRepresentatives adds representatives, of Numbered and of further rows, as standing returns them.
func (p *ReleasePlan) addRepresentatives(further ...sqltext.SQL) {
	rows := append([]sqltext.SQL{p.standing(p.CellKeys(), "numbers", Numbered)}, further...)
	p.Keep(representatives, "rows that stand for values, one for each, and the codes of these", sqltext.Fill(`
		SELECT *, {mask} AS mask
		FROM (
		    {rows}
		)
		WHERE codes IS NOT NULL
	`, sqltext.Args{"mask": maskOf, "rows": sqltext.Join("\nUNION ALL\n", rows...)}))
}

// standing is the SELECT of keys of rows, and of the codes of the values that each stands for.
func (p *ReleasePlan) standing(keys []sqltext.SQL, numbers, rows sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("SELECT {keys}, __skyline_stands({values}.v, {numbers}) AS codes FROM {rows} CROSS JOIN {values}",
		sqltext.Args{"keys": sqltext.List(keys), "numbers": numbers, "rows": rows, "values": ValuesName})
}

// maskOf is a column mask of rows like representatives, which tells for which columns they stand:
// DuckDB looks at a bit sooner than at an element of a list.
const maskOf = sqltext.SQL("__skyline_mask(codes)::BIT")

// standsFor is true where a row that has a mask stands for a column's value.
func standsFor(i int) sqltext.SQL {
	return sqltext.Fill("get_bit(mask, {i}) = 1", sqltext.Args{"i": sqltext.Int(int64(i))})
}

// standingFor is what stands behind FROM for the representatives that stand for one of some values,
// a SELECT of columns i and codes c. No two have the same codes.
func (p *ReleasePlan) standingFor(values sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		(
		    SELECT *
		    FROM {representatives}
		    WHERE codes IN (
		        SELECT x.codes
		        FROM (SELECT codes, UNNEST(range({n})) AS i, UNNEST(codes) AS c FROM {representatives}) AS x
		        JOIN ({values}) AS v ON v.i = x.i AND v.c = x.c
		    )
		)`, sqltext.Args{"representatives": representatives, "n": sqltext.Int(int64(len(p.CellKeys()))), "values": values})
}

// addValueTexts adds ValueTexts.
func (p *ReleasePlan) addValueTexts() {
	keys := p.CellKeys()
	p.Keep(ValueTexts, "the values of all columns, as texts", sqltext.Fill(`
		SELECT i, c, type, {text} AS text
		FROM (
		    SELECT UNNEST(range({n})) AS i, UNNEST(codes) AS c, UNNEST(list_value({types})) AS type,
		        UNNEST(list_value({texts})) AS text
		    FROM {representatives}
		)
		WHERE c IS NOT NULL
	`, sqltext.Args{
		"text": sqltext.TextOfType("type", "text"), "n": sqltext.Int(int64(len(keys))), "representatives": representatives,
		"types": sqltext.List(sqltext.Map(keys, func(_ int, key sqltext.SQL) sqltext.SQL { return "typeof(" + key + ")" })),
		"texts": sqltext.List(sqltext.Map(keys, func(i int, key sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("CASE WHEN {stands} THEN {key}::VARCHAR END", sqltext.Args{"stands": standsFor(i), "key": key})
		})),
	}))
}

// ofColumns is a condition of rows of ValueTexts: their columns are those of qi, and not those of
// earlier releases.
func (p *ReleasePlan) ofColumns() sqltext.SQL { return "i < " + sqltext.Int(int64(len(p.QI))) }

// Dictionary is the CTE of the codes c of the values v of a column, from 0.
func Dictionary(i int) sqltext.SQL { return "__skyline_d" + sqltext.Int(int64(i)+1) }

// AddDictionary adds the dictionary of a column, of representatives, where the plan has none.
func (p *ReleasePlan) AddDictionary(i int) {
	if !p.Has(Dictionary(i)) {
		p.Keep(Dictionary(i), fmt.Sprintf("the codes of the values of q%d", i+1), sqltext.Fill("SELECT {key} AS v, {code} AS c FROM {rows} WHERE {stands}",
			sqltext.Args{"key": p.Keys()[i], "code": sqltext.Element("codes", sqltext.Int(int64(i)+1)), "stands": standsFor(i), "rows": representatives}))
	}
}

// Dictionaries joins keys, such as a plan has of the columns, with their dictionaries. It
// stands behind a relation in FROM, in a line of its own.
func Dictionaries(keys []sqltext.SQL) sqltext.SQL {
	return sqltext.Join("\n", sqltext.Map(keys, func(i int, key sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("LEFT JOIN {dictionary} AS d{i} ON d{i}.v IS NOT DISTINCT FROM {key}",
			sqltext.Args{"dictionary": Dictionary(i), "i": sqltext.Int(int64(i) + 1), "key": key})
	})...)
}

// Codes is the list of the codes of as many columns, for rows joined with Dictionaries.
func Codes(columns int) sqltext.SQL {
	return "list_value(" + sqltext.List(sqltext.Numbered(columns, "d#.c")) + ")"
}

// coded is the CTE of people.Groups with the list codes of those of their keys, by dictionaries.
const coded = sqltext.SQL("__skyline_coded")

// AddCounted adds Counted, of whose one row cells is what __skyline_cells keeps of the groups:
// by the codes of AddValues, or else of dictionaries, with coded.
func (p *ReleasePlan) AddCounted() {
	codes, from := sqltext.SQL("codes"), coded
	if p.Has(ValuesName) {
		codes, from = CodesOf("numbers"), Numbered+" CROSS JOIN "+ValuesName
	} else {
		keys := sqltext.Prefixed("g", p.CellKeys())
		p.Keep(coded, "the QI groups, and the codes of their values", sqltext.Fill(`
			SELECT {keys}, g.h, {codes} AS codes
			FROM {groups} AS g
			{dictionaries}
		`, sqltext.Args{"keys": sqltext.List(keys), "codes": Codes(len(keys)), "groups": people.Groups, "dictionaries": Dictionaries(keys)}))
	}
	of, person := sqltext.SQL("__skyline_cells"), sqltext.SQL("")
	if p.Apart {
		of, person = "__skyline_cells_of_persons", "person, "
	}
	p.With(Counted, "the QI groups in codes, kept for the kernel", sqltext.Fill(`
		SELECT {of}({key}, {function}, {values}, {codes}, h, {person}{apart}) AS cells
		FROM {from}
	`, sqltext.Args{
		"of": of, "person": person,
		"key": sqltext.PlanKey, "function": sqltext.Text(p.Call.Function.Name), "values": p.Kind(), "apart": sqltext.Apart,
		"codes": codes, "from": from,
	}))
}

// AddDomain adds the CTE name, of whose one row domain is what __skyline_domain keeps of
// the values of columns and their labels. Each of parts is a SELECT of what it takes of some
// of them: i, c, is_null, number, text, level, label.
func AddDomain(p *sqltext.Plan, c *call.Call, name sqltext.SQL, parts []sqltext.SQL) {
	p.With(name, "what the kernel has to know of the values, and of their labels", sqltext.Fill(`
		SELECT __skyline_domain({key}, {function}, i, c, is_null, number, text, level, label, {apart}) AS domain
		FROM (
		    {parts}
		)
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name), "apart": sqltext.Apart, "parts": sqltext.Join("\nUNION ALL\n", parts...),
	}))
}

// AddOwnDomain adds Domain for the values of AddValues, and, if there are any, the hierarchies.
func (p *ReleasePlan) AddOwnDomain() { p.addDomain(false) }

// addDomain is AddOwnDomain. computed is whether the kernel computes with values.
func (p *ReleasePlan) addDomain(computed bool) {
	if p.Hierarchies != "" {
		call.AddHierarchies(&p.Plan, p.Hierarchies)
		p.Call.GuardLabels(&p.Plan, p.QI)
		p.GuardHierarchies()
	}
	if p.Everybody != "" {
		p.addRepresentatives(p.standing(append(p.Keys(), sqltext.Numbered(len(p.Earlier), "NULL AS e#")...), p.numbersOfKeys(p.Keys()), people.EverybodyRows))
	} else {
		p.addRepresentatives()
	}
	p.addValueTexts()
	parts := []sqltext.SQL{sqltext.Fill(`
		SELECT i, c, text IS NULL AS is_null, CASE WHEN {of_columns} THEN {number} END AS number, CASE WHEN {of_columns} AND NOT {ranges} THEN text END AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
		FROM {texts}
	`, sqltext.Args{"of_columns": p.ofColumns(), "number": numberOf("type", "text"), "ranges": sqltext.IsAmong("type", sqltext.RangeTypes), "texts": ValueTexts})}
	if computed {
		parts = append(parts, p.computedOf())
	}
	if p.Hierarchies != "" {
		parts = append(parts, p.labels())
	}
	AddDomain(&p.Plan, p.Call, Domain, parts)
}

// labels is the SELECT of the labels that call.HierarchyRows have for the columns, as AddDomain
// takes it.
func (p *ReleasePlan) labels() sqltext.SQL {
	return sqltext.Fill(`
		SELECT h.i, d.c, NULL::BOOLEAN AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, h.level, h.label
		FROM (SELECT list_position({attributes}, attribute) - 1 AS i, * FROM {hierarchies} WHERE level >= 1) AS h
		LEFT JOIN (SELECT i, c, {value} AS value FROM {texts}) AS d ON d.i = h.i AND d.value IS NOT DISTINCT FROM h.value
		WHERE h.i >= 0
	`, sqltext.Args{
		"attributes": p.attributes(), "hierarchies": call.HierarchyRows,
		"value": sqltext.Encoded("text"), "texts": ValueTexts,
	})
}

// attributes is the list of what hierarchies call the columns.
func (p *ReleasePlan) attributes() sqltext.SQL { return attributesOf(p.QI) }

// LabelsOf is the SELECT of the labels that call.HierarchyRows, as h, have for the i-th
// column, as AddDomain takes it. join says which values d they are of.
func LabelsOf(i int, name string, join sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT {i}::BIGINT AS i, d.c, NULL::BOOLEAN AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, h.level, h.label
		FROM {hierarchies} AS h {join}
		WHERE h.attribute = {attribute} AND h.level >= 1
	`, sqltext.Args{
		"i": sqltext.Int(int64(i)), "hierarchies": call.HierarchyRows, "join": join, "attribute": call.AttributeOf(name),
	})
}

// GuardHierarchies adds a guard that some column has a hierarchy.
func (p *ReleasePlan) GuardHierarchies() {
	p.Guard("__skyline_found", "some column has a hierarchy", sqltext.Fill(`
		SELECT CASE WHEN count(*) = 0 THEN {fail} ELSE true END AS ok
		FROM {hierarchies}
		WHERE level >= 1 AND list_contains({attributes}, attribute)
	`, sqltext.Args{
		"fail":        p.Call.Refused(p.Fail("hierarchies must have rows for at least one of the qi columns, with its name as attribute and level 1 or more")),
		"hierarchies": call.HierarchyRows, "attributes": p.attributes(),
	}))
}

// NumberOf is where a value lies among numbers, NULL if it does not.
func NumberOf(v sqltext.SQL) sqltext.SQL { return numberOf("typeof("+v+")", v) }

// numberOf is NumberOf of a type, by a value or by its text.
func numberOf(typeName, v sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		CASE
		    WHEN {is_number} THEN TRY_CAST({v} AS DOUBLE)
		    WHEN {is_date} THEN CASE WHEN isfinite({timestamp}) THEN epoch({timestamp}) END
		    WHEN {is_time} THEN epoch(TRY_CAST({v} AS TIME))
		END`, sqltext.Args{
		"v": v, "is_number": sqltext.IsAmong(typeName, sqltext.NumericTypes), "is_date": sqltext.IsAmong(typeName, sqltext.DateTypes), "is_time": sqltext.IsAmong(typeName, "TIME"),
		"timestamp": "TRY_CAST(" + v + " AS TIMESTAMP)",
	})
}
