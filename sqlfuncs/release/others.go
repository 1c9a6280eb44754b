package release

import (
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldtext"
)

// Columns that no parameter of a call names are released as they are, whatever privacy
// requires. This file finds out whom they single out, for functions that make a release
// and for those that check one. Only DuckDB knows which columns there are: in plans they
// are all but those with a role.

var (
	ParamOthers = call.Param{Name: "others", Type: "VARCHAR", Default: "'error'", Doc: "what becomes of columns without a role, those that no other parameter names: `'error'`, they are released as they are, and it is an error if they single people out; `'drop'`, they are left out; `'keep'`, they are released as they are. See [Columns without a role](#columns-without-a-role)"}
	// ParamOthersChecked is that of functions that check a release.
	ParamOthersChecked = call.Param{Name: "others", Type: "VARCHAR", Default: "'check'", Doc: "`'check'`: a row says whom columns without a role single out, see [Columns without a role](#columns-without-a-role); `'keep'`: they are to be released as they are, and there is no such row"}
)

// NoteOthers is on the functions that make a release, noteOthersChecked on those that check
// one.
const (
	NoteOthers        = "Columns without a role: with `others := 'error'` nothing is released where somebody shares their QI group with others, but nobody else in it has the same values in these columns. The error names the columns and the shares of the people. See [Columns without a role](#columns-without-a-role)."
	NoteOthersChecked = "Where `tbl` has columns without a role, the last row, `others`, says which share of the people they single out, 0 being required; `rule` names the columns. `value` is NULL. See [Columns without a role](#columns-without-a-role)."
)

// OthersReference is the section of the reference on columns without a role.
const OthersReference = `
## Columns without a role

Requirements are about quasi-identifiers and sensitive values. A table may have more columns: names, numbers of rows, notes. A release has them **as they are**, unless ` + "`others := 'drop'`" + ` leaves them out, and a name undoes any generalization. So every function that makes a release from a table looks at them first, and ` + "`release_check` and `recipe_check`" + ` have a row on them.

A person is *singled out by untouched columns* if they share their QI group with others, but nobody else in the group has the same values in the untouched columns. The QI group is the one that is released: rows with the same ` + "`group_id`" + `, or, where there is none, the same labels (in ` + "`release_check`" + `, the same values in ` + "`qi`" + `). The share is of all people who are released.

- Untouched columns are those without a role: neither quasi-identifiers, nor sensitive, nor ` + "`person`, `weight`" + ` or another column that the call names.
- Whoever is alone in their group is not counted: they are alone without the columns, too. ` + "`k_anonymity`" + ` is about that.
- Columns that are constant, or as coarse as the groups, single nobody out and are released without a word. So is the ` + "`group_id`" + ` of an earlier release with the same groups.
- A row is a person; a row of weight w is w people, who are equal. Where ` + "`person`" + ` may have several rows, they are singled out if one of their rows is: if it has values that no row of anybody else in the group has.
- Values are equal as [Equality](#equality) says; NULL equals NULL.
- With ` + "`output := 'bucketized'`" + ` and in the sub-tables of ` + "`gnf_table`" + `, exact values tell people apart by design. There, too, the group is that of ` + "`group_id`" + `: within it nobody is to be told whose sensitive value is whose, and untouched columns could tell. To check such a release with ` + "`qi := ['group_id']`, say `others := 'keep'`" + `: the exact columns have no role then.

An error or a row names at most five columns, those that single out most people by themselves first, each with its own share; columns that are the same for everybody in each group are not among them. Shares of columns together are larger than those of each: 0 % for all of them is possible, if only their combination singles out.

**Not promised:** that columns which single nobody out are harmless. A column of which two people in a group share each value still narrows down who is who; give it to ` + "`qi`" + ` where an outsider may know it, or leave it out.

Cost: nothing where there are no such columns, and with ` + "`'drop'` or `'keep'`" + `. Otherwise one GROUP BY of the groups and these columns; the shares of single columns are counted only where somebody is singled out.
`

