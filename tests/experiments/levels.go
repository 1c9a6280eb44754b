package main

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"
)

// leveledTable is a table with hierarchies for all of its quasi-identifiers.
type leveledTable struct {
	comparedTable
	levels []string // the SELECTs of its hierarchies, of those that no file has
}

// flatLevels is the hierarchy of a column whose values are generalized to "*" at once.
func flatLevels(name string) string {
	return fmt.Sprintf("SELECT DISTINCT '%s' AS attribute, %s::VARCHAR AS value, 1 AS level, '*' AS label FROM train", name, column(name))
}

// numberedLevels is that of texts that end with a number: so many numbers have one label.
func numberedLevels(name string, of int) string {
	return fmt.Sprintf("SELECT DISTINCT '%s' AS attribute, %s::VARCHAR AS value, 1 AS level, '%[1]s group ' || regexp_extract(%[2]s, '[0-9]+$')::INTEGER // %d AS label FROM train", name, column(name), of)
}

// hospitalOf selects patients: most are old, most live near, and some jobs and nationalities are rare.
func hospitalOf(rows int) string {
	skewed := func(column string, n int, power float64) string {
		return fmt.Sprintf("floor(%d * pow(%s, %v))::INTEGER", n, uniform(column), power)
	}
	return fmt.Sprintf(`SELECT CASE WHEN %s < 0.5 THEN 'F' ELSE 'M' END AS sex, 'ward ' || ward AS ward, DATE '1930-01-01' + %s AS born,
			(53000 + %s)::VARCHAR AS zip, 'job ' || %s AS job, 'country ' || %s AS nationality,
			'disease ' || CASE WHEN %s < 0.5 THEN ward ELSE %s END AS disease
		FROM (SELECT range AS id, %s AS ward FROM (SELECT range, range AS id FROM range(%d)))`,
		uniform("sex"), skewed("born", 32_000, 1.2), skewed("zip", 1000, 1.6), skewed("job", 60, 2), skewed("nationality", 40, 4),
		uniform("usual"), skewed("disease", 8, 1.5), skewed("ward", 8, 1.5), rows)
}

var (
	hospitalQI     = []string{"sex", "ward", "born", "zip", "job", "nationality"}
	hospitalLevels = []string{
		flatLevels("sex"), flatLevels("ward"), "FROM hierarchy_intervals('train', 'born', widths := ['month', 'year', 'decade'])",
		"FROM hierarchy_prefix('train', 'zip', keep := [4, 3])", numberedLevels("job", 8), numberedLevels("nationality", 10),
	}
	// Years are the only level of a date of birth: a node has 90 children.
	hospitalYears = append([]string{flatLevels("sex"), flatLevels("ward"), "FROM hierarchy_intervals('train', 'born', widths := ['year'])"}, hospitalLevels[3:]...)
)

// leveledTables are those that releases are made of, each with at most so many people.
func leveledTables() []leveledTable {
	hospital := func(name, about string, people int, levels []string) leveledTable {
		return leveledTable{comparedTable{name: name, about: about, make: func(int) string { return hospitalOf(people) }, qi: hospitalQI, sensitive: "disease"}, levels}
	}
	tables := make([]leveledTable, 0, 10)
	for i := range comparedTables {
		t := leveledTable{comparedTable: comparedTables[i]}
		switch t.name {
		case "nursery":
			for _, name := range t.qi {
				t.levels = append(t.levels, flatLevels(name))
			}
		case "patients":
			for _, name := range t.qi {
				t.levels = append(t.levels, fmt.Sprintf("FROM hierarchy_intervals('train', '%s', widths := %s)", name, map[bool]string{true: "[1000, 5000, 10000]", false: "[5, 10, 20]"}[name == "income"]))
			}
		case "voters":
			t.levels = []string{numberedLevels("region", 6), numberedLevels("city", 5), numberedLevels("trade", 8)}
			for _, name := range t.qi[3:] {
				t.levels = append(t.levels, flatLevels(name))
			}
		}
		tables = append(tables, t)
	}
	few := leveledTable{comparedTable: comparedTables[0]}
	few.name, few.about = "adult 1,000", "its first people"
	return append(tables, few,
		hospital("hospital 500", "made: patients", 500, hospitalLevels), hospital("hospital 2,000", "more of them", 2000, hospitalLevels),
		hospital("hospital 10,000", "and more", 10_000, hospitalLevels), hospital("hospital, years", "2,000 patients; of a date of birth, years are the only level", 2000, hospitalYears))
}

