package warehouse

import (
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/dialect"
	"skyline/sqlfuncs/sqltext"
)

// Parameters of the family.
var (
	paramThere   = call.Param{Name: "tbl", Type: "VARCHAR", Doc: "the table in the engine: [a name of one or more parts, or a query in the engine's own SQL](#tables-there)"}
	paramDialect = call.Param{Name: "dialect", Type: "VARCHAR", Default: "'duckdb'", Doc: "what the engine speaks: " + dialectNames("`'", "'`") + ", see [Dialects](#dialects)"}
)

// peopleName is the column of counts.
const peopleName = "people"

func dialectNames(open, end string) string {
	names := dialect.Names()
	last := len(names) - 1
	return open + strings.Join(names[:last], end+", "+open) + end + " or " + open + names[last] + end
}

// there is a table in an engine, and what a call says of it.
type there struct {
	dialect   *dialect.Dialect
	source    dialect.Source
	qi        []string
	sensitive []string
	counts    bool     // qi are the columns that a table of counts is by
	others    []string // columns without a role that cells are counted by, too
	types     map[string]dialect.Type
}

// readThere reads the parameters that the functions on rows share.
func readThere(c *call.Call) (*there, error) {
	in, err := readEngine(c)
	if err != nil {
		return nil, err
	}
	if in.qi, err = c.Columns("qi"); err != nil {
		return nil, err
	}
	in.sensitive, err = c.Sensitive()
	return in, err
}

// readEngine reads the table, the dialect and the types.
func readEngine(c *call.Call) (*there, error) {
	in := new(there)
	table, err := c.Text("tbl", "the name of a table in the engine, or a query in parentheses")
	if err != nil {
		return nil, err
	}
	if in.source, err = dialect.ParseSource(table); err != nil {
		return nil, c.Errorf("tbl: %v", err)
	}
	name, _ := c.Arguments["dialect"].(string)
	if in.dialect = dialect.ByName(call.Folded(name)); in.dialect == nil {
		return nil, c.Errorf("dialect must be %s, got %s; Databricks speaks 'spark', Athena 'trino', SQL Server 'tsql'", dialectNames("'", "'"), call.Show(c.Arguments["dialect"]))
	}
	in.types, err = readTypes(c)
	return in, err
}

// readTypes reads the parameter types: by column, as names are told apart.
func readTypes(c *call.Call) (map[string]dialect.Type, error) {
	const what = "a STRUCT or a MAP of columns and the names of their types, such as {'age': 'INTEGER'}"
	types := map[string]dialect.Type{}
	if c.Arguments["types"] == nil {
		return types, nil
	}
	given, ok := c.Arguments["types"].(map[string]any)
	if !ok {
		return nil, c.Errorf("types must be %s, got %s", what, call.Show(c.Arguments["types"]))
	}
	for _, column := range c.MemberNames("types") {
		text, ok := given[column].(string)
		if !ok {
			return nil, c.Errorf("types must be %s, got %s in it", what, call.Show(given[column]))
		}
		t, err := dialect.ParseType(text)
		if err != nil {
			return nil, c.Errorf("types: the type of %s %v, got %s", sqltext.Ident(column), err, sqltext.Text(text))
		}
		if _, twice := types[call.Folded(column)]; twice {
			return nil, c.Errorf("types must not name a column twice, got %s", sqltext.Ident(column))
		}
		types[call.Folded(column)] = t
	}
	return types, nil
}

// typeOf returns the type of a column that needTypes has been asked for.
func (in *there) typeOf(column string) dialect.Type { return in.types[call.Folded(column)] }

// needTypes makes sure that the types of columns are said. Without them the engine's own
// equality would decide what is counted as one.
func (in *there) needTypes(c *call.Call, columns []string) error {
	for _, column := range columns {
		if _, ok := in.types[call.Folded(column)]; !ok {
			return c.Errorf("types must say which type %s has, such as {%s: 'VARCHAR'}: without it, the engine may count different values as one", sqltext.Ident(column), sqltext.Text(column))
		}
	}
	return nil
}

// checkNames makes sure that columns do not have the names that a result adds, and that
// types are of columns of the call, those and others.
func (in *there) checkNames(c *call.Call, others []string, added ...string) error {
	columns := slices.Concat(in.qi, in.sensitive)
	for _, name := range added {
		if call.ContainsName(columns, name) {
			return c.Errorf("%s must not have a column %s, which the result adds; rename it in a query given as tbl", in.param(), name)
		}
	}
	columns = append(columns, others...)
	for _, name := range c.MemberNames("types") {
		if !call.ContainsName(columns, name) {
			return c.Errorf("types: %s is no column that the call names", sqltext.Ident(name))
		}
	}
	return nil
}

// param is what the parameters of the columns are called.
func (in *there) param() string {
	if in.counts {
		return "by"
	}
	return "qi and sensitive"
}

// optionalName reads a parameter that names a table to be made.
func optionalName(c *call.Call, param string) ([]string, error) {
	text, ok, err := c.OptionalText(param, "the name of a table")
	if err != nil || !ok {
		return nil, err
	}
	name, err := dialect.ParseName(text)
	if err != nil {
		return nil, c.Errorf("%s: %v", param, err)
	}
	return name, nil
}

// isSameName reports whether two names may be of one table. Engines that tell the cases of
// letters apart have two, of which one can be renamed.
func isSameName(a, b []string) bool {
	return slices.EqualFunc(a, b, func(x, y string) bool { return call.Folded(x) == call.Folded(y) })
}

// step is a statement of a result.
type step struct {
	name      string
	statement dialect.Statement
}

// writeSteps returns the plan of a result that is known while planning.
func writeSteps(c *call.Call, d *dialect.Dialect, steps []step) (sqltext.SQL, error) {
	var rows [][]sqltext.SQL
	for _, s := range steps {
		text, err := d.Write(s.statement)
		if err != nil {
			return "", c.Errorf("%v", err)
		}
		rows = append(rows, []sqltext.SQL{sqltext.Text(s.name), sqltext.Text(text)})
	}
	return call.Values(c.Function.Columns, rows), nil
}
