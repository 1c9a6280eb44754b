package people

import (
	"errors"
	"fmt"

	"skyline/engine/risk"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// OtherTable reads a parameter that may name another table with the same quasi-identifiers:
// "" if it does not.
func (in *Input) OtherTable(param string) (sqltext.SQL, error) {
	source, err := in.Call.OptionalSource(param)
	if err != nil || source == "" {
		return "", err
	}
	return in.Call.HavingRoles(param, source, call.Role{Param: "qi", Columns: in.QI}), nil
}

// Beside counts, for each QI group, its people in the table and those in another one,
// whose parameter and alias is the same. The two tables are put one behind the other and
// grouped, not joined, so that columns of different types are compared as what both can be
// cast to without an error.
func (in *Input) Beside(source, alias sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT sum(people) AS people, sum({alias}) AS {alias}
		FROM (
		    SELECT {keys}, n AS people, 0 AS {alias} FROM {groups} WHERE n > 0
		    UNION ALL
		    SELECT {columns}, 0, 1 FROM {source} AS {alias}
		)
		GROUP BY {keys}
	`, sqltext.Args{
		"alias": alias, "keys": sqltext.List(in.Keys()), "groups": Groups, "source": source,
		"columns": sqltext.List(sqltext.Map(in.QI, func(_ int, name string) sqltext.SQL {
			return sqltext.Canonical(alias + "." + sqltext.Ident(name))
		})),
	})
}

// Bigint is a sum of counts as BIGINT, the largest one where it is too large: kernels
// refuse far smaller ones.
func Bigint(sum sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("coalesce(TRY_CAST({sum} AS BIGINT), 9223372036854775807)", sqltext.Args{"sum": sum})
}

// ExplainOutside says that a table named as population does not contain the people of tbl.
func ExplainOutside(err error) error {
	if outside, ok := errors.AsType[*risk.OutsideError](err); ok {
		return fmt.Errorf("population must contain everybody who is in tbl, and the number of QI groups with more people in tbl is %d; generalize the qi columns of both alike, or give the population that tbl comes from", outside.Groups)
	}
	return err
}
