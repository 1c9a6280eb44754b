package release

import (
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Untouched is what a plan has to know of a release to count whom its columns without a
// role single out.
type Untouched struct {
	Columns sqltext.SQL   // what stands behind FROM for a table with the columns, of which no row is read
	Source  sqltext.SQL   // the same for the rows
	Roles   []sqltext.SQL // the columns with a role
	// Rows makes of a source like that what stands behind FROM for the rows of the release;
	// nil: they are its rows. What is large beside source is read if the row of the CTE gate has
	// found something, as source is. Own are those of their columns that are not untouched.
	Rows func(source, gate sqltext.SQL) sqltext.SQL
	Own  []sqltext.SQL
	// Alike: the values of Rows are canonical, and each is of Weight people who are alike.
	Alike bool
	// Groups are SQL expressions of a row x of these, equal for those of a QI group.
	Groups []sqltext.SQL
	Weight sqltext.SQL // a column of the rows, "" for none
	Person string      // a column, or "" where each row is a person

	Hidden []Hidden // columns whose values groups are to hide
	// Checked: the release is there and is judged. Then whoever is alone in their QI group counts,
	// too, if these columns alone single them out; and what columns tell is asked for even where
	// they single somebody out. A release that is made is only held back where the columns undo
	// its groups.
	Checked bool
	// Counts: whether each row is a person is asked for, by the columns of Groups.
	Counts bool
}

// Hidden is a column whose values groups are to hide.
type Hidden struct {
	Name  string
	Value sqltext.SQL // of a row x
	QI    bool        // it is a quasi-identifier
	Exact bool        // it is released as it is, and looked at for what it says of people
}

// UntouchedOf is about the rows of a table in which rows that are equal on columns are a
// QI group. Its people are rows, or their weights.
func UntouchedOf(in *people.Input, columns []string) *Untouched {
	roles := sqltext.Idents(in.Roles())
	u := &Untouched{Columns: in.Source, Source: in.Source, Roles: roles, Own: roles, Groups: KeysOf(columns), Hidden: hiddenSensitive(in.Sensitive)}
	if in.Weight != "" {
		u.Weight = sqltext.Ident(in.Weight)
	}
	return u
}

// hiddenSensitive are sensitive columns.
func hiddenSensitive(names []string) (hidden []Hidden) {
	for _, name := range names {
		hidden = append(hidden, Hidden{Name: name, Value: "x." + sqltext.Ident(name)})
	}
	return hidden
}

// Telling is the CTE of what single columns tell, which Add adds.
const Telling = sqltext.SQL("__skyline_telling")

// The other CTEs that Add adds.
const (
	othersName   = sqltext.SQL("__skyline_others")
	besideName   = sqltext.SQL("__skyline_beside")
	groupedName  = sqltext.SQL("__skyline_grouped")
	aloneName    = sqltext.SQL("__skyline_alone")
	singledName  = sqltext.SQL("__skyline_singled")
	nobodySingle = sqltext.SQL("__skyline_untouched")
)

// Add adds the CTEs up to __skyline_singled: no row where there are no columns without a
// role, otherwise how many people there are, how many of them are alone with their values,
// and the columns as a text to show; and those up to __skyline_telling, of what each column
// tells.
func (u *Untouched) Add(p *sqltext.Plan, function string) {
	u.addSingled(p)
	u.addTelling(p, function)
}

func (u *Untouched) addSingled(p *sqltext.Plan) {
	p.Keep(othersName, "the columns without a role, and one more, since a list of columns must not be empty", sqltext.Fill(`
		SELECT names, len(names) > 1 AS found
		FROM (
		    SELECT list(column_name) AS names
		    FROM (DESCRIBE SELECT *{excluding} FROM (SELECT *, 0 AS __skyline_last FROM {columns} AS tbl))
		)
	`, sqltext.Args{"excluding": Excluding(u.Roles), "columns": u.Columns}))
	p.Keep(besideName, "the columns without a role, beside groups, people and what groups hide", u.beside())
	together, each := u.singled(p)
	p.Keep(aloneName, "how many people these columns single out",
		sqltext.Fill("SELECT people, alone, smallest, alone > 0 AS found FROM ({together})", sqltext.Args{"together": together}))
	p.Keep(singledName, "whom these columns single out; each by itself is looked at only where somebody is", sqltext.Fill(`
		SELECT a.people, a.alone, __skyline_columns_shown(o.names, TRY_CAST(a.people AS BIGINT), s.columns, s.alone) AS shown
		FROM {others} AS o CROSS JOIN {alone_people} AS a CROSS JOIN (
		    SELECT list(i ORDER BY i ASC) AS columns, list(alone ORDER BY i ASC) AS alone
		    FROM ({each})
		) AS s
		WHERE o.found
	`, sqltext.Args{"others": othersName, "alone_people": aloneName, "each": each}))
}

// singled adds what is looked at once, and returns the SELECT of how many people there are, how many
// the columns single out, and how many people the smallest group has; and that of how many people each
// column i singles out.
func (u *Untouched) singled(p *sqltext.Plan) (together, each sqltext.SQL) {
	const (
		alone = "coalesce(sum(alone) FILTER (WHERE people > 1), 0)::BIGINT AS alone"
		why   = "how many people are alone with their values in these columns, but not in their QI group"
	)
	if u.Person != "" {
		return u.singledPersons(p, why)
	}
	together = sqltext.Fill(`
		SELECT coalesce(sum(people), 0) AS people, min(people) AS smallest, bool_or(people = 1) AS single, {alone}
		FROM ({together})
	`, sqltext.Args{"alone": alone, "together": u.aloneOfRows(u.keys(), append(u.keys(), u.values()), besideIf(othersName))})
	keys := append(u.keys(), "i")
	each = sqltext.Fill(`
		SELECT i, {alone}
		FROM ({each})
		GROUP BY i HAVING bool_or(differ)
	`, sqltext.Args{"alone": alone, "each": u.aloneOfRows(keys, append(slices.Clone(keys), "v"), "("+u.singly(aloneName)+")")})
	if u.Checked {
		p.Keep(groupedName, why, sqltext.Fill("SELECT *, single AND people > 1 AS found FROM ({together})", sqltext.Args{"together": together}))
		together = sqltext.Fill("SELECT g.* REPLACE (g.alone + o.alone AS alone) FROM {grouped} AS g CROSS JOIN ({ones}) AS o",
			sqltext.Args{"grouped": groupedName, "ones": u.ones("", u.lists(groupedName))})
		each = sqltext.Fill("SELECT i, sum(alone)::BIGINT AS alone FROM ({each} UNION ALL FROM ({ones})) GROUP BY i",
			sqltext.Args{"each": each, "ones": u.ones("i, ", u.singly(groupedName))})
	}
	return together, each
}

// beside are the rows as far as they are looked at: k1, …, which tell the groups; p, or how many
// people each row is, w; the columns without a role; and the hashes h1, … of what is hidden. They are
// read if there are such columns.
func (u *Untouched) beside() sqltext.SQL {
	canonical := func(value sqltext.SQL) sqltext.SQL {
		if u.Alike {
			return value
		}
		return sqltext.Canonical(value)
	}
	columns := sqltext.Map(u.Groups, func(i int, group sqltext.SQL) sqltext.SQL { return group + " AS __skyline_k" + sqltext.Int(int64(i)+1) })
	grouped := sqltext.SQL("")
	switch {
	case u.Person != "":
		columns = append(columns, sqltext.Canonical("x."+sqltext.Ident(u.Person))+" AS __skyline_p")
	case u.Alike:
		columns = append(columns, "x."+u.Weight+" AS __skyline_w")
	default:
		n := sqltext.SQL("count(*)")
		if u.Weight != "" {
			n = "coalesce(sum(TRY_CAST(x." + u.Weight + " AS BIGINT)), 0)"
		}
		columns, grouped = append(columns, n+" AS __skyline_w"), "GROUP BY ALL"
	}
	for i, h := range u.Hidden {
		columns = append(columns, people.HashOfKey(canonical(h.Value))+" AS __skyline_h"+sqltext.Int(int64(i)+1))
	}
	rows := gated(u.Source, othersName)
	if u.Rows != nil {
		rows = u.Rows(rows, othersName)
	}
	return sqltext.Fill(`
		SELECT {columns}, {others}, 0 AS __skyline_last
		FROM {rows} AS x
		{grouped}
	`, sqltext.Args{"columns": sqltext.List(columns), "others": canonical("COLUMNS(*" + Excluding(u.Own) + ")"), "rows": rows, "grouped": grouped})
}

// besideIf are the rows of besideName if the row of the CTE gate has found what it looked for.
func besideIf(gate sqltext.SQL) sqltext.SQL { return gated(besideName, gate) }

// gated are the rows of a source if the row of the CTE gate has found what it looked for.
func gated(source, gate sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("(SELECT tbl.* FROM {source} AS tbl, {gate} AS gate WHERE gate.found)", sqltext.Args{"source": source, "gate": gate})
}

// keys are the columns of beside that tell the groups.
func (u *Untouched) keys() []sqltext.SQL { return sqltext.Numbered(len(u.Groups), "__skyline_k#") }

// kept are keys, and the column about people.
func (u *Untouched) kept() []sqltext.SQL {
	if u.Person != "" {
		return append(u.keys(), "__skyline_p")
	}
	return append(u.keys(), "__skyline_w")
}

// hashes are the columns of beside that are hashes of what is hidden.
func (u *Untouched) hashes() []sqltext.SQL { return sqltext.Numbered(len(u.Hidden), "__skyline_h#") }

// values are the columns of beside without a role.
func (u *Untouched) values() sqltext.SQL {
	return "COLUMNS(*" + Excluding(slices.Concat(u.kept(), u.hashes())) + ")"
}

// singly are the rows of beside, one for each column i, with its value v.
func (u *Untouched) singly(gate sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT {kept}, UNNEST(v) AS v, UNNEST(range(len(v))) AS i
		FROM ({lists})
	`, sqltext.Args{"kept": sqltext.List(u.kept()), "lists": u.lists(gate)})
}

// ones is the SELECT of how many people, or of persons who, are alone in their QI group, and in the whole table
// with their values v; by is "i, " for each column by itself. Whoever is alone in a group is so
// without the columns, too: they are singled out by these if the columns alone would do.
func (u *Untouched) ones(by, from sqltext.SQL) sqltext.SQL {
	// n is how many people a row is, or whose it is.
	n, single, alone, people := sumOfPeople, sqltext.SQL("sum(n) OVER (PARTITION BY {keys}) = 1"), sqltext.SQL("sum(n) = 1 AND bool_or(n = 1 AND single)"), sqltext.SQL("count(*)::BIGINT AS alone")
	if u.Person != "" {
		n, single, alone, people = "__skyline_p", "min(n) OVER (PARTITION BY {keys}) = max(n) OVER (PARTITION BY {keys})", "min(n) = max(n) AND bool_and(single)", "coalesce(list(DISTINCT p), list_value()) AS who"
	}
	keys, grouped := u.keys(), sqltext.SQL("")
	if by != "" {
		keys, grouped = append(keys, "i"), "GROUP BY i"
	}
	return sqltext.Fill(`
		SELECT {by}{people}
		FROM (
		    SELECT {by}v, min(n) AS p
		    FROM (
		        SELECT {by}v, n, {single} AS single
		        FROM (
		            SELECT {keys}, v, {n} AS n
		            FROM ({from})
		            GROUP BY ALL
		        )
		    )
		    GROUP BY ALL HAVING {alone}
		)
		{grouped}
	`, sqltext.Args{
		"by": by, "people": people, "keys": sqltext.List(keys), "n": n, "from": from, "alone": alone, "grouped": grouped,
		"single": sqltext.Fill(single, sqltext.Args{"keys": sqltext.List(keys)}),
	})
}

// sumOfPeople is how many people rows of beside are that are grouped.
const sumOfPeople = sqltext.SQL("coalesce(sum(__skyline_w), 0)")

// lists are the rows of beside with their values as a list v of texts.
func (u *Untouched) lists(gate sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT {kept}, list_value(*{values}) AS v
		FROM (
		    SELECT {kept}, {texts}
		    FROM {beside}
		)
	`, sqltext.Args{
		"kept": sqltext.List(u.kept()), "values": "COLUMNS(*" + Excluding(u.kept()) + ")", "texts": sqltext.TextOf(u.values()), "beside": besideIf(gate),
	})
}

