package sqlfuncs

import (
	"fmt"
	"slices"
	"strings"
)

// input is the table of a call and the roles of its columns.
type input struct {
	call      *Call
	source    string // what stands behind FROM
	qi        []string
	sensitive string // "" for none, where that is allowed: NULL for everybody
	values    string // "one", "set" or "multiset"
	person    string // "" for none
	weight    string // "" for none
	// about is a sensitive column that the plan does not look at, "" for none.
	about string
	// public is what stands behind FROM for the public table that contains this one, ""
	// for none. The QI groups are those of the public table then.
	public string
	// named says that the plan reads the QI groups a second time, to name some.
	named bool
	// labels says that the plan reads, in __skyline_gathered, whether some label of a QI
	// group may be a range or a set.
	labels bool
	// counted says that the plan reads the number of people of each QI group, as
	// n, and takes of each person's values that they occur, not how often. Without
	// a sensitive column it reads no histograms.
	counted bool
}

func newInput(c *Call) (*input, error) {
	in := &input{call: c}
	var err error
	if in.source, err = c.sourceOf("tbl"); err != nil {
		return nil, err
	}
	if in.qi, err = c.quasiIdentifiers(); err != nil {
		return nil, err
	}
	if in.sensitive, err = c.sensitive(); err != nil {
		return nil, err
	}
	if in.person, _, err = c.optionalText("person", "a column name"); err != nil {
		return nil, err
	}
	if in.weight, _, err = c.optionalText("weight", "a column name"); err != nil {
		return nil, err
	}
	if err = in.checkRoles(); err != nil {
		return nil, err
	}
	in.source = c.havingRoles("tbl", in.source, role{in.quasiIdentifierParam(), in.qi},
		roleOf("sensitive", in.sensitive), roleOf("person", in.person), roleOf("weight", in.weight))
	return in, in.checkValues()
}

// quasiIdentifiers returns the columns of qi, or those of levels where that says which
// they are.
func (c *Call) quasiIdentifiers() ([]string, error) {
	if c.function.param("qi") != nil {
		return c.columns("qi")
	}
	levels, err := c.levels()
	if err == nil && levels == nil {
		err = c.errorf("levels must be given: %s, such as MAP {'age': 2, 'sex': 0}", levelsRule)
	}
	names := make([]string, len(levels))
	for i, l := range levels {
		names[i] = l.name
	}
	return names, err
}

// quasiIdentifierParam is the parameter that names the quasi-identifiers.
func (in *input) quasiIdentifierParam() string {
	if in.call.function.param("qi") == nil {
		return "levels"
	}
	return "qi"
}

// sensitive returns the sensitive column, which must be given unless the
// parameter has a default, or there is none.
func (c *Call) sensitive() (string, error) {
	const what = "a column name"
	if p := c.function.param("sensitive"); p == nil || p.Default != "" {
		column, _, err := c.optionalText("sensitive", what)
		return column, err
	}
	return c.text("sensitive", what)
}

// checkRoles makes sure that no column has two roles.
func (in *input) checkRoles() error {
	columns := in.quasiIdentifierParam()
	roles := []struct{ param, column string }{
		{"sensitive", in.sensitive}, {"person", in.person}, {"weight", in.weight},
	}
	for i, role := range roles {
		if role.column == "" {
			continue
		}
		same := func(column string) bool { return strings.EqualFold(column, role.column) }
		if slices.ContainsFunc(in.qi, same) {
			return in.call.errorf("%s must not contain the %s column, got %s in both", columns, role.param, quoteIdentifier(role.column))
		}
		for _, other := range roles[:i] {
			if same(other.column) {
				return in.call.errorf("%s and %s must be different columns, got %s for both", other.param, role.param, quoteIdentifier(role.column))
			}
		}
	}
	return nil
}

