package oldpeople

import (
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/sqltext"
)

// Input is the table of a call and the roles of its columns.
type Input struct {
	Call      *call.Call
	Source    string // what stands behind FROM
	Qi        []string
	Sensitive string // "" for none, where that is allowed: NULL for everybody
	Values    string // "one", "set" or "multiset"
	Person    string // "" for none
	Weight    string // "" for none
	// about is a sensitive column that the plan does not look at, "" for none.
	About string
	// public is what stands behind FROM for the public table that contains this one, ""
	// for none. The QI groups are those of the public table then.
	Public string
	// named says that the plan reads the QI groups a second time, to name some.
	Named bool
	// labels says that the plan reads, in __skyline_gathered, whether some label of a QI
	// group may be a range or a set.
	Labels bool
	// counted says that the plan reads the number of people of each QI group, as
	// n, and takes of each person's values that they occur, not how often. Without
	// a sensitive column it reads no histograms.
	Counted bool
}

func NewInput(c *call.Call) (*Input, error) {
	in := &Input{Call: c}
	var err error
	if in.Source, err = c.OldSourceOf("tbl"); err != nil {
		return nil, err
	}
	if in.Qi, err = readQuasiIdentifiers(c); err != nil {
		return nil, err
	}
	if in.Sensitive, err = readSensitive(c); err != nil {
		return nil, err
	}
	if in.Person, _, err = c.OptionalText("person", "a column name"); err != nil {
		return nil, err
	}
	if in.Weight, _, err = c.OptionalText("weight", "a column name"); err != nil {
		return nil, err
	}
	if err = in.checkRoles(); err != nil {
		return nil, err
	}
	in.Source = c.OldHavingRoles("tbl", in.Source, call.Role{Param: in.quasiIdentifierParam(), Columns: in.Qi},
		call.RoleOf("sensitive", in.Sensitive), call.RoleOf("person", in.Person), call.RoleOf("weight", in.Weight))
	return in, in.checkValues()
}

// readQuasiIdentifiers returns the columns of qi, or those of levels where that says which
// they are.
func readQuasiIdentifiers(c *call.Call) ([]string, error) {
	if c.Function.Param("qi") != nil {
		return c.Columns("qi")
	}
	levels, err := c.Levels()
	if err == nil && levels == nil {
		err = c.Errorf("levels must be given: %s, such as MAP {'age': 2, 'sex': 0}", call.LevelsRule)
	}
	names := make([]string, len(levels))
	for i, l := range levels {
		names[i] = l.Name
	}
	return names, err
}

// quasiIdentifierParam is the parameter that names the quasi-identifiers.
func (in *Input) quasiIdentifierParam() string {
	if in.Call.Function.Param("qi") == nil {
		return "levels"
	}
	return "qi"
}

// readSensitive returns the sensitive column, which must be given unless the
// parameter has a default, or there is none.
func readSensitive(c *call.Call) (string, error) {
	const what = "a column name"
	if p := c.Function.Param("sensitive"); p == nil || p.Default != "" {
		column, _, err := c.OptionalText("sensitive", what)
		return column, err
	}
	return c.Text("sensitive", what)
}

// checkRoles makes sure that no column has two roles.
func (in *Input) checkRoles() error {
	columns := in.quasiIdentifierParam()
	roles := []struct{ param, column string }{
		{"sensitive", in.Sensitive}, {"person", in.Person}, {"weight", in.Weight},
	}
	for i, role := range roles {
		if role.column == "" {
			continue
		}
		same := func(column string) bool { return strings.EqualFold(column, role.column) }
		if slices.ContainsFunc(in.Qi, same) {
			return in.Call.Errorf("%s must not contain the %s column, got %s in both", columns, role.param, oldtext.QuoteIdentifier(role.column))
		}
		for _, other := range roles[:i] {
			if same(other.column) {
				return in.Call.Errorf("%s and %s must be different columns, got %s for both", other.param, role.param, oldtext.QuoteIdentifier(role.column))
			}
		}
	}
	return nil
}