// ReadOthers returns the parameter of that name of a function that makes a release.
func ReadOthers(c *call.Call) (string, error) { return c.Choice("others", "error", "drop", "keep") }

// ChecksOthers is whether the parameter others of a function that checks a release asks
// for a row.
func ChecksOthers(c *call.Call) (bool, error) {
	v, err := c.Choice("others", "check", "keep")
	return v == "check", err
}

// Untouched is what has to be known of a release to count whom its columns without a role
// single out.
type Untouched struct {
	Columns string   // what stands behind FROM for a table with the columns, of which no row is read
	Source  string   // the same for the rows
	Roles   []string // the columns with a role, as SQL identifiers
	// rows makes of a source like that what stands behind FROM for the rows of the release.
	// own are those of its columns that are not untouched, as SQL identifiers.
	Rows func(source string) string
	Own  []string
	// groups are SQL expressions of a row x of these, equal for those of a QI group.
	Groups []string
	Weight string // a column of the rows, as an SQL identifier, or ""
	Person string // a column, or "" where each row is a person
}

// PlacedRows are the rows x that a release has a group for.
const PlacedRows = "x.__skyline_g IS NOT NULL"

// Ctes are the CTEs up to __skyline_singled: no row where there are no columns without a
// role, otherwise how many people there are, how many of them are alone with their
// values, and the columns as a text to show.
//
// __skyline_others has the names of these columns, and a last one: a list of columns must
// not be empty.
func (u *Untouched) Ctes() []string {
	// Whoever is alone in a group is so without these columns, too.
	const alone = "coalesce(system.main.sum(alone) FILTER (WHERE people > 1), 0)::BIGINT AS alone"
	return []string{
		fmt.Sprintf("__skyline_others AS MATERIALIZED (SELECT names, system.main.len(names) > 1 AS found FROM (SELECT system.main.list(column_name) AS names FROM (DESCRIBE SELECT *%s FROM (SELECT *, 0 AS __skyline_last FROM %s AS tbl))))",
			oldtext.Excluding(u.Roles), u.Columns),
		fmt.Sprintf("__skyline_alone AS MATERIALIZED (SELECT people, alone, alone > 0 AS found FROM (SELECT coalesce(system.main.sum(people), 0) AS people, %s FROM (%s)))",
			alone, u.together("__skyline_others")),
		fmt.Sprintf("__skyline_singled AS MATERIALIZED (SELECT a.people, a.alone, system.main.__skyline_columns_shown(o.names, TRY_CAST(a.people AS BIGINT), s.columns, s.alone) AS shown FROM __skyline_others AS o CROSS JOIN __skyline_alone AS a"+
			" CROSS JOIN (SELECT system.main.list(i ORDER BY i ASC) AS columns, system.main.list(alone ORDER BY i ASC) AS alone FROM (SELECT i, %s FROM (%s) GROUP BY i HAVING system.main.bool_or(differ))) AS s WHERE o.found)",
			alone, u.each("__skyline_alone")),
	}
}

// keyed are the rows as far as they are looked at: k1, …, which tell the groups; p or w;
// and the columns without a role. They are read if the row of the CTE gate has found what
// it looked for.
func (u *Untouched) keyed(gate string) string {
	columns := oldtext.Numbered(len(u.Groups), "%s AS __skyline_k#")
	for i, group := range u.Groups {
		columns[i] = fmt.Sprintf(columns[i], group)
	}
	switch {
	case u.Person != "":
		columns = append(columns, oldtext.Canonical("x."+oldtext.QuoteIdentifier(u.Person))+" AS __skyline_p")
	case u.Weight != "":
		columns = append(columns, "TRY_CAST(x."+u.Weight+" AS BIGINT) AS __skyline_w")
	}
	gated := fmt.Sprintf("(SELECT tbl.* FROM %s AS tbl, %s AS gate WHERE gate.found)", u.Source, gate)
	return fmt.Sprintf("SELECT %s, x.*%s, 0 AS __skyline_last FROM %s AS x",
		strings.Join(columns, ", "), oldtext.Excluding(u.Own), u.Rows(gated))
}

