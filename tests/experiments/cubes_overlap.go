package main

import (
	"context"
	"fmt"
)

// overlapBands are two ways to band ages: labels, by the number of years by which bands of 20 years are shifted.
const overlapBands = "(age - %[1]d) // 20 * 20 + %[1]d || '–' || (age - %[1]d) // 20 * 20 + %[1]d + 19"

// overlapAudit looks at the first table, and at others if they are given.
const overlapAudit = "cube_audit('bands_0', ['age', 'race'], 'value', grouping_column := 'grouping', hierarchies := 'ladder_0', masked := {'value': NULL, 'between': [0, NULL]}, absent := 'zero', rules := {'threshold': 10}%s)"

// cubesOverlap makes two tables of the same people by bands of ages, shifted by a year, each of them protected, and looks at
// both.
func (l *lab) cubesOverlap(ctx context.Context, found *section) error {
	for shift := range 2 {
		band := fmt.Sprintf(overlapBands, shift)
		for _, statement := range []string{
			fmt.Sprintf("CREATE TABLE ladder_%d AS SELECT DISTINCT 'age' AS attribute, age AS value, 1 AS level, %s AS label FROM people", shift, band),
			fmt.Sprintf("CREATE TABLE bands_%d AS FROM cube_protect('(SELECT %s AS age, race FROM people)', ['age', 'race'])", shift, quoted(band)),
		} {
			if err := l.exec(ctx, statement); err != nil {
				return err
			}
		}
	}
	const second = ", also := [{'published': 'bands_1', 'hierarchies': 'ladder_1'}%s]"
	years := "(SELECT age, race, 0 AS grouping, NULL AS value FROM (SELECT DISTINCT age FROM people), (SELECT DISTINCT race FROM people))"
	t := newTable("cubes_overlap", "Two tables by age and race, with bands of 20 years from 0 on, and from 1 on", "what is looked at", "suppressed", "of them unsafe", "narrowest")
	for _, look := range []struct{ name, audit string }{
		{"the first table", fmt.Sprintf(overlapAudit, "")},
		{"both", fmt.Sprintf(overlapAudit, fmt.Sprintf(second, ""))},
	} {
		var suppressed, unsafe, width int64
		if err := l.row(ctx, "SELECT count(*), count(*) FILTER (NOT safe), min(largest - least) FROM "+look.audit, &suppressed, &unsafe, &width); err != nil {
			return err
		}
		l.say("%s: %d of %d unsafe, at least %d wide", look.name, unsafe, suppressed, width)
		t.add(look.name, count(suppressed), count(unsafe), count(width))
	}
	single := newTable("cubes_years", "Counts of single years that both tables tell", "age", "race", "people", "how")
	var age, people int64
	var race, how string
	err := l.rows(ctx, "SELECT age::BIGINT, race, largest, steps FROM "+fmt.Sprintf(overlapAudit, fmt.Sprintf(second, ", {'published': "+text(years)+"}"))+
		" WHERE in_table NOT IN ('bands_0', 'bands_1') AND steps IS NOT NULL ORDER BY ALL", func() {
		single.add(fmt.Sprint(age), race, count(people), how)
	}, &age, &race, &people, &how)
	if err != nil {
		return err
	}
	found.tables = append(found.tables, t, single)
	found.notes = append(found.notes, "Two tables of the same people, by race and by bands of 20 years: 0–19, 20–39 and so on; and 1–20, 21–40 and so on. Each is protected by itself, and safe by itself. Together they are not: what two bands differ by is one year. "+
		"`cube_audit` sees it if the second table is in `also`: cells become unsafe, and counts follow of single years, which neither table has.")
	return nil
}

// quoted is a text within a text literal.
func quoted(s string) string { return text(s)[1 : len(text(s))-1] }
