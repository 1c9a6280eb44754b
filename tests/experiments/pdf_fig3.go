package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"skyline/tests/internal/plots"
)

// pdfKinds are the kinds of Fig. 3, from the least to the most that they say; what lies
// between sets and pdfs is Eqn 3 with mxs = 3: INTER2 is its f¹, INTER1 its f².
var pdfKinds = []string{"hierarchy", "interval", "set", "INTER2", "INTER1", "pdf"}

var stepOf = map[string]int{"set": 0, "INTER2": 1, "INTER1": 2, "pdf": 3}

const (
	fullDomain = "full-domain"
	mondrian   = "Mondrian"
)

// group makes the table grouped, adult with the column group_id, and returns the levels
// of a full-domain generalization, as an argument. Mondrian's release permutes the class
// within a group; as the people of a group get the same distributions, that is the same.
func (l *lab) group(ctx context.Context, algorithm string, k int) (levels string, err error) {
	privacy := fmt.Sprintf("{'k_anonymity': %d}", k)
	if algorithm == mondrian {
		return "", l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE grouped AS FROM skyline_anonymize('(FROM adult)', qi := %s, sensitive := %s, privacy := %s, split := 'median', output := 'bucketized', seed := %d, other_columns := 'keep')",
			list(identifying), text(classColumn), privacy, seed))
	}
	level := make([]int64, len(identifying))
	into := make([]any, len(level))
	var exprs, joins, labels []string
	for i, name := range identifying {
		into[i] = &level[i]
		exprs = append(exprs, fmt.Sprintf("levels[%s]", text(name)))
	}
	err = l.row(ctx, fmt.Sprintf("SELECT %s FROM generalization_search('(FROM adult)', %s, hierarchies := 'hierarchies', privacy := %s, output := 'best', measure := 'loss')",
		strings.Join(exprs, ", "), list(identifying), privacy), into...)
	if err != nil {
		return "", err
	}
	var chosen []string
	for i, name := range identifying {
		chosen = append(chosen, fmt.Sprintf("%s: %d", text(name), level[i]))
		if level[i] == 0 {
			labels = append(labels, "adult."+column(name))
			continue
		}
		joins = append(joins, fmt.Sprintf("JOIN hierarchies AS h%d ON h%[1]d.attribute = %[2]s AND h%[1]d.level = %[3]d AND h%[1]d.value = adult.%[4]s", i, text(name), level[i], column(name)))
		labels = append(labels, fmt.Sprintf("h%d.label", i))
	}
	return "MAP {" + strings.Join(chosen, ", ") + "}", l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE grouped AS SELECT adult.*, dense_rank() OVER (ORDER BY %s) AS group_id FROM adult %s",
		strings.Join(labels, ", "), strings.Join(joins, " ")))
}

// recreate makes the table release, grouped with distributions of a kind, and returns its
// KL cost.
func (l *lab) recreate(ctx context.Context, kind, levels string) (cost float64, err error) {
	step, between := stepOf[kind]
	if !between || step == 0 || step == 3 {
		further := ""
		if kind == "hierarchy" {
			further = ", hierarchies := 'hierarchies'"
			if levels != "" {
				further += ", levels := " + levels
			}
		}
		if err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE release AS FROM pdf_generalize('grouped', %s, 'group_id', kind := %s, seed := %d%s, other_columns := 'keep')", list(identifying), text(kind), seed, further)); err != nil {
			return 0, err
		}
		if err := l.row(ctx, "SELECT any_value(kl_total) FROM release", &cost); err != nil {
			return 0, err
		}
		again, err := l.klCost(ctx)
		if err == nil && math.Abs(again-cost) > 1e-9*cost {
			err = fmt.Errorf("the KL cost of %s is %g by pdf_generalize, %g by Eqn 1", kind, cost, again)
		}
		return cost, err
	}
	var mixed, ends []string
	for _, name := range identifying {
		c := column(name)
		mixed = append(mixed, fmt.Sprintf("map_from_entries(list_transform(map_entries(u.%s), lambda e: {'k': e.key, 'v': e.value + %d / 3 * (coalesce(o.%[1]s[e.key], 0) - e.value)})) AS %[1]s", c, step))
		ends = append(ends, fmt.Sprintf("any_value(%s) AS %[1]s", c))
	}
	end := func(kind string) string {
		return fmt.Sprintf("(SELECT group_id, %s FROM pdf_generalize('grouped', %s, 'group_id', kind := '%s', seed := %d, other_columns := 'keep') GROUP BY group_id)", strings.Join(ends, ", "), list(identifying), kind, seed)
	}
	err = l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE release AS SELECT line, fold, %s, m.* FROM grouped JOIN (SELECT u.group_id, %s FROM %s AS u JOIN %s AS o USING (group_id)) AS m USING (group_id) ORDER BY line",
		column(classColumn), strings.Join(mixed, ", "), end("set"), end("pdf")))
	if err != nil {
		return 0, err
	}
	return l.klCost(ctx)
}

