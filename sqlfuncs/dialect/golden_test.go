package dialect

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files")

// everyKind are a column of each kind, with values of it.
var everyKind = []struct {
	name   string
	t      Type
	values []string
}{
	{"text", Type{Kind: Text}, []string{"it's", `back\slash`, "two\nlines", ""}},
	{"integer", Type{Kind: Integer}, []string{"-9223372036854775808"}},
	{"long", Type{Kind: Integer, Precision: 38}, []string{"99999999999999999999999999999999999999"}},
	{"decimal", Type{Kind: Decimal, Precision: 9, Scale: 2}, []string{"-1.50"}},
	{"double", Type{Kind: Float}, []string{"0.1", "-0.0", "inf", "-inf", "nan"}},
	{"float", Type{Kind: Float, Precision: 4}, []string{"0.10000000149011612"}},
	{"boolean", Type{Kind: Boolean}, []string{"true", "false"}},
	{"date", Type{Kind: Date}, []string{"1969-12-31"}},
	{"time", Type{Kind: Time}, []string{"23:59:59.999999"}},
	{"timestamp", Type{Kind: Timestamp}, []string{"1969-12-31 23:59:59.999999"}},
	{"moment", Type{Kind: TimestampTZ}, []string{"1969-12-31 23:59:59.999999"}},
	{"uuid", Type{Kind: UUID}, []string{"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"}},
}

// TestGolden writes, in each dialect, the key, the state, the group and what is shown of each
// kind, its literals, and a statement with each relation. What is written is read by people
// once, and by sqlglot in tests/hosts.
func TestGolden(t *testing.T) {
	for _, d := range all {
		var b strings.Builder
		write := func(title string, s Statement) {
			text, err := d.Write(s)
			if err != nil {
				text = "-- error: " + err.Error()
			}
			b.WriteString("-- " + title + "\n" + text + ";\n\n")
		}
		for _, k := range everyKind {
			x := Column{"t", k.name}
			items := []Item{{Group{x, k.t}, "group"}, {Show{Group{x, k.t}, k.t}, "show"}, {Key{x, k.t}, "key"}, {State{x, k.t}, "state"}}
			write("a column, "+k.name, Statement{Query: Select{Items: items, From: Table{Source{Name: []string{"tbl"}}, "t"}}})
			for _, value := range k.values {
				write("a value, "+k.name, Statement{Query: Select{Items: []Item{{Literal{k.t, &value}, "value"}, {Literal{k.t, nil}, "none"}}}})
			}
		}
		write("relations", relations())
		path := filepath.Join("testdata", d.Name+".sql")
		if *rewrite {
			if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != string(want) {
			t.Errorf("%s is not what is written now: go test ./sqlfuncs/dialect -run TestGolden -rewrite, and read the difference", path)
		}
	}
}

// relations is a statement with each kind of relation and what else there is.
func relations() Statement {
	one := "1"
	whole := Type{Kind: Integer}
	values := Values{Columns: []string{"k", "n"}, As: "v", Rows: [][]Expr{{Literal{whole, &one}, Number(2)}, {Literal{whole, nil}, Number(3)}}}
	rows := Sub{Select{Items: []Item{{Column{"v", "k"}, "k"}, {CountWithin{Column{"v", "k"}}, "n"}}, From: values}, "r"}
	on := All{Compare{Column{"t", "k"}, "=", Column{"r", "k"}}}
	return Statement{
		Comment: []string{"why"}, Into: []string{"db", "made"},
		Query: Select{
			Items: []Item{{Column{"t", "k"}, "k"}, {Or{Column{"r", "n"}, 0}, "n"}},
			From: Join{Join{Table{Source{Name: []string{"db", "tbl"}}, "t"}, rows, on, false}, Sub{Union{
				{Items: []Item{{Count{}, "k"}, {Sum{Number(1)}, "s"}, {Max{Number(2)}, "m"}}, From: Table{Source{Query: "(SELECT 1 AS x)"}, "q"}},
				{Items: []Item{{CountOf{Column{"q", "x"}, true}, "k"}, {CountOf{Column{"q", "x"}, false}, "s"}, {Case{Null{Column{"q", "y"}}, Number(1), nil}, "m"}}, From: Table{Source{Query: "(SELECT 1 AS x, 2 AS y)"}, "q"}, By: []Expr{Column{"q", "y"}}},
			}, "u"}, All{Compare{Column{"t", "k"}, "=", Column{"u", "k"}}}, true},
			Where:    All{Compare{Plus{Column{"t", "k"}, Number(1)}, ">", Number(0)}, Given{Column{"t", "k"}}},
			Shuffled: "k",
		},
	}
}
