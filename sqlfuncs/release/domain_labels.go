package release

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// What a plan needs of the whole domain of a hierarchy: all its values, be they in
// the table or not, and their labels.

var domainLabelFields = []host.Field{
	{Name: "i", Type: host.Type{Kind: host.Bigint}},
	{Name: "level", Type: host.Type{Kind: host.Bigint}},
	{Name: "c", Type: host.Type{Kind: host.Bigint}},
	{Name: "label", Type: host.Type{Kind: host.Varchar}},
}

// wholeDomain adds the CTEs of the domains: __skyline_w1, … have the texts t of the
// values of each column's domain, by their bytes, and their codes c; __skyline_whole is
// what is known of all of them. It reads __skyline_hierarchies. table returns the SELECT
// of the values v of the table, which are of the domain too; nil: they are not.
func (p *ReleasePlan) wholeDomain(table func(i int, name string) string) {
	var parts []string
	for i, name := range p.Qi {
		attribute := oldtext.QuoteText(strings.ToLower(name))
		values := fmt.Sprintf("SELECT value AS t FROM __skyline_hierarchies WHERE attribute = %s AND level >= 1", attribute)
		if table != nil {
			values += fmt.Sprintf(" UNION ALL SELECT %s FROM (%s)", oldtext.Encoded(oldtext.TextOf("v")), table(i, name))
		}
		p.Add("__skyline_w%d AS MATERIALIZED (SELECT t, system.main.row_number() OVER (ORDER BY t ASC NULLS LAST) - 1 AS c FROM (SELECT DISTINCT t FROM (%s)))", i+1, values)
		parts = append(parts,
			fmt.Sprintf("SELECT %d::BIGINT AS i, c, t IS NULL AS is_null, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM __skyline_w%d", i, i+1),
			fmt.Sprintf("SELECT %d::BIGINT, d.c, NULL::BOOLEAN, h.level, h.label FROM __skyline_hierarchies AS h JOIN __skyline_w%d AS d ON h.value IS NOT DISTINCT FROM d.t WHERE h.attribute = %s AND h.level >= 1", i, i+1, attribute))
	}
	p.Add("__skyline_whole AS (SELECT system.main.__skyline_domain(%s, %s, i, c, is_null, NULL::DOUBLE, NULL::VARCHAR, level, label, %s) AS domain FROM (%s))", sqltext.PlanKey, oldtext.QuoteText(p.Function), host.Apart, strings.Join(parts, " UNION ALL "))
}

// DomainLabels adds the CTEs of the domains, and __skyline_labels with the labels of
// their values, rows (i, level, c, label).
//
// With levels, the values of the table are of the domain too, every column must have
// a hierarchy, and the labels are those of the column's level. Without, they are those
// of all levels, and are looked for when the release is there, which has read the
// hierarchies, and whose errors come first.
func (p *ReleasePlan) DomainLabels(levels []call.ColumnLevel) {
	var table func(int, string) string
	after := " CROSS JOIN (SELECT system.main.count(*) FROM __skyline_release) AS released"
	if levels != nil {
		table = func(_ int, name string) string {
			return p.ValuesOf(name)
		}
		after = ""
		p.Ctes = append(p.Ctes, call.OldHierarchiesCTE(p.Hierarchies))
	}
	p.wholeDomain(table)
	numbers := make([]string, len(levels))
	for i, l := range levels {
		numbers[i] = strconv.FormatInt(l.Level, 10)
	}
	p.Add("__skyline_labels_job AS (SELECT system.main.__skyline_labels_start(%s, %s, system.main.list_value(%s)::BIGINT[], domain) AS job, false AS done FROM __skyline_whole%s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_labels_job WHERE NOT done)",
		oldtext.QuoteText(p.Function), p.Names(), strings.Join(numbers, ", "), after)
	p.Add("__skyline_labels AS MATERIALIZED (SELECT UNNEST(system.main.__skyline_labels_rows(job), recursive := true) FROM __skyline_labels_job WHERE done)")
}

// domainLabelScalars returns the private functions of the job that finds labels:
// __skyline_labels_start(function, columns, levels, domain).
func domainLabelScalars() []host.Scalar {
	params := []host.Type{{Kind: host.Varchar}, host.ListOf(host.Type{Kind: host.Varchar}), host.ListOf(host.Type{Kind: host.Bigint}), {Kind: host.Varchar}}
	return host.KernelScalars("skyline_labels", "release_recipe", params, domainLabelFields, func(args []host.Column, row int) (host.Run, error) {
		function := strings.Clone(args[0].Strings[row])
		domain, err := host.Take[*people.DomainState](args[3].Strings[row])
		if err != nil {
			return nil, oldpeople.Explain(function, err)
		}
		columns := host.TextsOf(&args[1], row)
		first, last := args[2].ListRange(row)
		levels := append([]int64(nil), args[2].Elem.Int64s[first:last]...)
		if len(levels) != 0 && len(levels) != len(columns) {
			return nil, oldpeople.Explain(function, host.ErrNotKept)
		}
		return func(ctx context.Context) (host.Column, error) {
			return runDomainLabels(ctx, function, columns, levels, domain)
		}, nil
	})
}

func runDomainLabels(ctx context.Context, function string, columns []string, levels []int64, domain *people.DomainState) (host.Column, error) {
	if len(levels) > 0 {
		if err := CheckHierarchies(domain, function, columns); err != nil {
			return host.Column{}, err
		}
	}
	out := host.NewRowBuilder(domainLabelFields)
	for i, name := range columns {
		column, _, err := domain.Column(i).Column()
		if err != nil {
			return host.Column{}, oldpeople.ExplainHierarchy(function, name, err)
		}
		tree := column.Hierarchy
		if tree == nil {
			continue
		}
		first, last := int64(1), tree.Height()
		if len(levels) > 0 {
			if first, last = levels[i], levels[i]; last > tree.Height() {
				return host.Column{}, fmt.Errorf("%s: levels: the level of %s must be at most %d, the height of its hierarchy, got %d", function, oldtext.QuoteIdentifier(name), tree.Height(), last)
			}
		}
		for level := first; level <= last; level++ {
			for c := range int32(tree.Values()) {
				if c%1024 == 0 && ctx.Err() != nil {
					return host.Column{}, oldpeople.Explain(function, ctx.Err())
				}
				out.Int64(0, int64(i))
				out.Int64(1, level)
				out.Int64(2, int64(c))
				out.Text(3, tree.Label(c, level), level == 0)
				out.Row()
			}
		}
	}
	return out.Column(), nil
}

// CheckHierarchies makes sure that each of some columns has a hierarchy.
func CheckHierarchies(s *people.DomainState, function string, columns []string) error {
	var without []string
	for i, name := range columns {
		if !s.Column(i).HasHierarchy {
			without = append(without, oldtext.QuoteIdentifier(name))
		}
	}
	if without == nil {
		return nil
	}
	return fmt.Errorf("%s: hierarchies must have rows for every column, with its name as attribute and level 1 or more, and has none for %s; add them, such as FROM hierarchy_intervals(…) or hierarchy_prefix(…)",
		function, strings.Join(without, ", "))
}
