package certificate

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// What RFC 8785 has as examples: sections 3.2.2, 3.2.3 without the names beyond ASCII, which
// certificates do not have, and appendix B.
func TestRFC8785(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		`{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
		  "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`: `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
		`{"1": {"f": {"f": "hi", "F": 5}, "\n": 56.0}, "10": {}, "": "empty", "a": {}, "111": [{"e": "yes", "E": "no"}], "A": {}}`:                          `{"":"empty","1":{"\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}`,
		`[-0.0, -0, 5e-324, 1.7976931348623157e308, 9007199254740992, 295147905179352830000, 9.999999999999997e22, 1e+23, 0.000001, 0.0000001, 1e21, 1e20]`: `[0,0,5e-324,1.7976931348623157e+308,9007199254740992,295147905179352830000,9.999999999999997e+22,1e+23,0.000001,1e-7,1e+21,100000000000000000000]`,
		`"\b\t\n\f\r\u000b\u007f\u2028\ud83d\ude00"`: "\"\\b\\t\\n\\f\\r\\u000b\x7f\u2028😀\"",
	} {
		v, err := readJSON(given)
		if err != nil {
			t.Fatalf("%s: %v", given, err)
		}
		got, err := appendJSON(nil, v)
		if err != nil || string(got) != want {
			t.Errorf("%s is written\n%s, %v, want\n%s", given, got, err, want)
		}
	}
}

func TestWholeNumbersHaveAllDigits(t *testing.T) {
	t.Parallel()
	if got, err := appendNumber(nil, "-12345678901234567890123"); err != nil || string(got) != "-12345678901234567890123" {
		t.Errorf("got %s, %v", got, err)
	}
}

// FuzzJSON holds the reader against that of the standard library.
func FuzzJSON(f *testing.F) {
	for _, text := range []string{`{"a":[1,2.50,null,true,"x\u0000"]}`, `[[[[`, `{"a":1,"a":2}`, `1e999`, `-0`, "\xff", `{"a":1}x`, strings.Repeat("[", 40), `"\ud800"`, ``} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := readJSON(text)
		if err != nil {
			return
		}
		if !json.Valid([]byte(text)) {
			t.Fatalf("%q is read, and is not JSON", text)
		}
		written, err := appendJSON(nil, v)
		if err != nil {
			return
		}
		var want, got any
		if json.Unmarshal([]byte(text), &want) != nil || json.Unmarshal(written, &got) != nil || !reflect.DeepEqual(want, got) {
			t.Fatalf("%q is written %q", text, written)
		}
		again, err := readJSON(string(written))
		if err != nil {
			t.Fatalf("%q is not read: %v", written, err)
		}
		if twice, err := appendJSON(nil, again); err != nil || !bytes.Equal(written, twice) {
			t.Fatalf("%q is written again as %q, %v", written, twice, err)
		}
	})
}

const small = `{"columns":[{"name":"a","type":"INTEGER"}],"engine":{"duckdb":"","skyline":""},"fingerprint":"","format":"skyline certificate 1","parameters":{"other_columns":"keep","privacy":{"k_anonymity":2,"presence":{"delta_min":0.5},"skyline":[{"c":0.5,"value":"x"}]},"qi":["a"],"sensitive":"s","values_per_person":"one"},"people":1,"requirements":[{"achieved":"Infinity","holds":null,"required":0.5,"requirement":"x","rule":"y","value":"z"}],"rows":1}`

// FuzzContent reads certificates, and what it takes for one it writes, judges and seals.
func FuzzContent(f *testing.F) {
	f.Add(small)
	f.Add(strings.Replace(small, `"rows":1`, `"rows":9223372036854775808`, 1))
	f.Add(strings.Replace(small, `"hash"`, `"Hash"`, 1))
	f.Fuzz(func(t *testing.T, text string) {
		c, err := readContent(text)
		if err != nil {
			return
		}
		sealed, err := c.text("a key of 16 bytes")
		if err != nil {
			t.Fatalf("%q cannot be written: %v", text, err)
		}
		again, err := readContent(sealed)
		if err != nil {
			t.Fatalf("%q is not read: %v", sealed, err)
		}
		items, err := compare(again, again, "a key of 16 bytes")
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range items[:2] {
			if !item.Holds.V {
				t.Fatalf("%s does not hold of %q", item.Item, sealed)
			}
		}
	})
}

// Every change of a character of a certificate is an error, or another hash.
func TestEveryCharacterCounts(t *testing.T) {
	t.Parallel()
	c, err := readContent(small)
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := c.text("")
	if err != nil {
		t.Fatal(err)
	}
	for i := range len(sealed) {
		for _, with := range []string{"", "0", "x", " ", `"`} {
			changed := sealed[:i] + with + sealed[i+1:]
			c, err := readContent(changed)
			if err != nil || changed == sealed {
				continue
			}
			again, err := c.seals("")
			same, failed := c.canonical()
			if err != nil || failed != nil || again.hash == c.Hash && string(same) != sealed {
				t.Fatalf("%s, %v, %v: the hash is as it was", changed, err, failed)
			}
		}
	}
}
