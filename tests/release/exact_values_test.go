package release

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// exactKinds are types of columns with literals of some values.
var exactKinds = []struct {
	kind   string
	values []string
}{
	{"INTEGER", []string{"-3", "0", "1", "2", "4", "7", "10", "12", "15"}},
	{"DOUBLE", []string{"'-1.5'", "'0'", "'0.25'", "'1'", "'1.5'", "'2'", "'7.125'", "'1e20'", "'inf'"}},
	{"DECIMAL(5,2)", []string{"-0.5", "0", "0.01", "1", "1.5", "3", "20.25"}},
	{"DATE", []string{"'2020-01-01'", "'2020-01-31'", "'2020-02-01'", "'2021-06-07'", "'1999-12-31'"}},
	{"TIMESTAMP", []string{"'2020-01-01'", "'2020-01-01 10:00:00'", "'2020-01-02 23:59:59.5'", "'2021-01-01'"}},
	{"VARCHAR", []string{"'a'", "'b'", "'a, b'", "'b, c'", "'c'", "'NULL'", "'[a, b]'", "'{a'", "''", "'a or NULL'"}},
	{"BOOLEAN", []string{"true", "false"}},
	{"FLOAT", []string{"'-1.5'", "'0'", "'0.1'", "'16777216'", "'nan'"}},
	{"TIME", []string{"'00:00:00'", "'10:00:00'", "'10:00:00.5'", "'23:59:59'"}},
	{"INTERVAL", []string{"'1 day'", "'2 days'", "'1 month'", "'1 year'", "'01:00:00'"}},
}

// exactPerson is somebody of a random table: the texts of their values, nil for NULL, and
// how many people they are.
type exactPerson struct {
	values []*string
	weight int
}

// shows is the definition for one label, nil for NULL, and one value: the value's text
// stands in it by itself, as an end, or as a member. In quotes it stands only as it is.
func shows(label, value *string) bool {
	if label == nil {
		return value == nil
	}
	bare, orNull := strings.CutSuffix(*label, " or NULL")
	// Parts of the label, between commas that are not in quotes. No value here has quotes.
	parts := func(open, end string) []string {
		if len(bare) < 2 || !strings.HasPrefix(bare, open) || !strings.HasSuffix(bare, end) {
			return nil
		}
		outside := strings.Split(bare[1:len(bare)-1], `"`)
		for i := 1; i < len(outside); i += 2 {
			outside[i] = `"` + strings.ReplaceAll(outside[i], ", ", "\x00") + `"`
		}
		list := strings.Split(strings.Join(outside, ""), ", ")
		for i := range list {
			list[i] = strings.ReplaceAll(list[i], "\x00", ", ")
		}
		return list
	}
	members, ends := parts("{", "}"), parts("[", "]")
	if value == nil {
		return orNull || slices.Contains(members, "NULL")
	}
	quoted := `"` + *value + `"`
	if *label == *value || bare == *value || bare == quoted || slices.Contains(members, *value) || slices.Contains(members, quoted) {
		return true
	}
	if ends != nil && (ends[0] == *value || ends[0] == quoted || ends[len(ends)-1] == *value || ends[len(ends)-1] == quoted) {
		return true
	}
	// Without quotes parts may be one value.
	if strings.Contains(bare, `"`) {
		return false
	}
	return members != nil && strings.Contains(", "+bare[1:len(bare)-1]+", ", ", "+*value+", ") ||
		ends != nil && (strings.HasPrefix(bare[1:], *value+", ") || strings.HasSuffix(bare[:len(bare)-1], ", "+*value))
}

// shownPeople counts by the definition: all people, and those who are alone with a value
// that a label of its column shows.
func shownPeople(people []exactPerson, labels [][]*string, shows func(column int, label, value *string) bool) (all, shown int) {
	equal := func(a, b *string) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
	for i, person := range people {
		all += person.weight
		is := false
		for column, value := range person.values {
			alone := person.weight == 1
			for j, other := range people {
				alone = alone && (j == i || other.weight == 0 || !equal(other.values[column], value))
			}
			for _, label := range labels[column] {
				is = is || alone && shows(column, label, value)
			}
		}
		if is {
			shown++
		}
	}
	return all, shown
}

