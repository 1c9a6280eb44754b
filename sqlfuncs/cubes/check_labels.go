package cubes

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// What a column's labels are: its values, and the labels of its hierarchy above them. For column i there are
//
//	valuesOf(i)  v and its code c, from 1 on in the order of values; with hierarchies its text as well
//	nodesOf(i)   each label: code c, level, label; the code up and the label up_label of the next label above
//	                it that covers more values, 0 and NULL for the total; several, whether that does
//	upsOf(i)     each value c with everything that it adds up to, up: the labels above it, and the total, 0

func valuesOf(i int) sqltext.SQL { return "__skyline_v" + sqltext.Int(int64(i)+1) }
func nodesOf(i int) sqltext.SQL  { return "__skyline_n" + sqltext.Int(int64(i)+1) }
func upsOf(i int) sqltext.SQL    { return "__skyline_u" + sqltext.Int(int64(i)+1) }

// addLabels adds the labels of all columns.
func (k *checking) addLabels() {
	for i, key := range k.keys() {
		text := sqltext.SQL("")
		if k.hierarchies != "" {
			text = sqltext.TextOf("v") + " AS text, "
		}
		k.Keep(valuesOf(i), "the values of "+string(key), sqltext.Fill(
			"SELECT v, {text}row_number() OVER (ORDER BY v ASC NULLS LAST) AS c FROM (SELECT DISTINCT {key} AS v FROM {finest})", sqltext.Args{"text": text, "key": key, "finest": finestName}))
	}
	if k.hierarchies != "" {
		k.addHierarchies()
		return
	}
	for i := range k.by {
		k.With(nodesOf(i), "its labels: the values", sqltext.Fill(
			"SELECT c, 0::BIGINT AS level, v AS label, 0::BIGINT AS up, NULL::VARCHAR AS up_label, count(*) OVER () > 1 AS several FROM {values}", sqltext.Args{"values": valuesOf(i)}))
		k.With(upsOf(i), "what they add up to: the total", sqltext.Fill(
			"SELECT c, 0::BIGINT AS up FROM {values}", sqltext.Args{"values": valuesOf(i)}))
	}
}

// addHierarchies adds the labels of all columns where some have a hierarchy.
func (k *checking) addHierarchies() {
	call.AddHierarchies(&k.Plan, k.hierarchies)
	k.call.GuardLabels(&k.Plan, k.by)
	k.guardAttributes()
	release.AddDomainLabels(&k.Plan, k.call, &release.DomainLabels{Columns: k.by, Values: func(i int) sqltext.SQL {
		return sqltext.Fill("SELECT v FROM {values}", sqltext.Args{"values": valuesOf(i)})
	}})
	for i := range k.by {
		k.addNodes(i)
	}
}

// guardAttributes makes sure that some column of by has a hierarchy.
func (k *checking) guardAttributes() {
	k.Guard("__skyline_found", "some column has a hierarchy", sqltext.Fill(`
		SELECT CASE WHEN count(*) = 0 THEN {fail} ELSE true END AS ok
		FROM {hierarchies}
		WHERE level >= 1 AND attribute IN ({attributes})
	`, sqltext.Args{
		"fail":        k.Fail("hierarchies must have rows for at least one column of by, with its name as attribute and level 1 or more"),
		"hierarchies": call.HierarchyRows, "attributes": sqltext.List(sqltext.Map(k.by, func(_ int, name string) sqltext.SQL { return call.AttributeOf(name) })),
	}))
}

// addNodes adds the labels of a column that may have a hierarchy. A label that stands for the same values at several
// levels is one; "*" is the total.
func (k *checking) addNodes(i int) {
	number := sqltext.Int(int64(i) + 1)
	found, steps, above := "__skyline_f"+number, "__skyline_s"+number, "__skyline_a"+number
	k.Keep(found, "the labels above each value, by their bytes", sqltext.Fill(`
		SELECT b.c, l.level, l.label, {key} AS key
		FROM {values} AS b JOIN {dictionary} AS d ON d.i = {i} AND d.t IS NOT DISTINCT FROM {text} JOIN {labels} AS l ON l.i = {i} AND l.c = d.c
		WHERE {key} <> {everything} AND {key} IS DISTINCT FROM {text} AND NOT (b.text IS NULL AND {key} = {null})
	`, sqltext.Args{
		"key": sqltext.Encoded("l.label"), "text": sqltext.Encoded("b.text"), "values": valuesOf(i), "dictionary": release.WholeDictionary, "labels": release.Labels, "i": sqltext.Int(int64(i)),
		"everything": sqltext.Encoded("'*'"), "null": sqltext.Encoded(sqltext.Text(people.NullKey)),
	}))
	k.Guard("__skyline_g"+number, "each label stands for the same values wherever it is", sqltext.Fill(`
		SELECT CASE WHEN count(*) > 0 THEN {fail} ELSE true END AS ok
		FROM (
		    SELECT key FROM {found} GROUP BY key HAVING count(*) <> count(DISTINCT level) * count(DISTINCT c)
		    UNION ALL
		    SELECT f.key FROM {found} AS f JOIN {values} AS b ON {text} = f.key
		)
	`, sqltext.Args{
		"fail": k.call.FailCounted("hierarchies must have labels that stand for the same values wherever they are, since a cell is known by its labels, and "+string(sqltext.Ident(k.by[i]))+" has labels that do not, or that are a value too: ",
			"count(DISTINCT key)", "; FROM hierarchy_check(…) calls them labels of different values; rename them"),
		"found": found, "values": valuesOf(i), "text": sqltext.Encoded("b.text"),
	}))
	k.Keep(steps, "each label above a value once", sqltext.Fill(
		"SELECT c, min(level) AS level, any_value(label) AS label, key FROM {found} GROUP BY c, key", sqltext.Args{"found": found}))
	k.Keep(above, "the labels above values, with codes behind theirs, how many values each covers, and one of them", sqltext.Fill(`
		SELECT key, any_value(label) AS label, min(level) AS level, count(*) AS members, min(c) AS one, (SELECT count(*) FROM {values}) + row_number() OVER (ORDER BY min(level), key) AS c
		FROM {steps}
		GROUP BY key
	`, sqltext.Args{"values": valuesOf(i), "steps": steps}))
	k.Keep(nodesOf(i), "all labels", sqltext.Fill(`
		SELECT x.c, x.level, x.label, coalesce(arg_min(a.c, s.level) FILTER (WHERE a.c IS NOT NULL), 0) AS up, arg_min(a.label, s.level) FILTER (WHERE a.c IS NOT NULL) AS up_label,
		    any_value(x.members) < (SELECT count(*) FROM {values}) AS several
		FROM (
		    SELECT c, 0::BIGINT AS level, text AS label, 1 AS members, c AS one FROM {values}
		    UNION ALL
		    SELECT c, level, label, members, one FROM {above}
		) AS x LEFT JOIN {steps} AS s ON s.c = x.one AND s.level > x.level LEFT JOIN {above} AS a ON a.key = s.key AND a.members > x.members
		GROUP BY x.c, x.level, x.label
	`, sqltext.Args{"values": valuesOf(i), "steps": steps, "above": above}))
	k.Keep(upsOf(i), "what the values add up to: the labels above, and the total", sqltext.Fill(`
		SELECT c, 0::BIGINT AS up FROM {values}
		UNION ALL
		SELECT s.c, a.c FROM {steps} AS s JOIN {above} AS a ON a.key = s.key
	`, sqltext.Args{"values": valuesOf(i), "steps": steps, "above": above}))
}
