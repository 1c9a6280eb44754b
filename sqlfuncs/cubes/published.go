package cubes

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// publishedTable is a table of a call: published, one of also, or known.
type publishedTable struct {
	where       string // what messages call the parameter
	source      sqltext.SQL
	value       string // "" for known, which has a range
	grouping    string
	hierarchies sqltext.SQL
	given
}

// given is what the kernel knows of a table.
type given struct {
	Where    string   `json:"where"` // what messages call it
	Name     string   `json:"name"`
	By       []string `json:"by"`
	Total    *string  `json:"total,omitempty"`
	Grouped  bool     `json:"grouped,omitempty"` // a column says what is a total
	Known    bool     `json:"known,omitempty"`   // least and largest are its values
	Masks    []mask   `json:"masks,omitempty"`
	Absent   string   `json:"absent,omitempty"`
	Rounding *round   `json:"rounding,omitempty"`
	Noise    string   `json:"noise,omitempty"` // a number, "" for none
	// Hierarchies is which of the tables of hierarchies is its own, from 1; 0 for none.
	Hierarchies int `json:"hierarchies,omitempty"`
}

// mask is what stands in the place of a number, and between what numbers it is.
type mask struct {
	Value   *string `json:"value"`           // nil for NULL
	Least   string  `json:"least,omitempty"` // "": no end
	Largest string  `json:"largest,omitempty"`
}

// round is how numbers were rounded.
type round struct {
	Base string `json:"base"`
	Rule string `json:"rule"`
}

// mostDimensions is how many columns a table may be divided by: GROUPING_ID has a bit for each.
const mostDimensions = 62

// alsoMembers are the members of an element of also.
var alsoMembers = []string{"published", "by", "value", "total", "grouping_column", "masked", "absent", "rounding", "noise", "hierarchies"}

const alsoRule = "a list of tables, or of structs {'published': …, 'by': …, 'value': …} with what is not as in the first table"

