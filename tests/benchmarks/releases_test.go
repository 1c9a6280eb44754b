//go:build benchmarks

package benchmarks

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// releasesOfPeople are calls of skyline_anonymize that make releases of the same people: by other
// ways to split, or other columns.
var releasesOfPeople = []string{
	"['age', 'zip', 'hours'], split := 'information_loss'",
	"['age', 'zip', 'hours'], split := 'median'",
	"['age', 'hours'], split := 'median'",
	"['zip', 'hours'], split := 'information_loss'",
	"['age', 'zip'], split := 'median'",
}

// BenchmarkReleasesCheck compares republication_check with GROUP BY of the columns that it reads, for
// numbers of people and of releases, all of which are 10-anonymous and have no value with more
// than half of a group. exact is the share of people of whom it is known exactly, that of the
// value of which it is least; found people whose value is known with more than 1/2.
func BenchmarkReleasesCheck(b *testing.B) {
	for _, people := range []int{1_000, 10_000, 50_000, 1_000_000} {
		conn := openConn(b, "")
		execute := func(statement string) {
			if _, err := conn.ExecContext(context.Background(), statement); err != nil {
				b.Fatal(err)
			}
		}
		execute(fmt.Sprintf(`CREATE TABLE people AS SELECT range AS id,
			17 + (hash(range) %% 40 + hash(range * 7 + 1) %% 35)::BIGINT AS age, (hash(range * 3 + 5) %% 1000)::BIGINT AS zip, 10 * (hash(range * 13 + 5) %% 10)::BIGINT AS hours,
			'occupation ' || least(hash(range * 11 + 3) %% 14, hash(range * 5 + 3) %% 14) AS occupation FROM range(%d)`, people))
		made := 0
		for _, count := range []int{1, 2, 3, 4, 5} {
			if people > 50_000 && count > 2 {
				break
			}
			b.Run(fmt.Sprintf("people=%d/releases=%d", people, count), func(b *testing.B) {
				var groups []string
				for ; made < count; made++ {
					execute(fmt.Sprintf("CREATE TABLE joined AS SELECT people.*, r.group_id AS g%d FROM people JOIN (FROM skyline_anonymize('people', qi := %s, sensitive := 'occupation', privacy := {'k_anonymity': 10, 'max_share': 0.5}, output := 'bucketized', other_columns := 'keep')) AS r USING (id)", made+1, releasesOfPeople[made]))
					execute("DROP TABLE people")
					execute("ALTER TABLE joined RENAME TO people")
				}
				for i := range count {
					groups = append(groups, fmt.Sprintf("g%d", i+1))
				}
				call := fmt.Sprintf("republication_check('people', 'id', 'occupation', ['%s'], c := 0.50001)", strings.Join(groups, "', '"))
				against(b, conn, "SELECT count(value) FROM "+call, fmt.Sprintf("SELECT count(*) FROM (SELECT id, occupation, %s, count(*) AS n FROM people GROUP BY ALL) WHERE n > 0", strings.Join(groups, ", ")), "×groupby")
				var exact, found float64
				if err := conn.QueryRowContext(context.Background(), "SELECT min(exact_share), sum(people) FROM "+call).Scan(&exact, &found); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(exact, "exact")
				b.ReportMetric(found, "found")
			})
		}
	}
}