// keys are the columns of keyed that tell the groups, and people is the one that is about
// people, if there is one.
func (u *Untouched) keys() string { return oldtext.Listed(len(u.Groups), "__skyline_k#") }

func (u *Untouched) people() string {
	switch {
	case u.Person != "":
		return ", __skyline_p"
	case u.Weight != "":
		return ", __skyline_w"
	}
	return ""
}

// values are the columns of keyed without a role.
func (u *Untouched) values() string {
	return "COLUMNS(* EXCLUDE (" + u.keys() + u.people() + "))"
}

// together is the SELECT of the groups, their people, and how many are alone with all
// their values.
func (u *Untouched) together(gate string) string {
	if u.Person != "" {
		return u.aloneOfPersons(u.keys(), u.lists(gate))
	}
	return u.aloneOfRows(u.keys(), u.keys()+", "+oldtext.Canonical(u.values()), u.keyed(gate))
}

// each is together for each column i by itself. differ is whether it has several values.
func (u *Untouched) each(gate string) string {
	keys := u.keys() + ", i"
	from := fmt.Sprintf("SELECT %s%s, UNNEST(v) AS v, UNNEST(system.main.range(system.main.len(v))) AS i FROM (%s)", u.keys(), u.people(), u.lists(gate))
	if u.Person != "" {
		return u.aloneOfPersons(keys, from)
	}
	return u.aloneOfRows(keys, keys+", v", from)
}

// lists are the rows of keyed with their values as a list v of texts.
func (u *Untouched) lists(gate string) string {
	kept := u.keys() + u.people()
	return fmt.Sprintf("SELECT %[1]s, system.main.list_value(*%[2]s) AS v FROM (SELECT %[1]s, %[3]s FROM (%[4]s))", kept, u.values(), oldtext.TextOf(u.values()), u.keyed(gate))
}

// aloneOfRows counts people who are rows.
func (u *Untouched) aloneOfRows(keys, all, from string) string {
	n := "system.main.count(*)"
	if u.Weight != "" {
		n = "coalesce(system.main.sum(__skyline_w), 0)"
	}
	return fmt.Sprintf("SELECT %[1]s, system.main.sum(__skyline_n) AS people, system.main.count(*) FILTER (WHERE __skyline_n = 1) AS alone, system.main.count(*) > 1 AS differ FROM (SELECT %[2]s, %[3]s AS __skyline_n FROM (%[4]s) GROUP BY ALL) GROUP BY %[1]s",
		keys, all, n, from)
}

// aloneOfPersons counts people who may have several rows: holders is how many have the
// values v, occurrences how many pairs of people and values the group has.
func (u *Untouched) aloneOfPersons(keys, from string) string {
	held := fmt.Sprintf("SELECT %[1]s, __skyline_p, system.main.count(*) OVER (PARTITION BY %[1]s, v) AS holders, system.main.count(*) OVER (PARTITION BY %[1]s) AS occurrences FROM (SELECT DISTINCT %[1]s, __skyline_p, v FROM (%[2]s))", keys, from)
	persons := fmt.Sprintf("SELECT %[1]s, system.main.bool_or(holders = 1) AS is_alone, system.main.bool_or(holders < occurrences) AS differ FROM (%[2]s) GROUP BY %[1]s, __skyline_p", keys, held)
	return fmt.Sprintf("SELECT %[1]s, system.main.count(*) AS people, system.main.count(*) FILTER (WHERE is_alone) AS alone, system.main.bool_or(differ) AS differ FROM (%[2]s) GROUP BY %[1]s", keys, persons)
}

