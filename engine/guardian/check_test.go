package guardian

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/engine/internal/vectors"
)

func TestVectors(t *testing.T) {
	rules := 0
	for i, c := range vectors.Load(t, vectors.GuardianCases) {
		names := map[string]int{}
		number := func(name string) int {
			if _, known := names[name]; !known {
				names[name] = len(names)
			}
			return names[name]
		}
		set := func(attributes []string) Set {
			var s Set
			for _, a := range attributes {
				s = s.With(number(a))
			}
			return s
		}
		var schema []Table
		for _, table := range c.Schema {
			published := Table{Attributes: set(table.Attributes), RHS: None}
			if table.Enforced != nil {
				published.LHS, published.RHS = set(table.Enforced.LHS), number(table.Enforced.RHS)
			}
			schema = append(schema, published)
		}
		var all []Rule
		var given []Given
		for j, r := range c.Rules {
			rules++
			rule := Rule{set(r.LHS), number(r.RHS)}
			all = append(all, rule)
			given = append(given, Given{rule.LHS, []int{rule.RHS}})
			got := Check(schema, rule)
			if got.Status.String() != r.Status {
				t.Errorf("case %d (%s): Check(rule %d) is %v, want %s", i, c.Note, j, got.Status, r.Status)
			}
			if got.Status == Guarded && !slices.Equal(r.Guardians, []int{got.Guardian}) {
				t.Errorf("case %d (%s): Check(rule %d) is guarded by %d, want %v", i, c.Note, j, got.Guardian, r.Guardians)
			}
			if got.Status == Unreachable {
				continue
			}
			table := max(got.Guardian, got.Candidate)
			for _, candidate := range r.Candidates {
				if candidate.Table == table && !got.MustEnforce.Equal(set(candidate.MustEnforce)) {
					t.Errorf("case %d (%s): Check(rule %d) must enforce %v in table %d, want %v", i, c.Note, j, got.MustEnforce.Slice(), table, candidate.MustEnforce)
				}
				if candidate.Table == got.Candidate && strings.Contains(candidate.Reason, "(iii)") != (got.Reason == LinkedElsewhere) {
					t.Errorf("case %d (%s): Check(rule %d) is violated as %v, want %q", i, c.Note, j, got.Reason, candidate.Reason)
				}
			}
		}
		if got := guards(schema, all); got != c.GNF {
			t.Errorf("case %d (%s): guards() = %v, want %v", i, c.Note, got, c.GNF)
		}
		irreducible := !slices.ContainsFunc(Reduce(given, nil), func(r Reduced) bool { return !r.Kept })
		if irreducible != c.Irreducible {
			t.Errorf("case %d (%s): rules are irreducible: %v, want %v", i, c.Note, irreducible, c.Irreducible)
		}
	}
	t.Logf("%d rules", rules)
}

// The attributes of the paper's running example, and its rules.
const (
	hospital = iota
	age
	gender
	zipcode
	race
	icd
)

var running = []Rule{
	{SetOf(age, icd), race},
	{SetOf(gender, icd), zipcode},
	{SetOf(hospital, race), zipcode},
}

func statuses(schema []Table, rules []Rule) string {
	s := ""
	for _, r := range rules {
		f := Check(schema, r)
		s += fmt.Sprintf("%v %d %v; ", f.Status, max(f.Guardian, f.Candidate), f.MustEnforce.Slice())
	}
	return s
}

