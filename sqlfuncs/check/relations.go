package check

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// relations is what outsiders know of who is related to whom: the parameter of that name.
type relations struct {
	in     *people.Input
	source sqltext.SQL // what stands behind FROM for the pairs
}

// The columns of a table of pairs.
const (
	pairPerson   = "person"
	pairRelative = "relative"
)

var paramRelations = call.Param{
	Name: "relations", Type: "VARCHAR", Default: "NULL",
	Doc: "who is related to whom, as far as outsiders know: [a name or a query](#what-names-a-table) with the columns `" + pairPerson + "` and `" + pairRelative + "`, a row for each pair, either way round; it needs `person`. Then only relatives of the target can be in its family, see [Who is related](#who-is-related). NULL: anybody can",
}

// CTEs of the plan.
const (
	numberedGroups = sqltext.SQL("__skyline_numbered")
	pairsGiven     = sqltext.SQL("__skyline_pairs")
	pairsBoth      = sqltext.SQL("__skyline_related")
	locatedPeople  = sqltext.SQL("__skyline_located")
)

// readRelations reads the parameter relations; nil for none.
func readRelations(in *people.Input) (*relations, error) {
	c := in.Call
	source, err := c.OptionalSource("relations")
	if err != nil || source == "" {
		return nil, err
	}
	if in.Person == "" {
		return nil, c.Errorf("person must be given with relations: the column of tbl that says who is who")
	}
	return &relations{in, c.HavingRoles("relations", source, call.Role{Param: "relations", Columns: []string{pairPerson, pairRelative}})}, nil
}

// add adds what a kernel gets of the pairs, behind the groups: the number of each QI group,
// and what relatives people have in which. People are compared by their texts, so that
// columns of two types go together.
func (r *relations) add(p *sqltext.Plan) {
	keys := r.in.Keys()
	addNumbered(p, r.in)
	column := func(name string) sqltext.SQL { return textKey("r." + sqltext.Ident(name)) }
	p.Keep(pairsGiven, "the pairs of related people", sqltext.Fill("SELECT {a} AS a, {b} AS b FROM {source} AS r", sqltext.Args{
		"a": column(pairPerson), "b": column(pairRelative), "source": r.source,
	}))
	// No UNION: under WITH RECURSIVE DuckDB 1.4 leaves equal rows in one that is a CTE.
	p.Keep(pairsBoth, "the pairs, each in both directions, once", sqltext.Fill("SELECT DISTINCT a, b FROM (SELECT a, b FROM {pairs} UNION ALL SELECT b, a FROM {pairs})", sqltext.Args{"pairs": pairsGiven}))
	p.Keep(locatedPeople, "the people who have relatives, and where they are", sqltext.Fill(`
		SELECT x.k, n.g, n.h
		FROM (SELECT {k} AS k, {keys} FROM {persons} WHERE {k} IN (SELECT a FROM {both})) AS x JOIN {numbered} AS n ON {same}
	`, sqltext.Args{
		"k": textKey("p"), "keys": sqltext.List(keys), "persons": r.in.Persons(), "both": pairsBoth, "numbered": numberedGroups,
		"same": sqltext.Equal("n", "x", keys),
	}))
	fail := r.in.Fail
	p.Guard("__skyline_pairs_known", "the pairs are of two people of the table each", sqltext.Fill(`
		SELECT CASE
		    WHEN count(*) > count(a) OR count(*) > count(b) THEN {null}
		    WHEN coalesce(bool_or(a = b), false) THEN {self}
		    WHEN any_value(u.n) > 0 THEN {unknown}
		    ELSE true
		END AS ok
		FROM (SELECT count(*) AS n FROM (SELECT DISTINCT a FROM {both} WHERE a NOT IN (SELECT k FROM {located}))) AS u CROSS JOIN {pairs} AS r
	`, sqltext.Args{
		"null":    fail("relations must not have NULL as person or relative; leave such pairs out in a query given as relations"),
		"self":    fail("relations must be pairs of two people, and somebody stands beside themselves; leave such pairs out in a query given as relations"),
		"unknown": r.in.Call.FailCounted("relations must be pairs of people of tbl, and the number of others is ", "any_value(u.n)", "; leave their pairs out in a query given as relations, or write people as the column person of tbl does"),
		"both":    pairsBoth, "located": locatedPeople, "pairs": pairsGiven,
	}))
}

// member is what the kernel gets, and from what it is made.
func (r *relations) member() (sqltext.Member, sqltext.SQL) {
	return sqltext.Member{Name: "relatives", Value: "y.relatives"}, sqltext.Fill(`
		(
		    SELECT __skyline_relatives({key}, {function}, g, h, gs, ns) AS relatives
		    FROM (
		        SELECT DISTINCT g, h, NULL::BIGINT[] AS gs, NULL::BIGINT[] AS ns FROM {located}
		        UNION ALL
		        SELECT g, NULL, list(f ORDER BY f ASC), list(n ORDER BY f ASC)
		        FROM (
		            SELECT x.k, x.g, y.g AS f, count(*) AS n
		            FROM {both} AS r JOIN {located} AS x ON x.k = r.a JOIN {located} AS y ON y.k = r.b
		            GROUP BY x.k, x.g, y.g
		        )
		        GROUP BY k, g
		    )
		) AS y`, sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(r.in.Call.Function.Name), "both": pairsBoth, "located": locatedPeople})
}

// addNumbered numbers the QI groups, in the order of the quasi-identifiers.
func addNumbered(p *sqltext.Plan, in *people.Input) {
	keys := in.Keys()
	p.Keep(numberedGroups, "the QI groups, numbered", sqltext.Fill("SELECT {keys}, h, row_number() OVER (ORDER BY {order}) AS g FROM {groups} AS x", sqltext.Args{
		"keys": sqltext.List(keys), "order": sqltext.Ordered("x", keys), "groups": people.Groups,
	}))
}

// namedByNumber is the SELECT of the QI groups that witnesses name by their numbers: see
// addNames.
func namedByNumber(in *people.Input) sqltext.SQL {
	return sqltext.Fill(`
		SELECT r.target AS i, struct_pack({keys}) AS g
		FROM {numbered} AS x JOIN __skyline_rows AS r ON x.g = -r.target AND r.histogram = ''::BLOB`, sqltext.Args{
		"numbered": numberedGroups,
		"keys":     namedKeys(in),
	})
}

// textKey is the text of a column, as bytes: NULL for NULL.
func textKey(column sqltext.SQL) sqltext.SQL { return sqltext.Encoded(sqltext.TextOf(column)) }
