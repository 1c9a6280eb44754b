package oldpeople

import (
	"encoding/json"
	"fmt"
	"strings"

	"skyline/engine/privacy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/sqltext"
)

// The requirement presence of the parameter privacy: the QI groups of a plan become
// those of a public table, and their histograms count people who are not in the private
// one as having a value that no text is, partition.Absent.

const presenceDoc = "δ-presence: of the people of every QI group of the table `public` (named as `tbl`), at least the share `delta_min` and at most the share `delta_max` is in `tbl`; one of the two may be left out: see [presence](#presence) (Nergiz et al. 2007, 2008)"

const presenceReference = `
### presence

` + "`public`" + ` has the same ` + "`qi`" + ` columns as ` + "`tbl`" + ` and a row for each person; it contains everybody in ` + "`tbl`" + `. Where types differ, the columns are compared, and released, as the type that both can be cast to. Who sees the release and the public table believes of each person of a QI group that he is in ` + "`tbl`" + ` with the group's share as probability. The bounds are inclusive, and hold for every group of the public table: also for those with nobody of ` + "`tbl`" + `, whose share is 0, so that they are allowed only with ` + "`delta_min`" + ` 0, the default (` + "`delta_max`" + ` is 1).

- All other requirements, sizes, measures and the choice of splits are about the people of ` + "`tbl`" + `. What a release covers of a column is of the people of both tables, since it has to tell nothing about who of them is in ` + "`tbl`" + `. A QI group of the public table with nobody of ` + "`tbl`" + ` is not in the release, and has no ` + "`group_id`" + `.
- Functions that make a release (` + "`skyline_anonymize`, `skyline_partition`, `release_recipe`, `generalization_search`, `generalize`" + `) generalize both tables. In those that look at one (` + "`release_check`, `privacy_violations`, `recipe_check`" + `) ` + "`public`" + ` shows the same labels as the release: generalize both tables by ` + "`recipe_apply`" + ` with one recipe, or by ` + "`generalize`" + ` with the same levels. (Give ` + "`recipe_apply`" + ` of the public table ` + "`privacy := {'k_anonymity': 1}, on_violation := 'suppress'`" + `: people whose QI group has nobody of ` + "`tbl`" + ` are outside of the recipe, and left out; their share, 0, is not looked at again.) Rows of both tables that are equal on ` + "`qi`" + ` are a group, NULL being a value.
- Who is who is told by number: a combination of ` + "`qi`" + ` values that ` + "`tbl`" + ` has more often than ` + "`public`" + ` is an error.
- Only for ` + "`values_per_person := 'one'`" + `, without ` + "`suppression`" + `, and not for ` + "`output := 'bucketized'`" + `, in which exact values show who is there.
- Not promised: that columns which are neither ` + "`qi`" + ` nor ` + "`sensitive`" + ` do not tell who somebody is.
`

// readPresence reads the member of privacy, sets the public table of the input, and returns
// the bounds.
func readPresence(c *call.Call, in *Input, v any) (map[string]any, error) {
	const shape = "a struct {'public': …, 'delta_min': …, 'delta_max': …}"
	given, ok := v.(map[string]any)
	if !ok {
		return nil, c.Errorf("privacy: presence must be %s, got %s", shape, call.Show(v))
	}
	members, unknown := call.Lowered(given, "public", "delta_min", "delta_max")
	if unknown != "" {
		return nil, c.Errorf("privacy: presence must be %s, got a member %s", shape, oldtext.QuoteText(unknown))
	}
	table, ok := members["public"].(string)
	if !ok || table == "" {
		return nil, c.Errorf("privacy: presence: public must be the name of a table, view, CTE or file, or a query in parentheses, got %s", call.Show(members["public"]))
	}
	const param = "privacy: presence: public"
	written, err := sqltext.FromTable(table)
	source := string(written)
	if err != nil {
		return nil, c.Errorf("%s: %v", param, err)
	}
	source = c.OldHaving(param, table, source, call.Role{Param: in.quasiIdentifierParam(), Columns: in.Qi})
	if in.Values != "one" {
		return nil, c.Errorf("privacy: presence can be required for values_per_person := 'one' only, got '%s'; give a row for each person", in.Values)
	}
	bounds := map[string]any{}
	for _, name := range []string{"delta_min", "delta_max"} {
		if members[name] == nil {
			continue
		}
		if err := c.CheckDistance("privacy: presence: "+name, members[name]); err != nil {
			return nil, err
		}
		bounds[name] = members[name]
	}
	if len(bounds) == 0 {
		return nil, c.Errorf("privacy: presence must have delta_min or delta_max, or both, got neither")
	}
	if boundOf(bounds, "delta_min", 0) > boundOf(bounds, "delta_max", 1) {
		return nil, c.Errorf("privacy: presence: delta_min must be at most delta_max, got %s and %s", call.Show(bounds["delta_min"]), call.Show(bounds["delta_max"]))
	}
	in.Public = source
	return bounds, nil
}

