package sqlfuncs

import "testing"

// TestAbsentEverywhere: whoever may name a sensitive value may say that the table need
// not have it.
func TestAbsentEverywhere(t *testing.T) {
	for _, f := range Functions() {
		names := f.param("privacy") != nil || f.param("skyline") != nil || f.param("value") != nil || f.param("property") != nil
		if f.Name == "subset_choice_posterior" {
			names = false // its property is no skyline
		}
		if got := f.param("absent") != nil; got != names {
			t.Errorf("%s: has a parameter absent: %v, want %v", f.Name, got, names)
		}
	}
}

// TestRequirementNames: a word means one thing, and no word is a requirement that means
// another.
func TestRequirementNames(t *testing.T) {
	meaning := map[string]string{}
	for _, name := range requirementNames() {
		meaning[name] = name
	}
	for _, s := range synonyms {
		if meaning[s.name] != s.name {
			t.Errorf("%s is no requirement", s.name)
		}
		for _, word := range s.words {
			if other, taken := meaning[word]; taken {
				t.Errorf("%s means %s and %s", word, other, s.name)
			}
			meaning[word] = s.name
		}
	}
	for _, a := range ambiguous {
		for _, word := range a.words {
			if meaning[word] != "" {
				t.Errorf("%s is ambiguous and means %s", word, meaning[word])
			}
		}
		for _, name := range a.names {
			if meaning[name] != name {
				t.Errorf("%s is no requirement", name)
			}
		}
	}
	for _, name := range propertyNames() {
		if meaning[name] != name {
			t.Errorf("%s is a property and no requirement", name)
		}
	}
}

// TestNearest: a suggestion is for a slip of the pen only.
func TestNearest(t *testing.T) {
	for word, want := range map[string]string{
		"k_anonymit": "k_anonymity", "max_shares": "max_share", "skylin": "skyline", "presenc": "presence", "implication": "implications",
		"beta": "", "x": "", "": "", "distance": "", "diversity_of_values": "", "share": "",
	} {
		if got := nearest(word, requirementNames()); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
