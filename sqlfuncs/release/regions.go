package release

import (
	"slices"

	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// What a release shows of its QI groups. The kernel has regions in codes, or labels;
// plans write them in the columns' own values.

// The CTEs of regions, each of all columns, so that a plan has as many operators for hundreds of
// them as for two.
const (
	// ends has a row, of which ends is the handle of Ends.
	ends = sqltext.SQL("__skyline_ends")
	// shown are the groups, with lists of what is shown by column, as __skyline_shown has them.
	shown = sqltext.SQL("__skyline_by_group")
)

// ShownColumn is the column of Regions that shows the i-th quasi-identifier.
func ShownColumn(i int) sqltext.SQL { return "v" + sqltext.Int(int64(i)+1) }

// AddRegions adds Regions: for each QI group its number g, from 1, its size, and its
// region in each column, v1, v2, …, written for people who read.
func (p *ReleasePlan) AddRegions() { p.addRegions(outputGeneralized) }

// addRegions is AddRegions for an output: those who compute get bounds, or numbers.
func (p *ReleasePlan) addRegions(output string) {
	p.addEnds()
	p.addShown(ends, output != outputGeneralized)
	switch output {
	case outputBounds:
		p.addBesideTypes(p.shownBounds, "lows", "highs", "has_nulls", "labels")
	case outputMean, outputMedian, outputCentre:
		p.addBesideTypes(p.shownNumber, "lows", "highs", "labels", "texts")
	default:
		p.Keep(Regions, "what the groups cover", p.byColumn(sqltext.Numbered(len(p.QI), "v#"), "texts"))
	}
}

// addShown adds shown, by the ends that there are.
func (p *ReleasePlan) addShown(ends sqltext.SQL, bounds bool) {
	p.Keep(shown, "what the groups cover, by group", sqltext.Fill("SELECT UNNEST(__skyline_shown(r.release, coalesce(e.ends, -1), {bounds}), recursive := true) FROM {release} AS r CROSS JOIN {ends} AS e",
		sqltext.Args{"bounds": sqltext.Bool(bounds), "release": Release, "ends": ends}))
}

// byColumn is the SELECT of the groups: g, size, and a column of names for each element of each of
// lists of shown, list by list. It takes them out of maps: to find an element of a list by its number
// is another thing to DuckDB 1.4.0 with old_implicit_casting.
func (p *ReleasePlan) byColumn(names []sqltext.SQL, lists ...sqltext.SQL) sqltext.SQL {
	maps := sqltext.Map(lists, func(_ int, list sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("map(range({n}), {list}) AS {list}", sqltext.Args{"n": sqltext.Int(int64(len(p.QI))), "list": list})
	})
	return sqltext.Fill("SELECT g, size, {columns} FROM (SELECT g, size, {maps} FROM {shown})", sqltext.Args{
		"columns": sqltext.List(sqltext.Map(names, func(at int, name sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("map_extract_value({list}, {i}::BIGINT) AS {name}", sqltext.Args{"list": lists[at/len(p.QI)], "i": sqltext.Int(int64(at % len(p.QI))), "name": name})
		})), "maps": sqltext.List(maps), "shown": shown,
	})
}

// addEnds adds ends: of the values of all columns at once where ValueTexts has them, unless they are
// to be compared in the column's own type; else by the column's dictionary.
func (p *ReleasePlan) addEnds() {
	var parts, compared []sqltext.SQL
	for i := range p.QI {
		number := sqltext.Int(int64(i))
		if p.Has(ValueTexts) {
			if !p.IsCompared(i) {
				continue
			}
			p.AddDictionary(i)
		}
		compared = append(compared, number)
		below := sqltext.SQL("NULL::BOOLEAN")
		if p.ends.has(i) {
			below = p.isBelow(i, "v")
		}
		parts = append(parts, sqltext.Fill(`
			SELECT {i}::BIGINT AS i, c, {low_text} AS low, {high_text} AS high, is_below
			FROM (
			    SELECT c, {low} AS low, {high} AS high, {below} AS is_below
			    FROM {dictionary} CROSS JOIN {release} AS rel{steps}
			    WHERE __skyline_is_end(rel.release, {i}::BIGINT, c)
			)
		`, sqltext.Args{
			"i": number, "low_text": sqltext.TextOf("low"), "high_text": sqltext.TextOf("high"), "low": p.shownEnd(i, "v", false), "high": p.shownEnd(i, "v", true),
			"below": below, "dictionary": Dictionary(i), "release": Release, "steps": p.besideSteps(),
		}))
	}
	if len(compared) < len(p.QI) {
		parts = append(parts, p.endsOfTexts(compared))
	}
	p.Keep(ends, "the ends of what the groups cover, as texts", sqltext.Fill(`
		SELECT __skyline_end_texts({key}, {function}, i, c, low, high, is_below, {apart})::BIGINT AS ends
		FROM (
		    {parts}
		)
	`, sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(p.Call.Function.Name), "apart": sqltext.Apart, "parts": sqltext.Join("\nUNION ALL\n", parts...)}))
}