// Refusal is the CTE __skyline_untouched of one row, true, or the error that columns
// without a role single people out. kind says which columns these are, way what else can
// be done.
func Refusal(c *call.Call, kind, way string) string {
	return fmt.Sprintf("__skyline_untouched AS MATERIALIZED (SELECT coalesce((SELECT CASE WHEN alone > 0 THEN system.main.error(system.main.concat(%s, alone, ' of ', people, ' people (', shown, %s)) ELSE true END FROM __skyline_singled), true) AS ok)",
		oldtext.QuoteText(c.Function.Name+": others must be given, as columns "+kind+" single out "),
		oldtext.QuoteText("); "+way+", leave them out with others := 'drop', or release them as they are with others := 'keep'"))
}

// RefuseOthers lets a release begin only where columns without a role single nobody out:
// allowed is a CTE that has the release then.
func (p *ReleasePlan) RefuseOthers(u *Untouched, kind, way string) {
	p.Ctes = append(append(p.Ctes, u.Ctes()...), Refusal(p.Call, kind, way))
	p.allowed = "__skyline_allowed"
	p.Add("%s AS MATERIALIZED (SELECT rel.release FROM __skyline_release AS rel JOIN __skyline_untouched AS guard ON guard.ok)", p.allowed)
}

// Untouched is about the rows that a release places in groups, __skyline_g. where says
// which of these rows x are released, and what else it needs of them; person is a column,
// or "" where each row is a person.
func (p *ReleasePlan) Untouched(person, where string, needed ...string) *Untouched {
	u := &Untouched{Columns: p.Source, Source: p.Source, Roles: oldtext.Quoted(p.Roles()), Groups: []string{"x.__skyline_g"}, Person: person}
	u.Rows = func(source string) string {
		if person == "" {
			source = p.alike(source, needed)
		}
		return "(SELECT x.* FROM (" + p.inGroups(source, "__skyline_release") + ") AS x WHERE " + where + ")"
	}
	if u.Own = append(slices.Clone(u.Roles), "__skyline_g"); person == "" {
		u.Weight, u.Own = alikePeople, slices.Concat(oldtext.Quoted(p.Qi), oldtext.Quoted(needed), []string{alikePeople, "__skyline_g"})
	}
	return u
}

// alikePeople is the column of how many people are alike.
const alikePeople = "__skyline_people"

// alike are people who are equal on qi and the columns without a role, as one row: to
// place rows in many groups takes longer than to group them. It has the columns of qi,
// those that are needed, and the others under names that do not matter.
func (p *ReleasePlan) alike(source string, needed []string) string {
	var columns []string
	for _, name := range p.Qi {
		columns = append(columns, oldtext.Canonical("t."+oldtext.QuoteIdentifier(name))+" AS "+oldtext.QuoteIdentifier(name))
	}
	for _, name := range needed {
		columns = append(columns, "t."+oldtext.QuoteIdentifier(name))
	}
	people := "system.main.count(*)"
	if p.Weight != "" {
		people = "system.main.sum(TRY_CAST(t." + oldtext.QuoteIdentifier(p.Weight) + " AS BIGINT))"
	}
	return fmt.Sprintf("(SELECT %s, %s, %s AS %s FROM (SELECT *, 0 AS __skyline_none FROM %s) AS t GROUP BY ALL)",
		strings.Join(columns, ", "), oldtext.Canonical("COLUMNS(*"+oldtext.Excluding(oldtext.Quoted(p.Roles()))+")"), people, alikePeople, source)
}

// OthersRow is the SELECT of the row on columns without a role, after those of the
// requirements: what findingFields has, and value. kind says which columns these are.
func OthersRow(kind string) string {
	return "SELECT 'others' AS requirement, 0::DOUBLE AS required, CASE WHEN x.people > 0 THEN x.alone / x.people END AS achieved, x.alone = 0 AS holds," +
		" system.main.concat(" + oldtext.QuoteText("share of people whom columns "+kind+" single out (") + ", x.shown, ') = 0') AS rule, t.s AS value FROM __skyline_singled AS x CROSS JOIN __skyline_types AS t"
}
