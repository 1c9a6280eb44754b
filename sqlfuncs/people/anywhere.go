package people

import (
	"errors"

	"skyline/engine/knowledge"
	"skyline/sqlfuncs/sqltext"
)

// People may have rows in several QI groups. In each of them they count once, however many
// rows they have there, and have the set of the values of these rows.
//
// With values_per_person := 'one' each person has one value, in all of their rows. Where
// somebody has several, people have sets of values: Kinds says so. NULL is a value in both: what the
// rows of one group mean does not hang on those of another. Where the call says 'set' or
// 'multiset', NULL says that a row adds none.

// Kinds is the CTE of one row, kind: what values_per_person is, as the data has it.
const Kinds = sqltext.SQL("__skyline_kinds")

// Cells is the CTE of how often each person p has each sensitive value s in a QI group: c.
const Cells = sqltext.SQL("__skyline_cells")

// RowsOfPeople is the CTE of the people p in each QI group, and of how many rows they have there: r.
const RowsOfPeople = sqltext.SQL("__skyline_people")

// CountAnywhere lets people have rows in several QI groups, if what is required counts people in
// each group, and nothing else.
func (in *Input) CountAnywhere(r *Requirements) {
	in.Anywhere = in.Person != "" && r.ofPeople() && in.Public == "" && !in.MatchesAny && in.Everybody == "" && len(in.Earlier) == 0
	in.readsNoValue, in.occurrences = in.Anywhere && !r.OfValues() && len(in.Sensitive) < 2, in.ValuesPerPerson == Multiset
}

// CountApart is CountAnywhere for a function that merges groups: Groups has the people who are in
// several by themselves, a row for each in each of them, whose person is not NULL.
func (in *Input) CountApart(r *Requirements) {
	in.CountAnywhere(r)
	in.Apart = in.Anywhere
}

// CountPeople lets people have rows in several QI groups, for a function that measures each group.
func (in *Input) CountPeople() {
	in.Anywhere = in.Person != "" && !in.MatchesAny && len(in.Sensitive) < 2
	in.readsNoValue = in.Anywhere && len(in.Sensitive) == 0
}

// addGroupsAnywhere adds Groups of people who may be in several.
func (in *Input) addGroupsAnywhere(p *sqltext.Plan, r Reading) {
	keys, value := in.Keys(), ValueText()
	if in.readsNoValue {
		value = "NULL::VARCHAR"
	}
	p.Keep(Cells, "how often each person has each sensitive value in a QI group", sqltext.Fill(`
		SELECT p, {keys}, {value} AS s, count(*) AS c
		FROM ({rows})
		GROUP BY ALL
	`, sqltext.Args{"keys": sqltext.List(keys), "value": value, "rows": in.Rows("")}))
	const why = "the people of each QI group, and how many rows they have there"
	if in.readsNoValue {
		p.With(RowsOfPeople, why, sqltext.Fill("SELECT p, {keys}, c AS r FROM {cells}", sqltext.Args{"keys": sqltext.List(keys), "cells": Cells}))
	} else {
		p.Keep(RowsOfPeople, why, sqltext.Fill("SELECT p, {keys}, sum(c) AS r FROM {cells} GROUP BY ALL", sqltext.Args{"keys": sqltext.List(keys), "cells": Cells}))
	}
	in.addKinds(p)
	if in.Apart {
		in.addGroupsApart(p)
		return
	}
	in.addGroups(p, r, in.once(keys, Cells, RowsOfPeople), "c")
}

// addGroupsApart adds Groups as CountApart says.
func (in *Input) addGroupsApart(p *sqltext.Plan) {
	const several = sqltext.SQL("__skyline_in_several")
	p.With(several, "the people who are in several groups, numbered", sqltext.Fill(
		"SELECT p, row_number() OVER () - 1 AS person FROM (SELECT p FROM {people} GROUP BY p HAVING count(*) > 1)", sqltext.Args{"people": RowsOfPeople}))
	p.Keep(Groups, "the QI groups: their people, and how often each sensitive value occurs; who is in several is apart", sqltext.Fill(`
		SELECT {keys}, person, {histogram} AS h
		FROM ({once}) AS x LEFT JOIN {several} AS y ON y.p = x.p
		GROUP BY ALL
	`, sqltext.Args{"keys": sqltext.List(in.Keys()), "histogram": in.histogram("s", "c"), "once": in.once(in.Keys(), Cells, RowsOfPeople), "several": several}))
}

// addKinds adds Kinds.
func (in *Input) addKinds(p *sqltext.Plan) {
	if in.ValuesPerPerson != One || in.readsNoValue {
		p.With(Kinds, "how many values people have", "SELECT "+sqltext.Text(string(in.ValuesPerPerson))+" AS kind")
		return
	}
	p.Keep(Kinds, "whether everybody has one value in all of their rows; otherwise people have sets of values", sqltext.Fill(`
		SELECT CASE WHEN bool_or(several) THEN {set} ELSE {one} END AS kind
		FROM (
		    SELECT coalesce(min(s) <> max(s), false) OR count(s) BETWEEN 1 AND count(*) - 1 AS several
		    FROM {cells}
		    GROUP BY p
		)
	`, sqltext.Args{"set": sqltext.Text(string(Set)), "one": sqltext.Text(string(One)), "cells": Cells}))
}

// nullIsValue reports whether NULL is a value of people who have several.
func (in *Input) nullIsValue() bool {
	return in.Anywhere && !in.readsNoValue && in.ValuesPerPerson == One
}

