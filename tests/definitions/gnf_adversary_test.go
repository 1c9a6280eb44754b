package definitions

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/tests/trials"
)

// releases makes random releases of up to the given number of people, in guardian
// normal form unless the flaw lies there, until so many have been visited.
func releases(t *testing.T, stream uint64, people, count int, f flaw, visit func(in instance, release []publishedTable)) {
	t.Helper()
	for seed := uint64(0); count > 0; seed++ {
		if seed == 1_000_000 {
			t.Fatalf("%d releases could not be made", count)
		}
		rng := rand.New(rand.NewPCG(seed, stream))
		in, ok := randomInstance(rng, people)
		if f == bucketsShared {
			in.rules = slices.DeleteFunc(in.rules, in.remote)
		}
		if !ok || len(in.rules) == 0 || f != notRefused && !in.bearable() {
			continue
		}
		release, ok := publisher{l: in.l, flaw: f, rng: rng}.publish(in.original, in.schema)
		if !ok {
			continue
		}
		count--
		visit(in, release)
		if t.Failed() {
			t.Fatalf("seed %d, stream %d: %+v\n%+v", seed, stream, in, release)
		}
	}
}

// remote reports whether a rule's right side is not on the left of a bucketized table,
// or its left side not on the left of another one: shared buckets do not link them.
func (in instance) remote(rule gnfRule) bool {
	left := func(names ...string) int {
		return slices.IndexFunc(in.schema, func(s subTable) bool {
			return s.rhs != "" && slices.ContainsFunc(names, func(a string) bool { return a != s.rhs && slices.Contains(s.attributes, a) })
		})
	}
	from, to := left(rule.lhs...), left(rule.rhs)
	return from < 0 || to < 0 || from == to
}

// violations counts the rules of random releases, and those that the normative
// adversary breaks.
func violations(t *testing.T, stream uint64, count int, f flaw) (broken, rules int, largest *big.Rat) {
	t.Helper()
	largest = new(big.Rat)
	releases(t, stream, 6, count, f, func(in instance, release []publishedTable) {
		for _, rule := range in.rules {
			found, err := worst(release, rule, labelledExtended)
			if err != nil {
				t.Error(err)
				return
			}
			rules++
			if found.p.Cmp(big.NewRat(1, int64(in.l))) > 0 {
				broken++
				if found.p.Cmp(largest) > 0 {
					largest = found.p
				}
				if f == flawless {
					t.Errorf("%s at l = %d: P(%s | %v) = %s", rule, in.l, found.s, found.q, found.p)
				}
			}
		}
	})
	return broken, rules, largest
}

// TestAdversaryBound checks that what guardian normal form promises is kept by a
// publisher who does all that it takes, and that this very test notices if not.
func TestAdversaryBound(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	for _, c := range []struct {
		name  string
		flaw  flaw
		count int
	}{
		{"flawless", flawless, trials.Number(500, 4000)},
		{"order kept", orderKept, 200},
		{"buckets shared", bucketsShared, 100},
		{"not enforced", notEnforced, 200},
		{"not refused", notRefused, 200},
		{"one-sided suppression", oneSided, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			broken, rules, largest := violations(t, 11, c.count, c.flaw)
			t.Logf("%d of %d rules broken, largest probability %s", broken, rules, largest)
			if c.flaw != flawless && broken == 0 {
				t.Error("the flaw was not noticed")
			}
		})
	}
}

// TestAdversaryMatchings checks the counting behind RM against the enumeration.
func TestAdversaryMatchings(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	compared := 0
	releases(t, 12, 5, trials.Number(60, 300), flawless, func(in instance, release []publishedTable) {
		c, err := encode(release)
		if err != nil {
			t.Error(err)
			return
		}
		e := newExpectation(c, in.rules[0])
		if e.enumerate(labelledExtended) != nil {
			return
		}
		got, err := worst(release, in.rules[0], labelledExtended)
		if want := e.best().p; err != nil || got.p.Cmp(want) != 0 {
			t.Errorf("%s: worst = %v, %v, want %s", in.rules[0], got.p, err, want)
		}
		compared++
	})
	t.Logf("%d releases", compared)
	if compared < trials.Number(40, 200) {
		t.Errorf("%d releases say little", compared)
	}
}