// endsOfTexts is the SELECT of the ends in all columns but some, of ValueTexts.
func (p *ReleasePlan) endsOfTexts(without []sqltext.SQL) sqltext.SQL {
	where := p.ofColumns()
	if without != nil {
		where += " AND i NOT IN (" + sqltext.List(without) + ")"
	}
	return sqltext.Fill("SELECT i, c, low, high, NULL::BOOLEAN AS is_below FROM ({ends})", sqltext.Args{
		"ends": p.shownEnds(sqltext.Fill("SELECT * FROM {texts} CROSS JOIN (SELECT release FROM {release}) WHERE {where} AND __skyline_is_end(release, i, c)",
			sqltext.Args{"texts": ValueTexts, "release": Release, "where": where})),
	})
}

// shownEnds is the SELECT of rows like ValueTexts, and of what their values are shown as at the low and
// the high end of a region.
func (p *ReleasePlan) shownEnds(rows sqltext.SQL) sqltext.SQL {
	if !slices.ContainsFunc(p.steps, func(step string) bool { return step != noRounding }) {
		return sqltext.Fill("SELECT i, c, type, text, text AS low, text AS high FROM ({rows})", sqltext.Args{"rows": rows})
	}
	return sqltext.Fill(`
		SELECT i, c, type, text, {low} AS low, {high} AS high
		FROM (
		    SELECT x.*, __skyline_round(x.type, s.step, x.text, false) AS down, __skyline_round(x.type, s.step, x.text, true) AS up
		    FROM ({rows}) AS x
		    JOIN (SELECT UNNEST(range({n})) AS i, UNNEST(list_value({steps})) AS step FROM {all}) AS s ON s.i = x.i
		)
	`, sqltext.Args{
		"rows": rows, "n": sqltext.Int(int64(len(p.QI))), "steps": sqltext.List(sqltext.Map(p.QI, func(i int, _ string) sqltext.SQL { return stepColumn(i) })), "all": stepsName,
		"low": roundedText("down", "<="), "high": roundedText("up", ">="),
	})
}

// EndTexts is the CTE that AddEndTexts adds.
const EndTexts = sqltext.SQL("__skyline_end_values")

// AddEndTexts adds EndTexts, after AddValues and AddOwnDomain: of values, a SELECT of different columns i and codes c, the
// type and text of each, low and high, what it is shown as at the ends of a region, and is_read, whether
// its text can be read back.
func (p *ReleasePlan) AddEndTexts(values sqltext.SQL) {
	keys := p.Keys()
	unread := sqltext.Fill(`
		SELECT i, c
		FROM (
		    SELECT UNNEST(range({n})) AS i, UNNEST(codes) AS c, UNNEST(list_value({unread})) AS unread
		    FROM {rows}
		)
		WHERE unread
	`, sqltext.Args{
		"n": sqltext.Int(int64(len(keys))), "rows": p.standingFor(values),
		"unread": sqltext.List(sqltext.Map(keys, func(i int, key sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("CASE WHEN {stands} THEN {read} IS DISTINCT FROM {key} END", sqltext.Args{"stands": standsFor(i), "read": sqltext.CastLike(sqltext.TextOf(key), key), "key": key})
		})),
	})
	// No SEMI JOIN: DuckDB has none in a subquery that is computed anew for rows of the query around it.
	p.Keep(EndTexts, "the ends of what the groups cover, as texts", sqltext.Fill(`
		SELECT e.*, u.c IS NULL AS is_read
		FROM (
		    {ends}
		) AS e LEFT JOIN ({unread}) AS u ON u.i = e.i AND u.c = e.c
	`, sqltext.Args{"ends": p.shownEnds("SELECT * FROM " + ValueTexts + " JOIN (" + values + ") AS v USING (i, c)"), "unread": unread}))
}

// ShownText is a region r of a column as a text: a value, a range, or the label that the kernel has
// written. It has the columns low and high (codes), has_null, label, and the texts low_end and
// high_end; is_below where the column's scale ends.
func (p *ReleasePlan) ShownText(i int) sqltext.SQL {
	if p.ends.has(i) {
		return sqltext.ShownAs(openText())
	}
	return ShownBetween()
}

// ShownBetween is ShownText of a column whose scale does not end.
func ShownBetween() sqltext.SQL { return sqltext.ShownAs(closedText()) }

// closedText is ShownText where no scale ends, and openText where one does.
func closedText() sqltext.SQL {
	return shownText("__skyline_label(r.low_end, CASE WHEN r.low <> r.high OR r.low_end IS DISTINCT FROM r.high_end THEN r.high_end END, r.has_null)")
}

func openText() sqltext.SQL {
	return shownText("__skyline_label_open(r.low_end, r.high_end, r.is_below, r.has_null)")
}