// leveled is a release as it came out.
type leveled struct {
	groups            int64
	loss              float64   // NCP, percent
	columns           []float64 // by column
	accuracy, seconds float64
}

// levels makes releases of ten tables with hierarchies, by the default split.
func levels(ctx context.Context, l *lab) (*section, error) {
	found := &section{notes: []string{
		"Releases of ten tables with hierarchies for every quasi-identifier, at `k_anonymity` 5, by the default split; up to 15,000 people of each. NCP is `ncp` of `release_utility`, in percent; accuracy is that of a decision tree which predicts the sensitive column from the generalized ones, in a tenfold cross validation. " +
			"Each release satisfies its requirement by `release_check`.",
		"Before: the version that split a node of a hierarchy into those of its children that can stand, and a rest, and nothing else; its numbers are given, not measured here.",
	}}
	sheet := newTable("levels", "Releases", "table", "people", "groups before", "groups", "NCP before, %", "NCP, %", "accuracy before", "accuracy", "seconds before", "seconds")
	byColumn := newTable("levels_columns", "By column", "table", "column", "NCP before, %", "NCP, %")
	tables := leveledTables()
	better, sum := 0, 0.0
	for i := range tables {
		t := &tables[i]
		l.say("%s", t.name)
		people := pick(l, 15_000, 300)
		if t.name == "adult 1,000" {
			people = min(people, 1000)
		}
		made, n, err := l.leveledRelease(ctx, t, people)
		if err != nil {
			return nil, err
		}
		before := leveledBefore[t.name]
		if before.loss > made.loss {
			better++
		}
		sum += math.Log(made.loss / before.loss)
		sheet.add(t.name, count(n), count(before.groups), count(made.groups), number(before.loss, 2), number(made.loss, 2), number(before.accuracy, 4), number(made.accuracy, 4), number(before.seconds, 2), number(made.seconds, 2))
		for d, name := range t.qi {
			byColumn.add(t.name, name, number(before.columns[d], 1), number(made.columns[d], 1))
		}
	}
	found.claim(fmt.Sprintf("%d tables", len(tables)), fmt.Sprintf("NCP is less on %d of them, and on average %.2f times what it was", better, math.Exp(sum/float64(len(tables)))), better == len(tables))
	found.tables = []*table{sheet, byColumn}
	return found, nil
}

// leveledRelease makes and measures a release.
func (l *lab) leveledRelease(ctx context.Context, t *leveledTable, people int) (r leveled, n int64, err error) {
	if err := l.loadCompared(ctx, &t.comparedTable, people); err != nil {
		return r, 0, err
	}
	if t.levels != nil {
		if err := l.exec(ctx, "CREATE OR REPLACE TABLE hierarchies AS "+strings.Join(t.levels, " UNION ALL ")); err != nil {
			return r, 0, err
		}
	}
	const privacy = "{'k_anonymity': 5}"
	start := time.Now()
	further, err := l.release(ctx, &t.comparedTable, true, privacy, "information_loss")
	if err != nil {
		return r, 0, err
	}
	r.seconds = time.Since(start).Seconds()
	var holds bool
	if err := l.row(ctx, fmt.Sprintf("SELECT bool_and(holds) FROM release_check('release', qi := %s, sensitive := %s, privacy := %s, other_columns := 'keep') WHERE requirement = 'k_anonymity'", list(t.qi), text(t.sensitive), privacy), &holds); err != nil {
		return r, 0, err
	}
	if !holds {
		return r, 0, fmt.Errorf("the release of %s does not satisfy its requirement", t.name)
	}
	measures, err := l.utility(ctx, t.qi, ", target := "+text(t.sensitive)+further)
	if err != nil {
		return r, 0, err
	}
	r.groups, r.loss, r.accuracy = int64(measures[groupCount]), 100*measures["ncp"], measures[accuracy]
	var name string
	var loss float64
	byColumn := map[string]float64{}
	err = l.rows(ctx, fmt.Sprintf("SELECT attribute, value FROM release_utility('train', 'release', qi := %s%s) WHERE measure = 'ncp' AND attribute IS NOT NULL", list(t.qi), further), func() { byColumn[name] = 100 * loss }, &name, &loss)
	for _, name := range t.qi {
		r.columns = append(r.columns, byColumn[name])
	}
	return r, int64(math.Round(measures[groupCount] * measures[groupSize])), err
}