func (in *input) checkValues() error {
	c := in.call
	kind, ok := c.arguments["values_per_person"].(string)
	if c.function.param("values_per_person") == nil {
		kind, ok = "one", true
	}
	if !ok || !slices.Contains([]string{"one", "set", "multiset"}, kind) {
		return c.errorf("values_per_person must be 'one', 'set' or 'multiset', got %s", show(c.arguments["values_per_person"]))
	}
	in.values = kind
	if in.person != "" && in.weight != "" {
		return c.errorf("person and weight exclude each other: a weight counts rows that are people of their own; give one of the two")
	}
	if kind != "one" && in.person == "" {
		return c.errorf("person must be given for values_per_person := '%s': the column that identifies the individual", kind)
	}
	return nil
}

// leaveOutNobody leaves rows that count no times out: they are nobody's. The type of
// the weight is looked at elsewhere.
func (in *input) leaveOutNobody() {
	if in.weight != "" {
		in.source = fmt.Sprintf("(SELECT * FROM %s AS tbl WHERE TRY_CAST(%s AS HUGEINT) IS DISTINCT FROM 0)", in.source, in.column(in.weight))
	}
}

// column returns a column of the input. The table's alias is in front of it so
// that no name is taken for an alias of the plan's, and it is called tbl so that
// DuckDB's message on an unknown column says which table it looked in.
func (in *input) column(name string) string { return "tbl." + quoteIdentifier(name) }

// key returns what a column of the input is grouped and compared by.
func (in *input) key(name string) string { return canonical(in.column(name)) }

// keys returns q1, …, qk, the names of the quasi-identifiers in the plan.
func (in *input) keys() string { return strings.Join(in.keyList(), ", ") }

func (in *input) keyList() []string {
	keys := make([]string, len(in.qi))
	for i := range in.qi {
		keys[i] = fmt.Sprintf("q%d", i+1)
	}
	return keys
}

// groupStruct returns the struct that names a QI group to the user: its keys in some
// table of the plan, in the types of the columns, which t has.
func (in *input) groupStruct(table string) string {
	fields := make([]string, len(in.qi))
	for i, name := range in.qi {
		fields[i] = fmt.Sprintf("%s := %s", quoteIdentifier(name), in.call.inOwnType(fmt.Sprintf("%s.q%d", table, i+1), fmt.Sprintf("t.o%d", i+1)))
	}
	return "system.main.struct_pack(" + strings.Join(fields, ", ") + ")"
}

// rows returns the select list of the table's columns in their roles: q1…qk and p
// (person) as they are told apart, s (sensitive) and w (weight) in their own types.
func (in *input) rows() string {
	var columns []string
	for i, name := range in.qi {
		columns = append(columns, fmt.Sprintf("%s AS q%d", in.key(name), i+1))
	}
	columns = append(columns, in.sensitiveColumn()+" AS s")
	if in.person != "" {
		columns = append(columns, in.key(in.person)+" AS p")
	}
	if in.weight != "" {
		columns = append(columns, in.column(in.weight)+" AS w")
	}
	return strings.Join(columns, ", ")
}

// sensitiveColumn is the sensitive column, NULL for everybody where there is none.
func (in *input) sensitiveColumn() string {
	if in.sensitive == "" {
		return "NULL::VARCHAR"
	}
	return in.column(in.sensitive)
}

// fail returns an SQL expression that ends the query with a message.
func (in *input) fail(message string) string { return in.call.fail(message) }

// failCounted is fail with a number, an SQL expression, between two texts.
func (in *input) failCounted(before, number, after string) string {
	return in.call.failCounted(before, number, after)
}

