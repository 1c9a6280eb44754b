package call

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/sqltext"
)

// HierarchyTables are the names that a call gives its hierarchies and its table, "" for one that
// is a query: kernels get them, so that their errors have the statement that shows what is wrong.
type HierarchyTables struct {
	Hierarchies string `json:"hierarchies,omitempty"`
	Table       string `json:"table,omitempty"`
}

// HierarchyTables returns them; nil where the call has no hierarchies.
func (c *Call) HierarchyTables() *HierarchyTables {
	if c.Arguments["hierarchies"] == nil {
		return nil
	}
	return &HierarchyTables{c.nameOf("hierarchies"), c.nameOf("tbl")}
}

// nameOf is the table that a parameter names, "" for a query, whose text may hold values.
func (c *Call) nameOf(param string) string {
	table, _ := c.Arguments[param].(string)
	source, err := sqltext.FromTable(table)
	if err != nil || sqltext.IsQuery(source) {
		return ""
	}
	return strings.TrimSpace(table)
}

// Missing is the statement that lists the values of a column without labels.
func (t *HierarchyTables) Missing(column string) string {
	if t == nil {
		t = &HierarchyTables{}
	}
	shown := func(name string) string {
		if name == "" {
			return "…"
		}
		return string(sqltext.Text(name))
	}
	return fmt.Sprintf("FROM hierarchy_check(%s, attribute := %s, data := %s, output := 'missing')", shown(t.Hierarchies), sqltext.Text(column), shown(t.Table))
}
