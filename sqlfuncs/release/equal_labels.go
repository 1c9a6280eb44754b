package release

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"skyline/engine/cells"
	"skyline/engine/mondrian"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
)

// Rounded labels of different QI groups may be equal. Who sees the labels only takes such
// groups for one, and not every requirement holds for groups together that holds for each:
// see privacy.Merging. This file looks at them as one.

// mayBreak is whether some requirement may hold of each of several QI groups and not of
// all of them together.
func (p *ReleasePlan) mayBreak() bool {
	return slices.ContainsFunc(p.steps, func(step string) bool { return step != noRounding }) && p.Values != "one" && oldpeople.Requires(p.Privacy.Numbers, "skyline")
}

// equalLabels is a join, behind the rows of a release, with a guard that it satisfies the
// requirements with groups of equal labels taken for one.
func (p *ReleasePlan) equalLabels() string {
	if !p.mayBreak() {
		return ""
	}
	labels, joins := oldtext.Listed(len(p.Qi), "r#.t"), ""
	for i := range p.Qi[1:] {
		joins += fmt.Sprintf(" JOIN __skyline_r%[1]d AS r%[1]d ON r%[1]d.g = r1.g", i+2)
	}
	p.Add("__skyline_alike AS (SELECT system.main.list(first ORDER BY g ASC) AS firsts FROM (SELECT r1.g, system.main.min(r1.g) OVER (PARTITION BY %s) AS first FROM __skyline_r1 AS r1%s))", labels, joins)
	p.Add("__skyline_together AS (SELECT system.main.__skyline_together_start(rel.release, x.firsts) AS job, false AS done FROM __skyline_release AS rel CROSS JOIN __skyline_alike AS x WHERE x.firsts IS NOT NULL UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_together WHERE NOT done)")
	p.Add("__skyline_safe AS MATERIALIZED (SELECT coalesce(system.main.bool_and(ok), true) AS ok FROM (SELECT UNNEST(system.main.__skyline_together_rows(job), recursive := true) FROM __skyline_together WHERE done))")
	return " JOIN __skyline_safe AS safe ON safe.ok"
}

// equalLabelsScalars returns the private functions of this job: the release and, for
// each group, the number from 1 of the first that has its labels; and true, or the error.
func equalLabelsScalars() []host.Scalar {
	const function = "skyline_anonymize"
	return host.KernelScalars("skyline_together", function, []host.Type{{Kind: host.Bigint}, host.ListOf(host.Type{Kind: host.Bigint})}, []host.Field{{Name: "ok", Type: host.Type{Kind: host.Boolean}}}, func(args []host.Column, row int) (host.Run, error) {
		p, err := placementOf(args, row)
		if err != nil {
			return nil, err
		}
		firsts := slices.Clone(bigintsOf(&args[1], row))
		p.compared.Store(true)
		return func(ctx context.Context) (host.Column, error) {
			if p.together == nil {
				return host.Column{}, host.ErrNotKept
			}
			if err := p.together(ctx, firsts); err != nil {
				return host.Column{}, oldpeople.Explain(function, err)
			}
			return host.Column{Len: 1, Fields: []host.Column{{Len: 1, Bools: []bool{true}}}}, nil
		}, nil
	})
}

// together returns what checks a release with some of its groups taken for one: firsts
// has, for each, the number from 1 of one that it is together with. It is nil where that
// satisfies all requirements anyway.
func (in *anonymizeInput) together(release *mondrian.Release) func(ctx context.Context, firsts []int64) error {
	constraint := in.cells.Whole().Constraint
	var breakable []privacy.Requirement
	for _, r := range in.options.Requirements {
		if r.Merging(constraint) == privacy.MayBreak {
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
		texts, _, err := missed(ctx, candidate, breakable)
		if err != nil || len(texts) == 0 {
			return err
		}
		return fmt.Errorf("%s: rounding must leave labels that tell QI groups apart, as privacy would not hold for those of equal labels as one (%s), and the number of groups with the labels of another is %d; give smaller steps, such as rounding := {'weight': 0.1}, or rounding := 'none'",
			in.Function, strings.Join(texts, "; "), merged)
	}
}

// mergedGroups returns the groups of a release, those that are together as one, and how
// many are together with an earlier one.
func mergedGroups(release *mondrian.Release, firsts []int64) (groups []partition.Group, merged int, err error) {
	if len(firsts) != release.Len() {
		return nil, 0, host.ErrNotKept
	}
	at := make(map[int64]int, len(firsts))
	for i, first := range firsts {
		group := release.Group(i)
		if into, ok := at[first]; ok {
			merged++
			groups[into].People += group.People
			groups[into].Counts = append(groups[into].Counts, group.Counts...)
			continue
		}
		at[first] = len(groups)
		groups = append(groups, partition.Group{People: group.People, Counts: slices.Clone(group.Counts)})
	}
	for i := range groups {
		groups[i].Counts = addedUp(groups[i].Counts)
	}
	return groups, merged, nil
}

// addedUp has one count for each value, in the order of a group's.
func addedUp(counts []partition.Count) []partition.Count {
	slices.SortFunc(counts, func(a, b partition.Count) int { return cmp.Compare(a.Value, b.Value) })
	sums := counts[:0]
	for _, c := range counts {
		if last := len(sums) - 1; last >= 0 && sums[last].Value == c.Value {
			sums[last].N += c.N
			continue
		}
		sums = append(sums, c)
	}
	cells.SortCounts(sums)
	return sums
}
