package utility

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Given is what a kernel is given of tables: each is kept by an aggregate.
type Given struct {
	Members  []sqltext.Member
	function sqltext.SQL
	tables   []sqltext.SQL
}

// NewGiven returns that of a call, of no tables yet.
func NewGiven(c *call.Call) *Given { return &Given{function: sqltext.Text(c.Function.Name)} }

func (g *Given) add(member string, aggregate, row, from sqltext.SQL) {
	name := sqltext.Word(member)
	g.tables = append(g.tables, sqltext.Fill("(SELECT {aggregate}({key}, {function}, {row}) AS kept FROM {from}) AS {name}", sqltext.Args{
		"aggregate": aggregate, "key": sqltext.PlanKey, "function": g.function, "row": row, "from": from, "name": name,
	}))
	g.Members = append(g.Members, sqltext.Member{Name: member, Value: name + ".kept"})
}

// Gathered gives counted rows: from has lists v of texts, and n, how many rows are equal.
func (g *Given) Gathered(member string, from sqltext.SQL) {
	g.add(member, "__skyline_gather", "v, n", from)
}

// rows gives the counted rows of a CTE, as texts.
func (g *Given) rows(member string, cte sqltext.SQL, texts []sqltext.SQL) {
	g.add(member, "__skyline_gather", "list_value("+sqltext.List(texts)+"), n", cte)
}

// Readings gives what AddReadings has added of so many columns. The kernel counts them from 0.
func (g *Given) Readings(columns int) {
	g.add("readings", "__skyline_readings", "i, kind, x, rank, position", "("+sqltext.Join("\nUNION ALL\n", sqltext.Map(sqltext.Numbered(columns, "#"), func(i int, number sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("SELECT {i} AS i, * FROM __skyline_readings{number}", sqltext.Args{"i": sqltext.Int(int64(i)), "number": number})
	})...)+")")
}

// Hierarchies gives those of a table, of which source is what stands behind FROM; "" for none.
func (g *Given) Hierarchies(source sqltext.SQL) {
	if source != "" {
		g.add("hierarchies", "__skyline_nodes", "h.attribute::VARCHAR, "+sqltext.AnyBigint("h.level")+", h.value::VARCHAR, h.label::VARCHAR",
			source+" AS h WHERE h.label IS NOT NULL")
	}
}

// From is what stands behind FROM where the members are.
func (g *Given) From() sqltext.SQL { return sqltext.Join(",\n", g.tables...) }
