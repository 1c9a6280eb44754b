package planning

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs/call"
)

// hashOf is the hash of rows in JSON.
func hashOf(t *testing.T, text string) string {
	t.Helper()
	rows, err := rowsOfJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGiven(rows)
	if err != nil {
		t.Fatal(err)
	}
	return g.Hash
}

const planOfHash = `{"attribute": "Age", "role": "qi", "read_as": "age + 1", "steps": "{\"top\": 90}", "importance": 3}
{"attribute": "sex", "role": "qi", "sensitive": true}
{"attribute": "name", "role": "identifier"}
{"requirement": "k_anonymity", "required": 12}
{"requirement": "skyline", "required": "[{'l': 0, 'k': 3, 'm': 0, 'c': 0.5}]"}`

// TestHash: the text of which it is the hash, as the reference defines it.
func TestHash(t *testing.T) {
	const text = `{"columns":{"age":{"importance":3,"read_as":"age + 1","role":"qi","steps":{"top":90}},"sex":{"role":"qi","sensitive":true}},` +
		`"format":"skyline plan 1","requirements":{"k_anonymity":12,"skyline":[{"c":0.5,"k":3,"l":0,"m":0}]}}`
	digest := sha256.Sum256([]byte(text))
	if got, want := hashOf(t, planOfHash), hex.EncodeToString(digest[:]); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestSameHash: other orders, and other ways to write the same, do not change it; nor do words for people.
func TestSameHash(t *testing.T) {
	want := hashOf(t, planOfHash)
	lines := strings.Split(planOfHash, "\n")
	random := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		if !strings.Contains(lines[0], "attribute") {
			continue // the first row has the columns attribute and role
		}
		if got := hashOf(t, strings.Join(lines, "\n")); got != want {
			t.Errorf("%q: %s, want %s", lines, got, want)
		}
	}
	for before, after := range map[string]string{
		`"required": 12`: `"required": " 12.0 "`, `"importance": 3`: `"importance": "3e0"`, `"sensitive": true`: `"sensitive": "TRUE"`,
		`"Age", "role": "qi"`: `"AGE", "role": " QI"`, `{\"top\": 90}`: `{ \"top\" : 90 }`, `"identifier"}`: `"identifier", "reason": "why not", "finding": "x", "treatment": "y", "question": "z?", "type": "INTEGER", "importance": 1}`,
		`'k': 3`: `'K': 3, 'value': NULL`, `"k_anonymity"`: `"K_Anonymity"`,
		`"role": "identifier"`: `"role": "drop"`, "{\"attribute\": \"name\", \"role\": \"identifier\"}\n": "", // what is dropped is not in it
		"{\"requirement\": \"k_anonymity\"": "{\"context\": \"recipient\", \"stated\": \"anybody\"}\n{\"requirement\": \"k_anonymity\"",
	} {
		text := strings.Replace(planOfHash, before, after, 1)
		if text == planOfHash {
			t.Fatalf("%s is not there", before)
		}
		if strings.Contains(after, "NULL") {
			text = strings.Replace(text, "NULL", "null", 1)
		}
		if got := hashOf(t, text); got != want {
			t.Errorf("%s: %s, want %s", after, got, want)
		}
	}
}

// TestOtherHash: whatever is done or required otherwise changes it, each in its own way.
func TestOtherHash(t *testing.T) {
	hashes := []string{hashOf(t, planOfHash)}
	for before, after := range map[string]string{
		`"required": 12`: `"required": 13`, `"importance": 3`: `"importance": 2`, `"sensitive": true`: `"sensitive": false`, `"role": "identifier"`: `"role": "person"`, `"age + 1"`: `"age + 2"`,
		`{\"top\": 90}`: `{\"top\": 91}`, `'k': 3`: `'k': 4`, `"Age"`: `"Ages"`, `"k_anonymity", "required": 12`: `"distinct_diversity", "required": 12`,
		"{\"requirement\": \"k_anonymity\", \"required\": 12}\n": "",
	} {
		text := strings.Replace(planOfHash, before, after, 1)
		if got := hashOf(t, text); slices.Contains(hashes, got) {
			t.Errorf("%s: the hash is that of another plan", after)
		} else {
			hashes = append(hashes, got)
		}
	}
}

// TestOverrides: what a call gives beside a plan, and what says the same.
func TestOverrides(t *testing.T) {
	rows, err := rowsOfJSON([]byte(`[{"attribute": "age", "role": "qi"}, {"attribute": "sex", "role": "qi"}, {"attribute": "s", "role": "sensitive"}, {"requirement": "k_anonymity", "required": 12},
		{"requirement": "skyline", "required": [{"value": "HIV", "k": 9, "c": 0.2}, {"l": 0, "k": 3, "m": 0, "c": 0.5}]}]`))
	if err != nil {
		t.Fatal(err)
	}
	f := &call.Function{Name: "f", Params: []call.Param{
		{Name: "tbl"}, {Name: "qi"}, {Name: "sensitive", Default: "NULL", Type: call.TypeNames}, {Name: "privacy", Default: "NULL"}, {Name: "levels", Default: "NULL"}, {Name: "person", Default: "NULL"}, {Name: "k", Default: "0"}, call.ParamPlan,
	}}
	for arguments, want := range map[string]string{
		`{}`: "",
		`{"qi": ["SEX", "age"], "sensitive": ["S"], "k": 3}`: "",
		`{"k": 5, "c": 0.4}`:                                                  "k",
		`{"qi": "age", "privacy": {"k_anonymity": 5}}`:                        "qi privacy",
		`{"qi": ["age", "sex", "job"], "person": "id", "levels": {"age": 1}}`: "qi levels person",
		`{"sensitive": "t"}`:                                                  "sensitive",
	} {
		c := &call.Call{Function: f}
		decoder := json.NewDecoder(strings.NewReader(arguments))
		decoder.UseNumber()
		if err := decoder.Decode(&c.Arguments); err != nil {
			t.Fatal(err)
		}
		g, err := NewGiven(rows)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(g.overrides(c), " "); got != want {
			t.Errorf("%s: %q, want %q", arguments, got, want)
		}
	}
}
