package main

import (
	"fmt"
	"strings"
)

// people is a table of eight columns, from hashes: one number, texts as categories, a day.
const people = `SELECT (1925 + hash(i) % 100)::INTEGER AS born, ['female', 'male'][1 + (hash(i + {n}) % 2)::INTEGER] AS sex,
	printf('%04d', (hash(i + 2 * {n}) % 1000)::INTEGER) AS zip, concat('level ', hash(i + 3 * {n}) % 8) AS education,
	concat('region ', hash(i + 4 * {n}) % 16) AS region, concat('class ', hash(i + 5 * {n}) % 9) AS class,
	concat('disease ', hash(i + 6 * {n}) % 14) AS disease, DATE '2020-01-01' + (hash(i + 7 * {n}) % 365)::INTEGER AS admitted
	FROM range({n}) AS r(i)`

// hierarchies makes the table of all hierarchies, of the values that there can be.
const hierarchies = `CREATE TEMP TABLE h AS
	FROM hierarchy_intervals('(SELECT 1925 + i AS born FROM range(100) AS r(i))', 'born', widths := [5, 10, 20])
	UNION ALL FROM hierarchy_prefix('(SELECT printf(''%04d'', i) AS zip FROM range(1000) AS r(i))', 'zip')
	UNION ALL SELECT 'sex', ['female', 'male'][1 + i], 1, '*' FROM range(2) AS r(i)
	UNION ALL SELECT 'education', concat('level ', i), 1, '*' FROM range(8) AS r(i)
	UNION ALL SELECT 'region', concat('region ', i), 1, '*' FROM range(16) AS r(i)
	UNION ALL SELECT 'class', concat('class ', i), 1, '*' FROM range(9) AS r(i)`

// workload is which columns are quasi-identifiers, and at which levels they are released
// where a recipe has levels.
type workload struct {
	qi     []string
	levels string
}

var workloads = map[string]workload{
	"few":  {[]string{"sex", "education", "region", "class"}, "MAP {'sex': 0, 'education': 0, 'region': 0, 'class': 1}"},
	"many": {[]string{"born", "sex", "zip", "education"}, "MAP {'born': 2, 'sex': 0, 'zip': 2, 'education': 0}"},
}

type statement struct{ name, sql string }

// Statements that others are compared with.
const (
	empty   = "empty process"
	grouped = "GROUP BY"
)

// recipe is what makes the recipe of levels, which others apply as a table.
func (w workload) recipe() string {
	return fmt.Sprintf("release_recipe('people', hierarchies := 'h', levels := %s)", w.levels)
}

// statements are what is measured. Releases are written to a file.
func (w workload) statements(file string) []statement {
	const privacy = "privacy := {'k_anonymity': 10, 'distinct_diversity': 2}"
	columns := strings.Join(w.qi, ", ")
	input := fmt.Sprintf("'people', qi := ['%s'], sensitive := 'disease'", strings.Join(w.qi, "', '"))
	const others = "other_columns := 'keep'"
	write := func(query string) string { return fmt.Sprintf("COPY (%s) TO '%s' (FORMAT parquet)", query, file) }
	return []statement{
		{empty, "SELECT 1"},
		{grouped, fmt.Sprintf("SELECT count(*) FROM (SELECT %s, disease, count(*) AS n FROM people GROUP BY ALL) WHERE n > 0", columns)},
		{"check", fmt.Sprintf("SELECT count(*) FROM skyline_check(%s, k := 3)", input)},
		{"report", fmt.Sprintf("SELECT count(*) FROM privacy_measures(%s)", input)},
		{"search", fmt.Sprintf("SELECT count(*) FROM generalization_search(%s, hierarchies := 'h', output := 'best', suppression := 0.05, %s)", input, privacy)},
		{"recipe", "SELECT count(*) FROM " + w.recipe()},
		{"map", fmt.Sprintf("SELECT count(*) FROM recipe_map(%s, recipe := 'recipe', on_violation := 'suppress', %s)", input, privacy)},
		{"check recipe", fmt.Sprintf("SELECT count(*) FROM recipe_check(%s, recipe := 'recipe', %s, %s)", input, others, privacy)},
		{"apply", write(fmt.Sprintf("FROM recipe_apply(%s, recipe := 'recipe', on_violation := 'suppress', %s, %s)", input, others, privacy))},
		{"join", write(fmt.Sprintf("SELECT people.*, n FROM people JOIN (SELECT %s, count(*) AS n FROM people GROUP BY ALL) USING (%s)", columns, columns))},
		{"join, shuffled", write(fmt.Sprintf("SELECT people.*, n FROM people JOIN (SELECT %s, count(*) AS n FROM people GROUP BY ALL) USING (%s) ORDER BY random()", columns, columns))},
		{"anonymize", write(fmt.Sprintf("FROM skyline_anonymize(%s, %s, %s)", input, others, privacy))},
	}
}