// readTables reads the published tables and what is known.
func readTables(c *call.Call) (tables []publishedTable, err error) {
	first := map[string]any{}
	for _, member := range alsoMembers {
		first[member] = c.Arguments[member]
	}
	if _, err := c.Text("published", call.WhatTable); err != nil {
		return nil, err
	}
	if _, err := c.Columns("by"); err != nil {
		return nil, err
	}
	t, err := readTable(c, "", first)
	if err != nil {
		return nil, err
	}
	tables = append(tables, t)
	for i, v := range c.List("also") {
		where := call.ElementOf("also", i)
		members := map[string]any{}
		switch v := v.(type) {
		case string:
			members["published"] = v
		case map[string]any:
			given, unknown := call.Lowered(v, alsoMembers...)
			if unknown != "" {
				return nil, c.Errorf("%s must have the members %s, got %s", where, strings.Join(alsoMembers, ", "), sqltext.Text(unknown))
			}
			members = given
		default:
			return nil, c.Errorf("also must be %s, got %s in it", alsoRule, call.Show(v))
		}
		if table, ok := members["published"].(string); !ok || table == "" {
			return nil, c.Errorf("%s must have the name of a table as published, got %s", where, call.Show(members["published"]))
		}
		for member, v := range first {
			if members[member] == nil {
				members[member] = v
			}
		}
		if t, err = readTable(c, where, members); err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	if c.Arguments["known"] != nil {
		if t, err = readKnown(c, &tables[0]); err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	numberHierarchies(tables)
	return tables, nil
}

// numberHierarchies gives the tables of hierarchies numbers, one to all that are the same.
func numberHierarchies(tables []publishedTable) {
	var sources []sqltext.SQL
	for i := range tables {
		if source := tables[i].hierarchies; source != "" {
			at := slices.Index(sources, source)
			if at < 0 {
				at, sources = len(sources), append(sources, source)
			}
			tables[i].Hierarchies = at + 1
		}
	}
}

// readTable reads a table of members; where is "" for the first one, whose members are parameters.
func readTable(c *call.Call, where string, members map[string]any) (t publishedTable, err error) {
	of := func(member string) string {
		if where == "" {
			return member
		}
		return where + ": " + member
	}
	t.where = of("published")
	table, _ := members["published"].(string)
	source, err := sqltext.FromTable(table)
	if err != nil {
		return t, c.Errorf("%s: %v", t.where, err)
	}
	t.Where, t.Name = t.where, strings.TrimSpace(table)
	if sqltext.IsQuery(source) {
		t.Name = "published"
		if where != "" {
			t.Name = strings.ReplaceAll(where, ": number", "")
		}
	}
	if t.By, err = c.NameList(of("by"), members["by"]); err != nil {
		return t, err
	}
	if len(t.By) == 0 {
		return t, c.Errorf("%s must be a non-empty list of column names", of("by"))
	}
	if len(t.By) > mostDimensions {
		return t, c.Errorf("%s must be at most %d columns, got %d", of("by"), mostDimensions, len(t.By))
	}
	if t.value, err = readName(c, of("value"), members["value"]); err != nil {
		return t, err
	}
	if t.value == "" {
		return t, c.Errorf("%s must be given: the column of counts or sums", of("value"))
	}
	if t.grouping, err = readName(c, of("grouping_column"), members["grouping_column"]); err != nil {
		return t, err
	}
	t.Grouped = t.grouping != ""
	if v := members["total"]; v != nil {
		text, err := c.ScalarText(of("total"), v)
		if err != nil {
			return t, err
		}
		if t.Grouped {
			return t, c.Errorf("%s and grouping_column exclude each other: a label says which rows are totals, or a column does", of("total"))
		}
		t.Total = &text
	}
	if err := t.readNumbers(c, of, members); err != nil {
		return t, err
	}
	roles := []call.Role{{Param: of("by"), Columns: t.By}, call.RoleOf(of("value"), t.value), call.RoleOf(of("grouping_column"), t.grouping)}
	if err := c.Distinct(roles...); err != nil {
		return t, err
	}
	t.source = c.Having(t.where, table, source, roles...)
	t.hierarchies, err = readHierarchies(c, of("hierarchies"), members["hierarchies"])
	return t, err
}

func readName(c *call.Call, where string, v any) (string, error) {
	name, ok := v.(string)
	if v != nil && (!ok || name == "") {
		return "", c.Errorf("%s must be a column name, got %s", where, call.Show(v))
	}
	return name, nil
}

func readHierarchies(c *call.Call, where string, v any) (sqltext.SQL, error) {
	table, ok := v.(string)
	if v != nil && (!ok || table == "") {
		return "", c.Errorf("%s must be the name of a table with the columns attribute, value, level, label, got %s", where, call.Show(v))
	}
	if v == nil {
		return "", nil
	}
	source, err := sqltext.FromTable(table)
	if err != nil {
		return "", c.Errorf("%s: %v", where, err)
	}
	return c.Having(where, table, source, call.HierarchyRole(where)), nil
}

// readNumbers reads what the numbers of a table are.
func (t *publishedTable) readNumbers(c *call.Call, of func(string) string, members map[string]any) (err error) {
	if t.Masks, err = readMasks(c, of("masked"), members["masked"]); err != nil {
		return err
	}
	if v := members["absent"]; v != nil {
		text, _ := v.(string)
		if !slices.Contains([]string{"zero", "masked", "impossible"}, text) {
			return c.Errorf("%s must be 'zero', 'masked' or 'impossible', got %s", of("absent"), call.Show(v))
		}
		t.Absent = text
	}
	if v := members["rounding"]; v != nil {
		m, err := c.Members(of("rounding"), v, "base", "rule")
		if err != nil {
			return err
		}
		base, ok := m["base"].(json.Number)
		if !ok || call.FloatOf(base) <= 0 {
			return c.Errorf("%s: base must be a number above 0, got %s", of("rounding"), call.Show(m["base"]))
		}
		rule, _ := m["rule"].(string)
		if !slices.Contains([]string{"nearest", "controlled", "random"}, rule) {
			return c.Errorf("%s: rule must be 'nearest', 'controlled' or 'random', got %s", of("rounding"), call.Show(m["rule"]))
		}
		t.Rounding = &round{base.String(), rule}
	}
	if v := members["noise"]; v != nil {
		number, ok := v.(json.Number)
		if !ok || call.FloatOf(number) < 0 {
			return c.Errorf("%s must be a number from 0 on: by how much a cell may differ from its true number, got %s", of("noise"), call.Show(v))
		}
		if t.Noise = number.String(); t.Rounding != nil {
			return c.Errorf("%s and rounding exclude each other; give the sum of both as noise", of("noise"))
		}
	}
	return nil
}

const maskRule = "a struct {'value': …, 'between': [least, largest]}, or a list of them, such as {'value': NULL, 'between': [1, 9]}"

func readMasks(c *call.Call, where string, v any) (masks []mask, err error) {
	list, ok := v.([]any)
	if !ok && v != nil {
		list = []any{v}
	}
	for _, v := range list {
		given, isStruct := v.(map[string]any)
		members, unknown := call.Lowered(given, "value", "between")
		between, isList := members["between"].([]any)
		if _, hasValue := members["value"]; !isStruct || unknown != "" || !hasValue || !isList || len(between) != 2 {
			return nil, c.Errorf("%s must be %s", where, maskRule)
		}
		var m mask
		if value := members["value"]; value != nil {
			text, err := c.ScalarText(where+": value", value)
			if err != nil {
				return nil, err
			}
			m.Value = &text
		}
		for i, end := range []*string{&m.Least, &m.Largest} {
			number, ok := between[i].(json.Number)
			if !ok && between[i] != nil {
				return nil, c.Errorf("%s: between must be two numbers, such as [1, 9], or [0, NULL] where nothing is known, got %s in it", where, call.Show(between[i]))
			}
			*end = number.String()
		}
		if between[0] != nil && between[1] != nil && call.FloatOf(between[0]) > call.FloatOf(between[1]) {
			return nil, c.Errorf("%s: between must have the smaller number first", where)
		}
		masks = append(masks, m)
	}
	return masks, nil
}

// readKnown reads the table of what an attacker knows beforehand.
func readKnown(c *call.Call, first *publishedTable) (t publishedTable, err error) {
	table, ok := c.Arguments["known"].(string)
	if !ok || table == "" {
		return t, c.Errorf("known must be a table with the columns of by, least and largest: what an attacker knows of cells beforehand, got %s", call.Show(c.Arguments["known"]))
	}
	source, err := sqltext.FromTable(table)
	if err != nil {
		return t, c.Errorf("known: %v", err)
	}
	t = *first
	t.where, t.value = "known", ""
	t.given = given{Where: "known", Name: "known", By: first.By, Total: first.Total, Grouped: first.Grouped, Known: true}
	columns := append(slices.Clone(first.By), "least", "largest")
	if t.grouping != "" {
		columns = append(columns, t.grouping)
	}
	t.source = c.Having("known", table, source, call.Role{Param: "known", Columns: columns})
	return t, nil
}

// rows is the SELECT of a table's rows for __skyline_gather_tables: its number, the texts of dimensions, of the value or the
// least and largest one, of its type, and of grouping; and how many rows are equal.
func (t *publishedTable) rows(number int) sqltext.SQL {
	text := func(name string) sqltext.SQL { return sqltext.TextOf(sqltext.Canonical("tbl." + sqltext.Ident(name))) }
	columns := sqltext.Map(t.By, func(_ int, name string) sqltext.SQL { return text(name) })
	if t.Known {
		columns = append(columns, text("least"), text("largest"))
	} else {
		columns = append(columns, text(t.value), sqltext.TypeText("tbl."+sqltext.Ident(t.value)))
	}
	if t.Grouped {
		columns = append(columns, text(t.grouping))
	} else {
		columns = append(columns, "NULL::VARCHAR")
	}
	names := sqltext.Numbered(len(columns), "c#")
	return sqltext.Fill(`
		SELECT {number} AS i, list_value({names}) AS v, count(*) AS n
		FROM (
		    SELECT
		        {columns}
		    FROM {source} AS tbl
		)
		GROUP BY {names}
	`, sqltext.Args{
		"number": sqltext.Int(int64(number)), "names": sqltext.List(names), "source": t.source,
		"columns": sqltext.Join(",\n", sqltext.Map(columns, func(i int, c sqltext.SQL) sqltext.SQL { return c + " AS " + names[i] })...),
	})
}

// hierarchyRows is the same of a table of hierarchies.
func hierarchyRows(number int, source sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT {number} AS i, list_value({attribute}, h.value::VARCHAR, {level}::VARCHAR, h.label::VARCHAR) AS v, count(*) AS n
		FROM {source} AS h
		GROUP BY ALL
	`, sqltext.Args{"number": sqltext.Int(int64(number)), "attribute": sqltext.Folded("h.attribute::VARCHAR"), "level": sqltext.AnyBigint("h.level"), "source": source})
}

// dimensions are the columns of all tables, each once.
func dimensions(tables []publishedTable) (names []string) {
	for i := range tables {
		for _, name := range tables[i].By {
			if !call.ContainsName(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// showTotals says how to tell which rows are totals.
func showTotals(by []string) string {
	return fmt.Sprintf("say which rows are totals: grouping_column := 'g', where the table has a column GROUPING_ID(%s) AS g; or total := 'All', where a label stands for all",
		sqltext.List(sqltext.Idents(by)))
}
