package guardian

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/tests/trials"
)

// determined is what q determines, by the meaning of functional dependencies.
func determined(dependencies []Dependency, q map[int]bool) map[int]bool {
	known := map[int]bool{}
	for a := range q {
		known[a] = true
	}
	for range universe {
		for _, d := range dependencies {
			if within(members(d.LHS), known) {
				known[d.RHS] = true
			}
		}
	}
	return known
}

func within(q, p map[int]bool) bool {
	for a := range q {
		if !p[a] {
			return false
		}
	}
	return true
}

func setOf(attributes []int) map[int]bool {
	m := map[int]bool{}
	for _, a := range attributes {
		m[a] = true
	}
	return m
}

// implies is Corollary 3.1.1.
func implies(q2 Set, s2 map[int]bool, q Set, s map[int]bool) bool {
	return within(members(q), members(q2)) && within(s2, s)
}

func TestReduceOracle(t *testing.T) {
	trials.Long(t)
	r := rand.New(rand.NewPCG(4, 1))
	exposed, implied, added, composite := 0, 0, 0, 0
	for range trials.Number(8_000, 20_000) {
		m := 2 + r.IntN(6)
		var given []Given
		for range 1 + r.IntN(6) {
			g := Given{LHS: randomSet(r, m, 1+r.IntN(max(1, min(3, m-1))), r.IntN(m))}
			for _, a := range r.Perm(m) {
				if !g.LHS.Has(a) && (len(g.RHS) == 0 || len(g.RHS) < 3 && r.IntN(3) == 0) {
					g.RHS = append(g.RHS, a)
				}
			}
			given = append(given, g)
		}
		var dependencies []Dependency
		for range r.IntN(5) {
			dependencies = append(dependencies, Dependency{randomSet(r, m, r.IntN(6)/2+r.IntN(2), None), r.IntN(m)})
		}
		got := Reduce(given, dependencies)
		if !reducedWell(t, given, dependencies, got) {
			t.Fatalf("Reduce(%v, %v) = %+v", given, dependencies, got)
		}
		for _, rule := range got {
			if rule.Exposed {
				exposed++
			}
			if rule.ImpliedBy >= 0 {
				implied++
			}
			if rule.Dependency >= 0 {
				added++
			}
			if rule.Composite != nil {
				composite++
			}
		}
	}
	t.Logf("%d exposed, %d implied, %d from dependencies, %d compositions", exposed, implied, added, composite)
}