func TestCheckPaper(t *testing.T) {
	table3 := []Table{
		plain(SetOf(hospital, age, gender, icd)),
		{SetOf(race, zipcode), SetOf(race), zipcode},
	}
	// Table 4; rule 3 has no guardian either, of which the paper says nothing.
	table4 := []Table{
		{SetOf(gender, icd, hospital), SetOf(icd, gender), hospital},
		{SetOf(age, hospital, zipcode), SetOf(hospital), zipcode},
		{SetOf(age, hospital, gender, race), SetOf(age, hospital, gender), race},
		plain(SetOf(age, zipcode)),
	}
	// What the decomposition of the paper starts with when its second step looks at
	// Q ∩ A only: gender is reachable from icd through the other table.
	trap := []Table{
		{SetOf(hospital, age, gender, race, icd), SetOf(age, icd), race},
		{SetOf(gender, icd, zipcode), SetOf(gender, icd), zipcode},
	}
	mended := slices.Clone(trap)
	mended[0].LHS = SetOf(age, gender, icd)
	for _, test := range []struct {
		name   string
		schema []Table
		rules  []Rule
		want   string
	}{
		{"Table 3", table3, running, "unreachable -1 []; unreachable -1 []; guarded 1 [4]; "},
		{"Table 4", table4, running, "guarded 2 [0 1 2]; violated 1 [0 1]; violated 1 [0 1]; "},
		{"Q*", trap, running, "violated 0 [1 2 5]; guarded 1 [2 5]; guarded 1 [2 5]; "},
		{"Q* enforced", mended, running, "guarded 0 [1 2 5]; guarded 1 [2 5]; guarded 1 [2 5]; "},
		{
			"four tables in a circle are in GNF, and not decomposable",
			[]Table{plain(SetOf(0, 1)), plain(SetOf(1, 2)), plain(SetOf(2, 3)), plain(SetOf(3, 0)), plain(SetOf(4))},
			[]Rule{{SetOf(4), 0}},
			"unreachable -1 []; ",
		},
		{
			"an attribute outside the rule needs no protection",
			[]Table{{SetOf(0, 1, 2), SetOf(0), 2}},
			[]Rule{{SetOf(0), 2}},
			"guarded 0 [0]; ",
		},
		{
			"unless it is reachable elsewhere",
			[]Table{{SetOf(0, 1, 2), SetOf(0), 2}, plain(SetOf(0, 3)), plain(SetOf(3, 1))},
			[]Rule{{SetOf(0), 2}},
			"violated 0 [0 1]; ",
		},
		{"unpublished", table3, []Rule{{SetOf(age), 9}, {SetOf(9), age}, {SetOf(9, race), zipcode}}, "unreachable -1 []; unreachable -1 []; guarded 1 [4]; "},
		{"no tables", nil, running[:1], "unreachable -1 []; "},
	} {
		if got := statuses(test.schema, test.rules); got != test.want {
			t.Errorf("%s: got %s\nwant %s", test.name, got, test.want)
		}
	}
	got := Check(table4, running[1])
	want := []Step{{gender, 2}, {age, 3}, {zipcode, -1}}
	if got.Reason != LinkedElsewhere || !slices.Equal(got.Path, want) {
		t.Errorf("Check(Table 4, Rule 2) is %v by %v, want %v by %v", got.Reason, got.Path, LinkedElsewhere, want)
	}
	got = Check(trap, running[0])
	want = []Step{{icd, 1}, {gender, 0}, {race, -1}}
	if got.Reason != NotEnforced || !slices.Equal(got.Path, want) {
		t.Errorf("Check(trap, Rule 1) is %v by %v, want %v by %v", got.Reason, got.Path, NotEnforced, want)
	}
}

func TestCheckOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	counts := map[Status]int{}
	reasons := map[Reason]int{}
	const n = 30_000
	for range n {
		m := 2 + r.IntN(6)
		schema := randomSchema(r, m)
		rule := randomRules(r, m, 1)[0]
		if !compare(t, schema, rule) {
			t.Fatalf("Check(%s, %v -/-> %d) = %+v", written(schema), rule.LHS.Slice(), rule.RHS, Check(schema, rule))
		}
		f := Check(schema, rule)
		counts[f.Status]++
		reasons[f.Reason]++
	}
	for s := range 3 {
		if counts[Status(s)] < n/50 || reasons[Reason(s)] < n/50 {
			t.Errorf("few cases: %v %v", counts, reasons)
		}
	}
	t.Log(counts, reasons)
}

// TestCheckSmall goes through all schemas of two tables over three attributes, each
// enforcing nothing or all others against one, and all rules.
func TestCheckSmall(t *testing.T) {
	var tables []Table
	for bits := 1; bits < 8; bits++ {
		var s Set
		for a := range 3 {
			if bits>>a&1 == 1 {
				s = s.With(a)
			}
		}
		tables = append(tables, plain(s))
		for a := range s.All() {
			others := s.Without(a).Slice()
			for left := 1; left < 1<<len(others); left++ {
				var lhs Set
				for i, b := range others {
					if left>>i&1 == 1 {
						lhs = lhs.With(b)
					}
				}
				tables = append(tables, Table{s, lhs, a})
			}
		}
	}
	for _, first := range tables {
		for _, second := range tables {
			for s := range 3 {
				a, b := (s+1)%3, (s+2)%3
				for _, q := range []Set{SetOf(a), SetOf(b), SetOf(a, b)} {
					if schema := []Table{first, second}; !compare(t, schema, Rule{q, s}) {
						t.Fatalf("Check(%s, %v -/-> %d) = %+v", written(schema), q.Slice(), s, Check(schema, Rule{q, s}))
					}
				}
			}
		}
	}
}

