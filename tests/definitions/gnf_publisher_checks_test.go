package definitions

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"skyline/tests/trials"
)

// checkFaithful checks that publications are projections of the original, that they
// publish every attribute, and are in guardian normal form.
func checkFaithful(t *testing.T, call gnfCall, publications []publication) {
	t.Helper()
	var schema []subTable
	for i, p := range publications {
		attributes := p.attributes
		if p.rhs != "" {
			last := len(attributes) - 1
			if attributes[last] != "group_id" {
				t.Fatalf("table %d is bucketized, and its columns are %v, want group_id last", i, attributes)
			}
			attributes = attributes[:last]
		}
		schema = append(schema, subTable{attributes: slices.Clone(attributes), rhs: p.rhs})
		left := p.project(publishedTable{attributes: attributes}.attributesBut(p.rhs))
		if !left.repeats(call.original) || len(left.rows) != len(call.original.rows) {
			t.Errorf("the left side %v of table %d is not that of the original", left.attributes, i)
		}
		if p.rhs != "" && !p.project([]string{p.rhs}).repeats(call.original) {
			t.Errorf("the right side of table %d is not that of the original", i)
		}
	}
	for _, a := range call.original.attributes {
		if !slices.ContainsFunc(schema, func(s subTable) bool { return slices.Contains(s.attributes, a) }) {
			t.Errorf("%s is not published", a)
		}
	}
	for _, rule := range call.rules {
		if !normal(schema, rule) {
			t.Errorf("%v is not in guardian normal form for %s", schema, rule)
		}
	}
}

// checkBound checks that no rule is broken in the given readings. It returns false if
// there are too many worlds to tell.
func checkBound(t *testing.T, call gnfCall, publications []publication, in ...reading) bool {
	t.Helper()
	for _, r := range in {
		for _, rule := range call.rules {
			found, err := worst(released(publications), rule, r)
			if errors.Is(err, errTooManyWorlds) {
				return false
			}
			if err != nil {
				t.Fatal(err)
			}
			if found.p.Cmp(big.NewRat(1, int64(call.l))) > 0 {
				t.Errorf("%s, %s at l = %d: P(%s | %v) = %s", r, rule, call.l, found.s, found.q, found.p)
			}
		}
	}
	return true
}

// checkRandom publishes random tables and lets the adversary loose on them. In strict
// mode the bound holds in all readings, or there is an error; else in the normative one,
// and there is an error where a rule's right side is too frequent, and only then.
func checkRandom(t *testing.T, f publish, method string, strict bool, cases int) {
	t.Helper()
	made, told := 0, 0
	for number := range cases {
		call := randomCall(number, method, strict)
		publications, err := f(t, call)
		bearable := (instance{l: call.l, original: call.original, rules: call.rules}).bearable()
		switch {
		case err == nil && !bearable:
			t.Errorf("published, but the right side of a rule is too frequent")
		case err != nil && bearable && !strict:
			t.Errorf("not published: %v", err)
		case err == nil:
			made++
			checkFaithful(t, call, publications)
			in := []reading{labelledExtended}
			if strict {
				in = readings
			}
			if checkBound(t, call, publications, in...) {
				told++
			}
		}
		if t.Failed() {
			t.Fatalf("case %d: %+v\n%+v", number, call, publications)
		}
	}
	t.Logf("method %q, strict %v: %d releases of %d tables, %d of them judged", method, strict, made, cases, told)
	if told < cases/10 || told < made/2 {
		t.Errorf("%d releases, %d of them judged, say little", made, told)
	}
}

// checkPaper publishes Table 1 of the paper for its rules, and tries on the result the
// attack that gives Table 2 away.
func checkPaper(t *testing.T, f publish, method string) {
	t.Helper()
	for seed := range 3 {
		call := gnfCall{original: hospital, rules: hospitalRules, l: 2, method: method, seed: seed}
		publications, err := f(t, call)
		if err != nil {
			t.Fatal(err)
		}
		checkFaithful(t, call, publications)
		if !checkBound(t, call, publications, labelledExtended) {
			t.Error("too many worlds")
		}
		// No two people share hospital and race.
		sure, err := certain(released(publications), "hospital", "race", "zip")
		if err != nil || len(sure) > 0 {
			t.Errorf("%d tuples are certain, %v", len(sure), err)
		}
	}
}

// TestAdversaryReference shows that the checks can be passed.
func TestAdversaryReference(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	t.Run("random", func(t *testing.T) { checkRandom(t, reference{}.publish, "", false, trials.Number(40, 400)) })
	t.Run("strict", func(t *testing.T) { checkRandom(t, reference{}.publish, "", true, trials.Number(40, 400)) })
	t.Run("paper", func(t *testing.T) { checkPaper(t, reference{}.publish, "") })
}
