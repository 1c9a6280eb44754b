package gnf

import (
	"skyline/engine/guardian"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// gnfInput is a call of a function that decomposes a table.
type gnfInput struct {
	*ruleSet // of what is published
	call     *call.Call
	source   sqltext.SQL // what stands behind FROM: the published columns
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
	in.source = c.HavingRoles("tbl", table, append(publishedRoles(attributes, schema), written.roles()...)...)
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
	in.source = sqltext.Fill("(SELECT COLUMNS({attributes}) FROM {table} AS tbl)",
		sqltext.Args{"attributes": sqltext.ColumnList(attributes), "table": in.source})
	if schema == nil {
		return in, nil
	}
	in.tables = in.tablesOf(schema)
	return in, in.refuseViolated(in.tables)
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