// TestExactValues compares the row exact_values of release_check with the definition, on
// releases of small random tables.
func TestExactValues(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	compared, positive, several := 0, 0, 0
	for seed := range seeds(t, 12, 120) {
		rng := rand.New(rand.NewPCG(seed, 57))
		columns := 1 + rng.IntN(3)
		kinds := make([]int, columns)
		var names, types []string
		for c := range kinds {
			kinds[c] = rng.IntN(len(exactKinds))
			names = append(names, fmt.Sprintf("'c%d'", c))
			types = append(types, fmt.Sprintf("c%d::%s AS c%[1]d", c, exactKinds[kinds[c]].kind))
		}
		mode := []string{"rows", "weight", "person"}[rng.IntN(3)]
		var rows []string
		persons := 1 + rng.IntN(14)
		for p := range persons {
			values := make([]string, columns)
			for c, kind := range kinds {
				pool := append([]string{"NULL"}, exactKinds[kind].values...)
				values[c] = pool[rng.IntN(len(pool))]
			}
			copies, weight := 1, 1
			switch mode {
			case "person":
				copies = 1 + rng.IntN(2)
			case "weight":
				weight = rng.IntN(3)
			}
			for i := range copies {
				rows = append(rows, fmt.Sprintf("(%d, 's%d', %d, %s)", p, i, weight, strings.Join(values, ", ")))
			}
		}
		var columnNames []string
		for c := range columns {
			columnNames = append(columnNames, fmt.Sprintf("c%d", c))
		}
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE people AS SELECT p, p AS again, s, w, %s FROM (VALUES %s) t(p, s, w, %s)", strings.Join(types, ", "), strings.Join(rows, ", "), strings.Join(columnNames, ", ")))
		people := readPeople(t, db, columnNames, mode)

		// Some columns have hierarchies, whose labels look like ranges, sets and values.
		known, hierarchies := make([]map[string]bool, columns), ""
		if rng.IntN(3) == 0 {
			hierarchies = ", hierarchies := 'levels'"
			exec(t, db, "CREATE OR REPLACE TABLE levels (attribute VARCHAR, value VARCHAR, level INT, label VARCHAR)")
			for c := range columns {
				if c > 0 && rng.IntN(2) == 0 {
					continue
				}
				known[c] = map[string]bool{}
				for _, person := range people {
					v := "NULL"
					text := "NULL"
					if person.values[c] != nil {
						text = *person.values[c]
						v = "'" + strings.ReplaceAll(text, "'", "''") + "'"
					}
					label := []string{"[1, 2]", "{a, b}", text}[len(text)%3]
					if person.values[c] == nil {
						label = "{a, b}"
					}
					exec(t, db, fmt.Sprintf("INSERT INTO levels SELECT 'C%d', %s, 1, '%s' WHERE NOT EXISTS (FROM levels WHERE attribute = 'C%[1]d' AND value IS NOT DISTINCT FROM %[2]s)", c, v, label))
					exec(t, db, fmt.Sprintf("INSERT INTO levels SELECT 'C%d', %s, 2, '*' WHERE NOT EXISTS (FROM levels WHERE attribute = 'C%[1]d' AND level = 2 AND value IS NOT DISTINCT FROM %[2]s)", c, v))
					known[c][label] = known[c][label] || person.values[c] == nil || label != text
				}
				known[c]["*"] = true
			}
		}
		arguments := "[" + strings.Join(names, ", ") + "], 's', privacy := {'k_anonymity': " + fmt.Sprint(1+rng.IntN(3)) + "}"
		who := ""
		switch mode {
		case "weight":
			who = ", weight := 'w'"
		case "person":
			who = ", person := '%s', values_per_person := 'set'"
		}
		output := []string{"generalized", "bounds"}[rng.IntN(2)]
		options := fmt.Sprintf(", output := '%s', labels_cover := '%s', split := '%s', other_columns := 'keep'%s", output, []string{"group", "region"}[rng.IntN(2)],
			[]string{"information_gain", "information_loss", "median"}[rng.IntN(3)], []string{"", ", rounding := 'none'"}[rng.IntN(2)])
		if _, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE release AS FROM skyline_anonymize('people', "+arguments+strings.Replace(who, "%s", "p", 1)+options+hierarchies+")"); err != nil {
			continue // Too few people, or ambiguous hierarchies.
		}
		labels := make([][]*string, columns)
		for c := range labels {
			labels[c] = readLabels(t, db, columnNames[c], output)
		}
		all, shown := shownPeople(people, labels, func(column int, label, value *string) bool {
			if label != nil && known[column] != nil {
				if others, ok := known[column][*label]; ok {
					return !others && value != nil && *value == *label
				}
			}
			return shows(label, value)
		})
		compared++
		positive += boolInt(shown > 0)
		several += boolInt(shown > 1 && shown < all)
		limit := float64(rng.IntN(11)) / 10
		var achieved sql.NullFloat64
		var required float64
		var holds bool
		query := "SELECT achieved, required, holds FROM release_check('release', " + arguments + strings.Replace(who, "%s", "again", 1) + ", other_columns := 'keep', original := 'people'" + hierarchies + fmt.Sprintf(", exact_values := %g) WHERE requirement = 'exact_values'", limit)
		if err := db.QueryRowContext(t.Context(), query).Scan(&achieved, &required, &holds); err != nil {
			t.Fatalf("seed %d: %s: %v", seed, query, err)
		}
		// The limit is a tenth: exactly.
		if achieved.Valid != (all > 0) || all > 0 && !near(achieved.Float64, float64(shown)/float64(all)) || holds != (shown*10 <= int(limit*10+0.5)*all) || required != limit {
			t.Fatalf("seed %d: %s: got %v, %v, %v, want %d of %d\n%v", seed, query+options, achieved, required, holds, shown, all, rows)
		}
	}
	t.Logf("%d releases, %d that show somebody, %d some but not all", compared, positive, several)
	if compared < fewer(8, 20) || positive < compared/5 || several < compared/20 {
		t.Errorf("%d releases, %d that show somebody, %d some but not all say little", compared, positive, several)
	}
}

