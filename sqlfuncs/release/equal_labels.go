package release

import (
	"context"
	"fmt"
	"slices"

	"skyline/engine/mondrian"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Rounded labels of different QI groups may be equal. Who sees the labels only takes such
// groups for one, and not every requirement holds for groups together that holds for each:
// see privacy.Merging. This file looks at them as one.

// mayBreak is whether some requirement may hold of each of several QI groups and not of
// all of them together.
func (p *ReleasePlan) mayBreak() bool {
	// "*" may be the label of several nodes of a hierarchy, a number that of several groups. Beside earlier releases people have
	// one value each. People who are in several groups count once in these together.
	merged := p.numbers != "" || p.Hierarchies != "" || slices.ContainsFunc(p.steps, func(step string) bool { return step != noRounding })
	return merged && (p.ValuesPerPerson != people.One && p.privacy.Skyline != nil || p.Apart && p.privacy.OfValues())
}

// equalLabelsGuard is a join, behind the rows of a release, with a guard that it satisfies
// the requirements with groups of equal labels taken for one.
func (p *ReleasePlan) equalLabelsGuard() sqltext.SQL {
	if !p.mayBreak() {
		return ""
	}
	p.With("__skyline_alike", "the first group that has the labels of each", sqltext.Fill(`
		SELECT list(first ORDER BY g ASC) AS firsts
		FROM (
		    SELECT g, min(g) OVER (PARTITION BY {labels}) AS first
		    FROM {regions}
		)
	`, sqltext.Args{
		"labels":  "list_value(" + sqltext.List(sqltext.Map(p.QI, func(i int, _ string) sqltext.SQL { return sqltext.Encoded(ShownColumn(i) + "::VARCHAR") })) + ")",
		"regions": Regions,
	}))
	p.Run(sqltext.Job{
		Function: p.Call.Function.Name, Kernel: equalLabelsKernel.Name, Why: "the requirements hold with groups of equal labels as one",
		Data: []sqltext.Member{{Name: "release", Value: "rel.release"}, {Name: "firsts", Value: "x.firsts"}},
		From: Release + " AS rel CROSS JOIN __skyline_alike AS x", Spec: equalLabelsSpec{}, Rows: "__skyline_safe",
	})
	return " JOIN __skyline_safe ON __skyline_safe.ok"
}

// equalLabelsSpec is what the kernel gets: the release, which the rest of the plan needs too,
// and for each group the number, from 1, of the first that has its labels.
type equalLabelsSpec struct {
	Release int64   `json:"release,omitzero"`
	Firsts  []int64 `json:"firsts,omitempty"`
}

// okRow is true, where there is no error.
type okRow struct{ OK bool }

var equalLabelsKernel = host.KernelOf("equal_labels", runEqualLabels)

func runEqualLabels(ctx context.Context, spec *equalLabelsSpec) (*host.Rows[okRow], error) {
	p, err := host.Look[*Placement](spec.Release)
	if err != nil {
		return nil, err
	}
	p.compared.Store(true)
	if p.together != nil {
		if err := p.together(ctx, spec.Firsts); err != nil {
			return nil, err
		}
	}
	out := host.NewRows[okRow]()
	out.Add(okRow{true})
	return out, nil
}

// together returns what checks a release with some of its groups taken for one: firsts
// has, for each, the number from 1 of one that it is together with. It is nil where that
// satisfies all requirements anyway.
func (in *splitting) together(release *mondrian.Release) func(ctx context.Context, firsts []int64) error {
	constraint := in.cells.Whole().Constraint
	var breakable []privacy.Requirement
	for _, r := range in.options.Requirements {
		if in.cells.Unit != nil || r.Merging(constraint) == privacy.MayBreak {
			breakable = append(breakable, r)
		}
	}
	if len(breakable) == 0 {
		return nil
	}
	return func(ctx context.Context, firsts []int64) error {
		groups, merged, err := mergedGroups(release, firsts)
		if err != nil || merged == 0 {
			return err
		}
		candidate := privacy.WholeRelease(in.cells.Whole(), in.cells.Values)
		candidate.Table.Groups = groups
		missed, err := MissedBy(ctx, candidate, breakable)
		if err != nil || missed.None() {
			return err
		}
		if in.statistic != "" {
			return fmt.Errorf("output must leave numbers that tell QI groups apart, as privacy would not hold for those of equal numbers as one (%s), and the number of groups with the numbers of another is %d; use 'generalized'",
				missed, merged)
		}
		return fmt.Errorf("rounding must leave labels that tell QI groups apart, as privacy would not hold for those of equal labels as one (%s), and the number of groups with the labels of another is %d; give smaller steps, such as rounding := {'weight': 0.1}, or rounding := 'none'",
			missed, merged)
	}
}

// mergedGroups returns the groups of a release, those that are together as one, and how
// many are together with an earlier one.
func mergedGroups(release *mondrian.Release, firsts []int64) (groups []partition.Group, merged int, err error) {
	if len(firsts) != release.Len() {
		return nil, 0, host.ErrNotKept
	}
	at := make(map[int64]int, len(firsts))
	var sets [][]int
	for i, first := range firsts {
		set, ok := at[first]
		if !ok {
			set, at[first] = len(sets), len(sets)
			sets = append(sets, nil)
		}
		sets[set] = append(sets[set], i)
	}
	return release.Together(sets), len(firsts) - len(sets), nil
}
