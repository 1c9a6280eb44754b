package release

import (
	"cmp"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// node is a row of generalization_search.
type node struct {
	levels                                         []int
	minimal, complete                              bool
	loss, precision, discernibility, average       float64
	groups, smallest, suppressed, checked, lattice int64
}

// searchCall is a call of generalization_search.
func (s *search) call(tbl, person, which, measure string) string {
	return fmt.Sprintf("generalization_search(%s, %s, 's', hierarchies := 'hierarchies', privacy := %s, suppression := %v, output := '%s', measure := '%s'%s)",
		tbl, s.qi(), s.privacy(), float64(s.tenths)/10, which, measure, person)
}

// read returns the nodes that a call finds; none if it says that there is none.
func (s *search) read(t *testing.T, db *sql.DB, call string) (nodes []node) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE found AS FROM "+call); err != nil {
		if !strings.Contains(err.Error(), "no release of the whole table satisfies privacy") {
			t.Fatalf("%v\n%s", err, call)
		}
		return nil
	}
	levels := make([]string, len(s.columns))
	for d, c := range s.columns {
		levels[d] = fmt.Sprintf("levels['%s']", c.name)
	}
	statement := fmt.Sprintf("SELECT [%s]::VARCHAR, minimal, loss, precision, discernibility, average_group_size, groups, smallest, suppressed, checked, complete, lattice FROM found", strings.Join(levels, ", "))
	scan(t, db, statement, func(rows *sql.Rows) error {
		var n node
		var levels string
		if err := rows.Scan(&levels, &n.minimal, &n.loss, &n.precision, &n.discernibility, &n.average, &n.groups, &n.smallest, &n.suppressed, &n.checked, &n.complete, &n.lattice); err != nil {
			return err
		}
		for text := range strings.SplitSeq(strings.Trim(levels, "[]"), ", ") {
			var level int
			if _, err := fmt.Sscan(text, &level); err != nil {
				return err
			}
			n.levels = append(n.levels, level)
		}
		nodes = append(nodes, n)
		return nil
	})
	return nodes
}

// TestGeneralizationSearch compares every node of random lattices with the
// definition: which are safe, which minimal, and all their numbers.
func TestGeneralizationSearch(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	safe, unsafe, minimal, suppressed := 0, 0, 0, 0
	searches(t, 31, func(db *sql.DB, rng *rand.Rand, s *search) {
		nodes := s.exhaustive()
		var wants []*generalized
		for _, g := range nodes {
			if g.safe {
				wants = append(wants, g)
				suppressed += boolInt(g.suppressed > 0)
			}
			minimal += boolInt(g.minimal)
		}
		safe, unsafe = safe+len(wants), unsafe+len(nodes)-len(wants)

		person := s.person("who")
		all := s.read(t, db, s.call("'people'", person, "safe", "loss"))
		compareNodes(t, s, wants, all, len(nodes))
		if !slices.IsSortedFunc(all, func(a, b node) int { return cmp.Compare(a.loss, b.loss) }) {
			t.Errorf("not in the order of loss")
		}
		least := s.read(t, db, s.call("'people'", person, "minimal", "loss"))
		compareNodes(t, s, slices.DeleteFunc(slices.Clone(wants), func(g *generalized) bool { return !g.minimal }), least, len(nodes))
		for _, measure := range []string{"loss", "precision", "discernibility", "average_group_size"} {
			best := s.read(t, db, s.call("'people'", person, "best", measure))
			checkBest(t, measure, wants, best)
		}
		if s.values == "one" && len(wants) > 0 {
			counts := fmt.Sprintf("'(SELECT %[1]s, s, count(*) AS n FROM people GROUP BY ALL)'", strings.Trim(strings.ReplaceAll(s.qi(), "'", ""), "[]"))
			columns := "levels, minimal, loss, precision, discernibility, average_group_size, groups, smallest, suppressed"
			differences(t, db, "SELECT "+columns+" FROM "+s.call(counts, ", weight := 'n'", "safe", "loss"), "SELECT "+columns+" FROM "+s.call("'people'", person, "safe", "loss"))
		}
		if t.Failed() {
			t.Log(s.call("'people'", person, "…", "loss"))
		}
	})
	t.Logf("%d safe nodes and %d others; %d minimal, %d with people left out", safe, unsafe, minimal, suppressed)
	if safe < fewer(14, 55) || unsafe < fewer(14, 55) || suppressed < fewer(4, 15) {
		t.Errorf("%d safe nodes, %d others, %d with people left out say little", safe, unsafe, suppressed)
	}
}

