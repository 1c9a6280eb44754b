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
		list, _ := given.([]any)
		g, err := NewGiven(list)
		if err != nil {
			return nil, err
		}
		return g.Rows, nil
	}
	got, err := rows(`[{"attribute": "age", "role": "qi", "read_as": "age + 1", "steps": "{\"top\": 90}", "importance": 2.5, "finding": null}, {"role": null, "requirement": "k_anonymity", "required": 5}]`)
	want := []Row{{Attribute: "age", Role: QI, ReadAs: "age + 1", Steps: `{"top": 90}`, Importance: 2.5}, {Rule: "k_anonymity", Required: "5"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	// As a CSV file has them, all members are texts.
	got, err = rows(`[{"attribute": "age", "role": "QI ", "importance": "2.5", "sensitive": "true"}]`)
	if want := []Row{{Attribute: "age", Role: QI, Importance: 2.5, Sensitive: true}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	for text, want := range map[string]string{
		`[{"attribute": "a", "role": "qi", "importance": 0}]`:                                `row 1: importance of "a" must be a positive number, got 0`,
		`[{"attribute": "a", "role": "qi", "importance": "1e999"}]`:                          `row 1: importance of "a" must be a positive number, got '1e999'`,
		`[{"attribute": "a", "role": "qi"}, {"attribute": "b", "role": "qi", "steps": "5"}]`: `row 2: "b": steps must be a JSON text`,
		`[{"attribute": "a", "role": "person", "steps": "{\"rows\": 2}"}]`:                   `row 1: "a": steps must be a JSON text`,
		`[{"attribute": "a", "role": "person", "steps": "{\"rows\": 1, \"top\": 3}"}]`:       `row 1: "a": steps must be a JSON text`,
		`[{"attribute": "a", "role": "qi", "mine": 1}]`:                                      `it has an unknown column "mine"`,
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
