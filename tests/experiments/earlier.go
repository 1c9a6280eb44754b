package main

import (
	"context"
	"fmt"
)

// earlierColumns are two sets of quasi-identifiers of Adult.
var earlierColumns = [][]string{{"age", "education", "marital-status", "race", "sex"}, census}

const earlierPrivacy = "{'k_anonymity': 10, 'max_share': 0.5000001}"

// besideEarlier releases Adult three times: by information_loss, by median and by information_gain, the second and the third
// with and without a look at those before.
func besideEarlier(ctx context.Context, l *lab) (*section, error) {
	if err := l.load(ctx, "adult", adultFile, quickPeople); err != nil {
		return nil, err
	}
	if err := l.exec(ctx, "CREATE OR REPLACE TABLE people AS SELECT row_number() OVER () AS id, * EXCLUDE (fold) FROM adult"); err != nil {
		return nil, err
	}
	sheet := newTable("earlier", "Releases", "quasi-identifiers", "release", "split", "earlier", "groups", "largest group", "NCP, %", "groups that are an earlier one", "people more than 50 % sure of, with those before")
	for _, qi := range earlierColumns {
		if err := l.exec(ctx, "CREATE OR REPLACE TABLE labelled AS FROM people"); err != nil {
			return nil, err
		}
		before := []string{}
		for i, release := range []struct{ name, split string }{{"May", "information_loss"}, {"June", "median"}, {"July", "information_gain"}} {
			for _, looks := range []bool{false, true} {
				if looks && i == 0 {
					continue
				}
				l.say("%d quasi-identifiers, %s, beside the earlier ones: %t", len(qi), release.name, looks)
				row, err := l.releaseBeside(ctx, qi, release.name, release.split, before, looks)
				if err != nil {
					return nil, err
				}
				sheet.add(append([]string{fmt.Sprint(len(qi)), release.name, release.split, map[bool]string{true: "looked at", false: "not looked at"}[looks]}, row...)...)
			}
			before = append(before, release.name)
			if err := l.exec(ctx, "CREATE OR REPLACE TABLE labelled AS FROM made"); err != nil {
				return nil, err
			}
		}
	}
	return &section{
		notes: []string{
			"Adult, occupation sensitive, `privacy := " + earlierPrivacy + "`; the quasi-identifiers are age, education, marital status, race and sex, or the seven of the other experiments. May is released first, June with `earlier_releases := ['May']` or without, and July, with `earlier_releases := ['May', 'June']` or without, after the June that looked at May.",
			"The last column is how many people `republication_check` finds to be more than 50 % sure of for the value that has the most of them, this release and all before it taken together, and how many it does not decide, in parentheses, where there are some. A group that is an earlier one has the same people as a group of May or June.",
		},
		tables: []*table{sheet},
	}, nil
}

// releaseBeside makes a release of labelled, and the table made, which has its groups too. It returns what there is to say of it.
func (l *lab) releaseBeside(ctx context.Context, qi []string, name, split string, before []string, looks bool) ([]string, error) {
	earlier := ""
	if looks {
		earlier = ", earlier_releases := " + list(before)
	}
	arguments := fmt.Sprintf("'labelled', qi := %s, sensitive := %s, person := 'id', privacy := %s, split := %s%s", list(qi), text(occupation), earlierPrivacy, text(split), earlier)
	for _, statement := range []string{
		"CREATE OR REPLACE TABLE release AS FROM skyline_anonymize(" + arguments + ", other_columns := 'drop')",
		"CREATE OR REPLACE TABLE recipe AS FROM release_recipe(" + arguments + ")",
		fmt.Sprintf("CREATE OR REPLACE TABLE made AS SELECT p.*, m.group_id AS %s FROM labelled AS p JOIN recipe_map('labelled', 'recipe', qi := %s, on_violation := 'allow') AS m USING (%s)", column(name), list(qi), columnList(qi)),
	} {
		if err := l.exec(ctx, statement); err != nil {
			return nil, err
		}
	}
	var groups, largest, same, people, undecided int64
	var ncp float64
	if err := l.row(ctx, "SELECT count(*), max(n) FROM (SELECT count(*) AS n FROM release GROUP BY group_id)", &groups, &largest); err != nil {
		return nil, err
	}
	if err := l.row(ctx, fmt.Sprintf("SELECT value FROM release_utility('labelled', 'release', qi := %s) WHERE measure = 'ncp' AND attribute IS NULL", list(qi)), &ncp); err != nil {
		return nil, err
	}
	row := []string{count(groups), count(largest), number(100*ncp, 2), "", ""}
	if len(before) == 0 {
		return row, nil
	}
	members := "SELECT list(id ORDER BY id) AS ids FROM made GROUP BY "
	olds := members + column(before[0])
	for _, old := range before[1:] {
		olds += " UNION ALL " + members + column(old)
	}
	if err := l.row(ctx, fmt.Sprintf("SELECT count(*) FROM (%s %s) WHERE ids IN (SELECT ids FROM (%s))", members, column(name), olds), &same); err != nil {
		return nil, err
	}
	check := fmt.Sprintf("SELECT max(people), max(undecided) FROM republication_check('made', person := 'id', sensitive := %s, groups := %s, c := 0.500001)", text(occupation), list(append(append([]string{}, before...), name)))
	if err := l.row(ctx, check, &people, &undecided); err != nil {
		return nil, err
	}
	row[3], row[4] = count(same), count(people)
	if undecided > 0 {
		row[4] += " (" + count(undecided) + ")"
	}
	return row, nil
}
