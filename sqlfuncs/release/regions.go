package release

import (
	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// What a release shows of its QI groups. The kernel has regions in codes, or labels;
// plans write them in the columns' own values.

// The CTEs of regions, each of all columns, so that a plan has as many operators for hundreds of
// them as for two.
const (
	// regionRows are the regions of the groups g in the columns i, in codes.
	regionRows = sqltext.SQL("__skyline_region_rows")
	// ends are the codes c of a column i that are ends of regions, and the texts of the values
	// that are shown for them, as the low and the high end; is_below where scales end, as Ends has it.
	ends = sqltext.SQL("__skyline_ends")
	// texts are regionRows with the texts low and high, and text, what is shown.
	texts = sqltext.SQL("__skyline_texts")
)

// ShownColumn is the column of Regions that shows the i-th quasi-identifier.
func ShownColumn(i int) sqltext.SQL { return "v" + sqltext.Int(int64(i)+1) }

// AddRegions adds Regions: for each QI group its number g, from 1, its size, and its
// region in each column, v1, v2, …, written for people who read.
func (p *ReleasePlan) AddRegions() { p.addRegions(outputGeneralized) }

// addRegions is AddRegions for an output: those who compute get bounds, or numbers.
func (p *ReleasePlan) addRegions(output string) {
	p.addRegionRows()
	p.addEnds()
	text, label, below := closedText(), sqltext.SQL("label"), sqltext.SQL("")
	if open := p.openColumns(); open != nil {
		isOpen := "i IN (" + sqltext.List(open) + ")"
		text = sqltext.Fill("CASE WHEN r.{is_open} THEN {open} ELSE {closed} END", sqltext.Args{"is_open": isOpen, "open": openText(), "closed": text})
		label = sqltext.Fill("CASE WHEN {is_open} AND low IS NOT NULL AND (low_end IS NULL OR high_end IS NULL) THEN text ELSE label END", sqltext.Args{"is_open": isOpen})
		below = ", high.is_below"
	}
	p.Keep(texts, "what the groups cover, by column", sqltext.Fill(`
		SELECT r.*, {text} AS text
		FROM (
		    SELECT r.i, r.g, r.size, r.has_null, r.label, r.level, r.low, r.high, low.low AS low_end, high.high AS high_end{below}
		    FROM {rows} AS r
		        LEFT JOIN {ends} AS low ON low.i = r.i AND low.c = r.low
		        LEFT JOIN {ends} AS high ON high.i = r.i AND high.c = r.high
		) AS r
	`, sqltext.Args{"text": sqltext.ShownAs(text), "below": below, "rows": regionRows, "ends": ends}))
	switch output {
	case outputBounds:
		p.addBesideTypes("struct_pack(low := low_end, high := high_end, has_null := has_null, label := "+label+")", p.shownBounds)
	case outputMean, outputMedian, outputCentre:
		p.addBesideTypes("struct_pack(low := low_end, high := high_end, label := label, text := text)", p.shownNumbers)
	default:
		p.Keep(Regions, "what the groups cover", p.together(texts, "text", "v#"))
	}
}

// addRegionRows adds regionRows.
func (p *ReleasePlan) addRegionRows() {
	p.Keep(regionRows, "what the groups cover, in codes", sqltext.Fill("SELECT UNNEST(__skyline_regions(release), recursive := true) FROM {release}", sqltext.Args{"release": Release}))
}

// together is the SELECT of the groups of rows by column: g, size, and what the rows have for
// each column, under numbered names. It takes them out of a map: to find an element of a list
// by its number is another thing to DuckDB 1.4.0 with old_implicit_casting, and hundreds of
// aggregates with a filter each take quadratic time.
func (p *ReleasePlan) together(rows, what, names sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT g, size, {columns}
		FROM (SELECT g, any_value(size) AS size, map(list(i ORDER BY i ASC), list({what} ORDER BY i ASC)) AS m FROM {rows} GROUP BY g)
	`, sqltext.Args{
		"columns": sqltext.List(sqltext.Map(sqltext.Numbered(len(p.QI), names), func(i int, name sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("map_extract_value(m, {i}::BIGINT) AS {name}", sqltext.Args{"i": sqltext.Int(int64(i)), "name": name})
		})), "what": what, "rows": rows,
	})
}

// addEnds adds ends: of values that rows stand for, or else of dictionaries.
func (p *ReleasePlan) addEnds() {
	why := "the ends of what the groups cover, as texts"
	if !p.Has(representatives) {
		p.Keep(ends, why, sqltext.Join("\nUNION ALL\n", sqltext.Map(p.QI, func(i int, _ string) sqltext.SQL {
			return sqltext.Fill(`
				SELECT {i} AS i, c, {text} AS low, {text} AS high
				FROM {dictionary}
				WHERE c IN (SELECT low FROM {rows} WHERE i = {i} UNION ALL SELECT high FROM {rows} WHERE i = {i})
			`, sqltext.Args{"i": sqltext.Int(int64(i)), "text": sqltext.TextOf("v"), "dictionary": Dictionary(i), "rows": regionRows})
		})...))
		return
	}
	keys := p.Keys()
	columns := append(p.CellKeys(), "codes", "mask")
	end := func(i int, high bool) sqltext.SQL {
		if !p.isRounded(i) {
			return keys[i]
		}
		name := sqltext.SQL("low")
		if high {
			name = "high"
		}
		return name + sqltext.Int(int64(i)+1)
	}
	for i, key := range keys {
		if p.ends.has(i) {
			columns = append(columns, sqltext.Fill("CASE WHEN {stands} THEN {below} END AS below{n}", sqltext.Args{"stands": standsFor(i), "below": p.isBelow(i, key), "n": sqltext.Int(int64(i) + 1)}))
		}
		for _, high := range []bool{false, true} {
			if p.isRounded(i) {
				columns = append(columns, sqltext.Fill("CASE WHEN {stands} THEN {shown} END AS {name}",
					sqltext.Args{"stands": standsFor(i), "shown": p.shownEnd(i, key, high), "name": end(i, high)}))
			}
		}
	}
	of := []valueColumn{
		{"low", func(i int, _ sqltext.SQL) sqltext.SQL { return sqltext.TextOf(end(i, false)) }, false},
		{"high", func(i int, _ sqltext.SQL) sqltext.SQL { return sqltext.TextOf(end(i, true)) }, false},
	}
	if p.openColumns() != nil {
		of = append(of, valueColumn{"is_below", func(i int, _ sqltext.SQL) sqltext.SQL {
			if !p.ends.has(i) {
				return "false"
			}
			return "below" + sqltext.Int(int64(i)+1)
		}, false})
	}
	rows := sqltext.Fill(`
		(
		    SELECT {columns}
		    FROM (
		        SELECT *, {mask} AS mask
		        FROM (SELECT {keys}, __skyline_ends(rel.release, x.codes) AS codes FROM {representatives} AS x CROSS JOIN {release} AS rel)
		        WHERE len(codes) > 0
		    ){steps}
		)`, sqltext.Args{"columns": sqltext.List(columns), "keys": sqltext.List(p.CellKeys()), "mask": maskOf, "representatives": representatives, "release": Release, "steps": p.besideSteps()})
	p.Keep(ends, why, p.eachValue(rows, of...))
}

// ShownText is a region r of a column as a text: a value, a range, or the label that the kernel has
// written. It has the columns low and high (codes), has_null, label, and the texts low_end and
// high_end; is_below where the column's scale ends.
func (p *ReleasePlan) ShownText(i int) sqltext.SQL {
	if p.ends.has(i) {
		return sqltext.ShownAs(openText())
	}
	return sqltext.ShownAs(closedText())
}

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

// addBesideTypes adds Regions: what shown returns for a column whose type own has, of the struct
// what that texts have for it.
func (p *ReleasePlan) addBesideTypes(what sqltext.SQL, shown func(own, low, high, x sqltext.SQL) sqltext.SQL) {
	var read, columns []sqltext.SQL
	for i := range p.QI {
		number := sqltext.Int(int64(i) + 1)
		own, low, high, x := "t.o"+number, "low"+number, "high"+number, "x"+number
		read = append(read, sqltext.CastLike("struct_extract("+x+", 'low')", own)+" AS "+low, sqltext.CastLike("struct_extract("+x+", 'high')", own)+" AS "+high)
		columns = append(columns, shown(own, low, high, x)+" AS "+ShownColumn(i))
	}
	p.Keep(Regions, "what the groups cover", sqltext.Fill(`
		SELECT g, size, {columns}
		FROM (SELECT r.*, {read} FROM ({together}) AS r CROSS JOIN {types} AS t) AS r CROSS JOIN {types} AS t
	`, sqltext.Args{"columns": sqltext.List(columns), "read": sqltext.List(read), "together": p.together(texts, what, "x#"), "types": people.Types}))
}

// shownBounds is a region for those who compute. A text that cannot be read back is an error:
// DuckDB's own message would show it.
func (p *ReleasePlan) shownBounds(_, low, high, x sqltext.SQL) sqltext.SQL {
	end := func(name, end sqltext.SQL) sqltext.SQL {
		return sqltext.PlainEnum(sqltext.Fill("CASE WHEN {end} IS NULL AND struct_extract({x}, {name}) IS NOT NULL THEN {fail} ELSE {end} END", sqltext.Args{
			"end": end, "x": x, "name": sqltext.Text(string(name)), "fail": p.Call.FailUnread(),
		}))
	}
	return sqltext.Fill(`struct_pack("low" := {low}, "high" := {high}, "has_null" := struct_extract({x}, 'has_null'), "label" := struct_extract({x}, 'label'))`, sqltext.Args{
		"low": end("low", low), "high": end("high", high), "x": x,
	})
}

// shownNumbers is shownNumber of what addRegions has for it.
func (p *ReleasePlan) shownNumbers(own, low, high, x sqltext.SQL) sqltext.SQL {
	return p.shownNumber(own, low, high, "struct_extract("+x+", 'label')", "struct_extract("+x+", 'text')")
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
func LabelTexts() sqltext.SQL {
	return sqltext.Fill("SELECT i, {t} AS t, level FROM {texts}", sqltext.Args{"t": sqltext.Encoded("text"), "texts": texts})
}

// quoted returns names as they are written in SQL.
func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = string(sqltext.Ident(name))
	}
	return out
}
