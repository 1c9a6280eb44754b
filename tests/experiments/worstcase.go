package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"skyline/tests/internal/plots"
)

// The setting of Martin et al., "Worst-case background knowledge for privacy-preserving
// data publishing" (ICDE 2007), Sect. 4: four columns of Adult, and how many pieces of
// knowledge Fig. 5 goes up to.
var worstCaseColumns = []string{"age", "marital-status", "race", "sex"}

const worstCaseMost = 12

// loadWorstCase makes the tables adult and hierarchies: ages in intervals of 5, 10, 20
// and 40, marital status in two groups, all columns suppressed at the top. The paper names
// the numbers of levels; what the two groups are is our reading.
func (l *lab) loadWorstCase(ctx context.Context) error {
	if err := l.load(ctx, "adult", adultFile, quickPeople); err != nil {
		return err
	}
	return l.exec(ctx, `CREATE OR REPLACE TABLE hierarchies AS
		FROM hierarchy_intervals('adult', 'age', widths := [5, 10, 20, 40])
		UNION ALL FROM hierarchy_wide('(SELECT DISTINCT "marital-status", CASE WHEN "marital-status" IN (''Married-civ-spouse'', ''Married-AF-spouse'')
			THEN ''spouse present'' ELSE ''spouse not present'' END, ''*'' FROM adult)', 'marital-status')
		UNION ALL FROM hierarchy_wide('(SELECT DISTINCT race, ''*'' FROM adult)', 'race')
		UNION ALL FROM hierarchy_wide('(SELECT DISTINCT sex, ''*'' FROM adult)', 'sex')`)
}

// generalizedAdult makes the table release at levels of the four columns.
func (l *lab) generalizedAdult(ctx context.Context, levels []int64) error {
	pairs := make([]string, len(levels))
	for d, level := range levels {
		pairs[d] = fmt.Sprintf("%s: %d", text(worstCaseColumns[d]), level)
	}
	return l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE release AS FROM generalize('adult', hierarchies := 'hierarchies', levels := MAP {%s}, other_columns := 'keep')", strings.Join(pairs, ", ")))
}

// disclosures are the maximum disclosures of the table release for each k.
func (l *lab) disclosures(ctx context.Context, most int) (implications, negations []float64, err error) {
	var i, n float64
	err = l.rows(ctx, fmt.Sprintf("SELECT implications, negations FROM disclosure_check('release', %s, %s, pieces := %d) ORDER BY pieces", list(worstCaseColumns), text(occupation), most), func() {
		implications, negations = append(implications, i), append(negations, n)
	}, &i, &n)
	return implications, negations, err
}

// antecedents says whom the worst implications are about, for each k: how many
// antecedents are about the target, about others of the QI group, and about people of
// other groups.
func (l *lab) antecedents(ctx context.Context, most int) (about [][]string, err error) {
	var target, near, far int64
	err = l.rows(ctx, fmt.Sprintf(`SELECT count(*) FILTER (near AND antecedent.person = person), count(*) FILTER (near AND antecedent.person <> person), count(*) FILTER (NOT near)
		FROM (SELECT pieces, person, antecedent, antecedent.qi_group = qi_group AS near FROM
			(SELECT pieces, witness.consequent.qi_group, witness.consequent.person, unnest(witness.antecedents) AS antecedent FROM disclosure_check('release', %s, %s, pieces := %d)))
		GROUP BY pieces ORDER BY pieces`, list(worstCaseColumns), text(occupation), most), func() {
		about = append(about, []string{count(target), count(near), count(far)})
	}, &target, &near, &far)
	// Without knowledge there are none.
	return append([][]string{{"0", "0", "0"}}, about...), err
}

