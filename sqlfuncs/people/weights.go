package people

import (
	"math"

	"skyline/sqlfuncs/sqltext"
)

// How many people a row stands for, where a column says so: what counts have for types in
// the engines that count, which are those of integers, and DECIMAL.

// weightTypes are the types of a weight; those of fractionTypes can have a fraction.
const (
	weightTypes   = sqltext.IntegerTypes + `|DECIMAL\([0-9]+,[0-9]+\)`
	fractionTypes = `DECIMAL\([0-9]+,[1-9][0-9]*\)`
)

// samplingWeight is the other way out: what has fractions is often no count.
const samplingWeight = "; a sampling weight is no count: give it to population_risk as sampling_weight"

// guardWeight adds a guard of the type of the weight, and returns the join with it, "" without
// a weight. The type is looked at before a scan starts: the guard's one row is the build side
// of the join. A comparison of the weight without a cast would not bind for some types.
func (in *Input) guardWeight(p *sqltext.Plan) sqltext.SQL {
	if in.Weight == "" {
		return ""
	}
	p.Guard("__skyline_guard", "a weight is a whole number", sqltext.Fill("SELECT {ok} AS ok FROM {types}",
		sqltext.Args{"ok": in.WeightIsInteger(in.table), "types": Types}))
	return " JOIN __skyline_guard ON __skyline_guard.ok"
}

// WeightIsInteger is true where the type of the weight w is one of whole numbers, and
// an error elsewhere. table is the parameter to mend it in.
func (in *Input) WeightIsInteger(table string) sqltext.SQL { return in.isInteger("w", table) }

func (in *Input) isInteger(weight sqltext.SQL, table string) sqltext.SQL {
	return sqltext.Fill("CASE WHEN {is_number} THEN true ELSE {fail} END", sqltext.Args{
		"is_number": sqltext.HasType(weight, weightTypes),
		"fail":      in.Fail("weight must be a column of an integer type or DECIMAL; cast it, or round it in a query given as " + table + samplingWeight),
	})
}

// WeightOfRow is the weight w of a row, checked, as BIGINT.
func (in *Input) WeightOfRow(table string) sqltext.SQL { return in.weightOf("w", table) }

// weightOf looks for a fraction in the text: a cast would round it away. Something stands between
// the cast and the comparison: DuckDB 1 compares a UNION in its own type instead, and 0 cannot be cast to it.
func (in *Input) weightOf(weight sqltext.SQL, table string) sqltext.SQL {
	return sqltext.Fill(`CASE WHEN {w} IS NULL THEN {null} WHEN coalesce(TRY_CAST({w} AS HUGEINT), 0) < 0 THEN {negative} WHEN {may_have_fraction} AND regexp_matches({w}::VARCHAR, '[.]0*[1-9]') THEN {fraction} ELSE coalesce(TRY_CAST({w} AS BIGINT), {large}) END`, sqltext.Args{
		"w":                 weight,
		"null":              in.Fail("weight must not be NULL; filter or fill such rows in a query given as " + table),
		"negative":          in.Fail("weight must be at least 0; filter such rows in a query given as " + table),
		"may_have_fraction": sqltext.HasType(weight, fractionTypes),
		"fraction":          in.Fail("weight must be a whole number in each row; round it in a query given as " + table + samplingWeight),
		"large":             in.Fail("weight must be at most 9223372036854775807"),
	})
}

// PeopleOf is how many people rows stand for together, which are not looked at before: the
// aggregate of a column of theirs that is the weight, of any type.
func (in *Input) PeopleOf(weight sqltext.SQL, table string) sqltext.SQL {
	if in.Weight == "" {
		return "count(*)"
	}
	return sqltext.Fill("sum(CASE WHEN {is_integer} THEN {weight} END)",
		sqltext.Args{"is_integer": in.isInteger(weight, table), "weight": in.weightOf(weight, table)})
}

// LeaveOutNobody leaves rows that count no times out: they are nobody's. The type of
// the weight is looked at elsewhere; of DECIMAL only 0 is 0 as DOUBLE.
func (in *Input) LeaveOutNobody() {
	if in.Weight != "" {
		in.Source = sqltext.Fill("(SELECT * FROM {source} AS tbl WHERE TRY_CAST({weight} AS DOUBLE) IS DISTINCT FROM 0)",
			sqltext.Args{"source": in.Source, "weight": in.Column(in.Weight)})
	}
}

// MaxRows is how many people a table may have of which each gets a row.
const MaxRows = math.MaxInt32

// SpreadOut makes rows with a weight as many rows without one, so that each is a person, for
// functions that have to tell people apart who are equal. The table is read once, and its
// people are counted before any row is made.
func (in *Input) SpreadOut(p *sqltext.Plan) {
	if in.Weight == "" {
		return
	}
	const weighted, guard = sqltext.SQL("__skyline_weighted"), sqltext.SQL("__skyline_spread")
	p.Keep(weighted, "the table of counts, read once", sqltext.Fill("SELECT * FROM {source} AS tbl", sqltext.Args{"source": in.Source}))
	p.With(guard, "there are not too many people", sqltext.Fill(`
		SELECT CASE WHEN n > {most} THEN {fail} ELSE true END AS ok
		FROM (SELECT {people} AS n FROM {weighted} AS tbl)
	`, sqltext.Args{
		"most": sqltext.Int(MaxRows), "people": in.PeopleOf(in.Column(in.Weight), "tbl"), "weighted": weighted,
		"fail": in.Fail(TooManyRows),
	}))
	in.Source = sqltext.Fill("(SELECT * EXCLUDE ({weight}) FROM {rows})", sqltext.Args{
		"weight": sqltext.Ident(in.Weight),
		"rows":   in.RowsOfPeople(sqltext.Fill("(SELECT t.* FROM {weighted} AS t JOIN {guard} ON {guard}.ok)", sqltext.Args{"weighted": weighted, "guard": guard}), in.Times()),
	})
	in.Weight = ""
}

// TooManyRows is the error where there are more people than MaxRows.
const TooManyRows = "tbl must have at most 2147483647 people, each of whom gets a row"

// Times is how many people a row t stands for, whose weight has been looked at.
func (in *Input) Times() sqltext.SQL {
	return "TRY_CAST(t." + sqltext.Ident(in.Weight) + " AS BIGINT)"
}

// RowsOfPeople is what stands behind FROM for a source with a row of weight 1 for each person.
// n is how many a row t of it stands for, as often as it is looked at first. It takes two
// steps, so that no list is long.
func (in *Input) RowsOfPeople(source, n sqltext.SQL) sqltext.SQL {
	weight := sqltext.Ident(in.Weight)
	return sqltext.Fill(`
		(
		    SELECT t.* EXCLUDE (__skyline_copy)
		    FROM (
		        SELECT t.* EXCLUDE (__skyline_part) REPLACE ({one} AS {weight}), UNNEST(range(least(1024, {times} - 1024 * t.__skyline_part))) AS __skyline_copy
		        FROM (
		            SELECT t.*, UNNEST(range(({n} + 1023) // 1024)) AS __skyline_part
		            FROM {source} AS t
		        ) AS t
		    ) AS t
		)`, sqltext.Args{"one": sqltext.CastLike("'1'", "t."+weight), "weight": weight, "n": n, "times": in.Times(), "source": source})
}
