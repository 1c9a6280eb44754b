package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"skyline/tests/internal/plots"
)

// jumpInstance is a table for both: its values, and the groups of each generalization.
type jumpInstance struct {
	table  []byte
	groups [][][]int
}

// load makes the table people of an instance.
func (in *jumpInstance) load(ctx context.Context, l *lab) error {
	columns, rows := []string{"p INTEGER", "s INTEGER"}, make([]string, len(in.table))
	for person, v := range in.table {
		rows[person] = fmt.Sprint(person, ", ", v)
	}
	for j, groups := range in.groups {
		columns = append(columns, fmt.Sprintf("g%d INTEGER", j+1))
		for g, members := range groups {
			for _, person := range members {
				rows[person] += fmt.Sprint(", ", g)
			}
		}
	}
	if err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE people (%s)", strings.Join(columns, ", "))); err != nil {
		return err
	}
	return l.exec(ctx, "INSERT INTO people VALUES ("+strings.Join(rows, "), (")+")")
}

// call is a call of jump_publish for an instance.
func (in *jumpInstance) call(property, further string) string {
	var names []string
	for j := range in.groups {
		names = append(names, text(fmt.Sprint("g", j+1)))
	}
	return fmt.Sprintf("jump_publish('people', 'p', 's', [%s], %s%s)", strings.Join(names, ", "), property, further)
}

// jumpAnswer is what jump_publish says, in short.
type jumpAnswer struct {
	path, released, method, reason, highest, refused string
	seconds, tables                                  float64 // log10 of the last permutation set
}

// jumpAnswer calls jump_publish, and reads its last disclosure set.
func (l *lab) jumpAnswer(ctx context.Context, call string) (p jumpAnswer, err error) {
	start := time.Now()
	var released, method, reason *string
	var highest, tables *float64
	err = l.row(ctx, `SELECT string_agg(CASE evaluated WHEN 'permutation set' THEN 'per' ELSE 'ds' END || '(' || generalization || ')', ' ' ORDER BY step),
		max(CASE outcome WHEN 'release' THEN generalization END), last(method ORDER BY step) FILTER (evaluated = 'disclosure set'),
		last(reason ORDER BY step) FILTER (evaluated = 'disclosure set'), last(highest ORDER BY step) FILTER (evaluated = 'disclosure set'), last(table_count_log10 ORDER BY step) FILTER (evaluated = 'permutation set') FROM `+call, &p.path, &released, &method, &reason, &highest, &tables)
	p.seconds = time.Since(start).Seconds()
	if err != nil {
		_, after, ok := strings.Cut(err.Error(), "max_steps must be ")
		if !ok {
			return p, err
		}
		steps, set, _ := strings.Cut(after, " to count the disclosure set of ")
		steps = strings.TrimSuffix(strings.TrimPrefix(steps, "about "), " at least")
		set, _, _ = strings.Cut(set, " since")
		set, _, _ = strings.Cut(set, ", got")
		p.refused, p.method = steps, "refused"
		p.reason = fmt.Sprintf("the disclosure set of %s takes %s steps", levelNames.Replace(set), steps)
		return p, nil
	}
	p.released = "nothing"
	if released != nil {
		p.released = *released
	}
	if method != nil {
		p.method = *method
	}
	if reason != nil {
		p.reason = *reason
	}
	if tables != nil {
		p.tables = *tables
	}
	if highest != nil {
		p.highest = number(*highest, 4)
	}
	return p, nil
}

// levelNames writes maps of levels shorter.
var levelNames = strings.NewReplacer("{'age': ", "level ", "}", "")

// fastest is the fastest of some calls.
func (l *lab) fastest(ctx context.Context, call string) (p jumpAnswer, err error) {
	for range pick(l, 3, 1) {
		again, err := l.jumpAnswer(ctx, call)
		if err != nil {
			return p, err
		}
		if p.path == "" && p.refused == "" || again.seconds < p.seconds {
			p = again
		}
		if again.seconds > 2 {
			break
		}
	}
	return p, nil
}

// nestedPeople are people in groups of 2 and 3, which g2 joins to groups of 5 and, if any
// are left, 4; g3 is everybody. Values are drawn until g1 and g2 do not satisfy a share
// of 1/2 and g3 does: whether the tables of g3 pass g2 on the way is then a recursion.
func nestedPeople(people, values int) *jumpInstance {
	in := &jumpInstance{}
	var first, second [][]int
	person := 0
	take := func(n int) (group []int) {
		for range n {
			group = append(group, person)
			person++
		}
		return group
	}
	for left := people; left > 0; {
		sizes := []int{2, 3}
		if left%5 != 0 {
			sizes = []int{2, 2}
		}
		var joined []int
		for _, n := range sizes {
			group := take(n)
			first, joined = append(first, group), append(joined, group...)
		}
		second = append(second, joined)
		left -= len(joined)
	}
	all := make([]int, people)
	for person := range all {
		all[person] = person
	}
	in.groups = [][][]int{first, second, {all}}
	in.draw(values, func(e *enumerator) bool {
		return !e.permutes(0, in.table) && !e.permutes(1, in.table) && e.permutes(2, in.table)
	})
	return in
}