// worstCaseByKnowledge is Fig. 5.
func worstCaseByKnowledge(ctx context.Context, l *lab) (*section, error) {
	if err := l.loadWorstCase(ctx); err != nil {
		return nil, err
	}
	if err := l.generalizedAdult(ctx, []int64{3, 2, 1, 1}); err != nil {
		return nil, err
	}
	var people, groups, smallest int64
	if err := l.row(ctx, "SELECT sum(n)::BIGINT, count(*), min(n) FROM (SELECT count(*) AS n FROM release GROUP BY age)", &people, &groups, &smallest); err != nil {
		return nil, err
	}
	implications, negations, err := l.disclosures(ctx, worstCaseMost+1)
	if err != nil {
		return nil, err
	}
	about, err := l.antecedents(ctx, worstCaseMost+1)
	if err != nil {
		return nil, err
	}
	found := &section{notes: []string{fmt.Sprintf("%s people of Adult, ages in intervals of 20, marital status, race and gender suppressed: %d QI groups, the smallest of %s people. "+
		"Occupation, with 14 values, is sensitive. disclosure_check on the result of generalize.", count(people), groups, count(smallest))}}
	curves := []plots.Curve{{Label: "implications"}, {Label: "negated atoms"}}
	t := newTable("martin_fig5", "Fig. 5: maximum disclosure by pieces of knowledge", "k", "implications", "negated atoms", "difference", "antecedents about the target", "about others of the group", "of other groups")
	smaller, furthest, at := true, 0.0, 0
	for k := range implications {
		apart := implications[k] - negations[k]
		t.add(append([]string{fmt.Sprint(k), number(implications[k], 6), number(negations[k], 6), number(apart, 6)}, about[k]...)...)
		if k <= worstCaseMost {
			curves[0].Add(float64(k), implications[k])
			curves[1].Add(float64(k), negations[k])
		}
		smaller = smaller && (apart > 0 || k == 0 || negations[k] == 1)
		if apart > furthest {
			furthest, at = apart, k
		}
	}
	found.tables = append(found.tables, t)
	found.figures = append(found.figures, plots.Figure{Name: "martin_fig5", Title: "Fig. 5: disclosure by pieces of knowledge", X: "pieces of knowledge k", Y: "maximum disclosure", Curves: curves})
	found.claim("“the maximum disclosure for k negated atoms is always smaller than the maximum disclosure for k implications”",
		differing(implications, negations), smaller)
	found.claim("“the difference between the maximum disclosure for negated atoms and for basic implications is not too large”",
		fmt.Sprintf("at most %.4f, at k = %d", furthest, at), furthest <= 0.1)
	last := len(implications) - 1
	found.claim("“maximum disclosure certainly reaches 1 at k = 13”",
		fmt.Sprintf("%.4f at k = %d, %.4f at k = %d", implications[last-1], last-1, implications[last], last), implications[last] == 1 && negations[last] == 1)
	return found, nil
}

// differing says for which k from 1 on two rows of numbers are equal and below 1.
func differing(implications, negations []float64) string {
	var same []string
	for k := 1; k < len(implications); k++ {
		if implications[k] == negations[k] && negations[k] < 1 {
			same = append(same, fmt.Sprint(k))
		}
	}
	if len(same) == 0 {
		return "smaller at every k from 1 on where it is below 1"
	}
	return "below 1, equal at k = " + strings.Join(same, ", ") + " and smaller elsewhere"
}

// generalizedTable is one of the 72 tables: the least entropy of its groups, in nats,
// and its disclosures by k.
type generalizedTable struct {
	levels                  []int64
	groups                  int64
	entropy                 float64
	implications, negations []float64
}

