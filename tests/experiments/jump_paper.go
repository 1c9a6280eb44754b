package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// jumpExample is a table of the paper: people A, B, …, their values, and the groups of
// each generalization, as letters.
type jumpExample struct {
	name   string
	values string
	groups []string
}

// jumpExamples are those tables. Where the horizontal lines between groups cannot be
// seen in a copy, they are where all numbers of the text come out.
var jumpExamples = []jumpExample{
	{"table1", "flu cold cancer cancer headache toothache", []string{"AB CD EF", "ABC DEF", "ABCD EF"}},
	{"table4", "cancer cancer flu cold headache toothache", []string{"AB CD EF", "ABC DEF", "ABCD EF"}},
	{"table10", "C0 C1 C2 C3 C4 C5 C6 C6 C6 C7 C7 C8 C8 C9 C9", []string{"ABCD EFGHI JKLM NO", "AB CDEFG HIJKLM NO", "AB CD EFGH IJKLMNO"}},
	{"table11a", "C0 C1 C2 C3 C4 S S C5 C6 C7 C8 C9", []string{"ABC DE FG HI JKL", "ABCD EF GH IJKL", "ABCDEFGHIJKL", "ABCDEFG HIJKL"}},
	{"table11b", "C0 C1 C2 C3 C4 S S C5 C6 C7 C8 C9", []string{"ABC DE FG HI JKL", "ABCD EF GH IJKL", "ABCDE FG HIJKL", "ABCDEF GHIJKL", "ABCDEFGHIJKL"}},
	{"table12", "C1 C2 C3 C4 C5 C3 C3", []string{"AB CDE FG", "AB CDEFG", "ABCDE FG", "AB CDEFG"}},
	{"table12_s2", "C1 C2 C4 C3 C3 C3 C5", []string{"ABCDE FG"}},
	{"replacement", "a a b c b d b", []string{"ABCEG DF", "AG BCD EF", "ABDFG CE", "AG BCD EF"}},
	{"misprint", "a b d c d", []string{"ABD CE", "ABE CD", "ACDE B", "ABCDE"}},
	{"nothing", "a b c a d", []string{"AD BCE", "ABCDE"}},
	{"table17", "C0 C0 C0 C1 C2 C3 C4 C5 C6", []string{"AB CDEFGHI", "AC BDEFGHI", "BC ADEFGHI", "ABC DEFGHI", "ABCDEFGHI"}},
}

// create is the statement that makes the table, with columns p, s, g1, g2, ….
func (e *jumpExample) create() string {
	var columns, rows []string
	for j := range e.groups {
		columns = append(columns, fmt.Sprint("g", j+1))
	}
	for at, value := range strings.Fields(e.values) {
		person := string(rune('A' + at))
		row := []string{text(person), text(value)}
		for _, groups := range e.groups {
			for g, members := range strings.Fields(groups) {
				if strings.Contains(members, person) {
					row = append(row, fmt.Sprint(g+1))
				}
			}
		}
		rows = append(rows, "("+strings.Join(row, ", ")+")")
	}
	return fmt.Sprintf("CREATE OR REPLACE TABLE %s AS FROM (VALUES %s) AS t(p, s, %s)", e.name, strings.Join(rows, ", "), strings.Join(columns, ", "))
}

const (
	halfShare = "{'max_share': 0.5000001}" // at most 1/2, as in the source
	twoValues = "{'distinct': 2}"
)

// jumped calls a function for one of the tables, with its first generalizations, or
// those of a list of numbers.
func jumped(function, table, property, further string, generalizations ...int) string {
	var names []string
	for _, j := range generalizations {
		names = append(names, text(fmt.Sprint("g", j)))
	}
	if len(generalizations) == 0 {
		for _, e := range jumpExamples {
			if e.name == table {
				for j := range e.groups {
					names = append(names, text(fmt.Sprint("g", j+1)))
				}
			}
		}
	}
	return fmt.Sprintf("%s(%s, 'p', 's', [%s], %s%s)", function, text(table), strings.Join(names, ", "), property, further)
}

// figureOf is a number or word of the paper.
type figureOf struct {
	of, printed string
	query       string
	here        string // what it is
	why         string // it differs
}

// setOf reads a column of a set that jump_publish evaluates.
func setOf(column, table, property, further, set, generalization string) string {
	return fmt.Sprintf("SELECT %s FROM %s WHERE evaluated = '%s set' AND generalization = '%s'", column, jumped("jump_publish", table, property, further), set, generalization)
}

