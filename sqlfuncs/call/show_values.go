package call

import "skyline/sqlfuncs/sqltext"

// ParamShowValues is a parameter of every function that has a column with Data. No other has it, but for release_report, whose
// page has values only if it is asked for them.
var ParamShowValues = Param{Name: "show_values", Type: "BOOLEAN", Default: "true", Doc: "whether the result has values of the table; false: columns that have some are NULL, for logs and tickets, see [Without values](#without-values)"}

// Shown is an expression, or NULL of its type where values are not to be shown: for a column
// that has values and that only some calls of a function have.
func (c *Call) Shown(expression sqltext.SQL) sqltext.SQL {
	if c.Arguments[ParamShowValues.Name] == false {
		return hiddenValue(expression)
	}
	return expression
}

// hiddenValue is NULL of an expression's type.
func hiddenValue(expression sqltext.SQL) sqltext.SQL {
	return "CASE WHEN false THEN " + expression + " END"
}

// Plan returns the SELECT that answers the call. Functions know nothing of ParamShowValues: what they have planned is
// put into a SELECT without the values.
func (c *Call) Plan() (sqltext.SQL, error) {
	plan, err := c.Function.Plan(c)
	if err != nil || c.Function.Param(ParamShowValues.Name) == nil {
		return plan, err
	}
	shown, ok := c.Arguments[ParamShowValues.Name].(bool)
	if !ok {
		return "", c.Errorf("%s must be true or false, got %s", ParamShowValues.Name, Show(c.Arguments[ParamShowValues.Name]))
	}
	var hidden []sqltext.SQL
	for _, column := range c.Function.Columns {
		if column.Data && column.Name != ColumnsOfTable { // a planner hides these by Shown
			name := sqltext.Ident(column.Name)
			hidden = append(hidden, hiddenValue(name)+" AS "+name)
		}
	}
	if shown || hidden == nil {
		return plan, nil // release_report looks at the parameter itself
	}
	return sqltext.Fill("SELECT * REPLACE ({hidden}) FROM (\n{plan}\n)", sqltext.Args{"hidden": sqltext.List(hidden), "plan": plan}), nil
}
