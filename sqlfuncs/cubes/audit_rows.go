package cubes

import (
	"database/sql"
	"math"
	"math/big"
	"slices"
	"strings"

	"skyline/engine/published"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/words"
)

// row writes what follows of a cell.
func (a *audit) row(v *published.Verdict) auditRow {
	t := a.tableOf(v.Place)
	least, largest := a.numbers.rat(v.Least), a.numbers.rat(v.Largest)
	row := auditRow{
		Labels: a.sets[v.Set].labelsOf(v.Labels, a.dimensions), Safe: a.isSafe(least, largest, v.Exact), Exact: v.Exact,
		Least: a.float(least, true), Largest: a.float(largest, false), Cell: absent, InTable: t.Name, Required: a.required(),
	}
	if x := a.rowOf(v.Place); x != nil {
		row.Cell, row.Shown = x.kind, x.text
	}
	follows := words.AuditedCell{Kind: row.Cell, Least: decimal(least), Largest: decimal(largest), Exact: v.Exact, Safe: row.Safe, Steps: int64(len(v.Steps)), NoTotals: a.noTotals}
	row.Meaning = follows.Meaning()
	if len(v.Steps) > 0 {
		row.Steps = host.Some(a.derivation(v.Steps, decimal(least)))
		for _, s := range v.Steps {
			times, _ := s.Times.Float64()
			row.How = append(row.How, howRow{a.tableOf(s.Place).Name, a.labels(s.Place), a.rowOf(s.Place).text, times})
		}
	}
	return row
}

// hasNoTotals reports whether all tables have one grouping each, the same, of values only: nothing in them is the sum
// of other cells, unless rows are totals that nobody has called so.
func (a *audit) hasNoTotals() bool {
	if a.spec.HierarchyTables > 0 {
		return false
	}
	for i, t := range a.tables {
		if !slices.Equal(t.columns, a.tables[0].columns) {
			return false
		}
		for j := range t.rows {
			if !a.spec.Tables[i].Known && slices.Contains(t.rows[j].total, true) {
				return false
			}
		}
	}
	return true
}

// mostShown is how many numbers of a derivation are written; others are counted.
const mostShown = 12

// derivation writes how a number follows.
func (a *audit) derivation(steps []published.Step, result string) string {
	var b strings.Builder
	for i, s := range steps {
		if i == mostShown && len(steps) > mostShown+1 {
			b.WriteString(" … and " + words.Count(int64(len(steps)-i), "number more", "numbers more"))
			break
		}
		times := new(big.Rat).Abs(s.Times)
		switch {
		case s.Times.Sign() < 0 && i == 0:
			b.WriteString("−")
		case s.Times.Sign() < 0:
			b.WriteString(" − ")
		case i > 0:
			b.WriteString(" + ")
		}
		if times.Cmp(big.NewRat(1, 1)) != 0 {
			b.WriteString(times.RatString() + " × ")
		}
		b.WriteString(a.rowOf(s.Place).text.V + " (" + a.nameOf(s.Place) + ")")
	}
	return b.String() + " = " + result
}

// nameOf names a cell by its labels, with its table where there are several.
func (a *audit) nameOf(p published.Place) string {
	s, x := a.sets[p.Set], a.rowOf(p)
	var labels []string
	for i, l := range x.labels {
		switch {
		case x.total[i] && !l.Valid:
			labels = append(labels, "total")
		case !l.Valid:
			labels = append(labels, "NULL")
		default:
			labels = append(labels, words.Value(l.V))
		}
	}
	name := strings.Join(labels, ", ")
	if t := &a.spec.Tables[s.table]; slices.ContainsFunc(a.spec.Tables[1:], func(other given) bool { return !other.Known }) || t.Known {
		name = t.Name + ": " + name
	}
	return name
}

// required says what a cell must satisfy.
func (a *audit) required() string {
	switch {
	case a.threshold != nil && a.width != nil:
		return "may be " + decimal(a.threshold) + " or more, or " + decimal(a.width) + " wide"
	case a.threshold != nil:
		return "may be " + decimal(a.threshold) + " or more"
	case a.width != nil:
		return decimal(a.width) + " wide"
	}
	return "more than one number"
}

// float is a number for a result, NULL for none. What is between two digits of the unit is rounded outward.
func (a *audit) float(x *big.Rat, least bool) sql.Null[float64] {
	if x == nil {
		return sql.Null[float64]{}
	}
	f, exact := x.Float64()
	if !exact && !new(big.Rat).Mul(x, new(big.Rat).SetInt(a.numbers.scale)).IsInt() {
		switch got := new(big.Rat).SetFloat64(f); {
		case least && got.Cmp(x) > 0:
			f = math.Nextafter(f, math.Inf(-1))
		case !least && got.Cmp(x) < 0:
			f = math.Nextafter(f, math.Inf(1))
		}
	}
	return host.Some(f)
}

// decimal writes a number; "" for none. A long fraction is cut.
func decimal(x *big.Rat) string {
	if x == nil {
		return ""
	}
	text := x.FloatString(min(digits(x), mostDigits))
	return text
}
