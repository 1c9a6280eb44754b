package main

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strings"
	"time"
)

// presenceMethods are the methods of Fig. 4, and the exact one.
var presenceMethods = []string{"spalm", "ppalm", "wpalm", "exact"}

// presenceShare is how many people are in the private table, of how many.
const (
	presencePrivate = 1957
	presencePublic  = 45222
)

// The paper's WPALM leaves out groups whose existence probabilities have more products
// than the first; the second is what those it processed at δ = (0.01, 0.8) took in all.
var presenceLimits = []int64{5_000_000, 16_000}

// privatePeople are the private table.
const privatePeople = "(FROM everybody WHERE present)"

// interval is one of δ.
type interval struct{ low, high float64 }

func (d interval) String() string { return fmt.Sprintf("(%g, %g)", d.low, d.high) }

// loadPresence makes the table everybody, Adult with the BOOLEAN column present: people
// are drawn without replacement, each with a weight as old age has diabetes: 1 below 20,
// 2 below 35, 6 below 45, 12 below 55 and 20 from there on, times 1.6 of those who are not
// White (a key of -ln u / weight for each, the smallest taken).
func (l *lab) loadPresence(ctx context.Context) error {
	if err := l.loadBands(ctx); err != nil {
		return err
	}
	weight := "CASE WHEN age < '20' THEN 1 WHEN age < '35' THEN 2 WHEN age < '45' THEN 6 WHEN age < '55' THEN 12 ELSE 20 END * CASE race WHEN 'White' THEN 1 ELSE 1.6 END"
	key := fmt.Sprintf("-ln((md5_number_lower(line || ' ' || %d) + 1.0) / 18446744073709551616.0) / (%s)", seed, weight)
	return l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE everybody AS SELECT * EXCLUDE (line, fold, key), row_number() OVER (ORDER BY key, line) <= (SELECT count(*) FROM adult) * %d // %d AS present FROM (SELECT *, %s AS key FROM adult)",
		presencePrivate, presencePublic, key))
}

// presenceRun is what a method makes of an interval.
type presenceRun struct {
	cost, seconds        float64
	existence            interval // the range of what can be inferred
	groups, better, full int64    // QI groups, those that cost less than by spalm, those that are utility-optimal
	errors               reconstructed
}

// presenceSetting is an interval with what each method makes of it, and how many groups
// and people the paper's WPALM would process.
type presenceSetting struct {
	delta    interval
	recoding string
	levels   string // of a full-domain generalization
	runs     map[string]*presenceRun
	groups   int64
	largest  int64
	within   []reach // for each limit
}

// anonymizePresence runs a method and proves its release by presence_check. The tables
// that it makes are release, public and part_<method>.
func (l *lab) anonymizePresence(ctx context.Context, s *presenceSetting, method string) (*presenceRun, error) {
	arguments := fmt.Sprintf("'everybody', %s, 'present', hierarchies := %s, delta_min := %g, delta_max := %g, method := %s, recoding := %s",
		list(identifying), map[bool]string{true: "'hierarchies'", false: "NULL"}[s.recoding == fullDomainRecoding], s.delta.low, s.delta.high, text(method), text(s.recoding))
	r := &presenceRun{}
	start := time.Now()
	if err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE release AS FROM presence_anonymize(%s, seed := %d, other_columns := 'keep')", arguments, seed)); err != nil {
		return nil, err
	}
	r.seconds = time.Since(start).Seconds()
	for _, statement := range []string{
		fmt.Sprintf("CREATE OR REPLACE TABLE public AS FROM presence_anonymize(%s, output := 'public', seed := %d)", arguments, seed),
		fmt.Sprintf("CREATE OR REPLACE TABLE part_%s AS FROM presence_anonymize(%s, output := 'groups')", method, arguments),
	} {
		if err := l.exec(ctx, statement); err != nil {
			return nil, err
		}
	}
	part := "part_" + method
	if err := l.row(ctx, fmt.Sprintf("SELECT sum(kl_cost), min(existence_min), max(existence_max), count(*), count(*) FILTER (list_min(map_values(shifts)) = 1), coalesce(any_value(levels)::VARCHAR, '') FROM %s", part),
		&r.cost, &r.existence.low, &r.existence.high, &r.groups, &r.full, &s.levels); err != nil {
		return nil, err
	}
	if err := l.row(ctx, fmt.Sprintf("SELECT count(*) FROM %s AS p JOIN part_spalm AS s USING (group_id) WHERE p.kl_cost < s.kl_cost", part), &r.better); err != nil {
		return nil, err
	}
	return r, l.provePresence(ctx, s, r, part, method)
}