func reducedWell(t *testing.T, given []Given, dependencies []Dependency, got []Reduced) bool {
	t.Helper()
	ok := true
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf(format, args...)
		ok = false
	}
	protectedBy := func(q Set, composition map[int]bool) bool {
		return slices.ContainsFunc(got, func(k Reduced) bool {
			return k.Kept && implies(k.LHS, map[int]bool{k.RHS: true}, q, composition)
		})
	}
	for i, rule := range got {
		known := determined(dependencies, members(rule.LHS))
		protects := map[int]bool{rule.RHS: true}
		if rule.Composite != nil {
			protects = setOf(rule.Composite)
		}
		switch {
		case i < len(given):
			want := setOf(given[i].RHS)
			if !rule.LHS.Equal(given[i].LHS) || rule.Given != i || rule.Dependency != -1 || rule.From != -1 || !cmp.Equal(protects, want) {
				fail("rule %d is not the given one", i)
			}
		default:
			from, d := got[rule.From], dependencies[rule.Dependency]
			want := setOf(d.LHS.Minus(from.LHS).Slice())
			if rule.From >= i || d.RHS != from.RHS || !rule.LHS.Equal(from.LHS) || rule.Given != from.Given || !cmp.Equal(protects, want) {
				fail("rule %d does not come from %d by %d", i, rule.From, rule.Dependency)
			}
			if rule.Exposed {
				fail("rule %d is exposed by choice", i)
			}
		}
		if !protects[rule.RHS] {
			fail("rule %d protects something else", i)
		}
		if rule.Exposed != within(protects, known) {
			fail("rule %d: exposed is %v", i, rule.Exposed)
		}
		if rule.Exposed {
			if rule.Kept || rule.ImpliedBy != -1 || !leads(dependencies, rule.Through, members(rule.LHS), protects) {
				fail("rule %d is exposed", i)
			}
			for j := range rule.Through {
				fewer := slices.Delete(slices.Clone(rule.Through), j, j+1)
				var left []Dependency
				for _, d := range fewer {
					left = append(left, dependencies[d])
				}
				if within(protects, determined(left, members(rule.LHS))) {
					fail("rule %d: through %v, of which %d is superfluous", i, rule.Through, rule.Through[j])
				}
			}
			continue
		}
		if known[rule.RHS] {
			fail("rule %d is on a determined attribute", i)
		}
		if rule.Kept != (rule.ImpliedBy < 0) || rule.Through != nil {
			fail("rule %d", i)
		}
		if !rule.Kept {
			by := got[rule.ImpliedBy]
			if !by.Kept || !implies(by.LHS, map[int]bool{by.RHS: true}, rule.LHS, map[int]bool{rule.RHS: true}) {
				fail("rule %d is not implied by %d", i, rule.ImpliedBy)
			}
		}
		if !protectedBy(rule.LHS, protects) {
			fail("rule %d is not implied by the kept ones", i)
		}
		for j, d := range dependencies { // Theorem 3.2
			if d.RHS == rule.RHS && !protectedBy(rule.LHS, setOf(d.LHS.Minus(rule.LHS).Slice())) {
				fail("rule %d lacks what dependency %d calls for", i, j)
			}
		}
		// Definition 2, and no rule twice.
		for j, other := range got {
			if i != j && rule.Kept && other.Kept && implies(other.LHS, map[int]bool{other.RHS: true}, rule.LHS, protects) && rule.Composite == nil {
				fail("rules %d and %d are both kept", i, j)
			}
			if j < i && i >= len(given) && other.RHS == rule.RHS && other.LHS.Equal(rule.LHS) {
				fail("rule %d repeats %d", i, j)
			}
		}
	}
	// Of the given rules that others imply, none adds to the kept ones.
	kept, irreducible := 0, 0
	for i, g := range given {
		if got[i].Kept {
			kept++
		}
		superfluous := false
		for j, h := range given {
			forth := implies(h.LHS, setOf(h.RHS), g.LHS, setOf(g.RHS))
			back := implies(g.LHS, setOf(g.RHS), h.LHS, setOf(h.RHS))
			superfluous = superfluous || forth && (!back || j < i)
		}
		if !superfluous {
			irreducible++
		}
	}
	if len(dependencies) == 0 && kept > irreducible {
		fail("%d given rules are kept, of %d irreducible ones", kept, irreducible)
	}
	// Reduced again, nothing changes.
	var again []Given
	for _, rule := range got {
		if rule.Kept {
			again = append(again, Given{rule.LHS, []int{rule.RHS}})
		}
	}
	for i, rule := range Reduce(again, dependencies) {
		if i < len(again) != rule.Kept {
			fail("reduced again, rule %d is kept: %v", i, rule.Kept)
		}
	}
	return ok
}

// leads reports whether the dependencies apply to q in that order, each telling
// something new, and lead to the targets.
func leads(dependencies []Dependency, order []int, q, targets map[int]bool) bool {
	known := map[int]bool{}
	for a := range q {
		known[a] = true
	}
	for _, i := range order {
		if d := dependencies[i]; known[d.RHS] || !within(members(d.LHS), known) {
			return false
		}
		known[dependencies[i].RHS] = true
	}
	return within(targets, known)
}

