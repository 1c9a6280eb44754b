package releases

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// nextPlan writes the statement of release_next. Its CTEs, beside those of a release.ReleasePlan, in their order:
//
//	people.Groups   the people: q1, q2, … (canonical), person and s in their own types, their texts k and v
//	keptName        the rows of previous, with k
//	signaturesName  the signatures that previous has for people of the table, and their numbers i
//	valuesName      the values of people and signatures, v, and their numbers c
//	codedName       the people in numbers
//	release.Release the kernel's row
//	setsName        the signatures that people have now
type nextPlan struct {
	*release.ReleasePlan
	previous sqltext.SQL // what stands behind FROM, "" for the first release
	spec     nextSpec
	output   string
}

// The CTEs of such a plan.
const (
	keptName       = sqltext.SQL("__skyline_kept")
	signaturesName = sqltext.SQL("__skyline_signatures")
	valuesName     = sqltext.SQL("__skyline_values")
	codedName      = sqltext.SQL("__skyline_coded_people")
	setsName       = sqltext.SQL("__skyline_sets")
)

// The columns that release_next adds to what is kept, and to what is released.
const (
	signatureColumn    = "signature"
	groupsColumn       = "groups"
	groupColumn        = "group_id"
	counterfeitsColumn = "counterfeits"
)

func textKey(column sqltext.SQL) sqltext.SQL { return sqltext.Encoded(sqltext.TextOf(column)) }

func (p *nextPlan) statement() sqltext.SQL {
	p.AddTypes(&p.Plan)
	p.addPeople()
	p.GuardTexts()
	p.addKept()
	p.addValues()
	p.AddValues()
	p.AddOwnDomain()
	p.addCoded()
	p.run()
	p.addSets()
	if p.output == outputPrivate {
		p.addLists()
		return p.Statement(sqltext.Released(p.kept()))
	}
	p.AddRegions()
	guards := p.GuardLabels(p.LabelTexts())
	return p.Statement(sqltext.Released(p.shown(guards)))
}

func (p *nextPlan) addPeople() {
	keys := p.Keys()
	p.Keep(people.Groups, "the people of the table, read once", sqltext.Fill(`
		SELECT
		    {qi},
		    {person} AS person, {k} AS k,
		    {s} AS s, {v} AS v
		FROM {source} AS tbl
	`, sqltext.Args{
		"qi":     sqltext.List(sqltext.Map(p.QI, func(i int, name string) sqltext.SQL { return p.Key(name) + " AS " + keys[i] })),
		"person": sqltext.OneForm(p.Column(p.Person)), "k": textKey(p.Column(p.Person)),
		"s": sqltext.OneForm(p.Column(p.Sensitive[0])), "v": textKey(p.Column(p.Sensitive[0])),
		"source": p.Source,
	}))
	p.Guard("__skyline_each_once", "each person has one row", sqltext.Fill(`
		SELECT CASE
		    WHEN count(*) > count(k) THEN {null}
		    WHEN count(*) > count(DISTINCT k) THEN {several}
		    ELSE true
		END AS ok
		FROM {people}
	`, sqltext.Args{
		"null":    p.NullPerson(),
		"several": p.Fail("person must have one row each, and somebody has several; keep one row a person in a query given as tbl"),
		"people":  people.Groups,
	}))
}

// addKept adds what was kept of the releases before, and the signatures.
func (p *nextPlan) addKept() {
	if p.previous == "" {
		p.Keep(keptName, "nothing was kept: this is the first release", sqltext.Fill(`
			SELECT person, k, s, list_value(s) AS signature, NULL::BIGINT[] AS groups FROM {people} WHERE false
		`, sqltext.Args{"people": people.Groups}))
	} else {
		column := func(name string) sqltext.SQL { return "previous." + sqltext.Ident(name) }
		p.Keep(keptName, "what was kept of the releases before, read once", sqltext.Fill(`
			SELECT {person} AS person, {k} AS k, {s} AS s, {signature} AS signature, TRY_CAST({groups} AS BIGINT[]) AS groups
			FROM {previous} AS previous
		`, sqltext.Args{
			"person": sqltext.OneForm(column(p.Person)), "k": textKey(column(p.Person)), "s": sqltext.OneForm(column(p.Sensitive[0])),
			"signature": sqltext.AsList(column(signatureColumn)), "groups": sqltext.AsList(column(groupsColumn)), "previous": p.previous,
		}))
		p.Guard("__skyline_kept_once", "previous is what this function returned", sqltext.Fill(`
			SELECT CASE
			    WHEN count(k) > count(DISTINCT k) THEN {several}
			    WHEN count(*) > count(*) FILTER (WHERE len(signature) > 0 AND list_count(groups) > 0) OR min(len(groups)) < max(len(groups)) THEN {other}
			    ELSE true
			END AS ok
			FROM {kept}
		`, sqltext.Args{
			"several": p.Fail("previous must have one row for each person, and has several for somebody; give it the whole table that was kept of the last release, and no other"),
			"other":   p.Fail("previous must be what release_next(…, output := 'private') returned for the last release, all of it, and has rows without signature or groups, or with more groups than others"),
			"kept":    keptName,
		}))
	}
	p.Keep(signaturesName, "the signatures of people who are in the table, numbered", sqltext.Fill(`
		SELECT signature, row_number() OVER (ORDER BY signature::VARCHAR ASC) - 1 AS i
		FROM (SELECT DISTINCT b.signature FROM {kept} AS b JOIN {people} AS g ON g.k = b.k)
	`, sqltext.Args{"kept": keptName, "people": people.Groups}))
}

