package planning

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestRows: what a call gives as a plan, and what is wrong with it.
func TestRows(t *testing.T) {
	rows := func(text string) ([]Row, error) {
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		var given any
		if err := decoder.Decode(&given); err != nil {
			t.Fatal(err)
		}
		return Rows(given)
	}
	got, err := rows(`[{"attribute": "age", "role": "qi", "read_as": "age + 1", "steps": "{\"top\": 90}", "importance": 2.5, "mine": [1], "finding": null}, {"requirement": "k_anonymity", "required": 5}]`)
	want := []Row{{Attribute: "age", Role: QI, ReadAs: "age + 1", Steps: `{"top": 90}`, Importance: 2.5}, {Rule: "k_anonymity", Required: "5"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	for text, want := range map[string]string{
		`"plan"`:                              "plan must be the rows of a plan: SET VARIABLE",
		`[]`:                                  "plan must have rows, and has none",
		`[1]`:                                 "plan must be a list of rows: row 1 is 1",
		`[{"attribute": "a", "role": "key"}]`: `plan: row 1: role of "a" must be one of identifier, free_text, person, household, qi, sensitive, stratum, weight, other, drop, got 'key'`,
		`[{"attribute": "a"}, {"attribute": "A"}]`:               `plan must have one row for each column, and has two for "A"`,
		`[{"attribute": ["a"]}]`:                                 "plan: row 1: attribute must be a text, got a list",
		`[{"attribute": "a", "importance": 0}]`:                  `plan: row 1: importance of "a" must be a positive number, got 0`,
		`[{"attribute": "a", "importance": "3"}]`:                `plan: row 1: importance of "a" must be a positive number, got '3'`,
		`[{"attribute": "a"}, {"attribute": "b", "steps": "5"}]`: `plan: row 2: "b": steps must be a JSON text`,
	} {
		if _, err := rows(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestTogether: names that are parts of one attribute.
func TestTogether(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"latitude", "longitude", "place"},
		{"pickup_lat", "pickup_lon", "place"},
		{"pickup_lat", "dropoff_lon", ""},
		{"lat", "lat", ""},
		{"birth_year", "birth_month", "date"},
		{"birthDay", "birthYear", "date"},
		{"year", "admission_month", ""},
		{"age", "sex", ""},
	} {
		if got := areParts(test.a, test.b); got != test.want {
			t.Errorf("%s and %s: %q, want %q", test.a, test.b, got, test.want)
		}
	}
}
