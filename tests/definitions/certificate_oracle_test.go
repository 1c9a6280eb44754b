package definitions

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// columnValue is a value of a column: literals that mean the same, and the text that the
// definition says it has, which is written down here by hand.
type columnValue struct {
	text     string
	literals []string
}

// kind is a type as a table has it, as a certificate calls it, and some of its values.
type kind struct {
	typ, stored string
	values      []columnValue
}

var columnKinds = []kind{
	{"INTEGER", "INTEGER", []columnValue{{"1", []string{"1"}}, {"-30", []string{"-30"}}, {"11", []string{"11"}}}},
	{"BIGINT", "BIGINT", []columnValue{{"9223372036854775807", []string{"9223372036854775807"}}, {"1", []string{"1"}}}},
	{"VARCHAR", "VARCHAR", []columnValue{{"a", []string{"'a'"}}, {"A", []string{"'A'", "'A' COLLATE NOCASE"}}, {"", []string{"''"}}, {"NULL", []string{"'NULL'"}}, {"-", []string{"'-'"}}, {"1:a", []string{"'1:a'"}}, {"é\n", []string{"'é' || chr(10)"}}}},
	{"ENUM('x', 'it''s, ', 'y')", "VARCHAR", []columnValue{{"x", []string{"'x'"}}, {"it's, ", []string{"'it''s, '"}}}},
	{"DOUBLE", "DOUBLE", []columnValue{{"0.0", []string{"0.0", "'-0.0'"}}, {"nan", []string{"'nan'", "'-nan'"}}, {"0.1", []string{"0.1"}}, {"inf", []string{"'infinity'"}}, {"1e+300", []string{"1e300"}}}},
	{"FLOAT", "FLOAT", []columnValue{{"0.0", []string{"0.0", "'-0.0'"}}, {"0.1", []string{"0.1"}}}},
	{"DECIMAL(5,2)", "DECIMAL(5,2)", []columnValue{{"1.50", []string{"1.5", "1.50"}}, {"-0.01", []string{"-0.01"}}}},
	{"BOOLEAN", "BOOLEAN", []columnValue{{"true", []string{"true"}}, {"false", []string{"false"}}}},
	{"DATE", "DATE", []columnValue{{"2024-01-01", []string{"'2024-01-01'"}}, {"infinity", []string{"'infinity'"}}}},
	{"TIMESTAMP_S", "TIMESTAMP", []columnValue{{"2024-01-01 10:00:00", []string{"'2024-01-01 10:00:00'"}}}},
	{"TIMESTAMP WITH TIME ZONE", "TIMESTAMP WITH TIME ZONE", []columnValue{{"2024-06-01 10:00:00", []string{"'2024-06-01 12:00:00+02'", "'2024-06-01 10:00:00+00'"}}, {"infinity", []string{"'infinity'"}}, {"1970-01-01 00:00:00.000001", []string{"'1970-01-01 00:00:00.000001+00'"}}}},
	{"INTERVAL", "INTERVAL", []columnValue{{"1 month", []string{"'1 month'", "'30 days'"}}, {"00:00:01", []string{"'1 second'"}}}},
	{"BLOB", "BLOB", []columnValue{{`\xAAb`, []string{`'\xAAb'`}}, {"", []string{"''"}}}},
	{"BIT", "VARCHAR", []columnValue{{"101", []string{"'101'"}}, {"0101", []string{"'0101'"}}}},
	{"UUID", "UUID", []columnValue{{"00000000-0000-0000-0000-00000000000a", []string{"'0000000000000000000000000000000A'"}}}},
	{"INTEGER[]", "INTEGER[]", []columnValue{{"[1, NULL]", []string{"[1, NULL]"}}, {"[]", []string{"[]"}}, {"[NULL, 1]", []string{"[NULL, 1]"}}}},
	{"INTEGER[2]", "INTEGER[]", []columnValue{{"[1, 2]", []string{"[1, 2]"}}}},
	{"DOUBLE[]", "DOUBLE[]", []columnValue{{"[0.0]", []string{"[0.0]"}}, {"[-0.0]", []string{"['-0.0'::DOUBLE]"}}}},
	{"STRUCT(a INTEGER, b VARCHAR)", "STRUCT(a INTEGER, b VARCHAR)", []columnValue{{"{'a': 1, 'b': x}", []string{"{'a': 1, 'b': 'x'}"}}, {"{'a': NULL, 'b': NULL}", []string{"{'a': NULL, 'b': NULL}"}}}},
}

// certified is a random table: of each row the numbers of its values, -1 for NULL.
type certified struct {
	names []string
	kinds []kind
	rows  [][]int
}

func newTable(rng *rand.Rand, columns, rows int) *certified {
	t := &certified{}
	for c := range columns {
		t.names = append(t.names, []string{"a", "B b", `c"3:d`, "ä", "e"}[c])
		t.kinds = append(t.kinds, columnKinds[rng.IntN(len(columnKinds))])
	}
	for range rows {
		row := make([]int, columns)
		for c := range row {
			row[c] = rng.IntN(len(t.kinds[c].values)+1) - 1
		}
		t.rows = append(t.rows, row)
	}
	return t
}

func (t *certified) clone() *certified {
	other := &certified{names: slices.Clone(t.names), kinds: slices.Clone(t.kinds)}
	for _, row := range t.rows {
		other.rows = append(other.rows, slices.Clone(row))
	}
	return other
}

// query is the table in SQL, with rows in some order and values by some literal.
func (t *certified) query(rng *rand.Rand) string {
	row := func(numbers []int) string {
		var cells []string
		for c, k := range t.kinds {
			literal := "NULL"
			if numbers != nil && numbers[c] >= 0 {
				literals := k.values[numbers[c]].literals
				literal = literals[rng.IntN(len(literals))]
			}
			cells = append(cells, fmt.Sprintf(`(%s)::%s AS "%s"`, literal, k.typ, strings.ReplaceAll(t.names[c], `"`, `""`)))
		}
		return "SELECT " + strings.Join(cells, ", ")
	}
	parts := []string{row(nil) + " WHERE false"}
	for _, i := range rng.Perm(len(t.rows)) {
		parts = append(parts, row(t.rows[i]))
	}
	return strings.Join(parts, " UNION ALL ")
}

// fingerprint is that of the definition.
func (t *certified) fingerprint() string {
	counts := map[string]int{}
	for _, row := range t.rows {
		var b strings.Builder
		for c, n := range row {
			if n < 0 {
				b.WriteString("-")
			} else {
				b.WriteString(written(t.kinds[c].values[n].text))
			}
		}
		counts[hash(b.String())]++
	}
	var lines []string
	for digest, n := range counts {
		lines = append(lines, fmt.Sprintf("%s %d\n", digest, n))
	}
	slices.Sort(lines)
	columns := ""
	for c, k := range t.kinds {
		columns += written(t.names[c]) + written(k.stored)
	}
	return hash(fmt.Sprintf("skyline fingerprint 1\n%s\n%d %s\n", columns, len(t.rows), hash(strings.Join(lines, ""))))
}

func written(text string) string { return fmt.Sprintf("%d:%s", len(text), text) }

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
