package evidence

import (
	"context"
	"fmt"
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/cubes"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// outputCounts is the value of the parameter output that asks which tables of counts have no small one.
const outputCounts = "counts"

// countsOfPlan is release_plan with output := 'counts'.
var countsOfPlan = call.Output{
	Names:       []string{outputCounts},
	Description: "Which tables of counts have no count below 10: a row for each column that the plan does not drop, and for each two of them, with few enough values. How many people does each combination have, and how many combinations have fewer than 10? What a count tells is not looked at, such as a ward in which everybody has one diagnosis: [`cube_check`](#cube_check) does, by its rule `group_disclosure`.",
	Columns: []call.ResultColumn{
		{Name: "columns", Type: "VARCHAR[]", Doc: "what the counts are by"},
		{Name: "safe", Type: "BOOLEAN", Doc: "whether every count is at least 10, the default of [`cube_check`](#cube_check)"},
		{Name: "below", Type: "BIGINT", Doc: "how many cells have fewer people than that"},
		{Name: "cells", Type: "BIGINT", Doc: "how many cells have anybody"},
		{Name: "smallest", Type: "BIGINT", Doc: "people in the smallest cell"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words"},
	},
	Example: `SELECT columns, safe, meaning
FROM release_plan('(SELECT CASE WHEN i % 3 = 0 THEN ''F'' ELSE ''M'' END AS sex, [''a'', ''b'', ''b'', ''b'', ''c''][1 + i % 5] AS ward, 20 + i % 50 AS age FROM range(90) r(i))', output := 'counts')`,
	Notes: []string{
		"Values count as they are stored: `north` and ` North` are two, and so are their cells. If the plan finds a column that numbers people, each of them counts once in a cell; else each row is a person. It finds one that is called like a key of people and repeats, or that two other columns follow from; another one is named by `plan := …`, with the role `person`.",
		"Columns of more than 100 values are left out, and so are columns behind the first 40 of the plan.",
		"A table with totals, hierarchies or other rules: [`cube_check`](#cube_check). One with unsafe cells, made safe: [`cube_protect`](#cube_protect).",
	},
	Cost: "that of the plan, and of each two columns one pass over the codes of their values.",
	Plan: planCounts,
}

// The limits of tables of counts that are looked at.
const (
	mostLabels  = 100
	mostCounted = 40
)

// countsRow is a row of the counts by some columns, the i-th.
type countsRow struct {
	I                      int64
	Columns                []string
	Safe                   bool
	Below, Cells, Smallest int64
	Meaning                string
}

var planCountsKernel = host.KernelOf("plan_counts", runPlanCounts)

func planCounts(c *call.Call) (sqltext.SQL, error) {
	if c.Arguments["sample"] != nil {
		return "", c.Errorf("sample must be NULL for output := '%s': a cell of few people may have none in a sample", outputCounts)
	}
	purpose, err := purposeOf(c)
	if err != nil {
		return "", err
	}
	given, err := planning.ReadGiven(c)
	if err != nil {
		return "", err
	}
	var older []planning.Row
	if given != nil {
		older = given.Rows
	}
	var p sqltext.Plan
	if err := addPlanned(&p, c, planCountsKernel.Name, purpose, older); err != nil {
		return "", err
	}
	return p.Statement("SELECT * EXCLUDE (i) FROM " + planned + " ORDER BY i ASC"), nil
}

func runPlanCounts(ctx context.Context, s *planSpec) (*host.Rows[countsRow], error) {
	rows, err := s.propose(ctx)
	if err != nil {
		return nil, err
	}
	var columns []int
	t, person := s.Texts.Value, -1
	for _, row := range rows {
		i := slices.Index(s.Names, row.Attribute)
		switch {
		case i < 0 || t.columns == nil:
		case row.NumbersPeople():
			if person < 0 {
				person = i
			}
		case !planning.IsDropped(row.Role) && t.distinct(i) <= mostLabels && len(columns) < mostCounted:
			columns = append(columns, i)
		}
	}
	if t.columns != nil && t.rows > 0 && len(columns) == 0 {
		return nil, fmt.Errorf("output := '%s': tbl must have a column to count by, and the plan drops each, or it has more than %d values; give one a role: plan := [{'attribute': 'ward', 'role': 'qi'}]", outputCounts, mostLabels)
	}
	slices.Sort(columns)
	order := t.byPerson(person)
	out, i := host.NewRows[countsRow](), int64(0)
	for at := -1; at < len(columns); at++ { // alone, then with each behind it
		for next := at + 1; next < len(columns); next++ {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			of := []int{columns[next]}
			if at >= 0 {
				of = []int{columns[at], columns[next]}
			}
			row := s.counted(of, order, person)
			row.I = i
			i++
			out.Add(row)
		}
	}
	return out, nil
}

// byPerson is the order of rows in which those of each person are one behind the other; nil if each row is one.
func (t *codedTexts) byPerson(person int) []int32 {
	if person < 0 {
		return nil
	}
	c := &t.columns[person]
	starts := make([]int32, c.different()+1)
	for _, code := range c.codes {
		starts[code+1]++
	}
	for i := range c.n {
		starts[i+1] += starts[i]
	}
	order := make([]int32, len(c.codes))
	for row, code := range c.codes {
		order[starts[code]] = int32(row)
		starts[code]++
	}
	return order
}

// counted is the row of the counts by one column or two.
func (s *planSpec) counted(of []int, order []int32, person int) countsRow {
	t := s.Texts.Value
	width := t.distinct(of[len(of)-1])
	size := width
	if len(of) == 2 {
		size *= t.distinct(of[0])
	}
	people, last := make([]int64, size), make([]int32, size) // last is who was counted last, and 1 more
	for i := range t.rows {
		row := i
		if order != nil {
			row = int(order[i])
		}
		cell := int(t.columns[of[len(of)-1]].codes[row])
		if len(of) == 2 {
			cell += width * int(t.columns[of[0]].codes[row])
		}
		if order == nil {
			n := int64(1)
			if t.people != nil {
				n = t.people[row]
			}
			people[cell] += n
			continue
		}
		if who := t.columns[person].codes[row] + 1; last[cell] != who {
			last[cell] = who
			people[cell]++
		}
	}
	r := countsRow{}
	for _, i := range of {
		r.Columns = append(r.Columns, s.Names[i])
	}
	for _, n := range people {
		if n == 0 {
			continue
		}
		if r.Cells++; n < cubes.DefaultThreshold {
			r.Below++
		}
		if r.Smallest == 0 || n < r.Smallest {
			r.Smallest = n
		}
	}
	r.Safe = r.Below == 0
	r.Meaning = words.CountsBy(words.List(r.Columns, "columns"), r.Below, r.Cells, r.Smallest, cubes.DefaultThreshold)
	return r
}