// compare reports whether Check agrees with the definitions, and its path with
// itself.
func compare(t *testing.T, schema []Table, rule Rule) bool {
	t.Helper()
	f := Check(schema, rule)
	ts, q := tablesOf(schema), members(rule.LHS)
	want, guardians := status(ts, q, rule.RHS)
	if len(guardians) > 1 {
		t.Errorf("%d guardians", len(guardians))
	}
	if f.Status != want {
		t.Errorf("status, want %v", want)
		return false
	}
	if want == Unreachable {
		return cmp.Equal(f, Finding{Guardian: -1, Candidate: -1})
	}
	if want == Guarded {
		for _, c := range candidates(ts, q, rule.RHS) {
			if c.table == guardians[0] && !slices.Equal(sorted(c.w), f.MustEnforce.Slice()) {
				t.Errorf("must enforce %v", sorted(c.w))
				return false
			}
		}
		return f.Guardian == guardians[0] && f.Candidate == -1 && f.Path == nil && f.Reason == NoReason
	}
	cs := candidates(ts, q, rule.RHS)
	best := slices.IndexFunc(cs, func(c candidate) bool { return c.second || c.third })
	c := cs[max(best, 0)]
	if f.Candidate != c.table || f.Guardian != -1 || !slices.Equal(sorted(c.w), f.MustEnforce.Slice()) {
		t.Errorf("candidate %d, must enforce %v", c.table, sorted(c.w))
		return false
	}
	if (f.Reason == NotEnforced) != c.third || (f.Reason == LinkedElsewhere) == c.third {
		t.Errorf("reason %v, but (iii) holds: %v", f.Reason, c.third)
		return false
	}
	// Each step is in its table together with the next.
	last := len(f.Path) - 1
	if f.Path[last] != (Step{rule.RHS, -1}) || !q[f.Path[0].Attribute] {
		t.Errorf("path %v", f.Path)
		return false
	}
	for i, step := range f.Path[:last] {
		attributes := ts[step.Table].attributes
		if !attributes[step.Attribute] || !attributes[f.Path[i+1].Attribute] {
			t.Errorf("path %v", f.Path)
			return false
		}
		if f.Reason == LinkedElsewhere && i == last-1 && step.Table == c.table {
			t.Errorf("path %v through the candidate", f.Path)
			return false
		}
		if f.Reason == NotEnforced && (step.Table == c.table) != (i == last-1) {
			t.Errorf("path %v", f.Path)
			return false
		}
	}
	goal := map[int]bool{rule.RHS: true}
	linking, steps := cut(ts, c.table, rule.RHS), last
	if f.Reason == NotEnforced {
		goal, linking, steps = c.needsProtected, slices.Delete(slices.Clone(ts), c.table, c.table+1), last-1
		if !goal[f.Path[last-1].Attribute] {
			t.Errorf("path %v by an attribute that is protected from", f.Path)
			return false
		}
	}
	if d := distance(linking, q, goal); d != steps {
		t.Errorf("path %v, but there is a way of %d steps", f.Path, d)
		return false
	}
	return true
}

// distance is the smallest number of tables that lead from q to goal.
func distance(ts []table, q, goal map[int]bool) int {
	at := map[int]bool{}
	for a := range q {
		at[a] = true
	}
	for n := 0; ; n++ {
		next := map[int]bool{}
		for a := range at {
			next[a] = true
			if goal[a] {
				return n
			}
			for _, t := range ts {
				if t.attributes[a] {
					for b := range t.attributes {
						next[b] = true
					}
				}
			}
		}
		if len(next) == len(at) {
			return -1
		}
		at = next
	}
}

// guards reports whether the schema holds all rules: whether it is in GNF.
func guards(tables []Table, rules []Rule) bool {
	for _, rule := range rules {
		if Check(tables, rule).Status == Violated {
			return false
		}
	}
	return true
}
