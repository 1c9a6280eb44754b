package main

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// splitNames are the values of the parameter split.
var splitNames = []string{"information_loss", "median", "information_gain"}

// comparedTable is a table that releases are made of with each split.
type comparedTable struct {
	name, about string
	file        string                // of the data folder, or
	make        func(rows int) string // the SELECT that makes it
	qi          []string
	sensitive   string
	hierarchies string // the names of its files begin with this; "" for none
}

var comparedTables = []comparedTable{
	{name: "adult", about: "UCI Adult", file: adultFile, qi: census, sensitive: occupation, hierarchies: "adult"},
	{name: "fars", about: "deaths on roads", file: farsFile, qi: []string{"iage", "irace", "ideathmon", "ideathday", "isex", "ihispanic", "istatenum"}, sensitive: "iinjury", hierarchies: "fars"},
	{name: "nursery", about: "UCI Nursery, all of it", file: nurseryFile, qi: []string{"parents", "has_nurs", "form", "children", "housing", "finance", "social", "health"}, sensitive: class},
	{name: "patients", about: "made: five numbers that hang together", make: patientsOf, qi: []string{"age", "height", "weight", "pressure", "income"}, sensitive: "diagnosis"},
	{name: "voters", about: "made: eight columns of categories with Zipf shares, of which some depend on others", make: votersOf, qi: []string{"region", "city", "trade", "employer", "education", "marital", "language", "religion"}, sensitive: "party"},
}

// uniform is a number in [0, 1) of a row and a column.
func uniform(column string) string {
	return fmt.Sprintf("((hash(id, %s, %d) %% 1000000) / 1000000.0::DOUBLE)", text(column), seed)
}

// patientsOf selects people whose measurements hang together, and a diagnosis that
// depends on them.
func patientsOf(rows int) string {
	bell := func(column string) string {
		return "((" + uniform(column+" 1") + " + " + uniform(column+" 2") + " + " + uniform(column+" 3") + ") / 3)"
	}
	return fmt.Sprintf(`SELECT age, height, weight, pressure, income,
			'diagnosis ' || least(5, floor(6 * (0.5 * greatest(0, least(1, (pressure - 90) / 90.0)) + 0.3 * greatest(0, least(1, (weight - 50) / 60.0)) + 0.3 * %s)))::INTEGER AS diagnosis
		FROM (SELECT *, (85 + 0.6 * age + 0.2 * (weight - 70) + 30 * %s)::INTEGER AS pressure FROM (
			SELECT id, age, height, (height - 100 + 50 * (%s - 0.5) + 0.15 * (age - 45))::INTEGER AS weight, (exp(9.2 + 0.015 * age + 2 * %s) / 100)::INTEGER * 100 AS income
			FROM (SELECT range AS id, (18 + 70 * %s)::INTEGER AS age, (145 + 55 * %s)::INTEGER AS height FROM (SELECT range, range AS id FROM range(%d)))))`,
		uniform("diagnosis"), bell("pressure"), bell("weight"), bell("income"), uniform("age"), bell("height"), rows)
}

// votersOf selects people described by categories, and a party that depends on them.
func votersOf(rows int) string {
	zipf := func(column string, n int) string {
		return fmt.Sprintf("floor(%d * pow(%s, 2.2))::INTEGER", n, uniform(column))
	}
	return fmt.Sprintf(`SELECT 'region ' || region AS region, 'city ' || city AS city, 'trade ' || trade AS trade, 'employer ' || employer AS employer, 'education ' || education AS education,
			'marital ' || marital AS marital, 'language ' || language AS language, 'religion ' || religion AS religion,
			'party ' || CASE WHEN %s < 0.6 THEN (region + education) %% 8 ELSE %s END AS party
		FROM (SELECT id, region, region * 5 + %s AS city, trade, (trade + %s) %% 8 AS employer, (trade %% 4 + %s) %% 6 AS education,
			%s AS marital, CASE WHEN %s < 0.8 THEN region %% 6 ELSE 6 + %s END AS language, %s AS religion
			FROM (SELECT range AS id, %s AS region, %s AS trade FROM (SELECT range, range AS id FROM range(%d))))`,
		uniform("loyal"), zipf("party", 8), zipf("city", 5), zipf("employer", 4), zipf("education", 3), zipf("marital", 5),
		uniform("native"), zipf("language", 6), zipf("religion", 7), zipf("region", 24), zipf("trade", 40), rows)
}

