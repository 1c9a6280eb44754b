package main

import (
	"context"
	"fmt"
	"strings"
)

// point is a knowledge point with its threshold, of a sensitive value or, if that
// is empty, of every value that has none.
type point struct {
	value   string
	l, k, m int
	c       float64
}

func (p point) String() string { return fmt.Sprintf("(%d, %d, %d)", p.l, p.k, p.m) }

// skyline returns the argument privacy for points.
func skyline(points ...point) string {
	members := make([]string, len(points))
	for i, p := range points {
		value := "NULL"
		if p.value != "" {
			value = text(p.value)
		}
		members[i] = fmt.Sprintf("{'value': %s, 'l': %d, 'k': %d, 'm': %d, 'c': %g}", value, p.l, p.k, p.m, p.c)
	}
	return "{'skyline': [" + strings.Join(members, ", ") + "]}"
}

// anonymize makes the table release of train: bucketized, with the splits by
// information gain, as in the paper. If not even the whole table as one QI group is
// safe, it makes that group, as the paper does, and reports it.
func (l *lab) anonymize(ctx context.Context, qi []string, sensitive, privacy string) (safe bool, err error) {
	err = l.row(ctx, fmt.Sprintf("SELECT bool_and(holds) FROM release_check('(SELECT true AS everybody, * FROM train)', qi := ['everybody'], sensitive := %s, privacy := %s, other_columns := 'keep')",
		text(sensitive), privacy), &safe)
	if err != nil {
		return false, err
	}
	if !safe {
		var people int64
		if err := l.row(ctx, "SELECT count(*) FROM train", &people); err != nil {
			return false, err
		}
		privacy = fmt.Sprintf("{'k_anonymity': %d}", people)
	}
	return safe, l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE release AS FROM skyline_anonymize('train', qi := %s, sensitive := %s, privacy := %s, split := 'information_gain', output := 'bucketized', seed := %d, other_columns := 'keep')",
		list(qi), text(sensitive), privacy, seed))
}

// utility returns the measures of release beside train. Further arguments begin
// with a comma.
func (l *lab) utility(ctx context.Context, qi []string, further string) (map[string]float64, error) {
	measures := map[string]float64{}
	var name string
	var value float64
	query := fmt.Sprintf("SELECT measure, value FROM release_utility('train', 'release', qi := %s%s) WHERE attribute IS NULL AND value IS NOT NULL", list(qi), further)
	err := l.rows(ctx, query, func() { measures[name] = value }, &name, &value)
	return measures, err
}

// columns returns those of a table, without some.
func (l *lab) columns(ctx context.Context, table string, without ...string) ([]string, error) {
	var names []string
	var name string
	query := fmt.Sprintf("SELECT column_name FROM duckdb_columns() WHERE table_name = %s AND NOT list_contains(%s, column_name) ORDER BY column_index", text(table), list(without))
	err := l.rows(ctx, query, func() { names = append(names, name) }, &name)
	return names, err
}