// shownText is a region r as a text, of which ofEnds is the label where the kernel has written none.
func shownText(ofEnds sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		CASE
		    WHEN r.label IS NOT NULL THEN r.label
		    WHEN r.low IS NULL THEN NULL
		    ELSE {label}
		END`, sqltext.Args{"label": ofEnds})
}

// addBesideTypes adds Regions: what shownAs returns for a column whose type own has, and for what it
// has in lists of shown. The first two are ends, which it gets in the column's type, x1 and x2, beside
// their texts.
func (p *ReleasePlan) addBesideTypes(shownAs func(own, low, high sqltext.SQL, of func(list sqltext.SQL) sqltext.SQL) sqltext.SQL, lists ...sqltext.SQL) {
	var names, read, columns []sqltext.SQL
	for _, list := range lists {
		names = append(names, sqltext.Numbered(len(p.QI), list+"#")...)
	}
	for i := range p.QI {
		number := sqltext.Int(int64(i) + 1)
		own, low, high := "t.o"+number, "low"+number, "high"+number
		read = append(read, sqltext.CastLike(lists[0]+number, own)+" AS "+low, sqltext.CastLike(lists[1]+number, own)+" AS "+high)
		columns = append(columns, shownAs(own, low, high, func(list sqltext.SQL) sqltext.SQL { return list + number })+" AS "+ShownColumn(i))
	}
	p.Keep(Regions, "what the groups cover", sqltext.Fill(`
		SELECT g, size, {columns}
		FROM (SELECT r.*, {read} FROM ({by_column}) AS r CROSS JOIN {types} AS t) AS r CROSS JOIN {types} AS t
	`, sqltext.Args{"columns": sqltext.List(columns), "read": sqltext.List(read), "by_column": p.byColumn(names, lists...), "types": people.Types}))
}

// shownBounds is a region for those who compute. A text that cannot be read back is an error:
// DuckDB's own message would show it.
func (p *ReleasePlan) shownBounds(_, low, high sqltext.SQL, of func(list sqltext.SQL) sqltext.SQL) sqltext.SQL {
	end := func(end, text sqltext.SQL) sqltext.SQL {
		return sqltext.PlainEnum(sqltext.Fill("CASE WHEN {end} IS NULL AND {text} IS NOT NULL THEN {fail} ELSE {end} END", sqltext.Args{"end": end, "text": text, "fail": p.Call.FailUnread()}))
	}
	return sqltext.Fill(`struct_pack("low" := {low}, "high" := {high}, "has_null" := {has_null}, "label" := {label})`, sqltext.Args{
		"low": end(low, of("lows")), "high": end(high, of("highs")), "has_null": of("has_nulls"), "label": of("labels"),
	})
}

// GuardLabels adds a guard that what is published says which values are meant: no label of
// a hierarchy is that of another level too, or a value, where both are in the release; but
// "*" is anything at any level. (Each group has the lowest label that covers it, so two levels are two sets of values.)
// labels is the SELECT of the columns i, texts t and levels of the groups. It returns the
// join with the guard.
func (p *ReleasePlan) GuardLabels(labels sqltext.SQL) sqltext.SQL {
	if p.Hierarchies == "" {
		return ""
	}
	const guard = sqltext.SQL("__skyline_told")
	name := sqltext.Element(sqltext.Texts(quoted(p.QI)), "min(i) + 1")
	p.With(guard, "labels are of one level each", sqltext.Fill(`
		SELECT CASE WHEN count(*) > 0 THEN {fail} ELSE true END AS ok
		FROM (
		    SELECT i, count(*) AS n
		    FROM (SELECT i, t FROM ({labels}) GROUP BY i, t HAVING min(level) < max(level) AND (min(level) = 0 OR t <> {everything}))
		    GROUP BY i
		)
	`, sqltext.Args{
		"labels": labels, "everything": sqltext.Encoded(sqltext.Text(hierarchy.Everything)),
		"fail": p.Call.FailCounted("hierarchies must have different labels for different values, and the number of labels of ",
			name+", "+sqltext.Text(" in this release that stand for one set of values in some groups and another in others is ")+", arg_min(n, i)", "; FROM hierarchy_check(…) says where there are such labels; rename them"),
	}))
	return " JOIN " + guard + " ON " + guard + ".ok"
}

// LabelTexts is what GuardLabels takes of the regions that AddRegions has added.
func (p *ReleasePlan) LabelTexts() sqltext.SQL {
	return sqltext.Fill("SELECT i, {t} AS t, level FROM (SELECT UNNEST(range({n})) AS i, UNNEST(texts) AS text, UNNEST(levels) AS level FROM {shown})",
		sqltext.Args{"t": sqltext.Encoded("text"), "n": sqltext.Int(int64(len(p.QI))), "shown": shown})
}

// quoted returns names as they are written in SQL.
func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = string(sqltext.Ident(name))
	}
	return out
}
