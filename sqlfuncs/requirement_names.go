package sqlfuncs

import (
	"fmt"
	"slices"
	"strings"
)

// Requirements have one name each, those of privacyKeys, in privacy, in property, in
// results and in the report. What else people call them is understood where it is certain
// what they mean.

// synonyms are other names of a requirement.
var synonyms = []struct {
	name  string
	words []string
}{
	{"k_anonymity", []string{"k"}},
	{"distinct_diversity", []string{"distinct", "distinct_l", "distinct_l_diversity"}},
	{"entropy_diversity", []string{"entropy", "entropy_l", "entropy_l_diversity"}},
	{"recursive_diversity", []string{"recursive", "recursive_cl", "recursive_l_diversity", "c_l_diversity"}},
	{"max_share", []string{"alpha"}},
	{"t_closeness", []string{"t"}},
	{"implications", []string{"ck_safety", "c_k_safety"}},
	{"presence", []string{"delta_presence"}},
}

// ambiguous are words that may mean one of several requirements, or stand for all of
// several.
var ambiguous = []struct {
	words, names []string
	all          bool
}{
	{words: []string{"l", "l_diversity", "ell_diversity", "diversity"}, names: []string{"distinct_diversity", "entropy_diversity", "recursive_diversity"}},
	{words: []string{"alpha_k", "alpha_k_anonymity"}, names: []string{"max_share", "k_anonymity"}, all: true},
}

// requirementName returns the requirement that a word means, if it is one of names;
// otherwise advice is what to do about it.
func requirementName(word string, names []string) (name, advice string) {
	word = strings.ToLower(word)
	for _, s := range synonyms {
		if slices.Contains(s.words, word) {
			word = s.name
		}
	}
	if slices.Contains(names, word) {
		return word, ""
	}
	for _, a := range ambiguous {
		if !slices.Contains(a.words, strings.ReplaceAll(word, "-", "_")) {
			continue
		}
		meant := slices.DeleteFunc(slices.Clone(a.names), func(name string) bool { return !slices.Contains(names, name) })
		if a.all {
			return "", "write " + inWords(meant, "and")
		}
		return "", "write " + inWords(meant, "or")
	}
	if near := nearest(word, names); near != "" {
		return "", "did you mean " + quoteText(near) + "?"
	}
	return "", ""
}

// requirementNames are those of privacy.
func requirementNames() []string {
	names := make([]string, len(privacyKeys))
	for i, key := range privacyKeys {
		names[i] = key.name
	}
	return names
}

// synonymsReference says which words are understood, for the reference.
func synonymsReference(names []string) string {
	var known []string
	for _, s := range synonyms {
		if slices.Contains(names, s.name) {
			known = append(known, fmt.Sprintf("`%s` for `%s`", strings.Join(s.words, "`, `"), s.name))
		}
	}
	return strings.Join(known, "; ")
}

// inWords lists names: 'a', 'b' or 'c'.
func inWords(names []string, conjunction string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = quoteText(name)
	}
	last := len(quoted) - 1
	if last < 1 {
		return strings.Join(quoted, "")
	}
	return strings.Join(quoted[:last], ", ") + " " + conjunction + " " + quoted[last]
}
