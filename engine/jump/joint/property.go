package joint

import (
	"context"

	"skyline/engine"
	"skyline/engine/jump/tables"
)

// Property is a privacy property of a set of tables as a whole: the largest probability
// of some statements about somebody, given some knowledge of a bounded amount, stays
// within bounds when all tables of the set are equally likely. Knowledge that no table
// agrees with does not count.
//
// No set of tables is safer than the permutation set that it is a part of: if S is a
// non-empty subset of a permutation set P, and S has the property, so has P.
//
// Proof. Let Γ be the permutations of people that map each group to itself. Any two
// tables of P differ by one of them, so when π goes through Γ, the sets πS together have
// each table of P equally often, say w > 0 times. Let φ be any knowledge that some
// tables of P agree with, and A a statement. Then
//
//	Pr_P(A | φ) = Σ_π |πS ∩ A ∩ φ| / Σ_π |πS ∩ φ|
//
// since both sums count tables of P, w times each; and a quotient of sums is at most the
// largest of the quotients |πS ∩ A ∩ φ| / |πS ∩ φ| with a denominator that is not 0.
// That is Pr_S(π⁻¹A | π⁻¹φ): the statement and the knowledge with people renamed, which
// are of the same kind, about the same values, and of the same amount. So the maximum
// over S is at least that over P, for each value and each amount of knowledge. ∎
//
// For properties of single people this is Lemma 3 of Liu et al. It also gives that
// merging groups breaks nothing (Theorem 14 of Martin et al., Theorem 3 of Chen et al.
// for one value a person): the permutation set of a finer generalization is a part of
// that of a coarser one.
type Property interface {
	// HoldsGroups decides for a permutation set: groups[g][v] is how many people of
	// group g have value v.
	//
	// Errors: *engine.ParamError, those of ctx.
	HoldsGroups(ctx context.Context, groups [][]int64) (bool, error)
	// Holds decides for a listed set, exactly. The empty set satisfies nothing.
	//
	// Errors: ErrTooLarge, those of ctx.
	Holds(ctx context.Context, list *List, work *Work) (bool, error)
}

// Marginal returns a property of single people as one of sets of tables.
func Marginal(p tables.Property) Property { return marginal{p} }

type marginal struct{ of tables.Property }

// HoldsGroups implements Property.
func (p marginal) HoldsGroups(_ context.Context, groups [][]int64) (bool, error) {
	for _, counts := range groups {
		people, err := sum(counts)
		if err != nil {
			return false, err
		}
		if people > 0 && !p.of.HoldsGroup(counts) {
			return false, nil
		}
	}
	return true, nil
}

// Holds implements Property.
func (p marginal) Holds(ctx context.Context, list *List, work *Work) (bool, error) {
	if err := work.Spend(ctx, float64(list.People())*float64(list.values)*float64(list.words())); err != nil {
		return false, err
	}
	cells := make([]int, list.People())
	for person := range cells {
		cells[person] = person
	}
	return list.Set(cells, len(cells)).Holds(p.of), nil
}

// sum returns the number of people of a group.
//
// Errors: *engine.ParamError.
func sum(counts []int64) (int64, error) {
	var people int64
	for _, n := range counts {
		if n < 0 || people+n < people {
			return 0, engine.NewParamError("joint", "counts", "at least 0 and less than 2^63 together", nil)
		}
		people += n
	}
	return people, nil
}
