package sqltext_test

import (
	"math"
	"slices"
	"testing"

	"skyline/sqlfuncs/sqltext"
)

func TestPieces(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ got, want sqltext.SQL }{
		{sqltext.Ident(`a"b`), `"a""b"`},
		{sqltext.Text("x'y"), "'x''y'"},
		{sqltext.TextOrNull("x"), "'x'"},
		{sqltext.TextOrNull(""), "NULL"},
		{sqltext.Texts([]string{"a", "b'c"}), "list_value('a', 'b''c')::VARCHAR[]"},
		{sqltext.Texts(nil), "list_value()::VARCHAR[]"},
		{sqltext.Int(0), "0"},
		{sqltext.Int(-1), "(-1)"},
		{sqltext.Int(math.MinInt64), "(-9223372036854775808)"},
		{sqltext.Float(0.3), "'0.3'::DOUBLE"},
		{sqltext.Float(1e300), "'1e+300'::DOUBLE"},
		{sqltext.Float(math.Inf(-1)), "'-Inf'::DOUBLE"},
		{sqltext.Float(math.NaN()), "'NaN'::DOUBLE"},
		{sqltext.Bool(true), "true"},
		{sqltext.JSON(struct {
			Name string `json:"name"`
		}{"it's \x00"}), `'{"name":"it''s \u0000"}'`},
		{sqltext.User("(FROM t)"), "\x00(FROM t)\x00"},
		{sqltext.List(sqltext.Idents([]string{"a", "b"})), `"a", "b"`},
		{sqltext.Join(" AND "), ""},
		{sqltext.Join(" AND ", "a", "b"), "a AND b"},
	} {
		if test.got != test.want {
			t.Errorf("got %s, want %s", test.got, test.want)
		}
	}
	numbered := sqltext.Map([]string{"x", "y"}, func(i int, item string) sqltext.SQL {
		return sqltext.Ident(item) + " + " + sqltext.Int(int64(i))
	})
	if want := []sqltext.SQL{`"x" + 0`, `"y" + 1`}; !slices.Equal(numbered, want) {
		t.Errorf("Map() = %q, want %q", numbered, want)
	}
}

func TestWhatIsNoPieceOfSQL(t *testing.T) {
	t.Parallel()
	panics(t, "JSON", func() { sqltext.JSON(func() {}) })
	panics(t, "User", func() { sqltext.User("a\x00b") })
}

// panics fails a test where a function does not panic.
func panics(t *testing.T, name string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s does not panic", name)
		}
	}()
	f()
}