// comparedRequirements are those that releases are made for.
var comparedRequirements = []string{
	"{'k_anonymity': 5}", "{'k_anonymity': 10}", "{'k_anonymity': 50}",
	"{'k_anonymity': 10, 'max_share': 0.6}", "{'k_anonymity': 10, 'distinct_diversity': 3}",
	"{'skyline': [{'l': 1, 'k': 2, 'm': 1, 'c': 0.9}]}",
}

// splitMeasures are what is compared; more is better of the last one only.
var splitMeasures = []struct {
	name, header string
	decimals     int
	factor       float64
}{
	{"ncp", "NCP, %", 2, 100},
	{groupSize, "average size", 2, 1},
	{"discernibility", "discernibility, thousands", 0, 0.001},
	{"kl_divergence", "divergence, nats", 4, 1},
	{accuracy, "accuracy", 4, 1},
}

// splitCase is what the splits come to in one case: a table, with hierarchies or without,
// and requirements.
type splitCase [3]map[string]float64

// splits makes releases of several tables with each split.
func splits(ctx context.Context, l *lab) (*section, error) {
	people := pick(l, 15_000, 300)
	if l.people > 0 {
		people = l.people
	}
	sheet := newTable("splits", "Releases", "table", "hierarchies", "requirements", "split", "groups")
	for _, m := range splitMeasures {
		sheet.header = append(sheet.header, m.header)
	}
	var cases []splitCase
	tables := newTable("splits_tables", "Tables", "table", "what", "people", "combinations of quasi-identifiers", "sensitive", "accuracy without a release", "of the most frequent value")
	for i := range comparedTables {
		t := &comparedTables[i]
		if err := l.loadCompared(ctx, t, people); err != nil {
			return nil, err
		}
		var rows, raw int64
		if err := l.row(ctx, fmt.Sprintf("SELECT (SELECT count(*) FROM train), (SELECT count(*) FROM (SELECT DISTINCT %s FROM train))", columnList(t.qi)), &rows, &raw); err != nil {
			return nil, err
		}
		var first map[string]float64
		for _, hierarchies := range []string{"", t.hierarchies} {
			if hierarchies == "" && first != nil {
				continue
			}
			for _, privacy := range pick(l, comparedRequirements, comparedRequirements[3:4]) {
				l.say("%s, hierarchies: %t, %s", t.name, hierarchies != "", privacy)
				var found splitCase
				for s, split := range splitNames {
					var err error
					if found[s], err = l.split(ctx, t, hierarchies != "", privacy, split); err != nil {
						return nil, err
					}
					row := []string{t.name, map[bool]string{true: "yes", false: "no"}[hierarchies != ""], strings.Trim(strings.ReplaceAll(privacy, "'", ""), "{}"), split, count(int64(found[s][groupCount]))}
					for _, m := range splitMeasures {
						row = append(row, number(m.factor*found[s][m.name], m.decimals))
					}
					sheet.add(row...)
				}
				cases = append(cases, found)
				if first == nil {
					first = found[0]
				}
			}
		}
		tables.add(t.name, t.about, count(rows), count(raw), t.sensitive, number(first[accuracyOriginal], 4), number(first["classification_accuracy_baseline"], 4))
	}
	found := &section{notes: []string{
		fmt.Sprintf("Releases of five tables, with hierarchies where there are some and without, for several requirements, with each split; up to %s people of each table. Measures are those of `release_utility`: the divergence with the sensitive column; the accuracy is that of a decision tree which predicts the sensitive column from the generalized ones, in a tenfold cross validation. Beside the best of a case stands the quotient, 1 for the best itself; averages of quotients are geometric.", count(int64(people))),
	}}
	found.tables = []*table{splitSummary(cases), tables, sheet}
	if l.quick {
		return found, nil
	}
	all, err := l.splitsOfAll(ctx)
	found.tables = append(found.tables, all)
	return found, err
}

