package definitions

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// The examples of sqlfuncs/topics/not_covered.md: every table that could have been there is
// released by the function, and those that give the same release are what somebody holds
// possible who knows how it was made. The tests have what the page says of them.

// asShown returns what a query shows of a release, rows in an order of their own.
func asShown(t *testing.T, db *sql.DB, query string) string {
	t.Helper()
	return strings.Join(sqltest.Texts(t, db, "SELECT r::VARCHAR FROM ("+query+") AS r ORDER BY 1"), "\n")
}

// TestRefinement: five people, whose wards are known. Of 32 tables two give the release in which
// two cells are empty, those with a man and a woman in ward 2; without knowing the algorithm it
// would be four.
func TestRefinement(t *testing.T) {
	t.Parallel()
	trials.Long(t)
	db := sqltest.Open(t, "")
	release := func(men int) string {
		var rows []string
		for person, ward := range []int{2, 2, 1, 1, 1} {
			rows = append(rows, fmt.Sprintf("(%d, ''%c'')", ward, "FM"[men>>person&1]))
		}
		return asShown(t, db, "FROM local_suppression('(VALUES "+strings.Join(rows, ", ")+") t(ward, sex)', qi := ['ward', 'sex'], privacy := {'k_anonymity': 2}, seed := 1)")
	}
	shown := release(0b00010)
	if strings.Count(shown, "NULL") != 2 || strings.Count(shown, "'ward': 2, 'sex': NULL") != 2 || strings.Count(shown, "'ward': 1, 'sex': F") != 3 {
		t.Fatalf("the page's release is now\n%s", shown)
	}
	var alike []int
	for men := range 32 {
		if release(men) == shown {
			alike = append(alike, men)
		}
	}
	if len(alike) != 2 || alike[0] != 0b00001 || alike[1] != 0b00010 {
		t.Errorf("tables %b give the release, want a man and a woman in ward 2", alike)
	}
}

// TestDowncoding: of 16 tables of two people 8 have the label of all ages, those with one person in
// either half; with labels_cover := 'region' all do.
func TestDowncoding(t *testing.T) {
	t.Parallel()
	trials.Long(t)
	db := sqltest.Open(t, "")
	sqltest.Exec(t, db, "CREATE TABLE years AS FROM hierarchy_intervals('(VALUES (20), (21), (25), (26)) t(age)', 'age', widths := [5, 10])")
	ages := []int{20, 21, 25, 26}
	regions := map[string]int{}
	whole := 0
	for _, a := range ages {
		for _, b := range ages {
			query := func(extent string) string {
				return fmt.Sprintf("SELECT age FROM skyline_anonymize('(VALUES (%d), (%d)) t(age)', qi := ['age'], privacy := {'k_anonymity': 2}, hierarchies := 'years', labels_cover := '%s')", a, b, extent)
			}
			halves := (a < 25) != (b < 25)
			isWhole := strings.Contains(asShown(t, db, query("group")), "[20, 29]")
			if isWhole != halves {
				t.Errorf("%d and %d are shown by all ages: %v", a, b, isWhole)
			}
			if isWhole {
				whole++
			}
			regions[asShown(t, db, query("region"))]++
		}
	}
	if whole != 8 || len(regions) != 1 {
		t.Errorf("%d tables of 16 are shown by all ages, want 8; by regions there are %d releases, want 1", whole, len(regions))
	}
}

// TestMinimality: of all 16 tables the release of the page is that of one; its group of three has
// one who is sick. Requirements on people only give the same labels for all.
func TestMinimality(t *testing.T) {
	t.Parallel()
	trials.Long(t)
	db := sqltest.Open(t, "")
	table := func(sick int) string {
		return fmt.Sprintf("(SELECT i AS age, CASE WHEN (%d >> i) & 1 = 1 THEN ''yes'' ELSE ''no'' END AS sick FROM range(4) r(i))", sick)
	}
	release := func(sick int) string {
		statement := "SELECT age, sick FROM skyline_anonymize('" + table(sick) + "', qi := ['age'], sensitive := 'sick', privacy := {'skyline': [{'value': 'yes', 'c': 0.4}]}, seed := 1, absent_values := 'allow')"
		if _, failure := sqltest.Answer(t, db, statement); failure != "" {
			if !strings.Contains(failure, "no release of the whole table satisfies privacy") {
				t.Fatal(failure)
			}
			return ""
		}
		return asShown(t, db, statement)
	}
	shown := release(0b0001)
	if strings.Count(shown, "[0, 2]") != 3 || strings.Count(shown, "yes") != 1 {
		t.Fatalf("the page's release is now\n%s", shown)
	}
	var alike []int
	labels := map[string]bool{}
	for sick := range 16 {
		if release(sick) == shown {
			alike = append(alike, sick)
		}
		labels[asShown(t, db, "SELECT age FROM skyline_anonymize('"+table(sick)+"', qi := ['age'], sensitive := 'sick', privacy := {'k_anonymity': 2}, seed := 1)")] = true
	}
	if len(alike) != 1 || alike[0] != 0b0001 {
		t.Errorf("tables %b give the release, want that with the youngest sick", alike)
	}
	if len(labels) != 1 {
		t.Errorf("with k_anonymity alone there are %d releases by their labels, want 1", len(labels))
	}
}

// TestMembership: of 10 choices of three of five people one has the mean of the page; 3 have the
// range that Ann, Cyd and Eve have, and 5 the rounded one.
func TestMembership(t *testing.T) {
	t.Parallel()
	trials.Long(t)
	db := sqltest.Open(t, "")
	ages := []int{21, 24, 30, 38, 47}
	release := func(choice int, options string) string {
		var rows []string
		for i, age := range ages {
			if choice>>i&1 == 1 {
				rows = append(rows, fmt.Sprintf("(%d)", age))
			}
		}
		return asShown(t, db, "SELECT age FROM skyline_anonymize('(VALUES "+strings.Join(rows, ", ")+") t(age)', qi := ['age'], privacy := {'k_anonymity': 3}, seed := 1"+options+")")
	}
	const chosen = 0b10101
	for _, c := range []struct {
		options string
		want    int
	}{{", output := 'mean'", 1}, {"", 3}, {", rounding := {'age': 10}", 5}} {
		shown, choices, alike := release(chosen, c.options), 0, 0
		for choice := range 32 {
			n := 0
			for i := range ages {
				n += choice >> i & 1
			}
			if n != 3 {
				continue
			}
			choices++
			if release(choice, c.options) == shown {
				alike++
			}
		}
		if choices != 10 || alike != c.want {
			t.Errorf("%s: %d of %d choices have the release, want %d", c.options, alike, choices, c.want)
		}
	}
}
