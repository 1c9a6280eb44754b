package main

import (
	"context"
	"fmt"
	"math"

	"skyline/tests/internal/plots"
)

// The data is made of hashes of hashes: those of several values, as they are, depend on each other.

// eventData is a table of events: who, where, when.
type eventData struct {
	name, what string
	statement  func(people int) string
	people     int // in a quick run 300
	times      []rounding
}

// rounding is how exactly a time is released, as an expression of t.
type rounding struct{ name, expression string }

// linkedKnown is how many rows are known at most.
const linkedKnown = 4

var eventTables = []eventData{
	{
		"hospital", "Each person has 2 to 12 visits to one of 12 wards, on one of 730 days, all of it as likely as anything else.",
		func(people int) string {
			return fmt.Sprintf(`CREATE TABLE hospital AS SELECT p, 'ward ' || hash(hash(p, i, 'ward')) %% 12 AS place, TIMESTAMP '2023-01-01' + to_days((hash(hash(p, i, 'day')) %% 730)::INTEGER) AS t
FROM (SELECT p, UNNEST(range((2 + hash(hash(p, 'visits')) %% 11)::INTEGER)) AS i FROM range(%d) AS people(p))`, people)
		}, 3000,
		[]rounding{{"day", "t::DATE"}, {"week", "date_trunc('week', t)"}, {"month", "date_trunc('month', t)"}, {"quarter", "date_trunc('quarter', t)"}, {"year", "date_trunc('year', t)"}},
	},
	{
		"taxi", "Each card pays 10 to 60 rides in 28 days. Half of them begin in the card's own zone, others in one of 60 zones, of which low numbers are likelier; rides are from 6 to 22 o'clock.",
		func(people int) string {
			return fmt.Sprintf(`CREATE TABLE taxi AS SELECT p,
	CASE WHEN hash(hash(p, i, 'own')) %% 2 = 0 THEN hash(hash(p, 'zone')) %% 60 ELSE (hash(hash(p, i, 'a')) %% 60) * (hash(hash(p, i, 'b')) %% 60) // 60 END AS place,
	TIMESTAMP '2023-05-01' + to_minutes((1440 * (hash(hash(p, i, 'day')) %% 28) + 360 + hash(hash(p, i, 'minute')) %% 960)::INTEGER) AS t
FROM (SELECT p, UNNEST(range((10 + hash(hash(p, 'rides')) %% 51)::INTEGER)) AS i FROM range(%d) AS people(p))`, people)
		}, 2000,
		[]rounding{{"minute", "t"}, {"hour", "date_trunc('hour', t)"}, {"day", "t::DATE"}, {"week", "date_trunc('week', t)"}},
	},
}

// linkedRows measures how many people few known rows single out where a pseudonym links the
// rows of a person.
func linkedRows(ctx context.Context, l *lab) (*section, error) {
	found := &section{notes: []string{
		"A release has rows of a place and a time, and a pseudonym of the person in each. How many people are alone by 1, 2, 3, 4 of their rows, each choice being equally likely, and by all of them? `linked_check` counts every choice; the literature draws some. " +
			"Groups of rows with the same place and time may have dozens of people, and still nearly everybody is alone by three or four rows.",
		"The numbers for one row, and for all, were compared with those of a `GROUP BY` by hand.",
	}}
	for _, d := range eventTables {
		people := pick(l, d.people, 300)
		if err := l.exec(ctx, d.statement(people)); err != nil {
			return nil, err
		}
		found.notes = append(found.notes, fmt.Sprintf("`%s`: %s people, by a rule. %s", d.name, count(int64(people)), d.what))
		t := newTable("linked_"+d.name, d.name+": people who are alone, by known rows", "time to the", "people of the smallest group", "1", "2", "3", "4", "all")
		figure := plots.Figure{Name: "linked_" + d.name, Title: d.name + ": people who are alone", X: "known rows", Y: "% of people", Beside: true}
		for _, r := range d.times {
			shares, smallest, err := l.linked(ctx, d.name, r)
			if err != nil {
				return nil, err
			}
			curve := plots.Curve{Label: r.name}
			row := []string{r.name, count(smallest)}
			for n, share := range shares {
				row = append(row, number(100*share, 1)+" %")
				if n < linkedKnown {
					curve.Add(float64(n+1), 100*share)
				}
			}
			l.say("%s by the %s: %v", d.name, r.name, row)
			t.rows, figure.Curves = append(t.rows, row), append(figure.Curves, curve)
		}
		found.tables, found.figures = append(found.tables, t), append(found.figures, figure)
	}
	return found, nil
}

// linked returns the shares of people who are alone by 1, 2, … rows and by all, and how many
// people the smallest group of rows has.
func (l *lab) linked(ctx context.Context, table string, r rounding) (shares []float64, smallest int64, err error) {
	if err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE events AS SELECT p, place, %s AS t FROM %s", r.expression, table)); err != nil {
		return nil, 0, err
	}
	var share float64
	query := fmt.Sprintf("SELECT unicity FROM linked_check('events', qi := ['place', 't'], person := 'p', known_rows := %d) WHERE known_rows <> '0'", linkedKnown)
	if err := l.rows(ctx, query, func() { shares = append(shares, share) }, &share); err != nil {
		return nil, 0, err
	}
	var one, all float64
	err = l.row(ctx, `WITH groups AS MATERIALIZED (SELECT place, t, count(DISTINCT p) AS n FROM events GROUP BY ALL)
SELECT (SELECT min(n) FROM groups), avg(alone) FROM (SELECT p, avg((n = 1)::INTEGER) AS alone FROM events JOIN groups USING (place, t) GROUP BY p)`, &smallest, &one)
	if err == nil {
		err = l.row(ctx, "SELECT coalesce(sum(n) FILTER (n = 1), 0) / sum(n) FROM (SELECT count(*) AS n FROM (SELECT list_sort(list((place, t))) AS record FROM events GROUP BY p) GROUP BY record)", &all)
	}
	if err == nil && (math.Abs(one-shares[0]) > 1e-9 || math.Abs(all-shares[linkedKnown]) > 1e-9) {
		err = fmt.Errorf("%s by the %s: alone are %v, and %v by one and %v by all rows by hand", table, r.name, shares, one, all)
	}
	return shares, smallest, err
}