// boundOf returns a bound that has been checked.
func boundOf(bounds map[string]any, name string, otherwise float64) float64 {
	number, ok := bounds[name].(json.Number)
	if !ok {
		return otherwise
	}
	x, _ := number.Float64()
	return x
}

// HidesPresence reports whether presence is among the requirements of a kernel: then
// nobody may be left out.
func HidesPresence(numbers string) bool { return Requires(numbers, "presence") }

// presenceOf returns the requirements of bounds that have been checked: one for each
// that is given.
func presenceOf(bounds map[string]any, absent int32) []privacy.Requirement {
	atLeast, atMost := privacy.Presence(boundOf(bounds, "delta_min", 0), boundOf(bounds, "delta_max", 1), absent)
	var all []privacy.Requirement
	if bounds["delta_min"] != nil {
		all = append(all, atLeast)
	}
	if bounds["delta_max"] != nil {
		all = append(all, atMost)
	}
	return all
}

// groupsOfPublic are the CTEs of the QI groups of the public table: __skyline_groups as
// groups has it, with who is absent in the histograms and how many people are outside of
// the public table; and the guard that nobody is. from has the rows of the table. Both
// tables are put one behind the other and grouped, not joined, so that columns of
// different types are compared as what both can be cast to.
func (in *Input) groupsOfPublic(from, value, n string) string {
	columns := make([]string, len(in.Qi))
	for i, name := range in.Qi {
		columns[i] = fmt.Sprintf("%s AS q%d", oldtext.Canonical("public."+oldtext.QuoteIdentifier(name)), i+1)
	}
	keys := in.Keys()
	rows := fmt.Sprintf("SELECT %[1]s, %[2]s AS s, %[3]s AS n, 0 AS a FROM (%[4]s) UNION ALL SELECT %[1]s, NULL, NULL, system.main.count(*) FROM (SELECT %[5]s FROM %[6]s AS public) GROUP BY %[1]s",
		keys, value, n, from, strings.Join(columns, ", "), in.Public)
	grouped := fmt.Sprintf("SELECT %[1]s, system.main.__skyline_histogram(%[2]s, s, n) AS h, system.main.sum(a) - coalesce(system.main.sum(n), 0) AS a FROM (%[3]s) GROUP BY %[1]s",
		keys, sqltext.PlanKey, rows)
	groups := fmt.Sprintf("__skyline_groups AS MATERIALIZED (SELECT %s, system.main.__skyline_absent(h, system.main.greatest(a, 0)::BIGINT) AS h, system.main.greatest(-a, 0) AS outside FROM (%s))",
		keys, grouped)
	return groups + fmt.Sprintf(",\n__skyline_contained AS (SELECT CASE WHEN n > 0 THEN %s ELSE true END AS ok FROM (SELECT coalesce(system.main.sum(outside), 0) AS n FROM __skyline_groups))",
		in.OldFailCounted("privacy: presence: public must contain everybody of tbl, and the number of people of tbl that are not in the public table is ", "n", "; the qi columns must agree in both tables, and show the same labels"))
}

// ValuesOf is the SELECT of the different values v of a column, in the table and in the
// public one.
func (in *Input) ValuesOf(name string) string {
	values := fmt.Sprintf("SELECT DISTINCT %s AS v FROM %s AS tbl", in.Key(name), in.Source)
	if in.Public != "" {
		values += fmt.Sprintf(" UNION SELECT %s FROM %s AS public", oldtext.Canonical("public."+oldtext.QuoteIdentifier(name)), in.Public)
	}
	return values
}

// PublicColumns lists the quasi-identifier columns of the public table.
func (in *Input) PublicColumns() string {
	columns := make([]string, len(in.Qi))
	for i, name := range in.Qi {
		columns[i] = "public." + oldtext.QuoteIdentifier(name)
	}
	return strings.Join(columns, ", ")
}

// TypeAsPublic gives the quasi-identifier columns of the table the types that they have
// together with those of the public table, as QI groups do: a comparison of different
// types may end in an error that tells a value.
func (in *Input) TypeAsPublic() {
	if in.Public != "" {
		in.Source = fmt.Sprintf("(SELECT * FROM %s AS tbl UNION ALL BY NAME SELECT %s FROM %s AS public WHERE false)", in.Source, in.PublicColumns(), in.Public)
	}
}