// outcomeOf is what is released.
func outcomeOf(table, property, further string) string {
	return "SELECT last(CASE outcome WHEN 'release' THEN generalization ELSE 'nothing' END ORDER BY step) FROM " + jumped("jump_publish", table, property, further)
}

// chanceOf is how likely a person has a value.
func chanceOf(table, property, further, person, value string, generalizations ...int) string {
	return fmt.Sprintf("SELECT probability FROM %s WHERE person = %s AND value = %s", jumped("jump_posterior", table, property, further, generalizations...), text(person), text(value))
}

const naively = ", strategy := 'naive'"

// secretly has one of some algorithms drawn, which released g5.
func secretly(algorithms string) string {
	return ", strategy := 'secret', published := 'g5', algorithms := " + algorithms
}

// subsetsOf17 are the naive strategy on each subset of two or more generalizations of table17.
const subsetsOf17 = "[{'strategy': 'naive', 'order': [j FOR j IN range(1, 6) IF subset >> (j - 1) & 1 = 1]} FOR subset IN range(32) IF bit_count(subset) > 1]"

// jumpFigures are the figures of the tables.
func jumpFigures() []figureOf {
	figures := []figureOf{
		{"Table 1, tables in per_2", "36", setOf("table_count", "table1", twoValues, naively, "permutation", "g2"), "36", ""},
		{"Table 1, released by a_naive", "g2", outcomeOf("table1", twoValues, naively), "g2", ""},
		{"Table 3, tables in ds_2", "4", setOf("table_count", "table1", twoValues, ", strategy := 'safe'", "disclosure", "g2"), "4", ""},
		{"Table 3, Charlie has cancer", "1", chanceOf("table1", twoValues, naively, "C", "cancer"), "1", ""},
		{"Table 3, David has cancer", "1", chanceOf("table1", twoValues, naively, "D", "cancer"), "1", ""},
		{"Table 4, tables in ds_2 of t3", "6", setOf("table_count", "table4", twoValues, ", strategy := 'safe'", "disclosure", "g2"), "6", ""},
		{"Table 10, tables in ds_3, a_jump(1): 4,320 + 3 · 1,152", "7776", setOf("table_count", "table10", halfShare, "", "disclosure", "g3"), "7776", ""},
		{"Table 10, its highest ratio, I with C6", "5/9", setOf("highest", "table10", halfShare, "", "disclosure", "g3"), "5/9", ""},
		{"Table 10, released by a_jump(1)", "nothing", outcomeOf("table10", halfShare, ""), "nothing", ""},
		{"Table 10, tables in ds_3, a_jump(2): 864 + 3 · 1,152", "4320", setOf("table_count", "table10", halfShare, ", jump := 2", "disclosure", "g3"), "4320", ""},
		{"Table 10, its highest ratio", "1/2", setOf("highest", "table10", halfShare, ", jump := 2", "disclosure", "g3"), "1/2", ""},
		{"Table 10, released by a_jump(2)", "g3", outcomeOf("table10", halfShare, ", jump := 2"), "g3", ""},
		{"Table 11 (a), tables in ds_(i+2), i = 2: 5 · 5! · 5!", "72000", setOf("table_count", "table11a", halfShare, ", jump := 2", "disclosure", "g4"), "72000", ""},
		{"Table 11 (a), its highest ratio", "2/5", setOf("highest", "table11a", halfShare, ", jump := 2", "disclosure", "g4"), "2/5", ""},
		{"Table 11 (a), released by a_jump(2)", "g4", outcomeOf("table11a", halfShare, ", jump := 2"), "g4", ""},
		{"Table 11 (a), released by a_jump(3), of these four", "nothing", outcomeOf("table11a", halfShare, ", jump := 3"), "nothing", ""},
		{"Table 11 (b), highest ratio of ds_(j+2), j = 3", "2/9", setOf("highest", "table11b", halfShare, ", jump := 3", "disclosure", "g5"), "2/9", ""},
		{"Table 11 (b), released by a_jump(3)", "g5", outcomeOf("table11b", halfShare, ", jump := 3"), "g5", ""},
		{"Table 11 (b), released by a_jump(2), of these five", "nothing", outcomeOf("table11b", halfShare, ", jump := 2"), "nothing", ""},
		{"Table 12, p(per_2)", "true", setOf("holds", "table12", halfShare, "", "permutation", "g2"), "false", "C3 has 3 of 5 people in a group of g2"},
		{"Table 12, p(per_3) of S2", "false", "SELECT holds FROM " + jumped("jump_publish", "table12_s2", halfShare, naively), "true", "C3 has 2 of 5 people and 1 of 2, not 3 of 5"},
		{"Table 12, highest ratio left by g2 used again", "1/2", setOf("highest", "table12", halfShare, ", strategy := 'safe'", "disclosure", "g4"), "3/4", "by Lemma 3 no subset of per_2 satisfies the property"},
		{"Table 12, released with g2 used again", "g4", outcomeOf("table12", halfShare, ""), "nothing", "the same; the replacement below shows Proposition 2"},
		{"replacement for Table 12, highest ratio of ds_2", "", setOf("highest", "replacement", halfShare, "", "disclosure", "g2"), "2/3", ""},
		{"replacement, tables left by g2 used again", "", setOf("table_count", "replacement", halfShare, "", "disclosure", "g4"), "8", ""},
		{"replacement, their highest ratio", "", setOf("highest", "replacement", halfShare, "", "disclosure", "g4"), "1/2", ""},
		{"replacement, released with g2 used again", "", outcomeOf("replacement", halfShare, ""), "g4", ""},
		{"replacement, released without", "", "SELECT last(outcome ORDER BY step) FROM " + jumped("jump_publish", "replacement", halfShare, "", 1, 2, 3), "release nothing", ""},
		{"Table 13, line 10, “j + k[i]”: five people, distances 1, 2, 3, 4", "nothing", outcomeOf("misprint", halfShare, ", jump := [1, 2, 3, 4]"), "g4", "k[j] is meant; as printed it releases nothing"},
		{"Theorem 1, nothing is released: A has a with 1/m", "1/4", chanceOf("nothing", twoValues, "", "A", "a"), "1", "who knows the multiset of values, as T of Sect. 3.1 has it, learns from it; “returning ∅ is safe” needs one who does not"},
		{"Sect. 7.3, g1 is better than g4: discernibility of g1", "less than 45", "SELECT sum(n * n)::BIGINT FROM (SELECT count(*) AS n FROM table17 GROUP BY g1)", "53", "that of g4 is 45; with g4 first the beliefs are the same"},
	}
	for _, row := range []struct {
		subset []int
		of     [3]string
	}{
		{[]int{1, 5}, [3]string{"1", "1", "1/7"}},
		{[]int{2, 5}, [3]string{"1", "1/7", "1"}},
		{[]int{3, 5}, [3]string{"1/7", "1", "1"}},
		{[]int{4, 5}, [3]string{"2/3", "2/3", "2/3"}},
		{[]int{1, 2, 5}, [3]string{"1", "1", "1"}},
		{[]int{1, 3, 5}, [3]string{"1", "1", "1"}},
		{[]int{1, 4, 5}, [3]string{"1", "1", "1/7"}},
		{[]int{2, 3, 5}, [3]string{"1", "1", "1"}},
		{[]int{2, 4, 5}, [3]string{"1", "1/7", "1"}},
		{[]int{3, 4, 5}, [3]string{"1/7", "1", "1"}},
		{[]int{1, 2, 3, 5}, [3]string{"1", "1", "1"}},
		{[]int{1, 2, 4, 5}, [3]string{"1", "1", "1"}},
		{[]int{1, 3, 4, 5}, [3]string{"1", "1", "1"}},
		{[]int{2, 3, 4, 5}, [3]string{"1", "1", "1"}},
		{[]int{1, 2, 3, 4, 5}, [3]string{"1", "1", "1"}},
	} {
		for at, person := range []string{"A", "B", "C"} {
			f := figureOf{of: fmt.Sprintf("Table 18, g%d, %s has C0", row.subset, person), printed: row.of[at], here: row.of[at]}
			f.query = chanceOf("table17", halfShare, naively, person, "C0", row.subset...)
			if len(row.subset) == 2 && row.subset[0] == 4 {
				f.here, f.why = "13/19", "19 tables have C0 for two or three of A, B, C; with two distinct values it is 1"
			}
			figures = append(figures, f)
		}
	}
	secret := func(property string) string { return chanceOf("table17", property, secretly(subsetsOf17), "A", "C0") }
	mean := func(property string) string {
		var alone []string
		for mask := range 1 << 4 {
			subset := []int{5}
			for j := range 4 {
				if mask>>j&1 == 1 {
					subset = append(subset, j+1)
				}
			}
			if len(subset) > 1 {
				slices.Sort(subset)
				alone = append(alone, "("+chanceOf("table17", property, naively, "A", "C0", subset...)+")")
			}
		}
		return fmt.Sprintf("SELECT round((%s) * %d) / %[2]d / 15", strings.Join(alone, " + "), 7*19)
	}
	return append(figures,
		figureOf{"Table 18, with two distinct values: g[1 4 5], C has C0", "1/7", chanceOf("table17", twoValues, naively, "C", "C0", 1, 4, 5), "1", "g4 violates it only if A, B and C all have C0"},
		figureOf{"Sect. 7.3, mean over the subsets: A has C0", "272/315", mean(halfShare), "115/133", "13/19 in the place of 2/3"},
		figureOf{"the same, with two distinct values", "272/315", mean(twoValues), "33/35", "1 in the place of 2/3, and of 1/7 under {g3, g4, g5}"},
		figureOf{"the posterior, where a subset weighs as many tables as it leaves", "", secret(halfShare), "17/23", ""},
		figureOf{"the same, with two distinct values", "", secret(twoValues), "9/11", ""},
	)
}

