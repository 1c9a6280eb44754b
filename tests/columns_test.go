package tests

import (
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs"
	"skyline/sqlfuncs/call"
)

// The columns of a result stand in the order in which a person reads it: what the row is about,
// the verdict, the number, its limit, the sentence, and then the rest.
const (
	subject = iota
	verdict
	number
	limit
	sentence
	rest
	nested // structs and lists, the widest
)

var classes = []string{"what the row is about", "the verdict", "the number", "the limit", "the sentence", "the rest", "nested rest"}

// classOf says what the columns of a name are, or one of a function, by function.column. A column
// that is not here is rest, or nested rest; of value, classOfColumn decides.
var classOf = map[string]int{
	"attribute": subject, "l": subject, "k": subject, "pieces": subject, "m": subject, "measure": subject, "requirement": subject, "criterion": subject,
	"person": subject, "model": subject, "sensitive_value": subject, "levels": subject, "columns": subject, "item": subject, "group_id": subject,
	"step": subject, "generalization": subject, "evaluated": subject, "jump": subject, "rule_no": subject, "lhs": subject, "rhs": subject,
	"table_no": subject, "attributes": subject, "antecedent": subject, "consequent": subject, "name": subject, call.ColumnsOfTable: subject,

	"safe": verdict, "holds": verdict, "minimal": verdict, "role": verdict, "outcome": verdict, "kept": verdict, "exposed": verdict, "status": verdict,
	"in_original": verdict, "decided": verdict, "released": verdict, "problem": verdict,

	"cube_check.rule": verdict, "cube_check.grouping": subject, "cube_check.value": rest, "cube_check.levels": nested, "excess": number,

	"breach": number, "implications": number, "negations": number, "probability": number, "before": number, "achieved": number, "unique_people": number,
	"distinct_values": number, "unique_share": number, "score": number, "dis_score": number, "low": number, "high": number, "posterior": number, "loss": number,
	"found": number, "existence_min": number, "existence_max": number, "highest": number, "kl": number, "nothing_low": number, "nothing_high": number,
	"probability_low": number, "probability_high": number, "count": number, "cube_audit.least": number, "cube_audit.largest": number, "cube_audit.exact": number,

	"linked_check.known_rows": subject, "linked_check.k": number, "unicity": number,

	"c": limit, "required": limit, "threshold": limit, "certified": limit,

	"meaning": sentence, "finding": sentence, "reason": sentence, "note": sentence, "summary": sentence,

	// The worst value of a requirement is no subject: most rows have none.
	"release_check.value": rest, "recipe_check.value": rest,
	// A plan's numbers are those to write down, not what was found.
	"release_plan.requirement": rest, "release_plan.required": rest,
	// What the attacker of a breach probability knows; NULL in most rows.
	"release_evidence.l": rest, "release_evidence.k": rest, "release_evidence.m": rest,
	// How many sentences the bound of another function is about.
	"sentences_check.implications": rest,
	// Why a model has no value, beside what it assumes.
	"population_risk.reason": rest,
	// What its owner writes into a plan.
	"release_plan.reason": rest,
}

// notRead are functions whose results are tables to go on with, not findings to read: releases,
// recipes, hierarchies, statements. Their columns stand in the order of what they are made of.
var notRead = []string{
	"skyline_anonymize", "generalize", "local_suppression", "top_coded", "mondrian_cuts", "release_report", "release_next",
	"release_certificate", "release_recipe", "recipe_apply", "recipe_map", "cells_sql", "recipe_sql", "cube_sql", "presence_anonymize",
	"pdf_generalize", "pdf_reconstruct", "jump_posterior", "jump_release", "gnf_table", "anatomize",
	"hierarchy_intervals", "hierarchy_prefix", "hierarchy_wide", "hierarchy_frequency", "hierarchy_filled", "cube_protect",
}

// withoutSentence are functions that are read and have no sentence, with the reason.
var withoutSentence = map[string]string{
	"skyline_surface":    "thousands of points, for plots",
	"mondrian_posterior": "says one thing of a value, in numbers",
	"release_rules":      "a rule is a sentence",
	"jump_compare":       "compares algorithms",
	"certificate_check":  "found and certified are texts",
	"hierarchy_check":    "problem says it",
}

func classOfColumn(f *call.Function, c *call.ResultColumn) int {
	if class, ok := classOf[f.Name+"."+c.Name]; ok {
		return class
	}
	if class, ok := classOf[c.Name]; ok {
		return class
	}
	switch {
	case c.Name == "value" && c.Type == "DOUBLE":
		return number
	case c.Name == "value":
		return subject
	case strings.HasSuffix(c.Type, "[]") || strings.HasPrefix(c.Type, "STRUCT") || strings.HasPrefix(c.Type, "MAP("):
		return nested
	}
	return rest
}

func TestColumnsAreInTheOrderOfReading(t *testing.T) {
	used := map[string]bool{}
	for _, f := range sqlfuncs.Functions() {
		used[f.Name] = true
		if slices.Contains(notRead, f.Name) {
			continue
		}
		last, says := subject, false
		for i := range f.Columns {
			c := &f.Columns[i]
			used[c.Name], used[f.Name+"."+c.Name] = true, true
			class := classOfColumn(f, c)
			says = says || class == sentence
			if class < last {
				t.Errorf("%s: the column %s is %s and stands behind %s", f.Name, c.Name, classes[class], classes[last])
			}
			last = max(last, class)
		}
		if says == (withoutSentence[f.Name] != "") {
			t.Errorf("%s: has a sentence: %v; withoutSentence says otherwise", f.Name, says)
		}
	}
	for _, name := range notRead {
		if !used[name] {
			t.Errorf("notRead has %s, which is no function", name)
		}
	}
	for name := range withoutSentence {
		if !used[name] {
			t.Errorf("withoutSentence has %s, which is no function", name)
		}
	}
	for name := range classOf {
		if !used[name] {
			t.Errorf("classOf has %s, which no result has", name)
		}
	}
}
