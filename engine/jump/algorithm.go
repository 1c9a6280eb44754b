package jump

import (
	"context"
	"fmt"
	"slices"

	"skyline/engine"
	"skyline/engine/jump/beliefs"
	"skyline/engine/jump/internal/counting"
)

// Strategy says what an algorithm evaluates, and where it goes when that fails.
type Strategy int

const (
	// Jump evaluates the permutation set, and then the disclosure set; where that
	// fails, it jumps (Table 9 of the source). It is safe.
	Jump Strategy = iota
	// Naive evaluates permutation sets only (Table 6). It is not safe.
	Naive
	// Safe evaluates disclosure sets only (Table 7). It is safe, and goes the same way
	// as Jump with distances of 1 for all properties here, since what a permutation
	// set violates its subsets do.
	Safe
	// Certified releases where the permutation set satisfies the property, and so does,
	// provably and without recursion, every set that the disclosure set could be. It is
	// safe, since the set that an adversary works out is one of those, and releases
	// less than Jump. It is not an algorithm of the source.
	Certified
)

// Algorithm is what a publisher does, and everybody knows.
type Algorithm struct {
	Strategy Strategy
	// Jump has the jump distance of each generalization, from 1 to their number; for the
	// strategy Jump only.
	Jump []int64
	// Property must hold for what is released; nil if that is Joint, which looks at several
	// people at once.
	Property beliefs.Property
	Joint    Joint
}

// check makes sure that the algorithm fits n generalizations.
func (a *Algorithm) check(n int) error {
	if a.Strategy != Jump {
		return nil
	}
	if len(a.Jump) != n {
		return engine.NewParamError("jump", "Jump", fmt.Sprintf("one distance for each of %d generalizations", n), len(a.Jump))
	}
	for _, k := range a.Jump {
		if k < 1 || k > int64(n) {
			return engine.NewParamError("jump", "Jump", fmt.Sprintf("of distances in 1..%d", n), k)
		}
	}
	return nil
}

// next returns where the algorithm goes from g_j, whose disclosure set violates the
// property.
func (a *Algorithm) next(j int) int {
	if a.Strategy == Jump {
		return j + int(a.Jump[j-1])
	}
	return j + 1
}

// Options bound the work.
type Options struct {
	// Limit is the work that a disclosure set may take, in elementary steps, of which
	// about 1e9 take a second. What needs more is not started.
	Limit float64
	// Without are methods that must not be used, of Methods: to measure what they buy.
	Without []string
}

// The methods by which more is decided than by counting alone, and that by which a
// recursion is counted.
const (
	ofSymmetry   = "symmetry"   // everybody in a group stands alike: see isSymmetric
	ofChance     = "chance"     // hardly any table passes anything earlier: see byChance
	ofEnclosures = "enclosures" // bounds on what groups can do: see enclosed
	ofSandwich   = "sandwich"   // between two sets that are counted: see bounded
	ofRecursion  = "recursion"  // package signatures
)

// Methods returns the names of the methods that Options.Without may have.
func Methods() []string {
	return append([]string{ofSymmetry, ofChance, ofEnclosures, ofSandwich, ofRecursion}, counting.Methods()...)
}

// without says that a method must not be used.
func (e *evaluator) without(method string) bool { return slices.Contains(e.options.Without, method) }

// Undecided reports a disclosure set about which nothing can be said with the given work.
// It matches engine.ErrTooLarge.
type Undecided struct {
	// Generalization is the number of the generalization, from 1.
	Generalization int
	// Work is about how many elementary steps it would take to count the set, at least: +Inf
	// where no limit would do.
	Work float64
	// Limit is how many were allowed.
	Limit float64
	// Recursive says that the set depends on the disclosure sets of other tables.
	Recursive bool
}

func (u *Undecided) Error() string {
	return fmt.Sprintf("jump: the disclosure set of generalization %d takes about %.2g steps, and the limit is %.2g", u.Generalization, u.Work, u.Limit)
}

// Is reports whether target is engine.ErrTooLarge.
func (u *Undecided) Is(target error) bool { return target == engine.ErrTooLarge }

// evaluator evaluates sets of tables of one table and algorithm.
type evaluator struct {
	table     *Table
	algorithm *Algorithm
	options   *Options
	// toWhole says that the last generalization stands for releasing nothing: all jumps
	// that lead beyond the others end there.
	toWhole bool
	// settled are the answers for tables of which it was asked before.
	settled map[string]beliefs.Verdict
}

func newEvaluator(t *Table, a *Algorithm, o *Options) *evaluator {
	return &evaluator{table: t, algorithm: a, options: o, settled: map[string]beliefs.Verdict{}}
}

// next is that of the algorithm.
func (e *evaluator) next(j int) int {
	n := e.table.Generalizations()
	switch {
	case !e.toWhole:
		return e.algorithm.next(j)
	case j == n:
		return n + 1
	}
	return min(e.algorithm.next(j), n)
}

// ofPeople is the property of single people, or what is implied for them.
func (e *evaluator) ofPeople() beliefs.Property {
	if e.algorithm.Joint != nil {
		return e.algorithm.Joint.implies()
	}
	return e.algorithm.Property
}

// permutes decides the property for the permutation set of a signature.
func (e *evaluator) permutes(ctx context.Context, signature []histogram) (bool, error) {
	if e.algorithm.Joint != nil {
		return e.algorithm.Joint.holds(signature)
	}
	for i, h := range signature {
		if i%1024 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if !e.algorithm.Property.HoldsGroup(h.counts()) {
			return false, nil
		}
	}
	return true, nil
}
