package warehouse

import (
	"slices"

	"skyline/engine/cube/cellkey"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/cubes"
	"skyline/sqlfuncs/dialect"
	"skyline/sqlfuncs/sqltext"
)

// CubeSQL is cube_sql.
var CubeSQL = &call.Function{
	Name:      "cube_sql",
	Summary:   "The statement by which another engine counts people by labels, with totals, and adds noise by cell keys.",
	Questions: []string{"My table is in a warehouse. How do I publish counts from there?"},
	Description: "The result of the statement is a table of counts: the columns of `by`, NULL in a total; `grouping`, which columns are a total, as `GROUPING_ID` says it; and `value`, how many people there are. With `key`, `value` has the noise " +
		"that [`cube_protect(…, method := 'cell_key')`](#cell-keys) gives the same people with the same `key`: the engine needs nothing but SHA-256, and the table can be published as it is.",
	Params: []call.Param{
		paramThere,
		{Name: "by", Type: "VARCHAR[]", Doc: "the columns that the table is by, such as `['region', 'sex']`"},
		{Name: "person", Type: "VARCHAR", Default: "NULL", Doc: "the column that identifies people, who count once in each cell: a text or a whole number. NULL: each row is a person"},
		{Name: "sets", Type: "VARCHAR or VARCHAR[][]", Default: "'cube'", Doc: "which totals there are, as in [`cube_check`](#cube_check)"},
		{Name: "key", Type: "VARCHAR", Default: "NULL", Doc: "a secret of 16 characters or more, the same for all tables of these people: with it, and `person`, counts get noise. It stands in the statement, and so in the engine's log"},
		{Name: "noise", Type: "STRUCT", Default: "NULL", Doc: "with `key`: `{'largest': 5, 'variance': 2, 'smallest': 0, 'keys': 256}`, or some of these, as in `cube_protect`"},
		{Name: "types", Type: "STRUCT or MAP", Doc: "the type of each of these columns, as DuckDB calls it, such as `{'region': 'VARCHAR'}`: see [Types](#types)"},
		paramDialect,
		{Name: "cells", Type: "VARCHAR", Default: "NULL", Doc: "the name of a table that the engine is to make; NULL: the statement is a query"},
	},
	Columns: []call.ResultColumn{
		{Name: "step", Type: "VARCHAR", Doc: "`cells`"},
		{Name: "sql", Type: "VARCHAR", Doc: "the statement, without a semicolon"},
	},
	Example: `SELECT UNNEST(string_split(sql, chr(10))) AS line
FROM cube_sql('sales.people', by := ['region'], person := 'id', dialect := 'postgres', types := {'region': 'VARCHAR', 'id': 'BIGINT'})`,
	Notes: []string{
		"`value` is NULL in cells that have a row whose person is NULL: such a row is nobody, and nobody can be counted.",
		"Without `key` the counts are true. Publish none before [`cube_check`](#cube_check) has judged it; the statement of [`cells_sql`](#cells_sql), with `qi` as `by`, makes a table that it reads with `weight := 'people'`, if everybody has one row.",
		"Dialects that lack a hash of texts in UTF-8, or hexadecimal numbers, give an error with `key`: T-SQL and DataFusion. A CHAR is what the engine makes of it as a text: make such a person a VARCHAR in a query given as `tbl`, or the key is another one than elsewhere.",
		"Each grouping reads the table once.",
	},
	NotPromised: "Counts with noise by cell keys may be computed exactly from many totals: [`cube_audit`](#cube_audit) with `noise` says whether.",
	Cost:        "in the engine, a scan and a GROUP BY for each grouping; with `person`, one more by people before it.",
	Plan:        planCubeSQL,
}

// mostSets is how many groupings a statement has at most.
const mostSets = 256

// mostNoiseRows is how many rows the table of noise has at most, which stands in the statement.
const mostNoiseRows = 20000

// The columns that a table of counts has behind its labels.
const (
	groupingName = "grouping"
	valueName    = "value"
)

// Names of the statement's own, beside those of cells.
const (
	keyName   = "skyline_h"
	noiseName = "skyline_v"
	sizeName  = "skyline_c"
)

// counting is a call of cube_sql.
type counting struct {
	*there
	person string
	masks  []int64
	secret string // "" for true counts
	noise  cellkey.Options
}

func planCubeSQL(c *call.Call) (sqltext.SQL, error) {
	in, err := readEngine(c)
	if err != nil {
		return "", err
	}
	k := &counting{there: in}
	k.counts = true
	if k.qi, err = c.Columns("by"); err != nil {
		return "", err
	}
	if k.person, _, err = c.OptionalText("person", call.WhatColumn); err != nil {
		return "", err
	}
	if err := c.Distinct(call.Role{Param: "by", Columns: k.qi}, call.RoleOf("person", k.person)); err != nil {
		return "", err
	}
	var others []string
	if k.person != "" {
		others = []string{k.person}
	}
	if err := k.checkNames(c, others, groupingName, valueName); err != nil {
		return "", err
	}
	if k.masks, err = cubes.ReadSets(c, k.qi, mostSets); err != nil {
		return "", err
	}
	if err := k.needTypes(c, slices.Concat(k.qi, others)); err != nil {
		return "", err
	}
	if err := k.readKey(c); err != nil {
		return "", err
	}
	table, err := optionalName(c, "cells")
	if err != nil {
		return "", err
	}
	query, err := k.query()
	if err != nil {
		return "", c.Errorf("noise: %v", err)
	}
	return writeSteps(c, k.dialect, []step{{"cells", dialect.Statement{Into: table, Query: query}}})
}

