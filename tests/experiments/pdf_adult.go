package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// identifying are the eight attributes of Adult that are taken for quasi-identifiers, in
// all experiments with distributions; classColumn is what class rules are about.
var identifying = []string{"age", "workclass", "education", "marital-status", "occupation", "race", "sex", "native-country"}

const classColumn = "salary-class"

// associated are the columns of association rules; in workclass, race and native-country
// most people are alike.
var associated = []string{"age", "education", "marital-status", "occupation", "sex"}

// Rules have the paper's confidence, and a support of 1 %.
const leastConfidence, leastSupport = 0.8, 0.01

const ruleNotes = "Rules have any number of items on the left and one on the right, a support of at least 1 % (the paper does not say its own) and a confidence of at least 0.8; " +
	"association rules are about age, education, marital status, occupation and sex; class rules have the salary class on the right and any of the eight quasi-identifiers on the left. " +
	"The error is the distance of Eqn 5 to the rules of the original; it grows with the number of rules, so that its size depends on the support. "

// agesOf are ten bands of ages: the first ends below 20, the last begins at 65.
const agesOf = `CASE WHEN age < 20 THEN '17-19' WHEN age < 55 THEN (age // 5 * 5) || '-' || (age // 5 * 5 + 4) WHEN age < 65 THEN '55-64' ELSE '65-90' END`

// loadBands makes the table adult with the nine columns, and hierarchies with those of
// the data folder and one for the bands of ages: two, four, all of them.
func (l *lab) loadBands(ctx context.Context) error {
	if err := l.load(ctx, "everything", adultFile, quickPeople); err != nil {
		return err
	}
	columns := make([]string, 0, len(identifying))
	for _, name := range append(slices.Clip(identifying[1:]), classColumn, "fold") {
		columns = append(columns, column(name))
	}
	bands := `(SELECT ''17-19'' AS band, ''17-24'' AS two, ''17-34'' AS four, ''*'' AS top` +
		` UNION ALL SELECT * FROM (VALUES (''20-24'', ''17-24'', ''17-34'', ''*''), (''25-29'', ''25-34'', ''17-34'', ''*''), (''30-34'', ''25-34'', ''17-34'', ''*''),` +
		` (''35-39'', ''35-44'', ''35-54'', ''*''), (''40-44'', ''35-44'', ''35-54'', ''*''), (''45-49'', ''45-54'', ''35-54'', ''*''), (''50-54'', ''45-54'', ''35-54'', ''*''),` +
		` (''55-64'', ''55-90'', ''55-90'', ''*''), (''65-90'', ''55-90'', ''55-90'', ''*'')))`
	parts := []string{fmt.Sprintf("FROM hierarchy_wide('%s', 'age')", bands)}
	for _, name := range identifying[1:] {
		parts = append(parts, fmt.Sprintf("FROM hierarchy_wide('%s/hierarchies/adult_%s.csv', '%[2]s')", l.data, name))
	}
	for _, statement := range []string{
		"CREATE OR REPLACE TABLE adult AS SELECT row_number() OVER () AS line, " + agesOf + " AS age, " + strings.Join(columns, ", ") + " FROM everything",
		"CREATE OR REPLACE TABLE hierarchies AS " + strings.Join(parts, " UNION ALL "),
	} {
		if err := l.exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// ruleErrors are those of a reconstruction: the distances of its rules from those of the
// original (Eqn 5).
type ruleErrors struct{ association, class float64 }

// ruleCalls are the calls of release_rules for association rules and for class rules.
func ruleCalls(original, release string) (association, class string) {
	call := func(columns []string, further string) string {
		return fmt.Sprintf("release_rules(%s, %s, %s%s, support := %g, confidence := %g, hierarchies := 'hierarchies', null_means := 'value')", text(original), text(release), list(columns), further, leastSupport, leastConfidence)
	}
	return call(associated, ""), call(identifying, ", target := "+text(classColumn))
}

// ruled are the rules of a table: how many, and how far they are from none.
type ruled struct {
	association, class int64
	away               ruleErrors
}

func (l *lab) rulesOf(ctx context.Context, original string) (r ruled, err error) {
	const query = "SELECT count(*), coalesce(sum(confidence - %g), 0) FROM %s"
	association, class := ruleCalls(original, original)
	if err := l.row(ctx, fmt.Sprintf(query, leastConfidence, association), &r.association, &r.away.association); err != nil {
		return r, err
	}
	return r, l.row(ctx, fmt.Sprintf(query, leastConfidence, class), &r.class, &r.away.class)
}

// ruleErrors returns how far the rules of a reconstruction are from the original's.
func (l *lab) ruleErrors(ctx context.Context, original, reconstruction string) (e ruleErrors, err error) {
	const query = "SELECT coalesce(sum(error), 0) FROM "
	association, class := ruleCalls(original, reconstruction)
	if err := l.row(ctx, query+association, &e.association); err != nil {
		return e, err
	}
	return e, l.row(ctx, query+class, &e.class)
}
