package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
)

// publicCases are the ways to split that are compared, and the threshold c that posteriors are
// held against.
var publicCases = []struct{ name, arguments, posterior string }{
	{"information_loss", "split := 'information_loss'", ""},
	{"median", "split := 'median'", ""},
	{"public", "split := 'public'", "posterior := NULL"},
	{"public, posterior 0.6", "split := 'public', posterior := 0.6", "posterior := 0.6"},
	{"public, posterior 0.5", "split := 'public', posterior := 0.5", "posterior := 0.5"},
}

// publicSplits measures what an algorithm costs that may be known, and how much it tells.
func publicSplits(ctx context.Context, l *lab) (*section, error) {
	found := &section{notes: []string{
		"With `split := 'public'` one split of each group is tried, and everybody may know that. Share is the largest share of a value in a group, which is what the release says to who does not know the algorithm; posterior the largest belief of who does, by `mondrian_posterior`, " +
			"and people those of whom some value is believed with 0.5 or more, each counted once for each such value. A posterior behind ≤ is a bound, where some group was not counted in 1e8 steps. For other splits a posterior is not known.",
		"NCP is the normalized certainty penalty, in percent.",
	}}
	t := newTable("public", "What it costs, and tells", "table", "required", "split", "groups", "NCP, %", "share", "posterior", "people")
	for _, c := range comparedTables[:pick(l, 2, 1)] {
		if err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE train AS SELECT %s FROM read_csv(%s)", columnList(append(slices.Clone(c.qi), c.sensitive)), text(filepath.Join(l.data, c.file)))); err != nil {
			return nil, err
		}
		for _, r := range []requirement{
			{"k = 10, share ≤ 0.5", "{'k_anonymity': 10, 'max_share': 0.5000001}"},
			{"k = 10, share ≤ 0.45", "{'k_anonymity': 10, 'max_share': 0.4500001}"},
			{"k = 10, 3 values", "{'k_anonymity': 10, 'distinct_diversity': 3}"},
			{"k = 10", "{'k_anonymity': 10}"},
		}[:pick(l, 4, 1)] {
			for _, split := range publicCases {
				cells, err := l.publicSplit(ctx, c, r, split.arguments, split.posterior)
				if err != nil {
					return nil, err
				}
				l.say("%s, %s, %s: %v", c.name, r.name, split.name, cells)
				t.add(append([]string{c.name, r.name, split.name}, cells...)...)
			}
		}
	}
	found.tables = append(found.tables, t)
	return found, nil
}

// publicSplit returns the cells about a release of train.
func (l *lab) publicSplit(ctx context.Context, c comparedTable, r requirement, arguments, posterior string) ([]string, error) {
	roles := fmt.Sprintf("qi := %s, sensitive := %s, privacy := %s", list(c.qi), text(c.sensitive), r.privacy)
	if err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE release AS FROM skyline_anonymize('train', %s, %s, seed := %d)", roles, arguments, seed)); err != nil {
		return nil, err
	}
	measures, err := l.utility(ctx, c.qi, "")
	if err != nil {
		return nil, err
	}
	var share float64
	if err := l.row(ctx, "SELECT max(n / size) FROM (SELECT count(*) AS n, sum(count(*)) OVER (PARTITION BY group_id) AS size FROM release GROUP BY group_id, "+column(c.sensitive)+")", &share); err != nil {
		return nil, err
	}
	cells := []string{count(int64(measures[groupCount])), number(100*measures["ncp"], 2), number(share, 3)}
	if posterior == "" {
		return append(cells, "", ""), nil
	}
	var highest float64
	var people int64
	var exact bool
	err = l.row(ctx, fmt.Sprintf("SELECT max(posterior), sum(people)::BIGINT, bool_and(exact) FROM mondrian_posterior('train', %s, %s, c := 0.5, max_steps := 100000000)", roles, posterior), &highest, &people, &exact)
	if err != nil {
		return nil, err
	}
	bound := ""
	if !exact {
		bound = "≤ "
	}
	return append(cells, bound+number(highest, 3), count(people)), nil
}
