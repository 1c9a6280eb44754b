package people

import (
	"context"
	"errors"

	"skyline/engine/matching"
	"skyline/engine/partition"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// ParamMissing says what NULL is in the quasi-identifiers.
var ParamMissing = call.Param{Name: "missing", Type: "VARCHAR", Default: "'category'", Doc: "what NULL is in `qi` columns: `'category'`, a value like any other; `'any'`, any value: see [Missing values](#missing-values)"}

// refuseOfGroups is an error where a requirement is about QI groups, and there are none.
func (in *Input) refuseOfGroups(requirement string) error {
	if !in.MatchesAny || requirement == "k_anonymity" || requirement == "known_columns" {
		return nil
	}
	return in.Call.Errorf("privacy must have nothing but k_anonymity and known_columns where missing is 'any', got %s: it is about QI groups, and there are none, since two rows that match a third need not match each other; use missing := 'category'", requirement)
}

// AddMatchRows adds dictionaries of the QI groups' keys to a plan, and returns what stands
// behind FROM for one row, whose rows is what a MatchSpec gets. groups has q1…qk and how
// many people n have them; whole and part are the sums of their sampling weights, 0 for none.
func (in *Input) AddMatchRows(p *sqltext.Plan, groups, whole, part sqltext.SQL) sqltext.SQL {
	dictionaries := sqltext.Numbered(len(in.QI), "__skyline_d#")
	for i, key := range in.Keys() {
		p.Keep(dictionaries[i], "the codes of "+string(key)+", in any order, from 1", sqltext.Fill(
			"SELECT v, row_number() OVER () AS c FROM (SELECT DISTINCT {key} AS v FROM {groups} WHERE {key} IS NOT NULL)", sqltext.Args{"key": key, "groups": groups}))
	}
	return sqltext.Fill(`
		(
		    SELECT __skyline_match_rows({plan}, {function}, list_value({codes}), {n}, {whole}, {part}) AS rows
		    FROM {groups} AS g
		    {dictionaries}
		    WHERE g.n > 0
		)`, sqltext.Args{
		"plan": sqltext.PlanKey, "function": sqltext.Text(in.Call.Function.Name), "groups": groups, "n": Bigint("g.n"), "whole": whole, "part": part,
		"codes": sqltext.List(sqltext.Numbered(len(in.QI), "coalesce(d#.c, 0)")),
		"dictionaries": sqltext.Join("\n", sqltext.Map(in.Keys(), func(i int, key sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("LEFT JOIN {dictionary} AS d{i} ON d{i}.v IS NOT DISTINCT FROM g.{key}",
				sqltext.Args{"dictionary": dictionaries[i], "i": sqltext.Int(int64(i) + 1), "key": key})
		})...),
	})
}

// MatchRows are the counted combinations of a table, in which 0 is NULL.
type MatchRows struct{ matching.Table }

// matchRow is what __skyline_match_rows takes of a combination.
type matchRow struct {
	Codes          []int64
	N, Whole, Part int64
}

// MatchRowsAggregate is __skyline_match_rows(key, function, codes, n, whole, part): counted
// combinations, and the sums of their sampling weights, kept for kernels to read.
func MatchRowsAggregate() host.Aggregate {
	return host.KeptShared("__skyline_match_rows", func() *MatchRows { return new(MatchRows) }, (*MatchRows).add, (*MatchRows).merge)
}

// shape makes room for so many columns.
func (m *MatchRows) shape(columns int) error {
	if m.Codes == nil {
		m.Codes, m.Missing = make([][]int32, columns), make([]int32, columns)
	}
	if len(m.Codes) != columns {
		return errors.New("rows must have the same columns")
	}
	return nil
}

func (m *MatchRows) add(row *matchRow) error {
	if err := m.shape(len(row.Codes)); err != nil {
		return err
	}
	if row.N < 1 || row.N > partition.MaxPeople {
		return partition.ErrTooManyPeople
	}
	for d, code := range row.Codes {
		if code < 0 || code > 1<<31-1 {
			return errors.New("codes must be numbers of 31 bits")
		}
		m.Codes[d] = append(m.Codes[d], int32(code))
	}
	m.People = append(m.People, row.N)
	m.Weights = append(m.Weights, matching.Weight{Whole: row.Whole, Part: row.Part})
	return nil
}

func (m *MatchRows) merge(from *MatchRows) error {
	if from.Codes == nil {
		return nil
	}
	if err := m.shape(len(from.Codes)); err != nil {
		return err
	}
	for d := range m.Codes {
		m.Codes[d] = append(m.Codes[d], from.Codes[d]...)
	}
	m.People, m.Weights = append(m.People, from.People...), append(m.Weights, from.Weights...)
	return nil
}

// MatchSpec is what a kernel gets that counts matches.
type MatchSpec struct {
	Rows *host.Shared[*MatchRows] `json:"rows,omitempty"`
}

// Count returns the combinations, and how many people match each.
func (s *MatchSpec) Count(ctx context.Context) (*matching.Table, []matching.Matches, error) {
	if s.Rows == nil {
		return nil, nil, host.ErrNotKept
	}
	table := &s.Rows.Value.Table
	matches, err := matching.Count(ctx, table)
	return table, matches, err
}
