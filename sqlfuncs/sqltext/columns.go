package sqltext

// Prefixed returns columns with their table.
func Prefixed(table SQL, columns []SQL) []SQL {
	return Map(columns, func(_ int, column SQL) SQL { return table + "." + column })
}

// Equal compares columns of two tables, NULL being equal to itself.
func Equal(a, b SQL, columns []SQL) SQL {
	return Join(" AND ", Map(columns, func(_ int, column SQL) SQL {
		return Fill("{a}.{column} IS NOT DISTINCT FROM {b}.{column}", Args{"a": a, "b": b, "column": column})
	})...)
}

// Ordered puts rows in the order of columns of a table, NULL last.
func Ordered(table SQL, columns []SQL) SQL {
	return List(Map(columns, func(_ int, column SQL) SQL {
		return Fill("{table}.{column} ASC NULLS LAST", Args{"table": table, "column": column})
	}))
}
