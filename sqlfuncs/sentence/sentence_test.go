package sentence

import (
	"errors"
	"reflect"
	"testing"
)

func has(person, value string) Literal { return Literal{Person: person, Value: Value{Text: value}} }

func lacks(person, value string) Literal {
	return Literal{Person: person, Value: Value{Text: value}, Not: true}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]*Sentence{
		"Hannah: Flu -> Charlie: Flu":   {If: []Literal{has("Hannah", "Flu")}, Then: []Literal{has("Charlie", "Flu")}},
		" a:b->c:d ":                    {If: []Literal{has("a", "b")}, Then: []Literal{has("c", "d")}},
		"not Ed: Lung  Cancer":          {Then: []Literal{lacks("Ed", "Lung  Cancer")}},
		`not Ed: "Lung Cancer"`:         {Then: []Literal{lacks("Ed", "Lung Cancer")}},
		"A: x AND B: y -> C: z Or D:w":  {If: []Literal{has("A", "x"), has("B", "y")}, Then: []Literal{has("C", "z"), has("D", "w")}},
		"A: x and not B: y -> not C: z": {If: []Literal{has("A", "x"), lacks("B", "y")}, Then: []Literal{lacks("C", "z")}},
		"A: x or A: y":                  {Then: []Literal{has("A", "x"), has("A", "y")}},
		"Dan = Eve":                     {Same: []string{"Dan", "Eve"}},
		`"Dan = Eve" = "a ""b"": c"`:    {Same: []string{"Dan = Eve", `a "b": c`}},
		`"Hand and foot": ""`:           {Then: []Literal{has("Hand and foot", "")}},
		"17: 2.5e-3":                    {Then: []Literal{has("17", "2.5e-3")}},
		"O'Brien: <20 - >5":             {Then: []Literal{has("O'Brien", "<20 - >5")}},
		"A: null":                       {Then: []Literal{{Person: "A", Value: Value{Null: true}}}},
		`"NULL": "NULL"`:                {Then: []Literal{has("NULL", "NULL")}},
		"Zoë: größer":                   {Then: []Literal{has("Zoë", "größer")}},
		"Andy: notes":                   {Then: []Literal{has("Andy", "notes")}},
	} {
		got, err := Parse(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Parse(%q) = %+v, %v, want %+v", text, got, err, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	const quote = "; write names and values in double quotes that have and, or, not, :, = or -> in them"
	for text, want := range map[string]string{
		"":                         "at character 1: the text is empty",
		"  ":                       "at character 3: the text is empty",
		"Ann":                      "at character 4: ':' behind a name expected, got the end" + quote,
		"Zoë Flu -> Bob: Flu":      "at character 9: ':' behind a name expected, got '->'" + quote,
		"Ann: -> Bob: Flu":         "at character 6: a value expected, got '->'" + quote,
		"Ann: Flu ->":              "at character 12: a name expected, got the end" + quote,
		"-> Ann: Flu":              "at character 1: a name expected, got '->'" + quote,
		"Ann: Flu Bob: Flu":        "at character 13: '->', 'and', 'or' or the end expected, got ':'" + quote,
		`Ann: "Flu" Bob: Flu`:      "at character 12: '->', 'and', 'or' or the end expected, got words" + quote,
		"A: x -> B: y -> C: z":     "at character 14: the end or 'or' expected, got '->'" + quote,
		"A: x or B: y -> C: z":     "at character 14: 'or' must not stand in front of '->'; write a sentence for each case, such as 'A: x -> C: z' and 'B: y -> C: z'",
		"A: x -> B: y and C: z":    "at character 22: 'and' must not stand behind '->'; write a sentence for each, such as 'A: x -> B: y' and 'A: x -> C: z'",
		"A: x and B: y":            "at character 14: 'and' must not stand in a sentence without '->'; write a sentence for each",
		"A: x and B: y or C: z":    "at character 15: 'and' and 'or' must not stand side by side; write several sentences",
		"A: not x":                 "at character 4: 'not' must stand in front of the name, such as 'not Ed: Flu'",
		"not not A: x":             "at character 5: a name expected, got 'not'" + quote,
		"not A = B":                "at character 7: ':' behind a name expected, got '='" + quote,
		"A = B = C":                "at character 7: the end expected, got '='" + quote,
		"A =":                      "at character 4: a name expected, got the end" + quote,
		"A = B: x":                 "at character 6: the end expected, got ':'" + quote,
		"NULL: x":                  "at character 1: a name must not be NULL; write it in double quotes if somebody is called that",
		`A: "x`:                    "at character 4: a double quote without its other one; two of them within quotes stand for one",
		"A: Hand and foot -> B: x": "at character 18: ':' behind a name expected, got '->'" + quote,
		"A: 10:30":                 "at character 6: '->', 'and', 'or' or the end expected, got ':'" + quote,
	} {
		_, err := Parse(text)
		if _, ok := errors.AsType[*Error](err); !ok || err.Error() != want {
			t.Errorf("Parse(%q): %v, want %s", text, err, want)
		}
	}
}

func TestString(t *testing.T) {
	for _, text := range []string{
		"Hannah: Flu -> Charlie: Flu", `not Ed: Lung Cancer`, "A: x and not B: y -> C: z or D: w", "Dan = Eve", `"A = B": "and"`,
		`"": "a ""b"""`, `A: "NULL" or A: NULL`, "\"\u00a0\": \"a\nb\"",
	} {
		s, err := Parse(text)
		if err != nil || s.String() != text {
			t.Errorf("Parse(%q) = %q, %v, want the same", text, s, err)
		}
	}
}

// FuzzParse: what is read is written so that it is read again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"Hannah: Flu -> Charlie: Flu", `not "a ""b": NULL or x:y`, "a = b", "a: b and not c: d->e:f", `"`, "a:\xff\x00", "->-:", "a-- >b:c"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			if e, ok := errors.AsType[*Error](err); !ok || e.At < 1 || e.At > len(text)+1 {
				t.Fatalf("Parse(%q): %v", text, err)
			}
			return
		}
		again, err := Parse(s.String())
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Fatalf("Parse(%q) = %+v is written as %q and read as %+v, %v", text, s, s, again, err)
		}
	})
}

// FuzzWord: any name and any value are read as they are.
func FuzzWord(f *testing.F) {
	for _, text := range []string{"Ann", "and", " a", `"`, "null", "a->b", "-", "", "a  b", "\u00a0", "\xff"} {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, name, value string) {
		want := &Sentence{If: []Literal{has(name, value)}, Then: []Literal{lacks(value, name), {Person: name, Value: Value{Null: true}}}}
		if got, err := Parse(want.String()); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("Parse(%q) = %+v, %v, want %+v", want, got, err, want)
		}
	})
}