// klCost works out Eqn 1 from the tables grouped and release.
func (l *lab) klCost(ctx context.Context) (cost float64, err error) {
	var sums, maps []string
	for _, name := range identifying {
		sums = append(sums, fmt.Sprintf("ln(m.%s[grouped.%[1]s])", column(name)))
		maps = append(maps, fmt.Sprintf("any_value(%s) AS %[1]s", column(name)))
	}
	return cost, l.row(ctx, fmt.Sprintf("SELECT -sum(%s) FROM grouped JOIN (SELECT group_id, %s FROM release GROUP BY group_id) AS m USING (group_id)", strings.Join(sums, " + "), strings.Join(maps, ", ")), &cost)
}

// reconstructed is what reconstructions of a release are like.
type reconstructed struct {
	cost    float64
	of      ruleErrors // the means
	differs ruleErrors // their standard deviations
}

// draw makes the table drawn, a reconstruction of release.
func (l *lab) draw(ctx context.Context, seed int) error {
	return l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE drawn AS FROM pdf_reconstruct('release', %s, seed := %d)", list(identifying), seed))
}

// reconstruct draws tables from release and compares their rules with the original's.
func (l *lab) reconstruct(ctx context.Context, original string, seeds int) (r reconstructed, err error) {
	var association, class sample
	for draw := range seeds {
		if err := l.draw(ctx, draw+1); err != nil {
			return r, err
		}
		apart, err := l.ruleErrors(ctx, original, "drawn")
		if err != nil {
			return r, err
		}
		association, class = append(association, apart.association), append(class, apart.class)
	}
	r.of = ruleErrors{association.mean(), class.mean()}
	r.differs = ruleErrors{association.deviation(), class.deviation()}
	return r, nil
}

// pdfAnonymity is Fig. 3.
func pdfAnonymity(ctx context.Context, l *lab) (*section, error) {
	if err := l.loadBands(ctx); err != nil {
		return nil, err
	}
	var size int64
	if err := l.row(ctx, "SELECT count(*) FROM adult", &size); err != nil {
		return nil, err
	}
	original, err := l.rulesOf(ctx, "adult")
	if err != nil {
		return nil, err
	}
	seeds := pick(l, 5, 2)
	found := &section{notes: []string{
		fmt.Sprintf("%s people of Adult, eight quasi-identifiers: %s; ages in ten bands. Groups by the full-domain generalization that loses least (`generalization_search`), with nobody left out, and by Mondrian (`skyline_anonymize`, splits at medians), no hierarchies. ", count(size), strings.Join(identifying, ", ")) +
			"Each is re-created with distributions of each kind over the same groups (`pdf_generalize`): the labels of the hierarchy (those of the full-domain levels, or of the lowest node that covers a Mondrian group), intervals in the order of texts, sets, pdfs; " +
			"INTER2 and INTER1 are a third and two thirds of the way from set to pdf (Eqn 3, mxs = 3). " +
			fmt.Sprintf("%d tables are drawn from each by seeds (`pdf_reconstruct`); errors are means, with the standard deviation.", seeds),
		ruleNotes + fmt.Sprintf("The original has %d association rules and %d class rules. The KL cost is worked out twice, by `pdf_generalize` and by Eqn 1.", original.association, original.class),
	}}
	t := newTable("pdf_fig3", "Fig. 3: errors of reconstructions, means and standard deviations", "groups by", "k", "groups", "kind", "KL cost", "association rules", "±", "class rules", "±")
	ks := pick(l, []int{2, 5, 10, 25, 50, 100}, []int{5, 50})
	for at, algorithm := range []string{fullDomain, mondrian} {
		byAssociation, byClass := make([]plots.Curve, len(pdfKinds)), make([]plots.Curve, len(pdfKinds))
		ordered := map[string][2]int{} // of steps towards the pdf, those that do not raise an error
		for _, k := range ks {
			levels, err := l.group(ctx, algorithm, k)
			if err != nil {
				return nil, err
			}
			var groups, smallest int64
			if err := l.row(ctx, "SELECT count(*), min(n) FROM (SELECT count(*) AS n FROM grouped GROUP BY group_id)", &groups, &smallest); err != nil {
				return nil, err
			}
			if smallest < int64(k) {
				return nil, fmt.Errorf("a group of %s has %d people, fewer than %d", algorithm, smallest, k)
			}
			var before *reconstructed
			for i, kind := range pdfKinds {
				cost, err := l.recreate(ctx, kind, levels)
				if err != nil {
					return nil, err
				}
				r, err := l.reconstruct(ctx, "adult", seeds)
				if err != nil {
					return nil, err
				}
				r.cost = cost
				l.say("%s, k = %d, %s: cost %.0f, errors %.3f and %.3f", algorithm, k, kind, cost, r.of.association, r.of.class)
				t.add(algorithm, fmt.Sprint(k), count(groups), kind, number(cost, 0), number(r.of.association, 3), number(r.differs.association, 3), number(r.of.class, 2), number(r.differs.class, 2))
				byAssociation[i].Label, byClass[i].Label = kind, kind
				byAssociation[i].Add(float64(k), r.of.association)
				byAssociation[i].Doubt = append(byAssociation[i].Doubt, r.differs.association)
				byClass[i].Add(float64(k), r.of.class)
				byClass[i].Doubt = append(byClass[i].Doubt, r.differs.class)
				if before != nil && slices.Index(pdfKinds, "set") < i {
					for what, less := range map[string]bool{"association rules": r.of.association <= before.of.association, "class rules": r.of.class <= before.of.class} {
						steps := ordered[what]
						steps[1]++
						if less {
							steps[0]++
						}
						ordered[what] = steps
					}
					if cost > before.cost {
						return nil, fmt.Errorf("%s, k = %d: %s costs %g, more than %g of the kind before it", algorithm, k, kind, cost, before.cost)
					}
				}
				before = &r
			}
		}
		for _, part := range []struct {
			name, what string
			curves     []plots.Curve
		}{{"pdf_fig3" + "ab"[at:at+1], "association rules", byAssociation}, {"pdf_fig3" + "cd"[at:at+1], "class rules", byClass}} {
			found.figures = append(found.figures, plots.Figure{Name: part.name, Title: fmt.Sprintf("Fig. 3 (%s): error of %s, %s", part.name[len(part.name)-1:], part.what, algorithm), X: "k", Y: "error (Eqn 5)", Curves: part.curves})
			steps := ordered[part.what]
			found.claim(fmt.Sprintf("“As PDF distributions get closer to uniform distribution, the error increases for nearly all k values” (%s, %s)", part.what, algorithm),
				fmt.Sprintf("in %d of %d steps set, INTER2, INTER1, pdf it does not rise; at k = %d it is %.3g for sets and %.3g for pdfs", steps[0], steps[1], ks[len(ks)-1], last(part.curves[2]), last(part.curves[5])),
				10*steps[0] >= 9*steps[1])
		}
	}
	accuracies, err := l.pdfAccuracy(ctx, found)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found.figures, func(a, b plots.Figure) int { return strings.Compare(a.Name, b.Name) })
	found.tables = append(found.tables, t, accuracies)
	return found, nil
}