// draw draws values until an instance is as wanted, or for long.
func (in *jumpInstance) draw(values int, wanted func(e *enumerator) bool) {
	people := 0
	for _, group := range in.groups[0] {
		people += len(group)
	}
	in.table = make([]byte, people)
	for s := range uint64(100_000) {
		rng := rand.New(rand.NewPCG(s, uint64(people)))
		for person := range in.table {
			in.table[person] = byte(rng.IntN(values))
		}
		if wanted(in.enumerator(0)) {
			return
		}
	}
}

// enumerator lists the tables of the instance, with distances of 1 and a largest share of
// 1/2.
func (in *jumpInstance) enumerator(budget time.Duration) *enumerator {
	return &enumerator{groups: in.groups, jump: slices.Repeat([]int64{1}, len(in.groups)), share: 0.5, known: map[string]bool{}, deadline: time.Now().Add(budget)}
}

// crossingPeople are people in random groups of 2 to 5, again for each generalization,
// and at last everybody in one. Values are drawn until the last disclosure set is
// evaluated, for which all tables must be followed through the others.
func crossingPeople(people, functions, values int) *jumpInstance {
	in := &jumpInstance{}
	rng := rand.New(rand.NewPCG(uint64(people), uint64(functions)))
	for range functions - 1 {
		order := rng.Perm(people)
		var groups [][]int
		for len(order) > 0 {
			n := min(len(order), 2+rng.IntN(4))
			if len(order)-n == 1 {
				n++
			}
			groups = append(groups, order[:n])
			order = order[n:]
		}
		in.groups = append(in.groups, groups)
	}
	in.groups = append(in.groups, [][]int{rng.Perm(people)})
	in.draw(values, func(e *enumerator) bool {
		for j := range functions - 1 {
			if e.permutes(j, in.table) {
				return false
			}
		}
		return e.permutes(functions-1, in.table)
	})
	return in
}

// race runs both, and adds a row.
func (l *lab) race(ctx context.Context, t *table, in *jumpInstance, first string, enumerating bool, budget time.Duration) (listing, counting float64, err error) {
	if err := in.load(ctx, l); err != nil {
		return 0, 0, err
	}
	p, err := l.fastest(ctx, in.call(halfShare, ""))
	if err != nil {
		return 0, 0, err
	}
	listing = math.NaN()
	listed, seconds, ratio := "", "not run", ""
	if enumerating {
		e := in.enumerator(budget)
		start := time.Now()
		released, err := e.run(ctx, in.table)
		listing = time.Since(start).Seconds()
		listed, seconds = count(e.listed), number(listing, 3)
		switch {
		case errors.Is(err, errSlow):
			listed, seconds, listing = "more than "+listed, fmt.Sprintf("more than %.0f", budget.Seconds()), math.NaN()
		case err != nil:
			return 0, 0, err
		default:
			name := "nothing"
			if released > 0 {
				name = fmt.Sprint("g", released)
			}
			if p.method != "refused" && name != p.released {
				return 0, 0, fmt.Errorf("%s people: %s is released by enumeration, %s by jump_publish", first, name, p.released)
			}
			ratio = number(listing/p.seconds, 1)
		}
	}
	answer := p.released
	if p.method == "refused" {
		answer = "refused"
	}
	size := ""
	if p.tables > 0 {
		size = number(p.tables, 1)
	}
	t.add(first, size, answer, p.reason, listed, seconds, number(p.seconds, 3), ratio)
	l.say("%s: enumeration %s s, jump_publish %.3f s, %s", first, seconds, p.seconds, answer)
	return listing, p.seconds, nil
}

