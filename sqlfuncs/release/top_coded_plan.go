package release

import (
	"encoding/json"
	"fmt"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// The CTEs of top_coded.
const (
	codedValues = sqltext.SQL("__skyline_values")
	thresholds  = sqltext.SQL("__skyline_thresholds")
)

// topCoded is a call of top_coded, and its plan. In it o1, o2, … are the coded columns, and
// t1, t2, … the thresholds.
type topCoded struct {
	sqltext.Plan
	*people.Input
	codings []coding
	columns []string
}

func planTopCoded(c *call.Call) (sqltext.SQL, error) {
	p := &topCoded{}
	var err error
	if p.codings, p.columns, err = readCodings(c); err != nil {
		return "", err
	}
	output, err := c.Choice("output", outputValues, outputLabels, outputCounts)
	if err != nil {
		return "", err
	}
	roles := make([]call.Role, len(sides))
	for i, s := range sides {
		roles[i].Param = s.name
		for _, t := range p.codings {
			if t.name == s.name && !call.ContainsName(roles[0].Columns, t.column) {
				roles[i].Columns = append(roles[i].Columns, t.column)
			}
		}
	}
	if p.Input, err = people.NewTable(c, roles...); err != nil {
		return "", err
	}
	counts := output == outputCounts
	for i := range p.codings {
		counts = counts || p.codings[i].byShare
	}
	if counts {
		p.Keep(Table, "the table, read once", sqltext.Fill("SELECT * FROM {source} AS tbl", sqltext.Args{"source": p.Source}))
		p.Source = Table
	}
	p.addTypes()
	if counts {
		p.addValues(output == outputCounts)
	}
	p.addThresholds()
	if output == outputCounts {
		return p.Statement(p.counts()), nil
	}
	return p.Statement(sqltext.Fill("SELECT tbl.*{replacing} FROM {source} AS tbl CROSS JOIN {thresholds} AS t", sqltext.Args{
		"source": p.Source, "thresholds": thresholds,
		"replacing": Replacing(p.columns, func(at int) sqltext.SQL { return p.coded(at, output == outputLabels) }),
	})), nil
}

func ownColumn(at int) sqltext.SQL { return "o" + sqltext.Int(int64(at)+1) }

// addTypes adds the columns' types, and guards that they have an order and that thresholds
// are of them.
func (p *topCoded) addTypes() {
	columns := sqltext.Map(p.columns, func(at int, name string) sqltext.SQL { return p.Column(name) + " AS " + ownColumn(at) })
	if p.Weight != "" {
		columns = append(columns, p.Column(p.Weight)+" AS w")
	}
	people.AddTypesOf(&p.Plan, columns, p.Source)
	oks := sqltext.Map(p.codings, func(_ int, t coding) sqltext.SQL {
		return t.fits(p.Input, orderedTypes, "columns of numbers, dates, times or an ENUM", "cast it to an ENUM of its values in their order in a query given as tbl")
	})
	if p.Weight != "" {
		oks = append(oks, p.WeightIsInteger("tbl"))
	}
	p.Guard("__skyline_fits", "columns have an order, and thresholds are of their types", sqltext.Fill("SELECT {ok} AS ok FROM {types}", sqltext.Args{
		"ok": sqltext.Join(" AND ", oks...), "types": people.Types,
	}))
}

// fits is true where a coding is one of its column's type, and an error elsewhere. types are those
// that columns may have, what are these in words, and way is the way out.
func (t *coding) fits(in *people.Input, types, what, way string) sqltext.SQL {
	own, name := ownColumn(t.at), string(sqltext.Ident(t.column))
	ok := sqltext.SQL("true")
	if !t.byShare {
		ok = sqltext.Fill("CASE WHEN {value} IS NULL OR {inexact} THEN {fail} ELSE true END", sqltext.Args{
			"value": t.given(), "fail": in.Fail(t.name + ": the threshold of " + name + " must be a value of the column's type, got " + call.Show(t.shown())),
			// What has no float of its own is rounded to one, as all its values are.
			"inexact": sqltext.Fill("{is_exact} AND TRY_CAST({value} AS DOUBLE) IS DISTINCT FROM TRY_CAST({text} AS DOUBLE)", sqltext.Args{
				"is_exact": sqltext.HasType(own, exactTypes), "value": t.given(), "text": sqltext.Text(t.value),
			}),
		})
	}
	return sqltext.Fill("CASE WHEN {ordered} THEN {ok} ELSE {fail} END", sqltext.Args{
		"ordered": sqltext.HasType(own, types), "ok": ok,
		"fail": in.Fail(t.name + " must name " + what + ", got " + name + "; " + way),
	})
}

const (
	exactTypes   = sqltext.IntegerTypes + `|` + sqltext.LongIntegerTypes + `|DECIMAL\([0-9,]*\)`
	orderedTypes = "(?s:" + sqltext.RangeTypes + ")"
	floatTypes   = "FLOAT|DOUBLE"
)

// given is the value of a threshold that is given, in the column's type.
func (t *coding) given() sqltext.SQL {
	return sqltext.WhollyLike(sqltext.Text(t.value), ownColumn(t.at))
}

// shown is a threshold as the call has it.
func (t *coding) shown() any {
	if json.Valid([]byte(t.value)) {
		return json.Number(t.value)
	}
	return t.value
}

// addValues adds the values of people, and how many people have each, for all codings or
// those by share.
func (p *topCoded) addValues(all bool) {
	columns := sqltext.Map(p.columns, func(at int, name string) sqltext.SQL { return p.Column(name) + " AS " + ownColumn(at) })
	n := sqltext.SQL("1")
	switch {
	case p.Person != "":
		person := p.Column(p.Person)
		columns = append(columns, sqltext.Fill("CASE WHEN {person} IS NULL THEN {fail} ELSE {key} END AS p", sqltext.Args{
			"person": person, "key": sqltext.Canonical(person), "fail": p.Fail("person must not be NULL; filter such rows in a query given as tbl"),
		}))
	case p.Weight != "":
		columns = append(columns, p.Column(p.Weight)+" AS w")
		n = p.WeightOfRow("tbl")
	}
	// Guards first: a weight of another type is an error of its own.
	p.With(codedValues, "the values of coded columns, and how many people each is of", sqltext.Fill(`
		SELECT x.*, {n} AS n
		FROM (SELECT {columns} FROM {source} AS tbl) AS x{guards}
	`, sqltext.Args{"n": n, "columns": sqltext.List(columns), "source": p.Source, "guards": p.Guards()}))
	for i := range p.codings {
		t := &p.codings[i]
		if !all && !t.byShare {
			continue
		}
		own := ownColumn(t.at)
		where := sqltext.Fill("{own} IS NOT NULL AND NOT {nan} AND n > 0", sqltext.Args{"own": own, "nan": isNaN(own, sqltext.CastLike("'inf'", own))})
		query := sqltext.Fill("SELECT {own} AS v, sum(n) AS n FROM {values} WHERE {where} GROUP BY {own}", sqltext.Args{"own": own, "values": codedValues, "where": where})
		if p.Person != "" {
			query = sqltext.Fill(`
				SELECT v, count(*) AS n
				FROM (SELECT {most}({own}) AS v FROM {values} WHERE {where} GROUP BY p)
				GROUP BY v
			`, sqltext.Args{"most": t.most, "own": own, "values": codedValues, "where": where})
		}
		p.Keep(p.counted(t), fmt.Sprintf("how many people have each value, for %s", t.threshold()), query)
	}
}

// counted is the CTE of the values v of a coding's column, and how many people n have each.
func (p *topCoded) counted(t *coding) sqltext.SQL {
	return "__skyline_n" + sqltext.Int(int64(t.number))
}

// howMany is how many people n counts together, or those that a FILTER leaves.
func (p *topCoded) howMany(filter sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("CASE WHEN coalesce(sum(n){filter}, 0) > 9223372036854775807 THEN {fail} ELSE coalesce(sum(n){filter}, 0)::BIGINT END", sqltext.Args{
		"filter": filter, "fail": p.Fail("weight must add up to at most 9223372036854775807"),
	})
}

// isNaN is whether a value is NaN, which is above all others. infinity is that of its type.
func isNaN(v, infinity sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("coalesce({is_float} AND {v} > {infinity}, false)", sqltext.Args{"is_float": sqltext.HasType(v, floatTypes), "v": v, "infinity": infinity})
}

// addThresholds adds the thresholds, in one row. Those of a column's two sides must be in
// order.
func (p *topCoded) addThresholds() {
	columns := sqltext.Map(p.codings, func(_ int, t coding) sqltext.SQL {
		if !t.byShare {
			return t.given() + " AS " + t.threshold()
		}
		return sqltext.Fill(`
			(
			    SELECT {least}(v)
			    FROM (SELECT v, coalesce(sum(n) OVER (ORDER BY v {order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS beyond FROM {counted})
			    WHERE beyond <= __skyline_at_most({share}, (SELECT {people} FROM {counted}))
			) AS {threshold}`, sqltext.Args{
			"least": t.least, "order": t.order, "counted": p.counted(&t), "share": sqltext.Float(t.share), "people": p.howMany(""), "threshold": t.threshold(),
		})
	})
	infinities := sqltext.Map(p.columns, func(at int, _ string) sqltext.SQL {
		own := ownColumn(at)
		return sqltext.Fill("CASE WHEN {is_float} THEN {infinity} END AS {name}", sqltext.Args{"is_float": sqltext.HasType(own, floatTypes), "infinity": sqltext.CastLike("'inf'", own), "name": infinityColumn(at)})
	})
	const unordered = sqltext.SQL("__skyline_given")
	p.With(unordered, "the thresholds, and infinity where a column has one", sqltext.Fill("SELECT {columns} FROM {types} AS x{guards}", sqltext.Args{
		"columns": sqltext.List(append(columns, infinities...)), "types": people.Types, "guards": p.Guards(),
	}))
	ordered := []sqltext.SQL{"true"}
	for at, name := range p.columns {
		if top, bottom := p.of(at, "top"), p.of(at, "bottom"); top != nil && bottom != nil {
			ordered = append(ordered, sqltext.Fill("CASE WHEN {top} < {bottom} THEN {fail} ELSE true END", sqltext.Args{
				"top": top.threshold(), "bottom": bottom.threshold(),
				"fail": p.Fail(fmt.Sprintf("top must not have a smaller threshold than bottom, and has for %s; give smaller shares, or other values", sqltext.Ident(name))),
			}))
		}
	}
	p.Keep(thresholds, "the thresholds, that of top above that of bottom", sqltext.Fill("SELECT * FROM {unordered} WHERE {ordered}", sqltext.Args{
		"unordered": unordered, "ordered": sqltext.Join(" AND ", ordered...),
	}))
}

func infinityColumn(at int) sqltext.SQL { return "inf" + sqltext.Int(int64(at)+1) }

// of is the coding of a column on a side, nil for none.
func (p *topCoded) of(at int, side string) *coding {
	for i := range p.codings {
		if t := &p.codings[i]; t.at == at && t.name == side {
			return t
		}
	}
	return nil
}

// coded is a column's value, coded.
func (p *topCoded) coded(at int, labels bool) sqltext.SQL {
	v := p.Column(p.columns[at])
	own := v
	if labels {
		own = v + "::VARCHAR"
	}
	whens := sqltext.Fill("WHEN {nan} THEN {own}", sqltext.Args{"nan": isNaN(v, "t."+infinityColumn(at)), "own": own})
	for _, s := range sides {
		t := p.of(at, s.name)
		if t == nil {
			continue
		}
		end, beyond := "t."+t.threshold(), s.beyond
		if labels {
			end, beyond = sqltext.Fill("concat({written}, {end}::VARCHAR)", sqltext.Args{"written": sqltext.Text(s.written), "end": end}), beyond+"="
		}
		whens += sqltext.Fill(" WHEN {v} {beyond} t.{threshold} THEN {end}", sqltext.Args{"v": v, "beyond": beyond, "threshold": t.threshold(), "end": end})
	}
	return "CASE " + whens + " ELSE " + own + " END"
}

// counts is the SELECT of a row for each coding.
func (p *topCoded) counts() sqltext.SQL {
	rows := sqltext.Map(p.codings, func(i int, t coding) sqltext.SQL {
		filter := func(comparison sqltext.SQL) sqltext.SQL {
			return sqltext.Fill(" FILTER (WHERE v {comparison} t.{threshold})", sqltext.Args{"comparison": comparison, "threshold": t.threshold()})
		}
		return sqltext.Fill(`
			SELECT {i} AS i, {column} AS column_name, {side} AS side, any_value(t.{threshold})::VARCHAR AS threshold, {people} AS people, {changed} AS changed, {alike} AS alike
			FROM {thresholds} AS t LEFT JOIN {counted} ON true
		`, sqltext.Args{
			"i": sqltext.Int(int64(i)), "column": sqltext.Text(t.column), "side": sqltext.Text(t.name), "threshold": t.threshold(), "thresholds": thresholds, "counted": p.counted(&t),
			"people": p.howMany(""), "changed": p.howMany(filter(t.beyond)), "alike": p.howMany(filter(t.beyond + "=")),
		})
	})
	return sqltext.Fill("SELECT column_name, side, threshold, people, changed, alike FROM (\n{rows}\n) ORDER BY i ASC", sqltext.Args{"rows": sqltext.Join("\nUNION ALL\n", rows...)})
}
