package main

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// openMemory opens a connection to a new database in memory.
func openMemory(t *testing.T) *sql.Conn {
	t.Helper()
	db, err := openDatabase("", false)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		conn.Close()
		db.Close()
	})
	return conn
}

// compareText checks that values of an expression, one for each row that the
// clause yields, come out as the cast to VARCHAR that DuckDB makes of them.
func compareText(t *testing.T, conn *sql.Conn, expression, from string) {
	t.Helper()
	rows, err := conn.QueryContext(t.Context(), fmt.Sprintf("SELECT x, CAST(x AS VARCHAR) FROM (SELECT %s AS x %s)", expression, from))
	if err != nil {
		t.Errorf("%s: %v", expression, err)
		return
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		t.Fatal(err)
	}
	typ := parseType(types[0].DatabaseTypeName())
	values := newRow(2)
	for rows.Next() {
		if err := rows.Scan(values.pointers...); err != nil {
			t.Fatal(err)
		}
		want, ok := values.values[1].(string)
		if !ok {
			want = null
		}
		got := string(appendText(nil, typ, values.values[0]))
		if typ.name == "FLOAT" { // see appendFloat
			wantValue, _ := strconv.ParseFloat(want, 32)
			if value, _ := strconv.ParseFloat(got, 32); value == wantValue && len(got) <= len(want) {
				continue
			}
		}
		if got != want {
			t.Errorf("%s (%s) = %q, want %q", expression, typ.text, got, want)
			return
		}
	}
	if err := rows.Err(); err != nil {
		t.Errorf("%s: %v", expression, err)
	}
}

func TestTextIsWhatDuckDBCastsTo(t *testing.T) {
	conn := openMemory(t)
	for _, e := range []string{
		"true", "NULL", "1::TINYINT", "-1::BIGINT", "18446744073709551615::UBIGINT",
		"(-170141183460469231731687303715884105728)::HUGEINT", "340282366920938463463374607431768211455::UHUGEINT",
		"123456789012345678901234567890123456789012345678901234567890::BIGNUM", "(-256)::BIGNUM",
		"1.5::FLOAT", "0.1::FLOAT", "16777216::FLOAT", "1e10::FLOAT", "3.4e38::FLOAT", "1e-10::FLOAT", "'nan'::FLOAT",
		"0.1::DOUBLE", "1e15::DOUBLE", "1e16::DOUBLE", "123456789012345678::DOUBLE", "1e100::DOUBLE", "1e-4::DOUBLE",
		"1e-5::DOUBLE", "0.00012345::DOUBLE", "'-inf'::DOUBLE", "'inf'::DOUBLE", "'nan'::DOUBLE", "-0.0::DOUBLE", "5e-324::DOUBLE", "1.7976931348623157e308::DOUBLE",
		"1.50::DECIMAL(4,2)", "-0.05::DECIMAL(4,2)", "0::DECIMAL(9,3)", "-12::DECIMAL(18,0)", "0.5::DECIMAL(4,4)", "123456789012345678901234567890.12345678::DECIMAL(38,8)",
		"'duck'", "''", "'it''s'", "chr(10)", `'\x00\xAA''"\x5C ~'::BLOB`, "'101'::BIT", "'a'::ENUM('a', 'B')",
		"'47183823-2574-4bfd-b411-99ed177d3e43'::UUID", "uuid '00000000-0000-0000-0000-000000000000'",
		"DATE '2024-02-29'", "DATE '0044-03-15 (BC)'", "DATE '10000-01-01'", "DATE 'infinity'", "DATE '-infinity'", "DATE '5881580-07-10'",
		"TIME '03:04:05'", "TIME '03:04:05.120'", "TIME '23:59:59.000001'", "TIMETZ '03:04:05.5+02'", "TIMETZ '03:04:05-05:30'", "TIMETZ '03:04:05-05:30:15'", "TIMETZ '03:04:05+00'",
		"TIMESTAMP '2024-01-02 03:04:05'", "TIMESTAMP '2024-01-02 03:04:05.123456'", "TIMESTAMP '0044-03-15 (BC) 01:02:03'",
		"TIMESTAMP 'infinity'", "TIMESTAMP '-infinity'", "TIMESTAMP '290309-12-22 (BC) 00:00:00'",
		"TIMESTAMP_S '2024-01-02 03:04:05'", "TIMESTAMP_MS '2024-01-02 03:04:05.5'", "TIMESTAMP_NS '2024-01-02 03:04:05.123456789'",
		"'infinity'::TIMESTAMP_S", "'-infinity'::TIMESTAMP_MS", "'infinity'::TIMESTAMP_NS", "'-infinity'::TIMESTAMP_NS",
		"TIMESTAMPTZ '2024-01-02 03:04:05+02'",
		"INTERVAL 1 YEAR", "INTERVAL '-1 year'", "INTERVAL '14 months 3 days'", "INTERVAL 0 SECOND", "INTERVAL '1 day -01:02:03.5'", "INTERVAL '-13 months'",
		"INTERVAL '-00:00:00.5'", "INTERVAL '2 months 1 day 100:00:00.000001'", "to_microseconds(-9223372036854775807 - 1)", "INTERVAL '1 month -1 month 0 day'",
		"[1, NULL, 3]", "[]::INTEGER[]", "[[1], [], NULL]", "array_value(1.5::DOUBLE, 2)", "['a', 'b c', '', NULL, 'NULL', 'null', 'nulls', ' x', 'x ', 'a,b', 'it''s', '[', '\\', '\"', 'a:b', 'a=b', 'a(b', 'x;y', '{', '1.5']",
		"{'a': 1, 'b c': 'x', 'it''s': NULL}", "{'a': {'b': [1]}}", "{'d': DATE '2024-01-01', 't': TIMESTAMP '2024-01-01 00:00:00', 'i': INTERVAL 1 DAY, 'b': '\\x00'::BLOB, 'u': uuid '00000000-0000-0000-0000-000000000000', 'd2': 1.50::DECIMAL(4,2), 'bit': '01'::BIT}",
		"map {'a': 1, 'b c': NULL}", "map {1: 'x,y', 2: ''}", "map {DATE '2024-01-01': [1]}", "map([], [])",
		"union_value(x := 1)", "union_value(x := 'a,b')", "[union_value(x := 'a,b')]", "[union_value(x := [1, 2])]", "[{'a': 'NULL'}]",
		"[TIME '01:02:03', NULL]", "['a\tb', chr(10)||'a', 'a'||chr(11), 'ü', 'a b', '–x']", "[true, NULL]", "['x'::ENUM('x', 'y,z'), 'y,z']", "[1e20::DOUBLE, 'nan']",
	} {
		compareText(t, conn, e, "")
	}
}

