package call

import (
	"fmt"

	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/sqltext"
)

// What planners that write texts still call.

func (c *Call) OldHaving(param, table, source string, roles ...Role) string {
	return string(c.Having(param, table, sqltext.SQL(source), roles...))
}

func (c *Call) OldHavingRoles(param, source string, roles ...Role) string {
	return string(c.HavingRoles(param, sqltext.SQL(source), roles...))
}

func (c *Call) OldShare(param string) (string, error) {
	_, err := c.Share(param)
	return c.OldFloat(param), err
}

func (c *Call) OldHierarchies() (string, error) { return old(c.Hierarchies()) }

func (c *Call) OldSourceOf(param string) (string, error) { return old(c.SourceOf(param)) }

func (c *Call) OldOptionalSource(param string) (string, error) { return old(c.OptionalSource(param)) }

func old(s sqltext.SQL, err error) (string, error) { return string(s), err }

func (c *Call) OldAttributeOf() (string, string, error) {
	source, attribute, err := c.AttributeOf()
	return string(source), attribute, err
}

func (c *Call) OldFail(message string) string { return string(c.Fail(message)) }

func (c *Call) OldFailCounted(before, number, after string) string {
	return string(c.FailCounted(before, sqltext.SQL(number), after))
}

func (c *Call) OldFreeColumn(name, source string) string {
	return fmt.Sprintf("SELECT CASE WHEN (SELECT %[1]s IS NULL FROM (SELECT 1 AS __skyline_one) AS one LEFT JOIN (SELECT * FROM %[2]s AS tbl WHERE false) AS t ON true) THEN %[3]s ELSE true END AS ok FROM (SELECT 1 AS %[1]s) AS o",
		name, source, c.OldFail("tbl must not have a column "+name+", which the result adds; leave it out, or rename it, in a query given as tbl"))
}

// OldHierarchiesCTE is the CTE of the rows of a source of hierarchies.
func OldHierarchiesCTE(source string) string {
	return fmt.Sprintf("__skyline_hierarchies AS MATERIALIZED (SELECT %s AS attribute, %s AS value, TRY_CAST(hierarchies.level AS BIGINT) AS level, %s AS label FROM %s AS hierarchies)",
		oldtext.Bytewise("system.main.lower(hierarchies.attribute::VARCHAR)"), oldtext.Encoded("hierarchies.value::VARCHAR"), oldtext.Bytewise("hierarchies.label"), source)
}

func (c *Call) OldInOwnType(key, column string) string {
	return string(c.InOwnType(sqltext.SQL(key), sqltext.SQL(column)))
}

func (c *Call) OldFloat(param string) string {
	return string(sqltext.Text(c.Number(param))) + "::DOUBLE"
}

// OldValuesPlan returns the plan of a result that is known while planning.
func OldValuesPlan(columns []ResultColumn, rows [][]string) string {
	typed := make([][]sqltext.SQL, len(rows))
	for i, row := range rows {
		for _, v := range row {
			typed[i] = append(typed[i], sqltext.SQL(v))
		}
	}
	return string(Values(columns, typed))
}

// Old is the plan of a planner that writes a text.
func Old(plan func(*Call) (string, error)) func(*Call) (sqltext.SQL, error) {
	return func(c *Call) (sqltext.SQL, error) {
		text, err := plan(c)
		return sqltext.SQL(text), err
	}
}

// OldFromTable is sqltext.FromTable.
func OldFromTable(table string) (string, error) { return old(sqltext.FromTable(table)) }