func (in *Input) checkValues() error {
	c := in.Call
	kind, ok := c.Arguments["values_per_person"].(string)
	if c.Function.Param("values_per_person") == nil {
		kind, ok = "one", true
	}
	if !ok || !slices.Contains([]string{"one", "set", "multiset"}, kind) {
		return c.Errorf("values_per_person must be 'one', 'set' or 'multiset', got %s", call.Show(c.Arguments["values_per_person"]))
	}
	in.Values = kind
	if in.Person != "" && in.Weight != "" {
		return c.Errorf("person and weight exclude each other: a weight counts rows that are people of their own; give one of the two")
	}
	if kind != "one" && in.Person == "" {
		return c.Errorf("person must be given for values_per_person := '%s': the column that identifies the individual", kind)
	}
	return nil
}

// LeaveOutNobody leaves rows that count no times out: they are nobody's. The type of
// the weight is looked at elsewhere.
func (in *Input) LeaveOutNobody() {
	if in.Weight != "" {
		in.Source = fmt.Sprintf("(SELECT * FROM %s AS tbl WHERE TRY_CAST(%s AS HUGEINT) IS DISTINCT FROM 0)", in.Source, in.Column(in.Weight))
	}
}

// Column returns a column of the input. The table's alias is in front of it so
// that no name is taken for an alias of the plan's, and it is called tbl so that
// DuckDB's message on an unknown column says which table it looked in.
func (in *Input) Column(name string) string { return "tbl." + oldtext.QuoteIdentifier(name) }

// Key returns what a column of the input is grouped and compared by.
func (in *Input) Key(name string) string { return oldtext.Canonical(in.Column(name)) }

// Keys returns q1, …, qk, the names of the quasi-identifiers in the plan.
func (in *Input) Keys() string { return strings.Join(in.KeyList(), ", ") }

func (in *Input) KeyList() []string {
	keys := make([]string, len(in.Qi))
	for i := range in.Qi {
		keys[i] = fmt.Sprintf("q%d", i+1)
	}
	return keys
}

// GroupStruct returns the struct that names a QI group to the user: its keys in some
// table of the plan, in the types of the columns, which t has.
func (in *Input) GroupStruct(table string) string {
	fields := make([]string, len(in.Qi))
	for i, name := range in.Qi {
		fields[i] = fmt.Sprintf("%s := %s", oldtext.QuoteIdentifier(name), in.Call.OldInOwnType(fmt.Sprintf("%s.q%d", table, i+1), fmt.Sprintf("t.o%d", i+1)))
	}
	return "system.main.struct_pack(" + strings.Join(fields, ", ") + ")"
}

// Rows returns the select list of the table's columns in their roles: q1…qk and p
// (person) as they are told apart, s (sensitive) and w (weight) in their own types.
func (in *Input) Rows() string {
	var columns []string
	for i, name := range in.Qi {
		columns = append(columns, fmt.Sprintf("%s AS q%d", in.Key(name), i+1))
	}
	columns = append(columns, in.sensitiveColumn()+" AS s")
	if in.Person != "" {
		columns = append(columns, in.Key(in.Person)+" AS p")
	}
	if in.Weight != "" {
		columns = append(columns, in.Column(in.Weight)+" AS w")
	}
	return strings.Join(columns, ", ")
}

// sensitiveColumn is the sensitive column, NULL for everybody where there is none.
func (in *Input) sensitiveColumn() string {
	if in.Sensitive == "" {
		return "NULL::VARCHAR"
	}
	return in.Column(in.Sensitive)
}

// Fail returns an SQL expression that ends the query with a message.
func (in *Input) OldFail(message string) string { return in.Call.OldFail(message) }

// FailCounted is fail with a number, an SQL expression, between two texts.
func (in *Input) OldFailCounted(before, number, after string) string {
	return in.Call.OldFailCounted(before, number, after)
}

