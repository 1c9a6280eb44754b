package main

import (
	"context"
	"fmt"
	"math"
)

// attackedRelease is a way to release one half of Adult.
type attackedRelease struct {
	name string
	make string // statements that make release and original
	call string // the further arguments of the attack
}

const (
	attackQI    = "['age', 'sex', 'race', 'marital-status']"
	attackKnown = "['age', 'sex', 'race', 'marital-status', 'education', 'workclass', 'hours-per-week']"
)

// attackedReleases are those of the page.
func attackedReleases(l *lab) []attackedRelease {
	var releases []attackedRelease
	for _, k := range pick(l, []int{2, 5, 10, 50, 200}, []int{10}) {
		releases = append(releases, attackedRelease{
			fmt.Sprintf("skyline_anonymize, k = %d, 4 different occupations", k),
			fmt.Sprintf("CREATE OR REPLACE TABLE original AS FROM inside; CREATE OR REPLACE TABLE release AS FROM skyline_anonymize('(SELECT age, sex, race, \"marital-status\", occupation FROM inside)', qi := %s, sensitive := 'occupation', privacy := {'k_anonymity': %d, 'distinct_diversity': 4}, seed := 1)", attackQI, k),
			"qi := " + attackQI,
		})
	}
	for _, diversity := range pick(l, []int{2, 4, 7}, []int{4}) {
		releases = append(releases, attackedRelease{
			fmt.Sprintf("anatomize, l = %d", diversity),
			fmt.Sprintf("CREATE OR REPLACE TABLE original AS SELECT i.*, a.group_id FROM inside AS i JOIN anatomize('inside', qi := ['id'], sensitive := 'occupation', diversity := %d, seed := 1) AS a USING (id); CREATE OR REPLACE TABLE release AS SELECT group_id, occupation FROM original", diversity),
			"groups := 'group_id'",
		})
	}
	return releases
}

// attackAdult measures what an attacker guesses who learns rates from releases of one half of
// Adult, and what of that they add to what the other half tells.
func attackAdult(ctx context.Context, l *lab) (*section, error) {
	if err := l.load(ctx, "adult", adultFile, quickPeople); err != nil {
		return nil, err
	}
	if err := l.exec(ctx, "CREATE OR REPLACE TABLE people AS SELECT row_number() OVER () AS id, * FROM adult; CREATE OR REPLACE TABLE inside AS FROM people WHERE fold < 5; CREATE OR REPLACE TABLE control AS FROM people WHERE fold >= 5"); err != nil {
		return nil, err
	}
	releases := attackedReleases(l)
	found := &section{notes: []string{
		"One half of Adult, drawn at random, is released; the other half is the control. The attacker knows age, sex, race, marital status, education, work class and hours per week of everybody, and guesses the occupation, one of 14. Shares of right guesses, with intervals at 95 %:",
		"```sql\nFROM attack_inference('release', 'original', known := " + attackKnown + ", sensitive := 'occupation', control := 'control', " + releases[0].call + ")\n```",
		"`success` is on the people released, `control` on the others by what was learnt from the release; `added` is (success − control) / (1 − control). `by_group` is what the groups alone tell, and `most_frequent` the most frequent occupation for everybody. " +
			"`anatomize` shows exact values and shuffles occupations within groups of l people; who is in which group is known. The experiment fails where `by_group` and `correct` are not what the groups' sizes and histograms say.",
	}}
	t := newTable("attack_adult", "What the attacker guesses", "release", "people", "groups", "conditioned exactly", "success", "control", "added", "by_group", "most_frequent", "linked correctly")
	for _, r := range releases {
		row, err := l.attacked(ctx, r)
		if err != nil {
			return nil, err
		}
		l.say("%s: %v", r.name, row)
		t.add(append([]string{r.name}, row...)...)
	}
	found.tables = append(found.tables, t)
	return found, nil
}

// attacked makes a release and attacks it.
func (l *lab) attacked(ctx context.Context, r attackedRelease) ([]string, error) {
	if err := l.exec(ctx, r.make); err != nil {
		return nil, err
	}
	type estimate struct{ value, low, high float64 }
	measures, measure, e := map[string]estimate{}, "", estimate{}
	err := l.rows(ctx, fmt.Sprintf("SELECT measure, value, coalesce(low, 'nan'), coalesce(high, 'nan') FROM attack_inference('release', 'original', known := %s, sensitive := 'occupation', control := 'control', %s) WHERE measure NOT LIKE '%%of_value'", attackKnown, r.call),
		func() { measures[measure] = e }, &measure, &e.value, &e.low, &e.high)
	if err != nil {
		return nil, err
	}
	var people, groups, likeliest int64
	err = l.row(ctx, "SELECT sum(n)::BIGINT, count(*), sum(most)::BIGINT FROM (SELECT sum(n) AS n, max(n) AS most FROM (SELECT group_id, occupation, count(*) AS n FROM release GROUP BY ALL) GROUP BY group_id)", &people, &groups, &likeliest)
	if err != nil {
		return nil, err
	}
	if want := float64(likeliest) / float64(people); math.Abs(measures["by_group"].value-want) > 1e-9 {
		return nil, fmt.Errorf("%s: by_group is %v, want %v", r.name, measures["by_group"].value, want)
	}
	linked := "—"
	if r.call != "groups := 'group_id'" {
		var correct float64
		if err := l.row(ctx, "SELECT value FROM attack_linkage('release', 'original', qi := "+attackQI+") WHERE measure = 'correct'", &correct); err != nil {
			return nil, err
		}
		if want := float64(groups) / float64(people); math.Abs(correct-want) > 1e-12 {
			return nil, fmt.Errorf("%s: correct is %v, want %v", r.name, correct, want)
		}
		linked = number(100*correct, 2) + " %"
	}
	share := func(name string) string {
		e := measures[name]
		return fmt.Sprintf("%s %% (%s to %s)", number(100*e.value, 1), number(100*e.low, 1), number(100*e.high, 1))
	}
	return []string{count(people), count(groups), count(int64(measures["groups_exact"].value)), share("success"), share("control"), share("added"), share("by_group"), share("most_frequent"), linked}, nil
}