// read runs a query and writes its value as the fraction or word that it should be, if
// it is, or no further from it than what is given.
func (f *figureOf) read(ctx context.Context, l *lab, within float64) (string, error) {
	var value string
	if err := l.row(ctx, "SELECT CAST(("+f.query+") AS VARCHAR)", &value); err != nil {
		return "", err
	}
	over, under, isFraction := strings.Cut(f.here, "/")
	got, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return value, nil
	}
	n, err := strconv.ParseFloat(over, 64)
	if err != nil {
		return value, nil
	}
	d := 1.0
	if isFraction {
		if d, err = strconv.ParseFloat(under, 64); err != nil {
			return value, err
		}
	}
	if math.Abs(got-n/d) <= within {
		return f.here, nil
	}
	return value, nil
}

// jumpPaper repeats the tables of the paper.
func jumpPaper(ctx context.Context, l *lab) (*section, error) {
	for _, e := range jumpExamples {
		if err := l.exec(ctx, e.create()); err != nil {
			return nil, err
		}
	}
	found := &section{notes: []string{"The tables of the paper with its people A, B, … and their groups. Where the lines between groups cannot be seen in print, they are those with which all numbers of the text come out. " +
		"Table 11 has “many others tuples not shown”, and the twelve shown are all here; i = 2 and j = 3. jump_publish and jump_posterior with a largest share (“highest ratio”) of 1/2, or two distinct values (“2-diversity”); " +
		"Table 18 by the naive strategy on each subset, and by a secret choice of one. Fractions are equal to the last bit of a DOUBLE."}}
	figures := newTable("jump_paper", "Figures", "of", "printed", "here", "agrees")
	wrong := newTable("jump_paper_differs", "What differs from print", "of", "printed", "here", "why")
	compared, agreeing := 0, 0
	for _, f := range jumpFigures() {
		here, err := f.read(ctx, l, 0)
		if err != nil {
			return nil, err
		}
		agrees := "no"
		switch {
		case f.printed == "":
			agrees = "not printed"
		case here == f.printed:
			compared, agreeing = compared+1, agreeing+1
			agrees = "yes"
		default:
			compared++
			wrong.add(f.of, f.printed, here, f.why)
		}
		figures.add(f.of, f.printed, here, agrees)
	}
	found.claim("the numbers and outcomes of Tables 1 to 4, 10 to 13, 17 and 18", fmt.Sprintf("%d of %d come out", agreeing, compared), agreeing == compared)
	secret, err := one[float64](ctx, l, fmt.Sprintf("SELECT min(probability) FROM %s WHERE value = 'C0' AND person <= 'C'", jumped("jump_posterior", "table17", halfShare, secretly(subsetsOf17))))
	if err != nil {
		return nil, err
	}
	found.claim("Theorem 8: a secret choice among naive algorithms may be unsafe: A, B and C have C0 with more than 1/2", fmt.Sprintf("%.4f", secret), secret > 0.5)
	found.claim("Proposition 2: a generalization that is used again may be released where nothing was", "not by Table 12; by its replacement", true)
	found.tables = append(found.tables, wrong, figures)
	return found, nil
}

// one reads the only value of a query.
func one[T any](ctx context.Context, l *lab, query string) (value T, err error) {
	return value, l.row(ctx, query, &value)
}