// oneBucket (K1) reports whether rows with equal left parts share a bucket, in all
// bucketized tables.
func oneBucket(release []publishedTable) bool {
	seen := map[string]bool{}
	for _, t := range release {
		bucket := t.attributes[0]
		// The left part comes first.
		if !bookkeeping.MatchString(bucket) || seen[bucket] {
			continue
		}
		seen[bucket] = true
		of := map[string]string{}
		for _, row := range t.rows {
			key := fmt.Sprint(row[1:])
			if b, ok := of[key]; ok && b != row[0] {
				return false
			}
			of[key] = row[0]
		}
	}
	return true
}

// tellsApart (K2) reports whether the rows of some table all differ, its buckets'
// numbers counted. If wide, the right parts of bucketized tables are tables too.
func tellsApart(release []publishedTable, wide bool) bool {
	seen := map[string]bool{}
	for _, t := range release {
		bucket := t.attributes[0]
		right := seen[bucket]
		seen[bucket] = bookkeeping.MatchString(bucket)
		rows := slices.Clone(t.rows)
		slices.SortFunc(rows, slices.Compare)
		if (wide || !right) && len(slices.CompactFunc(rows, slices.Equal)) == len(t.rows) {
			return true
		}
	}
	return false
}

// TestAdversaryReadings checks when the readings cannot differ. Under K1 a person's
// bucket follows from the left part, so that worlds with and without buckets correspond
// one to one: RM = LA and ME = MS. Under K2, in the wide sense, no world has equal
// tuples, so that each multiset can be labelled in n! ways: RM = ME. Under both, all
// four are the same adversary. The publisher may be flawed; it does not matter.
func TestAdversaryReadings(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	counts := map[string]int{}
	releases(t, 13, 5, trials.Number(200, 3000), flawless, func(in instance, release []publishedTable) {
		k1, narrow, wide := oneBucket(release), tellsApart(release, false), tellsApart(release, true)
		p := map[reading]*big.Rat{}
		for _, r := range readings {
			found, err := worst(release, in.rules[0], r)
			if err != nil {
				counts["too many worlds"]++
				return
			}
			p[r] = found.p
		}
		equal := func(r, s reading) bool { return p[r].Cmp(p[s]) == 0 }
		all := equal(labelledExtended, labelledPlain) && equal(unlabelledExtended, unlabelledPlain) && equal(labelledExtended, unlabelledExtended)
		counts["releases"]++
		for _, c := range []struct {
			name     string
			premise  bool
			claim    bool
			mustHold bool
		}{
			{"K1: RM = LA, ME = MS", k1, equal(labelledExtended, labelledPlain) && equal(unlabelledExtended, unlabelledPlain), true},
			{"K2 wide: RM = ME", wide, equal(labelledExtended, unlabelledExtended), true},
			{"K1, K2 wide: all equal", k1 && wide, all, true},
			{"K1, K2 narrow: all equal", k1 && narrow, all, true},
			{"K1, K2 wide, not narrow: all equal", k1 && wide && !narrow, all, true},
			{"K1, not K2: all equal", k1 && !wide, all, false},
			{"K2, not K1: all equal", !k1 && wide, all, false},
			{"not K1, not K2: all equal", !k1 && !wide, all, false},
		} {
			if !c.premise {
				continue
			}
			counts[c.name]++
			if !c.claim {
				counts[c.name+": not"]++
			}
			if c.mustHold && !c.claim {
				t.Errorf("%s for %s: %v", c.name, in.rules[0], p)
			}
		}
	})
	t.Logf("%v", counts)
	for _, name := range []string{"K1, K2 wide, not narrow: all equal", "K1, not K2: all equal: not", "K2, not K1: all equal: not"} {
		if counts[name] < trials.Number(5, 10) {
			t.Errorf("%d cases of %q say little", counts[name], name)
		}
	}
}
