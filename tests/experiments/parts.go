package main

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// requirement is an argument privacy with its name in a table.
type requirement struct{ name, privacy string }

// partRequirements are those that a part is released for. The first two hold where they hold
// in each group; of the others a part has to know the whole.
var partRequirements = []requirement{
	{"k = 10", "{'k_anonymity': 10}"},
	{"k = 10, share ≤ 0.5", "{'k_anonymity': 10, 'max_share': 0.5000001}"},
	{"t = 0.35", "{'k_anonymity': 10, 't_closeness': 0.35}"},
	{"(1, 3, 1) at 0.7", skyline(point{l: 1, k: 3, m: 1, c: 0.7})},
	{"(2, 2, 2) at 0.8", skyline(point{l: 2, k: 2, m: 2, c: 0.8})},
}

// parts releases tables at once and in parts.
func parts(ctx context.Context, l *lab) (*section, error) {
	found := &section{notes: []string{
		"A table is cut by `mondrian_cuts`, and each part is released by itself with the table as `everybody`. The loss is the normalized certainty penalty over the whole table; the ratio is to the release of the whole at once. " +
			"That the parts satisfy a requirement together is what `release_check` says of all their groups; refused: some part does not satisfy it even as one QI group. Memory is the peak of the process, which has the table and its world in one database, during the largest part.",
	}}
	if err := l.load(ctx, "adult", adultFile, 0); err != nil {
		return nil, err
	}
	if err := l.exec(ctx, "CREATE TABLE train AS SELECT * EXCLUDE (fold) FROM adult"); err != nil {
		return nil, err
	}
	adult := newPartsTable("parts_adult", "Adult, seven quasi-identifiers, occupation is sensitive")
	for _, r := range partRequirements {
		if err := l.compareParts(ctx, found, adult, r, census, occupation, pick(l, []int64{2, 4, 8, 16}, []int64{4})); err != nil {
			return nil, err
		}
	}
	rows := l.largest()
	if err := l.exec(ctx, peopleOf(rows)); err != nil {
		return nil, err
	}
	if err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE train AS SELECT %s, zipcode FROM people; DROP TABLE people", strings.Join(paperColumns, ", "))); err != nil {
		return nil, err
	}
	synthetic := newPartsTable("parts_synthetic", count(int64(rows))+" synthetic people, eight quasi-identifiers, zip code is sensitive")
	for _, i := range []int{0, 2} {
		if err := l.compareParts(ctx, found, synthetic, partRequirements[i], paperColumns, "zipcode", pick(l, []int64{16}, []int64{4})); err != nil {
			return nil, err
		}
	}
	found.tables = []*table{adult, synthetic}
	return found, nil
}

func newPartsTable(name, caption string) *table {
	return newTable(name, caption, "required", "parts", "people of the largest", "QI groups", "NCP, %", "ratio", "together", "seconds", "peak MB")
}

// whatIsMade is what there is to say of a release.
type whatIsMade struct {
	largest, groups int64
	ncp             float64
	holds           bool
	refused         bool // some part cannot satisfy it, even as one QI group
	cost            cost
}

// compareParts releases train at once, and in several numbers of parts.
func (l *lab) compareParts(ctx context.Context, found *section, t *table, r requirement, qi []string, sensitive string, numbers []int64) error {
	var whole whatIsMade
	for _, n := range append([]int64{1}, numbers...) {
		made, err := l.releaseParts(ctx, r, qi, sensitive, n)
		if err != nil {
			return err
		}
		if n == 1 {
			whole = made
		}
		l.say("%s, %d parts: %.1f s", r.name, n, made.cost.took.Seconds())
		if made.refused {
			t.add(r.name, count(n), count(made.largest), "", "", "", "refused", "", "")
			continue
		}
		t.add(r.name, count(n), count(made.largest), count(made.groups), number(100*made.ncp, 3), number(made.ncp/whole.ncp, 3),
			map[bool]string{true: "holds", false: "does not hold"}[made.holds], number(made.cost.took.Seconds(), 1), number(float64(made.cost.memory)/1e6, 0))
		if n > 1 {
			found.claim(fmt.Sprintf("%s, %s: %d parts satisfy it together", t.caption, r.name, n), "release_check of all groups", made.holds)
		}
	}
	return nil
}

// releaseParts makes the table release of train in parts.
func (l *lab) releaseParts(ctx context.Context, r requirement, qi []string, sensitive string, n int64) (made whatIsMade, err error) {
	var conditions []string
	var condition string
	var people int64
	err = l.rows(ctx, fmt.Sprintf("SELECT condition, people FROM mondrian_cuts('train', qi := %s, parts := %d) ORDER BY part", list(qi), n),
		func() { conditions, made.largest = append(conditions, condition), max(made.largest, people) }, &condition, &people)
	if err != nil {
		return made, err
	}
	if err := l.exec(ctx, "DROP TABLE IF EXISTS release"); err != nil {
		return made, err
	}
	for part, condition := range conditions {
		err := l.releasePart(ctx, r, qi, sensitive, part, condition, len(conditions) > 1, &made.cost)
		if err != nil && strings.Contains(err.Error(), "cut world into fewer parts") {
			made.refused = true
			return made, nil
		}
		if err != nil {
			return made, err
		}
	}
	if err := l.row(ctx, "SELECT count(DISTINCT group_id) FROM release", &made.groups); err != nil {
		return made, err
	}
	err = l.row(ctx, fmt.Sprintf("SELECT bool_and(holds) FROM release_check('(SELECT group_id, %s FROM release)', qi := ['group_id'], sensitive := %s, privacy := %s)", column(sensitive), text(sensitive), r.privacy), &made.holds)
	if err != nil {
		return made, err
	}
	measures, err := l.utility(ctx, qi, "")
	made.ncp = measures["ncp"]
	return made, err
}

// releasePart adds the release of a part to the table release.
func (l *lab) releasePart(ctx context.Context, r requirement, qi []string, sensitive string, part int, condition string, ofMany bool, spent *cost) error {
	into, world := "INSERT INTO release BY NAME", ""
	if part == 0 {
		into = "CREATE TABLE release AS"
	}
	if ofMany {
		world = ", everybody := 'train'"
	}
	if err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE part AS SELECT %s, %s FROM train WHERE %s", strings.Join(quotedColumns(qi), ", "), column(sensitive), condition)); err != nil {
		return err
	}
	if err := resetPeak(); err != nil {
		return err
	}
	start := time.Now()
	// Groups of different parts must not have the same number.
	err := l.exec(ctx, fmt.Sprintf("%s SELECT * REPLACE (%d::BIGINT * 1000000000 + group_id AS group_id) FROM skyline_anonymize('part', qi := %s, sensitive := %s, privacy := %s, seed := %d%s)",
		into, part, list(qi), text(sensitive), r.privacy, seed, world))
	if err != nil {
		return err
	}
	spent.took += time.Since(start)
	memory, err := peak()
	spent.memory = max(spent.memory, memory)
	return err
}

func quotedColumns(names []string) []string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = column(name)
	}
	return quoted
}
