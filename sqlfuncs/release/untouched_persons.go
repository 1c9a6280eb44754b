package release

import "skyline/sqlfuncs/sqltext"

// singledPersons is singled for people who may have several rows, in several groups: who they
// are is listed, since somebody may be alone in more than one.
func (u *Untouched) singledPersons(p *sqltext.Plan, why string) (together, each sqltext.SQL) {
	const who = "coalesce(list(DISTINCT __skyline_p) FILTER (WHERE is_alone AND people > 1), list_value()) AS who"
	together = sqltext.Fill(`
		SELECT count(DISTINCT __skyline_p) AS people, min(people) AS smallest, bool_or(people = 1) AS single, {who}
		FROM ({together})
	`, sqltext.Args{"who": who, "together": u.aloneOfPersons(u.keys(), u.lists(othersName))})
	each = sqltext.Fill(`
		SELECT i, {who}
		FROM ({each})
		GROUP BY i HAVING bool_or(differ)
	`, sqltext.Args{"who": who, "each": u.aloneOfPersons(append(u.keys(), "i"), u.singly(aloneName))})
	if u.Checked {
		p.Keep(groupedName, why, sqltext.Fill("SELECT *, single AND people > 1 AS found FROM ({together})", sqltext.Args{"together": together}))
		together = sqltext.Fill("SELECT g.* REPLACE (list_concat(g.who, o.who) AS who) FROM {grouped} AS g CROSS JOIN ({ones}) AS o",
			sqltext.Args{"grouped": groupedName, "ones": u.ones("", u.lists(groupedName))})
		each = sqltext.Fill("SELECT i, flatten(list(who)) AS who FROM ({each} UNION ALL FROM ({ones})) GROUP BY i",
			sqltext.Args{"each": each, "ones": u.ones("i, ", u.singly(groupedName))})
	}
	counted := sqltext.SQL("SELECT * EXCLUDE (who), len(list_distinct(who)) AS alone FROM ({of})")
	return sqltext.Fill(counted, sqltext.Args{"of": together}), sqltext.Fill(counted, sqltext.Args{"of": each})
}

// aloneOfPersons is the SELECT of the persons of each group, who may have several rows, and of how many
// people it has: holders is how many have the values v, occurrences how many pairs of people and
// values the group has.
func (u *Untouched) aloneOfPersons(keys []sqltext.SQL, from sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT {keys}, __skyline_p, is_alone, differ, count(*) OVER (PARTITION BY {keys}) AS people
		FROM (
		    SELECT {keys}, __skyline_p, bool_or(holders = 1) AS is_alone, bool_or(holders < occurrences) AS differ
		    FROM (
		        SELECT {keys}, __skyline_p, count(*) OVER (PARTITION BY {keys}, v) AS holders, count(*) OVER (PARTITION BY {keys}) AS occurrences
		        FROM (
		            SELECT DISTINCT {keys}, __skyline_p, v
		            FROM ({from})
		        )
		    )
		    GROUP BY {keys}, __skyline_p
		)
	`, sqltext.Args{"keys": sqltext.List(keys), "from": from})
}
