package main

import (
	"slices"
	"strings"
	"testing"

	"skyline/ext"

	"github.com/duckdb/duckdb-go/v2/mapping"
)

// pieces splits a text that comes in line by line.
func pieces(text string) (texts []string) {
	s := newSplitter()
	add := func(p piece) {
		if p.isDot {
			p.text = "dot " + p.text
		}
		texts = append(texts, p.text)
	}
	for line := range strings.Lines(text) {
		s.feed(line)
		for p, ok := s.next(); ok; p, ok = s.next() {
			add(p)
		}
	}
	if p, ok := s.rest(); ok {
		add(p)
	}
	return texts
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" \n\t", nil},
		{"-- nothing; here\n/* and; /* nested; */ here; */", nil},
		{";;\n;", nil},
		{"SELECT 1", []string{"SELECT 1"}},
		{"SELECT 1;", []string{"SELECT 1"}},
		{"SELECT 1; SELECT 2;\nSELECT\n3", []string{"SELECT 1", "SELECT 2", "SELECT\n3"}},
		{"SELECT 1 -- one; two\n;", []string{"SELECT 1 -- one; two"}},
		{"-- first\nSELECT 1;", []string{"-- first\nSELECT 1"}},
		{"SELECT 'a;b', 'it''s;';2", []string{"SELECT 'a;b', 'it''s;'", "2"}},
		{`SELECT 'a\'; SELECT 2`, []string{`SELECT 'a\'`, "SELECT 2"}},
		{`SELECT e'a\';b', E'\\'; 2`, []string{`SELECT e'a\';b', E'\\'`, "2"}},
		{`SELECT "a;""b"; 2`, []string{`SELECT "a;""b"`, "2"}},
		{"SELECT $$a;'b$$; 2", []string{"SELECT $$a;'b$$", "2"}},
		{"SELECT $$\n;\n$$; 2", []string{"SELECT $$\n;\n$$", "2"}},
		{"SELECT $x1$a;$$;$x1$; 2", []string{"SELECT $x1$a;$$;$x1$", "2"}},
		{"SELECT $1; SELECT $1;", []string{"SELECT $1", "SELECT $1"}},
		{"SELECT a$b$c; 2 $b$", []string{"SELECT a$b$c", "2 $b$"}},
		{"SELECT 1 /* a /* b; */ c; */; 2", []string{"SELECT 1 /* a /* b; */ c; */", "2"}},
		{"SELECT 1 - -1; SELECT 4 / 2;", []string{"SELECT 1 - -1", "SELECT 4 / 2"}},
		{"SELECT 'open; ", []string{"SELECT 'open;"}},
		{".mode csv\nSELECT .5; .read 'a;b'\n", []string{"dot .mode csv", "SELECT .5", "dot .read 'a;b'"}},
		{"SELECT 1\n.5", []string{"SELECT 1\n.5"}},
		{"SELECT 'ü;ü'; SELECT ü$x$", []string{"SELECT 'ü;ü'", "SELECT ü$x$"}},
	} {
		if got := pieces(c.text); !slices.Equal(got, c.want) {
			t.Errorf("pieces(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// TestSplitAgreesWithDuckDB compares with the number of statements that DuckDB's
// own parser finds.
func TestSplitAgreesWithDuckDB(t *testing.T) {
	connection, err := ext.RawConnection(openMemory(t))
	if err != nil {
		t.Fatal(err)
	}
	raw := mapping.Connection{Ptr: connection}
	for _, text := range []string{
		"SELECT 1; SELECT 2; ; SELECT 3",
		"SELECT ';', \";\", $$;$$, $a$;$a$, E';\\';' FROM (SELECT 1 AS \";\"); SELECT 2",
		"/* ; /* ; */ ; */ SELECT 1 -- ;\n; SELECT 2",
		"SELECT 1 AS a$b$c; SELECT 2 AS $x$",
		"SELECT e'\\\\'; SELECT 2",
		"PREPARE p AS SELECT $1; EXECUTE p(1)",
		"SELECT 'it''s'; SELECT \"a\"\"b\" FROM t; SELECT x'; SELECT '",
		"CREATE MACRO f(x) AS x || ';'; SELECT 1::VARCHAR",
		"SELECT nameE'x;'; SELECT 2",
		"SELECT 1--;\n; SELECT 2",
	} {
		var statements mapping.ExtractedStatements
		count := mapping.ExtractStatements(raw, text, &statements)
		message := mapping.ExtractStatementsError(statements)
		mapping.DestroyExtracted(&statements)
		if count == 0 {
			t.Logf("%q: %s", text, message)
			continue
		}
		if got := len(pieces(text)); got != int(count) {
			t.Errorf("pieces(%q) = %q, want %d of them", text, pieces(text), count)
		}
	}
}

func TestFirstWord(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "select 1": "SELECT", "/* a */ -- b\n  From t": "FROM", "(SELECT 1)": "(", "'a'": "'", "-- x": "",
	} {
		if got := firstWord(text); got != want {
			t.Errorf("firstWord(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("SELECT 1; $$;$$ /* ; */ 'a' \"b\" e'\\' -- ;\n.mode x\n")
	f.Fuzz(func(t *testing.T, text string) {
		// All of the text must be in the pieces, but for what separates them.
		var rest strings.Builder
		for _, p := range pieces(text) {
			rest.WriteString(strings.TrimPrefix(p, "dot "))
		}
		if rest.Len() > len(text) {
			t.Errorf("pieces(%q) = %q", text, pieces(text))
		}
	})
}