// readPeople reads the people of the table, as texts.
func readPeople(t *testing.T, db *sql.DB, columns []string, mode string) []exactPerson {
	t.Helper()
	query := "SELECT w, " + strings.Join(columns, "::VARCHAR, ") + "::VARCHAR FROM people"
	if mode == "person" {
		query = "SELECT DISTINCT ON (p) w, " + strings.Join(columns, "::VARCHAR, ") + "::VARCHAR FROM people"
	}
	found, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	var people []exactPerson
	for found.Next() {
		person := exactPerson{values: make([]*string, len(columns))}
		targets := []any{&person.weight}
		for c := range columns {
			targets = append(targets, &person.values[c])
		}
		if err := found.Scan(targets...); err != nil {
			t.Fatal(err)
		}
		people = append(people, person)
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	return people
}

// readLabels reads what stands in a column of the release.
func readLabels(t *testing.T, db *sql.DB, column, output string) []*string {
	t.Helper()
	query := "SELECT DISTINCT " + column + "::VARCHAR FROM release"
	if output == "bounds" {
		query = fmt.Sprintf("SELECT %[1]s.low::VARCHAR AS x FROM release WHERE x IS NOT NULL UNION SELECT %[1]s.high::VARCHAR AS x FROM release WHERE x IS NOT NULL UNION SELECT %[1]s.label AS x FROM release WHERE x IS NOT NULL UNION SELECT NULL FROM release WHERE %[1]s.has_null", column)
	}
	found, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	var labels []*string
	for found.Next() {
		var label *string
		if err := found.Scan(&label); err != nil {
			t.Fatal(err)
		}
		labels = append(labels, label)
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	return labels
}