func TestReduce(t *testing.T) {
	rule := func(lhs Set, rhs ...int) Given { return Given{lhs, rhs} }
	given := func(i, rhs int, lhs Set, kept bool, by int) Reduced {
		return Reduced{Rule: Rule{lhs, rhs}, Given: i, Dependency: -1, From: -1, Kept: kept, ImpliedBy: by}
	}
	with := func(r Reduced, change func(*Reduced)) Reduced {
		change(&r)
		return r
	}
	for _, test := range []struct {
		name         string
		rules        []Given
		dependencies []Dependency
		want         []Reduced
	}{
		{
			"the example after Definition 2",
			[]Given{rule(SetOf(1), 3), rule(SetOf(1, 2), 3)},
			nil,
			[]Reduced{given(0, 3, SetOf(1), false, 1), given(1, 3, SetOf(1, 2), true, -1)},
		},
		{
			"equal rules",
			[]Given{rule(SetOf(1), 3), rule(SetOf(1), 3)},
			nil,
			[]Reduced{given(0, 3, SetOf(1), true, -1), given(1, 3, SetOf(1), false, 0)},
		},
		{
			"a composition that another rule protects, and one that none does",
			[]Given{rule(SetOf(1), 2, 3), rule(SetOf(1, 4), 3), rule(SetOf(5), 2, 3)},
			nil,
			[]Reduced{
				with(given(0, 3, SetOf(1), false, 1), func(r *Reduced) { r.Composite = []int{2, 3} }),
				given(1, 3, SetOf(1, 4), true, -1),
				with(given(2, 2, SetOf(5), true, -1), func(r *Reduced) { r.Composite = []int{2, 3} }),
			},
		},
		{
			"a composition that a stronger one protects, whatever is named first",
			[]Given{rule(SetOf(1), 2, 3), rule(SetOf(1, 4), 3, 2)},
			nil,
			[]Reduced{
				with(given(0, 3, SetOf(1), false, 1), func(r *Reduced) { r.Composite = []int{2, 3} }),
				with(given(1, 3, SetOf(1, 4), true, -1), func(r *Reduced) { r.Composite = []int{3, 2} }),
			},
		},
		{
			"a chain of dependencies",
			[]Given{rule(SetOf(1), 3)},
			[]Dependency{{SetOf(1, 4, 5), 3}, {SetOf(6), 4}},
			[]Reduced{
				given(0, 3, SetOf(1), true, -1),
				{Rule: Rule{SetOf(1), 4}, Given: 0, Dependency: 0, From: 0, Composite: []int{4, 5}, Kept: true, ImpliedBy: -1},
				{Rule: Rule{SetOf(1), 6}, Given: 0, Dependency: 1, From: 1, Kept: true, ImpliedBy: -1},
			},
		},
		{
			"what is determined cannot be protected, its composition with another can",
			[]Given{rule(SetOf(1), 3), rule(SetOf(1), 3, 5), rule(SetOf(2), 3)},
			[]Dependency{{SetOf(7), 5}, {SetOf(4), 3}, {SetOf(1), 6}, {SetOf(1), 4}},
			[]Reduced{
				with(given(0, 3, SetOf(1), false, -1), func(r *Reduced) { r.Exposed, r.Through = true, []int{3, 1} }),
				with(given(1, 5, SetOf(1), true, -1), func(r *Reduced) { r.Composite = []int{3, 5} }),
				given(2, 3, SetOf(2), true, -1),
				{Rule: Rule{SetOf(1), 7}, Given: 1, Dependency: 0, From: 1, Kept: true, ImpliedBy: -1},
				{Rule: Rule{SetOf(2), 4}, Given: 2, Dependency: 1, From: 2, Kept: true, ImpliedBy: -1},
				{Rule: Rule{SetOf(2), 1}, Given: 2, Dependency: 3, From: 4, Kept: true, ImpliedBy: -1},
			},
		},
		{
			"what everybody knows",
			[]Given{rule(SetOf(1), 3)},
			[]Dependency{{Set{}, 3}},
			[]Reduced{with(given(0, 3, SetOf(1), false, -1), func(r *Reduced) { r.Exposed, r.Through = true, []int{0} })},
		},
	} {
		if diff := cmp.Diff(test.want, Reduce(test.rules, test.dependencies)); diff != "" {
			t.Errorf("%s: Reduce() (-want +got):\n%s", test.name, diff)
		}
	}
}
