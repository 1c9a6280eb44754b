package canonical

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
		v, err := Read(given)
		if err != nil {
			t.Fatalf("%s: %v", given, err)
		}
		got, err := Append(nil, v)
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
		v, err := Read(text)
		if err != nil {
			return
		}
		if !json.Valid([]byte(text)) {
			t.Fatalf("%q is read, and is not JSON", text)
		}
		written, err := Append(nil, v)
		if err != nil {
			return
		}
		var want, got any
		if json.Unmarshal([]byte(text), &want) != nil || json.Unmarshal(written, &got) != nil || !reflect.DeepEqual(want, got) {
			t.Fatalf("%q is written %q", text, written)
		}
		again, err := Read(string(written))
		if err != nil {
			t.Fatalf("%q is not read: %v", written, err)
		}
		if twice, err := Append(nil, again); err != nil || !bytes.Equal(written, twice) {
			t.Fatalf("%q is written again as %q, %v", written, twice, err)
		}
	})
}
