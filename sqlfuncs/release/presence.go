package release

import (
	"strings"
)

// readPublicOnce lets the plan read the public table once, however often it needs its
// rows. The table has been read.
func (p *ReleasePlan) readPublicOnce() {
	if p.Public == "" {
		return
	}
	columns := make([]string, len(p.Qi))
	for i, name := range p.Qi {
		columns[i] = p.Column(name)
	}
	p.Add("__skyline_public AS MATERIALIZED (SELECT %s FROM %s AS public UNION ALL SELECT %s FROM %s AS tbl WHERE false)",
		p.PublicColumns(), p.Public, strings.Join(columns, ", "), p.Source)
	p.Public = "__skyline_public"
}
