package main

import (
	"context"
	"fmt"
	"math"
	"strings"
)

// adultPeople is the size of the sample.
const adultPeople = 10_000

// loadGeneralizedAdult makes the table people of Sect. 6.1: a sample without replacement, generalised
// to the domains of Table 5a. The paper names the ages and the groups of countries,
// education and occupation; which values go into them is our reading.
func (l *lab) loadGeneralizedAdult(ctx context.Context) error {
	if err := l.load(ctx, "adult", adultFile, 2000); err != nil {
		return err
	}
	// The rows are in random order.
	return l.exec(ctx, fmt.Sprintf(`CREATE OR REPLACE TABLE people AS SELECT
		CASE WHEN age <= 24 THEN '17-24' WHEN age <= 34 THEN '25-34' WHEN age <= 44 THEN '35-44'
			WHEN age <= 54 THEN '45-54' WHEN age <= 64 THEN '55-64' ELSE '65-90' END AS age,
		CASE "native-country" WHEN 'United-States' THEN 'US' ELSE 'non_US' END AS country,
		CASE WHEN education = 'Preschool' THEN 'preschool'
			WHEN education IN ('1st-4th', '5th-6th', '7th-8th') THEN 'elementary'
			WHEN education IN ('9th', '10th', '11th', '12th', 'HS-grad') THEN 'secondary'
			WHEN education = 'Some-college' THEN 'some_college'
			WHEN education IN ('Assoc-voc', 'Assoc-acdm') THEN 'associate_degree'
			WHEN education = 'Bachelors' THEN 'university'
			ELSE 'post_graduate' END AS education,
		"marital-status" AS marital_status,
		CASE WHEN occupation IN ('Exec-managerial', 'Prof-specialty', 'Sales', 'Adm-clerical', 'Tech-support') THEN 'white_collar'
			WHEN occupation IN ('Craft-repair', 'Machine-op-inspct', 'Handlers-cleaners', 'Transport-moving', 'Farming-fishing') THEN 'blue_collar'
			ELSE 'others' END AS occupation,
		"salary-class" AS income, sex
	FROM adult LIMIT %d`, adultPeople))
}

// versatileAdult is Fig. 1 to 3.
func versatileAdult(ctx context.Context, l *lab) (*section, error) {
	if err := l.loadGeneralizedAdult(ctx); err != nil {
		return nil, err
	}
	attributes, err := l.columns(ctx, "people")
	if err != nil {
		return nil, err
	}
	allowed, err := l.protectable(ctx, "people", attributes, 2)
	if err != nil {
		return nil, err
	}
	var people int64
	if err := l.row(ctx, "SELECT count(*) FROM people", &people); err != nil {
		return nil, err
	}
	rules := pick(l, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, []int{1, 3, 9})
	kl := along{
		name: "gnf_fig1", title: "Fig. 1: KL divergence on Adult", x: "rules", xs: floats(rules), methods: []string{multiSA, single, gd, uad},
		setting:  func(i int) setting { return setting{rules: rules[i], lhs: 3, l: 2, allow: 2} },
		workload: func(int) workload { return workload{3, 0.4} },
	}
	relative, seconds := kl, kl
	relative.name, relative.title, relative.measure = "gnf_fig2", "Fig. 2: relative error on Adult", byError
	seconds.name, seconds.title, seconds.measure, seconds.methods = "gnf_fig3", "Fig. 3: running time on Adult", bySeconds, []string{multiSA, gd, uad}
	v := &versatile{table: "people", attributes: attributes, sets: pick(l, 50, 3), queries: pick(l, 200, 100), figures: []along{kl, relative, seconds}}
	if err := v.run(ctx, l); err != nil {
		return nil, err
	}
	found := &section{notes: []string{
		fmt.Sprintf("%s people of Adult, sampled without replacement by a seed, with seven attributes generalised as in Table 5a. Random rules with three attributes on the left, ℓ = 2. ", count(people)) +
			fmt.Sprintf("No value of %s is more frequent than 1/2, so only these can be on the right (Sect. 6.1). ", strings.Join(allowed, ", ")) + v.notes() +
			" The divergence of multi_sa is infinite where it leaves out people with protected values that nobody else has together; means are over the other rule sets then, and the tables count these (× ∞).",
	}}
	v.drawAll(found)
	v.claimOnAdult(found, kl)
	v.claimOnAdult(found, relative)
	last := len(rules) - 1
	found.claim("multi-SA takes orders of magnitude longer than UAD and GD", v.show(seconds, last),
		v.mean(seconds, multiSA, last) > 100*max(v.mean(seconds, gd, last), v.mean(seconds, uad, last)))
	found.claim("UAD is more efficient than GD", v.show(seconds, last), v.mean(seconds, uad, last) < v.mean(seconds, gd, last))
	return found, nil
}

// claimOnAdult states the claims of Sect. 6.2 about one measure.
func (v *versatile) claimOnAdult(found *section, a along) {
	last := len(a.xs) - 1
	what := ": " + a.title
	better, largest := true, 0.0
	for i := range a.xs {
		ofGD, ofUAD := v.mean(a, gd, i), v.mean(a, uad, i)
		better = better && (i == 0 || max(ofGD, ofUAD) < min(v.mean(a, multiSA, i), v.mean(a, single, i)))
		largest = max(largest, math.Abs(ofGD-ofUAD)/v.mean(a, single, i))
	}
	found.claim("for c > 1, GD and UAD outperform both multi-SA and single-attribute publishing"+what, v.show(a, 1)+"; "+v.show(a, last), better)
	found.claim("GD and UAD are nearly identical"+what, fmt.Sprintf("they differ by up to %.1f %% of what single has", 100*largest), largest <= 0.05)
	ofMultiSA := v.mean(a, multiSA, 0)
	apart := max(math.Abs(ofMultiSA-v.mean(a, uad, 0)), math.Abs(v.mean(a, gd, 0)-v.mean(a, uad, 0)))
	found.claim("for c = 1, multi-SA, GD and UAD are all equivalent"+what, v.show(a, 0), apart <= 0.02*v.mean(a, single, 0))
	found.claim("multi-SA deteriorates significantly with the number of rules"+what, v.show(a, 0)+"; "+v.show(a, last), v.mean(a, multiSA, last) > 1.5*ofMultiSA)
}