// worstCaseByEntropy is Fig. 6.
func worstCaseByEntropy(ctx context.Context, l *lab) (*section, error) {
	if err := l.loadWorstCase(ctx); err != nil {
		return nil, err
	}
	tables, err := l.allTables(ctx)
	if err != nil {
		return nil, err
	}
	found := &section{notes: []string{fmt.Sprintf("All %d generalizations of Adult over age (exact, intervals of 5, 10, 20, 40, suppressed), marital status (exact, with a spouse present or not, suppressed), "+
		"race and gender (exact or suppressed); occupation is sensitive. Among the generalizations with one least entropy h of the sensitive values over the QI groups, in nats, "+
		"the one with the least maximum disclosure counts. generalization_search lists them, generalize makes them, release_check and disclosure_check measure them.", len(tables))}}
	ks := pick(l, []int{1, 3, 5, 7, 9, 11}, []int{1, 5, 11})
	for _, kind := range []struct {
		name, what string
		of         func(*generalizedTable, int) float64
	}{
		{"martin_fig6", "implications", func(g *generalizedTable, k int) float64 { return g.implications[k] }},
		{"martin_fig6_negations", "negated atoms", func(g *generalizedTable, k int) float64 { return g.negations[k] }},
	} {
		var curves []plots.Curve
		sheet := newTable(kind.name, "Least maximum disclosure by least entropy, "+kind.what, append([]string{"h"}, labelled(ks)...)...)
		rising, pairs, most := 0, 0, 0.0
		for _, k := range ks {
			c := frontier(tables, func(g *generalizedTable) float64 { return kind.of(g, k) })
			c.Label = fmt.Sprint("k = ", k)
			for i := 1; i < len(c.Y); i++ {
				pairs++
				if c.Y[i] > c.Y[i-1] {
					rising++
					most = max(most, c.Y[i]-c.Y[i-1])
				}
			}
			curves = append(curves, c)
		}
		for i, h := range curves[0].X {
			row := []string{number(h, 4)}
			for _, c := range curves {
				row = append(row, number(c.Y[i], 4))
			}
			sheet.add(row...)
		}
		found.tables = append(found.tables, sheet)
		found.figures = append(found.figures, plots.Figure{Name: kind.name, Title: "Fig. 6: disclosure by entropy, " + kind.what, X: "least entropy of a QI group, nats", Y: "least maximum disclosure", Falling: true, Curves: curves})
		claim := "“for a given k, the disclosure risk monotonically decreases with increase in h”: "
		if kind.name != "martin_fig6" {
			claim = "“very similar behavior” for negation statements: "
		}
		found.claim(claim+kind.what, fmt.Sprintf("it rises in %d of %d steps from one h to the next, by at most %.4f", rising, pairs, most), rising == 0)
	}
	t := newTable("martin_tables", "The generalizations, by entropy", "levels", "QI groups", "h", "implications, k = 1", "k = 5", "negated atoms, k = 5")
	for _, g := range tables {
		t.add(fmt.Sprint(g.levels), count(g.groups), number(g.entropy, 4), number(g.implications[1], 4), number(g.implications[5], 4), number(g.negations[5], 4))
	}
	found.tables = append(found.tables, t)
	return found, nil
}

func labelled(ks []int) []string {
	labels := make([]string, len(ks))
	for i, k := range ks {
		labels[i] = fmt.Sprint("k = ", k)
	}
	return labels
}

// frontier is the least disclosure for each entropy. Entropies are one where they
// differ by rounding only.
func frontier(tables []*generalizedTable, of func(*generalizedTable) float64) (c plots.Curve) {
	for _, g := range tables {
		h := math.Round(g.entropy*1e9) / 1e9
		if last := len(c.X) - 1; last >= 0 && c.X[last] == h {
			c.Y[last] = min(c.Y[last], of(g))
			continue
		}
		c.Add(h, of(g))
	}
	return c
}

// allTables makes every generalization and measures it. They come by entropy.
func (l *lab) allTables(ctx context.Context) (tables []*generalizedTable, err error) {
	levels := make([]string, len(worstCaseColumns))
	at := make([]int64, len(levels))
	into := make([]any, len(levels))
	for d, name := range worstCaseColumns {
		levels[d], into[d] = "levels["+text(name)+"]", &at[d]
	}
	// Everybody is a group of one at least.
	err = l.rows(ctx, fmt.Sprintf("SELECT %s FROM generalization_search('adult', %s, hierarchies := 'hierarchies', privacy := {'k_anonymity': 1}, output := 'safe')", strings.Join(levels, ", "), list(worstCaseColumns)), func() {
		tables = append(tables, &generalizedTable{levels: slices.Clone(at)})
	}, into...)
	if err != nil {
		return nil, err
	}
	for i, g := range tables {
		if err := l.generalizedAdult(ctx, g.levels); err != nil {
			return nil, err
		}
		var diversity float64
		if err := l.row(ctx, fmt.Sprintf("SELECT achieved FROM release_check('release', %s, %s, privacy := {'entropy_diversity': 1}, other_columns := 'keep')", list(worstCaseColumns), text(occupation)), &diversity); err != nil {
			return nil, err
		}
		g.entropy = math.Log(diversity)
		if err := l.row(ctx, fmt.Sprintf("SELECT count(*) FROM (SELECT DISTINCT %s FROM release)", `"`+strings.Join(worstCaseColumns, `", "`)+`"`), &g.groups); err != nil {
			return nil, err
		}
		if g.implications, g.negations, err = l.disclosures(ctx, worstCaseMost); err != nil {
			return nil, err
		}
		if (i+1)%24 == 0 {
			l.say("%d of %d generalizations", i+1, len(tables))
		}
	}
	slices.SortStableFunc(tables, func(a, b *generalizedTable) int {
		switch {
		case a.entropy < b.entropy:
			return -1
		case a.entropy > b.entropy:
			return 1
		}
		return slices.Compare(a.levels, b.levels)
	})
	return tables, nil
}