// searches runs a test on random tables with hierarchies: on more of them with SKYLINE_SLOW=1.
func searches(t *testing.T, stream uint64, test func(db *sql.DB, rng *rand.Rand, s *search)) {
	db := openDB(t, "")
	exec(t, db, createMood)
	for seed := range seeds(t, 8, 80) {
		rng := rand.New(rand.NewPCG(seed, stream))
		s := randomSearch(rng, []string{"one", "one", "one", "set", "multiset"}[rng.IntN(5)])
		exec(t, db, s.statements(rng)...)
		rows := s.hierarchies()
		rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		exec(t, db, "INSERT INTO hierarchies VALUES "+strings.Join(rows, ", "), fmt.Sprint("SET threads = ", 1+rng.IntN(4)))
		test(db, rng, s)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func compareNodes(t *testing.T, s *search, wants []*generalized, got []node, lattice int) {
	t.Helper()
	at := map[string]node{}
	for _, n := range got {
		at[fmt.Sprint(n.levels)] = n
		if !n.complete || n.checked < 0 || n.checked > int64(lattice) || n.lattice != int64(lattice) {
			t.Errorf("%v: complete is %v, checked %d of %d nodes, want %d", n.levels, n.complete, n.checked, n.lattice, lattice)
		}
	}
	if len(at) != len(got) || len(got) != len(wants) {
		t.Errorf("%d rows with %d nodes, want %d", len(got), len(at), len(wants))
	}
	for _, want := range wants {
		n, ok := at[fmt.Sprint(want.levels)]
		if !ok {
			t.Errorf("%v of %v is missing", want.levels, s.lattice()[lattice-1])
			continue
		}
		if n.minimal != want.minimal || n.groups != want.groups || n.smallest != want.smallest || n.suppressed != want.suppressed {
			t.Errorf("%v: minimal is %v, groups %d, smallest %d, suppressed %d; want %v, %d, %d, %d", want.levels,
				n.minimal, n.groups, n.smallest, n.suppressed, want.minimal, want.groups, want.smallest, want.suppressed)
		}
		if !near(n.loss, want.loss) || !near(n.precision, want.precision) || !near(n.discernibility, want.square) || !near(n.average, want.mean) {
			t.Errorf("%v: loss is %v, precision %v, discernibility %v, average_group_size %v; want %v, %v, %v, %v", want.levels,
				n.loss, n.precision, n.discernibility, n.average, want.loss, want.precision, want.square, want.mean)
		}
	}
}

// checkBest makes sure that a node is safe and that no other one has less of a
// measure.
func checkBest(t *testing.T, measure string, wants []*generalized, got []node) {
	t.Helper()
	if len(got) != min(1, len(wants)) {
		t.Errorf("best by %s: %d rows where %d nodes are safe", measure, len(got), len(wants))
		return
	}
	if len(got) == 0 {
		return
	}
	worse := func(g *generalized) float64 {
		switch measure {
		case "loss":
			return g.loss
		case "precision":
			return -g.precision
		case "discernibility":
			return g.square
		}
		return g.mean
	}
	var chosen *generalized
	least := worse(wants[0])
	for _, g := range wants {
		least = min(least, worse(g))
		if slices.Equal(g.levels, got[0].levels) {
			chosen = g
		}
	}
	if chosen == nil || !near(worse(chosen), least) || got[0].minimal != chosen.minimal {
		t.Errorf("best by %s: %+v, want one that has %v", measure, got[0], least)
	}
}

// TestGeneralize: the table at a safe node, for the same requirements and
// suppression, has the labels and the people that it must have, and satisfies the
// requirements.
func TestGeneralize(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	made, left := 0, 0
	searches(t, 32, func(db *sql.DB, rng *rand.Rand, s *search) {
		nodes := s.exhaustive()
		rng.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
		tried := 0
		for _, g := range nodes {
			if !g.safe || tried == 4 {
				continue
			}
			tried++
			s.checkGeneralize(t, db, g)
			made++
			left += boolInt(g.suppressed > 0)
		}
	})
	t.Logf("%d tables, people left out of %d", made, left)
	if made < fewer(5, 22) || left < fewer(1, 5) {
		t.Errorf("%d tables, %d of them without some people, say little", made, left)
	}
}

func (s *search) checkGeneralize(t *testing.T, db *sql.DB, g *generalized) {
	t.Helper()
	var levels, names []string
	for d, c := range s.columns {
		levels = append(levels, fmt.Sprintf("'%s': %d", c.name, g.levels[d]))
		names = append(names, c.name)
	}
	person := s.person("who")
	call := fmt.Sprintf("generalize('people', hierarchies := 'hierarchies', levels := MAP {%s}, sensitive := 's', privacy := %s, suppression := %v%s, other_columns := 'keep')",
		strings.Join(levels, ", "), s.privacy(), float64(s.tenths)/10, person)
	exec(t, db, "CREATE OR REPLACE TABLE release AS FROM "+call)
	var want, got []string
	for _, p := range slices.Concat(g.rest...) {
		for who := range s.people {
			if &s.people[who].qi[0] != &p.qi[0] {
				continue
			}
			cells := []string{fmt.Sprint(who)}
			for d, level := range g.levels {
				text := s.label(p, d, level)
				switch {
				case level > 0:
				case p.qi[d] < 0:
					text = "NULL"
				default:
					text = s.columns[d].domain[p.qi[d]]
				}
				cells = append(cells, text)
			}
			want = append(want, strings.Join(cells, "\t"))
		}
	}
	got = texts(t, db, "SELECT DISTINCT again::VARCHAR, "+strings.Join(names, "::VARCHAR, ")+"::VARCHAR FROM release")
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Errorf("%s:\n%s\nwant\n%s", call, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	people := "people"
	if g.suppressed > 0 {
		people += " WHERE again IN (SELECT again FROM release)"
	}
	differences(t, db, "SELECT s, again FROM release", "SELECT s, again FROM "+people)
	differences(t, db, "SELECT column_name FROM (DESCRIBE release)", "SELECT column_name FROM (DESCRIBE people)"+map[bool]string{true: " WHERE column_name <> 'who'"}[person != ""])
	// Without people there is nothing to check.
	holds, checked := true, 0
	scan(t, db, fmt.Sprintf("SELECT holds FROM release_check('release', %s, 's', privacy := %s%s, other_columns := 'keep')", s.qi(), s.privacy(), s.person("again")), func(rows *sql.Rows) error {
		var one bool
		err := rows.Scan(&one)
		holds, checked = holds && one, checked+1
		return err
	})
	if !holds || checked == 0 {
		t.Errorf("%s: the table does not satisfy its requirements; %d checked", call, checked)
	}
}
