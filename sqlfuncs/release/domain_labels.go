package release

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// What a plan needs of the whole domain of a hierarchy: all its values, be they in
// the table or not, and their labels.

// WholeDictionary is the CTE of the codes c of the values of the columns' domains: i is the column's
// number, and t the text of a value, by its bytes.
const WholeDictionary = sqltext.SQL("__skyline_whole_values")

// addWholeDomain adds WholeDictionary, and name, which is as AddDomain has it, of it. It reads
// call.HierarchyRows. values returns the SELECT of the values v of the table, which are of the
// domain too; nil: they are not.
func addWholeDomain(p *sqltext.Plan, c *call.Call, name sqltext.SQL, columns []string, values func(i int) sqltext.SQL) {
	// A column may be there several times, at levels of its own.
	rows := sqltext.Fill("(SELECT a.i, h.value, h.level, h.label FROM {hierarchies} AS h JOIN (SELECT UNNEST(range({n})) AS i, UNNEST({attributes}) AS attribute) AS a ON a.attribute = h.attribute WHERE h.level >= 1)",
		sqltext.Args{"n": sqltext.Int(int64(len(columns))), "attributes": attributesOf(columns), "hierarchies": call.HierarchyRows})
	texts := []sqltext.SQL{"SELECT i, value AS t FROM " + rows}
	if values != nil {
		for i := range columns {
			texts = append(texts, sqltext.Fill("SELECT {i}, {text} FROM ({values})", sqltext.Args{"i": sqltext.Int(int64(i)), "text": sqltext.Encoded(sqltext.TextOf("v")), "values": values(i)}))
		}
	}
	p.Keep(WholeDictionary, "the codes of the domains: of each column its values in the order of their texts", sqltext.Fill(`
		SELECT i, t, row_number() OVER (PARTITION BY i ORDER BY t ASC NULLS LAST) - 1 AS c
		FROM (
		    SELECT DISTINCT i, t
		    FROM (
		        {texts}
		    )
		)
	`, sqltext.Args{"texts": sqltext.Join("\nUNION ALL\n", texts...)}))
	AddDomain(p, c, name, []sqltext.SQL{
		"SELECT i, c, t IS NULL AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM " + WholeDictionary,
		sqltext.Fill(`
			SELECT h.i, d.c, NULL::BOOLEAN AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, h.level, h.label
			FROM {rows} AS h JOIN {dictionary} AS d ON d.i = h.i AND d.t IS NOT DISTINCT FROM h.value
		`, sqltext.Args{"rows": rows, "dictionary": WholeDictionary}),
	})
}

// attributesOf is the list of what hierarchies call columns.
func attributesOf(columns []string) sqltext.SQL {
	return "list_value(" + sqltext.List(sqltext.Map(columns, func(_ int, name string) sqltext.SQL { return call.AttributeOf(name) })) + ")"
}

// The CTEs of AddDomainLabels.
const (
	wholeName = sqltext.SQL("__skyline_whole")
	Labels    = sqltext.SQL("__skyline_labels")
)

// DomainLabels says which labels of domains a plan needs.
type DomainLabels struct {
	Columns []string
	// Values returns the SELECT of the values v of the table in a column, which are of the
	// domain too; nil: they are not.
	Values func(i int) sqltext.SQL
	Levels []int64     // one of each column, which must have a hierarchy; nil: all there are
	After  sqltext.SQL // a relation that is computed first, "" for none
}

// AddDomainLabels adds Labels, and WholeDictionary. It reads call.HierarchyRows.
func AddDomainLabels(p *sqltext.Plan, c *call.Call, d *DomainLabels) {
	addWholeDomain(p, c, wholeName, d.Columns, d.Values)
	job := sqltext.Job{
		Function: c.Function.Name, Kernel: LabelsKernel.Name, Why: "the labels of the values of the domains",
		Spec: labelsSpec{Columns: d.Columns, Levels: d.Levels, Tables: c.HierarchyTables()},
		Data: []sqltext.Member{{Name: "domain", Value: "y.domain"}},
		From: wholeName + " AS y", Rows: Labels,
	}
	if d.After != "" {
		job.From += " CROSS JOIN " + d.After
	}
	p.Run(job)
}

// LevelLabels is the CTE of the labels of the values v of a column.
func LevelLabels(i int) sqltext.SQL { return "__skyline_l" + sqltext.Int(int64(i)+1) }

