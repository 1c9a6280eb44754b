package check

import (
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// A column is to blame for a violation that would be none without it: the QI groups that
// differ from the violating one in this column alone would be one group with it.

// blame is the plan's part on one column. Its CTEs, in their order, where # is the column's
// number:
//
//	__skyline_near#    what violating groups have in the other columns
//	__skyline_close#   all groups that have the same there
//	__skyline_one#     these as one group
//	__skyline_merged#  the numbers that the checker has for such groups
type blame struct {
	*sqltext.Plan
	in    *people.Input
	i     int       // the column, from 0
	other []keyName // the other columns
}

// keyName is a column of QI groups, and its name o1, o2, … in these CTEs.
type keyName struct{ key, name sqltext.SQL }

func newBlame(p *sqltext.Plan, in *people.Input, i int) *blame {
	b := &blame{Plan: p, in: in, i: i}
	for j, key := range in.Keys() {
		if j != i {
			b.other = append(b.other, keyName{key: key})
		}
	}
	if len(b.other) == 0 { // all groups are one without the only column
		b.other = []keyName{{key: "0"}}
	}
	for j, name := range sqltext.Numbered(len(b.other), "o#") {
		b.other[j].name = name
	}
	return b
}

// names are o1, o2, ….
func (b *blame) names() []sqltext.SQL {
	return sqltext.Map(b.other, func(_ int, c keyName) sqltext.SQL { return c.name })
}

// others are o1, o2, … of rows with the keys of groups.
func (b *blame) others() sqltext.SQL {
	return sqltext.List(sqltext.Map(b.other, func(_ int, c keyName) sqltext.SQL { return c.key + " AS " + c.name }))
}

// cte is the name of one of the CTEs.
func (b *blame) cte(name sqltext.SQL) sqltext.SQL { return name + sqltext.Int(int64(b.i+1)) }

// add adds the CTEs, and returns the SELECT of the violations that the column is to blame
// for. coupled says that a requirement looks at the other groups too.
func (b *blame) add(coupled bool) sqltext.SQL {
	b.addClose()
	b.addOne()
	b.addMerged(coupled)
	return sqltext.Fill(`
		SELECT {keys}, v.i, {place} AS place, {name} AS name
		FROM (SELECT *, {others} FROM __skyline_violations) AS v JOIN {merged} AS m ON {same}
		WHERE __skyline_meets(v.checker, v.i, m.merged)
	`, sqltext.Args{
		"keys": sqltext.List(sqltext.Prefixed("v", b.in.Keys())), "place": sqltext.Int(int64(b.i)), "name": sqltext.Text(b.in.QI[b.i]),
		"others": b.others(), "merged": b.cte("__skyline_merged"), "same": sqltext.Equal("m", "v", b.names()),
	})
}

// addClose adds the CTEs of the groups that would be one with a violating one.
func (b *blame) addClose() {
	near, names := b.cte("__skyline_near"), b.names()
	b.With(near, "what the violating groups have in the other columns", sqltext.Fill(`
		SELECT {others}, min(checker) AS checker
		FROM __skyline_violations
		GROUP BY {names}
	`, sqltext.Args{"others": b.others(), "names": sqltext.List(names)}))
	columns, groups := []sqltext.SQL{"h"}, people.Groups
	if b.in.Anywhere { // somebody may be in several of them
		columns, groups = []sqltext.SQL{"p", "s", "c"}, people.Cells
	}
	b.With(b.cte("__skyline_close"), "the groups that have the same there", sqltext.Fill(`
		SELECT {names}, near.checker, {counted}
		FROM (SELECT {others}, {columns} FROM {groups}) AS x JOIN {near} AS near ON {same}
	`, sqltext.Args{
		"counted": sqltext.List(sqltext.Prefixed("x", columns)), "columns": sqltext.List(columns),
		"names": sqltext.List(sqltext.Prefixed("x", names)), "others": b.others(), "groups": groups, "near": near, "same": sqltext.Equal("near", "x", names),
	}))
}

// addOne adds the CTE of these groups as one: h is its histogram.
func (b *blame) addOne() {
	const why = "these as one group, with its histogram"
	if b.in.Anywhere {
		b.With(b.cte("__skyline_one"), why, b.in.AsOne(append(b.names(), "checker"), b.cte("__skyline_close")))
		return
	}
	b.With(b.cte("__skyline_one"), why, sqltext.Fill(`
		SELECT {names}, checker, __skyline_absent(__skyline_histogram({key}, value, n), {absent}) AS h
		FROM (SELECT {names}, checker, UNNEST(__skyline_entries(h), recursive := true) FROM {close})
		GROUP BY {names}, checker
	`, sqltext.Args{"names": sqltext.List(b.names()), "key": sqltext.PlanKey, "absent": people.Bigint("coalesce(sum(absent), 0)"), "close": b.cte("__skyline_close")}))
}

// addMerged adds the CTE of their numbers. Where requirements look at the other groups too,
// the checker has to know which ones are not there any more: of says how often each histogram
// occurs among those that have become one.
func (b *blame) addMerged(coupled bool) {
	names := b.names()
	of, from := sqltext.SQL("encode('')"), b.cte("__skyline_one")+" AS h"
	if coupled {
		of = "s.of"
		from = sqltext.Fill(`
			{one} AS h
			JOIN (SELECT {names}, __skyline_histogram({key}, hex(h), 1) AS of FROM {close} GROUP BY {names}) AS s ON {same}
		`, sqltext.Args{
			"one": b.cte("__skyline_one"), "names": sqltext.List(names), "key": sqltext.PlanKey, "close": b.cte("__skyline_close"), "same": sqltext.Equal("s", "h", names),
		})
	}
	b.Keep(b.cte("__skyline_merged"), "their numbers, by which the checker knows them", sqltext.Fill(`
		SELECT {names}, __skyline_merge(h.checker, h.h, {of}) AS merged
		FROM {from}
	`, sqltext.Args{"names": sqltext.List(sqltext.Prefixed("h", names)), "of": of, "from": from}))
}
