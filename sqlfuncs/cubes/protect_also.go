package cubes

import (
	"encoding/json"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// alsoTables are the tables that are out already.
type alsoTables struct {
	tables  []publishedTable
	columns []string    // of their by, those that by does not have
	roles   []call.Role // of columns
}

const alsoName = sqltext.SQL("__skyline_also")

// readAlso reads the parameter also of cube_protect. A name is a table as cube_protect makes it.
func readAlso(c *call.Call) (*alsoTables, error) {
	a := &alsoTables{}
	list := c.List("also")
	if len(list) == 0 {
		return a, nil
	}
	method, err := c.Choice("method", bySuppression, byRounding, byCellKey)
	if err != nil {
		return nil, err
	}
	if method != bySuppression {
		return nil, c.Errorf("also must be NULL with method := '%s', which suppresses no cells; what follows from all tables together is what cube_audit says", method)
	}
	by, err := c.Columns("by")
	if err != nil {
		return nil, err
	}
	var columns []any
	for _, name := range by {
		columns = append(columns, name)
	}
	for i, v := range list {
		where := call.ElementOf("also", i)
		members, isName := map[string]any{}, false
		switch v := v.(type) {
		case string:
			isName = true
			members["published"], members["value"], members["grouping_column"], members["absent"] = v, "value", "grouping", "zero"
			members["masked"] = map[string]any{"value": nil, "between": []any{json.Number("0"), nil}}
		case map[string]any:
			lowered, unknown := call.Lowered(v, alsoMembers...)
			if unknown != "" {
				return nil, c.Errorf("%s must have the members %s, got %s", where, strings.Join(alsoMembers, ", "), sqltext.Text(unknown))
			}
			members = lowered
		default:
			return nil, c.Errorf("also must be a list of tables that cube_protect made, or of structs {'published': …, 'by': …, 'value': …} as in cube_audit, got %s in it", call.Show(v))
		}
		if table, ok := members["published"].(string); !ok || table == "" {
			return nil, c.Errorf("%s must have the name of a table as published, got %s", where, call.Show(members["published"]))
		}
		if members["by"] == nil {
			members["by"] = columns
		}
		if members["hierarchies"] != nil {
			return nil, c.Errorf("%s: hierarchies must be left out; the parameter hierarchies has the labels of all tables", where)
		}
		t, err := readTable(c, where, members)
		if err != nil {
			return nil, err
		}
		if t.Absent == "masked" && t.Masks == nil {
			return nil, c.Errorf("%s: masked must say what numbers the absent cells have where absent is 'masked', such as {'value': NULL, 'between': [1, 9]}", where)
		}
		if c.Arguments["hierarchies"] != nil && !isName && (t.Absent == "" || t.Absent == "masked") {
			return nil, c.Errorf("%s: absent must be 'zero' or 'impossible' with hierarchies; give cells that were left out rows of their own, with a mask", where)
		}
		a.tables = append(a.tables, t)
		own := call.Role{Param: where + ": by"}
		for _, name := range t.By {
			if !call.ContainsName(by, name) && !call.ContainsName(a.columns, name) {
				own.Columns = append(own.Columns, name)
				a.columns = append(a.columns, name)
			}
		}
		a.roles = append(a.roles, own)
	}
	if n := len(by) + len(a.columns); n > maxColumns {
		return nil, c.Errorf("by and also must have at most %d columns together, got %d", maxColumns, n)
	}
	return a, nil
}

// addAlso adds the rows of the tables that are out, and the codes of all labels.
func (k *checking) addAlso(a *alsoTables) {
	var rows []sqltext.SQL
	for i := range a.tables {
		rows = append(rows, a.tables[i].rows(i))
	}
	for d := range k.by {
		text := sqltext.SQL("d.label")
		if k.hierarchies == "" {
			text = sqltext.TextOf(text)
		}
		rows = append(rows, sqltext.Fill("SELECT {i} AS i, list_value(d.c::VARCHAR, {text}) AS v, 1::BIGINT AS n FROM {nodes} AS d",
			sqltext.Args{"i": sqltext.Int(int64(len(a.tables) + d)), "text": text, "nodes": nodesOf(d)}))
	}
	k.With(alsoName, "the rows of the tables that are out, each with the number of its table, and behind them the codes of labels", sqltext.Join("\nUNION ALL\n", rows...))
}

// parts is how many units of the kernel's numbers 1 is.
func (k *checking) parts() sqltext.SQL {
	if k.value == "" {
		return "1"
	}
	return sqltext.Fill("(SELECT CASE WHEN {whole} THEN 1 ELSE {parts} END FROM {types} AS t)", sqltext.Args{
		"whole": sqltext.IsOfType("t.x", sqltext.IntegerTypes), "parts": sqltext.Int(scaled), "types": people.Types,
	})
}