// jumpCost measures how the cost grows.
func jumpCost(ctx context.Context, l *lab) (*section, error) {
	const budget = 120 * time.Second
	found := &section{notes: []string{
		fmt.Sprintf("Enumeration is Table 13 of the paper in Go (jump_enumerate.go), with what is known of a disclosure set kept for all tables with the same generalization, which the paper does not do; up to %.0f s. Beside it whole statements of jump_publish, the table read anew. Distances of 1, a largest share of 1/2.", budget.Seconds()),
	}}
	races := func(name, caption, first string) *table {
		return newTable(name, caption, first, "log10 of the last permutation set", "released", "how", "tables listed", "seconds by enumeration", "by jump_publish", "times as fast")
	}
	chart := func(name, title, x string, curves []plots.Curve) {
		found.figures = append(found.figures, plots.Figure{Name: name, Title: title, X: x, Y: "seconds", Log: true, Curves: curves})
	}

	byPeople := races("jump_people", "Nested: groups of 2 and 3, of 4 and 5, everybody; 4 values", "people")
	curves := []plots.Curve{{Label: "enumeration"}, {Label: "jump_publish"}}
	dead := false
	for _, people := range pick(l, []int{9, 10, 13, 14, 15, 17, 18, 19, 20, 25, 30, 50, 100, 200, 400, 800}, []int{9, 10}) {
		listing, counting, err := l.race(ctx, byPeople, nestedPeople(people, 4), fmt.Sprint(people), !dead, budget)
		if err != nil {
			return nil, err
		}
		if dead = math.IsNaN(listing); !dead {
			curves[0].Add(float64(people), listing)
		}
		curves[1].Add(float64(people), counting)
	}
	chart("jump_people", "Seconds by people, nested generalizations", "people", curves)

	crossing := races("jump_crossing", "Crossing: two random generalizations, everybody; 4 values", "people")
	curves = []plots.Curve{{Label: "enumeration"}, {Label: "jump_publish"}}
	dead = false
	for _, people := range pick(l, []int{8, 10, 12, 13, 14, 15, 16, 17, 18, 20, 22, 24}, []int{8, 9}) {
		listing, counting, err := l.race(ctx, crossing, crossingPeople(people, 3, 4), fmt.Sprint(people), !dead, budget)
		if err != nil {
			return nil, err
		}
		if dead = math.IsNaN(listing); !dead {
			curves[0].Add(float64(people), listing)
		}
		curves[1].Add(float64(people), counting)
	}
	chart("jump_crossing", "Seconds by people, crossing generalizations", "people", curves)

	byFunctions := races("jump_functions", "Crossing: 14 people, 4 values, by generalizations", "generalizations")
	curves = []plots.Curve{{Label: "enumeration"}, {Label: "jump_publish"}}
	for _, functions := range pick(l, []int{2, 3, 4, 5, 6, 7, 8}, []int{2, 3, 4}) {
		listing, counting, err := l.race(ctx, byFunctions, crossingPeople(pick(l, 14, 8), functions, pick(l, 4, 3)), fmt.Sprint(functions), true, budget)
		if err != nil {
			return nil, err
		}
		if !math.IsNaN(listing) {
			curves[0].Add(float64(functions), listing)
		}
		curves[1].Add(float64(functions), counting)
	}
	chart("jump_functions", "Seconds by generalizations", "generalizations", curves)
	found.tables = append(found.tables, byPeople, crossing, byFunctions)

	for _, more := range []func(context.Context, *lab) (*table, error){jumpAges, jumpAdult, jumpLevels} {
		t, err := more(ctx, l)
		if err != nil {
			return nil, err
		}
		found.tables = append(found.tables, t)
	}
	return found, nil
}

// ageBands are the levels of ages: as they are, and in bands of these widths.
const ageBands = "[5, 10, 20, 40, 80]"

// bands is a call for a table of ages, with its first generalizations.
func bands(source, sensitive, property, further string, levels int) string {
	var maps []string
	for level := range levels {
		maps = append(maps, fmt.Sprintf("MAP {'age': %d}", level))
	}
	return fmt.Sprintf("jump_publish(%s, 'p', %s, [%s], %s, hierarchies := 'ages'%s)", text(source), text(sensitive), strings.Join(maps, ", "), property, further)
}

// jumpStrategies are the algorithms for bands of ages.
var jumpStrategies = []struct{ name, further string }{
	{"jump 1", ", jump := 1"},
	{"jump to the end", ", jump := [6, 5, 4, 3, 2, 1]"},
	{"certified", ", strategy := 'certified'"},
}

func (l *lab) loadAges(ctx context.Context) error {
	return l.exec(ctx, "CREATE OR REPLACE TABLE ages AS FROM hierarchy_intervals('(SELECT range AS age FROM range(160))', 'age', widths := "+ageBands+")")
}

// addBands adds a row for each strategy.
func (l *lab) addBands(ctx context.Context, t *table, begin []string, source, sensitive, property string) error {
	for _, s := range jumpStrategies {
		p, err := l.fastest(ctx, bands(source, sensitive, property, s.further, 6))
		if err != nil {
			return err
		}
		released := levelNames.Replace(p.released)
		if p.method == "refused" {
			released = "not known"
		}
		path := strings.ReplaceAll(levelNames.Replace(p.path), "level ", "")
		t.add(append(slices.Clone(begin), s.name, path, released, p.method, p.reason, p.highest, number(p.seconds, 3))...)
		l.say("%s, %s: %s, %s, %.2f s", strings.Join(begin, ", "), s.name, released, p.method, p.seconds)
	}
	return nil
}

