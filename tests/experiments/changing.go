package main

import (
	"context"
	"fmt"
	"strings"
)

// change is a way in which a table changes: who of the people, p, is in release r, as an SQL expression. p.n numbers them
// in an order that has nothing to do with what they are.
type change struct{ name, caption, present string }

// changes are those that changing measures. Of the first, half of Adult or so is there at first; then a tenth of it joins
// each time, and each person leaves with 1/10, for good. Of the second, everybody is there 9 of 10 times.
var changes = []change{
	{"join", "a tenth leaves for good, and as many join", "p.n < 20000 + 2000 * r.r AND len(list_filter(range(greatest(1, (p.n - 18000) // 2000 + 1), r.r + 1), lambda t: hash(p.n, t) % 10 = 0)) = 0"},
	{"return", "everybody is there nine times of ten", "hash(p.n, r.r) % 10 > 0"},
}

// changing releases Adult ten times, as people join and leave.
func changing(ctx context.Context, l *lab) (*section, error) {
	found := &section{notes: []string{
		"People of Adult join and leave; seven quasi-identifiers, occupation is sensitive. `release_next` releases each table beside those before. NCP is the normalized certainty penalty over people and columns: the width of the group's range among the column's, of texts by how many of them there are. " +
			"Once is NCP of `skyline_anonymize` with k = m and shares of at most 1/m, of the same table, as if there were no other release. At last `republication_check` looks at all releases together.",
	}}
	if err := l.load(ctx, "adult", adultFile, 3000); err != nil {
		return nil, err
	}
	if err := l.exec(ctx, "CREATE TABLE people AS SELECT row_number() OVER (ORDER BY hash(i)) - 1 AS n, * EXCLUDE (i) FROM (SELECT * EXCLUDE (fold), row_number() OVER () AS i FROM adult)"); err != nil {
		return nil, err
	}
	releases := pick(l, 10, 3)
	for _, change := range changes {
		t := newTable("changing_"+change.name, "Adult, "+change.caption, "m", "release", "people", "new", "groups", "signatures", "counterfeits", "of the rows, %", "NCP, %", "once, %")
		for _, m := range pick(l, []int{2, 3, 5}, []int{3}) {
			if err := l.releaseAgain(ctx, found, t, change, m, releases); err != nil {
				return nil, err
			}
		}
		found.tables = append(found.tables, t)
	}
	return found, nil
}

// releaseAgain makes some releases, and looks at each and at all together.
func (l *lab) releaseAgain(ctx context.Context, found *section, t *table, change change, m, releases int) error {
	kept, labels, names := "none", []string{}, []string{}
	for r := range releases {
		label := fmt.Sprintf("r%d", r+1)
		labels, names = append(labels, fmt.Sprintf("groups[%d] AS %s", r+1, label)), append(names, label)
		next := fmt.Sprintf("kept_%d", r%2)
		for _, statement := range []string{
			fmt.Sprintf("CREATE OR REPLACE TABLE present AS SELECT p.* FROM people AS p, (SELECT %d AS r) AS r WHERE %s", r, change.present),
			fmt.Sprintf("CREATE OR REPLACE TABLE %s AS FROM release_next('present', '%s', person := 'n', qi := %s, sensitive := '%s', invariance := %d, output := 'private')", next, kept, list(census), occupation, m),
			fmt.Sprintf("CREATE OR REPLACE TABLE once AS FROM skyline_anonymize('present', qi := %s, sensitive := '%s', privacy := {'k_anonymity': %d, 'max_share': 1.0000001 / %d}, output := 'bucketized', other_columns := 'keep')", list(census), occupation, m, m),
		} {
			if err := l.exec(ctx, statement); err != nil {
				return err
			}
		}
		kept = next
		var people, joined, groups, signatures, counterfeits int64
		err := l.row(ctx, fmt.Sprintf("SELECT count(n), count(*) FILTER (WHERE n IS NOT NULL AND list_count(groups) = 1), count(DISTINCT groups[-1]), count(DISTINCT signature), count(*) - count(n) FROM %s WHERE groups[-1] IS NOT NULL", kept),
			&people, &joined, &groups, &signatures, &counterfeits)
		if err != nil {
			return err
		}
		again, err := l.penalty(ctx, fmt.Sprintf("(SELECT p.*, k.groups[-1] AS g FROM present AS p JOIN %s AS k USING (n))", kept))
		if err != nil {
			return err
		}
		once, err := l.penalty(ctx, "(SELECT *, group_id AS g FROM once)")
		if err != nil {
			return err
		}
		t.add(count(int64(m)), count(int64(r+1)), count(people), count(joined), count(groups), count(signatures), count(counterfeits),
			number(100*float64(counterfeits)/float64(people+counterfeits), 2), number(100*again, 2), number(100*once, 2))
	}
	var high float64
	var exact bool
	err := l.row(ctx, fmt.Sprintf("SELECT max(high), bool_and(exact) FROM republication_check('(SELECT *, %s FROM %s)', person := 'n', sensitive := '%s', groups := %s)", strings.Join(labels, ", "), kept, occupation, list(names)), &high, &exact)
	found.claim(fmt.Sprintf("%s, m = %d: nobody's value has more than 1/m over %d releases", change.caption, m, releases), fmt.Sprintf("at most %.4f, exact: %v", high, exact), exact && high <= 1/float64(m))
	return err
}

// penalty returns the normalized certainty penalty of groups g of people.
func (l *lab) penalty(ctx context.Context, rows string) (float64, error) {
	var widths, sums []string
	for i, name := range census {
		width := "count(DISTINCT x.%s) - 1 AS w%d"
		if name == "age" {
			width = "max(x.%[1]s) - min(x.%[1]s) AS w%[2]d"
		}
		widths = append(widths, fmt.Sprintf(width, column(name), i))
		sums = append(sums, fmt.Sprintf("x.w%[1]d / w.w%[1]d", i))
	}
	all := strings.Join(widths, ", ")
	var penalty float64
	err := l.row(ctx, fmt.Sprintf("SELECT sum(x.c * (%[1]s)) / sum(x.c) / %[2]d FROM (SELECT count(*) AS c, %[3]s FROM %[4]s AS x GROUP BY g) AS x, (SELECT %[3]s FROM present AS x) AS w",
		strings.Join(sums, " + "), len(census), all, rows), &penalty)
	return penalty, err
}
