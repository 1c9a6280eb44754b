package gnf

import (
	"strings"

	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// What stands between this package and the old others of release.

func texts(parts []sqltext.SQL) []string {
	var all []string
	for _, part := range parts {
		all = append(all, string(part))
	}
	return all
}

func (p *gnfTablePlan) guardOthers(u *release.Untouched) {
	add := func(cte string) {
		name, query, _ := strings.Cut(cte, " AS MATERIALIZED (")
		query = strings.TrimSuffix(query, ")")
		if name == "__skyline_untouched" {
			p.Guard(sqltext.SQL(name), "others", sqltext.SQL(query))
			return
		}
		p.Keep(sqltext.SQL(name), "others", sqltext.SQL(query))
	}
	for _, cte := range u.Ctes() {
		add(cte)
	}
	add(release.Refusal(p.call, "that no rule names", "list the columns to publish in attributes"))
}