// splitsOfAll compares the penalty for all people of the larger tables.
func (l *lab) splitsOfAll(ctx context.Context) (*table, error) {
	sheet := newTable("splits_all", "All people, k_anonymity: 10", "table", "people", "hierarchies", "split", "groups", "NCP, %")
	for i := range comparedTables[:2] {
		t := &comparedTables[i]
		if err := l.loadCompared(ctx, t, math.MaxInt32); err != nil {
			return nil, err
		}
		for _, hierarchies := range []bool{false, true} {
			for _, split := range splitNames {
				l.say("all of %s, hierarchies: %t, %s", t.name, hierarchies, split)
				further, err := l.release(ctx, t, hierarchies, "{'k_anonymity': 10}", split)
				if err != nil {
					return nil, err
				}
				measures, err := l.utility(ctx, t.qi, further)
				if err != nil {
					return nil, err
				}
				sheet.add(t.name, count(int64(math.Round(measures[groupCount]*measures[groupSize]))), map[bool]string{true: "yes", false: "no"}[hierarchies], split, count(int64(measures[groupCount])), number(100*measures["ncp"], 2))
			}
		}
	}
	return sheet, nil
}

// splitSummary says how the splits compare over all cases.
func splitSummary(cases []splitCase) *table {
	t := newTable("splits_summary", fmt.Sprintf("In short: %d cases", len(cases)), "measure", "split", "best in", "on average beside the best", "at worst beside the best")
	for i, m := range splitMeasures {
		more := i == len(splitMeasures)-1
		for s, name := range splitNames {
			best, sum, n, worst := 0, 0.0, 0, 0.0
			for _, found := range cases {
				values := []float64{found[0][m.name], found[1][m.name], found[2][m.name]}
				top := slices.Min(values)
				if more {
					top = slices.Max(values)
				}
				if values[s] == top {
					best++
				}
				if top == 0 {
					continue // all that others lose is more than nothing
				}
				ratio := values[s] / top
				sum, n = sum+math.Log(ratio), n+1
				if n == 1 || ratio > worst != more {
					worst = ratio
				}
			}
			t.add(m.header, name, fmt.Sprint(best), number(math.Exp(sum/float64(max(1, n))), 3), number(worst, 3))
		}
	}
	return t
}

// loadCompared makes the table train of the first people of a table, and hierarchies.
func (l *lab) loadCompared(ctx context.Context, t *comparedTable, people int) error {
	source := "loaded"
	if t.make != nil {
		source = "(" + t.make(people) + ")"
	} else if err := l.load(ctx, "loaded", t.file, people); err != nil {
		return err
	}
	if err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE train AS SELECT %s, %s FROM %s LIMIT %d", columnList(t.qi), column(t.sensitive), source, people)); err != nil {
		return err
	}
	if t.hierarchies == "" {
		return nil
	}
	parts := make([]string, len(t.qi))
	for i, name := range t.qi {
		parts[i] = fmt.Sprintf("FROM hierarchy_wide('%s/hierarchies/%s_%s.csv', '%[3]s')", l.data, t.hierarchies, name)
	}
	return l.exec(ctx, "CREATE OR REPLACE TABLE hierarchies AS "+strings.Join(parts, " UNION ALL "))
}

// release makes the table release of train, and returns the argument of its
// hierarchies.
func (l *lab) release(ctx context.Context, t *comparedTable, hierarchies bool, privacy, split string) (further string, err error) {
	if hierarchies {
		further = ", hierarchies := 'hierarchies'"
	}
	return further, l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE release AS FROM skyline_anonymize('train', qi := %s, sensitive := %s, privacy := %s, split := %s, seed := %d%s, as_is := %[1]s)",
		list(t.qi), text(t.sensitive), privacy, text(split), seed, further))
}

// split makes a release and measures it.
func (l *lab) split(ctx context.Context, t *comparedTable, hierarchies bool, privacy, split string) (map[string]float64, error) {
	further, err := l.release(ctx, t, hierarchies, privacy, split)
	if err != nil {
		return nil, err
	}
	measures, err := l.utility(ctx, t.qi, ", sensitive := "+text(t.sensitive)+further)
	if err != nil {
		return nil, err
	}
	predicted, err := l.utility(ctx, t.qi, ", target := "+text(t.sensitive)+further)
	maps.Copy(measures, predicted)
	return measures, err
}

// columnList is a list of columns.
func columnList(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = column(name)
	}
	return strings.Join(quoted, ", ")
}
