package tests

import (
	"database/sql"
	"os"
	"testing"

	"skyline/tests/internal/picture"
)

// pictureFile is the picture that README.md shows.
const pictureFile = "../sql/img/breach.svg"

// pictureRelease is the table of the demo's people, released so that HIV stays below one
// half where six others are known.
const pictureRelease = `CREATE TABLE picture AS
FROM skyline_anonymize('discharges', qi := ['age', 'sex', 'zip', 'admitted'], sensitive := 'diagnosis', person := 'patient',
    privacy := {'k_anonymity': 5, 'skyline': [{'value': 'HIV', 'k': 6, 'c': 0.5}]})`

// TestPicture draws the picture from the demo's tables, and compares it with the file.
// -rewrite writes that.
func TestPicture(t *testing.T) {
	db := openDemo(t)
	if _, err := db.ExecContext(t.Context(), pictureRelease); err != nil {
		t.Fatal(err)
	}
	shown := picture.Picture{Plain: breachOf(t, db, "release"), Safe: breachOf(t, db, "picture"), Limit: 0.5, Promise: 6}
	const counts = `SELECT (SELECT format('{:,}', count(*)) FROM discharges),
		(SELECT min(n) FROM (SELECT count(*) AS n FROM release GROUP BY age, sex, zip, admitted))`
	if err := db.QueryRowContext(t.Context(), counts).Scan(&shown.People, &shown.Fewest); err != nil {
		t.Fatal(err)
	}
	got, err := shown.SVG()
	if err != nil {
		t.Fatal(err)
	}
	if *rewriteFlag {
		if err := os.WriteFile(pictureFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(pictureFile)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not what the demo's tables say; run the test with -rewrite, and look at it", pictureFile)
	}
	if shown.Plain[0] >= shown.Limit || shown.Certain() >= shown.Promise || shown.Safe[shown.Promise] >= shown.Limit {
		t.Errorf("the picture does not show what it is for: %v, %v", shown.Plain, shown.Safe)
	}
}

// breachOf returns how sure readers can become of HIV who know up to eight others.
func breachOf(t *testing.T, db *sql.DB, release string) (curve picture.Curve) {
	t.Helper()
	const query = `SELECT breach FROM skyline_surface($1, qi := ['age', 'sex', 'zip', 'admitted'], sensitive := 'diagnosis',
		value := 'HIV', max_l := 0, max_k := 8, max_m := 0) ORDER BY k`
	rows, err := db.QueryContext(t.Context(), query, release)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var breach float64
		if err := rows.Scan(&breach); err != nil {
			t.Fatal(err)
		}
		curve = append(curve, breach)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return curve
}

// openDemo returns a database with the tables of `skyline demo`.
func openDemo(t *testing.T) *sql.DB {
	t.Helper()
	text, err := os.ReadFile("../ext/skyline/demo.sql")
	if err != nil {
		t.Fatal(err)
	}
	db := openDB(t, "")
	db.SetMaxOpenConns(1) // demo.sql has temporary tables
	if _, err := db.ExecContext(t.Context(), string(text)); err != nil {
		t.Fatal(err)
	}
	return db
}