// AddLevelLabels adds the CTEs of the labels, at levels above 0, of the values of a table
// and of the public one. source is what stands behind FROM for the hierarchies.
func AddLevelLabels(p *sqltext.Plan, in *people.Input, source sqltext.SQL, levels []call.ColumnLevel) {
	call.AddHierarchies(p, source)
	d := &DomainLabels{Values: func(i int) sqltext.SQL { return in.ValuesOf(levels[i].Name) }}
	for _, l := range levels {
		d.Columns, d.Levels = append(d.Columns, l.Name), append(d.Levels, l.Level)
	}
	in.Call.GuardLabels(p, d.Columns)
	AddDomainLabels(p, in.Call, d)
	for i, l := range levels {
		p.Keep(LevelLabels(i), fmt.Sprintf("what the values of column %d are called at its level", i+1), sqltext.Fill(`
			SELECT x.v, l.label
			FROM ({values}) AS x
			JOIN {dictionary} AS w ON w.i = {i} AND w.t IS NOT DISTINCT FROM {text}
			JOIN {labels} AS l ON l.i = {i} AND l.c = w.c
		`, sqltext.Args{
			"values": in.ValuesOf(l.Name), "dictionary": WholeDictionary, "text": sqltext.Encoded(sqltext.TextOf("x.v")),
			"labels": Labels, "i": sqltext.Int(int64(i)),
		}))
	}
}

// LeveledBy joins keys with the labels of their values: they are those of l1, l2 and so on.
func LeveledBy(keys []sqltext.SQL) sqltext.SQL {
	return sqltext.Join("\n", sqltext.Map(keys, func(i int, key sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("LEFT JOIN {labels} AS l{i} ON l{i}.v IS NOT DISTINCT FROM {key}",
			sqltext.Args{"labels": LevelLabels(i), "i": sqltext.Int(int64(i) + 1), "key": key})
	})...)
}

// labelsSpec is what the kernel gets that writes the labels of domains.
type labelsSpec struct {
	Columns []string                         `json:"columns"`
	Levels  []int64                          `json:"levels,omitempty"` // none: all
	Tables  *call.HierarchyTables            `json:"tables,omitempty"`
	Domain  host.Handle[*people.DomainState] `json:"domain,omitzero"`
}

// domainLabelRow is the label of a value c of the i-th column.
type domainLabelRow struct {
	I, Level, C int64
	Label       sql.Null[string]
}

// LabelsKernel runs in plans with Labels.
var LabelsKernel = host.KernelOf("domain_labels", runLabels)

func runLabels(ctx context.Context, spec *labelsSpec) (*host.Rows[domainLabelRow], error) {
	domain, given := spec.Domain.Value, len(spec.Levels) > 0
	if given {
		if len(spec.Levels) != len(spec.Columns) {
			return nil, errors.New("levels must be those of the columns")
		}
		if err := CheckHierarchies(domain, spec.Columns); err != nil {
			return nil, err
		}
	}
	out := host.NewRows[domainLabelRow]()
	for i, name := range spec.Columns {
		column, _, err := domain.Column(i).Column()
		if err != nil {
			return nil, people.ExplainHierarchy(spec.Tables, name, err)
		}
		tree := column.Hierarchy
		if tree == nil {
			continue
		}
		first, last := int64(1), tree.Height()
		if given {
			if first, last = spec.Levels[i], spec.Levels[i]; last > tree.Height() {
				return nil, fmt.Errorf("levels: the level of %s must be at most %d, the height of its hierarchy, got %d", sqltext.Ident(name), tree.Height(), last)
			}
		}
		for level := first; level <= last; level++ {
			for c := range int32(tree.Values()) {
				if c%1024 == 0 && ctx.Err() != nil {
					return nil, ctx.Err()
				}
				row := domainLabelRow{I: int64(i), Level: level, C: int64(c)}
				if level > 0 {
					row.Label = host.Some(tree.Label(c, level))
				}
				out.Add(row)
			}
		}
	}
	return out, nil
}

// CheckHierarchies makes sure that each of some columns has a hierarchy.
func CheckHierarchies(s interface{ Has(i int) bool }, columns []string) error {
	var without []string
	for i, name := range columns {
		if !s.Has(i) {
			without = append(without, string(sqltext.Ident(name)))
		}
	}
	if without == nil {
		return nil
	}
	return fmt.Errorf("hierarchies must have rows for every column, with its name as attribute and level 1 or more, and has none for %s; add them, such as FROM hierarchy_intervals(…) or hierarchy_prefix(…)",
		strings.Join(without, ", "))
}
