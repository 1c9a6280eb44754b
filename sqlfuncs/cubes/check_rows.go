package cubes

import (
	"skyline/engine/cube/primary"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// How the rows of the table become the finest cells: its columns q1, q2, … and their measures.
//
//	n      how many people contribute
//	total  the sum of what they contribute, a whole number: see whole
//	t      the largest contributions, the largest first, with their weights if there are any
//	k      0 for people who are in no other finest cell, who are counted together; else the number of
//	       the one who is, for whom n is 1
//
// People in several cells are told apart up to the last total, so that each is counted once in it and their
// contributions are added before they are compared. All others add up.

const (
	finestName = sqltext.SQL("__skyline_finest")
	partsName  = sqltext.SQL("__skyline_parts")
	severalOf  = sqltext.SQL("__skyline_several")
)

// scaled is in how many parts whole counts a number of a type that has digits behind the point.
const scaled = primary.MaxUnit

// whole is a column of numbers from 0 on as a BIGINT: of an integer type it is the value, of others
// as many millionths. least is what it must be at least, and rule says so.
func (k *checking) whole(param, column string, integers sqltext.SQL, least int64, rule string) sqltext.SQL {
	x := k.Column(column)
	return sqltext.Fill(`
		CASE WHEN NOT {is_number} THEN {type} WHEN {is_fine} THEN {digits} WHEN {x} IS NULL THEN NULL
		    WHEN coalesce({whole}, {least}) < {least} THEN {range} WHEN {whole} IS NULL THEN {large} ELSE {whole} END`, sqltext.Args{
		"x": x, "is_number": sqltext.HasType(x, sqltext.NumericTypes), "is_fine": sqltext.HasType(x, `DECIMAL\([0-9]+,([7-9]|[1-3][0-9])\)`),
		"type":   k.Fail(param + " must be a column of numbers; cast it in a query given as tbl"),
		"digits": k.Fail(param + " must have at most six digits behind the point; round it, or multiply it, in a query given as tbl"),
		"range":  k.Fail(param + " must be " + rule + "; filter such rows in a query given as tbl"),
		"large":  k.Fail(param + " must be a number, and below 9 trillion where it has digits behind the point; divide it in a query given as tbl"),
		"least":  sqltext.Int(least),
		"whole":  sqltext.Either(sqltext.IsOfType(x, sqltext.IntegerTypes), integers, "TRY_CAST(TRY(TRY_CAST("+x+" AS DECIMAL(38,6)) * 1000000) AS BIGINT)"),
	})
}

// contribution is the value x of a row, NULL where there is none.
func (k *checking) contribution() sqltext.SQL {
	return k.whole("value", k.value, "TRY_CAST("+k.Column(k.value)+" AS BIGINT)", 0,
		"at least 0 in each row, since a rule about shares of a sum means nothing where a contribution may be negative")
}

// sampled is the sampling weight of a row, in parts of primary.MaxUnit.
func (k *checking) sampled() sqltext.SQL {
	w := k.Column(k.samplingWeight)
	return sqltext.Fill("coalesce({w}, {null})", sqltext.Args{
		"w":    k.whole("sampling_weight", k.samplingWeight, "TRY_CAST(TRY(TRY_CAST("+w+" AS HUGEINT) * 1000000) AS BIGINT)", primary.MaxUnit, "at least 1: everybody stands for themselves"),
		"null": k.Fail("sampling_weight must not be NULL; fill or filter such rows in a query given as tbl"),
	})
}

// addFinest adds the finest cells.
func (k *checking) addFinest() {
	k.LeaveOutNobody()
	if k.hasContributors() {
		k.addParts()
		return
	}
	keys := k.keys()
	columns := sqltext.Map(k.by, func(i int, name string) sqltext.SQL { return k.Key(name) + " AS " + keys[i] })
	if k.value == "" {
		k.Keep(finestName, "the finest cells, and their people", sqltext.Fill("SELECT {columns}, {n} AS n FROM {source} AS tbl GROUP BY ALL", sqltext.Args{
			"columns": sqltext.List(columns), "n": k.peopleOfRows(), "source": k.Source,
		}))
		return
	}
	k.Keep(finestName, "the finest cells: who contributes, the sum, the largest contributions", sqltext.Fill(`
		SELECT {keys}, count(*) AS n, {measures}
		FROM ({rows})
		WHERE x IS NOT NULL
		GROUP BY ALL
	`, sqltext.Args{"keys": sqltext.List(keys), "measures": k.ofRows(), "rows": k.rows(columns)}))
}

// peopleOfRows is how many people rows stand for together.
func (k *checking) peopleOfRows() sqltext.SQL {
	n := k.PeopleOf(k.Column(k.Weight), "tbl")
	if k.Weight == "" {
		return n
	}
	return sqltext.Fill("CASE WHEN {n} <= 2305843009213693952 THEN TRY_CAST({n} AS BIGINT) ELSE {fail} END", sqltext.Args{"n": n, "fail": k.Fail(call.TooManyPeople("tbl"))})
}

// rows is the SELECT of rows with columns, their contribution x and their weight w.
func (k *checking) rows(columns []sqltext.SQL) sqltext.SQL {
	if k.value != "" {
		columns = append(columns, k.contribution()+" AS x")
	}
	if k.samplingWeight != "" {
		columns = append(columns, k.sampled()+" AS w")
	}
	return sqltext.Fill("SELECT {columns} FROM {source} AS tbl", sqltext.Args{"columns": sqltext.List(columns), "source": k.Source})
}

// ofRows are the measures of contributions x of different people.
func (k *checking) ofRows() sqltext.SQL {
	total, one := sqltext.SQL("sum(x)"), sqltext.SQL("x")
	if k.samplingWeight != "" {
		total, one = "sum(x::HUGEINT * w)", "struct_pack(v := x, w := w)"
	}
	if k.most() == 0 {
		return total + " AS total"
	}
	return sqltext.Fill("{total} AS total, max({one}, {most}) AS t", sqltext.Args{"total": total, "one": one, "most": sqltext.Int(int64(k.most()))})
}

// addParts is addFinest where several rows may be of one contributor: their rows in a finest cell are put together
// first.
func (k *checking) addParts() {
	keys := k.keys()
	columns := sqltext.Map(k.by, func(i int, name string) sqltext.SQL { return k.Key(name) + " AS " + keys[i] })
	rows := k.rows(append(columns, k.contributor()+" AS k"))
	measures, where := sqltext.SQL(""), sqltext.SQL("")
	if k.value != "" {
		measures = sqltext.Fill(", coalesce(TRY_CAST(sum(x) AS BIGINT), {fail}) AS x", sqltext.Args{"fail": k.tooLarge()})
		where = "WHERE x IS NOT NULL"
	}
	if k.samplingWeight != "" {
		measures += sqltext.Fill(", CASE WHEN min(w) = max(w) THEN max(w) ELSE {fail} END AS w", sqltext.Args{"fail": k.severalWeights()})
	}
	k.Keep(partsName, "what each contributor is in a finest cell", sqltext.Fill(`
		SELECT {keys}, k{measures}
		FROM ({rows})
		{where}
		GROUP BY {keys}, k
	`, sqltext.Args{
		"keys": sqltext.List(keys), "measures": measures, "rows": rows, "where": where,
	}))
	k.Keep(severalOf, "contributors who are in several finest cells", sqltext.Fill("SELECT k, row_number() OVER () AS number FROM {parts} GROUP BY k HAVING count(*) > 1",
		sqltext.Args{"parts": partsName}))
	together, apart := sqltext.SQL(""), sqltext.SQL("")
	if k.keyed != "" {
		together, apart = ", sum("+k.keyed+")::BIGINT AS h", ", "+k.keyed+" AS h"
	}
	if k.value != "" {
		together = ", " + k.ofRows()
		apart = ", p.x::HUGEINT AS total"
		one := sqltext.SQL("p.x")
		if k.samplingWeight != "" {
			apart, one = ", p.x::HUGEINT * p.w AS total", "struct_pack(v := p.x, w := p.w)"
		}
		if k.most() > 0 {
			apart += ", list_value(" + one + ") AS t"
		}
	}
	k.Keep(finestName, "the finest cells: who is in no other, and each who is", sqltext.Fill(`
		SELECT {keys}, 0 AS k, count(*) AS n{together} FROM {parts} AS p ANTI JOIN {several} AS s ON s.k = p.k GROUP BY {keys}
		UNION ALL
		SELECT {keys}, s.number, 1{apart} FROM {parts} AS p JOIN {several} AS s ON s.k = p.k
	`, sqltext.Args{"keys": sqltext.List(keys), "together": together, "apart": apart, "parts": partsName, "several": severalOf}))
}

// contributor is who a row is of, never NULL: the holding, or the person, or the row.
func (k *checking) contributor() sqltext.SQL {
	noPerson := k.Fail("person must not be NULL; filter such rows in a query given as tbl")
	if k.holding == "" {
		return sqltext.Fill("CASE WHEN {person} IS NULL THEN {fail} ELSE {key} END", sqltext.Args{"person": k.Column(k.Person), "key": k.Key(k.Person), "fail": noPerson})
	}
	alone := sqltext.SQL("row_number() OVER ()")
	if k.Person != "" {
		alone = sqltext.Fill("CASE WHEN {person} IS NULL THEN {fail} ELSE {key} END", sqltext.Args{"person": k.Column(k.Person), "key": k.Key(k.Person), "fail": noPerson})
	}
	return sqltext.Fill("struct_pack(h := {key}, p := CASE WHEN {holding} IS NULL THEN {alone} END)",
		sqltext.Args{"key": k.Key(k.holding), "holding": k.Column(k.holding), "alone": alone})
}

func (k *checking) tooLarge() sqltext.SQL {
	return k.Fail("value must sum to less than 9223372036854775808 for each contributor, in millionths where it has digits behind the point; divide it in a query given as tbl")
}

func (k *checking) severalWeights() sqltext.SQL {
	return k.Fail("sampling_weight must be the same in all rows of a person; make it so in a query given as tbl")
}

// shownTotal is the sum in a type that the sum of the column has, of the number total of a relation.
func (k *checking) shownTotal(total sqltext.SQL) sqltext.SQL {
	if k.value == "" {
		return "NULL::HUGEINT"
	}
	of := sqltext.SQL("t.x")
	whole := sqltext.IsOfType(of, sqltext.IntegerTypes)
	double := func(parts int64) sqltext.SQL { return total + "::DOUBLE / " + sqltext.Int(parts) }
	if k.samplingWeight != "" {
		return sqltext.Either(whole, double(scaled), double(scaled*scaled))
	}
	decimal := sqltext.Either(sqltext.HasType("list_value("+of+")", `(DECIMAL\(.*\))\[\]`), total+"::DECIMAL(38,0) * 0.000001::DECIMAL(6,6)", double(scaled))
	return sqltext.Either(whole, total, decimal)
}

// addTypes adds the columns' own types.
func (k *checking) addTypes() {
	own := sqltext.Numbered(len(k.by), "o#")
	columns := sqltext.Map(k.by, func(i int, name string) sqltext.SQL { return k.Column(name) + " AS " + own[i] })
	if k.value != "" {
		columns = append(columns, k.Column(k.value)+" AS x")
	}
	people.AddTypesOf(&k.Plan, columns, k.Source)
}