// TypesCTE is one row of NULLs with the types of the columns, without reading a row:
// o1…ok of the quasi-identifiers, s of the sensitive and w of the weight column.
func (in *Input) TypesCTE() string {
	columns, nulls := []string{in.sensitiveColumn() + " AS s"}, "NULL"
	for i, name := range in.Qi {
		columns = append(columns, fmt.Sprintf("%s AS o%d", in.Column(name), i+1))
		nulls += ", NULL"
	}
	if in.Weight != "" {
		columns, nulls = append(columns, in.Column(in.Weight)+" AS w"), nulls+", NULL"
	}
	return fmt.Sprintf("__skyline_types AS (SELECT %s FROM %s AS tbl WHERE false UNION ALL SELECT %s)", strings.Join(columns, ", "), in.Source, nulls)
}

// GroupsCTEs count, for each QI group, its people and sensitive values: the CTE
// __skyline_groups has q1…qk and the histogram h. Where people may have several
// values, NULL counts the people in it.
func (in *Input) GroupsCTEs() []string {
	switch {
	case in.Values != "one":
		return in.groupsOfPeople()
	case in.Person != "":
		return in.groupsOfPersons()
	case in.Weight != "":
		return in.groupsOfWeights()
	}
	return []string{in.groups("SELECT "+in.Rows()+" FROM "+in.Source+" AS tbl", oldtext.ValueText, "1")}
}

// GroupGuards are the CTEs of one row that have to be looked at before the QI groups are
// used: their ok is true, or an error.
func (in *Input) GroupGuards() []string {
	var guards []string
	if in.Weight != "" {
		// Where there is no row to scan, nothing else looks at the guard.
		guards = append(guards, "__skyline_guard")
	}
	if in.Public != "" {
		guards = append(guards, "__skyline_contained")
	}
	return guards
}

func (in *Input) groups(from, value, n string) string {
	if in.Public != "" {
		return in.groupsOfPublic(from, value, n)
	}
	materialized := ""
	if in.Named {
		materialized = "MATERIALIZED "
	}
	columns := in.Keys()
	if !in.Counted || in.Sensitive != "" {
		columns += fmt.Sprintf(", system.main.__skyline_histogram(%s, %s, %s) AS h", sqltext.PlanKey, value, n)
	}
	if in.Counted {
		columns += ", system.main.sum(" + n + ")"
		if in.Values != "one" {
			columns += " FILTER (WHERE s IS NULL)"
		}
		columns += " AS n"
	}
	return fmt.Sprintf("__skyline_groups AS %s(SELECT %s FROM (%s) GROUP BY %s)", materialized, columns, from, in.Keys())
}

// groupsOfWeights counts a row as often as its weight says. The type of the
// weight is looked at before the scan starts: the guard's one row is the build
// side of a join. A comparison without the cast would not bind for some types.
func (in *Input) groupsOfWeights() []string {
	guard := fmt.Sprintf("__skyline_guard AS (SELECT %s AS ok FROM __skyline_types)", in.WeightIsInteger("tbl"))
	from := fmt.Sprintf("SELECT %s FROM %s AS tbl, __skyline_guard AS guard WHERE guard.ok", in.Rows(), in.Source)
	weight := in.WeightOfRow("tbl")
	return []string{guard, in.groups(from, oldtext.ValueText, weight)}
}

// WeightIsInteger is true where the type of the weight w is one of integers, and
// an error elsewhere. table is the parameter to mend it in.
func (in *Input) WeightIsInteger(table string) string {
	return "CASE WHEN system.main.regexp_full_match(system.main.typeof(w), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?') THEN true ELSE " +
		in.OldFail("weight must be an integer column; cast it, or round it in a query given as "+table) + " END"
}

// WeightOfRow is the weight w of a row, checked.
func (in *Input) WeightOfRow(table string) string {
	return fmt.Sprintf("CASE WHEN w IS NULL THEN %s WHEN TRY_CAST(w AS HUGEINT) < 0 THEN %s ELSE coalesce(TRY_CAST(w AS BIGINT), %s) END",
		in.OldFail("weight must not be NULL; filter or fill such rows in a query given as "+table),
		in.OldFail("weight must be at least 0; filter such rows in a query given as "+table),
		in.OldFail("weight must be at most 9223372036854775807"))
}

