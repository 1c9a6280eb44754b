package sqlfuncs

import (
	"context"
	"fmt"
	"strings"
)

// What a plan needs of the whole domain of a hierarchy: all its values, be they in
// the table or not, and their labels.

var domainLabelFields = []Field{
	{"i", Type{Kind: Bigint}},
	{"level", Type{Kind: Bigint}},
	{"c", Type{Kind: Bigint}},
	{"label", Type{Kind: Varchar}},
}

// domainLabels adds the CTEs of the domains: __skyline_w1, … have the texts t of the
// values of each column's domain, by their bytes, and their codes c, and
// __skyline_labels the labels of them, rows (i, level, c, label). It reads
// __skyline_hierarchies.
//
// With levels, the values of the table are of the domain too, every column must have
// a hierarchy, and the labels are those of the column's level. Without, they are those
// of all levels, and are looked for when the release is there: whose errors come first.
func (p *releasePlan) domainLabels(levels []columnLevel) {
	var parts, names, numbers []string
	for i, name := range p.qi {
		attribute := quoteText(strings.ToLower(name))
		values := fmt.Sprintf("SELECT value AS t FROM __skyline_hierarchies WHERE attribute = %s AND level >= 1", attribute)
		if levels != nil {
			values += fmt.Sprintf(" UNION ALL SELECT %s FROM (SELECT DISTINCT %s AS v FROM %s AS tbl)", encoded(textOf("v")), p.column(name), p.source)
		}
		p.add("__skyline_w%d AS MATERIALIZED (SELECT t, system.main.row_number() OVER (ORDER BY t ASC NULLS LAST) - 1 AS c FROM (SELECT DISTINCT t FROM (%s)))", i+1, values)
		parts = append(parts,
			fmt.Sprintf("SELECT %d::BIGINT AS i, c, t IS NULL AS is_null, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM __skyline_w%d", i, i+1),
			fmt.Sprintf("SELECT %d::BIGINT, d.c, NULL::BOOLEAN, h.level, h.label FROM __skyline_hierarchies AS h JOIN __skyline_w%d AS d ON h.value IS NOT DISTINCT FROM d.t WHERE h.attribute = %s AND h.level >= 1", i, i+1, attribute))
		names = append(names, name)
	}
	for _, l := range levels {
		numbers = append(numbers, fmt.Sprint(l.level))
	}
	after := ""
	if levels == nil {
		after = " CROSS JOIN (SELECT system.main.count(*) FROM __skyline_release) AS released"
	}
	p.add("__skyline_whole AS (SELECT system.main.__skyline_domain(%d, i, c, is_null, NULL::DOUBLE, NULL::VARCHAR, level, label, %s) AS domain FROM (%s))", PlanKey, apart, strings.Join(parts, " UNION ALL "))
	p.add("__skyline_labels_job AS (SELECT system.main.__skyline_labels_start(%s, %s, system.main.list_value(%s)::BIGINT[], domain) AS job, false AS done FROM __skyline_whole%s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_labels_job WHERE NOT done)",
		quoteText(p.function), sqlTexts(names), strings.Join(numbers, ", "), after)
	p.add("__skyline_labels AS MATERIALIZED (SELECT UNNEST(system.main.__skyline_labels_rows(job), recursive := true) FROM __skyline_labels_job WHERE done)")
}

// domainLabelScalars returns the private functions of the job that finds labels:
// __skyline_labels_start(function, columns, levels, domain).
func domainLabelScalars() []Scalar {
	params := []Type{{Kind: Varchar}, ListOf(Type{Kind: Varchar}), ListOf(Type{Kind: Bigint}), {Kind: Varchar}}
	start := startScalar("__skyline_labels_start", "release_recipe", params, func(args []Column, row int) (run, error) {
		function := strings.Clone(args[0].Strings[row])
		domain, err := take[*domainState](args[3].Strings[row])
		if err != nil {
			return nil, explain(function, err)
		}
		columns := textsOf(&args[1], row)
		first, last := args[2].ListRange(row)
		levels := append([]int64(nil), args[2].Elem.Int64s[first:last]...)
		if len(levels) != 0 && len(levels) != len(columns) {
			return nil, explain(function, errNotKept)
		}
		return func(ctx context.Context) (Column, error) {
			return runDomainLabels(ctx, function, columns, levels, domain)
		}, nil
	})
	return []Scalar{start, takeScalar("__skyline_labels_rows", domainLabelFields)}
}

func runDomainLabels(ctx context.Context, function string, columns []string, levels []int64, domain *domainState) (Column, error) {
	if without := domain.withoutHierarchy(columns); without != nil && len(levels) > 0 {
		return Column{}, fmt.Errorf("%s: hierarchies must have rows for each column of levels, and has none for %s; the attribute is the column's name, and level 1 or more", function, strings.Join(without, ", "))
	}
	out := newRowBuilder(domainLabelFields)
	for i, name := range columns {
		column, _, err := domain.column(i).column()
		if err != nil {
			in := &anonymizeInput{function: function, columns: columns}
			return Column{}, in.explainHierarchy(i, err)
		}
		tree := column.Hierarchy
		if tree == nil {
			continue
		}
		first, last := int64(1), tree.Height()
		if len(levels) > 0 {
			if first, last = levels[i], levels[i]; last > tree.Height() {
				return Column{}, fmt.Errorf("%s: levels: the level of %s must be at most %d, the height of its hierarchy, got %d", function, quoteIdentifier(name), tree.Height(), last)
			}
		}
		for level := first; level <= last; level++ {
			for c := range int32(tree.Values()) {
				if c%1024 == 0 && ctx.Err() != nil {
					return Column{}, explain(function, ctx.Err())
				}
				out.int64(0, int64(i))
				out.int64(1, level)
				out.int64(2, int64(c))
				out.text(3, tree.Label(c, level), level == 0)
				out.row()
			}
		}
	}
	return out.column(), nil
}

// withoutHierarchy returns the names of the columns that have none, quoted.
func (s *domainState) withoutHierarchy(columns []string) []string {
	var without []string
	for i, name := range columns {
		if !s.column(i).hasHierarchy {
			without = append(without, quoteIdentifier(name))
		}
	}
	return without
}