// pdfAccuracy compares decision trees that are trained on reconstructions of nine tenths
// of adult, and tested on the last tenth as it is. It takes that tenth away from adult.
func (l *lab) pdfAccuracy(ctx context.Context, found *section) (*table, error) {
	for _, statement := range []string{"CREATE OR REPLACE TABLE held AS FROM adult WHERE fold = 0", "DELETE FROM adult WHERE fold = 0"} {
		if err := l.exec(ctx, statement); err != nil {
			return nil, err
		}
	}
	t := newTable("pdf_fig3_accuracy", "Decision trees for "+classColumn+", trained on reconstructions of nine tenths of the people, tested on the others", "groups by", "k", "kind", "accuracy", "±", "trained on the original", "most frequent class")
	more, better, settings := 0.0, 0, 0
	for _, algorithm := range []string{fullDomain, mondrian} {
		for _, k := range pick(l, []int{5, 25, 100}, []int{50}) {
			levels, err := l.group(ctx, algorithm, k)
			if err != nil {
				return nil, err
			}
			var bySet float64
			for _, kind := range []string{"set", "pdf"} {
				if _, err := l.recreate(ctx, kind, levels); err != nil {
					return nil, err
				}
				var accuracy sample
				var original, baseline float64
				for draw := range pick(l, 5, 2) {
					if err := l.draw(ctx, draw+1); err != nil {
						return nil, err
					}
					measures := map[string]float64{}
					var name string
					var value float64
					query := fmt.Sprintf("SELECT measure, value FROM release_utility('adult', 'drawn', qi := %s, target := %s, test := 'held') WHERE attribute IS NULL AND value IS NOT NULL", list(identifying), text(classColumn))
					if err := l.rows(ctx, query, func() { measures[name] = value }, &name, &value); err != nil {
						return nil, err
					}
					accuracy = append(accuracy, measures["classification_accuracy"])
					original, baseline = measures["classification_accuracy_original"], measures["classification_accuracy_baseline"]
				}
				l.say("%s, k = %d, %s: accuracy %.4f", algorithm, k, kind, accuracy.mean())
				t.add(algorithm, fmt.Sprint(k), kind, number(accuracy.mean(), 4), number(accuracy.deviation(), 4), number(original, 4), number(baseline, 4))
				if kind == "set" {
					bySet = accuracy.mean()
					continue
				}
				settings++
				if accuracy.mean() >= bySet {
					better++
				}
				more += (accuracy.mean() - bySet)
			}
		}
	}
	found.claim("decision trees: pdfs are “better in terms of classification errors but not significantly”",
		fmt.Sprintf("the accuracy with pdfs is at least that with sets in %d of %d settings, by %.2f percentage points on average", better, settings, 100*more/float64(settings)), 10*better >= 9*settings && more < 0.02*float64(settings))
	return t, nil
}

// last returns y at the end of a curve.
func last(c plots.Curve) float64 { return c.Y[len(c.Y)-1] }