// typesCTE is one row of NULLs with the types of the columns, without reading a row:
// o1…ok of the quasi-identifiers, s of the sensitive and w of the weight column.
func (in *input) typesCTE() string {
	columns, nulls := []string{in.sensitiveColumn() + " AS s"}, "NULL"
	for i, name := range in.qi {
		columns = append(columns, fmt.Sprintf("%s AS o%d", in.column(name), i+1))
		nulls += ", NULL"
	}
	if in.weight != "" {
		columns, nulls = append(columns, in.column(in.weight)+" AS w"), nulls+", NULL"
	}
	return fmt.Sprintf("__skyline_types AS (SELECT %s FROM %s AS tbl WHERE false UNION ALL SELECT %s)", strings.Join(columns, ", "), in.source, nulls)
}

// groupsCTEs count, for each QI group, its people and sensitive values: the CTE
// __skyline_groups has q1…qk and the histogram h. Where people may have several
// values, NULL counts the people in it.
func (in *input) groupsCTEs() []string {
	switch {
	case in.values != "one":
		return in.groupsOfPeople()
	case in.person != "":
		return in.groupsOfPersons()
	case in.weight != "":
		return in.groupsOfWeights()
	}
	return []string{in.groups("SELECT "+in.rows()+" FROM "+in.source+" AS tbl", valueText, "1")}
}

// groupGuards are the CTEs of one row that have to be looked at before the QI groups are
// used: their ok is true, or an error.
func (in *input) groupGuards() []string {
	var guards []string
	if in.weight != "" {
		// Where there is no row to scan, nothing else looks at the guard.
		guards = append(guards, "__skyline_guard")
	}
	if in.public != "" {
		guards = append(guards, "__skyline_contained")
	}
	return guards
}

func (in *input) groups(from, value, n string) string {
	if in.public != "" {
		return in.groupsOfPublic(from, value, n)
	}
	materialized := ""
	if in.named {
		materialized = "MATERIALIZED "
	}
	columns := in.keys()
	if !in.counted || in.sensitive != "" {
		columns += fmt.Sprintf(", system.main.__skyline_histogram(%s, %s, %s) AS h", planKey, value, n)
	}
	if in.counted {
		columns += ", system.main.sum(" + n + ")"
		if in.values != "one" {
			columns += " FILTER (WHERE s IS NULL)"
		}
		columns += " AS n"
	}
	return fmt.Sprintf("__skyline_groups AS %s(SELECT %s FROM (%s) GROUP BY %s)", materialized, columns, from, in.keys())
}

// groupsOfWeights counts a row as often as its weight says. The type of the
// weight is looked at before the scan starts: the guard's one row is the build
// side of a join. A comparison without the cast would not bind for some types.
func (in *input) groupsOfWeights() []string {
	guard := fmt.Sprintf("__skyline_guard AS (SELECT %s AS ok FROM __skyline_types)", in.weightIsInteger("tbl"))
	from := fmt.Sprintf("SELECT %s FROM %s AS tbl, __skyline_guard AS guard WHERE guard.ok", in.rows(), in.source)
	weight := in.weightOfRow("tbl")
	return []string{guard, in.groups(from, valueText, weight)}
}

// weightIsInteger is true where the type of the weight w is one of integers, and
// an error elsewhere. table is the parameter to mend it in.
func (in *input) weightIsInteger(table string) string {
	return "CASE WHEN system.main.regexp_full_match(system.main.typeof(w), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?') THEN true ELSE " +
		in.fail("weight must be an integer column; cast it, or round it in a query given as "+table) + " END"
}

// weightOfRow is the weight w of a row, checked.
func (in *input) weightOfRow(table string) string {
	return fmt.Sprintf("CASE WHEN w IS NULL THEN %s WHEN TRY_CAST(w AS HUGEINT) < 0 THEN %s ELSE coalesce(TRY_CAST(w AS BIGINT), %s) END",
		in.fail("weight must not be NULL; filter or fill such rows in a query given as "+table),
		in.fail("weight must be at least 0; filter such rows in a query given as "+table),
		in.fail("weight must be at most 9223372036854775807"))
}

