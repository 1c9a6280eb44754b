package release

import (
	"fmt"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Kernels know values by their codes, from 0. A plan has a dictionary for each
// quasi-identifier column, and codes what it counts and what it places by them.

// Dictionary is the CTE of the codes c of the values v of a column, from 0.
func Dictionary(i int) sqltext.SQL { return "__skyline_d" + sqltext.Int(int64(i)+1) }

// AddDictionaries adds the dictionaries of the values that occur, in the order of the
// columns.
func (p *ReleasePlan) AddDictionaries() {
	for i := range p.QI {
		p.Keep(Dictionary(i), fmt.Sprintf("the codes of q%d: its values in their order", i+1), sqltext.Fill(`
			SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
			FROM ({values})
		`, sqltext.Args{"values": p.GroupValues(i)}))
	}
	for i, key := range p.EarlierKeys() {
		p.Keep(Dictionary(len(p.QI)+i), fmt.Sprintf("the codes of e%d: the groups of an earlier release", i+1), sqltext.Fill(`
			SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
			FROM (SELECT DISTINCT {key} AS v FROM {groups})
		`, sqltext.Args{"key": key, "groups": people.Groups}))
	}
}

// GroupValues is the SELECT of the different values v of a column in people.Groups, and in
// the whole table.
func (p *ReleasePlan) GroupValues(i int) sqltext.SQL {
	if p.World != "" {
		return sqltext.Fill("SELECT {key} AS v FROM {groups} UNION SELECT v FROM {world}",
			sqltext.Args{"key": p.Keys()[i], "groups": people.Groups, "world": people.WorldValues(i)})
	}
	return sqltext.Fill("SELECT DISTINCT {key} AS v FROM {groups}", sqltext.Args{"key": p.Keys()[i], "groups": people.Groups})
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

// coded is the CTE of people.Groups with codes c1, c2, … of their keys.
const coded = sqltext.SQL("__skyline_coded")

// codesOf are the columns of the codes of so many keys in coded.
func codesOf(keys int) []sqltext.SQL { return sqltext.Numbered(keys, "c#") }

// AddCounted adds coded, and Counted, of whose one row cells is what __skyline_cells keeps of
// it. A plan that has Table places the groups by the same codes.
func (p *ReleasePlan) AddCounted() {
	add := p.With
	if p.Has(Table) {
		add = p.Keep
	}
	keys := p.CellKeys()
	codes := codesOf(len(keys))
	columns := append(sqltext.Prefixed("g", append(p.CellKeys(), "h")), sqltext.Numbered(len(keys), "d#.c AS c#")...)
	add(coded, "the QI groups, and the codes of their values", sqltext.Fill(`
		SELECT {columns}
		FROM {groups} AS g
		{dictionaries}
	`, sqltext.Args{"columns": sqltext.List(columns), "groups": people.Groups, "dictionaries": Dictionaries(sqltext.Prefixed("g", keys))}))
	p.With(Counted, "the QI groups in codes, kept for the kernel", sqltext.Fill(`
		SELECT __skyline_cells({key}, {function}, {values}, list_value({codes}), h, {apart}) AS cells
		FROM {coded}
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(p.Call.Function.Name), "values": sqltext.Text(string(p.ValuesPerPerson)), "apart": sqltext.Apart,
		"codes": sqltext.List(codes), "coded": coded,
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

// AddOwnDomain adds Domain for the dictionaries of the values that occur, and, if there are any, the hierarchies.
func (p *ReleasePlan) AddOwnDomain() { p.addDomain(false) }

// addDomain adds Domain for the dictionaries of the values that occur, and, if there are
// any, the hierarchies. computed is whether the kernel computes with values.
func (p *ReleasePlan) addDomain(computed bool) {
	if p.Hierarchies != "" {
		call.AddHierarchies(&p.Plan, p.Hierarchies)
		p.Call.GuardLabels(&p.Plan, p.QI)
		p.GuardHierarchies()
	}
	var parts []sqltext.SQL
	for i, name := range p.QI {
		parts = append(parts, sqltext.Fill(`
			SELECT {i}::BIGINT AS i, c, v IS NULL AS is_null,
			    {number} AS number,
			    CASE WHEN NOT {ranges} THEN {text} END AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
			FROM {dictionary}
		`, sqltext.Args{
			"i": sqltext.Int(int64(i)), "number": NumberOf("v"), "ranges": sqltext.HasType("v", sqltext.RangeTypes), "text": sqltext.TextOf("v"), "dictionary": Dictionary(i),
		}))
		if computed {
			parts = append(parts, computedOf(i))
		}
		if p.Hierarchies != "" {
			values := sqltext.Fill("(SELECT c, {text} AS value FROM {dictionary})", sqltext.Args{"text": sqltext.Encoded(sqltext.TextOf("v")), "dictionary": Dictionary(i)})
			parts = append(parts, LabelsOf(i, name, "LEFT JOIN "+values+" AS d ON d.value IS NOT DISTINCT FROM h.value"))
		}
	}
	for i := range p.Earlier {
		parts = append(parts, sqltext.Fill("SELECT {i}::BIGINT AS i, c, v IS NULL AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM {dictionary}",
			sqltext.Args{"i": sqltext.Int(int64(len(p.QI) + i)), "dictionary": Dictionary(len(p.QI) + i)}))
	}
	AddDomain(&p.Plan, p.Call, Domain, parts)
}

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
		WHERE level >= 1 AND attribute IN ({attributes})
	`, sqltext.Args{
		"fail":        p.Fail("hierarchies must have rows for at least one of the qi columns, with its name as attribute and level 1 or more"),
		"hierarchies": call.HierarchyRows, "attributes": sqltext.List(sqltext.Map(p.QI, func(_ int, name string) sqltext.SQL { return call.AttributeOf(name) })),
	}))
}

// NumberOf is where a value lies among numbers, NULL if it does not.
func NumberOf(v sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		CASE
		    WHEN {is_number} THEN TRY_CAST({v} AS DOUBLE)
		    WHEN {is_date} THEN CASE WHEN isfinite({timestamp}) THEN epoch({timestamp}) END
		    WHEN {is_time} THEN epoch(TRY_CAST({v} AS TIME))
		END`, sqltext.Args{
		"v": v, "is_number": sqltext.HasType(v, sqltext.NumericTypes), "is_date": sqltext.HasType(v, sqltext.DateTypes), "is_time": sqltext.HasType(v, "TIME"),
		"timestamp": "TRY_CAST(" + v + " AS TIMESTAMP)",
	})
}