// addValues adds the values and their numbers, in the order of their texts. Those of signatures are read in the type that
// the column has now.
func (p *nextPlan) addValues() {
	p.Keep("__skyline_signature_values", "the values of the signatures, in the type of the column", sqltext.Fill(`
		SELECT i, s, {v} AS v
		FROM (
		    SELECT x.i, CASE WHEN x.x IS NULL OR {read} IS NOT NULL THEN {read} ELSE {fail} END AS s
		    FROM (SELECT i, UNNEST(signature) AS x FROM {signatures}) AS x CROSS JOIN {types} AS t
		)
	`, sqltext.Args{
		"v": textKey("s"), "read": sqltext.CastLike(sqltext.TextOf("x.x"), "t.s"), "signatures": signaturesName, "types": people.Types,
		"fail": p.Fail("previous must have values in signature that the sensitive column of tbl could have, and has others; cast the column to VARCHAR in a query given as tbl"),
	}))
	p.Keep(valuesName, "the values of people and signatures, numbered", sqltext.Fill(`
		SELECT v, any_value(v1) AS v1, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
		FROM (
		    SELECT v, {canonical} AS v1 FROM {people}
		    UNION ALL
		    SELECT v, {canonical} AS v1 FROM __skyline_signature_values
		)
		GROUP BY v
	`, sqltext.Args{"canonical": sqltext.Canonical("s"), "people": people.Groups}))
	p.Keep("__skyline_shown_values", "the values in their column's own type, an ENUM as text, and their order", sqltext.Fill(`
		SELECT c, {plain} AS s, row_number() OVER (ORDER BY v1 ASC NULLS LAST, c ASC) AS o
		FROM (SELECT x.c, x.v1, {s} AS s FROM {values} AS x CROSS JOIN {types} AS t)
	`, sqltext.Args{"plain": sqltext.PlainEnum("s"), "s": p.Call.InOwnType("x.v1", "t.s"), "values": valuesName, "types": people.Types}))
}

