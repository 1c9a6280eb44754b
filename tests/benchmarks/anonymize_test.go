package benchmarks

import "testing"

// A release must at least be grouped and joined with its groups: that is what any
// method has to pay for.
const (
	groupAndJoin = `SELECT count(*) FROM people AS p JOIN (SELECT age, sex, zip, education, race, count(*) AS n FROM people GROUP BY ALL) AS g
		ON p.age = g.age AND p.sex = g.sex AND p.zip = g.zip AND p.education = g.education AND p.race = g.race WHERE g.n > 0`
	anonymize = `SELECT count(*) FROM (SELECT * FROM skyline_anonymize('people', qi := ['age', 'sex', 'zip', 'education', 'race'], sensitive := 'disease',
		privacy := {'k_anonymity': 10, 'distinct_diversity': 2}) OFFSET 1)`
)

func BenchmarkAnonymize(b *testing.B) {
	for _, table := range tables {
		b.Run(table.name, func(b *testing.B) {
			conn := openConn(b, "")
			createTable(b, conn, table.mod)
			against(b, conn, anonymize, groupAndJoin, "x-of-group-and-join")
		})
	}
}