// aloneOfRows counts people who are rows.
func (u *Untouched) aloneOfRows(keys, all []sqltext.SQL, from sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT {keys}, sum(__skyline_n) AS people, count(*) FILTER (WHERE __skyline_n = 1) AS alone, count(*) > 1 AS differ
		FROM (
		    SELECT {all}, {n} AS __skyline_n
		    FROM {from}
		    GROUP BY ALL
		)
		GROUP BY {keys}
	`, sqltext.Args{"keys": sqltext.List(keys), "all": sqltext.List(all), "n": sumOfPeople, "from": from})
}

// Refuse adds the CTEs of Add, and one of a row whose ok is true, or the error that columns
// without a role single people out; it returns the join with it. kind says which columns
// these are, way what else can be done.
func (u *Untouched) Refuse(p *sqltext.Plan, c *call.Call, kind, way string) sqltext.SQL {
	u.Add(p, c.Function.Name)
	given := c.Function.Name + ": other_columns must be given, as columns " + kind
	p.Keep(nobodySingle, "columns without a role single nobody out, and tell nothing that groups hide", sqltext.Fill(`
		SELECT coalesce((
		    SELECT CASE
		        WHEN s.alone > 0 THEN error(concat({single_out}, s.alone, ' of ', s.people, ' people (', s.shown, ')', {after}))
		        WHEN t.columns > 0 THEN error(concat({tell}, t.shown, {after}))
		        ELSE true
		    END
		    FROM {singled} AS s CROSS JOIN {telling} AS t{guards}
		), true) AS ok
	`, sqltext.Args{
		"single_out": sqltext.Text(given + " single out "), "tell": sqltext.Text(given + " "), "singled": singledName, "telling": Telling,
		"guards": p.Guards(), // their errors come first
		"after":  sqltext.Text("; " + way + ", leave them out with other_columns := 'drop', or release them as they are with other_columns := 'keep'"),
	}))
	return " JOIN " + nobodySingle + " ON " + nobodySingle + ".ok"
}

// OthersRow is the SELECT of the row on columns without a role, after those of the
// requirements: what people.Finding has behind I, of people.Types as t. kind says which columns
// these are.
func OthersRow(kind string) sqltext.SQL {
	return sqltext.Fill(`
		SELECT 'other_columns' AS requirement, 0::DOUBLE AS required, CASE WHEN x.people > 0 THEN x.alone::DOUBLE / x.people END AS achieved, x.alone = 0 AS holds, concat({rule}, x.shown, ') = 0') AS rule, t.s AS value
		FROM {singled} AS x CROSS JOIN {types} AS t
	`, sqltext.Args{"rule": sqltext.Text("share of people whom columns " + kind + " single out ("), "singled": singledName, "types": people.Types})
}

// The rule of the row other_columns_tell says what columns do between these.
const (
	toldBefore = ", and "
	toldAfter  = " = 0"
)

// Told returns what the rule of a row other_columns_tell says that columns do.
func Told(rule string) string {
	_, told, _ := strings.Cut(strings.TrimSuffix(rule, toldAfter), toldBefore)
	return told
}

// TellingRow is OthersRow on what these columns tell; it is there where they tell something.
func TellingRow(kind string) sqltext.SQL {
	return sqltext.Fill(`
		SELECT 'other_columns_tell' AS requirement, 0::DOUBLE AS required, x.columns::DOUBLE AS achieved, false AS holds, concat({rule}, x.shown, {after}) AS rule, t.s AS value
		FROM {telling} AS x CROSS JOIN {types} AS t
		WHERE x.columns > 0
	`, sqltext.Args{"rule": sqltext.Text("columns " + kind + toldBefore), "after": sqltext.Text(toldAfter), "telling": Telling, "types": people.Types})
}

// RefuseOthers lets a release begin only where columns without a role single nobody out.
func (p *ReleasePlan) RefuseOthers(u *Untouched, kind, way string) {
	p.refused = u.Refuse(&p.Plan, p.Call, kind, way)
}

// Untouched is about the rows that a release places in groups, __skyline_g. where says
// which of these rows x are released, and what else it needs of them; person is a column,
// or "" where each row is a person.
func (p *ReleasePlan) Untouched(person string, where sqltext.SQL, needed ...string) *Untouched {
	roles := sqltext.Idents(p.Roles())
	u := &Untouched{Columns: p.Source, Source: p.Source, Roles: roles, Own: append(slices.Clone(roles), "__skyline_g"), Groups: []sqltext.SQL{"x.__skyline_g"}, Person: person}
	for _, name := range p.QI {
		u.Hidden = append(u.Hidden, Hidden{Name: name, Value: "x." + sqltext.Ident(name), QI: true})
	}
	// What is needed says who is released.
	hidden := slices.DeleteFunc(slices.Clone(p.Sensitive), func(name string) bool { return slices.Contains(needed, name) })
	u.Hidden = append(u.Hidden, hiddenSensitive(hidden)...)
	keys := RowKeys(p.placedBy())
	if person == "" {
		u.Alike, u.Weight = true, alikePeople
		u.Own = slices.Concat(sqltext.Idents(p.placedBy()), sqltext.Idents(needed), sqltext.Idents(hidden), []sqltext.SQL{alikePeople, "__skyline_g"})
		keys = sqltext.Map(p.placedBy(), func(_ int, name string) sqltext.SQL { return Row + "." + sqltext.Ident(name) })
	}
	u.Rows = func(source, gate sqltext.SQL) sqltext.SQL {
		where := where
		if person == "" {
			source, where = p.alike(source, needed, hidden), behindJoin(where)
		}
		return sqltext.Fill(`
			(
			    SELECT x.*
			    FROM ({rows}) AS x
			    WHERE {where}
			)`, sqltext.Args{"rows": p.inGroups(source, gated(Mapped, gate), keys), "where": where})
	}
	return u
}

// behindJoin is a condition that DuckDB looks at where it stands, and does not move below a
// join: it moves nothing that is random. Where a join is to lose rows, DuckDB 2 gives the
// columns of a GROUP BY or ORDER BY below it their own width behind the join, one column at a time, in a
// projection of all of them each: planning 80 columns takes half a second, 800 forever.
func behindJoin(condition sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("CASE WHEN {condition} THEN true ELSE random() > 1 END", sqltext.Args{"condition": condition})
}

// alikePeople is the column of how many people are alike.
const alikePeople = sqltext.SQL("__skyline_people")

// alike are people who are equal on what they are placed by and the columns without a role, as one row: to
// place rows in many groups takes longer than to group them. It has what they are
// placed by, the columns that are needed, those that are hidden, and the others under names that do not matter.
func (p *ReleasePlan) alike(source sqltext.SQL, needed, hidden []string) sqltext.SQL {
	columns := sqltext.Map(p.placedBy(), func(_ int, name string) sqltext.SQL {
		return sqltext.Canonical("t."+sqltext.Ident(name)) + " AS " + sqltext.Ident(name)
	})
	for _, name := range needed {
		columns = append(columns, "t."+sqltext.Ident(name))
	}
	for _, name := range hidden {
		columns = append(columns, sqltext.Canonical("t."+sqltext.Ident(name))+" AS "+sqltext.Ident(name))
	}
	n := sqltext.SQL("count(*)")
	if p.Weight != "" {
		n = "sum(TRY_CAST(t." + sqltext.Ident(p.Weight) + " AS BIGINT))"
	}
	return sqltext.Fill(`
		(
		    SELECT {columns}, {others}, {n} AS {people}
		    FROM (SELECT *, 0 AS __skyline_none FROM {source}) AS t
		    GROUP BY ALL
		)`, sqltext.Args{
		"columns": sqltext.List(columns), "others": sqltext.Canonical("COLUMNS(*" + Excluding(sqltext.Idents(p.Roles())) + ")"),
		"n": n, "people": alikePeople, "source": source,
	})
}
