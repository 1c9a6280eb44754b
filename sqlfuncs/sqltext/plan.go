package sqltext

import (
	"fmt"
	"slices"
	"strings"
)

// Plan gathers the CTEs of one statement, each of which may name those before it. The zero
// Plan has none.
//
// Its methods panic at what is a defect of ours: a name that is not one of the plan's own,
// which all begin with __skyline_, or that the plan has already; a reason that is empty or
// has several lines.
type Plan struct {
	ctes   []cte
	guards []SQL
}

type cte struct {
	name SQL
	text string
}

// With adds a CTE. why says in a line what it is for, and is written above it.
func (p *Plan) With(name SQL, why string, query SQL) { p.add(name, " AS (", why, query) }

// Keep adds a CTE that DuckDB computes once, however often it is named.
func (p *Plan) Keep(name SQL, why string, query SQL) { p.add(name, " AS MATERIALIZED (", why, query) }

// Guard adds a CTE of one row whose column ok is true, or an error. Nothing looks at it but
// what stands behind Guards.
func (p *Plan) Guard(name SQL, why string, query SQL) {
	p.With(name, why, query)
	p.guards = append(p.guards, name)
}

// Guards returns what stands directly behind a relation in FROM so that all guards so far
// are looked at, "" if there are none. The relation has a row, such as that of an aggregate:
// DuckDB may leave a join out where it knows that there is nothing to join.
//
// Several become one, which is computed once: DuckDB tries all orders of the relations that
// are joined, and would plan each guard wherever it is looked at.
func (p *Plan) Guards() SQL {
	if len(p.guards) == 0 {
		return ""
	}
	if len(p.guards) > 1 {
		all := SQL(fmt.Sprintf("__skyline_guards%d", len(p.ctes)))
		p.Keep(all, "all of these hold", Fill("SELECT bool_and(ok) AS ok FROM ({each})", Args{
			"each": Join(" UNION ALL ", Map(p.guards, func(_ int, guard SQL) SQL {
				return Fill("SELECT ok FROM {guard}", Args{"guard": guard})
			})...),
		}))
		p.guards = []SQL{all}
	}
	return Fill(" JOIN {guard} ON {guard}.ok", Args{"guard": p.guards[0]})
}

// Has reports whether the plan has a CTE of a name.
func (p *Plan) Has(name SQL) bool {
	return slices.ContainsFunc(p.ctes, func(c cte) bool { return c.name == name })
}

// Statement returns a query behind the plan's CTEs, or alone if there are none.
func (p *Plan) Statement(query SQL) SQL {
	var b strings.Builder
	before := "WITH RECURSIVE\n\n"
	for _, c := range p.ctes {
		b.WriteString(before)
		b.WriteString(c.text)
		before = ",\n\n"
	}
	if len(p.ctes) > 0 {
		b.WriteString("\n\n")
	}
	b.WriteString(indented(layout(string(query)), ""))
	return SQL(b.String())
}

func (p *Plan) add(name, as SQL, why string, query SQL) {
	if why == "" || strings.ContainsAny(why, "\r\n"+userText) {
		panic(fmt.Sprintf("sqltext: the reason for %s must be one line", name))
	}
	p.append(name, "-- "+why+"\n", as, query)
}

// append adds a CTE below a comment, which may be "".
func (p *Plan) append(name SQL, comment string, as, query SQL) {
	if !isWord(string(name)) || !strings.HasPrefix(string(name), ownName) {
		panic(fmt.Sprintf("sqltext: %q is no name of a plan's own", name))
	}
	if p.Has(name) {
		panic(fmt.Sprintf("sqltext: the plan has two CTEs %s", name))
	}
	p.ctes = append(p.ctes, cte{name, comment + string(name+as) + "\n" + indented(layout(string(query)), level) + "\n)"})
}
