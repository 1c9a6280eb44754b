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

// WholeDictionary is the CTE of the codes c of the values of a column's domain: t is their
// text, by its bytes.
func WholeDictionary(i int) sqltext.SQL { return "__skyline_w" + sqltext.Int(int64(i)+1) }

// addWholeDomain adds the whole dictionaries of columns, and name, which is as AddDomain
// has it, of them. It reads call.HierarchyRows. values returns the SELECT of the values v of
// the table, which are of the domain too; nil: they are not.
func addWholeDomain(p *sqltext.Plan, c *call.Call, name sqltext.SQL, columns []string, values func(i int) sqltext.SQL) {
	var parts []sqltext.SQL
	for i, column := range columns {
		texts := sqltext.Fill("SELECT value AS t FROM {hierarchies} WHERE attribute = {attribute} AND level >= 1",
			sqltext.Args{"hierarchies": call.HierarchyRows, "attribute": call.AttributeOf(column)})
		if values != nil {
			texts += "\n" + sqltext.Fill("UNION ALL\nSELECT {text} FROM ({values})", sqltext.Args{"text": sqltext.Encoded(sqltext.TextOf("v")), "values": values(i)})
		}
		p.Keep(WholeDictionary(i), fmt.Sprintf("the codes of the domain of column %d: its values in the order of their texts", i+1), sqltext.Fill(`
			SELECT t, row_number() OVER (ORDER BY t ASC NULLS LAST) - 1 AS c
			FROM (
			    SELECT DISTINCT t
			    FROM ({texts})
			)
		`, sqltext.Args{"texts": texts}))
		parts = append(parts,
			sqltext.Fill(`
				SELECT {i}::BIGINT AS i, c, t IS NULL AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
				FROM {dictionary}
			`, sqltext.Args{"i": sqltext.Int(int64(i)), "dictionary": WholeDictionary(i)}),
			LabelsOf(i, column, "JOIN "+WholeDictionary(i)+" AS d ON h.value IS NOT DISTINCT FROM d.t"))
	}
	AddDomain(p, c, name, parts)
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

// AddDomainLabels adds Labels, and the whole dictionaries of the columns. It reads
// call.HierarchyRows.
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
			JOIN {dictionary} AS w ON w.t IS NOT DISTINCT FROM {text}
			JOIN {labels} AS l ON l.i = {i} AND l.c = w.c
		`, sqltext.Args{
			"values": in.ValuesOf(l.Name), "dictionary": WholeDictionary(i), "text": sqltext.Encoded(sqltext.TextOf("x.v")),
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
