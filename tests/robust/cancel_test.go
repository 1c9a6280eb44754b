package robust

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"skyline/tests/trials"
)

// runBefore is how long a query runs before it is cancelled: shorter where not
// everything is to run. On a slow machine it is cancelled in an earlier part.
func runBefore() time.Duration { return time.Duration(trials.Number(100, 400)) * time.Millisecond }

// workAfter is how much work may follow a cancellation, as processor time of the
// process: many times what it takes, and still little beside what the queries would
// take. A busy machine takes longer for it, and does not do more.
const workAfter = 20 * time.Second

// columnsOfNoise are c0, c1, … of a hundred values each.
func columnsOfNoise(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("hash(i + %d) %% 100 AS c%[1]d", i))
	}
	return strings.Join(all, ", ")
}

// TestCancel cancels queries that would run for long, each in another part: the
// kernels, whose work DuckDB cannot interrupt, and the scan, the aggregation and
// the checks of people, which are DuckDB's. The connection must go on. How long each
// takes to end is in the log.
func TestCancel(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	db.SetMaxOpenConns(0)
	exec(t, db,
		"CREATE TABLE people AS SELECT i % 1000 AS g, i % 50 AS v FROM range(100000) r(i)",
		"CREATE TABLE noise AS SELECT hash(i) % 99991 AS a, hash(i + 1) % 99991 AS b, hash(i + 2) % 99991 AS c, hash(i + 3) % 99991 AS d, hash(i + 4) % 9 AS y FROM range(30000) r(i)",
		"CREATE TABLE wide AS SELECT hash(i) % 100 AS a, hash(i + 1) % 1000 AS b, hash(i + 2) % 1000 AS c, i % 50 AS v FROM range(5000000) r(i)",
		"CREATE TABLE levels AS SELECT a AS attribute, value, level, label FROM unnest(['a', 'b', 'c', 'd', 'e']) t(a), hierarchy_intervals('(SELECT range AS x FROM range(100))', 'x', widths := [5, 10, 50])",
		"CREATE TABLE hundreds AS SELECT hash(i) % 100 AS a, hash(i + 1) % 100 AS b, hash(i + 2) % 100 AS c, hash(i + 3) % 100 AS d, hash(i + 4) % 100 AS e, i % 50 AS v FROM range(300000) r(i)",
		"CREATE TABLE boxes AS SELECT unnest(['a', 'b', 'c']) AS attribute, g AS group_id, NULL AS level, 'range' AS covers, NULL AS value, unnest([g % 20 * 5, g // 20 % 50 * 20, g // 1000 * 10]) AS low, unnest([g % 20 * 5 + 4, g // 20 % 50 * 20 + 19, g // 1000 * 10 + 9]) AS high, low || '-' || high AS label, NULL AS type FROM range(100000) r(g)",
		"CREATE TABLE many AS SELECT "+columnsOfNoise(30)+" FROM range(30000) r(i)",
		"CREATE TABLE counts AS SELECT g, v, 100000 + (g * 7919 + v * 104729) % 1000 AS n FROM people GROUP BY ALL")
	for name, statement := range map[string]string{
		// Every number of people in one group has a point of its own: 10^9 of them.
		"skyline_find":    "FROM skyline_find('(VALUES (1, ''s'', 1), (1, ''a'', 999999999)) t(g, v, n)', ['g'], 'v', value := 's', weight := 'n', max_points := 1000000000000)",
		"skyline_surface": "FROM skyline_surface('counts', ['g'], 'v', value := 1, weight := 'n', max_l := 9, max_k := 999, max_m := 999)",
		"skyline_check":   "FROM skyline_check('counts', ['g'], 'v', weight := 'n', skyline := '(SELECT NULL AS value, l, k, m, 1.0 AS c FROM range(4) a(l), range(100) b(k), range(40) c(m))')",
		"release_utility": "FROM release_utility('noise', 'noise', ['a', 'b', 'c', 'd'], target := 'y', groups := NULL)",
		"regression":      "FROM release_utility('(SELECT * REPLACE (y::DOUBLE AS y) FROM noise)', '(SELECT * REPLACE (y::DOUBLE AS y) FROM noise)', ['a', 'b', 'c', 'd'], target := 'y', groups := NULL)",
		// Tables of 300,000 people, drawn one after the other.
		"release_rules": "FROM release_rules('hundreds', '(SELECT ''*'' AS a, b, v FROM hundreds)', ['a', 'b'], target := 'v', support := 0.0001, confidence := 0.01, draws := 100000)",
		// 174,436 subsets of noise.
		"quasi_identifier_profile": "FROM quasi_identifier_profile('many', list_transform(range(30), lambda i: 'c' || i), max_size := 5, max_subsets := 1000000)",
		"special_uniques":          "FROM special_uniques('many', list_transform(range(30), lambda i: 'c' || i), max_size := 5, max_subsets := 1000000)",
		// 5,000 people in three classes and three values.
		"knowledge_check": "FROM knowledge_check('(SELECT 1 AS g, i % 3 AS p, hash(i) % 3 AS v FROM range(5000) r(i))', ['g'], 'v', ['p'], '(SELECT p, v, (1 + hash(p, v) % 97) / 300 AS rate FROM range(3) a(p), range(3) b(v))', max_steps := 1000000000000)",
		"column_profile":  "FROM column_profile('(SELECT i, i + 1 AS j, i % 1000 AS k FROM range(10000000000) r(i))')",
		// A group of 2,000,000,000 people of the sample, and as many steps.
		"population_risk": "FROM population_risk('(VALUES (1, 1), (2, 2000000000)) t(g, n)', ['g'], weight := 'n', fraction := 1e-9)",
		// So many that they are not put together when the cancellation comes.
		"points":         "FROM skyline_check('counts', ['g'], 'v', weight := 'n', skyline := '(SELECT NULL AS value, l, k, m, 1.0 AS c FROM range(40) a(l), range(100) b(k), range(100) c(m))')",
		"scan":           "FROM skyline_check('(SELECT i % 7 AS g, i % 3 AS v FROM range(10000000000) r(i))', ['g'], 'v')",
		"scan of people": "FROM skyline_check('(SELECT i % 7 AS g, i % 3 AS v, i % 1000 AS p FROM range(10000000000) r(i))', ['g'], 'v', person := 'p', values_per_person := 'multiset')",
		"hierarchy":      "FROM hierarchy_intervals('(SELECT i AS x FROM range(1000000) r(i))', 'x', widths := list_transform(range(50), lambda e: 2 ** e))",
		"many groups":    "FROM skyline_check('(SELECT i // 3 AS g, i % 3 AS v FROM range(100000000) r(i))', ['g'], 'v')",
		"report":         "FROM privacy_measures('(SELECT i // 3 AS g, i % 1000 AS v FROM range(100000000) r(i))', ['g'], 'v')",
		// Five million different histograms, gathered, and then split.
		"anonymize": "FROM skyline_anonymize('wide', ['a', 'b', 'c'], 'v', privacy := {'k_anonymity': 2, 'skyline': [{'l': 2, 'k': 3, 'm': 2, 'c': 0.9}]})",
		"partition": "FROM skyline_anonymize('wide', ['a', 'b', 'c'], 'v', privacy := {'max_share': 0.9, 'entropy_diversity': 1.01}, split := 'median', output := 'groups')",
		// Two groups, of which one takes hours to be counted.
		"mondrian_posterior": "FROM mondrian_posterior('(SELECT i // 1900 AS g, i % CASE WHEN i < 1900 THEN 15 ELSE 30 END AS v FROM range(3800) r(i) WHERE i < 3700)', ['g'], 'v', {'entropy_diversity': 20}, max_steps := 900000000000)",
		"cuts":               "FROM mondrian_cuts('wide', ['a', 'b', 'c'], 1000000)",
		"disclosure_check":   "FROM disclosure_check('(SELECT i // 100 AS g, hash(i) % 1000 AS v FROM range(50000000) r(i))', ['g'], 'v', pieces := 200)",
		"linked_check":       "FROM linked_check('(SELECT p, i FROM range(20) a(p), range(60) b(i) WHERE (p * i * i + p + i) % 23 > 6)', ['i'], person := 'p', known_rows := 12, max_steps := 1000000000000000)",
		// A group of 24 people, of whom each hangs together with the next by two of eight values.
		"sentences_check": "FROM sentences_check('(SELECT 0 AS g, i AS p, i % 8 AS v FROM range(240) r(i))', person := 'p', qi := ['g'], sensitive := 'v', sentences := list_transform(range(24), lambda i: concat(i, ': ', i % 8, ' -> ', i + 1, ': ', (i + 1) % 8)), max_steps := 1000000000000)",
		// Five levels of five columns: nearly all of 3,125 generalizations are looked at.
		"generalization_search":   "FROM generalization_search('hundreds', ['a', 'b', 'c', 'd', 'e'], 'v', 'levels', {'max_share': 0.02001}, suppression := 0.9, output := 'safe')",
		"search for implications": "FROM generalization_search('hundreds', ['a', 'b', 'c', 'd', 'e'], 'v', 'levels', {'implications': {'pieces': 40, 'c': 0.9}}, suppression := 0.5)",
		"local_suppression":       "FROM local_suppression('wide', ['a', 'b', 'c'], 'v', privacy := {'k_anonymity': 2, 'max_share': 0.9}, other_columns := 'drop')",
		"generalize":              "FROM generalize('(SELECT hash(i) % 100 AS a, hash(i + 1) % 100 AS b, i AS v FROM range(200000000) r(i))', 'levels', {'a': 1, 'b': 2}, sensitive := 'v', privacy := {'k_anonymity': 5})",
		"recipe":                  "FROM release_recipe('wide', ['a', 'b', 'c'], privacy := {'k_anonymity': 2})",
		"recipe of levels":        "FROM release_recipe('(SELECT 1 AS x)', levels := {'x': 9}, hierarchies := '(SELECT ''x'' AS attribute, v AS value, l AS level, v >> l AS label FROM range(1, 1000000) v(v), range(1, 21) l(l))')",
		"recipe_apply":            "FROM recipe_apply('wide', 'boxes', ['a', 'b', 'c'], sensitive := 'v', privacy := {'k_anonymity': 2})",
		"recipe_map":              "FROM recipe_map('wide', 'boxes', ['a', 'b', 'c'], sensitive := 'v', privacy := {'k_anonymity': 2})",
		"recipe_check":            "FROM recipe_check('wide', 'boxes', ['a', 'b', 'c'], 'v', privacy := {'k_anonymity': 2})",
		// Five million people of different values, gathered; an interval of 10^6 values in each of 10^5 groups.
		"pdf_generalize":   "FROM pdf_generalize('wide', ['a', 'b', 'c'], 'v')",
		"pdf of intervals": "FROM pdf_generalize('(SELECT i // 10 AS g, hash(i) % 1000000 AS a FROM range(1000000) r(i))', ['a'], 'g', kind := 'interval')",
		"pdf_reconstruct":  "FROM pdf_reconstruct('(SELECT MAP {''a'': 0.5, ''b'': 0.5} AS x, i FROM range(1000000000) r(i))', ['x'], seed := 1)",
		// One row of 10^9 people, each of whom gets a value.
		"bucketized":        "FROM skyline_anonymize('(VALUES (1, 1, 1000000000)) t(g, v, n)', ['g'], 'v', privacy := {'k_anonymity': 2}, weight := 'n', output := 'bucketized')",
		"people of cells":   "FROM anatomize('(VALUES (1, 1, 1000000000), (1, 2, 1000000000)) t(g, v, n)', ['g'], 'v', weight := 'n', output := 'values')",
		"release_next":      "FROM release_next('(SELECT i AS p, hash(i) % 1000 AS a, hash(i + 1) % 1000 AS b, i % 1000 AS v FROM range(20000000) r(i))', 'none', 'p', ['a', 'b'], 'v')",
		"anatomize":         "FROM anatomize('(SELECT i AS q, i % 1000 AS v FROM range(50000000) r(i))', ['q'], 'v')",
		"anatomize, values": "FROM anatomize('(SELECT 0 AS q, i AS v FROM range(30000000) r(i))', ['q'], 'v', output := 'values')",
		"gnf_decompose":     "FROM gnf_decompose('wide', [{'lhs': ['a', 'b'], 'rhs': 'v'}], method := 'gd')",
		"gnf_table":         "FROM gnf_table('(SELECT i AS q, i % 1000 AS v FROM range(50000000) r(i))', [{'lhs': ['q'], 'rhs': 'v'}], 1)",
		// Beliefs of ten million people; crossing groups, and classes of tables.
		"jump_posterior":      "FROM jump_posterior('(SELECT i AS p, i % 1000 AS s, i % 7 AS g FROM range(10000000) r(i))', 'p', 's', ['g'], {'max_share': 0.5})",
		"jump_publish":        "FROM jump_publish('(SELECT i AS p, hash(i) % 5 AS s, i % 11 AS g, i % 7 AS h, 0 AS a FROM range(44) r(i))', 'p', 's', ['g', 'h', 'a'], {'distinct': 3}, jump := [3, 2, 1], max_steps := 1000000000000000000)",
		"jump_compare":        "FROM jump_compare('(SELECT i AS p, hash(i) % 5 AS s, i // 4 AS g, i // 8 AS h FROM range(56) r(i))', 'p', 's', ['g', 'h', 'g', 'h'], {'distinct': 3}, max_steps := 1000000000000000000)",
		"republication_check": "FROM republication_check('(SELECT i AS p, hash(i) % 7 AS s, hash(i + 1) % 40 AS g, hash(i + 2) % 40 AS h FROM range(20000) r(i))', 'p', 's', ['g', 'h'], max_steps := 1000000000000000)",
		"releases as tables":  "FROM republication_check('(SELECT i, i * 7 AS j, i % 9 AS s FROM range(10000000000) r(i))', 'i', 's', releases := ['(SELECT 1 AS j, 2 AS s)'], qi := 'j')",
		"secret choice":       "FROM jump_posterior('(SELECT i AS p, i % 5 AS s, i % 11 AS g, i % 7 AS h, 0 AS a FROM range(44) r(i))', 'p', 's', ['g', 'h', 'a'], {'max_share': 0.5}, 'secret', max_steps := 1000000000000000000, algorithms := [{'strategy': 'naive', 'order': ['a']}, {'strategy': 'naive'}], published := 'a')",
		// One group of people who are all different; many groups.
		"presence_anonymize":         "FROM presence_anonymize('(SELECT hash(i) % 1000 AS a, hash(i + 1) % 1000 AS b, hash(i + 2) % 1000 AS c, hash(i + 3) % 4 = 0 AS x FROM range(300000) r(i))', ['a', 'b', 'c'], 'x', delta_min := 0.2499, delta_max := 0.251, recoding := 'multidimensional')",
		"presence_anonymize, groups": "FROM presence_anonymize('(SELECT hash(i) % 100 AS a, hash(i + 1) % 100 AS b, hash(i + 2) % 100 AS c, hash(i + 3) % 4 = 0 AS x FROM range(3000000) r(i))', ['a', 'b', 'c'], 'x', delta_min := 0.1, delta_max := 0.5, recoding := 'multidimensional', output := 'groups')",
		// Ten thousand likelihoods in each of many groups; millions of groups; and a group of 10^5 people, all of whom are next to a bound.
		"presence_check":         "FROM presence_check('(SELECT i // 10000 AS g, i AS q, hash(i) % 2 = 0 AS here, hash(i + 1) AS p FROM range(3000000) r(i))', ['q'], 'here', 'g', likelihood := 'p')",
		"presence_check, people": "FROM presence_check('(SELECT i // 5 AS g, i % 1000 AS q, i % 7 AS r, hash(i) % 2 = 0 AS here FROM range(20000000) r(i))', ['q', 'r'], 'here', 'g', output := 'people')",
		"presence at a bound":    "FROM presence_check('(SELECT 0 AS g, i AS q, i % 2 = 0 AS here, 1 + i * 1e-15 AS p FROM range(100000) r(i))', ['q'], 'here', 'g', likelihood := 'p', delta_min := 0.5)",
		"cube_audit":             "FROM cube_audit('(SELECT a, b, c, d, CASE WHEN count(*) > 4 THEN count(*) END AS n, GROUPING_ID(a, b, c, d) AS g FROM (SELECT hash(i) % 20 AS a, hash(i + 1) % 20 AS b, hash(i + 2) % 20 AS c, hash(i + 3) % 10 AS d FROM range(300000) r(i)) GROUP BY CUBE(a, b, c, d))', ['a', 'b', 'c', 'd'], 'n', grouping_column := 'g', masked := {'value': NULL, 'between': [1, 4]}, absent := 'zero', max_steps := 1000000000000000000)",
		// 357 unsafe cells of 11,466: the search takes all of max_steps, or nearly.
		"cube_protect":            "FROM cube_protect('(SELECT hash(i) % 25 AS a, hash(i + 1000000) % 20 AS b, hash(i + 2000000) % 2 AS c, hash(i + 3000000) % 6 AS d FROM range(150000) r(i))', ['a', 'b', 'c', 'd'], rules := {'threshold': 18})",
		"workload_error":          "FROM workload_error('wide', 'wide', dimension := 4, queries := 1000)",
		"release_certificate":     "FROM release_certificate('(SELECT i, i * 7 AS j, i % 9 AS g FROM range(10000000000) r(i))', ['g'], privacy := {'k_anonymity': 2}, other_columns := 'keep')",
		"release_check":           "FROM release_check('(SELECT i // 3 AS g, hash(i) % 1000 AS v FROM range(100000000) r(i))', ['g'], 'v', privacy := {'t_closeness': 0.5})",
		"presence":                "FROM release_check('(FROM range(9) t(g))', ['g'], privacy := {'presence': {'public': '(SELECT i // 3 AS g FROM range(300000000) r(i))', 'delta_max': 0.5}})",
		"presence of a partition": "FROM skyline_anonymize('(FROM hundreds WHERE v < 20)', ['a', 'b', 'c', 'd', 'e'], 'v', privacy := {'max_share': 0.9, 'presence': {'public': 'hundreds', 'delta_max': 0.9}}, split := 'median', output := 'groups')",
		"violations":              "FROM release_check('wide', ['a', 'b', 'c'], 'v', privacy := {'k_anonymity': 1000}, output := 'groups')",
		"skyline of a release":    "FROM release_check('counts', ['g'], 'v', weight := 'n', privacy := {'skyline': '(SELECT NULL AS value, l, k, m, 1.0 AS c FROM range(4) a(l), range(100) b(k), range(40) c(m))'})",
		"violations of a skyline": "FROM release_check('counts', ['g'], 'v', weight := 'n', privacy := {'skyline': '(SELECT NULL AS value, l, k, m, 0.001 AS c FROM range(4) a(l), range(100) b(k), range(40) c(m))'}, output := 'groups')",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var cancelled time.Time
			var before time.Duration
			timer := time.AfterFunc(runBefore(), func() {
				cancelled, before = time.Now(), processorTime(t)
				cancel()
			})
			defer timer.Stop()
			err := drain(ctx, db, statement)
			if ctx.Err() == nil {
				t.Fatalf("it ended before it was cancelled: %v", err)
			}
			if err == nil {
				t.Error("there was no error")
			}
			work := processorTime(t) - before
			t.Logf("ended %v after it was cancelled, with %v of work: %v", time.Since(cancelled).Round(time.Millisecond), work.Round(time.Millisecond), err)
			if work > workAfter {
				t.Errorf("%v of work followed the cancellation, want at most %v", work, workAfter)
			}
			checkUsable(t, db)
		})
	}
}

// processorTime returns how much processor time the process has taken.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Error(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// afterWork calls f as soon as the process has done so much more work, unless stop is called
// before. A busy machine takes longer for it.
func afterWork(t *testing.T, work time.Duration, f func()) (stop func()) {
	t.Helper()
	before, done := processorTime(t), make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		for ticks := time.NewTicker(10 * time.Millisecond); ; {
			select {
			case <-done:
				ticks.Stop()
				return
			case <-ticks.C:
				if processorTime(t)-before > work {
					f()
				}
			}
		}
	})
	return func() {
		close(done)
		watching.Wait()
	}
}

// TestDeadline ends a query by a deadline.
func TestDeadline(t *testing.T) {
	db := openDB(t, "")
	ctx, cancel := context.WithTimeout(t.Context(), runBefore())
	defer cancel()
	_, err := db.ExecContext(ctx, "FROM skyline_check('(SELECT i % 7 AS g, i % 3 AS v FROM range(10000000000) r(i))', ['g'], 'v')")
	if err == nil || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.Errorf("err = %v, want one for the deadline", err)
	}
	checkUsable(t, db)
}