// groupsOfPersons makes sure that each person has one row.
func (in *Input) groupsOfPersons() []string {
	var firsts []string
	for _, key := range in.KeyList() {
		firsts = append(firsts, fmt.Sprintf("system.main.first(%s) AS %s", key, key))
	}
	// DuckDB's aggregates take nested values for others that are equal to them.
	firsts = append(firsts, "system.main.first("+oldtext.Canonical("s")+") AS s")
	persons := fmt.Sprintf("__skyline_persons AS (SELECT p, %s, system.main.count(*) AS c FROM (SELECT %s FROM %s AS tbl) GROUP BY p)",
		strings.Join(firsts, ", "), in.Rows(), in.Source)
	several := "person must have one row each, and somebody has several; keep one row a person in a query given as tbl"
	if in.Call.Function.Param("values_per_person") != nil {
		several = "person must have one row each when values_per_person is 'one', and somebody has several; use 'set' or 'multiset', or keep one row a person"
	}
	one := fmt.Sprintf("CASE WHEN p IS NULL THEN %s WHEN c > 1 THEN %s ELSE 1 END", in.nullPerson(), in.OldFail(several))
	return []string{persons, in.groups("SELECT * FROM __skyline_persons", oldtext.ValueText, one)}
}

func (in *Input) nullPerson() string {
	return in.OldFail("person must not be NULL; filter such rows in a query given as tbl")
}

// groupsOfPeople counts the values of people who may have several. A NULL says
// that a row adds none; the person counts all the same.
func (in *Input) groupsOfPeople() []string {
	keys := in.Keys()
	cells := fmt.Sprintf("__skyline_cells AS MATERIALIZED (SELECT p, %s, %s AS s, system.main.count(*) AS c FROM (SELECT %s FROM %s AS tbl) GROUP BY ALL)",
		keys, oldtext.ValueText, in.Rows(), in.Source)
	people := fmt.Sprintf("__skyline_people AS MATERIALIZED (SELECT DISTINCT p, %s FROM __skyline_cells)", keys)
	astray := "__skyline_astray AS (SELECT system.main.count(*) AS n FROM (SELECT p FROM __skyline_people GROUP BY p HAVING system.main.count(*) > 1))"
	n := "c"
	switch {
	case in.Values == "set":
		n = fmt.Sprintf("CASE WHEN c > 1 THEN %s ELSE c END",
			in.OldFail("sensitive must not have the same value twice for a person when values_per_person is 'set'; use 'multiset', or SELECT DISTINCT in a query given as tbl"))
	case in.Counted:
		n = "1"
	}
	one := fmt.Sprintf("CASE WHEN p IS NULL THEN %s WHEN astray.n > 0 THEN %s ELSE 1 END", in.nullPerson(),
		in.OldFailCounted("person must stand in one QI group each, and the number of people in several is ", "astray.n", "; make the qi columns agree for each person"))
	from := fmt.Sprintf("SELECT %[1]s, s, %[2]s AS c FROM __skyline_cells WHERE s IS NOT NULL UNION ALL SELECT %[1]s, NULL, %[3]s FROM __skyline_people, __skyline_astray AS astray",
		keys, n, one)
	return []string{cells, people, astray, in.groups(from, "s", "c")}
}

// NamesCTE names the QI groups of a kernel's witnesses: for each of their
// histograms, the first group that has it, in the order of the quasi-identifiers.
func (in *Input) NamesCTE() string {
	keys := make([]string, len(in.Qi))
	for i, key := range in.KeyList() {
		keys[i] = fmt.Sprintf("%s := x.%[1]s", key)
	}
	first := fmt.Sprintf("SELECT r.target AS i, system.main.min(system.main.struct_pack(%s)) AS g FROM __skyline_groups AS x JOIN __skyline_rows AS r ON x.h = r.histogram GROUP BY r.target", strings.Join(keys, ", "))
	return fmt.Sprintf("__skyline_names AS MATERIALIZED (SELECT x.i, %s AS g FROM (SELECT i, UNNEST(g) FROM (%s)) AS x CROSS JOIN __skyline_types AS t)", in.GroupStruct("x"), first)
}
