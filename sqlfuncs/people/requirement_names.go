package people

import (
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Requirements have one name each, those of privacyKeys, in privacy, in property, in
// results and in the report. What else people call them is understood where it is certain
// what they mean.

// Synonyms are other names of a requirement.
var Synonyms = []struct {
	Name  string
	Words []string
}{
	{"distinct_diversity", []string{"distinct", "distinct_l", "distinct_l_diversity"}},
	{"entropy_diversity", []string{"entropy", "entropy_l", "entropy_l_diversity"}},
	{"recursive_diversity", []string{"recursive", "recursive_cl", "recursive_l_diversity", "c_l_diversity"}},
	{"t_closeness", []string{"t"}},
	{"beta_likeness", []string{"beta", "b_likeness", "enhanced_beta", "enhanced_beta_likeness"}},
	{"delta_disclosure", []string{"d_disclosure", "delta_disclosure_privacy"}},
	{"negations", []string{"negated_atoms"}},
	{"implications", []string{"ck_safety", "c_k_safety"}},
	{"presence", []string{"delta_presence"}},
	{"k_map", []string{"kmap"}},
	{"journalist_risk", []string{"journalist"}},
	{"known_columns", []string{"km_anonymity"}},
	{"average_risk", []string{"prosecutor_average_risk"}},
	{"population_uniqueness", []string{"population_uniques"}},
}

// Ambiguous are words that may mean one of several requirements, or stand for all of
// several.
var Ambiguous = []struct {
	Words, Names []string
	all          bool
}{
	{Words: []string{"l", "l_diversity", "ell_diversity", "diversity"}, Names: []string{"distinct_diversity", "entropy_diversity", "recursive_diversity"}},
	{Words: []string{"delta"}, Names: []string{"delta_disclosure", "presence"}},
	{Words: []string{"alpha_k", "alpha_k_anonymity"}, Names: []string{"max_share", "k_anonymity"}, all: true},
}

// highestIsK is what to write for the highest risk of somebody who is known to be in the table.
const highestIsK = "{'k_anonymity': 5} for a highest risk of 0.2, which is 1/k"

// Variants are words that mean a requirement with more than a number, by what to write.
var Variants = []struct{ Word, Name, Write string }{
	{"t_closeness_ordered", "t_closeness", "{'t_closeness': {'t': 0.2, 'distance': 'ordered'}}"},
	{"t_closeness_hierarchical", "t_closeness", "{'t_closeness': {'t': 0.2, 'distance': 'hierarchical', 'hierarchies': …}}"},
	{"basic_beta", "beta_likeness", "{'beta_likeness': {'beta': 1, 'kind': 'basic'}}"},
	{"basic_beta_likeness", "beta_likeness", "{'beta_likeness': {'beta': 1, 'kind': 'basic'}}"},
	{"delta_disclosure_present", "delta_disclosure", "{'delta_disclosure': {'delta': 1.5, 'values': 'present'}}"},
	{"k", "k_anonymity", "{'k_anonymity': 5} for groups of at least 5 people, or {'skyline': [{'k': 5}]} against somebody who knows 5 other people"},
	{"k", "skyline", "{'skyline': [{'k': 5}]} against somebody who knows 5 other people"},
	{"alpha", "max_share", "{'max_share': 0.5}, which every share must be below; the α of (α,k)-anonymity allows α itself, and is a max_share a little above it"},
	{"highest_risk", "k_anonymity", highestIsK},
	{"max_risk", "k_anonymity", highestIsK},
	{"prosecutor_highest_risk", "k_anonymity", highestIsK},
	{"journalist_highest_risk", "journalist_risk", "{'journalist_risk': {'population': …, 'highest': 0.2}}"},
	{"journalist_average_risk", "journalist_risk", "{'journalist_risk': {'population': …, 'average': 0.05}}"},
}

// RequirementName returns the requirement that a word means, if it is one of names;
// otherwise advice is what to do about it.
func RequirementName(word string, names []string) (name, advice string) {
	word = strings.ToLower(word)
	for _, s := range Synonyms {
		if slices.Contains(s.Words, word) {
			word = s.Name
		}
	}
	if slices.Contains(names, word) {
		return word, ""
	}
	for _, v := range Variants {
		if v.Word == strings.ReplaceAll(word, "-", "_") && slices.Contains(names, v.Name) {
			return "", "write " + v.Write
		}
	}
	for _, a := range Ambiguous {
		if !slices.Contains(a.Words, strings.ReplaceAll(word, "-", "_")) {
			continue
		}
		meant := slices.DeleteFunc(slices.Clone(a.Names), func(name string) bool { return !slices.Contains(names, name) })
		if a.all {
			return "", "write " + InWords(meant, "and")
		}
		return "", "write " + InWords(meant, "or")
	}
	if near := call.Nearest(word, names); near != "" {
		return "", fmt.Sprintf("did you mean %s?", sqltext.Text(near))
	}
	return "", ""
}

// RequirementNames are those of privacy.
func RequirementNames() []string {
	names := make([]string, len(privacyKeys))
	for i, key := range privacyKeys {
		names[i] = key.name
	}
	return names
}

// NeedsSensitive reports whether a requirement is one of the values of a sensitive column.
func NeedsSensitive(name string) bool {
	return slices.ContainsFunc(privacyKeys, func(k privacyKey) bool { return k.name == name && k.sensitive })
}

// SynonymsReference says which words are understood, for the reference.
func SynonymsReference(names []string) string {
	var known []string
	for _, s := range Synonyms {
		if slices.Contains(names, s.Name) {
			known = append(known, fmt.Sprintf("`%s` for `%s`", strings.Join(s.Words, "`, `"), s.Name))
		}
	}
	return strings.Join(known, "; ")
}

// InWords lists names: 'a', 'b' or 'c'.
func InWords(names []string, conjunction string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = string(sqltext.Text(name))
	}
	last := len(quoted) - 1
	if last < 1 {
		return strings.Join(quoted, "")
	}
	return strings.Join(quoted[:last], ", ") + " " + conjunction + " " + quoted[last]
}