// provePresence fails unless the release keeps the bounds, by a check that knows only the
// release and the public table, and says what the method says.
func (l *lab) provePresence(ctx context.Context, s *presenceSetting, r *presenceRun, part, method string) error {
	var holds bool
	var apart float64
	var groups, released int64
	err := l.row(ctx, fmt.Sprintf(`SELECT bool_and(c.holds), max(greatest(abs(c.existence_min - p.existence_min), abs(c.existence_max - p.existence_max))), count(*)
		FROM presence_check('public', %s, 'present', 'group_id', release := 'release', delta_min := %g, delta_max := %g) AS c JOIN %s AS p USING (group_id, size, present)`,
		list(identifying), s.delta.low, s.delta.high, part), &holds, &apart, &groups)
	if err != nil {
		return err
	}
	cost, err := one[float64](ctx, l, presenceCostQuery)
	if err != nil {
		return err
	}
	if err := l.row(ctx, "SELECT count(*) FROM release", &released); err != nil {
		return err
	}
	var private int64
	if err := l.row(ctx, "SELECT count(*) FROM everybody WHERE present", &private); err != nil {
		return err
	}
	what := fmt.Sprintf("%s, δ = %v, %s", method, s.delta, s.recoding)
	switch {
	case !holds:
		return fmt.Errorf("%s: presence_check says that the bounds do not hold", what)
	case groups != r.groups:
		return fmt.Errorf("%s: presence_check has %d of %d groups as presence_anonymize has them", what, groups, r.groups)
	case apart > 1e-9:
		return fmt.Errorf("%s: existence probabilities differ by %g between presence_check and presence_anonymize", what, apart)
	case released != private:
		return fmt.Errorf("%s: %d people are released of %d", what, released, private)
	case math.Abs(cost-r.cost) > 1e-9*cost:
		return fmt.Errorf("%s: the KL cost is %g by presence_anonymize, %g by Eqn 1", what, r.cost, cost)
	}
	return nil
}

const (
	fullDomainRecoding       = "full_domain"
	multidimensionalRecoding = "multidimensional"
)

// presenceCostQuery works out Eqn 1 of the tables release and public.
var presenceCostQuery = func() string {
	var sums, maps []string
	for _, name := range identifying {
		sums = append(sums, fmt.Sprintf("ln(m.%s[public.%[1]s])", column(name)))
		maps = append(maps, fmt.Sprintf("any_value(%s) AS %[1]s", column(name)))
	}
	return fmt.Sprintf("SELECT -sum(%s) FROM public JOIN (SELECT group_id, %s FROM release GROUP BY group_id) AS m USING (group_id) WHERE present", strings.Join(sums, " + "), strings.Join(maps, ", "))
}()

// reach is what the paper's WPALM does where it skips groups with more products than a
// limit: those that it has, their people, and the KL cost, that of SPALM for the others.
type reach struct {
	groups, people int64
	cost           float64
}

// reached works out what the paper's WPALM does: a group's existence probabilities have
// size choose present products.
func (l *lab) reached(ctx context.Context, s *presenceSetting) error {
	s.within = make([]reach, len(presenceLimits))
	var size, present int64
	var unshifted, shifted float64
	return l.rows(ctx, "SELECT size, present, u.kl_cost, s.kl_cost FROM part_spalm AS u JOIN part_wpalm AS s USING (group_id, size, present) ORDER BY group_id", func() {
		s.groups++
		s.largest = max(s.largest, size)
		products := new(big.Int).Binomial(size, present)
		for i, limit := range presenceLimits {
			within := &s.within[i]
			if products.Cmp(big.NewInt(limit)) <= 0 {
				within.groups++
				within.people += size
				within.cost += shifted
			} else {
				within.cost += unshifted
			}
		}
	}, &size, &present, &unshifted, &shifted)
}

// runPresence runs all methods for an interval, and fails where one that may only be
// better is worse.
func (l *lab) runPresence(ctx context.Context, delta interval, recoding string, seeds int) (*presenceSetting, error) {
	s := &presenceSetting{delta: delta, recoding: recoding, runs: map[string]*presenceRun{}}
	for _, method := range presenceMethods {
		r, err := l.anonymizePresence(ctx, s, method)
		if err != nil {
			return nil, err
		}
		if r.errors, err = l.reconstruct(ctx, privatePeople, seeds); err != nil {
			return nil, err
		}
		s.runs[method] = r
		l.say("%s, δ = %v, %s: %d groups, %.1f s, cost %.1f, errors %.2f and %.2f", recoding, delta, method, r.groups, r.seconds, r.cost, r.errors.of.association, r.errors.of.class)
	}
	for _, pair := range [][2]string{{"ppalm", "spalm"}, {"wpalm", "spalm"}, {"wpalm", "ppalm"}, {"exact", "ppalm"}, {"exact", "wpalm"}} {
		if better, worse := s.runs[pair[0]].cost, s.runs[pair[1]].cost; better > worse*(1+1e-12) {
			return nil, fmt.Errorf("δ = %v, %s: %s costs %g, more than %g of %s", delta, recoding, pair[0], better, worse, pair[1])
		}
	}
	return s, l.reached(ctx, s)
}
