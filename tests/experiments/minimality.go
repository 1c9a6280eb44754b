package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// minimalityCase is a way to make releases of all tables of so many people.
type minimalityCase struct {
	people int
	c      float64
	split  string
}

// minimalityCases are those of the page: by people, by threshold and by split.
func minimalityCases(l *lab) []minimalityCase {
	var cases []minimalityCase
	for people := 4; people <= pick(l, 10, 4); people++ {
		cases = append(cases, minimalityCase{people, 0.4, "information_loss"})
	}
	for _, people := range pick(l, []int{6, 8}, nil) {
		for _, c := range []float64{0.4, 0.5} {
			for _, split := range []string{"information_loss", "median", "information_gain"} {
				if test := (minimalityCase{people, c, split}); !slices.Contains(cases, test) {
					cases = append(cases, test)
				}
			}
		}
	}
	return cases
}

// minimality measures what skyline_anonymize does not promise: how sure those become
// who know the algorithm and run it backwards.
func minimality(ctx context.Context, l *lab) (*section, error) {
	found := &section{notes: []string{
		"`skyline_anonymize` does not protect against an adversary who knows the algorithm (“minimality attack”): a group that was not split shows that a split would not have been safe. Here is how much that tells in the smallest tables. " +
			"All tables of n people are enumerated: one quasi-identifier, `age`, with the n different values 0 to n − 1, which everybody knows; one sensitive column, `sick`, with a `yes` or `no` for each person: 2^n tables. Each is released with",
		"```sql\n" + minimalityRelease("t", minimalityCase{c: 0.4, split: "information_loss"}) + "\n```",
		"and otherwise the defaults. A table in which c of all people and more are sick is refused. The adversary takes all tables as equally likely, sees a release (its labels, and the values of each group) and keeps the tables for which the algorithm makes just this one. " +
			"Their belief that a person is sick is the share of these tables in which the person is. Anyone who does not know the algorithm takes all tables that agree with the labels and counts as possible; their beliefs are the shares of the groups. These are below c in all releases; otherwise the experiment fails.",
		"The functions `jump_publish` and `jump_posterior` count with this adversary; what they release is safe against such an adversary.",
	}}
	t := newTable("minimality", "What the algorithm gives away", "people", "c", "split", "tables", "released", "releases", "tables where somebody's belief reaches c", "of those released", "tables where somebody is certainly sick", "highest belief")
	for _, test := range minimalityCases(l) {
		r, err := l.runBackwards(ctx, test)
		if err != nil {
			return nil, err
		}
		l.say("%d people, c = %v, %s: %d of %d", test.people, test.c, test.split, r.reaching, r.released)
		t.add(fmt.Sprint(test.people), fmt.Sprint(test.c), test.split, fmt.Sprint(1<<test.people), fmt.Sprint(r.released), fmt.Sprint(r.releases),
			fmt.Sprint(r.reaching), number(100*float64(r.reaching)/float64(r.released), 1)+" %", fmt.Sprint(r.certain), number(r.highest, 3))
		if r.unaware >= test.c {
			return nil, fmt.Errorf("%d people, c = %v, %s: a group has a share of %v", test.people, test.c, test.split, r.unaware)
		}
	}
	found.tables = append(found.tables, t)
	return found, nil
}

// minimalityRelease is the release of a table.
func minimalityRelease(table string, test minimalityCase) string {
	return fmt.Sprintf("FROM skyline_anonymize(%s, qi := ['age'], sensitive := 'sick', split := %s,\n\tprivacy := {'skyline': [{'value': 'yes', 'l': 0, 'k': 0, 'm': 0, 'c': %v}]}, absent_values := 'allow')", text(table), text(test.split), test.c)
}

// backwards is what those find who run the algorithm backwards.
type backwards struct {
	released, releases int
	reaching, certain  int     // tables where somebody's belief reaches c, or 1
	highest            float64 // belief
	unaware            float64 // the highest belief of those who do not know the algorithm, a share
}

// runBackwards makes the releases of all tables, the bits of whose numbers say who is
// sick.
func (l *lab) runBackwards(ctx context.Context, test minimalityCase) (*backwards, error) {
	r := &backwards{}
	tables := map[string][]int{} // by their release
	for table := range 1 << test.people {
		if err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TEMP TABLE t AS SELECT i AS age, CASE WHEN (%d >> i) & 1 = 1 THEN 'yes' ELSE 'no' END AS sick FROM range(%d) r(i)", table, test.people)); err != nil {
			return nil, err
		}
		var release string
		var share float64
		err := l.row(ctx, fmt.Sprintf("SELECT string_agg(age || sick, ' ' ORDER BY group_id, age, sick), max(share) FROM (SELECT *, count(*) FILTER (sick = 'yes') OVER (PARTITION BY age) / count(*) OVER (PARTITION BY age) AS share FROM (%s))",
			minimalityRelease("t", test)), &release, &share)
		switch {
		case err == nil:
			tables[release] = append(tables[release], table)
			r.unaware = max(r.unaware, share)
		case !strings.Contains(err.Error(), "no release of the whole table satisfies privacy"):
			return nil, err
		}
	}
	r.releases = len(tables)
	for _, alike := range tables {
		belief := highestBelief(alike, test.people)
		r.released += len(alike)
		r.highest = max(r.highest, belief)
		if belief >= test.c {
			r.reaching += len(alike)
		}
		if belief == 1 {
			r.certain += len(alike)
		}
	}
	return r, nil
}

// highestBelief returns the largest share of some tables in which one person is sick.
func highestBelief(tables []int, people int) float64 {
	sick := make([]int, people)
	for _, table := range tables {
		for person := range sick {
			sick[person] += table >> person & 1
		}
	}
	return float64(slices.Max(sick)) / float64(len(tables))
}
