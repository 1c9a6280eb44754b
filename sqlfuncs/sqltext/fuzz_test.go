package sqltext_test

import (
	"encoding/json"
	"strings"
	"testing"

	"skyline/sqlfuncs/sqltext"
)

// FuzzUserTexts tests that no name and no text of a user's changes how the rest of a
// statement is read, or is changed itself.
func FuzzUserTexts(f *testing.F) {
	for _, s := range []string{
		"", "age", "'", `"`, "''", `"" `, "--", "-- it's", "{name}", "{", "\n\t\ta\n", "\r\n", "\x00", "\x00a\x00",
		"__skyline_a", "f(x)", "system.main.f(", "\\'", "$$", "/*", "é\xff", " AS ", ") FROM t; --",
	} {
		f.Add(s, s, strings.ReplaceAll(s, "\x00", ""))
	}
	plain := read(finishedOf("i", "t"))
	f.Fuzz(func(t *testing.T, name, text, query string) {
		if strings.Contains(query, "\x00") {
			t.Skip("refused")
		}
		got := read(finishedOf(name, text))
		if len(got) != len(plain) {
			t.Fatalf("%d tokens, want %d", len(got), len(plain))
		}
		for i, token := range got {
			want := plain[i]
			switch want {
			case token:
			case `"i"`:
				want = name
				token = unquoted(token, `"`)
			case "'t'":
				want = text
				token = unquoted(token, "'")
			case `'"t"'`:
				if err := json.Unmarshal([]byte(unquoted(token, "'")), &token); err != nil {
					t.Fatal(err)
				}
				want = string([]rune(text)) // JSON has no other bytes
			}
			if token != want {
				t.Fatalf("token %d is %q, want %q", i, token, want)
			}
		}

		args := sqltext.Args{"name": sqltext.Ident(name), "text": sqltext.Text(text)}
		const head, tail = "SELECT f({text}) AS __skyline_a FROM (", ") AS {name} (__skyline_b) WHERE f({text})"
		want := sqltext.Finish(sqltext.Fill(head, sqltext.Args{"text": args["text"]}), "_b") + query + sqltext.Finish(sqltext.Fill(tail, args), "_b")
		args["query"] = sqltext.User(query)
		if got := sqltext.Finish(sqltext.Fill(head+"{query}"+tail, args), "_b"); got != want {
			t.Fatalf("with a query the statement is\n%q\nwant\n%q", got, want)
		}
	})
}

func finishedOf(name, text string) string { return sqltext.Finish(statementOf(name, text), "_b") }

// statementOf has a name and a text in places of all kinds.
func statementOf(name, text string) sqltext.SQL {
	args := sqltext.Args{"name": sqltext.Ident(name), "text": sqltext.Text(text)}
	var p sqltext.Plan
	p.Guard("__skyline_ok", "it's a guard", sqltext.Fill("SELECT CASE WHEN {name} = {text} THEN error({text}) ELSE true END AS ok", args))
	p.Keep("__skyline_a", `"the rows`, sqltext.Fill(`
		SELECT {columns}, -- of {text}
			max(x.{name}) AS __skyline_m
		FROM ({inner}) AS x ({name})
	`, sqltext.Args{
		"columns": sqltext.Join(",\n", sqltext.Texts([]string{text, text}), sqltext.TypeText("x."+sqltext.Ident(name))), "name": args["name"],
		"inner": sqltext.Fill("\n\tSELECT {name} -- {name}\n\tFROM {text}", args),
	}))
	p.Run(sqltext.Job{
		Function: text, Kernel: "k", Spec: text, Data: []sqltext.Member{{"x", sqltext.Fill("f({name}, {text})", args)}},
		From: "__skyline_a", Rows: "__skyline_rows", Why: "a kernel's",
	})
	return p.Statement("SELECT __skyline_wait(__skyline_rows.job) FROM __skyline_rows")
}

// read returns what a reader of SQL takes a statement for.
func read(statement string) []string {
	var tokens []string
	for rest := statement; rest != ""; {
		n := 1
		switch quote := rest[:1]; {
		case quote == "'" || quote == `"`:
			for rest[n:n+1] != quote || strings.HasPrefix(rest[n+1:], quote) {
				if rest[n:n+1] == quote {
					n++ // it is doubled
				}
				n++
			}
			n++
		case strings.HasPrefix(rest, "--"):
			for rest[n] != '\n' && rest[n] != '\r' {
				n++
			}
		case strings.ContainsAny(quote, letters):
			n = len(rest) - len(strings.TrimLeft(rest, letters))
		}
		tokens = append(tokens, rest[:n])
		rest = rest[n:]
	}
	return tokens
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"

func unquoted(token, quote string) string {
	return strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(token, quote), quote), quote+quote, quote)
}
