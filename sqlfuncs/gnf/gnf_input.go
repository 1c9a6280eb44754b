package gnf

import (
	"slices"

	"skyline/engine/guardian"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// gnfInput is a call of a function that decomposes a table.
type gnfInput struct {
	*ruleSet // of what is published
	call     *call.Call
	source   sqltext.SQL // what stands behind FROM: the published columns, and weight
	weight   string      // a column, "" for none
	all      bool        // all columns of the table are published
	dropped  bool        // but those that the call does not name
	l        int64
	method   string
	// tables is the schema where the call gives one, which keeps all rules.
	tables []guardian.Table
}

func newGNFInput(c *call.Call) (*gnfInput, error) {
	in := &gnfInput{call: c}
	table, err := c.SourceOf("tbl")
	if err != nil {
		return nil, err
	}
	attributes, schema, err := in.publishes()
	if err != nil {
		return nil, err
	}
	written, err := readWrittenRules(c)
	if err != nil {
		return nil, err
	}
	whole := newRuleSet(written, attributes...)
	if err := whole.refuseExposed(c, attributes); err != nil {
		return nil, err
	}
	roles := append(publishedRoles(attributes, schema), written.roles()...)
	if roles, err = in.readWeight(roles); err != nil {
		return nil, err
	}
	in.source = c.HavingRoles("tbl", table, roles...)
	if in.l, err = readDiversity(c); err != nil {
		return nil, err
	}
	if in.method, err = c.Choice("method", gnfMethods...); err != nil {
		return nil, err
	}
	if in.method == "multi_sa" && len(whole.links) > 0 {
		return nil, c.Errorf("fds must be NULL for method := 'multi_sa', which is there for comparison")
	}
	in.ruleSet = whole
	if in.all = attributes == nil; in.all {
		return in, nil
	}
	in.ruleSet = whole.publish(attributes, schema)
	columns := attributes
	if in.weight != "" {
		columns = append(slices.Clip(columns), in.weight)
	}
	in.source = sqltext.Fill("(SELECT COLUMNS({columns}) FROM {table} AS tbl)",
		sqltext.Args{"columns": sqltext.ColumnList(columns), "table": in.source})
	if schema == nil {
		return in, nil
	}
	in.tables = in.tablesOf(schema)
	return in, in.refuseViolated(in.tables)
}

// readWeight reads the parameter of that name, and adds its role: no other one can have the
// column.
func (in *gnfInput) readWeight(roles []call.Role) ([]call.Role, error) {
	var err error
	if in.weight, _, err = in.call.OptionalText("weight", call.WhatColumn); err != nil || in.weight == "" {
		return roles, err
	}
	weight := call.RoleOf("weight", in.weight)
	for _, role := range roles {
		if err := in.call.Distinct(role, weight); err != nil {
			return nil, err
		}
	}
	return append(roles, weight), nil
}

// people is the table as one of people.
func (in *gnfInput) people() *people.Input {
	return &people.Input{Call: in.call, Source: in.source, Weight: in.weight}
}

// publishes reads the parameters attributes and tables; without them all columns of
// the table are published.
func (in *gnfInput) publishes() (attributes []string, tables []writtenTable, err error) {
	c := in.call
	if c.Arguments["tables"] == nil {
		if c.Arguments["attributes"] != nil {
			attributes, err = c.Columns("attributes")
		}
		return attributes, nil, err
	}
	if c.Arguments["attributes"] != nil {
		return nil, nil, c.Errorf("attributes and tables exclude each other: the columns of tables are published; give one of the two")
	}
	tables, err = readWrittenTables(c)
	return attributesOf(tables), tables, err
}

// publishedRoles are the columns that a call publishes, by the parameters that name them.
func publishedRoles(attributes []string, schema []writtenTable) []call.Role {
	if schema == nil {
		return []call.Role{{Param: "attributes", Columns: attributes}}
	}
	var roles []call.Role
	for i, t := range schema {
		roles = append(roles, call.Role{Param: call.ElementOf("tables", i) + ": attributes", Columns: t.attributes})
	}
	return roles
}
