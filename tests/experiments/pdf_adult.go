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

// Rules: at least 1 % of the people, and the paper's confidence. Association rules are
// about five columns; in workclass, race and native-country most people are alike.
var (
	associated  = []string{"age", "education", "marital-status", "occupation", "sex"}
	association = ruling{support: share{1, 100}, confidence: share{4, 5}}
	classified  = ruling{support: share{1, 100}, confidence: share{4, 5}, class: classColumn}
)

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
// original.
type ruleErrors struct{ association, class float64 }

// ruled are the rules of a table.
type ruled struct{ association, class rules }

// rulesOf mines the association rules and the class rules of a table.
func (l *lab) rulesOf(ctx context.Context, table string) (r ruled, err error) {
	t, err := l.transactions(ctx, table, associated)
	if err != nil {
		return r, err
	}
	r.association = t.mine(association)
	if t, err = l.transactions(ctx, table, append(slices.Clip(identifying), classColumn)); err != nil {
		return r, err
	}
	r.class = t.mine(classified)
	return r, nil
}

// errors are how far the rules of a reconstruction are from these.
func (r ruled) errors(other ruled) ruleErrors {
	return ruleErrors{r.association.distance(other.association, association.confidence), r.class.distance(other.class, classified.confidence)}
}
