package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// printed are the points of Table 2.
var printed = []point{{l: 0, k: 4, m: 0}, {l: 1, k: 3, m: 1}, {l: 2, k: 1, m: 3}, {l: 2, k: 2, m: 2}, {l: 3, k: 0, m: 4}, {l: 3, k: 1, m: 2}, {l: 4, k: 0, m: 3}}

// diverseRelease is Table 2.
func diverseRelease(ctx context.Context, l *lab) (*section, error) {
	if err := l.load(ctx, "adult", adultFile, 0); err != nil {
		return nil, err
	}
	if err := l.exec(ctx, "CREATE TABLE train AS SELECT * EXCLUDE (fold) FROM adult"); err != nil {
		return nil, err
	}
	qi, err := l.columns(ctx, "adult", occupation, "fold")
	if err != nil {
		return nil, err
	}
	found := &section{notes: []string{
		"All of Adult, occupation sensitive, the other 14 columns quasi-identifiers, splits by information gain. Points at which Exec-managerial is safe at 0.95.",
	}}
	same, groups, err := l.sameGroups(ctx, qi)
	if err != nil {
		return nil, err
	}
	found.claim("(3, 6)-diversity is (4, 0, 0) at threshold 0.75", fmt.Sprintf("two partitions into %s groups, %s", count(groups), map[bool]string{true: "the same", false: "different"}[same]), same)
	if _, err := l.anonymize(ctx, qi, occupation, diverse); err != nil {
		return nil, err
	}
	points, err := l.skylineOf(ctx, "Exec-managerial", 0.95)
	if err != nil {
		return nil, err
	}
	common := 0
	t := newTable("table2", "The knowledge skyline", "(ℓ, k, m)", "printed", "here")
	both := append(slices.Clone(printed), points...)
	slices.SortFunc(both, func(a, b point) int { return strings.Compare(a.String(), b.String()) })
	for _, p := range slices.Compact(both) {
		mark := map[bool]string{true: "×", false: ""}
		isPrinted, isFound := slices.Contains(printed, p), slices.Contains(points, p)
		if isPrinted && isFound {
			common++
		}
		t.add(p.String(), mark[isPrinted], mark[isFound])
	}
	found.tables = append(found.tables, t)
	found.claim("seven points", fmt.Sprintf("%d points, %d of them printed", len(points), common), common == len(printed))
	broken := slices.IndexFunc(points, func(p point) bool { return p.l == 0 && p.m == 0 && p.k > 10 }) < 0
	found.claim("a diverse release “can be quite unsafe”: a handful of known people give certainty of 95 %", "the points above", broken)
	return found, nil
}

// diverse is the requirement of Table 2, asDiverse what it is as knowledge.
const diverse = "{'recursive_diversity': {'c': 3, 'l': 6}}"

var asDiverse = skyline(point{l: 4, c: 0.75})

// sameGroups makes the partitions for both and compares them.
func (l *lab) sameGroups(ctx context.Context, qi []string) (same bool, groups int64, err error) {
	for i, privacy := range []string{diverse, asDiverse} {
		err := l.exec(ctx, fmt.Sprintf("CREATE TABLE partition_%d AS FROM skyline_anonymize('train', qi := %s, sensitive := %s, privacy := %s, split := 'information_gain', output := 'groups')", i, list(qi), text(occupation), privacy))
		if err != nil {
			return false, 0, err
		}
	}
	err = l.row(ctx, `SELECT (SELECT count(*) FROM (FROM partition_0 EXCEPT FROM partition_1)) + (SELECT count(*) FROM (FROM partition_1 EXCEPT FROM partition_0)) = 0,
		(SELECT count(*) FROM partition_0)`, &same, &groups)
	return same, groups, err
}

// skylineOf returns the knowledge skyline of a value in release.
func (l *lab) skylineOf(ctx context.Context, value string, c float64) ([]point, error) {
	var points []point
	var p point
	query := fmt.Sprintf("SELECT l, k, m FROM skyline_find('release', qi := ['group_id'], sensitive := %s, value := %s, c := %g) WHERE safe", text(occupation), text(value), c)
	err := l.rows(ctx, query, func() { points = append(points, p) }, &p.l, &p.k, &p.m)
	return points, err
}
