package sqlfuncs

import (
	"strings"
	"testing"

	"skyline/sqlfuncs/jump"
	"skyline/sqlfuncs/people"
)

// TestAbsentEverywhere: whoever may name a sensitive value may say that the table need
// not have it.
func TestAbsentEverywhere(t *testing.T) {
	for _, f := range Functions() {
		names := f.Param("privacy") != nil || f.Param("skyline") != nil || f.Param("value") != nil || f.Param("property") != nil
		if f.Name == "knowledge_check" {
			names = true // its prior has sensitive values
		}
		if f.Name == "mondrian_posterior" {
			names = false // its privacy has no skyline
		}
		if strings.HasPrefix(f.Name, "cube_") {
			names = false // its value is a column
		}
		if got := f.Param("absent_values") != nil; got != names {
			t.Errorf("%s: has a parameter absent_values: %v, want %v", f.Name, got, names)
		}
	}
}

// TestRequirementNames: a word means one thing, and no word is a requirement that means
// another.
func TestRequirementNames(t *testing.T) {
	meaning := map[string]string{}
	for _, name := range people.RequirementNames() {
		meaning[name] = name
	}
	for _, s := range people.Synonyms {
		if meaning[s.Name] != s.Name {
			t.Errorf("%s is no requirement", s.Name)
		}
		for _, word := range s.Words {
			if other, taken := meaning[word]; taken {
				t.Errorf("%s means %s and %s", word, other, s.Name)
			}
			meaning[word] = s.Name
		}
	}
	for _, a := range people.Ambiguous {
		for _, word := range a.Words {
			if meaning[word] != "" {
				t.Errorf("%s is ambiguous and means %s", word, meaning[word])
			}
		}
		for _, name := range a.Names {
			if meaning[name] != name {
				t.Errorf("%s is no requirement", name)
			}
		}
	}
	for _, name := range jump.PropertyNames() {
		if meaning[name] != name {
			t.Errorf("%s is a property and no requirement", name)
		}
	}
}