// histogram is the aggregate that counts the values of a group, each n times. Where people have several, its
// NULL counts them, and the value NULL of a row that once marks is counted beside.
func (in *Input) histogram(value, n sqltext.SQL) sqltext.SQL {
	h := sqltext.Fill("__skyline_histogram({key}, {value}, {n})", sqltext.Args{"key": sqltext.PlanKey, "value": value, "n": n})
	if in.nullIsValue() {
		return "__skyline_null_value(" + h + ", count(*) FILTER (WHERE c IS NULL))"
	}
	return h
}

// once is the SELECT of what a histogram of each group with some keys counts, in s and c, of whom p, and of
// kind: cells has a row for each person p and value s of a group, and persons one for each person. c is NULL
// for the value NULL of somebody who may have several.
func (in *Input) once(keys []sqltext.SQL, cells, persons sqltext.SQL) sqltext.SQL {
	n := sqltext.SQL("1")
	if in.occurrences {
		n = "c"
	}
	which := sqltext.SQL("s IS NOT NULL OR kind = 'one'")
	if in.nullIsValue() {
		n, which = "CASE WHEN s IS NOT NULL OR kind = 'one' THEN 1 END", "true"
	}
	ofValues := sqltext.Fill(`
		SELECT {keys}, p, s, CASE WHEN p IS NULL THEN {null} ELSE {n} END AS c, kind
		FROM {cells} AS x, {kinds} AS k
		WHERE {which}
	`, sqltext.Args{"keys": sqltext.List(keys), "n": n, "null": in.NullPerson(), "cells": cells, "kinds": Kinds, "which": which})
	if in.readsNoValue && in.ValuesPerPerson == One {
		return ofValues // NULL for each person
	}
	return sqltext.Fill(`
		{values}
		UNION ALL
		SELECT {keys}, p, NULL, CASE WHEN p IS NULL THEN {null} ELSE 1 END, kind
		FROM {persons} AS x, {kinds} AS k
		WHERE kind <> 'one'
	`, sqltext.Args{"keys": sqltext.List(keys), "values": ofValues, "null": in.NullPerson(), "persons": persons, "kinds": Kinds})
}

// AsOne is the SELECT of groups with some keys, and of the histogram h of each: rows is what stands
// behind FROM for the keys and the columns p, s and c of Cells, of all groups that are one.
func (in *Input) AsOne(keys []sqltext.SQL, rows sqltext.SQL) sqltext.SQL {
	names := sqltext.List(keys)
	cells := sqltext.Fill("(SELECT p, {keys}, s, sum(c)::BIGINT AS c FROM {rows} GROUP BY ALL)", sqltext.Args{"keys": names, "rows": rows})
	persons := sqltext.Fill("(SELECT DISTINCT p, {keys} FROM {rows})", sqltext.Args{"keys": names, "rows": rows})
	return sqltext.Fill(`
		SELECT {keys}, {histogram} AS h
		FROM ({once})
		GROUP BY {keys}
	`, sqltext.Args{"keys": names, "histogram": in.histogram("s", "c"), "once": in.once(keys, cells, persons)})
}

// WholeMember is what gives a kernel the table as one group, where people may be in several: then
// these together have more people and values than it has.
func (in *Input) WholeMember() sqltext.Member {
	return sqltext.Member{Name: "whole", Value: sqltext.Fill("(SELECT {histograms} FROM ({whole}))", sqltext.Args{
		"histograms": in.Histograms(),
		"whole":      in.AsOne([]sqltext.SQL{"everybody"}, sqltext.Fill("(SELECT *, 0 AS everybody FROM {cells})", sqltext.Args{"cells": Cells})),
	})}
}

// Kind is what values_per_person is.
func (in *Input) Kind() sqltext.SQL {
	if in.Anywhere {
		return "(SELECT kind FROM " + Kinds + ")"
	}
	return sqltext.Text(string(in.ValuesPerPerson))
}

// ofPeople reports whether everything that is required counts the people of each QI group by
// themselves: what people do who are in several is known then.
func (r *Requirements) ofPeople() bool {
	for _, r := range r.All() {
		if r.Skyline != nil || r.Implications != nil || r.Negations != nil || r.KnownColumns != nil || r.AverageRisk > 0 || r.PopulationUniqueness != nil || r.Beside() != "" {
			return false
		}
	}
	return len(r.Columns) == 0 || r.Compared() == ""
}

// OfValues reports whether anything is required of sensitive values.
func (r *Requirements) OfValues() bool {
	for _, r := range r.All() {
		if r.DistinctDiversity > 0 || r.EntropyDiversity > 0 || r.RecursiveDiversity != nil || r.MaxShare > 0 || r.Compared() != "" || r.Proximity != nil || r.Variance > 0 {
			return true
		}
	}
	return false
}

// refuseSets is an error where people turn out to have several values, and something is required
// that takes one each.
func (r *Requirements) refuseSets(constraint knowledge.Constraint) error {
	if constraint == knowledge.SVPI {
		return nil
	}
	const several = ", and somebody's rows have different ones; "
	switch name := r.ofOneValue(); {
	case name == "proximity" || name == "variance":
		return errors.New("privacy: " + name + " needs one number a person" + several + "aggregate them, such as by sum, in a query given as tbl")
	case name != "":
		return errors.New("privacy: " + name + " needs one sensitive value a person" + several + "use t_closeness, which takes sets of values, or keep one value a person in a query given as tbl")
	case len(r.Columns) > 0 && r.OfValues():
		return errors.New("sensitive must be one column where people have several values" + several + "check one sensitive column at a time")
	}
	return nil
}

// ofOneValue returns the name of a requirement that is not defined where people have several
// values, "" if there is none.
func (r *Requirements) ofOneValue() string {
	switch {
	case r.BetaLikeness != nil:
		return "beta_likeness"
	case r.DeltaDisclosure != nil:
		return "delta_disclosure"
	case r.Proximity != nil:
		return "proximity"
	case r.Variance > 0:
		return "variance"
	}
	return ""
}