// TestTextOfRandomValues compares with DuckDB's cast on many doubles and on
// strings of the characters that matter inside nested values.
func TestTextOfRandomValues(t *testing.T) {
	trials.Long(t)
	conn := openMemory(t)
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	var rows []string
	for range 3000 {
		d := math.Float64frombits(random.Uint64())
		if random.IntN(2) == 0 {
			d = math.Round(random.NormFloat64()*1e6) / math.Pow10(random.IntN(12))
		}
		if math.IsNaN(d) || math.IsInf(d, 0) {
			continue
		}
		const alphabet = `ab '"\,:=[]{}()` + "\t\n;|nulNUL\x01é"
		var s []byte
		for range random.IntN(6) {
			s = append(s, alphabet[random.IntN(len(alphabet))])
		}
		text := strings.ReplaceAll(strings.ToValidUTF8(string(s), "é"), "'", "''")
		rows = append(rows, fmt.Sprintf("(%g::DOUBLE, %g::FLOAT, '%s', %d)", d, float32(math.Mod(d, 1e30)), text, random.Int64()-math.MaxInt64/2))
	}
	if _, err := conn.ExecContext(t.Context(), "CREATE TABLE r AS FROM (VALUES "+strings.Join(rows, ",")+") AS r(d, f, s, n)"); err != nil {
		t.Fatal(err)
	}
	for _, e := range []string{
		"d", "f", "[s]", "{'k': s, 'l': [s, s]}", "n", "to_microseconds(n)", "epoch_ms(n // 1000000)", "make_timestamp(n // 10)", "make_date((n % 1000000)::INTEGER)",
		"make_timestamp_ns(n)", "n::DECIMAL(38, 9) / 7", "encode(s)",
	} {
		compareText(t, conn, e, "FROM r")
	}
}
