package sqlfuncs

import (
	"fmt"
	"strings"
)

// planBreach returns the statement of a function over counted QI groups. Step by
// step: DuckDB groups the rows and counts sensitive values (one scan); equal
// histograms become one, which the least of their groups stands for; the kernel
// runs as a job; its rows are joined with the names of the groups.
func planBreach(in *input, points, selectList, from, orderBy string) string {
	function := in.call.function.Name
	ctes := []string{in.typesCTE(), points}
	ctes = append(ctes, in.groupsCTEs()...)
	ctes = append(ctes,
		fmt.Sprintf("__skyline_histograms AS MATERIALIZED (SELECT row_number() OVER () AS i, * FROM (SELECT h, count(*) AS n, min(%s) AS g FROM __skyline_groups GROUP BY h))",
			in.groupStruct()),
		fmt.Sprintf(`__skyline_job AS (SELECT __%s_start(%s, (SELECT typeof(s) FROM __skyline_types), v.value, v.l, v.k, v.m, v.c, x.i, x.n, x.h) AS job, false AS done FROM (SELECT list(value ORDER BY i) AS value, list(l ORDER BY i) AS l, list(k ORDER BY i) AS k, list(m ORDER BY i) AS m, list(c ORDER BY i) AS c FROM __skyline_points) AS v, (SELECT list(i) AS i, list(n) AS n, list(h) AS h FROM __skyline_histograms) AS x UNION ALL SELECT job, __skyline_wait(job) FROM __skyline_job WHERE NOT done)`,
			function, quoteText(in.values)),
		fmt.Sprintf("__skyline_rows AS (SELECT UNNEST(__%s_rows(job), recursive := true) FROM __skyline_job WHERE done)", function),
	)
	return "WITH RECURSIVE " + strings.Join(ctes, ",\n") + "\nSELECT " + selectList +
		" FROM __skyline_rows AS r CROSS JOIN __skyline_types AS t" + from + " ORDER BY " + orderBy
}

// typedValue is the sensitive value of a row in its column's own type.
const typedValue = "cast_to_type(r.value, t.s)"