func (p *nextPlan) addCoded() {
	p.Keep(codedName, "the people in numbers", sqltext.Fill(`
		SELECT
		    row_number() OVER (ORDER BY g.k ASC) - 1 AS number, {codes} AS codes, v.c AS value, coalesce(i.i, -1) AS signature,
		    g.person, g.k, g.s, b.groups
		FROM {people} AS g
		JOIN {values} AS v ON v.v IS NOT DISTINCT FROM g.v
		LEFT JOIN {kept} AS b ON b.k = g.k
		LEFT JOIN {signatures} AS i ON i.signature IS NOT DISTINCT FROM b.signature AND b.k IS NOT NULL
		CROSS JOIN {own}
	`, sqltext.Args{
		"codes": release.CodesOf("g.numbers"), "own": release.ValuesName, "people": release.Numbered, "values": valuesName, "kept": keptName, "signatures": signaturesName,
	}))
	p.With("__skyline_given", "the people, the signatures in numbers, and how many values there are", sqltext.Fill(`
		SELECT
		    (SELECT __skyline_changing({key}, {function}, number, codes, value, signature, {apart}) FROM {coded}) AS people,
		    (SELECT coalesce(list(cs ORDER BY i ASC), []) FROM (
		        SELECT x.i, list(v.c ORDER BY v.c ASC) AS cs
		        FROM __skyline_signature_values AS x JOIN {values} AS v ON v.v IS NOT DISTINCT FROM x.v
		        GROUP BY x.i
		    )) AS signatures,
		    (SELECT count(*) FROM {values}) AS n
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(p.Call.Function.Name), "apart": sqltext.Apart, "coded": codedName, "values": valuesName,
	}))
}

// run adds the kernel's row.
func (p *nextPlan) run() {
	p.Run(sqltext.Job{
		Function: p.Call.Function.Name, Kernel: nextKernel.Name, Why: "the release", Spec: p.spec, Rows: release.Release,
		Data: []sqltext.Member{
			{Name: "people", Value: "x.people"}, {Name: "domain", Value: "y.domain"}, {Name: "signatures", Value: "x.signatures"}, {Name: "values", Value: "x.n"},
		},
		From: "__skyline_given AS x CROSS JOIN " + release.Domain + " AS y",
	})
}

// addSets adds the signatures that people have now: their numbers i and values c.
func (p *nextPlan) addSets() {
	p.Keep(setsName, "the signatures of this release, value by value", sqltext.Fill(`
		SELECT i, UNNEST(cs) AS c
		FROM (SELECT UNNEST(range(len(signatures))) AS i, UNNEST(signatures) AS cs FROM {release})
	`, sqltext.Args{"release": release.Release}))
}

// shown is the SELECT of the release: for each group a row for each of its values. Nothing in it is about a single
// person, and its order is that of what it shows.
func (p *nextPlan) shown(guards sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT {qi}, v.s AS {sensitive}, x.g AS {group}, x.n AS {counterfeits}
		FROM (SELECT UNNEST(range(1, len(sets) + 1)) AS g, UNNEST(sets) AS i, UNNEST(fakes) AS n FROM {release}) AS x
		JOIN {sets} AS c ON c.i = x.i
		JOIN __skyline_shown_values AS v ON v.c = c.c
		JOIN {regions} AS r ON r.g = x.g{guards}
		ORDER BY x.g ASC, v.o ASC
	`, sqltext.Args{
		"qi": sqltext.List(sqltext.Map(p.QI, func(i int, name string) sqltext.SQL {
			return "r." + release.ShownColumn(i) + " AS " + sqltext.Ident(name)
		})),
		"sensitive": sqltext.Ident(p.Sensitive[0]), "group": groupColumn, "counterfeits": counterfeitsColumn,
		"release": release.Release, "sets": setsName, "regions": release.Regions, "guards": guards,
	})
}

// kept is the SELECT of what the publisher keeps: the people of this release, those of earlier ones, and the
// counterfeits of all.
func (p *nextPlan) kept() sqltext.SQL {
	return sqltext.Fill(`
		SELECT person AS {person}, s AS {sensitive}, signature AS {signature}, groups AS {groups}
		FROM (
		    SELECT x.person, x.k, {own} AS s, l.signature, list_append(coalesce(x.groups, n.nulls), x.g) AS groups
		    FROM (
		        SELECT c.*, y.g, y.i FROM {coded} AS c
		        JOIN (
		            SELECT UNNEST(range(len(places))) AS number, UNNEST(places) AS g FROM {release}
		        ) AS y0 ON y0.number = c.number
		        JOIN __skyline_group_sets AS y ON y.g = y0.g
		    ) AS x
		    JOIN __skyline_lists AS l ON l.i = x.i
		    CROSS JOIN __skyline_nulls AS n
		    UNION ALL
		    SELECT b.person, b.k, {old} AS s, b.signature, list_append(b.groups, NULL)
		    FROM {kept} AS b
		    WHERE b.k IS NULL OR b.k NOT IN (SELECT k FROM {people})
		    UNION ALL
		    SELECT NULL, NULL, v.s, l.signature, list_append(n.nulls, f.g)
		    FROM (SELECT UNNEST(fake_group) AS g, UNNEST(fake_what) AS c FROM {release}) AS f
		    JOIN __skyline_shown_values AS v ON v.c = f.c
		    JOIN __skyline_group_sets AS y ON y.g = f.g
		    JOIN __skyline_lists AS l ON l.i = y.i
		    CROSS JOIN __skyline_nulls AS n
		)
		ORDER BY k ASC NULLS LAST, groups ASC, s ASC NULLS LAST
	`, sqltext.Args{
		"person": sqltext.Ident(p.Person), "sensitive": sqltext.Ident(p.Sensitive[0]), "signature": signatureColumn, "groups": groupsColumn,
		"own": sqltext.PlainEnum("x.s"), "old": sqltext.PlainEnum("b.s"),
		"coded": codedName, "release": release.Release, "kept": keptName, "people": people.Groups,
	})
}

// addLists adds what kept looks at: the signature of each group, the signatures as lists, and the groups of somebody
// who has been in no release.
func (p *nextPlan) addLists() {
	p.Keep("__skyline_group_sets", "the signature of each group", sqltext.Fill(
		"SELECT UNNEST(range(1, len(sets) + 1)) AS g, UNNEST(sets) AS i FROM {release}", sqltext.Args{"release": release.Release}))
	p.Keep("__skyline_lists", "the signatures as lists", sqltext.Fill(`
		SELECT c.i, list(v.s ORDER BY v.o ASC) AS signature
		FROM {sets} AS c JOIN __skyline_shown_values AS v ON v.c = c.c
		GROUP BY c.i
	`, sqltext.Args{"sets": setsName}))
	p.Keep("__skyline_nulls", "the groups of somebody who is in no earlier release", sqltext.Fill(
		"SELECT list_resize([]::BIGINT[], coalesce(max(len(groups)), 0)) AS nulls FROM {kept}", sqltext.Args{"kept": keptName}))
}

// firstRelease is the parameter previous where there is none.
const firstRelease = "none"

// readPrevious reads what was kept of the releases before: what stands behind FROM, "" for the first release. It must be
// given, so that nobody begins anew who has forgotten it.
func readPrevious(c *call.Call, person, sensitive string) (sqltext.SQL, error) {
	switch c.Arguments["previous"] {
	case nil:
		return "", c.Errorf("previous must be given: what release_next(…, output := 'private') returned for the last release, or '%s' for the first one", firstRelease)
	case firstRelease:
		return "", nil
	}
	source, err := c.SourceOf("previous")
	if err != nil {
		return "", err
	}
	return c.HavingRoles("previous", source, call.Role{Param: "previous", Columns: []string{person, sensitive, signatureColumn, groupsColumn}}), nil
}
