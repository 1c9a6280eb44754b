package people

import (
	"skyline/engine/partition"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// addGroupsOfPublic adds Groups of the public table, with who is absent in the histograms
// and how many people are outside of the public table; and the guard that nobody is. from
// has the rows of the table. Both tables are put one behind the other and grouped, not
// joined, so that columns of different types are compared as what both can be cast to.
func (in *Input) addGroupsOfPublic(p *sqltext.Plan, from, n sqltext.SQL) {
	keys := sqltext.List(in.Keys())
	p.Keep(Groups, "the QI groups of the public table: how often each sensitive value occurs, and who is not in the table", sqltext.Fill(`
		SELECT {keys}, __skyline_absent(h, greatest(a, 0)::BIGINT) AS h, greatest(-a, 0) AS outside
		FROM (
		    SELECT {keys}, __skyline_histogram({key}, s, n) AS h, sum(a) - coalesce(sum(n), 0) AS a
		    FROM (
		        SELECT {keys}, {value} AS s, {n} AS n, 0 AS a FROM ({from})
		        UNION ALL
		        SELECT {keys}, NULL, NULL, count(*) FROM (SELECT {columns} FROM {public} AS public) GROUP BY {keys}
		    )
		    GROUP BY {keys}
		)
	`, sqltext.Args{
		"keys": keys, "key": sqltext.PlanKey, "value": ValueText(), "n": n, "from": from, "public": in.Public,
		"columns": sqltext.List(sqltext.Map(in.QI, func(i int, name string) sqltext.SQL {
			return sqltext.Canonical("public."+sqltext.Ident(name)) + " AS " + in.Keys()[i]
		})),
	}))
	p.Guard("__skyline_contained", "everybody is in the public table", sqltext.Fill(`
		SELECT CASE WHEN n > 0 THEN {fail} ELSE true END AS ok
		FROM (SELECT coalesce(sum(outside), 0) AS n FROM {groups})
	`, sqltext.Args{
		"groups": Groups,
		"fail":   in.Call.FailCounted(paramBeside(in.publicFor)+" must contain everybody of tbl, and the number of people of tbl that are not in "+TableBeside(in.publicFor)+" is ", "n", "; the qi columns must agree in both tables, and show the same labels"),
	}))
}

// ValuesOf is the SELECT of the different values v of a column, in the table and in the
// public one.
func (in *Input) ValuesOf(name string) sqltext.SQL {
	values := sqltext.Fill("SELECT DISTINCT {key} AS v FROM {source} AS tbl", sqltext.Args{"key": in.Key(name), "source": in.Source})
	if in.Public == "" {
		return values
	}
	return sqltext.Fill("SELECT DISTINCT v FROM ({values} UNION ALL SELECT {key} FROM {public} AS public)",
		sqltext.Args{"values": values, "key": sqltext.Canonical("public." + sqltext.Ident(name)), "public": in.Public})
}

// PublicColumns lists the quasi-identifier columns of the public table.
func (in *Input) PublicColumns() sqltext.SQL {
	return sqltext.List(sqltext.Prefixed("public", sqltext.Idents(in.QI)))
}

// TypeAsPublic gives the quasi-identifier columns of the table the types that they have
// together with those of the public table, as QI groups do: a comparison of different
// types may end in an error that tells a value.
func (in *Input) TypeAsPublic() {
	if in.Public != "" {
		in.Source = sqltext.Fill("(SELECT * FROM {source} AS tbl UNION ALL BY NAME SELECT {columns} FROM {public} AS public WHERE false)",
			sqltext.Args{"source": in.Source, "columns": in.PublicColumns(), "public": in.Public})
	}
}

// absentArgs are the arguments of __skyline_absent.
type absentArgs struct {
	Histogram host.Bytes
	N         int64
}

// AbsentScalar is __skyline_absent(histogram, n): the histogram with n absent people
// more; the same where n is not positive.
func AbsentScalar() host.Scalar {
	return host.ScalarOf("__skyline_absent", func(a *absentArgs) (host.Bytes, error) {
		if a.N <= 0 {
			return a.Histogram, nil
		}
		return host.Bytes(partition.AppendAbsent([]byte(a.Histogram), a.N)), nil
	})
}
