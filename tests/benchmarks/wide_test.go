//go:build benchmarks

package benchmarks

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
)

// wideRows is the size of the wide tables, whose rows are nearly all different.
const wideRows = 1_000_000

// wideTables have so many quasi-identifier columns, and others that nobody names.
var wideTables = []struct {
	name       string
	qi, others int
	sizes      []int // how many values the columns have, in turn
}{
	{"qi=8", 8, 0, []int{wideRows}},
	{"qi=30,others=170", 30, 170, []int{2, 5, 16, 74, 300, 1000, 20_000, 200_000}},
}

func createWide(b *testing.B, conn *sql.Conn, qi, others int, sizes []int) (names []string) {
	b.Helper()
	columns := []string{"hash(i, -1) % 14 AS disease"}
	for d := range qi {
		names = append(names, fmt.Sprint("q", d))
		columns = append(columns, fmt.Sprintf("CAST(hash(i, %d) %% %d AS INTEGER) AS q%d", d, sizes[d%len(sizes)], d))
	}
	for d := range others {
		columns = append(columns, fmt.Sprintf("CAST(hash(i, %d) %% 100 AS TINYINT) AS other%d", 1000+d, d))
	}
	exec(b, conn, fmt.Sprintf("CREATE TABLE people AS SELECT %s FROM range(%d) AS t(i)", strings.Join(columns, ", "), wideRows))
	return names
}

// BenchmarkWide makes releases of wide tables, against the GROUP BY of the
// quasi-identifiers, and against that joined with the table and shuffled.
func BenchmarkWide(b *testing.B) {
	for _, table := range wideTables {
		conn := openConn(b, "")
		names := createWide(b, conn, table.qi, table.others, table.sizes)
		columns := strings.Join(names, ", ")
		grouped := fmt.Sprintf("SELECT count(*) FROM (SELECT %s, count(*) AS n FROM people GROUP BY ALL) WHERE n > 0", columns)
		shuffled := fmt.Sprintf("SELECT count(*) FROM (SELECT people.*, n FROM people JOIN (SELECT %s, count(*) AS n FROM people GROUP BY ALL) USING (%s) ORDER BY random() OFFSET 1)", columns, columns)
		for _, sensitive := range []string{"", "disease"} {
			call := fmt.Sprintf("skyline_anonymize('people', qi := ['%s'], %sprivacy := {'k_anonymity': 10}, other_columns := 'keep')",
				strings.Join(names, "', '"), map[bool]string{true: fmt.Sprintf("sensitive := '%s', ", sensitive)}[sensitive != ""])
			b.Run(table.name+"/sensitive="+sensitive, func(b *testing.B) {
				against(b, conn, fmt.Sprintf("SELECT count(*) FROM (SELECT * FROM %s OFFSET 1)", call), grouped, "x-of-groupby", floor{shuffled, "x-of-group-join-shuffle"})
			})
		}
		exec(b, conn, "DROP TABLE people")
	}
}
