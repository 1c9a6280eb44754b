package cubes

import (
	"skyline/engine/cube/primary"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// checking is a call of cube_check, and its plan.
type checking struct {
	sqltext.Plan
	*people.Input
	call           *call.Call
	by             []string
	inResult       int    // how many of these the result of cube_protect has; the others are of tables in also
	value          string // "" in a table of counts
	holding        string
	samplingWeight string
	rules          *primary.Rules
	sets           *groupings // to be published
	needed         *groupings // these, and what holds their cells
	hierarchies    sqltext.SQL
	maxCells       int64
	keyed          sqltext.SQL // the key of a contributor k, a whole number from 0 on; "" where cells have none
}

// readChecking reads the arguments; others are columns that are read as well.
func readChecking(c *call.Call, others ...call.Role) (*checking, error) {
	k := &checking{call: c}
	var err error
	if k.by, err = c.Columns("by"); err != nil {
		return nil, err
	}
	for _, column := range []struct {
		param string
		into  *string
	}{{"value", &k.value}, {"holding", &k.holding}, {"sampling_weight", &k.samplingWeight}} {
		if *column.into, _, err = c.OptionalText(column.param, call.WhatColumn); err != nil {
			return nil, err
		}
	}
	roles := []call.Role{{Param: "by", Columns: k.by}, call.RoleOf("value", k.value), call.RoleOf("holding", k.holding), call.RoleOf("sampling_weight", k.samplingWeight)}
	if k.Input, err = people.NewTable(c, append(roles, others...)...); err != nil {
		return nil, err
	}
	if err := k.refuseWeights(); err != nil {
		return nil, err
	}
	if k.rules, err = readCheckRules(c, k.value != ""); err != nil {
		return nil, err
	}
	if k.samplingWeight != "" {
		k.rules.Unit = primary.MaxUnit
	}
	if k.maxCells, err = c.Whole("max_cells"); err != nil {
		return nil, err
	}
	if k.sets, err = readGroupings(c, k.by, k.maxCells); err != nil {
		return nil, err
	}
	k.needed = k.sets
	if k.hasLines() {
		k.needed = k.sets.withLines()
	}
	k.hierarchies, err = c.Hierarchies()
	return k, err
}

// refuseWeights refuses weights that say nothing.
func (k *checking) refuseWeights() error {
	switch {
	case k.Weight != "" && k.value != "":
		return k.call.Errorf("weight counts people of equal rows and must be NULL where value is summed; give a row for each contributor, or sampling_weight where contributors stand for others")
	case k.Weight != "" && k.holding != "":
		return k.call.Errorf("weight and holding exclude each other: a weight counts rows that are people of their own; give one of the two")
	case k.samplingWeight != "" && k.value == "":
		return k.call.Errorf("sampling_weight is about sums and must be NULL where value is: a threshold counts who is in the sample")
	case k.samplingWeight != "" && k.holding != "":
		return k.call.Errorf("sampling_weight and holding exclude each other: a holding has no weight of its own; give one of the two")
	}
	return nil
}

// hasLines is whether a rule looks at the cells that hold a cell.
func (k *checking) hasLines() bool { return k.rules.Group > 0 || k.rules.Difference > 0 }

// hasContributors is whether rows have to be put together before they are counted.
func (k *checking) hasContributors() bool { return k.Person != "" || k.holding != "" }

// keys are the columns of by in the plan, before they are coded.
func (k *checking) keys() []sqltext.SQL { return sqltext.Numbered(len(k.by), "q#") }

// codes are their codes.
func (k *checking) codes() []sqltext.SQL { return sqltext.Numbered(len(k.by), "c#") }

// most is how many of the largest contributions are kept.
func (k *checking) most() int { return int(k.rules.Largest()) }
