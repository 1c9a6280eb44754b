package sqlfuncs

import (
	"fmt"
	"strings"
)

// What the functions that make hierarchies, and look at them, share. A hierarchy
// is rows (attribute, value, level, label).

// hierarchyColumns is the shape of a hierarchy.
var hierarchyColumns = []ResultColumn{
	{"attribute", "VARCHAR", "the column that the hierarchy is for"},
	{"value", "VARCHAR", "the text of a value of the column, as DuckDB writes it in the column's own type; NULL for NULL"},
	{"level", "BIGINT", "1 or more; the value itself, level 0, is not listed"},
	{"label", "VARCHAR", "what the value is generalized to at this level"},
}

const (
	whatTable     = "the name of a table, view, CTE or file, or a query in parentheses"
	whatAttribute = "a column name"
)

var (
	paramHierarchyData = Param{Name: "tbl", Type: "VARCHAR", Doc: "where the values come from: a table, view, temp table, CTE of the same query, `schema.table`, `catalog.schema.table`, a file that DuckDB reads by name, or a query in parentheses"}
	paramAttribute     = Param{Name: "attribute", Type: "VARCHAR", Doc: "the column; its name becomes that of the hierarchy"}
)

const (
	noteHierarchyRows   = "Hierarchies are kept in a table, and several of them in one: `CREATE TABLE h AS FROM hierarchy_…(…) UNION ALL FROM hierarchy_…(…)`. [`hierarchy_check`](#hierarchy_check) says what is wrong with one."
	noteHierarchyText   = "Values are told apart as [Equality](#equality) says."
	noteHierarchyOwn    = "NULL has the label `NULL` at each level below the top"
	noteHierarchyOrder  = "The rows are in the order of values, NULL last, and levels; nothing else depends on the order of rows, on threads or on storage."
	noteHierarchyDomain = "A hierarchy made of the table's own values says which values the table has. To publish it, make it of the whole domain, given as a query such as `'(SELECT range AS age FROM range(120))'`."
)

// sourceOf returns what to write behind FROM for the table that a parameter names.
func (c *Call) sourceOf(param string) (string, error) {
	table, err := c.text(param, whatTable)
	if err != nil {
		return "", err
	}
	source, err := fromTable(table)
	if err != nil {
		return "", c.errorf("%s: %v", param, err)
	}
	return source, nil
}

// attributeOf returns the source and the column of a function that makes the
// hierarchy of a column.
func (c *Call) attributeOf() (source, attribute string, err error) {
	if source, err = c.sourceOf("tbl"); err != nil {
		return "", "", err
	}
	attribute, err = c.text("attribute", whatAttribute)
	return source, attribute, err
}

// fail returns an SQL expression that ends the query with a message.
func (c *Call) fail(message string) string {
	return "system.main.error(" + quoteText(c.function.Name+": "+message) + ")"
}

// failCounted is fail with a number, an SQL expression, between two texts.
func (c *Call) failCounted(before, number, after string) string {
	return "system.main.error(system.main.concat(" + quoteText(c.function.Name+": "+before) + ", " + number + ", " + quoteText(after) + "))"
}

// attributeValues is the CTE of the different values v of a column.
func attributeValues(source, attribute string) string {
	return fmt.Sprintf("__skyline_values AS MATERIALIZED (SELECT DISTINCT %s AS v FROM (SELECT tbl.%s AS s FROM %s AS tbl))",
		encoded(valueText), quoteIdentifier(attribute), source)
}

// list returns the elements of a parameter that is a list, or one element that
// stands for a list of one.
func (c *Call) list(param string) []any {
	switch v := c.arguments[param].(type) {
	case nil:
		return nil
	case []any:
		return v
	default:
		return []any{v}
	}
}

// planWith joins CTEs and the statement behind them.
func planWith(ctes []string, statement string) string {
	return "WITH " + strings.Join(ctes, ",\n") + "\n" + statement
}