// groupsOfPersons makes sure that each person has one row.
func (in *input) groupsOfPersons() []string {
	var firsts []string
	for _, key := range in.keyList() {
		firsts = append(firsts, fmt.Sprintf("system.main.first(%s) AS %s", key, key))
	}
	// DuckDB's aggregates take nested values for others that are equal to them.
	firsts = append(firsts, "system.main.first("+canonical("s")+") AS s")
	persons := fmt.Sprintf("__skyline_persons AS (SELECT p, %s, system.main.count(*) AS c FROM (SELECT %s FROM %s AS tbl) GROUP BY p)",
		strings.Join(firsts, ", "), in.rows(), in.source)
	several := "person must have one row each, and somebody has several; keep one row a person in a query given as tbl"
	if in.call.function.param("values_per_person") != nil {
		several = "person must have one row each when values_per_person is 'one', and somebody has several; use 'set' or 'multiset', or keep one row a person"
	}
	one := fmt.Sprintf("CASE WHEN p IS NULL THEN %s WHEN c > 1 THEN %s ELSE 1 END", in.nullPerson(), in.fail(several))
	return []string{persons, in.groups("SELECT * FROM __skyline_persons", valueText, one)}
}

func (in *input) nullPerson() string {
	return in.fail("person must not be NULL; filter such rows in a query given as tbl")
}

// groupsOfPeople counts the values of people who may have several. A NULL says
// that a row adds none; the person counts all the same.
func (in *input) groupsOfPeople() []string {
	keys := in.keys()
	cells := fmt.Sprintf("__skyline_cells AS MATERIALIZED (SELECT p, %s, %s AS s, system.main.count(*) AS c FROM (SELECT %s FROM %s AS tbl) GROUP BY ALL)",
		keys, valueText, in.rows(), in.source)
	people := fmt.Sprintf("__skyline_people AS MATERIALIZED (SELECT DISTINCT p, %s FROM __skyline_cells)", keys)
	astray := "__skyline_astray AS (SELECT system.main.count(*) AS n FROM (SELECT p FROM __skyline_people GROUP BY p HAVING system.main.count(*) > 1))"
	n := "c"
	switch {
	case in.values == "set":
		n = fmt.Sprintf("CASE WHEN c > 1 THEN %s ELSE c END",
			in.fail("sensitive must not have the same value twice for a person when values_per_person is 'set'; use 'multiset', or SELECT DISTINCT in a query given as tbl"))
	case in.counted:
		n = "1"
	}
	one := fmt.Sprintf("CASE WHEN p IS NULL THEN %s WHEN astray.n > 0 THEN %s ELSE 1 END", in.nullPerson(),
		in.failCounted("person must stand in one QI group each, and the number of people in several is ", "astray.n", "; make the qi columns agree for each person"))
	from := fmt.Sprintf("SELECT %[1]s, s, %[2]s AS c FROM __skyline_cells WHERE s IS NOT NULL UNION ALL SELECT %[1]s, NULL, %[3]s FROM __skyline_people, __skyline_astray AS astray",
		keys, n, one)
	return []string{cells, people, astray, in.groups(from, "s", "c")}
}

// namesCTE names the QI groups of a kernel's witnesses: for each of their
// histograms, the first group that has it, in the order of the quasi-identifiers.
func (in *input) namesCTE() string {
	keys := make([]string, len(in.qi))
	for i, key := range in.keyList() {
		keys[i] = fmt.Sprintf("%s := x.%[1]s", key)
	}
	first := fmt.Sprintf("SELECT r.target AS i, system.main.min(system.main.struct_pack(%s)) AS g FROM __skyline_groups AS x JOIN __skyline_rows AS r ON x.h = r.histogram GROUP BY r.target", strings.Join(keys, ", "))
	return fmt.Sprintf("__skyline_names AS MATERIALIZED (SELECT x.i, %s AS g FROM (SELECT i, UNNEST(g) FROM (%s)) AS x CROSS JOIN __skyline_types AS t)", in.groupStruct("x"), first)
}