// readKey reads key and noise.
func (k *counting) readKey(c *call.Call) error {
	if c.Arguments["key"] == nil {
		if c.Arguments["noise"] != nil {
			return c.Errorf("noise must be NULL without key: it follows from the keys of people")
		}
		return nil
	}
	if k.person == "" {
		return c.Errorf("person must be given with key: the noise of a cell follows from who its people are")
	}
	if t := k.typeOf(k.person); t.Kind != dialect.Text && t.Kind != dialect.Integer {
		return c.Errorf("types: person must be a text or a whole number with key, since other types have another text in each engine; make it one in a query given as tbl")
	}
	var err error
	if k.secret, err = cubes.ReadSecret(c); err != nil {
		return err
	}
	if k.noise, err = cubes.ReadNoise(c); err != nil {
		return err
	}
	if rows := k.sizes() * int64(k.noise.Modulus); rows > mostNoiseRows {
		return c.Errorf("noise must have fewer keys: the table of noise stands in the statement, and has %d rows of at most %d; the keys times the sum of largest, smallest and 1", rows, mostNoiseRows)
	}
	return nil
}

// sizes is from which count on all have the same noise.
func (k *counting) sizes() int64 { return int64(k.noise.Largest + k.noise.Smallest + 1) }

// query is that of all cells.
func (k *counting) query() (dialect.Query, error) {
	var all dialect.Union
	for _, mask := range k.masks {
		all = append(all, k.grouping(mask))
	}
	if k.secret == "" {
		return all, nil
	}
	noise, err := cellkey.New(k.noise)
	if err != nil {
		return nil, err
	}
	values := dialect.Values{As: ofValues, Columns: []string{sizeName, keyName, noiseName}}
	for size := int64(1); size <= k.sizes(); size++ {
		for key := range uint64(k.noise.Modulus) {
			values.Rows = append(values.Rows, []dialect.Expr{dialect.Number(size), dialect.Number(key), dialect.Number(noise.Of(size, key))})
		}
	}
	in := func(name string) dialect.Column { return dialect.Column{Of: ofValues, Name: name} }
	size := dialect.Case{When: dialect.Compare{Left: of(valueName), Op: ">", Right: dialect.Number(k.sizes())}, Then: dialect.Number(k.sizes()), Else: of(valueName)}
	sized := dialect.Select{From: dialect.Sub{Query: all, As: ofRows}}
	noisy := dialect.Select{}
	for _, name := range slices.Concat(k.qi, []string{groupingName}) {
		sized.Items = append(sized.Items, dialect.Item{X: of(name), As: name})
		noisy.Items = append(noisy.Items, dialect.Item{X: of(name), As: name})
	}
	sized.Items = append(sized.Items, dialect.Item{X: of(valueName), As: valueName}, dialect.Item{X: size, As: sizeName}, dialect.Item{X: of(keyName), As: keyName})
	noisy.Items = append(noisy.Items, dialect.Item{X: dialect.Plus{Left: of(valueName), Right: dialect.Or{X: in(noiseName)}}, As: valueName})
	noisy.From = dialect.Join{
		Left: dialect.Sub{Query: sized, As: ofRows}, Right: values, Outer: true,
		On: dialect.All{
			dialect.Compare{Left: of(sizeName), Op: "=", Right: in(sizeName)},
			dialect.Compare{Left: of(keyName), Op: "=", Right: in(keyName)},
		},
	}
	return noisy, nil
}

// grouping is the query of the cells of one grouping.
func (k *counting) grouping(mask int64) dialect.Select {
	rows := dialect.Select{From: k.table()}
	cells := dialect.Select{}
	for i, name := range k.qi {
		t := k.typeOf(name)
		if mask>>(len(k.qi)-1-i)&1 == 1 {
			cells.Items = append(cells.Items, dialect.Item{X: dialect.Literal{Type: t}, As: name})
			continue
		}
		group := of(own("g", i))
		rows.Items = append(rows.Items, dialect.Item{X: k.group(name), As: group.Name})
		cells.Items = append(cells.Items, dialect.Item{X: dialect.Show{X: group, Type: t}, As: name})
		cells.By = append(cells.By, group)
	}
	people := dialect.Expr(dialect.Count{})
	if k.person == "" {
		rows.Items = append(rows.Items, dialect.Item{X: dialect.Number(1), As: rowsName})
	} else {
		rows.Items = append(rows.Items, dialect.Item{X: k.group(k.person), As: personName})
		if k.secret != "" {
			key := dialect.Keyed{X: dialect.Column{Of: ofTable, Name: k.person}, Secret: k.secret, Modulus: int64(k.noise.Modulus)}
			rows.Items = append(rows.Items, dialect.Item{X: key, As: keyName})
		}
		once := dialect.Select{From: dialect.Sub{Query: rows, As: ofRows}}
		for _, item := range rows.Items {
			once.Items = append(once.Items, dialect.Item{X: of(item.As), As: item.As})
			once.By = append(once.By, of(item.As))
		}
		rows = once
		people = dialect.Case{When: dialect.Compare{Left: dialect.CountOf{X: of(personName)}, Op: "=", Right: dialect.Count{}}, Then: dialect.Count{}}
	}
	cells.From = dialect.Sub{Query: rows, As: ofRows}
	cells.Items = append(cells.Items, dialect.Item{X: dialect.Number(mask), As: groupingName}, dialect.Item{X: people, As: valueName})
	if k.secret != "" {
		cells.Items = append(cells.Items, dialect.Item{X: dialect.Modulo{X: dialect.Or{X: dialect.Sum{X: of(keyName)}}, By: int64(k.noise.Modulus)}, As: keyName})
	}
	return cells
}