// jumpAges has random people in bands of ages.
func jumpAges(ctx context.Context, l *lab) (*table, error) {
	if err := l.loadAges(ctx); err != nil {
		return nil, err
	}
	t := newTable("jump_ages", "Ages from 0 to 79 as they are and in bands of 5, 10, 20, 40 and 80 years (levels 0 to 5), the i-th value as frequent as 1/i; the last disclosure set of each path",
		"people", "values", "property", "strategy", "path", "released", "method", "how", "largest share", "seconds")
	for _, people := range pick(l, []int{100, 1000, 10_000}, []int{100}) {
		for _, values := range []int{5, 14} {
			weights := make([]string, values)
			sum := 0.0
			for v := range values {
				sum += 1 / float64(v+1)
			}
			at := 0.0
			for v := range values {
				at += 1 / float64(v+1)
				weights[v] = number(at/sum, 6)
			}
			// The number of the thresholds that a uniform number exceeds.
			err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE people AS SELECT i AS p, (hash(i, %d) %% 80)::INTEGER AS age, len(list_filter([%s], lambda w: w < (hash(i, %d) %% 1000003) / 1000003)) AS s FROM range(%d) r(i)",
				seed, strings.Join(weights[:values-1], ", "), seed+1, people))
			if err != nil {
				return nil, err
			}
			for _, property := range []struct{ name, sql string }{{"1/2", halfShare}, {"1/3", "{'max_share': 1/3}"}} {
				if err := l.addBands(ctx, t, []string{count(int64(people)), fmt.Sprint(values), property.name}, "people", "s", property.sql); err != nil {
					return nil, err
				}
			}
		}
	}
	return t, nil
}

// jumpAdult has Adult in bands of ages, occupation being sensitive.
func jumpAdult(ctx context.Context, l *lab) (*table, error) {
	if err := l.load(ctx, "adult", adultFile, quickPeople); err != nil {
		return nil, err
	}
	if err := l.exec(ctx, "CREATE OR REPLACE TABLE adult AS SELECT row_number() OVER () AS p, age, occupation FROM adult"); err != nil {
		return nil, err
	}
	var people int64
	if err := l.row(ctx, "SELECT count(*) FROM adult", &people); err != nil {
		return nil, err
	}
	t := newTable("jump_adult", fmt.Sprintf("%s people of Adult in the same bands of ages; occupation is sensitive", count(people)), "property", "strategy", "path", "released", "method", "how", "largest share", "seconds")
	for _, property := range []string{halfShare, "{'max_share': 1/3}", "{'max_share': 0.3}", "{'max_share': 0.25}", "{'distinct': 5}", "{'distinct': 13}", "{'entropy': 5}", "{'entropy': 6}", "{'recursive': {'c': 1, 'l': 3}}"} {
		if err := l.addBands(ctx, t, []string{property}, "adult", "occupation", property); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// jumpLevels has many people with one level of recursion: groups of 6, of 12 and of 24
// or 25.
func jumpLevels(ctx context.Context, l *lab) (*table, error) {
	t := newTable("jump_levels", "Nested groups of 6, of 12 and 13, of 25; 5 values, uniform; values are drawn until g1 and g2 violate the property and g3 satisfies it", "people", "property", "strategy", "released", "method", "how", "largest share", "seconds")
	for _, people := range pick(l, []int{300, 600, 1500, 3000}, []int{100}) {
		in := &jumpInstance{}
		var first, second, third [][]int
		for k := 0; k < people; k += 25 {
			var all []int
			for person := k; person < k+25; person++ {
				all = append(all, person)
			}
			first = append(first, all[:6], all[6:12], all[12:18], all[18:])
			second = append(second, all[:12], all[12:])
			third = append(third, all)
		}
		in.groups = [][][]int{first, second, third}
		in.draw(5, func(e *enumerator) bool {
			return !e.permutes(0, in.table) && !e.permutes(1, in.table) && e.permutes(2, in.table)
		})
		if err := in.load(ctx, l); err != nil {
			return nil, err
		}
		for _, s := range []struct{ name, further string }{{"jump 1", ""}, {"jump 2", ", jump := 2"}, {"certified", ", strategy := 'certified'"}} {
			p, err := l.fastest(ctx, in.call(halfShare, s.further))
			if err != nil {
				return nil, err
			}
			if p.method == "refused" {
				p.released = "not known"
			}
			t.add(count(int64(people)), "1/2", s.name, p.released, p.method, p.reason, p.highest, number(p.seconds, 3))
			l.say("%d people, %s: %s, %s, %.2f s", people, s.name, p.released, p.method, p.seconds)
		}
	}
	return t, nil
}
